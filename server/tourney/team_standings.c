/* Who is ahead among teams. */
#include "tourney.h"

#include "match_boards.h"
#include "memory.h"
#include "team_pairs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void team_standings_clear(TeamStandings *standings)
{
    free(standings->rows);
    *standings = (TeamStandings){.rows = NULL};
}

/* ---- matches ---- */

TeamMatch *tourney_match(const Tourney *t, uint32_t round, uint32_t match)
{
    for (uint32_t i = 0; i < t->matches_count; i++)
        if (t->matches[i].round == round && t->matches[i].match == match)
            return &t->matches[i];
    return NULL;
}

/* ---- the field, as tie-breaks need it ---- */

static bool was_played(const TourneyBoard *board)
{
    return board->result != BOARD_BYE && board->result != BOARD_FORFEIT_WHITE &&
           board->result != BOARD_FORFEIT_BLACK && board->result != BOARD_FORFEIT_BOTH &&
           board->state == STATE_OVER;
}

static void copy_boards(const Tourney *t, const MatchBoards *index, uint32_t at, TeamRound *home,
                        TeamRound *away)
{
    const TeamMatch *match = match_boards_match(index, t, at);
    for (uint32_t i = 0; i < match_boards_count(index, at); i++) {
        const TourneyBoard *board = match_boards_get(index, t, at, i);
        bool white_home = tourney_player(t, board->pair.white)->team == match->home;
        int white = 5 * board_result_halves(board->result, true);
        int black = board->pair.black ? 5 * board_result_halves(board->result, false) : 0;
        if (i < TEAM_BOARDS_MAX) {
            home->board[i] = (int16_t)(white_home ? white : black);
            away->board[i] = (int16_t)(white_home ? black : white);
        }
        if (was_played(board))
            home->kind = away->kind = TEAM_PLAYED;
    }
}

static void copy_match(const Tourney *t, const MatchBoards *index, uint32_t at, TeamField *field,
                       TeamRound *all)
{
    const TeamMatch *match = match_boards_match(index, t, at);
    TeamMatchScore score = match_boards_score(index, t, at);
    const TourneyTeam *teams[] = {tourney_team(t, match->home), tourney_team(t, match->away)};
    TeamRound *rounds[2] = {NULL, NULL};
    for (int side = 0; side < 2 && teams[side]; side++) {
        rounds[side] = &all[(teams[side]->tpn - 1) * (uint32_t)field->rounds + match->round - 1];
        *rounds[side] = (TeamRound){
            .opponent = (uint16_t)(teams[!side] ? teams[!side]->tpn : 0),
            .kind = teams[!side] ? TEAM_FORFEIT : TEAM_BYE,
            .points = (int16_t)(10 * score.points[side]),
            .game_points = (int16_t)(5 * score.halves[side]),
            .colour = side ? SIDE_BLACK : SIDE_WHITE, /* of the first board */
        };
    }
    if (rounds[1])
        copy_boards(t, index, at, rounds[0], rounds[1]);
}

TeamRound *team_rounds(const Tourney *t, TeamField *field)
{
    int rounds = (int)t->round - (t->round_state == ROUND_PAIRED);
    MatchBoards index = {.first = NULL};
    *field = (TeamField){.teams = (int)t->team_tpn_count,
                         .rounds = rounds,
                         .boards = t->settings.boards,
                         .win = 20,
                         .draw = 10,
                         .is_round_robin = t->settings.system == SYSTEM_ROBIN};
    TeamRound *all = memory_array((size_t)field->teams * (size_t)rounds + 1, sizeof *all);
    field->round = all;
    for (int round = 1; round <= rounds; round++) {
        match_boards_build(&index, t, (uint32_t)round);
        for (uint32_t at = 0; at < index.count; at++)
            copy_match(t, &index, at, field, all);
    }
    match_boards_clear(&index);
    return all;
}

static int read_codes(const Tourney *t, TeamTieBreak *list, TeamStandings *standings)
{
    int count = 0;
    for (const char *at = t->settings.tiebreaks; *at && count < STANDING_TIEBREAKS_MAX;) {
        size_t length = strcspn(at, ",");
        if (team_tiebreak_parse(at, length, &list[count]))
            snprintf(standings->tiebreaks[count++], sizeof *standings->tiebreaks, "%.*s",
                     (int)(length < 11 ? length : 11), at);
        at += length + (at[length] == ',');
    }
    return count;
}

