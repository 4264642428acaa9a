#include "engines.h"

#include "chess_rig.h"

#include <signal.h>
#include <unistd.h>

enum { HEARD_MAX = 64, SECOND = 1000000000 };

static uv_loop_t loop;
static Engines *engines;
static char directory[64], path[128];
static Line line;
static Move moves[8];
static SearchAnswer answers[HEARD_MAX];
static int answer_count, trouble_count;
static char last_words[256];
static bool last_over;

static void on_answer(void *context, const SearchAnswer *answer)
{
    ck_assert_ptr_eq(context, answers);
    ck_assert_int_lt(answer_count, HEARD_MAX);
    answers[answer_count++] = *answer;
}

static void on_trouble(void *context, const GameId *game, const char *words, bool over)
{
    ck_assert_ptr_eq(context, answers);
    ck_assert_uint_eq(strlen(game->text), 8);
    trouble_count++;
    last_over = over;
    snprintf(last_words, sizeof last_words, "%s", words);
}

/* Only what a test waits for is short: nothing else may come because the machine is slow. */
static EngineWaits waits_for(const char *how)
{
    enum { SHORT = 300, LONG = 600000 };
    return (EngineWaits){
        .greeting = strcmp(how, "mute") == 0 ? SHORT : LONG,
        .setting = strcmp(how, "deaf") == 0 ? SHORT : LONG,
        .grace = strcmp(how, "hang") == 0 ? SHORT : LONG,
        .rest = 50,
    };
}

/* Programs' paths: one that is called 'how' behaves so (fake_engine.sh). */
static void open_fake(const char *how)
{
    Position start;
    attacks_init();
    uv_loop_init(&loop);
    position_start(&start);
    line_init(&line, &start, moves, 8);
    answer_count = trouble_count = 0;
    strcpy(directory, "/tmp/castled-engines-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/%s", directory, how);
    if (strcmp(how, "missing") != 0)
        ck_assert_int_eq(symlink(FAKE_ENGINE, path), 0);
    EngineProgram program = {.name = "fake", .path = path};
    engines = engines_open(&(EnginesOptions){.loop = &loop,
                                             .programs = &program,
                                             .count = 1,
                                             .hash = 32,
                                             .threads = 2,
                                             .waits = waits_for(how),
                                             .context = answers,
                                             .answer = on_answer,
                                             .trouble = on_trouble});
}

static void close_fake(void)
{
    char command[128];
    engines_close(engines);
    uv_run(&loop, UV_RUN_DEFAULT);
    engines_free(engines);
    ck_assert_int_eq(uv_loop_close(&loop), 0);
    snprintf(command, sizeof command, "rm -r %s", directory);
    ck_assert_int_eq(system(command), 0);
}

static void ask(const char *game, int rating)
{
    Search search = {.turn = 3, .rating = rating, .by = uv_hrtime() + UINT64_C(60) * SECOND};
    strcpy(search.game.text, game);
    engines_ask(engines, 0, &search, &line);
}

static bool was_told(const char *words)
{
    static char text[65536];
    char file[160];
    snprintf(file, sizeof file, "%s.told", path);
    FILE *in = fopen(file, "rb");
    if (!in)
        return false;
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    return strstr(text, words) != NULL;
}

/* What the program had started itself: nobody is there, or a zombie that waits for its reaper. */
static bool child_is_gone(void)
{
    char file[160], about[256] = "";
    int child;
    snprintf(file, sizeof file, "%s.child", path);
    FILE *in = fopen(file, "rb");
    ck_assert_ptr_nonnull(in);
    ck_assert_int_eq(fscanf(in, "%d", &child), 1);
    fclose(in);
    snprintf(file, sizeof file, "/proc/%d/stat", child);
    in = fopen(file, "rb");
    if (!in)
        return true;
    bool read = fgets(about, sizeof about, in) != NULL;
    fclose(in);
    return !read || strstr(about, ") Z ");
}

static void wait_for_answers(int count)
{
    while (answer_count < count)
        uv_run(&loop, UV_RUN_ONCE);
}

static void wait_for_the_end(void)
{
    while (!trouble_count || !last_over)
        uv_run(&loop, UV_RUN_ONCE);
}

