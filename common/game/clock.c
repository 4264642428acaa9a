#include "clock.h"

#include <assert.h>

/* The choices of lichess.org. */
static bool is_days(int32_t days)
{
    return days == 1 || days == 2 || days == 3 || days == 5 || days == 7 || days == 10 ||
           days == CLOCK_DAYS_MAX;
}

/* For one side. */
static bool can_be_played(int32_t initial, int32_t increment, Bonus bonus)
{
    return initial >= 0 && initial <= CLOCK_INITIAL_MAX && increment >= 0 &&
           increment <= CLOCK_INCREMENT_MAX && bonus <= BONUS_DELAY &&
           (bonus == BONUS_FISCHER || increment > 0) && (initial > 0 || increment > 0);
}

static bool stage_is_none(const ClockStage *stage)
{
    return stage->moves == 0 && stage->initial == 0 && stage->increment == 0;
}

static bool moves_are_valid(int32_t moves)
{
    return moves >= CLOCK_STAGE_MOVES_MIN && moves <= CLOCK_STAGE_MOVES_MAX;
}

static bool later_is_valid(const TimeControl *control, int i)
{
    const ClockStage *stage = &control->later[i];
    if (i >= control->later_count)
        return stage_is_none(stage);
    bool may_be_the_rest = i + 1 == control->later_count;
    return can_be_played(stage->initial, stage->increment, control->bonus) &&
           (moves_are_valid(stage->moves) || (stage->moves == 0 && may_be_the_rest));
}

/* Of one side's control; its first stage can be played. */
static bool stages_are_valid(const TimeControl *control)
{
    int count = control->later_count;
    bool valid = count >= 0 && count <= CLOCK_LATER_MAX;
    if (control->moves)
        valid = valid && moves_are_valid(control->moves) && control->initial > 0 && !control->odds;
    else
        valid = count == 0;
    for (int i = 0; i < CLOCK_LATER_MAX && valid; i++)
        valid = later_is_valid(control, i);
    return valid;
}

static bool odds_are_valid(const TimeControl *control)
{
    if (control->odds == TIME_ODDS_NONE)
        return control->odds_initial == 0 && control->odds_increment == 0;
    return control->odds <= TIME_ODDS_OPPONENT && control->timed && control->days == 0 &&
           can_be_played(control->odds_initial, control->odds_increment, control->bonus) &&
           (control->odds_initial != control->initial ||
            control->odds_increment != control->increment);
}

bool time_control_is_valid(const TimeControl *control)
{
    bool is_bare = control->initial == 0 && control->increment == 0 && control->bonus == 0;
    if (!odds_are_valid(control) || !stages_are_valid(control))
        return false;
    if (!control->timed)
        return is_bare && control->days == 0 && control->moves == 0;
    if (control->days != 0)
        return is_bare && is_days(control->days) && control->moves == 0;
    return can_be_played(control->initial, control->increment, control->bonus);
}

static bool stages_are_equal(const TimeControl *one, const TimeControl *other)
{
    if (one->moves != other->moves || one->later_count != other->later_count)
        return false;
    for (int i = 0; i < one->later_count; i++)
        if (one->later[i].moves != other->later[i].moves ||
            one->later[i].initial != other->later[i].initial ||
            one->later[i].increment != other->later[i].increment)
            return false;
    return true;
}

bool time_control_equal(const TimeControl *one, const TimeControl *other)
{
    return one->timed == other->timed && one->initial == other->initial &&
           one->increment == other->increment && one->bonus == other->bonus &&
           one->days == other->days && one->odds == other->odds &&
           one->odds_initial == other->odds_initial &&
           one->odds_increment == other->odds_increment && stages_are_equal(one, other);
}

TimeControl time_control_with_odds(const TimeControl *control, TimeOdds side, int32_t initial,
                                   int32_t increment)
{
    TimeControl with = *control;
    bool same = initial == control->initial && increment == control->increment;
    with.odds = same ? TIME_ODDS_NONE : side;
    with.odds_initial = with.odds ? initial : 0;
    with.odds_increment = with.odds ? increment : 0;
    return with;
}

