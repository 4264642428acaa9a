#include "course.h"

#include "core_state.h"

#include <stdio.h>

enum {
    GAMES_TIME = 4 * 3600,  /* s of simulated time in which the games of a world are played, */
    ENDING_TIME = 2 * 3600, /* and by which all are over */
    SEEKS_TIME = 60, /* a seek ends 5 s after its connection, which may end unnoticed (network.c) */
};

void course_draw(Course *course, const Settings *settings, Tally *tally)
{
    course->settings = *settings;
    course->tally = tally;
    tally->seed = settings->seed;
    settings_draw(&course->settings);
    course->random = random_stream(settings->seed, 8);
}

void course_begin(Course *course, Machine *const *machines, size_t count)
{
    const Settings *settings = &course->settings;
    const NetworkHooks ends = {&course->town, player_heard, player_over};
    course->judge = judge_new(settings, machines[0]);
    course->network = network_new(settings, machines, count, &ends);
    course->town = (Town){.settings = settings,
                          .machine = machines[0],
                          .network = course->network,
                          .judge = course->judge};
    town_begin(&course->town);
}

void course_end(Course *course)
{
    town_end(&course->town);
    network_free(course->network);
    judge_free(course->judge);
}

/* ---- how it goes ---- */

bool course_goes_on(const Course *course)
{
    const Settings *settings = &course->settings;
    return !world_failure() && (!settings->steps || world_steps() < settings->steps);
}

static void note_progress(const Course *course)
{
    Tally *tally = course->tally;
    tally->steps = world_steps();
    if (world_failure())
        snprintf(tally->failure, sizeof tally->failure, "%s", world_failure());
}

/* And until the seeks of those who have left have ended. */
static void until_town_is_empty(Course *course)
{
    const int64_t second = SECOND;
    int64_t by = world_now() + ENDING_TIME * second;
    while (course_goes_on(course) && !town_is_empty(&course->town) && world_step()) {
        note_progress(course);
        must(world_now() < by, "there is somebody who cannot finish their games");
    }
    int64_t last = world_now() + SEEKS_TIME * second;
    while (course_goes_on(course) && world_now() < last && world_step())
        ;
}

void course_play(Course *course)
{
    const int64_t second = SECOND;
    while (course_goes_on(course) && judge_ended(course->judge) < course->settings.games &&
           world_now() < GAMES_TIME * second && world_step())
        note_progress(course);
}

void course_leave(Course *course)
{
    world_trace("the end begins");
    course->town.ending = true;
    until_town_is_empty(course);
    town_return(&course->town);
    until_town_is_empty(course);
}

void course_check_empty(Core *core)
{
    MetricsNow now = {0};
    Person account;
    size_t accounts;
    uint32_t people = clients_here(core->clients, &account, 1, &accounts);
    core_count(core, &now);
    must(people == 0, "%u people are connected, and nobody is there", (unsigned)people);
    must(now.games_live == 0, "%llu games go on, and nobody is there",
         (unsigned long long)now.games_live);
    must(now.seeks == 0, "%llu seeks are open, and nobody is there", (unsigned long long)now.seeks);
}

void course_count(const Course *course)
{
    Tally *tally = course->tally;
    tally->worlds++;
    tally->ended += judge_ended(course->judge);
    tally->events += judge_events(course->judge);
    tally->rated += judge_rated_games(course->judge);
    tally->syncs += disk_syncs();
    tally->hash ^= world_hash();
    note_progress(course);
}

/* ---- what a machine says ---- */

bool course_write(void *context, Port *port, Packet *packet, Sent sent)
{
    const Course *course = context;
    return network_write(course->network, port, packet, sent);
}

void course_close(void *context, Port *port, CloseCode code)
{
    const Course *course = context;
    network_close(course->network, port, code);
}

void course_ping(void *context, Port *port)
{
    const Course *course = context;
    network_ping(course->network, port);
}
