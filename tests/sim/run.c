#include "run.h"

#include "course.h"
#include "simulated_searchers.h"

#include <stdlib.h>

enum {
    DOWN_MOST = 60 * SECOND, /* the longest that a server is down */
    TROUBLE_MOST = 20 * SECOND,
};

typedef struct {
    Course course;
    Machine *machine;
} Run;

/* ---- what the server tells ---- */

static void on_opened(void *context)
{
    Run *run = context;
    judge_opened(run->course.judge, run->course.over);
}

static void on_turned(void *context)
{
    Run *run = context;
    judge_turned(run->course.judge, INT64_MAX);
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
        run->course.tally->starts++;
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
    judge_dies(run->course.judge);
    run->course.tally->crashes++;
    machine_kill(run->machine, power);
    network_server_died(run->course.network, run->machine,
                        power && random_once_in(&run->course.random, 2));
    end_trouble(run, 0);
    int64_t down = random_once_in(&run->course.random, 2)
                       ? 0
                       : random_between(&run->course.random, 0, DOWN_MOST);
    world_at(world_now() + down, start_server, run, 0);
}

static void stop(Run *run)
{
    judge_dies(run->course.judge);
    machine_stop(run->machine);
    network_server_died(run->course.network, run->machine, false);
    world_at(world_now() + random_between(&run->course.random, 0, DOWN_MOST), start_server, run, 0);
}

static void trouble_disk(Run *run, Fault fault)
{
    world_trace("the disk: %s", fault_name(fault));
    disk_set_full(fault == FAULT_full);
    disk_set_broken(fault == FAULT_broken);
    disk_set_slow(fault == FAULT_crawl);
    world_at(world_now() + random_between(&run->course.random, 0, TROUBLE_MOST), end_trouble, run,
             0);
}

static void set_wall(Run *run)
{
    int64_t by = random_between(&run->course.random, -3600 * 1000, 3600 * 1000);
    world_trace("the wall clock is set by %lld ms", (long long)by);
    world_set_wall(by);
}

static void make_trouble(Run *run)
{
    Fault fault = (Fault)random_below(&run->course.random, FAULT_COUNT);
    if (!run->course.settings.on[fault])
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
    if (run->course.town.ending)
        return;
    if (machine_is_up(run->machine))
        make_trouble(run);
    world_at(world_now() + random_about(&run->course.random, run->course.settings.trouble_every),
             trouble, run, 0);
}

/* ---- one world ---- */

static void check_the_end(Run *run)
{
    if (!machine_is_up(run->machine))
        machine_start(run->machine);
    if (!course_goes_on(&run->course))
        return;
    course_check_empty(machine_core(run->machine));
    judge_dies(run->course.judge);
    machine_stop(run->machine);
    run->course.over = true; /* now all that was put is on disk */
    if (course_goes_on(&run->course))
        machine_start(run->machine);
}

static void begin(Run *run)
{
    const Settings *settings = &run->course.settings;
    MachineHooks hooks = {run, course_write, course_close, course_ping, on_opened, on_turned};
    world_begin(settings->seed);
    disk_begin(settings->seed, &settings->disk);
    simulated_searchers_begin(settings->seed, on_woken, run);
    run->machine = machine_new(settings, &hooks);
    course_begin(&run->course, &run->machine, 1);
    world_at(0, start_server, run, 0);
    world_at(settings->trouble_every, trouble, run, 0);
}

void run_world(const Settings *settings, Tally *tally)
{
    Run run = {.machine = NULL};
    Course *course = &run.course;
    course_draw(course, settings, tally);
    begin(&run);
    course_play(course);
    end_trouble(&run, 0);
    course_leave(course);
    check_the_end(&run);
    if (!course_goes_on(course)) { /* nothing more is known to be in order */
        course_count(course);
        return;
    }
    machine_stop(run.machine);
    while (world_step())
        ;
    course_count(course);
    course_end(course);
    machine_free(run.machine);
    disk_end();
    world_end();
}
