#include "running.h"

#include "array.h"
#include "base62.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

Running *running_find(const Tournaments *tournaments, const char *id)
{
    return base62_is(id, TOURNEY_ID_LENGTH) ? hash_table_find(&tournaments->running, id) : NULL;
}

Running *running_new(const Tournaments *tournaments, const TourneyId *id)
{
    Running *running = memory_new(sizeof *running);
    running->id = *id;
    running->time = tournaments->time;
    running->tourney = tourney_new();
    running->next_at = INT64_MAX;
    return running;
}

void running_free(Running *running)
{
    for (uint32_t i = 0; i < running->tourney->seq; i++)
        free(running->acts[i]);
    free(running->acts);
    free(running->chat);
    tourney_free(running->tourney);
    listeners_clear(&running->listeners);
    standings_clear(&running->standings);
    board_index_clear(&running->boards);
    team_standings_clear(&running->teams);
    free(running);
}

void running_put(Tournaments *tournaments, Running *running)
{
    const Tourney *tourney = running->tourney;
    hash_table_put(&tournaments->running, running);
    for (uint32_t i = 0; i < tourney->boards_count; i++)
        played_note_past(tournaments, running, &tourney->boards[i]);
}

Running *running_add(Tournaments *tournaments, const TourneyId *id)
{
    Running *running = running_new(tournaments, id);
    running_put(tournaments, running);
    return running;
}

bool running_has_no_pairing(const Running *running)
{
    return running->unpaired_seq == running->tourney->seq;
}

void running_count(Tournaments *tournaments, const Running *running)
{
    Bounds *bounds = tournaments->options.bounds;
    tournaments->open++;
    bounds_force(bounds, BOUND_NEW_TOURNAMENTS, running->tourney->organiser.user);
    if (running->address[0])
        bounds_force(bounds, BOUND_ADDRESS_TOURNAMENTS, running->address);
}

void running_uncount(Tournaments *tournaments, const Running *running)
{
    Bounds *bounds = tournaments->options.bounds;
    tournaments->open--;
    bounds_release(bounds, BOUND_NEW_TOURNAMENTS, running->tourney->organiser.user);
    if (running->address[0])
        bounds_release(bounds, BOUND_ADDRESS_TOURNAMENTS, running->address);
}

void running_keep_text(Running *running, uint32_t seq, const char *text, size_t length)
{
    running->acts = array_reserve(running->acts, &running->acts_size, seq, sizeof *running->acts);
    running->acts[seq - 1] = memory_array(1, length + 1);
    memcpy(running->acts[seq - 1], text, length);
}

bool tourney_is_over(const Tourney *tourney)
{
    return tourney->status == TOURNEY_FINISHED || tourney->status == TOURNEY_CANCELLED;
}

bool tourney_is_moot(const Tourney *tourney)
{
    return tourney->status == TOURNEY_CANCELLED && !tourney->started_at;
}

void running_plan(Tournaments *tournaments, Running *running, int64_t at)
{
    if (at < running->next_at)
        running->next_at = at;
    if (at < tournaments->next_at)
        tournaments->next_at = at;
}

int64_t running_next_round_at(Running *running)
{
    const Tourney *tourney = running->tourney;
    int64_t at = tourney_next_round_at(tourney);
    int64_t interval = tourney->round ? tourney->settings.interval * INT64_C(1000) : 0;
    if (!at || tourney->settings.pairing)
        return at;
    if (running->round_at != at)
        running->round_at = running->round_due = at;
    if (running->round_due > running->time->wall + interval)
        running->round_due = running->time->wall + interval;
    return running->round_due;
}

const Standings *running_standings(Running *running)
{
    if (running->standings_seq != running->tourney->seq) {
        standings_compute(&running->standings, running->tourney);
        running->standings_seq = running->tourney->seq;
    }
    return &running->standings;
}

const BoardIndex *running_boards(Running *running)
{
    if (running->boards_seq != running->tourney->seq) {
        board_index_build(&running->boards, running->tourney);
        running->boards_seq = running->tourney->seq;
    }
    return &running->boards;
}

const TeamStandings *running_teams(Running *running)
{
    if (running->teams_seq != running->tourney->seq) {
        bool is_battle = running->tourney->settings.format == FORMAT_ARENA;
        team_standings_compute(&running->teams, running->tourney,
                               is_battle ? running_standings(running) : NULL);
        running->teams_seq = running->tourney->seq;
    }
    return &running->teams;
}
