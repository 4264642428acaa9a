#include "uci_session.h"

#include <pthread.h>

#include "nnue_rig.h"

/* The whole output, one line after another. The session never prints two lines at once. */
typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t said;
    char text[1 << 20];
    size_t length;
} Heard;

static Heard heard;

static void hear(void *context, const char *line)
{
    Heard *all = context;
    pthread_mutex_lock(&all->mutex);
    int added = snprintf(all->text + all->length, sizeof all->text - all->length, "%s\n", line);
    all->length += (size_t)added;
    ck_assert_uint_lt(all->length, sizeof all->text);
    pthread_cond_broadcast(&all->said);
    pthread_mutex_unlock(&all->mutex);
}

static UciSession *start(void)
{
    pthread_mutex_init(&heard.mutex, NULL);
    pthread_cond_init(&heard.said, NULL);
    heard.length = 0;
    heard.text[0] = '\0';
    return uci_session_new(&(UciOutput){.context = &heard, .print = hear});
}

static bool tell(UciSession *session, const char *line)
{
    return uci_session_line(session, line, strlen(line));
}

/* Waits, without a clock, until it has been printed: the test's own time limit is the limit. */
static void await(const char *words)
{
    pthread_mutex_lock(&heard.mutex);
    while (!strstr(heard.text, words))
        pthread_cond_wait(&heard.said, &heard.mutex);
    pthread_mutex_unlock(&heard.mutex);
}

static bool has_said(const char *words)
{
    pthread_mutex_lock(&heard.mutex);
    bool said = strstr(heard.text, words) != NULL;
    pthread_mutex_unlock(&heard.mutex);
    return said;
}

START_TEST(it_introduces_itself)
{
    UciSession *session = start();
    tell(session, "uci");
    static const char *const lines[] = {
        "id name castled\n",
        "option name Hash type spin",
        "option name Threads type spin",
        "option name UCI_Chess960 type check",
        "option name UCI_LimitStrength type check",
        "option name UCI_ShowWDL type check default false",
        "option name MultiPV type spin default 1 min 1 max 256",
        "option name UCI_Elo type spin default 1500 min 400 max 2800",
        "option name Move Overhead type spin",
        "option name Clear Hash type button",
        "option name EvalFile type string default <empty>",
        "option name EndingsFile type string default <empty>",
        "option name OwnBook type check default false",
        "option name BookFile type string default <empty>",
        "uciok\n",
    };
    for (size_t i = 0; i < COUNT(lines); i++)
        ck_assert_msg(has_said(lines[i]), "%s", lines[i]);
    tell(session, "isready");
    ck_assert(has_said("readyok\n"));
    uci_session_free(session);
}
END_TEST

START_TEST(every_search_has_its_answer)
{
    static const char *const searches[] = {
        "go depth 4",
        "go nodes 3000",
        "go movetime 30",
        "go wtime 200 btime 200 winc 1 binc 1",
        "go wtime 1 btime 1",
        "go mate 1 depth 4",
        "go depth 3 searchmoves a2a3",
        "go wtime -5 btime -5",
    };
    UciSession *session = start();
    for (size_t i = 0; i < COUNT(searches); i++) {
        heard.length = 0;
        tell(session, "position startpos moves e2e4 e7e5");
        tell(session, searches[i]);
        uci_session_finish(session);
        ck_assert_msg(has_said("bestmove "), "%s", searches[i]);
        ck_assert(!has_said("bestmove 0000"));
    }
    uci_session_free(session);
}
END_TEST

