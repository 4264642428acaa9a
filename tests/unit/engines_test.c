#include "engines.h"

#include "chess_rig.h"

#include <signal.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEARD_MAX = 64, SECOND = 1000000000 };

static uv_loop_t loop;
static Engines *engines;
static char directory[64], path[128];
static char hidden[64], secret[128]; /* a private folder, and a file in it */
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

/* Only the limits that a test waits for are short: nothing else must happen because the machine is slow. */
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

static void make_folders(void)
{
    strcpy(directory, "/tmp/castled-engines-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    strcpy(hidden, "/tmp/castled-hidden-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(hidden));
    snprintf(secret, sizeof secret, "%s/secret", hidden);
    FILE *out = fopen(secret, "w");
    ck_assert_ptr_nonnull(out);
    fputs("secret", out);
    fclose(out);
}

/* A program that behaves as its name 'how' says (fake_engine.sh, spy_engine.c). */
static void open_engine(const char *how, const char *program, EngineSandbox sandbox)
{
    Position start;
    attacks_init();
    uv_loop_init(&loop);
    position_start(&start);
    line_init(&line, &start, moves, 8);
    answer_count = trouble_count = 0;
    snprintf(path, sizeof path, "%s/%s", directory, how);
    if (program)
        ck_assert_int_eq(symlink(program, path), 0);
    sandbox.launcher = "/proc/self/exe"; /* this test: see main */
    EngineProgram fake = {.name = "fake", .path = path};
    engines = engines_open(&(EnginesOptions){.loop = &loop,
                                             .programs = &fake,
                                             .count = 1,
                                             .hash = 32,
                                             .threads = 2,
                                             .waits = waits_for(how),
                                             .sandbox = sandbox,
                                             .context = answers,
                                             .answer = on_answer,
                                             .trouble = on_trouble});
}

static void open_fake(const char *how)
{
    make_folders();
    open_engine(how, strcmp(how, "missing") ? FAKE_ENGINE : NULL,
                (EngineSandbox){.hidden = hidden,
                                .read = "",
                                .write = directory,
                                .memory = strcmp(how, "hungry") ? 0 : 64});
}

