/* cluster_run.c - one simulated world of a cluster from beginning to end: three nodes around one database and one bus, players at any of them, and the
 * faults that happen to all these. */
#include "run.h"

#include "core_state.h"
#include "lines.h"
#include "member.h"
#include "player.h"
#include "postgres_terms.h"
#include "simulated_bus.h"
#include "simulated_searchers.h"

#include <stdlib.h>
#include <string.h>

enum {
    NODES = LINE_NODES,
    GAMES_TIME = 4 * 3600,  /* s of simulated time in which the games of a world are played, */
    ENDING_TIME = 2 * 3600, /* and by which all are over */
    SEEKS_TIME = 60,        /* a seek ends 5 s after its connection, which may end unnoticed */
    DOWN_MOST = 20 * SECOND,
    TROUBLE_MOST = 8 * SECOND,
    LOOK_EVERY = SECOND / 10,
    LEASE = POSTGRES_LEASE * 1000 + 10 * 1000, /* and what timers need */
    TAKEOVER_MAX =
        5 * SECOND, /* until there is an owner, when nothing is wrong and some node runs */
};

typedef struct {
    Settings settings;
    Town town;
    Machine *machines[NODES];
    Network *network;
    Judge *judge;
    Tally *tally;
    Random random;
    Machine *owner;     /* who has the games, as far as anybody knows; NULL: nobody */
    unsigned troubles;  /* that go on */
    int64_t well_since; /* none of them, and the same nodes run */
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

static void drop_owner(Run *run)
{
    if (run->owner)
        judge_dies(run->judge);
    run->owner = NULL;
}

static void on_opened(void *context, Machine *machine)
{
    Run *run = context;
    drop_owner(run);
    run->owner = machine;
    run->town.machine = machine;
    run->tally->starts++;
    judge_follows(run->judge, machine);
    judge_opened(run->judge, run->over);
}

/* Nothing that the database has said has come since the line was cut. */
static int64_t leased_until(const Machine *machine)
{
    int64_t cut_at = lines_cut_since(member_number(machine));
    return cut_at < INT64_MAX ? cut_at + LEASE : INT64_MAX;
}

static void on_turned(void *context, Machine *machine)
{
    Run *run = context;
    if (machine == run->owner)
        judge_turned(run->judge, leased_until(machine));
}

/* What everybody hears of a game has a number, and says so in no other way. */
static void on_said(void *context, const char *text, size_t length, Sent sent)
{
    static const char *const OTHERS[] = {"welcome", "ok",    "error",    "start",
                                         "game",    "rated", "challenge"};
    Run *run = context;
    cJSON *message = cJSON_ParseWithLength(text, length);
    bool is_event = cJSON_HasObjectItem(message, "seq");
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        is_event = is_event && strcmp(json_text(message, "t"), OTHERS[i]) != 0;
    if (is_event)
        judge_event(run->judge, json_text(message, "game"), (uint32_t)json_number(message, "seq"),
                    text, length, sent);
    cJSON_Delete(message);
}

static void on_woken(void *context)
{
    Run *run = context;
    for (int i = 0; i < NODES; i++)
        machine_wake(run->machines[i]);
}

/* ---- nodes that come and go ---- */

static void note_change(Run *run)
{
    run->well_since = world_now();
    members_note_trouble();
}

static void start_node(void *context, uint64_t number)
{
    Run *run = context;
    if (machine_is_up(run->machines[number]) || run->over)
        return;
    machine_start(run->machines[number]);
    note_change(run);
}

static void gone(Run *run, Machine *machine, bool silent)
{
    int64_t down = random_once_in(&run->random, 2) ? 0 : random_between(&run->random, 0, DOWN_MOST);
    if (machine == run->owner)
        drop_owner(run);
    run->tally->crashes++;
    network_server_died(run->network, machine, silent);
    note_change(run);
    world_at(world_now() + down, start_node, run, (uint64_t)member_number(machine));
}

static void on_ended(void *context, Machine *machine)
{
    gone(context, machine, false);
}

/* ---- what goes wrong ---- */

static void end_pause(void *context, uint64_t number)
{
    Run *run = context;
    (void)number;
    run->troubles--;
    note_change(run);
}

static void mend_bus(void *context, uint64_t number)
{
    Run *run = context;
    member_cut_bus(run->machines[number], false);
    end_pause(run, number);
}

static void mend_line(void *context, uint64_t number)
{
    lines_cut((int)number, false);
    end_pause(context, number);
}

static void end_losses(void *context, uint64_t number)
{
    buses_set_bad(false);
    end_pause(context, number);
}

static int64_t begin_trouble(Run *run)
{
    run->troubles++;
    note_change(run);
    return world_now() + random_between(&run->random, 0, TROUBLE_MOST);
}

static void pause_node(Run *run, Machine *machine)
{
    if (!machine_is_up(machine) || member_is_suspended(machine))
        return;
    int64_t until = begin_trouble(run);
    member_suspend(machine, until);
    world_at(until, end_pause, run, 0);
}

static void cut_bus(Run *run, Machine *machine)
{
    world_at(begin_trouble(run), mend_bus, run, (uint64_t)member_number(machine));
    member_cut_bus(machine, true);
}

static void cut_line(Run *run, int number)
{
    world_at(begin_trouble(run), mend_line, run, (uint64_t)number);
    lines_cut(number, true);
}

static void cut_all_lines(Run *run)
{
    int64_t until = begin_trouble(run);
    run->troubles += NODES - 1;
    for (int i = 0; i < NODES; i++) {
        lines_cut(i, true);
        world_at(until, mend_line, run, (uint64_t)i);
    }
}

static void set_wall(Run *run)
{
    world_set_wall(random_between(&run->random, -3600 * 1000, 3600 * 1000));
}

/* More often of the owner. */
static Machine *draw_node(Run *run)
{
    return run->owner && random_once_in(&run->random, 2)
               ? run->owner
               : run->machines[random_below(&run->random, NODES)];
}

static void stop_node(Run *run, Machine *machine, bool kills)
{
    if (!machine_is_up(machine) || (!kills && member_is_suspended(machine)))
        return;
    if (kills)
        machine_kill(machine, false);
    else
        machine_stop(machine);
    gone(run, machine, kills && random_once_in(&run->random, 4));
}

static void make_trouble(Run *run)
{
    Fault fault = (Fault)random_below(&run->random, FAULT_COUNT);
    Machine *machine = draw_node(run);
    if (!run->settings.on[fault])
        return;
    world_trace("node %d: %s", member_number(machine), fault_name(fault));
    switch (fault) {
    case FAULT_kills: stop_node(run, machine, true); break;
    case FAULT_stops: stop_node(run, machine, false); break;
    case FAULT_pauses: pause_node(run, machine); break;
    case FAULT_bus: cut_bus(run, machine); break;
    case FAULT_database: cut_line(run, member_number(machine)); break;
    case FAULT_both:
        cut_bus(run, machine);
        cut_line(run, member_number(machine));
        break;
    case FAULT_outage: cut_all_lines(run); break;
    case FAULT_losses:
        buses_set_bad(true);
        world_at(begin_trouble(run), end_losses, run, 0);
        break;
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
    make_trouble(run);
    world_at(world_now() + random_about(&run->random, run->settings.trouble_every), trouble, run,
             0);
}

/* When nothing is wrong somebody has the games. */
static void look_for_owner(void *context, uint64_t number)
{
    Run *run = context;
    bool runs = false;
    (void)number;
    if (run->over)
        return;
    for (int i = 0; i < NODES; i++)
        runs |= machine_is_up(run->machines[i]);
    if (run->troubles > 0 || !runs || (run->owner && machine_has_games(run->owner)))
        run->well_since = world_now();
    must(world_now() - run->well_since < TAKEOVER_MAX, "nobody has had the games for %lld ms",
         (long long)(world_now() - run->well_since) / 1000);
    world_at(world_now() + LOOK_EVERY, look_for_owner, run, 0);
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
    until_town_is_empty(run);
    town_return(&run->town);
    until_town_is_empty(run);
}

static void stop_all(Run *run)
{
    for (int i = 0; i < NODES; i++)
        if (machine_is_up(run->machines[i]))
            machine_stop(run->machines[i]);
    drop_owner(run);
}

/* What one node finds that is started alone, after all have stopped. */
static void check_the_end(Run *run)
{
    MetricsNow now = {0};
    while (goes_on(run) && !run->owner && world_step())
        ;
    if (!goes_on(run))
        return;
    core_count(machine_core(run->owner), &now);
    must(now.games_live == 0, "%llu games go on, and nobody is there",
         (unsigned long long)now.games_live);
    must(now.seeks == 0, "%llu seeks are open, and nobody is there", (unsigned long long)now.seeks);
    stop_all(run);
    run->over = true; /* now all that was put is in the database */
    if (goes_on(run))
        machine_start(run->machines[0]);
    while (goes_on(run) && !run->owner && world_step())
        ;
}

static void count(Run *run)
{
    Tally *tally = run->tally;
    tally->worlds++;
    tally->ended += judge_ended(run->judge);
    tally->events += judge_events(run->judge);
    tally->rated += judge_rated_games(run->judge);
    tally->hash ^= world_hash();
    fill_tally(run);
}

static void begin(Run *run)
{
    const Settings *settings = &run->settings;
    const DiskPace pace = {.sync = 0};
    MemberHooks hooks = {run, on_write, on_close, on_ping, on_opened, on_turned, on_said, on_ended};
    NetworkHooks ends = {&run->town, player_heard, player_over};
    world_begin(settings->seed);
    disk_begin(settings->seed, &pace);
    simulated_searchers_begin(settings->seed, on_woken, run);
    run->random = random_stream(settings->seed, 8);
    members_begin(settings, "cluster");
    for (int i = 0; i < NODES; i++)
        run->machines[i] = member_new(settings, &hooks, i);
    run->judge = judge_new(settings, run->machines[0]);
    run->network = network_new(settings, run->machines, NODES, &ends);
    run->town = (Town){.settings = settings,
                       .machine = run->machines[0],
                       .network = run->network,
                       .judge = run->judge};
    town_begin(&run->town);
    for (int i = 0; i < NODES; i++)
        world_at(random_between(&run->random, 0, SECOND), start_node, run, (uint64_t)i);
    world_at(settings->trouble_every, trouble, run, 0);
    world_at(0, look_for_owner, run, 0);
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
    stop_all(&run);
    while (world_step())
        ;
    count(&run);
    town_end(&run.town);
    network_free(run.network);
    judge_free(run.judge);
    for (int i = 0; i < NODES; i++)
        machine_free(run.machines[i]);
    members_end();
    disk_end();
    world_end();
}