static TimeOdds odds_of(Color side)
{
    return side == WHITE ? TIME_ODDS_WHITE : TIME_ODDS_BLACK;
}

TimeControl time_control_of(const TimeControl *control, Color side)
{
    TimeControl own = time_control_with_odds(control, TIME_ODDS_NONE, 0, 0);
    assert(control->odds != TIME_ODDS_OPPONENT);
    if (control->odds == odds_of(side)) {
        own.initial = control->odds_initial;
        own.increment = control->odds_increment;
    }
    return own;
}

TimeControl time_control_seated(const TimeControl *control, Color asker)
{
    TimeControl seated = *control;
    if (control->odds == TIME_ODDS_OPPONENT)
        seated.odds = odds_of(color_other(asker));
    return seated;
}

TimeControl time_control_turned(const TimeControl *control)
{
    TimeControl turned = *control;
    if (control->odds == TIME_ODDS_WHITE || control->odds == TIME_ODDS_BLACK)
        turned.odds = control->odds == TIME_ODDS_WHITE ? TIME_ODDS_BLACK : TIME_ODDS_WHITE;
    return turned;
}

/* 0 is the first stage; the last one is repeated. */
static ClockStage stage_at(const TimeControl *control, uint32_t number)
{
    if (number == 0 || control->later_count == 0)
        return (ClockStage){control->moves, control->initial, control->increment};
    uint32_t last = (uint32_t)control->later_count;
    return control->later[(number < last ? number : last) - 1];
}

/* How many stages lie behind a player, and in *left how many moves of the current one are to be made, or 0. */
static uint32_t find_stage(const TimeControl *control, uint32_t made, uint32_t *left)
{
    uint32_t number = 0, last = (uint32_t)control->later_count;
    for (;; number++) {
        uint32_t moves = (uint32_t)stage_at(control, number).moves;
        if (moves == 0 || made < moves) {
            *left = moves - (moves ? made : 0);
            return number;
        }
        if (number == last) {
            *left = moves - made % moves;
            return number + made / moves;
        }
        made -= moves;
    }
}

ClockStage time_control_stage(const TimeControl *control, uint32_t made)
{
    return stage_at(control, time_control_stages_begun(control, made));
}

uint32_t time_control_stages_begun(const TimeControl *control, uint32_t made)
{
    uint32_t left;
    return find_stage(control, made, &left);
}

uint32_t time_control_moves_left(const TimeControl *control, uint32_t made)
{
    uint32_t left;
    find_stage(control, made, &left);
    return left;
}

/* FIDE's number of moves for the kind of chess that a time control makes (Laws of 2023, A.1, B.1). */
enum { ESTIMATED_MOVES = 60 };

static int64_t estimate_of_stages(const TimeControl *control)
{
    int64_t sum = control->initial;
    uint32_t begun = 0;
    for (uint32_t made = 0; made < ESTIMATED_MOVES; made++) {
        uint32_t now = time_control_stages_begun(control, made);
        if (now > begun)
            sum += stage_at(control, now).initial;
        begun = now;
        sum += stage_at(control, now).increment;
    }
    return sum;
}