START_TEST(an_endless_search_waits_for_stop)
{
    UciSession *session = start();
    /* Mate in one: there is nothing left to search, but no answer before the stop. */
    tell(session, "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
    tell(session, "go infinite");
    await("score mate 1");
    tell(session, "isready");
    ck_assert(has_said("readyok"));
    ck_assert(!has_said("bestmove"));
    tell(session, "position startpos");
    ck_assert(has_said("send stop first"));
    tell(session, "stop");
    await("bestmove a1a8");
    uci_session_free(session);
}
END_TEST

START_TEST(helpers_do_not_end_an_endless_search)
{
    UciSession *session = start();
    tell(session, "setoption name Threads value 2");
    /* A dead position: all depths are searched instantly. */
    tell(session, "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    tell(session, "go infinite");
    await("info depth 100");
    tell(session, "isready");
    ck_assert(!has_said("bestmove"));
    tell(session, "stop");
    await("bestmove");
    uci_session_free(session);
}
END_TEST

START_TEST(a_plain_go_is_endless)
{
    UciSession *session = start();
    tell(session, "go");
    await("info depth 5");
    ck_assert(!has_said("bestmove"));
    tell(session, "stop");
    await("bestmove");
    uci_session_free(session);
}
END_TEST

START_TEST(pondering_ends_with_its_hit)
{
    UciSession *session = start();
    tell(session, "position startpos moves e2e4");
    tell(session, "go ponder wtime 100 btime 100");
    await("info depth 6");
    ck_assert(!has_said("bestmove"));
    tell(session, "ponderhit");
    await("bestmove");
    uci_session_free(session);
}
END_TEST

START_TEST(quitting_during_a_search_is_safe)
{
    UciSession *session = start();
    tell(session, "go infinite");
    ck_assert(!tell(session, "quit"));
    uci_session_finish(session);
    uci_session_free(session);
}
END_TEST

START_TEST(helpers_share_the_work)
{
    UciSession *session = start();
    tell(session, "setoption name Threads value 3");
    tell(session, "go movetime 100");
    uci_session_finish(session);
    ck_assert(has_said("bestmove"));
    tell(session, "setoption name Threads value 1");
    tell(session, "go depth 3");
    uci_session_finish(session);
    uci_session_free(session);
}
END_TEST

START_TEST(castling_is_written_as_the_option_says)
{
    UciSession *session = start();
    tell(session, "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    tell(session, "go depth 2 searchmoves e1g1");
    uci_session_finish(session);
    ck_assert(has_said("bestmove e1g1"));
    tell(session, "setoption name UCI_Chess960 value true");
    tell(session, "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    tell(session, "go depth 2 searchmoves e1h1");
    uci_session_finish(session);
    ck_assert(has_said("bestmove e1h1"));
    uci_session_free(session);
}
END_TEST

START_TEST(limited_strength_is_repeatable_for_a_seed)
{
    UciSession *session = start();
    size_t lengths[2];
    char texts[2][256];
    tell(session, "setoption name UCI_LimitStrength value true");
    tell(session, "setoption name UCI_Elo value 900");
    tell(session, "setoption name Seed value 7");
    for (int i = 0; i < 2; i++) {
        heard.length = 0;
        heard.text[0] = '\0';
        tell(session, "position fen " KIWIPETE);
        tell(session, "go movetime 10000");
        uci_session_finish(session);
        const char *best = strstr(heard.text, "bestmove");
        ck_assert_ptr_nonnull(best);
        lengths[i] = (size_t)snprintf(texts[i], sizeof texts[i], "%s", best);
    }
    ck_assert_uint_eq(lengths[0], lengths[1]);
    ck_assert_str_eq(texts[0], texts[1]);
    uci_session_free(session);
}
END_TEST

START_TEST(perft_is_split_and_summed)
{
    UciSession *session = start();
    tell(session, "go perft 4");
    uci_session_finish(session);
    ck_assert(has_said("Nodes searched: 197281"));
    /* Published for 1.e4 at depth 3. */
    ck_assert(has_said("e2e4: 13160"));
    uci_session_free(session);
}
END_TEST

START_TEST(winning_chances_are_printed_on_request)
{
    UciSession *session = start();
    tell(session, "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
    tell(session, "go depth 2");
    uci_session_finish(session);
    ck_assert(!has_said(" wdl "));
    tell(session, "setoption name UCI_ShowWDL value true");
    tell(session, "go depth 2");
    uci_session_finish(session);
    ck_assert(has_said("score mate 1 wdl 1000 0 0 nodes"));
    uci_session_free(session);
}
END_TEST

START_TEST(every_move_can_have_its_line)
{
    UciSession *session = start();
    tell(session, "setoption name MultiPV value 256");
    tell(session, "go depth 2");
    uci_session_finish(session);
    ck_assert(has_said("depth 2 ") && has_said("multipv 20 ") && !has_said("multipv 21 "));
    uci_session_free(session);
}
END_TEST

START_TEST(a_long_search_prints_the_current_move)
{
    UciSession *session = start();
    tell(session, "go infinite");
    await(" currmove ");
    ck_assert(has_said(" currmovenumber "));
    tell(session, "stop");
    uci_session_free(session);
}
END_TEST

START_TEST(a_finished_game_has_no_best_move)
{
    UciSession *session = start();
    tell(session, "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    tell(session, "go depth 3");
    uci_session_finish(session);
    ck_assert(has_said("score cp 0") && has_said("bestmove 0000"));
    uci_session_free(session);
}
END_TEST

static const char *const nonsense[] = {
    "setoption",
    "setoption name",
    "setoption name Hash value",
    "setoption name Hash value 0",
    "setoption name Hash value 99999999",
    "setoption name Threads value -1",
    "setoption name UCI_Elo value 399",
    "setoption name UCI_Chess960 value perhaps",
    "setoption name No Such Option value 1",
    "position",
    "position fen",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position startpos moves e2e4 e2e4",
    "castle",
    "bench x",
};

START_TEST(errors_are_reported_and_nothing_breaks)
{
    UciSession *session = start();
    tell(session, nonsense[_i]);
    ck_assert_msg(has_said("info string "), "%s", nonsense[_i]);
    tell(session, "go depth 1");
    uci_session_finish(session);
    ck_assert(has_said("bestmove "));
    uci_session_free(session);
}
END_TEST

/* The value that 'eval' prints. */
static int evaluation(UciSession *session)
{
    static const char words[] = "Evaluation: ";
    heard.length = 0;
    tell(session, "eval");
    const char *at = strstr(heard.text, words);
    ck_assert_ptr_nonnull(at);
    return atoi(at + strlen(words));
}

static void save(const char *path, size_t size, const unsigned char *bytes)
{
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

START_TEST(a_net_can_be_chosen_and_a_wrong_one_changes_nothing)
{
    static unsigned char file[NNUE_FILE_MAX + 1];
    static _Alignas(64) Nnue net;
    const NnuePlan plan = {
        .hidden = 128, .feature_most = 90, .bias_most = 90, .output_most = 90, .seed = 8};
    const char *path = "uci_session_test.nnue";
    Position pos = position_from(START_FEN);
    size_t size = net_file(&plan, file);
    nnue_make(&plan, &net);
    UciSession *session = start();
    int at_home = evaluation(session);
    save(path, size, file);
    tell(session, "setoption name EvalFile value uci_session_test.nnue");
    ck_assert(!has_said("info string"));
    ck_assert_int_eq(evaluation(session), nnue_evaluate(&net, &pos));
    ck_assert_int_ne(evaluation(session), at_home);
    tell(session, "setoption name Threads value 2");
    tell(session, "go depth 4");
    uci_session_finish(session);
    ck_assert(has_said("bestmove "));
    heard.length = 0;
    save(path, size + 1, file);
    tell(session, "setoption name EvalFile value uci_session_test.nnue");
    ck_assert(has_said("too short or too long"));
    ck_assert_int_eq(evaluation(session), nnue_evaluate(&net, &pos));
    remove(path);
    heard.length = 0;
    tell(session, "setoption name EvalFile value uci_session_test.nnue");
    ck_assert(has_said("cannot be opened"));
    ck_assert_int_eq(evaluation(session), nnue_evaluate(&net, &pos));
    tell(session, "setoption name EvalFile value <empty>");
    ck_assert_int_eq(evaluation(session), at_home);
    uci_session_free(session);
}
END_TEST

/* One entry: e2e4 in the position at the start, whose key the format's description publishes. */
START_TEST(a_book_is_used_when_asked_for)
{
    static const unsigned char entry[16] = {0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c,
                                            3,    28,   0,    1,    0,    0,    0,    0};
    UciSession *session = start();
    save("uci_session_test.bin", sizeof entry, entry);
    tell(session, "setoption name BookFile value uci_session_test.bin");
    tell(session, "position startpos");
    tell(session, "go nodes 100");
    uci_session_finish(session);
    ck_assert(!has_said("from the book"));
    tell(session, "setoption name OwnBook value true");
    tell(session, "go nodes 100");
    ck_assert(has_said("info string from the book\nbestmove e2e4\n"));
    heard.length = 0;
    tell(session, "position startpos moves e2e4");
    tell(session, "go nodes 100");
    uci_session_finish(session);
    ck_assert(has_said("bestmove") && !has_said("from the book"));
    remove("uci_session_test.bin");
    uci_session_free(session);
}
END_TEST

START_TEST(unusable_files_are_reported)
{
    UciSession *session = start();
    tell(session, "setoption name BookFile value no/such.bin");
    ck_assert(has_said("info string BookFile no/such.bin: No such file"));
    tell(session, "setoption name EndingsFile value no/such.endings");
    ck_assert(has_said("info string EndingsFile no/such.endings: No such file"));
    save("uci_session_test.bad", 11, (const unsigned char *)"not a file");
    tell(session, "setoption name EndingsFile value uci_session_test.bad");
    ck_assert(has_said("uci_session_test.bad: not a tablebase of castled"));
    tell(session, "setoption name EndingsFile value <none>");
    remove("uci_session_test.bad");
    uci_session_free(session);
}
END_TEST

int main(void)
{
    attacks_init();
    Suite *suite = suite_create("uci_session");
    TCase *tcase = tcase_create("uci_session");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, it_introduces_itself);
    tcase_add_test(tcase, every_search_has_its_answer);
    tcase_add_test(tcase, an_endless_search_waits_for_stop);
    tcase_add_test(tcase, helpers_do_not_end_an_endless_search);
    tcase_add_test(tcase, a_plain_go_is_endless);
    tcase_add_test(tcase, pondering_ends_with_its_hit);
    tcase_add_test(tcase, quitting_during_a_search_is_safe);
    tcase_add_test(tcase, helpers_share_the_work);
    tcase_add_test(tcase, castling_is_written_as_the_option_says);
    tcase_add_test(tcase, limited_strength_is_repeatable_for_a_seed);
    tcase_add_test(tcase, a_book_is_used_when_asked_for);
    tcase_add_test(tcase, unusable_files_are_reported);
    tcase_add_test(tcase, perft_is_split_and_summed);
    tcase_add_test(tcase, winning_chances_are_printed_on_request);
    tcase_add_test(tcase, every_move_can_have_its_line);
    tcase_add_test(tcase, a_long_search_prints_the_current_move);
    tcase_add_test(tcase, a_finished_game_has_no_best_move);
    tcase_add_test(tcase, a_net_can_be_chosen_and_a_wrong_one_changes_nothing);
    tcase_add_loop_test(tcase, errors_are_reported_and_nothing_breaks, 0, COUNT(nonsense));
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