static int compare_ranks(const void *one, const void *other)
{
    const TeamStanding *a = one, *b = other;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return a->team < b->team ? -1 : 1;
}

static void rank_matches(TeamStandings *standings, const Tourney *t)
{
    TeamField field;
    TeamTieBreak list[STANDING_TIEBREAKS_MAX];
    uint16_t ranks[TOURNEY_TEAMS_MAX + 1];
    int32_t values[STANDING_TIEBREAKS_MAX * TOURNEY_TEAMS_MAX];
    TeamRound *all = team_rounds(t, &field);
    int count = read_codes(t, list, standings);
    team_tiebreak_rank(&field, list, count, ranks, values);
    standings->tiebreaks_count = (uint32_t)count;
    for (uint32_t i = 0; i < t->teams_count; i++) {
        const TourneyTeam *team = &t->teams[i];
        if (!team->tpn)
            continue;
        int at = (int)team->tpn - 1;
        TeamStanding *row = &standings->rows[at];
        *row = (TeamStanding){.rank = ranks[at],
                              .team = team->number,
                              .points = team_points(&field, at) / 10,
                              .halves = team_game_points(&field, at) / 5};
        for (int round = 0; round < field.rounds; round++)
            row->played += all[at * field.rounds + round].kind == TEAM_PLAYED;
        for (int code = 0; code < count; code++)
            row->tiebreaks[code] = values[code * field.teams + at];
    }
    standings->count = t->team_tpn_count;
    if (standings->count)
        qsort(standings->rows, standings->count, sizeof *standings->rows, compare_ranks);
    free(all);
}

/* ---- team battles ---- */

static int compare_battle(const void *one, const void *other)
{
    const TeamStanding *a = one, *b = other;
    if (a->points != b->points)
        return a->points > b->points ? -1 : 1;
    if (a->tiebreaks[0] != b->tiebreaks[0])
        return a->tiebreaks[0] > b->tiebreaks[0] ? -1 : 1;
    return a->team < b->team ? -1 : 1;
}

/* The points of each team's best players; of those that are level, the one whose best is ahead. */
static void rank_battle(TeamStandings *standings, const Tourney *t, const Standings *players)
{
    for (uint32_t i = 0; i < t->teams_count; i++)
        if (!t->teams[i].has_left)
            standings->rows[standings->count++] = (TeamStanding){.team = i + 1};
    for (uint32_t i = 0; i < players->count; i++) {
        const TourneyPlayer *player = tourney_player(t, players->rows[i].player);
        for (uint32_t j = 0; player->team && j < standings->count; j++) {
            TeamStanding *row = &standings->rows[j];
            if (row->team != player->team || row->played == (uint32_t)t->settings.leaders)
                continue;
            if (!row->played)
                row->tiebreaks[0] = -(int32_t)i - 1; /* the place of its best */
            row->leaders[row->played++] = player->number;
            row->points += t->started_at ? players->rows[i].halves / 2 : 0;
        }
    }
    for (uint32_t j = 0; j < standings->count; j++)
        if (!standings->rows[j].played)
            standings->rows[j].tiebreaks[0] = INT32_MIN;
    if (standings->count)
        qsort(standings->rows, standings->count, sizeof *standings->rows, compare_battle);
    for (uint32_t j = 0; j < standings->count; j++)
        standings->rows[j].rank = j + 1;
}

/* ---- before the start ---- */

static void list_teams(TeamStandings *standings, const Tourney *t)
{
    for (uint32_t i = 0; i < t->teams_count; i++)
        if (!t->teams[i].has_left) {
            standings->rows[standings->count] =
                (TeamStanding){.rank = standings->count + 1, .team = i + 1};
            standings->count++;
        }
}

void team_standings_compute(TeamStandings *standings, const Tourney *t, const Standings *players)
{
    team_standings_clear(standings);
    standings->rows = memory_array(t->teams_count + 1, sizeof *standings->rows);
    if (!tourney_settings_has_teams(&t->settings))
        return;
    if (t->settings.format == FORMAT_ARENA)
        rank_battle(standings, t, players);
    else if (t->started_at)
        rank_matches(standings, t);
    else
        list_teams(standings, t);
}
