/* sim - runs castled's own parts in simulated worlds, each made from a seed, and says what did not hold. See README.md. */
#include "run.h"
#include "world.h"

#include "attacks.h"

#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    SHRINK_TIME = 60, /* s */
    JOBS_MAX = 64,
    SELF_TEST_SEEDS = 40,
    FOLDER_SIZE = 48,
};

/* ---- failures ---- */

/* Processor time of this process and of those that it waited for. */
static double seconds_worked(void)
{
    struct rusage own, children;
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    struct timeval times[] = {own.ru_utime, own.ru_stime, children.ru_utime, children.ru_stime};
    double seconds = 0;
    for (int i = 0; i < 4; i++)
        seconds += (double)times[i].tv_sec + (double)times[i].tv_usec / 1e6;
    return seconds;
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Runs it in a process of its own, which may crash. False when something did not hold, and *tally says what. */
static bool run_apart(const Settings *settings, bool traced, Tally *tally)
{
    int status = 0;
    *tally = (Tally){0};
    pid_t child = fork();
    if (child == 0) {
        world_set_trace(traced);
        run_world(settings, tally);
        _exit(tally->failure[0] ? 1 : 0);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0)
        abort();
    if (WIFSIGNALED(status))
        snprintf(tally->failure, sizeof tally->failure, "signal %d", WTERMSIG(status));
    else if (status != 0 && !tally->failure[0])
        snprintf(tally->failure, sizeof tally->failure, "status %d", WEXITSTATUS(status));
    return !tally->failure[0];
}

/* The next word without names and numbers; its length, 0 at the end. */
static size_t next_word(const char **text)
{
    for (;;) {
        *text += strspn(*text, " ");
        size_t length = strcspn(*text, " ");
        if (length == 0 || strcspn(*text, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") >= length)
            return length;
        *text += length;
    }
}

/* The same sentence, of another game or at another event. */
static bool is_same_failure(const char *one, const char *other)
{
    size_t length;
    while ((length = next_word(&one)) == next_word(&other) && length) {
        if (strncmp(one, other, length) != 0)
            return false;
        one += length;
        other += length;
    }
    return !*one && !*other;
}

/* A smaller world is kept if it still fails in the same way. */
static bool try_smaller(Settings *settings, const Settings *smaller, Tally *tally)
{
    char failure[sizeof tally->failure];
    memcpy(failure, tally->failure, sizeof failure);
    if (run_apart(smaller, false, tally) || !is_same_failure(failure, tally->failure)) {
        memcpy(tally->failure, failure, sizeof failure);
        return false;
    }
    *settings = *smaller;
    return true;
}

/* Leaves out each fault that it does not need, takes fewer players and games, and ends when it has failed. */
static void shrink(Settings *settings, Tally *tally)
{
    bool shrunk = true;
    double until = seconds_now() + SHRINK_TIME;
    for (int round = 0; shrunk && round < 8 && seconds_now() < until; round++) {
        shrunk = false;
        for (int i = 0; i < FAULT_COUNT; i++) {
            Settings smaller = *settings;
            smaller.without |= 1u << i;
            if (smaller.without != settings->without)
                shrunk |= try_smaller(settings, &smaller, tally);
        }
        for (uint32_t less = settings->players / 2; less > 0; less /= 2) {
            Settings smaller = *settings;
            smaller.players -= less;
            if (smaller.players >= 2)
                shrunk |= try_smaller(settings, &smaller, tally);
        }
        for (uint32_t less = settings->games / 2; less > 0; less /= 2) {
            Settings smaller = *settings;
            smaller.games -= less;
            if (smaller.games >= 1)
                shrunk |= try_smaller(settings, &smaller, tally);
        }
    }
}

static void report(const Settings *failed, Tally *tally)
{
    fprintf(stderr, "seed %llu failed at step %llu: %s\n", (unsigned long long)failed->seed,
            (unsigned long long)tally->steps, tally->failure);
}

static void report_smallest(const Settings *failed, Tally *tally)
{
    Settings settings = *failed;
    settings_draw(&settings);
    settings.has_settings = true;
    shrink(&settings, tally);
    fprintf(stderr, "the smallest that still fails:\n    sim --trace ");
    settings_print(&settings, stderr);
    run_apart(&settings, false, tally);
    fprintf(stderr, "\nat step %llu: %s\n", (unsigned long long)tally->steps, tally->failure);
}

/* ---- the program ---- */

static int usage(void)
{
    fprintf(stderr,
            "usage: sim [--seed N] [--seeds N | --seconds N] [--jobs N] [--players N --games N]\n"
            "           [--steps N] [--without FAULT]... [--trace] [--as-it-is]\n"
            "       sim --self-test\n");
    return 2;
}

typedef struct {
    Settings settings;
    uint64_t seeds;
    double seconds; /* 0: as many seeds as asked */
    uint64_t jobs;
    bool traced, tests_itself, takes_as_it_is;
} Options;

static bool parse_number(Options *options, const char *name, const char *value)
{
    char *end;
    uint64_t number = strtoull(value, &end, 10);
    if (!*value || *end)
        return false;
    if (strcmp(name, "--seed") == 0)
        options->settings.seed = number;
    else if (strcmp(name, "--seeds") == 0)
        options->seeds = number;
    else if (strcmp(name, "--seconds") == 0)
        options->seconds = (double)number;
    else if (strcmp(name, "--jobs") == 0)
        options->jobs = number;
    else if (strcmp(name, "--steps") == 0)
        options->settings.steps = number;
    else if (strcmp(name, "--players") == 0)
        options->settings.players = (uint32_t)number;
    else if (strcmp(name, "--games") == 0)
        options->settings.games = (uint32_t)number;
    else
        return false;
    return true;
}

static bool parse(Options *options, int count, char **words)
{
    for (int i = 1; i < count; i++) {
        Fault fault;
        if (strcmp(words[i], "--trace") == 0) {
            options->traced = true;
        } else if (strcmp(words[i], "--self-test") == 0) {
            options->tests_itself = true;
        } else if (strcmp(words[i], "--as-it-is") == 0) {
            options->takes_as_it_is = true;
        } else if (i + 1 == count) {
            return false;
        } else if (strcmp(words[i], "--without") == 0) {
            if (!fault_parse(words[++i], &fault))
                return false;
            options->settings.without |= 1u << fault;
        } else {
            if (!parse_number(options, words[i], words[i + 1]))
                return false;
            i++;
        }
    }
    Settings *settings = &options->settings;
    settings->has_settings = settings->players || settings->games;
    return !settings->has_settings || (settings->players >= 2 && settings->players <= PLAYERS_MAX &&
                                       settings->games > 0 && settings->games <= GAMES_MAX);
}

/* ---- many worlds, in several processes ---- */

static Tally *shared_tallies(uint64_t count)
{
    Tally *tallies = mmap(NULL, count * sizeof *tallies, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (tallies == MAP_FAILED)
        abort();
    return tallies;
}

/* Every 'jobs'th world; if the process crashes, the tally says how far it got. */
static void run_worlds(const Options *options, uint64_t job, Tally *tally)
{
    double began = seconds_now();
    Settings settings = options->settings;
    world_set_trace(options->traced);
    settings.seed += job;
    for (uint64_t i = job;
         options->seconds > 0 ? seconds_now() - began < options->seconds : i < options->seeds;
         i += options->jobs, settings.seed += options->jobs) {
        run_world(&settings, tally);
        if (tally->failure[0])
            _exit(1);
    }
}

static void add(Tally *sum, const Tally *tally)
{
    sum->worlds += tally->worlds;
    sum->ended += tally->ended;
    sum->events += tally->events;
    sum->rated += tally->rated;
    sum->crashes += tally->crashes;
    sum->starts += tally->starts;
    sum->syncs += tally->syncs;
    sum->hash ^= tally->hash;
    if (tally->failure[0])
        *sum = (Tally){.worlds = sum->worlds,
                       .seed = tally->seed,
                       .ended = sum->ended,
                       .events = sum->events,
                       .rated = sum->rated,
                       .crashes = sum->crashes,
                       .starts = sum->starts,
                       .syncs = sum->syncs,
                       .hash = sum->hash,
                       .steps = tally->steps};
}

static void print_tally(const Options *options, const Tally *tally)
{
    printf("from seed %llu %llu worlds: %llu games (%llu rated), %llu events, %llu starts, %llu "
           "crashes, %llu syncs, hash %016llx; %.0f games a second of a processor\n",
           (unsigned long long)options->settings.seed, (unsigned long long)tally->worlds,
           (unsigned long long)tally->ended, (unsigned long long)tally->rated,
           (unsigned long long)tally->events, (unsigned long long)tally->starts,
           (unsigned long long)tally->crashes, (unsigned long long)tally->syncs,
           (unsigned long long)tally->hash, (double)tally->ended / seconds_worked());
}

/* Waits for whichever ends first; its tally says what it found. The index of one that failed, or -1. */
static int64_t wait_for_jobs(uint64_t jobs, const pid_t *children, Tally *tallies)
{
    int64_t failed = -1;
    for (uint64_t ended = 0; ended < jobs; ended++) {
        int status = 0;
        pid_t child = wait(&status);
        for (uint64_t i = 0; i < jobs; i++) {
            if (children[i] != child || status == 0)
                continue;
            if (WIFSIGNALED(status) && !tallies[i].failure[0] && failed < 0)
                snprintf(tallies[i].failure, sizeof tallies[i].failure, "signal %d",
                         WTERMSIG(status));
            failed = failed < 0 ? (int64_t)i : failed;
            for (uint64_t k = 0; k < jobs && ended + 1 < jobs; k++)
                if (k != i)
                    kill(children[k], SIGTERM);
        }
    }
    return failed;
}

static int run_jobs(const Options *options)
{
    pid_t children[JOBS_MAX];
    Tally *tallies = shared_tallies(JOBS_MAX), sum = {0};
    for (uint64_t i = 0; i < options->jobs; i++) {
        children[i] = fork();
        if (children[i] < 0)
            abort();
        if (children[i] == 0) {
            run_worlds(options, i, &tallies[i]);
            exit(0);
        }
    }
    int64_t failed = wait_for_jobs(options->jobs, children, tallies);
    for (uint64_t i = 0; i < options->jobs; i++)
        add(&sum, &tallies[i]);
    print_tally(options, &sum);
    if (failed < 0)
        return 0;
    Settings settings = options->settings;
    settings.seed = tallies[failed].seed;
    if (!options->traced)
        report(&settings, &tallies[failed]);
    if (!options->traced && !options->takes_as_it_is)
        report_smallest(&settings, &tallies[failed]);
    return 1;
}

/* ---- the test of the test ---- */

/* Whether what is broken is noticed in one of the first worlds, by the right failure. */
static bool is_noticed(Break broken, Tally *tally)
{
    for (uint64_t seed = 1; seed <= SELF_TEST_SEEDS; seed++) {
        Settings settings = {.seed = seed, .broken = broken};
        if (run_apart(&settings, false, tally))
            continue;
        bool noticed = break_explains(broken, tally->failure);
        printf("%s: seed %llu: %s%s\n", break_name(broken), (unsigned long long)seed,
               tally->failure, noticed ? "" : ", which does not tell of it");
        return noticed;
    }
    printf("%s: not noticed\n", break_name(broken));
    return false;
}

static int test_itself(void)
{
    Tally *tally = shared_tallies(1);
    int missed = 0;
    for (int i = BREAK_none + 1; i < BREAK_COUNT; i++)
        missed += !is_noticed((Break)i, tally);
    return missed ? 1 : 0;
}

/* ---- the folder in which each world has its own (process.c), which it leaves behind when it fails ---- */

static void make_folder(char folder[FOLDER_SIZE])
{
    const char *base = getenv("TMPDIR");
    snprintf(folder, FOLDER_SIZE, "%s/castled-sim-XXXXXX",
             base && strlen(base) < FOLDER_SIZE / 2 ? base : "/tmp");
    if (!mkdtemp(folder) || setenv("TMPDIR", folder, 1) != 0)
        abort();
}

static int remove_one(const char *path, const struct stat *found, int kind, struct FTW *place)
{
    (void)found;
    (void)kind;
    (void)place;
    return remove(path);
}

int main(int count, char **words)
{
    Options options = {.seeds = 1, .jobs = 1};
    char folder[FOLDER_SIZE];
    if (!parse(&options, count, words))
        return usage();
    attacks_init();
    run_begin_chance();
    make_folder(folder);
    int status = options.tests_itself ? test_itself() : run_jobs(&options);
    nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    return status;
}
