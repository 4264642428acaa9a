#include "watchdog.h"

#include "check_rig.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LIMIT = 500, LONGER = 2 * LIMIT, TEXT_MAX = 4096 }; /* ms */

/* Of the loop that is always running: a busy machine may give it no processor for half a second. */
enum { BUSY_LIMIT = 5000 }; /* ms */

/* How much of a processor a callback needs whose thread hardly gets any. */
enum { STARVING_WORK = 10 }; /* ms */

static uv_loop_t loop;
static Watchdog *watchdog;

/* ---- what a process does under the watchdog ---- */

static void hang(uv_timer_t *timer)
{
    (void)timer;
    for (;;)
        pause();
}

static void spin(uv_timer_t *timer)
{
    volatile unsigned long count = 0;
    (void)timer;
    for (;;)
        count++;
}

static void stop(uv_timer_t *timer)
{
    uv_stop(timer->loop);
}

static void turn(uv_idle_t *idle)
{
    (void)idle;
}

static void run_timer(uv_timer_cb callback, uint64_t ms)
{
    static uv_timer_t timer;
    uv_timer_init(&loop, &timer);
    uv_timer_start(&timer, callback, ms, 0);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_close((uv_handle_t *)&timer, NULL);
}

static void be_idle(void)
{
    run_timer(stop, LONGER);
}

static void be_busy(void)
{
    static uv_idle_t idle;
    uv_idle_init(&loop, &idle);
    uv_idle_start(&idle, turn);
    run_timer(stop, BUSY_LIMIT + LIMIT);
    uv_close((uv_handle_t *)&idle, NULL);
}

static void hang_in_a_callback(void)
{
    run_timer(hang, 1);
}

static void spin_in_a_callback(void)
{
    run_timer(spin, 1);
}

/* When the watchdog's thread sleeps, too; in the loop's first turn it does not know for how long. */
static void hang_after_a_long_sleep(void)
{
    run_timer(stop, 1);
    uv_run(&loop, UV_RUN_NOWAIT); /* the timer is closed */
    run_timer(hang, (WATCHDOG_QUIET / WATCHDOG_TICKS + 1) * LIMIT);
}

static void load(uv_timer_t *timer)
{
    watchdog_look_away(watchdog, true);
    usleep(LONGER * 1000);
    watchdog_look_away(watchdog, false);
    uv_stop(timer->loop);
}

static void take_long_when_loading(void)
{
    run_timer(load, 1);
}

static void hang_after_loading(void)
{
    watchdog_look_away(watchdog, true);
    watchdog_look_away(watchdog, false);
    run_timer(hang, 1);
}

static void take_long_when_no_longer_watched(void)
{
    run_timer(stop, 1);
    watchdog_stop(watchdog);
    watchdog = NULL;
    usleep(LONGER * 1000);
}

/* Stopped for longer than the limit by its parent, in the middle of a turn. */
static void stop_in_a_callback(uv_timer_t *timer)
{
    raise(SIGSTOP);
    uv_stop(timer->loop);
}

static void be_stopped(void)
{
    run_timer(stop_in_a_callback, 1);
}

static void compute_for_long(uv_timer_t *timer)
{
    struct timespec used;
    do
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    while (used.tv_sec * 1000 + used.tv_nsec / 1000000 < STARVING_WORK);
    uv_stop(timer->loop);
}

/* Another process on the same processor leaves this thread some milliseconds of each second (the kernel weighs 1024 to 3): each
 * wait is longer than the limit, and so are all of them. */
static void be_starved(void)
{
    cpu_set_t one;
    const struct sched_param none = {0};
    CPU_ZERO(&one);
    CPU_SET((size_t)sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    pid_t other = fork();
    if (other == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;)
            continue;
    }
    sched_setscheduler(0, SCHED_IDLE, &none);
    run_timer(compute_for_long, 1);
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
}

static void hang_after_a_long_first_turn(void)
{
    run_timer(hang, (WATCHDOG_QUIET / WATCHDOG_TICKS + 1) * LIMIT);
}

/* ---- and how it ends ---- */

static unsigned limit_of(void (*act)(void))
{
    return act == be_busy ? BUSY_LIMIT : LIMIT;
}

static _Noreturn void be_child(void (*act)(void), bool core, int err)
{
    struct rlimit none = {0};
    setrlimit(RLIMIT_CORE, &none); /* no core file of a test */
    prctl(PR_SET_DUMPABLE, 0);
    dup2(err, STDERR_FILENO);
    uv_loop_init(&loop);
    watchdog = watchdog_start(&loop, limit_of(act), core);
    if (!watchdog)
        _exit(2);
    act();
    watchdog_stop(watchdog);
    uv_run(&loop, UV_RUN_DEFAULT);
    _exit(uv_loop_close(&loop) == 0 ? 0 : 3);
}

/* The wait status of a child that does this, with its output. */
static int status_of(void (*act)(void), bool core, char text[TEXT_MAX])
{
    int ends[2], status;
    size_t length = 0;
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0)
        be_child(act, core, ends[1]);
    close(ends[1]);
    ck_assert_int_eq(waitpid(child, &status, WUNTRACED), child);
    if (WIFSTOPPED(status)) {
        usleep(LONGER * 1000);
        kill(child, SIGCONT);
        ck_assert_int_eq(waitpid(child, &status, 0), child);
    }
    for (ssize_t count; (count = read(ends[0], text + length, TEXT_MAX - 1 - length)) > 0;)
        length += (size_t)count;
    text[length] = '\0';
    close(ends[0]);
    return status;
}

static const struct {
    const char *what;
    void (*act)(void);
    bool fires;
} cases[] = {
    {"sleeps", be_idle, false},
    {"makes many turns and never sleeps", be_busy, false},
    {"is stopped and goes on", be_stopped, false},
    {"gets no processor for long", be_starved, false},
    {"takes long to load", take_long_when_loading, false},
    {"takes long after the loop", take_long_when_no_longer_watched, false},
    {"waits in a callback", hang_in_a_callback, true},
    {"computes in a callback", spin_in_a_callback, true},
    {"waits in a callback after it has loaded", hang_after_loading, true},
    {"waits in a callback after a long sleep", hang_after_a_long_sleep, true},
    {"waits in a callback after a long first turn", hang_after_a_long_first_turn, true},
};

START_TEST(a_loop_that_hangs_ends_the_process_and_no_other)
{
    char text[TEXT_MAX];
    int status = status_of(cases[_i].act, false, text);
    ck_assert_msg(WIFEXITED(status), "%s: %d %s", cases[_i].what, status, text);
    ck_assert_msg(WEXITSTATUS(status) == (cases[_i].fires ? WATCHDOG_STATUS : 0), "%s: %d %s",
                  cases[_i].what, WEXITSTATUS(status), text);
    ck_assert_str_eq(text, cases[_i].fires
                               ? "castled: the event loop has been stuck for 0.5 s; exiting, so "
                                 "that the server can be restarted\n"
                               : "");
}
END_TEST

START_TEST(it_is_aborted_where_a_core_file_is_wanted)
{
    char text[TEXT_MAX];
    int status = status_of(hang_in_a_callback, true, text);
    ck_assert(WIFSIGNALED(status));
    ck_assert_int_eq(WTERMSIG(status), SIGABRT);
    ck_assert(strstr(text, "has been stuck for 0.5 s") != NULL);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("watchdog");
    TCase *tcase = tcase_create("watchdog");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, a_loop_that_hangs_ends_the_process_and_no_other, 0,
                        (int)(sizeof cases / sizeof *cases));
    tcase_add_test(tcase, it_is_aborted_where_a_core_file_is_wanted);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