START_TEST(a_good_engine_answers_within_what_it_is_told)
{
    open_fake("good");
    ask("Ab12Cd34", 1200);
    wait_for_answers(1);
    ck_assert_str_eq(answers[0].game.text, "Ab12Cd34");
    ck_assert_uint_eq(answers[0].turn, 3);
    ck_assert_uint_eq(answers[0].chosen.move, move_of(SQ_E2, SQ_E4, MOVE_DOUBLE));
    ck_assert_int_eq(answers[0].chosen.score, 25);
    ck_assert(was_told("name Hash value 32\n"));
    ck_assert(was_told("name Threads value 2\n"));
    ck_assert(was_told("name UCI_LimitStrength value true\nname UCI_Elo value 1200\n"));
    ck_assert(was_told("fen " START_FEN "\ngo movetime 1000\n"));
    ask("Ab12Cd34", 0);
    wait_for_answers(2);
    ck_assert(was_told("name UCI_LimitStrength value false\n"));
    const EngineAbout *about = engines_about(engines, 0);
    ck_assert(about->ready && about->rated && !about->skilled && !about->chess960);
    ck_assert_str_eq(about->title, "Fake good");
    ck_assert_int_eq(about->rating_least, 1000);
    ck_assert_int_eq(about->rating_most, 2000);
    ck_assert_int_eq(engines_find(engines, "fake"), 0);
    ck_assert_int_eq(engines_find(engines, "other"), -1);
    ck_assert_int_eq(trouble_count, 0);
    close_fake();
}
END_TEST

START_TEST(one_that_dies_once_is_started_again_and_asked_again)
{
    open_fake("once-crash");
    ask("Ab12Cd34", 0);
    wait_for_answers(1);
    ck_assert_uint_eq(answers[0].chosen.move, move_of(SQ_E2, SQ_E4, MOVE_DOUBLE));
    ck_assert_int_eq(trouble_count, 1);
    ck_assert(!last_over);
    ck_assert_str_eq(last_words,
                     "fake has ended by itself; it is started again, and the game goes on");
    close_fake();
}
END_TEST

static const struct {
    const char *how, *words;
    int troubles; /* told to the game, the last one included */
} hostile[] = {
    {"crash", "fake has ended by itself; it cannot go on", 3},
    {"hang", "fake does not stop thinking; it cannot go on", 3},
    {"flood", "fake says too much; it cannot go on", 3},
    {"endless", "fake says too much; it cannot go on", 3},
    {"illegal", "fake has played e2e5, which is not legal; it cannot go on", 3},
    {"nonsense", "fake has played nothing, which is not legal; it cannot go on", 3},
    {"deaf", "fake does not answer; it cannot go on", 3},
    {"mute", "fake does not answer; it cannot go on", 1},
    {"gone", "fake has ended by itself; it cannot go on", 1},
    {"missing", "fake cannot be started; it cannot go on", 1},
};

START_TEST(a_hostile_one_is_ended_and_told_of)
{
    open_fake(hostile[_i].how);
    ask("Ab12Cd34", 0);
    wait_for_the_end();
    ck_assert_msg(strncmp(last_words, hostile[_i].words, strlen(hostile[_i].words)) == 0, "%s: %s",
                  hostile[_i].how, last_words);
    ck_assert_int_eq(trouble_count, hostile[_i].troubles);
    ck_assert_int_eq(answer_count, 0);
    /* It is no use, but does no harm, to ask again. */
    ask("Ef12Gh34", 0);
    close_fake();
}
END_TEST

START_TEST(nothing_is_left_of_one_that_hangs)
{
    open_fake("hang");
    ask("Ab12Cd34", 0);
    wait_for_the_end();
    while (!child_is_gone())
        uv_run(&loop, UV_RUN_NOWAIT);
    close_fake();
}
END_TEST

START_TEST(a_forgotten_question_is_not_answered)
{
    GameId left = {.text = "Ab12Cd34"};
    open_fake("good");
    ask("Ab12Cd34", 0);
    ask("Ef12Gh34", 0);
    engines_forget(engines, &left);
    wait_for_answers(1);
    ck_assert_str_eq(answers[0].game.text, "Ef12Gh34");
    close_fake();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("engines");
    TCase *tcase = tcase_create("engines");
    tcase_set_timeout(tcase, 60);
    signal(SIGPIPE, SIG_IGN);
    tcase_add_test(tcase, a_good_engine_answers_within_what_it_is_told);
    tcase_add_test(tcase, one_that_dies_once_is_started_again_and_asked_again);
    tcase_add_loop_test(tcase, a_hostile_one_is_ended_and_told_of, 0, COUNT(hostile));
    tcase_add_test(tcase, nothing_is_left_of_one_that_hangs);
    tcase_add_test(tcase, a_forgotten_question_is_not_answered);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
