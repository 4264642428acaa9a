/* cluster_run.c - one simulated world of a cluster from beginning to end: three nodes around one database and one bus, players at any of them, and the
 * faults that happen to all these. */
#include "run.h"

#include "course.h"
#include "lines.h"
#include "member.h"
#include "postgres_terms.h"
#include "simulated_bus.h"
#include "simulated_searchers.h"

#include <stdlib.h>
#include <string.h>

enum {
    NODES = LINE_NODES,
    DOWN_MOST = 20 * SECOND,
    TROUBLE_MOST = 8 * SECOND,
    LOOK_EVERY = SECOND / 10,
    DOUBT_STAYS_ONCE_IN = 4,
    LEASE = POSTGRES_LEASE * 1000 + 10 * 1000, /* and what timers need */
    TAKEOVER_MAX =
        5 * SECOND,        /* until there is an owner, when nothing is wrong and some node runs */
    HANDOVER_MAX = SECOND, /* likewise, after the owner was stopped in order */
    SETTLED = 5 * SECOND,  /* for so long nothing has gone wrong, and no node has come or gone */
};

typedef struct {
    Course course;
    Machine *machines[NODES];
    Machine *owner;     /* who has the games, as far as anybody knows; NULL: nobody */
    unsigned troubles;  /* that go on */
    int64_t well_since; /* none of them, and the same nodes run */
    int64_t changed_at; /* the last time that one of them began or ended, or a node came or went */
    int64_t handed_at;  /* when the owner was stopped in order; 0: not, or something is wrong */
} Run;

/* ---- what the nodes tell ---- */

static void drop_owner(Run *run)
{
    if (run->owner)
        judge_dies(run->course.judge);
    run->owner = NULL;
}

static void on_opened(void *context, Machine *machine)
{
    Run *run = context;
    drop_owner(run);
    run->owner = machine;
    run->course.town.machine = machine;
    run->course.tally->starts++;
    judge_follows(run->course.judge, machine);
    judge_opened(run->course.judge, run->course.over);
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
        judge_turned(run->course.judge, leased_until(machine));
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
        judge_event(run->course.judge, json_text(message, "game"),
                    (uint32_t)json_number(message, "seq"), text, length, sent);
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
    run->well_since = run->changed_at = world_now();
    members_note_trouble();
}

static void start_node(void *context, uint64_t number)
{
    Run *run = context;
    if (machine_is_up(run->machines[number]) || run->course.over)
        return;
    machine_start(run->machines[number]);
    note_change(run);
}

