#include "team_pairs.h"

#include "memory.h"
#include "round_robin.h"

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

/* ---- Swiss ---- */

/* What is the default: colours of type A, match points first, then game points for colours (C.04.6, 1.2.2 and 1.7). */
void team_swiss_new(const Tourney *t, SwissRound *round)
{
    TeamRound *all = team_rounds(t, &round->team_field);
    bool *present = memory_array(t->team_tpn_count + 1, sizeof *present);
    round->numbers = memory_array(t->team_tpn_count + 1, sizeof *round->numbers);
    for (uint32_t i = 0; i < t->teams_count; i++) {
        const TourneyTeam *team = &t->teams[i];
        if (!team->tpn)
            continue;
        present[team->tpn - 1] = !team->has_left;
        round->numbers[team->tpn - 1] = team->number;
    }
    round->memory = all;
    round->present = present;
    round->teams = (TeamSwiss){.field = &round->team_field,
                               .round = (int)t->round,
                               .rounds = (int)t->rounds_count,
                               .present = present,
                               .initial = t->seed % 2 == 0 ? SIDE_WHITE : SIDE_BLACK};
}
