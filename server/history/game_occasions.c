#include "game_occasions.h"

#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

GameOccasions *game_occasions_new(size_t games, size_t teams)
{
    GameOccasions *occasions = memory_new(sizeof *occasions);
    occasions->games = memory_array(games + 1, sizeof *occasions->games);
    occasions->team = memory_array(teams + 1, sizeof *occasions->team);
    return occasions;
}

void game_occasions_free(GameOccasions *occasions)
{
    if (!occasions)
        return;
    free(occasions->games);
    free(occasions->team);
    free(occasions);
}

static int compare(const void *one, const void *other)
{
    const OccasionGame *a = one, *b = other;
    return strcmp(a->game.text, b->game.text);
}

void game_occasions_sort(GameOccasions *occasions)
{
    if (occasions->count)
        qsort(occasions->games, occasions->count, sizeof *occasions->games, compare);
}

static const char *team_of(const GameOccasions *occasions, uint32_t number)
{
    return number ? occasions->team[number - 1] : NULL;
}

bool game_occasions_find(const GameOccasions *occasions, const char *game,
                         char place[OCCASION_ROUND_SIZE], GameOccasion *found)
{
    OccasionGame wanted = {.round = 0};
    snprintf(wanted.game.text, sizeof wanted.game.text, "%s", game);
    const OccasionGame *of =
        occasions && occasions->count
            ? bsearch(&wanted, occasions->games, occasions->count, sizeof wanted, compare)
            : NULL;
    if (!of)
        return false;
    snprintf(place, OCCASION_ROUND_SIZE, "%u.%u", of->round, of->table);
    *found = (GameOccasion){.event = occasions->event,
                            .round = of->round ? place : NULL,
                            .white_team = team_of(occasions, of->teams[0]),
                            .black_team = team_of(occasions, of->teams[1])};
    return true;
}