int64_t time_control_estimate(const TimeControl *control)
{
    if (control->days)
        return control->days * (int64_t)CLOCK_DAY;
    if (control->moves)
        return estimate_of_stages(control);
    int64_t main = control->initial + INT64_C(40) * control->increment;
    int64_t other = control->odds_initial + INT64_C(40) * control->odds_increment;
    return control->odds ? (main + other) / 2 : main;
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

int64_t time_control_full(const TimeControl *control, Color side)
{
    TimeControl own = time_control_of(control, side);
    if (own.days)
        return own.days * (int64_t)CLOCK_DAY;
    if (own.initial > 0 || !own.timed)
        return own.initial;
    return own.increment > CLOCK_LEAST ? own.increment : CLOCK_LEAST;
}

void clock_init(Clock *clock, const TimeControl *control)
{
    assert(time_control_is_valid(control));
    *clock = (Clock){.control = *control, .since = CLOCK_PENDING};
    for (Color side = WHITE; side <= BLACK; side++)
        clock->remaining[side] = time_control_full(control, side);
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

void clock_count(Clock *clock, const uint32_t moves[2])
{
    if (!clock->control.moves) /* counted where it decides something */
        return;
    for (Color side = WHITE; side <= BLACK; side++) {
        uint32_t begun = time_control_stages_begun(&clock->control, moves[side]);
        clock->moves[side] = moves[side];
        if (begun > clock->stages[side])
            clock->stages[side] = begun;
    }
}

void clock_set(Clock *clock, const int64_t remaining[2])
{
    assert(remaining[WHITE] >= 0 && remaining[BLACK] >= 0);
    clock->remaining[WHITE] = remaining[WHITE];
    clock->remaining[BLACK] = remaining[BLACK];
}

void clock_add(Clock *clock, Color side, int64_t given)
{
    assert(given >= -clock->remaining[side]);
    clock->remaining[side] += given;
}

int64_t time_control_berserk(const TimeControl *control, Color side)
{
    TimeControl own = time_control_of(control, side);
    if (!own.timed || own.days || own.moves || own.initial == 0)
        return -1;
    return own.initial < INT64_C(40) * own.increment ? 0 : own.initial / 2;
}

void clock_berserk(Clock *clock, Color side, int64_t given)
{
    clock_add(clock, side, given);
    clock->berserk[side] = true;
}

int64_t clock_elapsed(const Clock *clock, int64_t now)
{
    return clock->running && now > clock->since ? now - clock->since : 0;
}

/* Of the side to move, in its stage. */
static int64_t bonus_of(const Clock *clock)
{
    const TimeControl own = time_control_of(&clock->control, clock->turn);
    if (clock->berserk[clock->turn])
        return 0;
    return time_control_stage(&own, clock->moves[clock->turn]).increment;
}

static int64_t delay_of(const Clock *clock)
{
    return clock->control.bonus == BONUS_DELAY ? bonus_of(clock) : 0;
}

/* What a move that is made now brings because a stage begins after it. */
static int64_t time_of_next_stage(const Clock *clock)
{
    const TimeControl *control = &clock->control;
    if (!control->moves)
        return 0;
    uint32_t begun = time_control_stages_begun(control, clock->moves[clock->turn] + 1);
    return begun > clock->stages[clock->turn] ? stage_at(control, begun).initial : 0;
}

/* What is charged for a turn of that length. */
static int64_t charge(const Clock *clock, int64_t spent)
{
    int64_t delay = delay_of(clock);
    return spent > delay ? spent - delay : 0;
}

void clock_align(Clock *clock, int64_t left, int64_t now)
{
    if (!clock->running || clock->since == CLOCK_PENDING)
        return;
    int64_t charged = clock->remaining[clock->turn] - left, delay = delay_of(clock);
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
    const TimeControl own = time_control_of(&clock->control, clock->turn);
    int64_t charged = charge(clock, spent), left = clock->remaining[clock->turn] - charged;
    if (left <= 0)
        return -1;
    if (own.days)
        return time_control_full(&own, clock->turn);
    int64_t bonus = bonus_of(clock);
    left += time_of_next_stage(clock);
    if (own.bonus == BONUS_FISCHER)
        left += bonus;
    else if (own.bonus == BONUS_BRONSTEIN)
        left += charged < bonus ? charged : bonus;
    return left < CLOCK_MOST ? left : CLOCK_MOST;
}

int64_t clock_delay_left(const Clock *clock, int64_t now)
{
    int64_t left = delay_of(clock) - clock_elapsed(clock, now);
    return clock->running && left > 0 ? left : 0;
}

int64_t clock_flag_at(const Clock *clock)
{
    if (!clock->running || clock->since == CLOCK_PENDING)
        return INT64_MAX;
    return clock->since + delay_of(clock) + clock->remaining[clock->turn];
}
