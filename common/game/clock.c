#include "clock.h"

#include <assert.h>

bool time_control_is_valid(const TimeControl *control)
{
    if (!control->timed)
        return control->initial == 0 && control->increment == 0;
    return control->initial >= 0 && control->initial <= CLOCK_INITIAL_MAX &&
           control->increment >= 0 && control->increment <= CLOCK_INCREMENT_MAX &&
           (control->initial > 0 || control->increment > 0);
}

int64_t time_control_estimate(const TimeControl *control)
{
    return control->initial + INT64_C(40) * control->increment;
}

Speed time_control_speed(const TimeControl *control)
{
    static const int32_t BELOW[] = {30, 180, 480, 1500}; /* seconds, by Speed */
    if (!control->timed)
        return SPEED_CORRESPONDENCE;
    int64_t seconds = time_control_estimate(control) / 1000;
    int speed = SPEED_ULTRABULLET;
    while (speed < SPEED_CLASSICAL && seconds >= BELOW[speed])
        speed++;
    return (Speed)speed;
}

int32_t time_control_first_move(const TimeControl *control, bool chess960)
{
    static const int32_t LIMITS[] = {
        [SPEED_ULTRABULLET] = 15000, [SPEED_BULLET] = 20000,    [SPEED_BLITZ] = 25000,
        [SPEED_RAPID] = 30000,       [SPEED_CLASSICAL] = 35000, [SPEED_CORRESPONDENCE] = 0,
    };
    int32_t limit = LIMITS[time_control_speed(control)];
    return chess960 ? limit / 4 * 5 : limit;
}

void clock_init(Clock *clock, const TimeControl *control)
{
    assert(time_control_is_valid(control));
    int64_t full = control->initial;
    if (control->timed && full == 0)
        full = control->increment > CLOCK_LEAST ? control->increment : CLOCK_LEAST;
    *clock = (Clock){.control = *control, .remaining = {full, full}, .since = CLOCK_PENDING};
}

void clock_start(Clock *clock, Color turn, int64_t now)
{
    clock->turn = turn;
    clock->since = now;
    clock->running = clock->control.timed;
}

void clock_stop(Clock *clock)
{
    clock->running = false;
}

void clock_set(Clock *clock, const int64_t remaining[2], int64_t now)
{
    assert(remaining[WHITE] >= 0 && remaining[BLACK] >= 0);
    clock->remaining[WHITE] = remaining[WHITE];
    clock->remaining[BLACK] = remaining[BLACK];
    if (clock->running && clock->since != CLOCK_PENDING)
        clock->since = now;
}

int64_t clock_remaining(const Clock *clock, Color side, int64_t now)
{
    int64_t remaining = clock->remaining[side];
    if (!clock->running || side != clock->turn || now <= clock->since)
        return remaining;
    int64_t spent = now - clock->since;
    return spent < remaining ? remaining - spent : 0;
}

int64_t clock_flag_at(const Clock *clock)
{
    if (!clock->running || clock->since == CLOCK_PENDING)
        return INT64_MAX;
    return clock->since + clock->remaining[clock->turn];
}
