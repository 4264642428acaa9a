#include "run.h"

#include "player.h"

#include "core_state.h"
#include "simulated_searchers.h"

#include <stdlib.h>
#include <string.h>

enum {
    GAMES_TIME = 4 * 3600,  /* s of simulated time in which the games of a world are played, */
    ENDING_TIME = 2 * 3600, /* and by which all are over */
    SEEKS_TIME = 60, /* a seek ends 5 s after its connection, which may end unnoticed (network.c) */
    DOWN_MOST = 60 * SECOND, /* the longest that a server is down */
    TROUBLE_MOST = 20 * SECOND,
};

typedef struct {
    Settings settings;
    Town town;
    Machine *machine;
    Network *network;
    Judge *judge;
    Tally *tally;
    Random random;
    uint64_t trouble;
    bool lost_power; /* since the last start something may be missing */
    bool over;
} Run;

/* ---- what the parts of the world tell each other ---- */

static bool on_write(void *context, Port *port, Packet *packet, Sent sent)
{
    Run *run = context;
    return network_write(run->network, port, packet, sent);
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
    judge_turned(run->judge, INT64_MAX);
}

static void on_woken(void *context)
{
    Run *run = context;
    machine_wake(run->machine);
}

/* ---- what goes wrong ---- */

static void start_server(void *context, uint64_t number)
{
    Run *run = context;
    (void)number;
    if (machine_is_up(run->machine))
        return;
    if (machine_start(run->machine))
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
    machine_kill(run->machine, power);
    network_server_died(run->network, run->machine, power && random_once_in(&run->random, 2));
    end_trouble(run, 0);
    int64_t down = random_once_in(&run->random, 2) ? 0 : random_between(&run->random, 0, DOWN_MOST);
    world_at(world_now() + down, start_server, run, 0);
}

static void stop(Run *run)
{
    judge_dies(run->judge);
    machine_stop(run->machine);
    network_server_died(run->network, run->machine, false);
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
    if (machine_is_up(run->machine))
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

/* And until the seeks of those who have left have ended. */
static void until_town_is_empty(Run *run)
{
    const int64_t second = SECOND;
    int64_t by = world_now() + ENDING_TIME * second;
    while (goes_on(run) && !town_is_empty(&run->town) && world_step()) {
        fill_tally(run);
        must(world_now() < by, "there is somebody who cannot finish their games");
    }
    int64_t last = world_now() + SEEKS_TIME * second;
    while (goes_on(run) && world_now() < last && world_step())
        ;
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
    until_town_is_empty(run);
    town_return(&run->town);
    until_town_is_empty(run);
}

static void check_the_end(Run *run)
{
    MetricsNow now = {0};
    if (!machine_is_up(run->machine))
        machine_start(run->machine);
    if (!goes_on(run))
        return;
    Core *core = machine_core(run->machine);
    core_count(core, &now);
    must(now.games_live == 0, "%llu games go on, and nobody is there",
         (unsigned long long)now.games_live);
    must(now.seeks == 0, "%llu seeks are open, and nobody is there", (unsigned long long)now.seeks);
    judge_dies(run->judge);
    machine_stop(run->machine);
    run->over = true; /* now all that was put is on disk */
    if (goes_on(run))
        machine_start(run->machine);
}

static void count(Run *run)
{
    Tally *tally = run->tally;
    tally->worlds++;
    tally->ended += judge_ended(run->judge);
    tally->events += judge_events(run->judge);
    tally->rated += judge_rated_games(run->judge);
    tally->syncs += disk_syncs();
    tally->hash ^= world_hash();
    fill_tally(run);
}

static void begin(Run *run)
{
    const Settings *settings = &run->settings;
    MachineHooks hooks = {run, on_write, on_close, on_ping, on_opened, on_turned};
    NetworkHooks ends = {&run->town, player_heard, player_over};
    world_begin(settings->seed);
    disk_begin(settings->seed, &settings->disk);
    simulated_searchers_begin(settings->seed, on_woken, run);
    run->random = random_stream(settings->seed, 8);
    run->machine = machine_new(settings, &hooks);
    run->judge = judge_new(settings, run->machine);
    run->network = network_new(settings, &run->machine, 1, &ends);
    run->town = (Town){.settings = settings,
                       .machine = run->machine,
                       .network = run->network,
                       .judge = run->judge};
    town_begin(&run->town);
    world_at(0, start_server, run, 0);
    world_at(settings->trouble_every, trouble, run, 0);
}

void run_world(const Settings *settings, Tally *tally)
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
    machine_stop(run.machine);
    while (world_step())
        ;
    count(&run);
    town_end(&run.town);
    network_free(run.network);
    judge_free(run.judge);
    machine_free(run.machine);
    disk_end();
    world_end();
}
