#include "tournament.h"

#include "take.h"

#include <string.h>

static size_t lay_out(Tournament *t, char *memory, TournamentSize size)
{
    char *at = memory;
    size_t cells = (size_t)size.players * (size_t)size.rounds;
    t->players = take(&at, (size_t)size.players * sizeof *t->players);
    t->games = take(&at, cells * sizeof *t->games);
    t->extra = take(&at, cells * sizeof *t->extra);
    t->abnormal = take(&at, cells * sizeof *t->abnormal);
    t->forbidden = take(&at, (size_t)size.forbidden * sizeof *t->forbidden);
    t->groups = take(&at, (size_t)size.groups * sizeof *t->groups);
    t->index = take(&at, (TOURNAMENT_PLAYERS_MAX + 1) * sizeof *t->index);
    return (size_t)(at - memory);
}

size_t tournament_memory(TournamentSize size)
{
    static char nothing[16];
    Tournament measured;
    return lay_out(&measured, nothing, size);
}

void tournament_open(Tournament *t, void *memory, TournamentSize size)
{
    memset(memory, 0, tournament_memory(size));
    *t = (Tournament){.room = size,
                      .points = {.win = 10,
                                 .draw = 5,
                                 .forfeit_win = 10,
                                 .full_bye = 10,
                                 .half_bye = 5,
                                 .pairing_bye = 10}};
    lay_out(t, memory, size);
}

bool tournament_index(Tournament *t)
{
    memset(t->index, 0, (TOURNAMENT_PLAYERS_MAX + 1) * sizeof *t->index);
    for (int i = 0; i < t->player_count; i++) {
        if (t->index[t->players[i].id])
            return false;
        t->index[t->players[i].id] = (uint16_t)(i + 1);
    }
    return true;
}

bool game_was_paired(const RoundGame *game)
{
    return game->opponent || game->result == RESULT_PAIRING_BYE ||
           game->result == RESULT_FORFEIT_WIN;
}

int tournament_worth(const Tournament *t, const RoundGame *game)
{
    const PointSystem *p = &t->points;
    switch ((RoundResult)game->result) {
    case RESULT_WIN:
    case RESULT_SHORT_WIN: return p->win;
    case RESULT_DRAW:
    case RESULT_SHORT_DRAW: return p->draw;
    case RESULT_LOSS:
    case RESULT_SHORT_LOSS: return p->loss;
    case RESULT_FORFEIT_WIN: return p->forfeit_win;
    case RESULT_FORFEIT_LOSS: return game->opponent ? p->forfeit_loss : p->zero_bye;
    case RESULT_HALF_BYE: return p->half_bye;
    case RESULT_FULL_BYE: return p->full_bye;
    case RESULT_PAIRING_BYE: return p->pairing_bye;
    default: return p->zero_bye;
    }
}

int tournament_scored(const Tournament *t, int player, int round)
{
    return tournament_worth(t, tournament_game(t, player, round)) +
           t->abnormal[(size_t)player * (size_t)t->room.rounds + (size_t)round];
}

int tournament_points(const Tournament *t, int player, int round)
{
    int sum = 0;
    for (int r = 0; r < round; r++)
        sum += tournament_scored(t, player, r);
    return sum;
}

int tournament_pairing_points(const Tournament *t, int player, int round)
{
    int extra = round < t->room.rounds
                    ? t->extra[(size_t)player * (size_t)t->room.rounds + (size_t)round]
                    : 0;
    return tournament_points(t, player, round) + extra;
}

bool tournament_is_present(const Tournament *t, int player, int round)
{
    const RoundGame *game = tournament_game(t, player, round);
    return game_was_paired(game) || (round >= t->played && game->result == RESULT_NONE);
}

static bool group_has(const Tournament *t, const ForbiddenGroup *group, uint16_t id)
{
    for (int i = 0; i < group->count; i++)
        if (t->forbidden[group->start + i] == id)
            return true;
    return false;
}

bool tournament_is_forbidden(const Tournament *t, int one, int other, int round)
{
    for (int i = 0; i < t->group_count; i++) {
        const ForbiddenGroup *group = &t->groups[i];
        if (round >= group->first_round && round <= group->last_round &&
            group_has(t, group, t->players[one].id) && group_has(t, group, t->players[other].id))
            return true;
    }
    return false;
}

bool tournament_accelerate(Tournament *t)
{
    const PointSystem *p = &t->points;
    if (t->rounds < 1 || t->rounds > t->room.rounds || p->loss || p->draw * 2 != p->win)
        return false;
    int favoured = (t->player_count + 3) / 4 * 2;
    int accelerated = (t->rounds + 1) / 2, full = (accelerated + 1) / 2;
    for (int i = 0; i < favoured && i < t->player_count; i++)
        for (int round = 0; round < accelerated; round++)
            t->extra[(size_t)i * (size_t)t->room.rounds + (size_t)round] =
                (int16_t)(round < full ? p->win : p->draw);
    t->is_accelerated = true;
    return true;
}

/* The player was paired in the round or before. */
static bool was_paired_until(const Tournament *t, int player, int round)
{
    for (int r = 0; r <= round; r++)
        if (game_was_paired(tournament_game(t, player, r)))
            return true;
    return false;
}

static int first_round_with_colours(const Tournament *t)
{
    for (int round = 0; round < t->played; round++)
        for (int i = 0; i < t->player_count; i++)
            if (tournament_game(t, i, round)->colour != SIDE_NONE)
                return round;
    return -1;
}

SideColour tournament_find_initial(const Tournament *t)
{
    int round = first_round_with_colours(t), number = 0;
    for (int i = 0; round >= 0 && i < t->player_count; i++) {
        if (!was_paired_until(t, i, round))
            continue;
        SideColour colour = (SideColour)tournament_game(t, i, round)->colour;
        if (colour != SIDE_NONE)
            return number % 2 ? (colour == SIDE_WHITE ? SIDE_BLACK : SIDE_WHITE) : colour;
        number++;
    }
    return SIDE_NONE;
}

int tournament_find_contradiction(const Tournament *t, int *round)
{
    for (int i = 0; i < t->player_count; i++)
        for (int r = 0; r < t->played; r++) {
            const RoundGame *game = tournament_game(t, i, r);
            if (!game->opponent)
                continue;
            int other = tournament_find(t, game->opponent);
            const RoundGame *answer = other < 0 ? NULL : tournament_game(t, other, r);
            bool agrees = answer && other != i && answer->opponent == t->players[i].id &&
                          game_was_played(answer) == game_was_played(game) &&
                          (!game_was_played(game) ||
                           (answer->colour != SIDE_NONE && answer->colour != game->colour));
            if (!agrees) {
                *round = r;
                return i;
            }
        }
    return -1;
}
