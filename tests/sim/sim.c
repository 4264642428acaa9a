/* sim - runs castled's own parts in simulated worlds, each made from a seed, and says what did not hold. See README.md. */
#include "player.h"

#include "attacks.h"
#include "core_state.h"
#include "simulated_searchers.h"

#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    GAMES_TIME = 4 * 3600,  /* s of simulated time in which the games of a world are played, */
    ENDING_TIME = 2 * 3600, /* and by which all are over */
    SEEKS_TIME = 60, /* a seek ends 5 s after its connection, which may end unnoticed (network.c) */
    DOWN_MOST = 60 * SECOND, /* the longest that a server is down */
    TROUBLE_MOST = 20 * SECOND,
    SHRINK_TIME = 60, /* s */
    JOBS_MAX = 64,
    SELF_TEST_SEEDS = 40,
};

/* What happened, in memory that outlives the process in which it did. */
typedef struct {
    uint64_t seed, worlds, ended, events, rated, crashes, starts, syncs, steps;
    char failure[512];
} Tally;

typedef struct {
    Settings settings;
    Town town;
    Host *host;
    Network *network;
    Judge *judge;
    Tally *tally;
    Random random;
    uint64_t trouble;
    bool lost_power; /* since the last start something may be missing */
    bool over;
} Run;

/* ---- what the parts of the world tell each other ---- */

static bool on_write(void *context, Port *port, Packet *packet, uint64_t committed)
{
    Run *run = context;
    return network_write(run->network, port, packet, committed);
}

static void on_close(void *context, Port *port, CloseCode code)
{
    Run *run = context;
    network_close(run->network, port, code);
}

static void on_ping(void *context, Port *port)
{
    Run *run = context;
    network_ping(run->network, port);
}

static void on_opened(void *context)
{
    Run *run = context;
    judge_opened(run->judge, run->over);
}

static void on_turned(void *context)
{
    Run *run = context;
    judge_turned(run->judge);
}

static void on_woken(void *context)
{
    Run *run = context;
    host_wake(run->host);
}

/* ---- what goes wrong ---- */

static void start_server(void *context, uint64_t number)
{
    Run *run = context;
    (void)number;
    if (host_is_up(run->host))
        return;
    if (host_start(run->host))
        run->tally->starts++;
    else
        world_at(world_now() + SECOND, start_server, run, 0);
}

static void end_trouble(void *context, uint64_t number)
{
    (void)context, (void)number;
    disk_set_full(false);
    disk_set_broken(false);
    disk_set_slow(false);
    world_trace("the disk is well");
}

static void crash(Run *run, bool power)
{
    judge_dies(run->judge);
    run->tally->crashes++;
    host_kill(run->host, power);
    network_server_died(run->network, power && random_once_in(&run->random, 2));
    end_trouble(run, 0);
    int64_t down = random_once_in(&run->random, 2) ? 0 : random_between(&run->random, 0, DOWN_MOST);
    world_at(world_now() + down, start_server, run, 0);
}

static void stop(Run *run)
{
    judge_dies(run->judge);
    host_stop(run->host);
    network_server_died(run->network, false);
    world_at(world_now() + random_between(&run->random, 0, DOWN_MOST), start_server, run, 0);
}

static void trouble_disk(Run *run, Fault fault)
{
    world_trace("the disk: %s", fault_name(fault));
    disk_set_full(fault == FAULT_full);
    disk_set_broken(fault == FAULT_broken);
    disk_set_slow(fault == FAULT_crawl);
    world_at(world_now() + random_between(&run->random, 0, TROUBLE_MOST), end_trouble, run, 0);
}

static void set_wall(Run *run)
{
    int64_t by = random_between(&run->random, -3600 * 1000, 3600 * 1000);
    world_trace("the wall clock is set by %lld ms", (long long)by);
    world_set_wall(by);
}

static void make_trouble(Run *run)
{
    Fault fault = (Fault)random_below(&run->random, FAULT_COUNT);
    if (!run->settings.on[fault])
        return;
    switch (fault) {
    case FAULT_kills: crash(run, false); break;
    case FAULT_power: crash(run, true); break;
    case FAULT_stops: stop(run); break;
    case FAULT_full:
    case FAULT_broken:
    case FAULT_crawl: trouble_disk(run, fault); break;
    case FAULT_steps: set_wall(run); break;
    default: break;
    }
}

static void trouble(void *context, uint64_t number)
{
    Run *run = context;
    (void)number;
    if (run->town.ending)
        return;
    if (host_is_up(run->host))
        make_trouble(run);
    world_at(world_now() + random_about(&run->random, run->settings.trouble_every), trouble, run,
             0);
}

/* ---- one world ---- */

static bool goes_on(const Run *run)
{
    return !world_failure() && (!run->settings.steps || world_steps() < run->settings.steps);
}

static void fill_tally(const Run *run)
{
    Tally *tally = run->tally;
    tally->steps = world_steps();
    if (world_failure())
        snprintf(tally->failure, sizeof tally->failure, "%s", world_failure());
}

