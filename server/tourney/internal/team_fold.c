#include "team_fold.h"

#include "array.h"
#include "memory.h"
#include "round_robin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void team_fold_joined(Tourney *t, TourneyPlayer *player, uint32_t number)
{
    TourneyTeam *team = tourney_team(t, number);
    if (!team)
        return;
    player->team = number;
    player->team_place = ++team->players;
    snprintf(player->person.team, sizeof player->person.team, "%s", team->about.name);
    if (t->settings.format == FORMAT_TEAMS && t->status == TOURNEY_STARTED)
        player->tpn = ++t->tpn_count; /* a substitute who comes later */
}

bool team_fold_team(Tourney *t, const TourneyAct *act)
{
    TourneyTeam *team = tourney_team(t, act->team);
    if (!act->about.name[0] || (act->team && !team) ||
        (!act->team && t->teams_count == TOURNEY_TEAMS_MAX))
        return false;
    if (!team) {
        t->teams = array_reserve(t->teams, &t->teams_size, t->teams_count + 1, sizeof *t->teams);
        team = &t->teams[t->teams_count++];
        *team = (TourneyTeam){.number = t->teams_count};
    }
    team->about = act->about;
    team->has_left = false;
    for (uint32_t i = 0; i < t->players_count; i++)
        if (t->players[i].team == team->number)
            snprintf(t->players[i].person.team, sizeof t->players[i].person.team, "%s",
                     team->about.name);
    t->about_seq = act->seq;
    return true;
}

bool team_fold_out(Tourney *t, const TourneyAct *act)
{
    TourneyTeam *team = tourney_team(t, act->team);
    if (!team || team->has_left)
        return false;
    team->has_left = true;
    team->left_round = t->round;
    t->about_seq = act->seq;
    return true;
}

/* ---- the order of a team's players ---- */

static int compare_places(const void *one, const void *other)
{
    const TourneyPlayer *a = *(TourneyPlayer *const *)one, *b = *(TourneyPlayer *const *)other;
    return a->team_place < b->team_place ? -1 : 1;
}

uint32_t tourney_roster(const Tourney *t, const TourneyTeam *team, uint32_t *players)
{
    TourneyPlayer **list = memory_array(t->players_count + 1, sizeof(TourneyPlayer *));
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->players_count; i++)
        if (t->players[i].team == team->number)
            list[count++] = &t->players[i];
    if (count)
        qsort(list, count, sizeof(TourneyPlayer *), compare_places);
    for (uint32_t i = 0; i < count; i++)
        players[i] = list[i]->number;
    free(list);
    return count;
}

/* Those who are named come first, in that order; the others keep theirs behind them. */
static void put_in_order(Tourney *t, const TourneyTeam *team, const TourneyAct *act)
{
    uint32_t *roster = memory_array(t->players_count + 1, sizeof *roster);
    uint32_t count = tourney_roster(t, team, roster), place = 0;
    for (uint32_t i = 0; i < act->lineup_count; i++)
        tourney_player(t, act->lineup[i])->team_place = ++place;
    for (uint32_t i = 0; i < count; i++) {
        bool is_named = false;
        for (uint32_t j = 0; j < act->lineup_count; j++)
            is_named |= act->lineup[j] == roster[i];
        if (!is_named)
            tourney_player(t, roster[i])->team_place = ++place;
    }
    free(roster);
}

bool team_fold_lineup(Tourney *t, const TourneyAct *act)
{
    TourneyTeam *team = tourney_team(t, act->team);
    bool is_order = t->status == TOURNEY_CREATED;
    if (!team || (!is_order && act->lineup_count > TOURNEY_BOARDS_MAX))
        return false;
    for (uint32_t i = 0; i < act->lineup_count; i++) {
        const TourneyPlayer *player = tourney_player(t, act->lineup[i]);
        if (!player || player->team != act->team)
            return false;
        for (uint32_t j = 0; j < i; j++)
            if (act->lineup[j] == act->lineup[i])
                return false;
    }
    t->about_seq = act->seq;
    team->lineups++;
    if (is_order) {
        put_in_order(t, team, act);
        return true;
    }
    team->lineup_count = act->lineup_count;
    memcpy(team->lineup, act->lineup, act->lineup_count * sizeof *team->lineup);
    return true;
}

/* ---- the start ---- */

typedef struct {
    uint32_t team;
    int64_t strength;
} Strength;

static int compare_strengths(const void *one, const void *other)
{
    const Strength *a = one, *b = other;
    if (a->strength != b->strength)
        return a->strength > b->strength ? -1 : 1;
    return a->team < b->team ? -1 : 1;
}

/* Ratings of its first boards together; -1 for a team without anybody who is there. */
static int64_t strength_of(const Tourney *t, const TourneyTeam *team, uint32_t *roster)
{
    uint32_t count = tourney_roster(t, team, roster), boards = 0;
    int64_t sum = 0;
    for (uint32_t i = 0; i < count && boards < (uint32_t)t->settings.boards; i++) {
        const TourneyPlayer *player = tourney_player(t, roster[i]);
        if (player->status != PLAYER_ACTIVE)
            continue;
        sum += player->person.rating;
        boards++;
    }
    return boards && !team->has_left ? sum : -1;
}

void team_fold_number(Tourney *t)
{
    uint32_t *roster = memory_array(t->players_count + 1, sizeof *roster);
    Strength *order = memory_array(t->teams_count + 1, sizeof *order);
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->teams_count; i++) {
        int64_t strength = strength_of(t, &t->teams[i], roster);
        if (strength >= 0)
            order[count++] = (Strength){i + 1, strength};
    }
    if (count)
        qsort(order, count, sizeof *order, compare_strengths);
    t->tpn_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        TourneyTeam *team = tourney_team(t, order[i].team);
        team->tpn = i + 1;
        uint32_t players = tourney_roster(t, team, roster);
        for (uint32_t j = 0; j < players; j++)
            if (tourney_player(t, roster[j])->status == PLAYER_ACTIVE)
                tourney_player(t, roster[j])->tpn = ++t->tpn_count;
    }
    t->team_tpn_count = count;
    free(order);
    free(roster);
}

uint32_t team_fold_rounds(const Tourney *t)
{
    RobinSchedule schedule = {(int)t->team_tpn_count, t->settings.cycles, false};
    if (t->settings.system == SYSTEM_SWISS)
        return (uint32_t)t->settings.rounds;
    return t->team_tpn_count < 2 ? 0 : (uint32_t)robin_rounds(schedule);
}

/* ---- matches ---- */

bool team_fold_pairs(Tourney *t, const TourneyAct *act)
{
    if (t->settings.format != FORMAT_TEAMS)
        return act->pairs_count == 0;
    for (uint32_t i = 0; i < act->pairs_count; i++)
        if (!tourney_team(t, act->pairs[i].home) ||
            (act->pairs[i].away && !tourney_team(t, act->pairs[i].away)) ||
            act->pairs[i].home == act->pairs[i].away)
            return false;
    for (uint32_t i = 0; i < act->boards_count; i++)
        if (!act->boards[i].match || act->boards[i].match > act->pairs_count)
            return false;
    for (uint32_t i = 0; i < act->pairs_count; i++) {
        t->matches =
            array_reserve(t->matches, &t->matches_size, t->matches_count + 1, sizeof *t->matches);
        t->matches[t->matches_count++] =
            (TeamMatch){act->round, i + 1, act->pairs[i].home, act->pairs[i].away};
    }
    return true;
}

void team_fold_unpair(Tourney *t)
{
    while (t->matches_count && t->matches[t->matches_count - 1].round == t->round)
        t->matches_count--;
}