static void close_fake(void)
{
    char command[160];
    engines_close(engines);
    uv_run(&loop, UV_RUN_DEFAULT);
    engines_free(engines);
    ck_assert_int_eq(uv_loop_close(&loop), 0);
    snprintf(command, sizeof command, "rm -r %s %s", directory, hidden);
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

static void forget_what_was_told(void)
{
    char file[160];
    snprintf(file, sizeof file, "%s.told", path);
    unlink(file);
}

/* A child of the program: it is gone, or a zombie that waits for its reaper. */
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

START_TEST(a_good_engine_answers_within_its_limits)
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

START_TEST(an_engine_with_steps_is_told_the_step)
{
    static const struct {
        int step;
        const char *told;
    } CASES[] = {{1, "name Skill Level value 0\n"},
                 {20, "name Skill Level value 19\n"},
                 {21, "name Skill Level value 20\n"},
                 {0, "name Skill Level value 20\n"},
                 {22, "name Skill Level value 20\n"}};
    open_fake("skilled");
    for (int i = 0; i < (int)COUNT(CASES); i++) {
        forget_what_was_told();
        ask("Ab12Cd34", CASES[i].step);
        wait_for_answers(i + 1);
        ck_assert_msg(was_told(CASES[i].told), "step %d", CASES[i].step);
    }
    const EngineAbout *about = engines_about(engines, 0);
    ck_assert(about->skilled && !about->rated);
    ck_assert_int_eq(about->skill_least, 0);
    ck_assert_int_eq(about->skill_most, 20);
    close_fake();
}
END_TEST

START_TEST(one_that_dies_once_is_restarted_and_asked_again)
{
    open_fake("once-crash");
    ask("Ab12Cd34", 0);
    wait_for_answers(1);
    ck_assert_uint_eq(answers[0].chosen.move, move_of(SQ_E2, SQ_E4, MOVE_DOUBLE));
    ck_assert_int_eq(trouble_count, 1);
    ck_assert(!last_over);
    ck_assert_str_eq(last_words, "fake has exited; it is being restarted, and the game goes on");
    close_fake();
}
END_TEST

static const struct {
    const char *how, *words;
    int troubles; /* reported to the game, the last one included */
} hostile[] = {
    {"crash", "fake has exited; it cannot continue", 3},
    {"hang", "fake does not stop thinking; it cannot continue", 3},
    {"flood", "fake sends too much output; it cannot continue", 3},
    {"endless", "fake sends too much output; it cannot continue", 3},
    {"illegal", "fake has played e2e5, which is not legal; it cannot continue", 3},
    {"nonsense", "fake has played nothing, which is not legal; it cannot continue", 3},
    {"deaf", "fake does not answer; it cannot continue", 3},
    {"mute", "fake does not answer; it cannot continue", 1},
    {"hungry", "fake has exited; it cannot continue", 3},
    {"gone", "fake has exited; it cannot continue", 1},
    {"missing", "fake cannot be started; it cannot continue", 1},
};

START_TEST(a_hostile_one_is_ended_and_reported)
{
    open_fake(hostile[_i].how);
    ask("Ab12Cd34", 0);
    wait_for_the_end();
    ck_assert_msg(strncmp(last_words, hostile[_i].words, strlen(hostile[_i].words)) == 0, "%s: %s",
                  hostile[_i].how, last_words);
    ck_assert_int_eq(trouble_count, hostile[_i].troubles);
    ck_assert_int_eq(answer_count, 0);
    /* Asking again is of no use, but does no harm. */
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

/* ---- what an engine may do (spy_engine.c) ---- */

static char report[65536];

static void ask_to_look(const char *what, const char *where)
{
    char file[160];
    snprintf(file, sizeof file, "%s/spy.look", directory);
    FILE *out = fopen(file, "a");
    ck_assert_ptr_nonnull(out);
    fprintf(out, "%s %s\n", what, where);
    fclose(out);
}

static void read_report(void)
{
    char file[160];
    ask("Ab12Cd34", 0);
    wait_for_answers(1);
    snprintf(file, sizeof file, "%s.found", path);
    FILE *in = fopen(file, "r");
    ck_assert_ptr_nonnull(in);
    report[fread(report, 1, sizeof report - 1, in)] = '\0';
    fclose(in);
}

static void expect_found(const char *format, ...)
{
    char words[256] = "\n";
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(words + 1, sizeof words - 2, format, arguments);
    va_end(arguments);
    strcpy(words + 1 + length, "\n");
    ck_assert_msg(strstr(report, words) != NULL, "not found: %sin\n%s", words, report);
}

START_TEST(an_engine_has_limits_and_nothing_of_the_server)
{
    make_folders();
    setenv("CASTLED_SECRET", "x", 1);
    setenv("HOME", "/", 1);
    ck_assert_int_ge(dup2(STDERR_FILENO, 200), 0); /* open, and not to be closed by exec */
    open_engine("spy", SPY_ENGINE,
                (EngineSandbox){.hidden = hidden, .read = "", .write = directory, .memory = 1024});
    read_report();
    ck_assert_int_eq(strncmp(report, "files 3\n", 8), 0);
    expect_found("death %d", SIGKILL);
    expect_found("privileges 1");
    expect_found("leader 1");
    expect_found("folder %s", directory);
    expect_found("variable HOME");
    ck_assert_ptr_null(strstr(report, "CASTLED_SECRET"));
    expect_found("core 0");
    expect_found("nofile %d", ENGINE_FILES);
    expect_found("as %lld", (1024LL + 32 + 2 * ENGINE_THREAD_MEMORY) << 20);
    expect_found("socket unix Permission denied");
    expect_found("socketpair unix yes");
    expect_found("socket internet yes");
    close_fake();
}
END_TEST

/* Whatever error the kernel gives. */
static void expect_refused(const char *what, const char *which)
{
    char words[256];
    snprintf(words, sizeof words, "\n%s %s ", what, which);
    const char *at = strstr(report, words);
    ck_assert_msg(at != NULL, "not tried: %s", words);
    at += strlen(words);
    ck_assert_msg(strncmp(at, "Permission denied", 17) == 0 ||
                      strncmp(at, "Operation not permitted", 23) == 0,
                  "%s%.40s", words, at);
}

/* The data directory is below a folder that the engine may read, with a file beside it, and with links: one to the
 * data, one out of the folder. */
static struct {
    char folder[128], data[160], base[192], beside[160], link[160], out[160];
} files;

static void make_file(const char *file)
{
    FILE *made = fopen(file, "w");
    ck_assert_ptr_nonnull(made);
    fclose(made);
}

static void make_files(void)
{
    make_folders();
    snprintf(files.folder, sizeof files.folder, "%s/deep", hidden);
    snprintf(files.data, sizeof files.data, "%s/data", files.folder);
    snprintf(files.base, sizeof files.base, "%s/castled.db", files.data);
    snprintf(files.beside, sizeof files.beside, "%s/beside", files.folder);
    snprintf(files.link, sizeof files.link, "%s/link", files.folder);
    snprintf(files.out, sizeof files.out, "%s/out", files.folder);
    ck_assert_int_eq(mkdir(files.folder, 0700), 0);
    ck_assert_int_eq(mkdir(files.data, 0700), 0);
    make_file(files.base);
    make_file(files.beside);
    ck_assert_int_eq(symlink(files.data, files.link), 0);
    ck_assert_int_eq(symlink("/var", files.out), 0);
}

START_TEST(an_engine_reaches_what_it_needs_and_not_what_is_hidden)
{
    if (!engine_sandbox_landlock())
        return;
    make_files();
    const char *const refused[][2] = {
        {"read", files.base},
        {"write", files.base},
        {"list", files.data},
        {"list", files.link},
        {"list", files.out},
        {"list", files.folder},
        {"list", "/tmp"},
        {"list", "/"},
        {"write", files.beside},
#if defined(__x86_64__) || defined(__aarch64__) /* where system calls are filtered */
        {"chmod", files.base},
        {"truncate", files.base},
        {"empty", files.base},
        {"chmod", files.beside},
        {"truncate", files.beside},
        {"empty", files.beside},
#endif
    };
    const char *const allowed[][2] = {
        {"read", files.beside},
        {"read", "/etc/ld.so.cache"},
        {"list", "/usr"},
        {"write", "/dev/null"},
    };
    for (size_t i = 0; i < COUNT(refused); i++)
        ask_to_look(refused[i][0], refused[i][1]);
    for (size_t i = 0; i < COUNT(allowed); i++)
        ask_to_look(allowed[i][0], allowed[i][1]);
    open_engine("spy", SPY_ENGINE,
                (EngineSandbox){.hidden = files.data, .read = hidden, .write = directory});
    read_report();
    for (size_t i = 0; i < COUNT(refused); i++)
        expect_refused(refused[i][0], refused[i][1]);
    for (size_t i = 0; i < COUNT(allowed); i++)
        expect_found("%s %s yes", allowed[i][0], allowed[i][1]);
    if (engine_sandbox_landlock() >= 6)
        expect_refused("signal", "server");
    expect_refused("open", "server's memory");
    expect_refused("trace", "server");
    close_fake();
}
END_TEST

START_TEST(what_is_allowed_must_be_there_and_not_hidden)
{
    char text[SANDBOX_LINE_MAX], list[256];
    make_folders();
    EngineSandbox sandbox = {.hidden = hidden, .read = "/usr,/tmp", .write = directory};
    ck_assert(engine_sandbox_check(&sandbox, text));
    sandbox.read = "/usr,/nowhere/at/all";
    ck_assert(!engine_sandbox_check(&sandbox, text));
    ck_assert_str_eq(text, "/nowhere/at/all: No such file or directory");
    sandbox.read = "";
    snprintf(list, sizeof list, "/usr,%s/../%s/secret", directory, strrchr(hidden, '/') + 1);
    sandbox.write = list;
    ck_assert(!engine_sandbox_check(&sandbox, text));
    ck_assert_ptr_nonnull(strstr(text, "/secret: it is in the data folder"));
    snprintf(list, sizeof list, "rm -r %s %s", directory, hidden);
    ck_assert_int_eq(system(list), 0);
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

int main(int argc, char *argv[])
{
    if (argc > 1 && strcmp(argv[1], SANDBOX_COMMAND) == 0)
        _exit(engine_sandbox_main(argc - 2, argv + 2));
    Suite *suite = suite_create("engines");
    TCase *tcase = tcase_create("engines");
    tcase_set_timeout(tcase, 60);
    signal(SIGPIPE, SIG_IGN);
    tcase_add_test(tcase, a_good_engine_answers_within_its_limits);
    tcase_add_test(tcase, an_engine_with_steps_is_told_the_step);
    tcase_add_test(tcase, one_that_dies_once_is_restarted_and_asked_again);
    tcase_add_loop_test(tcase, a_hostile_one_is_ended_and_reported, 0, COUNT(hostile));
    tcase_add_test(tcase, nothing_is_left_of_one_that_hangs);
    tcase_add_test(tcase, an_engine_has_limits_and_nothing_of_the_server);
    tcase_add_test(tcase, an_engine_reaches_what_it_needs_and_not_what_is_hidden);
    tcase_add_test(tcase, what_is_allowed_must_be_there_and_not_hidden);
    tcase_add_test(tcase, a_forgotten_question_is_not_answered);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
