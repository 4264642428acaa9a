#include "clock.h"

#include <assert.h>

/* As lichess.org offers them. */
static bool is_days(int32_t days)
{
    return days == 1 || days == 2 || days == 3 || days == 5 || days == 7 || days == 10 ||
           days == CLOCK_DAYS_MAX;
}

bool time_control_is_valid(const TimeControl *control)
{
    bool is_bare = control->initial == 0 && control->increment == 0 && control->bonus == 0;
    if (!control->timed)
        return is_bare && control->days == 0;
    if (control->days != 0)
        return is_bare && is_days(control->days);
    return control->initial >= 0 && control->initial <= CLOCK_INITIAL_MAX &&
           control->increment >= 0 && control->increment <= CLOCK_INCREMENT_MAX &&
           control->bonus <= BONUS_DELAY &&
           (control->bonus == BONUS_FISCHER || control->increment > 0) &&
           (control->initial > 0 || control->increment > 0);
}

bool time_control_equal(const TimeControl *one, const TimeControl *other)
{
    return one->timed == other->timed && one->initial == other->initial &&
           one->increment == other->increment && one->bonus == other->bonus &&
           one->days == other->days;
}

int64_t time_control_estimate(const TimeControl *control)
{
    if (control->days)
        return control->days * (int64_t)CLOCK_DAY;
    return control->initial + INT64_C(40) * control->increment;
}

Speed time_control_speed(const TimeControl *control)
{
    static const int32_t BELOW[] = {30, 180, 480, 1500}; /* seconds, by Speed */
    if (!control->timed || control->days)
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
    if (control->days)
        return control->days * CLOCK_DAY;
    int32_t limit = LIMITS[time_control_speed(control)];
    return chess960 ? limit / 4 * 5 : limit;
}

_Static_assert((int64_t)CLOCK_DAYS_MAX *CLOCK_DAY <= INT32_MAX,
               "a first move's limit is an int32_t");

int64_t time_control_full(const TimeControl *control)
{
    if (control->days)
        return control->days * (int64_t)CLOCK_DAY;
    if (control->initial > 0 || !control->timed)
        return control->initial;
    return control->increment > CLOCK_LEAST ? control->increment : CLOCK_LEAST;
}

void clock_init(Clock *clock, const TimeControl *control)
{
    assert(time_control_is_valid(control));
    int64_t full = time_control_full(control);
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

void clock_set(Clock *clock, const int64_t remaining[2])
{
    assert(remaining[WHITE] >= 0 && remaining[BLACK] >= 0);
    clock->remaining[WHITE] = remaining[WHITE];
    clock->remaining[BLACK] = remaining[BLACK];
}

void clock_add(Clock *clock, Color side, int64_t given)
{
    assert(given >= 0);
    clock->remaining[side] += given;
}

int64_t clock_elapsed(const Clock *clock, int64_t now)
{
    return clock->running && now > clock->since ? now - clock->since : 0;
}

static int64_t delay_of(const TimeControl *control)
{
    return control->bonus == BONUS_DELAY ? control->increment : 0;
}

/* Of so long a turn. */
static int64_t charge(const Clock *clock, int64_t spent)
{
    int64_t delay = delay_of(&clock->control);
    return spent > delay ? spent - delay : 0;
}

void clock_align(Clock *clock, int64_t left, int64_t now)
{
    if (!clock->running || clock->since == CLOCK_PENDING)
        return;
    int64_t charged = clock->remaining[clock->turn] - left, delay = delay_of(&clock->control);
    if (charged > 0)
        clock->since = now - delay - charged;
    else if (clock->since < now - delay)
        clock->since = now - delay; /* within the delay: no earlier than this */
}

int64_t clock_remaining(const Clock *clock, Color side, int64_t now)
{
    int64_t remaining = clock->remaining[side];
    if (side != clock->turn)
        return remaining;
    int64_t charged = charge(clock, clock_elapsed(clock, now));
    return charged < remaining ? remaining - charged : 0;
}

int64_t clock_after_move(const Clock *clock, int64_t spent)
{
    const TimeControl *control = &clock->control;
    int64_t charged = charge(clock, spent), left = clock->remaining[clock->turn] - charged;
    if (left <= 0)
        return -1;
    if (control->days)
        return time_control_full(control);
    switch (control->bonus) {
    case BONUS_FISCHER: return left + control->increment;
    case BONUS_BRONSTEIN:
        return left + (charged < control->increment ? charged : control->increment);
    default: return left;
    }
}

int64_t clock_delay_left(const Clock *clock, int64_t now)
{
    int64_t left = delay_of(&clock->control) - clock_elapsed(clock, now);
    return clock->running && left > 0 ? left : 0;
}

int64_t clock_flag_at(const Clock *clock)
{
    if (!clock->running || clock->since == CLOCK_PENDING)
        return INT64_MAX;
    return clock->since + delay_of(&clock->control) + clock->remaining[clock->turn];
}
