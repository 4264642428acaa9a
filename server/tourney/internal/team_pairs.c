#include "team_pairs.h"

#include "memory.h"
#include "round_robin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- who sits at which board ---- */

static bool is_there(const Tourney *t, uint32_t number)
{
    const TourneyPlayer *player = tourney_player(t, number);
    return player && player->status == PLAYER_ACTIVE;
}

/* Who plays for a team, in the order of boards: its line-up, or the first of its players who are there. */
static uint32_t find_lineup(const Tourney *t, uint32_t number, uint32_t *seats)
{
    const TourneyTeam *team = tourney_team(t, number);
    uint32_t count = 0, most = (uint32_t)t->settings.boards;
    if (!team || team->has_left)
        return 0;
    uint32_t *roster = memory_array(t->players_count + 1, sizeof *roster);
    uint32_t players = tourney_roster(t, team, roster);
    for (uint32_t i = 0; i < team->lineup_count && count < most; i++)
        if (is_there(t, team->lineup[i]))
            seats[count++] = team->lineup[i];
    for (uint32_t i = 0; !team->lineup_count && i < players && count < most; i++)
        if (is_there(t, roster[i]))
            seats[count++] = roster[i];
    free(roster);
    return count;
}

static void add_board(TourneyAct *act, uint32_t white, uint32_t black, uint32_t match)
{
    bool both = white && black;
    act->boards[act->boards_count++] = (PairedBoard){.white = white ? white : black,
                                                     .black = both ? black : 0,
                                                     .match = match,
                                                     .result = both ? BOARD_NONE : BOARD_BYE};
}

/* Where only one of the two is there, the other board is empty: the game is won without being played. */
static void seat_match(const Tourney *t, const PairedTeams *pair, uint32_t match, TourneyAct *act)
{
    uint32_t home[TOURNEY_BOARDS_MAX], away[TOURNEY_BOARDS_MAX];
    uint32_t homes = find_lineup(t, pair->home, home), aways = find_lineup(t, pair->away, away);
    for (uint32_t i = 0; i < homes || i < aways; i++) {
        uint32_t one = i < homes ? home[i] : 0, other = i < aways ? away[i] : 0;
        add_board(act, i % 2 ? other : one, i % 2 ? one : other, match);
    }
}

void team_seat(const Tourney *t, TourneyAct *act)
{
    act->boards =
        memory_array((size_t)act->pairs_count * TOURNEY_BOARDS_MAX + 1, sizeof *act->boards);
    for (uint32_t i = 0; i < act->pairs_count; i++)
        if (act->pairs[i].away)
            seat_match(t, &act->pairs[i], i + 1, act);
}

bool tourney_seat_again(const Tourney *t, TourneyAct *act)
{
    if (t->settings.format != FORMAT_TEAMS || t->round_state != ROUND_PAIRED)
        return false;
    *act = (TourneyAct){.kind = ACT_BOARDS};
    act->pairs = memory_array(t->matches_count + 1, sizeof *act->pairs);
    for (uint32_t i = 0; i < t->matches_count; i++)
        if (t->matches[i].round == t->round)
            act->pairs[act->pairs_count++] = (PairedTeams){t->matches[i].home, t->matches[i].away};
    team_seat(t, act);
    free(act->pairs); /* which are known, and stay */
    act->pairs = NULL;
    act->pairs_count = 0;
    return true;
}

/* ---- which teams meet ---- */

static uint32_t number_of(const Tourney *t, uint32_t tpn)
{
    for (uint32_t i = 0; i < t->teams_count; i++)
        if (t->teams[i].tpn == tpn)
            return t->teams[i].number;
    return 0;
}

