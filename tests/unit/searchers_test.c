#include "searchers.h"

#include "attacks.h"
#include "check_rig.h"
#include "movegen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* NEVER, in s, is longer than any test may take. */
enum { ANSWERS_MAX = 64, SECOND = 1000000000, NEVER = 1000000 };

static uv_loop_t loop;
static Searchers *searchers;
static SearchAnswer answers[ANSWERS_MAX];
static int answer_count;
static Line line;
static Move moves[8];

static void on_answer(void *context, const SearchAnswer *answer)
{
    ck_assert_ptr_eq(context, answers);
    ck_assert_int_lt(answer_count, ANSWERS_MAX);
    answers[answer_count++] = *answer;
}

static void open_with(unsigned threads)
{
    searchers = searchers_open(&(SearchersOptions){
        .loop = &loop, .threads = threads, .context = answers, .answer = on_answer});
    ck_assert_ptr_nonnull(searchers);
}

static void setup(void)
{
    Position start;
    attacks_init();
    uv_loop_init(&loop);
    position_start(&start);
    line_init(&line, &start, moves, 8);
    answer_count = 0;
}

static void teardown(void)
{
    searchers_close(searchers);
    uv_run(&loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(uv_loop_close(&loop), 0);
}

/* 'by': in how many seconds from now. */
static void ask(const char *game, uint32_t turn, int rating, int by)
{
    Search search = {
        .turn = turn, .rating = rating, .seed = 7, .by = uv_hrtime() + (uint64_t)by * SECOND};
    strcpy(search.game.text, game);
    searchers_ask(searchers, &search, &line);
}

static void wait_for(int count)
{
    while (answer_count < count)
        uv_run(&loop, UV_RUN_ONCE);
}

static long processor_ms(void)
{
    struct rusage used;
    ck_assert_int_eq(getrusage(RUSAGE_SELF, &used), 0);
    return used.ru_utime.tv_sec * 1000 + used.ru_utime.tv_usec / 1000;
}

/* A thread has taken a job when the process is busy while this thread sleeps. */
static void wait_until_thinking(void)
{
    for (long before = processor_ms(); processor_ms() < before + 50;)
        uv_sleep(1);
}

START_TEST(an_answer_names_game_and_turn_and_is_a_legal_move)
{
    open_with(1);
    ask("Ab12Cd34", 17, 800, 60);
    ck_assert_uint_eq(searchers_waiting(searchers), 1);
    wait_for(1);
    ck_assert_uint_eq(searchers_waiting(searchers), 0);
    ck_assert_str_eq(answers[0].game.text, "Ab12Cd34");
    ck_assert_uint_eq(answers[0].turn, 17);
    ck_assert(position_is_legal(&line.now, answers[0].chosen.move));
    ck_assert(!answers[0].chosen.cut);
}
END_TEST

/* One entry: e2e4 in the position at the start (as in uci_session_test). */
START_TEST(a_book_answers_without_a_search)
{
    static const uint8_t entry[16] = {0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c,
                                      3,    28,   0,    1,    0,    0,    0,    0};
    Book book;
    ck_assert_int_eq(book_init(&book, entry, sizeof entry), POLYGLOT_OK);
    searchers = searchers_open(&(SearchersOptions){
        .loop = &loop, .threads = 1, .book = &book, .context = answers, .answer = on_answer});
    ask("Ab12Cd34", 0, 2600, 60);
    wait_for(1);
    ck_assert_uint_eq(answers[0].chosen.move, move_of(SQ_E2, SQ_E4, MOVE_DOUBLE));
    ck_assert_uint_eq(answers[0].chosen.nodes, 0);
    line_push(&line, answers[0].chosen.move);
    ask("Ab12Cd34", 1, 2600, 60);
    wait_for(2);
    ck_assert_uint_gt(answers[1].chosen.nodes, 0);
}
END_TEST

START_TEST(the_line_is_a_copy)
{
    open_with(1);
    ask("Ab12Cd34", 0, 800, 60);
    memset(moves, 0xff, sizeof moves);
    memset(&line, 0xff, sizeof line);
    wait_for(1);
    Position start;
    position_start(&start);
    ck_assert(position_is_legal(&start, answers[0].chosen.move));
}
END_TEST

START_TEST(the_same_search_finds_the_same_move_on_any_thread)
{
    open_with(3);
    for (int i = 0; i < 12; i++)
        ask("Ab12Cd34", 0, 1200, 60);
    wait_for(12);
    for (int i = 1; i < 12; i++) {
        ck_assert_int_eq(answers[i].chosen.move, answers[0].chosen.move);
        ck_assert_uint_eq(answers[i].chosen.nodes, answers[0].chosen.nodes);
    }
}
END_TEST

START_TEST(the_most_urgent_is_searched_first)
{
    GameId busy = {"busy0000"};
    open_with(1);
    /* The first, which is the most urgent, keeps the one thread busy while the others queue up. */
    ask("busy0000", 0, SKILL_RATING_FULL, NEVER);
    ask("third000", 0, 600, NEVER + 3);
    ask("first000", 0, 600, NEVER + 1);
    ask("second00", 0, 600, NEVER + 2);
    searchers_forget(searchers, &busy);
    wait_for(3);
    ck_assert_str_eq(answers[0].game.text, "first000");
    ck_assert_str_eq(answers[1].game.text, "second00");
    ck_assert_str_eq(answers[2].game.text, "third000");
}
END_TEST

START_TEST(a_late_search_is_cut_short_and_still_answers)
{
    open_with(1);
    ask("Ab12Cd34", 0, SKILL_RATING_FULL, 0);
    wait_for(1);
    ck_assert(answers[0].chosen.cut);
    ck_assert(position_is_legal(&line.now, answers[0].chosen.move));
}
END_TEST

START_TEST(a_forgotten_search_ends_at_once_and_answers_nothing)
{
    open_with(1);
    for (int i = 0; i < 20; i++)
        ask("left0000", 0, SKILL_RATING_FULL, NEVER);
    wait_until_thinking();
    ask("goes0000", 3, 600, NEVER + 1);
    GameId left = {"left0000"};
    searchers_forget(searchers, &left);
    wait_for(1);
    ck_assert_str_eq(answers[0].game.text, "goes0000");
    ck_assert_int_eq(answer_count, 1);
    ck_assert_uint_eq(searchers_waiting(searchers), 0);
}
END_TEST

START_TEST(questions_after_forgetting_are_answered)
{
    open_with(1);
    GameId game = {"Ab12Cd34"};
    ask("Ab12Cd34", 1, SKILL_RATING_FULL, NEVER);
    searchers_forget(searchers, &game);
    ask("Ab12Cd34", 2, 600, NEVER);
    wait_for(1);
    ck_assert_uint_eq(answers[0].turn, 2);
}
END_TEST

START_TEST(closing_waits_for_no_search)
{
    open_with(2);
    for (int i = 0; i < 40; i++)
        ask("Ab12Cd34", 0, SKILL_RATING_FULL, NEVER);
    wait_until_thinking();
    teardown();
    ck_assert_int_eq(answer_count, 0);
    setup();
    open_with(1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("searchers");
    TCase *tcase = tcase_create("searchers");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, an_answer_names_game_and_turn_and_is_a_legal_move);
    tcase_add_test(tcase, a_book_answers_without_a_search);
    tcase_add_test(tcase, the_line_is_a_copy);
    tcase_add_test(tcase, the_same_search_finds_the_same_move_on_any_thread);
    tcase_add_test(tcase, the_most_urgent_is_searched_first);
    tcase_add_test(tcase, a_late_search_is_cut_short_and_still_answers);
    tcase_add_test(tcase, a_forgotten_search_ends_at_once_and_answers_nothing);
    tcase_add_test(tcase, questions_after_forgetting_are_answered);
    tcase_add_test(tcase, closing_waits_for_no_search);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