/* Until the games are played, then until everybody has left. */
static void play_games(Run *run)
{
    const int64_t second = SECOND;
    while (goes_on(run) && judge_ended(run->judge) < run->settings.games &&
           world_now() < GAMES_TIME * second && world_step())
        fill_tally(run);
    world_trace("the end begins");
    run->town.ending = true;
    end_trouble(run, 0);
    int64_t by = world_now() + ENDING_TIME * second;
    while (goes_on(run) && !town_is_empty(&run->town) && world_step()) {
        fill_tally(run);
        must(world_now() < by, "there is somebody who cannot finish their games");
    }
    int64_t last = world_now() + SEEKS_TIME * second;
    while (goes_on(run) && world_now() < last && world_step())
        ;
}

static void check_the_end(Run *run)
{
    MetricsNow now = {0};
    if (!host_is_up(run->host))
        host_start(run->host);
    if (!goes_on(run))
        return;
    Core *core = host_core(run->host);
    core_count(core, &now);
    must(now.games_live == 0, "%llu games go on, and nobody is there",
         (unsigned long long)now.games_live);
    must(now.seeks == 0, "%llu seeks are open, and nobody is there", (unsigned long long)now.seeks);
    judge_dies(run->judge);
    host_stop(run->host);
    run->over = true; /* now all that was put is on disk */
    if (goes_on(run))
        host_start(run->host);
}

static void count(Run *run)
{
    Tally *tally = run->tally;
    tally->worlds++;
    tally->ended += judge_ended(run->judge);
    tally->events += judge_events(run->judge);
    tally->rated += judge_rated_games(run->judge);
    tally->syncs += disk_syncs();
    fill_tally(run);
}

static void begin(Run *run)
{
    const Settings *settings = &run->settings;
    HostHooks hooks = {run, on_write, on_close, on_ping, on_opened, on_turned};
    NetworkHooks ends = {&run->town, player_heard, player_over};
    world_begin(settings->seed);
    disk_begin(settings->seed, &settings->disk);
    simulated_searchers_begin(settings->seed, on_woken, run);
    run->random = random_stream(settings->seed, 8);
    run->host = host_new(settings, &hooks);
    run->judge = judge_new(settings, run->host);
    run->network = network_new(settings, run->host, &ends);
    run->town = (Town){
        .settings = settings, .host = run->host, .network = run->network, .judge = run->judge};
    town_begin(&run->town);
    world_at(0, start_server, run, 0);
    world_at(settings->trouble_every, trouble, run, 0);
}

/* What did not hold is recorded in the tally. */
static void run_world(const Settings *settings, Tally *tally)
{
    Run run = {.settings = *settings, .tally = tally};
    tally->seed = settings->seed;
    settings_draw(&run.settings);
    begin(&run);
    play_games(&run);
    check_the_end(&run);
    if (!goes_on(&run)) { /* nothing more is known to be in order */
        count(&run);
        return;
    }
    host_stop(run.host);
    while (world_step())
        ;
    count(&run);
    town_end(&run.town);
    network_free(run.network);
    judge_free(run.judge);
    host_free(run.host);
    disk_end();
    world_end();
}

/* ---- libsodium's random numbers ---- */

static const char *chance_name(void)
{
    return "simulated";
}

static uint32_t chance_word(void)
{
    return (uint32_t)(random_next(world_chance()) >> 32);
}

static void chance_bytes(void *bytes, const size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)random_next(world_chance());
}

static void begin_chance(void)
{
    static randombytes_implementation chance = {
        .implementation_name = chance_name, .random = chance_word, .buf = chance_bytes};
    randombytes_set_implementation(&chance);
    if (sodium_init() < 0)
        abort();
}

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
    Settings settings = *failed;
    fprintf(stderr, "seed %llu failed at step %llu: %s\n", (unsigned long long)settings.seed,
            (unsigned long long)tally->steps, tally->failure);
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
            "           [--steps N] [--without FAULT]... [--trace]\n"
            "       sim --self-test\n");
    return 2;
}

typedef struct {
    Settings settings;
    uint64_t seeds;
    double seconds; /* 0: as many seeds as asked */
    uint64_t jobs;
    bool traced, tests_itself;
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
    if (tally->failure[0])
        *sum = (Tally){.worlds = sum->worlds,
                       .seed = tally->seed,
                       .ended = sum->ended,
                       .events = sum->events,
                       .rated = sum->rated,
                       .crashes = sum->crashes,
                       .starts = sum->starts,
                       .syncs = sum->syncs,
                       .steps = tally->steps};
}

static void print_tally(const Options *options, const Tally *tally)
{
    printf("from seed %llu %llu worlds: %llu games (%llu rated), %llu events, %llu starts, %llu "
           "crashes, %llu syncs; %.0f games a second of a processor\n",
           (unsigned long long)options->settings.seed, (unsigned long long)tally->worlds,
           (unsigned long long)tally->ended, (unsigned long long)tally->rated,
           (unsigned long long)tally->events, (unsigned long long)tally->starts,
           (unsigned long long)tally->crashes, (unsigned long long)tally->syncs,
           (double)tally->ended / seconds_worked());
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

int main(int count, char **words)
{
    Options options = {.seeds = 1, .jobs = 1};
    if (!parse(&options, count, words))
        return usage();
    attacks_init();
    begin_chance();
    return options.tests_itself ? test_itself() : run_jobs(&options);
}