/* Whoever rests has no match: that is no bye. Teams that have left lose all their boards. */
bool team_pair_robin(const Tourney *t, TourneyAct *act)
{
    RobinSchedule schedule = {(int)t->team_tpn_count, t->settings.cycles, false};
    RoundPair pairs[TOURNEY_TEAMS_MAX / 2 + 1];
    if (t->team_tpn_count < 2 || t->settings.system != SYSTEM_ROBIN)
        return false;
    int count = robin_pair(schedule, (int)t->round, pairs);
    *act = (TourneyAct){.kind = ACT_PAIR, .round = t->round + 1};
    act->pairs = memory_array((size_t)count + 1, sizeof *act->pairs);
    for (int i = 0; i < count; i++)
        act->pairs[act->pairs_count++] =
            (PairedTeams){number_of(t, pairs[i].white), number_of(t, pairs[i].black)};
    team_seat(t, act);
    return true;
}

/* ---- teams as players of a Swiss tournament ---- */

static RoundResult result_of(const TeamMatchScore *score, int side)
{
    int own = score->halves[side], other = score->halves[!side];
    if (!score->is_over)
        return RESULT_NONE;
    return own > other ? RESULT_WIN : own < other ? RESULT_LOSS : RESULT_DRAW;
}

static void copy_match(const Tourney *t, const TeamMatch *match, Tournament *field)
{
    const TourneyTeam *home = tourney_team(t, match->home), *away = tourney_team(t, match->away);
    TeamMatchScore score = tourney_match_score(t, match);
    int round = (int)match->round - 1;
    if (!away) {
        *tournament_game(field, (int)home->tpn - 1, round) =
            (RoundGame){0, SIDE_NONE, RESULT_PAIRING_BYE};
        return;
    }
    *tournament_game(field, (int)home->tpn - 1, round) =
        (RoundGame){(uint16_t)away->tpn, SIDE_WHITE, (uint8_t)result_of(&score, 0)};
    *tournament_game(field, (int)away->tpn - 1, round) =
        (RoundGame){(uint16_t)home->tpn, SIDE_BLACK, (uint8_t)result_of(&score, 1)};
}

/* Teams that have left are absent in the round to be paired, and in those that they missed. */
static void copy_absences(const Tourney *t, Tournament *field)
{
    for (uint32_t i = 0; i < t->teams_count; i++) {
        const TourneyTeam *team = &t->teams[i];
        if (!team->tpn || !team->has_left)
            continue;
        for (int round = (int)team->left_round; round <= field->played; round++) {
            RoundGame *game = tournament_game(field, (int)team->tpn - 1, round);
            if (!game->opponent && game->result == RESULT_NONE)
                game->result = RESULT_ZERO_BYE;
        }
    }
}

void *team_field(const Tourney *t, Tournament *field, uint32_t **numbers)
{
    uint32_t rounds = t->rounds_count > t->round ? t->rounds_count : t->round;
    TournamentSize size = {(int)t->team_tpn_count, (int)rounds + 1, 0, 0};
    size_t bytes = (tournament_memory(size) + 15) / 16 * 16;
    char *memory = memory_new(bytes + (t->team_tpn_count + 1) * sizeof **numbers);
    *numbers = (uint32_t *)(void *)(memory + bytes);
    tournament_open(field, memory, size);
    field->player_count = (int)t->team_tpn_count;
    field->rounds = (int)rounds;
    field->played = (int)t->round;
    field->initial = t->seed % 2 == 0 ? SIDE_WHITE : SIDE_BLACK;
    field->type = TYPE_DUTCH;
    field->points.pairing_bye = field->points.draw; /* C.04.6: the bye is a draw */
    for (uint32_t i = 0; i < t->teams_count; i++) {
        const TourneyTeam *team = &t->teams[i];
        if (!team->tpn)
            continue;
        TournamentPlayer *player = &field->players[team->tpn - 1];
        player->id = (uint16_t)team->tpn;
        snprintf(player->name, sizeof player->name, "%.*s", (int)sizeof player->name - 1,
                 team->about.name);
        (*numbers)[team->tpn - 1] = team->number;
    }
    for (uint32_t i = 0; i < t->matches_count; i++)
        copy_match(t, &t->matches[i], field);
    copy_absences(t, field);
    tournament_index(field);
    for (int i = 0; i < field->player_count; i++)
        field->players[i].points = tournament_points(field, i, field->played);
    return memory;
}
