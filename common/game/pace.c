#include "pace.h"

enum {
    THINK_MAX = 5000, /* ms, above the budget of nodes */
    THINK_MIN = 20,
    THINK_MOVES =
        20, /* the clock is shared out among so many moves, or those up to the next stage and one */
    DELAY_MAX = 5000,
    DELAY_WORTH_IT = 250, /* a shorter delay is none */
    DELAY_OPENING = 2000, /* until both sides have moved */
    DELAY_UNTIMED = 1000,
};

/* The formula of lichess.org: 1.1 % of the time, less from the 20th ply on, half of it in the opening, times 0.5 to
 * 1.5. */
int64_t pace_delay(const TimeControl *control, uint32_t plies, int64_t remaining, uint64_t random)
{
    int64_t spread = 500 + (int64_t)(random % 1001); /* thousandths */
    if (plies < 2)
        return DELAY_OPENING * spread / 1000;
    if (!control->timed)
        return DELAY_UNTIMED * spread / 1000;
    int64_t total = time_control_estimate(control);
    if (total <= 20000)
        return 0;
    int64_t late = plies <= 20 ? 0 : plies >= 120 ? 100 : plies - 20;
    int64_t delay = (remaining < total ? remaining : total) * 11 / 1000 * (150 - late) / 150;
    delay = (delay < DELAY_MAX ? delay : DELAY_MAX) * spread / 1000;
    if (plies < 10)
        delay /= 2;
    return delay <= DELAY_WORTH_IT ? 0 : delay;
}

int64_t pace_think_max(const TimeControl *control, uint32_t made, int64_t remaining)
{
    if (!control->timed)
        return THINK_MAX;
    int64_t moves = time_control_moves_left(control, made);
    moves = moves && moves < THINK_MOVES ? moves + 1 : THINK_MOVES;
    int64_t most = remaining / moves + time_control_stage(control, made).increment / 2;
    if (most > remaining / 4)
        most = remaining / 4;
    return most < THINK_MIN ? THINK_MIN : most > THINK_MAX ? THINK_MAX : most;
}
