#include "timeman.h"

#include <assert.h>

enum {
    HORIZON = 24, /* how many moves the remaining time must last for, when nothing else is known */
    HORIZON_MAX = 40 /* the same for a distant time control */
};

static int64_t at_least(int64_t value, int64_t least)
{
    return value < least ? least : value;
}
static int64_t at_most(int64_t value, int64_t most)
{
    return value > most ? most : value;
}

void timeman_start(Timeman *timeman, const TimemanClock *clock)
{
    assert(clock->overhead >= 0 && clock->moves_to_go >= 0);
    int64_t increment = at_least(clock->increment, 0);
    int64_t usable = at_least(clock->remaining - clock->overhead, 1);
    int64_t soft, hard;
    if (clock->moves_to_go > 0) {
        int64_t moves = at_most(clock->moves_to_go, HORIZON_MAX);
        /* Each of these moves also costs its overhead and a millisecond. */
        int64_t pool = at_least(usable + (increment - clock->overhead - 1) * (moves - 1), 1);
        soft = pool / moves;
        hard = moves == 1 ? usable * 9 / 10 : at_most(soft * 5, pool * 6 / 10);
    } else {
        /* Only the increment less the overhead is used; otherwise the clock would run down until any delay loses
         * the game. */
        soft = usable / HORIZON + at_least(increment - clock->overhead, 0);
        hard = at_most(soft * 5, usable / 3);
    }
    timeman->hard = at_least(at_most(hard, usable), 1);
    timeman->soft = at_least(at_most(soft, timeman->hard), 1);
    timeman->has_score = false;
    timeman->last_score = 0;
}

/* A best move that has been stable, and that took most of the nodes, needs less time; a falling score needs more.
 * All in hundredths. (The share of nodes as a measure of certainty:
 * https://www.chessprogramming.org/Time_Management.) */
bool timeman_is_enough(Timeman *timeman, const EngineInfo *info, int64_t elapsed)
{
    if (info->choices <= 1)
        return true;
    int64_t doubt = 150 - (int64_t)info->best_share / 10; /* 50 to 150 */
    static const int by_steadiness[] = {160, 120, 100, 90, 85, 80, 75, 72, 70};
    unsigned last = sizeof by_steadiness / sizeof by_steadiness[0] - 1;
    int64_t steadiness = by_steadiness[info->steady < last ? info->steady : last];
    int64_t fall = 0;
    if (timeman->has_score)
        fall = at_most(at_least(timeman->last_score - info->score, 0), 60);
    timeman->last_score =
        timeman->has_score ? (timeman->last_score * 3 + info->score) / 4 : info->score;
    timeman->has_score = true;
    int64_t limit = timeman->soft * doubt / 75 * steadiness / 100 * (100 + fall) / 100;
    return elapsed >= at_most(limit, timeman->hard);
}
