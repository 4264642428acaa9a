/* Correspondence games that sleep on disk are read before an arbiter's act changes them. */
#include "memory.h"
#include "running.h"

#include <stdlib.h>

typedef struct {
    size_t left; /* games that are still being read */
    LiveWoken woken;
    void *context;
} Waking;

static void count_down(Waking *waking)
{
    if (--waking->left)
        return;
    waking->woken(waking->context);
    free(waking);
}

static void on_woken(void *context)
{
    count_down(context);
}

/* Whether the act ends or changes the game at that board. */
static bool reaches(const TourneyAct *act, const TourneyBoard *board)
{
    switch (act->kind) {
    case ACT_TIME:
    case ACT_STOP:
    case ACT_GO_ON:
    case ACT_ADJOURN:
    case ACT_RESULT:
    case ACT_ANNUL: return board->number == act->board;
    case ACT_UNPAIR:
    case ACT_CANCEL: return true;
    default: return false;
    }
}

bool tournaments_wake(Tournaments *tournaments, const char *id, const TourneyAct *act,
                      LiveWoken woken, void *context)
{
    const Running *running = running_find(tournaments, id);
    if (!running || !running->tourney->boards_left)
        return false;
    const Tourney *tourney = running->tourney;
    Waking *waking = memory_new(sizeof *waking);
    *waking = (Waking){0, woken, context};
    for (uint32_t i = 0; i < tourney->boards_count; i++) {
        const TourneyBoard *board = &tourney->boards[i];
        if (board->state == STATE_PLAYING && board->pair.game.text[0] && reaches(act, board))
            waking->left += live_wake(tournaments->live, &board->pair.game, on_woken, waking);
    }
    if (waking->left)
        return true;
    free(waking);
    return false;
}