static void gone(Run *run, Machine *machine, bool silent)
{
    int64_t down = random_once_in(&run->course.random, 2)
                       ? 0
                       : random_between(&run->course.random, 0, DOWN_MOST);
    if (machine == run->owner)
        drop_owner(run);
    run->handed_at = 0;
    run->course.tally->crashes++;
    network_server_died(run->course.network, machine, silent);
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
    run->handed_at = 0;
    note_change(run);
    return world_now() + random_between(&run->course.random, 0, TROUBLE_MOST);
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

static void cut_both(Run *run, Machine *machine)
{
    cut_bus(run, machine);
    cut_line(run, member_number(machine));
}

/* What has broken the line goes on now and then, so that another node may take the games before that one knows. */
static void on_doubt(void *context, int number)
{
    Run *run = context;
    if (run->course.town.ending || !random_once_in(&run->course.random, DOUBT_STAYS_ONCE_IN))
        return;
    if (run->course.settings.on[FAULT_both] && random_once_in(&run->course.random, 2))
        cut_both(run, run->machines[number]);
    else
        cut_line(run, number);
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
    world_set_wall(random_between(&run->course.random, -3600 * 1000, 3600 * 1000));
}

/* More often of the owner. */
static Machine *draw_node(Run *run)
{
    return run->owner && random_once_in(&run->course.random, 2)
               ? run->owner
               : run->machines[random_below(&run->course.random, NODES)];
}

static int count_up(const Run *run)
{
    int count = 0;
    for (int i = 0; i < NODES; i++)
        count += machine_is_up(run->machines[i]);
    return count;
}

static bool is_settled(const Run *run)
{
    return count_up(run) == NODES && run->troubles == 0 &&
           run->changed_at + SETTLED < world_now() && lines_lost_at() + SETTLED < world_now();
}

static void stop_node(Run *run, Machine *machine, bool kills)
{
    if (!machine_is_up(machine) || (!kills && member_is_suspended(machine)))
        return;
    const bool hands_over = !kills && machine == run->owner && is_settled(run);
    if (kills)
        machine_kill(machine, false);
    else
        machine_stop(machine);
    gone(run, machine, kills && random_once_in(&run->course.random, 4));
    if (hands_over)
        run->handed_at = world_now();
}

static void make_trouble(Run *run)
{
    Fault fault = (Fault)random_below(&run->course.random, FAULT_COUNT);
    Machine *machine = draw_node(run);
    if (!run->course.settings.on[fault])
        return;
    world_trace("node %d: %s", member_number(machine), fault_name(fault));
    switch (fault) {
    case FAULT_kills: stop_node(run, machine, true); break;
    case FAULT_stops: stop_node(run, machine, false); break;
    case FAULT_pauses: pause_node(run, machine); break;
    case FAULT_bus: cut_bus(run, machine); break;
    case FAULT_database: cut_line(run, member_number(machine)); break;
    case FAULT_both: cut_both(run, machine); break;
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
    if (run->course.town.ending)
        return;
    make_trouble(run);
    world_at(world_now() + random_about(&run->course.random, run->course.settings.trouble_every),
             trouble, run, 0);
}

/* An owner that is stopped in order has given the games to another node within HANDOVER_MAX. */
static void look_at_handover(Run *run)
{
    if (run->handed_at == 0 || lines_lost_at() > run->handed_at)
        return;
    if (run->owner && machine_has_games(run->owner))
        run->handed_at = 0;
    else
        must(world_now() - run->handed_at < HANDOVER_MAX,
             "games that were handed over have had no owner for %lld ms",
             (long long)(world_now() - run->handed_at) / 1000);
}

/* When nothing is wrong somebody has the games. */
static void look_for_owner(void *context, uint64_t number)
{
    Run *run = context;
    (void)number;
    if (run->course.over)
        return;
    look_at_handover(run);
    if (run->troubles > 0 || count_up(run) == 0 || (run->owner && machine_has_games(run->owner)))
        run->well_since = world_now();
    if (run->well_since < lines_lost_at()) /* whoever takes them begins anew */
        run->well_since = lines_lost_at();
    must(world_now() - run->well_since < TAKEOVER_MAX, "nobody has had the games for %lld ms",
         (long long)(world_now() - run->well_since) / 1000);
    world_at(world_now() + LOOK_EVERY, look_for_owner, run, 0);
}

/* ---- one world ---- */

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
    while (course_goes_on(&run->course) && !run->owner && world_step())
        ;
    if (!course_goes_on(&run->course))
        return;
    course_check_empty(machine_core(run->owner));
    stop_all(run);
    run->course.over = true; /* now all that was put is in the database */
    if (course_goes_on(&run->course))
        machine_start(run->machines[0]);
    while (course_goes_on(&run->course) && !run->owner && world_step())
        ;
}

static void begin(Run *run)
{
    const Settings *settings = &run->course.settings;
    const DiskPace pace = {.sync = 0};
    MemberHooks hooks = {run,       course_write, course_close, course_ping, on_opened,
                         on_turned, on_said,      on_ended,     on_doubt};
    world_begin(settings->seed);
    disk_begin(settings->seed, &pace);
    simulated_searchers_begin(settings->seed, on_woken, run);
    members_begin(settings, &hooks, "cluster");
    for (int i = 0; i < NODES; i++)
        run->machines[i] = member_new(settings, &hooks, i);
    course_begin(&run->course, run->machines, NODES);
    for (int i = 0; i < NODES; i++)
        world_at(random_between(&run->course.random, 0, SECOND), start_node, run, (uint64_t)i);
    world_at(settings->trouble_every, trouble, run, 0);
    world_at(0, look_for_owner, run, 0);
}

void run_world(const Settings *settings, Tally *tally)
{
    Run run = {.owner = NULL};
    Course *course = &run.course;
    course_draw(course, settings, tally);
    begin(&run);
    course_play(course);
    course_leave(course);
    check_the_end(&run);
    if (!course_goes_on(course)) { /* nothing more is known to be in order */
        course_count(course);
        return;
    }
    stop_all(&run);
    while (world_step())
        ;
    course_count(course);
    course_end(course);
    for (int i = 0; i < NODES; i++)
        machine_free(run.machines[i]);
    members_end();
    disk_end();
    world_end();
}
