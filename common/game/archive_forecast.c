#include "archive_forecast.h"

#include "attacks.h"

enum {
    GAIN_MAX = 1000,
    PROCESSOR = 140,
    QUOTA_GAINS = 7,
    START_GAINS = 3,
    LEAST = 3000,
    DAY = 24 * 60 * 60 * 1000,
    INITIAL_MAX = 3 * 60 * 60 * 1000,
    INCREMENT_MAX = 3 * 60 * 1000,
    DAYS_MAX = 14,
};

int64_t archive_estimate(const TimeControl *own)
{
    return own->days ? own->days * (int64_t)DAY : own->initial + INT64_C(40) * own->increment;
}

int64_t archive_full(const TimeControl *own)
{
    if (own->days)
        return own->days * (int64_t)DAY;
    if (own->initial > 0 || !own->timed)
        return own->initial;
    return own->increment > LEAST ? own->increment : LEAST;
}

/* With time odds the mean of both sides' estimates. */
static int64_t mean_estimate(const TimeControl *control)
{
    int64_t main = control->initial + INT64_C(40) * control->increment;
    int64_t other = control->odds_initial + INT64_C(40) * control->odds_increment;
    return control->odds ? (main + other) / 2 : main;
}

int32_t archive_first_move(const TimeControl *control, bool chess960)
{
    static const struct {
        int32_t below, limit; /* s, ms */
    } STEPS[] = {{30, 15000}, {180, 20000}, {480, 25000}, {1500, 30000}};
    if (control->days)
        return control->days * DAY;
    if (!control->timed)
        return 0;
    int64_t seconds = mean_estimate(control) / 1000;
    int32_t limit = 35000;
    for (int i = 3; i >= 0; i--)
        if (seconds < STEPS[i].below)
            limit = STEPS[i].limit;
    return chess960 ? limit / 4 * 5 : limit;
}

static int32_t gain_max(const TimeControl *own)
{
    if (!own->timed || own->days)
        return 0;
    int64_t gain = 10 * (archive_estimate(own) / 1000 * 2 / 5 + 15);
    return gain < GAIN_MAX ? (int32_t)gain : GAIN_MAX;
}

int32_t archive_quota(const TimeControl *own)
{
    return START_GAINS * gain_max(own);
}

int32_t archive_given(int32_t lag, int32_t quota)
{
    return lag < quota ? lag : quota;
}

int32_t archive_quota_after(const TimeControl *own, int32_t lag, int32_t quota, int32_t given)
{
    int32_t most = gain_max(own), gain = most;
    if (lag < most - PROCESSOR)
        gain = lag + PROCESSOR;
    int64_t after = (int64_t)quota - given + gain, full = QUOTA_GAINS * (int64_t)most;
    return after < full ? (int32_t)after : (int32_t)full;
}

/* The later stages that have begun after so many moves, and in *stage the last of them; the last one of all repeats. */
static uint32_t stages_begun(const TimeControl *own, uint32_t made, ClockStage *stage)
{
    uint32_t begun = 0, last = (uint32_t)own->later_count;
    *stage = (ClockStage){own->moves, own->initial, own->increment};
    while (stage->moves > 0 && made >= (uint32_t)stage->moves) {
        made -= (uint32_t)stage->moves;
        begun++;
        if (last > 0)
            *stage = own->later[(begun < last ? begun : last) - 1];
    }
    return begun;
}

int64_t archive_bonus(const TimeControl *own, uint32_t made, uint32_t *stages)
{
    ClockStage during = {0}, after = {0};
    stages_begun(own, made > 0 ? made - 1 : 0, &during);
    uint32_t begun = stages_begun(own, made, &after);
    int64_t bonus = own->bonus == BONUS_FISCHER ? during.increment : 0;
    if (begun <= *stages)
        return bonus;
    *stages = begun;
    return bonus + after.initial;
}

static bool times_can_be_played(int32_t initial, int32_t increment, Bonus bonus)
{
    return initial >= 0 && initial <= INITIAL_MAX && increment >= 0 && increment <= INCREMENT_MAX &&
           bonus <= BONUS_DELAY && (bonus == BONUS_FISCHER || increment > 0) &&
           (initial > 0 || increment > 0);
}

bool archive_holds(const TimeControl *control)
{
    bool has_odds = control->odds != TIME_ODDS_NONE;
    if (control->odds > TIME_ODDS_BLACK || (has_odds && (!control->timed || control->days)))
        return false;
    if (has_odds
            ? !times_can_be_played(control->odds_initial, control->odds_increment, control->bonus)
            : control->odds_initial || control->odds_increment)
        return false;
    if (control->timed && !control->days)
        return times_can_be_played(control->initial, control->increment, control->bonus);
    return !control->initial && !control->increment && control->bonus == BONUS_FISCHER &&
           control->days >= 0 && control->days <= DAYS_MAX && (control->timed || !control->days);
}

/* ---- the order of version 1 ---- */

enum {
    KING_STEP,
    CASTLING,
    BY_KNIGHT,
    ALONG_DIAGONALS,
    STRAIGHT,
    BY_PAWN,
    BY_PINNED_PAWN,
    PASSING
};

static bool is_pinned(const Position *pos, Square square)
{
    Color us = position_turn(pos);
    Square king = position_king(pos, us);
    Bitboard occupied = position_occupied(pos), without = occupied ^ bit(square);
    Bitboard enemy = position_by_color(pos, color_other(us));
    Bitboard queens = position_by_type(pos, QUEEN);
    Bitboard straight = (position_by_type(pos, ROOK) | queens) & enemy;
    Bitboard diagonal = (position_by_type(pos, BISHOP) | queens) & enemy;
    return (attacks_rook(king, without) & ~attacks_rook(king, occupied) & straight) ||
           (attacks_bishop(king, without) & ~attacks_bishop(king, occupied) & diagonal);
}

/* Single steps, double steps, captures to the west and to the east, and the same with promotion; by square;
 * promotion to a queen first. */
static uint32_t pawn_key(const Position *pos, Move move)
{
    int aside = square_file(move_to(move)) - square_file(move_from(move));
    uint32_t way = aside ? aside > 0 ? 2 : 1 : 0, last = 0;
    if (move_is_promotion(move)) {
        way += 4;
        last = (uint32_t)(MOVE_PROMOTE_QUEEN - move_kind(move));
    } else if (move_kind(move) == MOVE_DOUBLE) {
        way = 1;
    } else if (aside) {
        way++;
    }
    uint32_t key = way << 8 | (uint32_t)move_to(move) << 2 | last;
    return is_pinned(pos, move_from(move))
               ? (uint32_t)BY_PINNED_PAWN << 24 | (uint32_t)move_from(move) << 16 | key
               : (uint32_t)BY_PAWN << 24 | key;
}

static uint32_t order_key(const Position *pos, Move move)
{
    Square from = move_from(move), to = move_to(move);
    PieceType type = position_type_on(pos, from);
    uint32_t squares = (uint32_t)from << 8 | (uint32_t)to;
    bool aslant = square_file(from) != square_file(to) && square_rank(from) != square_rank(to);
    if (move_kind(move) == MOVE_EN_PASSANT)
        return (uint32_t)PASSING << 24 | squares;
    if (type == PAWN)
        return pawn_key(pos, move);
    uint32_t group = move_kind(move) == MOVE_CASTLE ? CASTLING
                     : type == KING                 ? KING_STEP
                     : type == KNIGHT               ? BY_KNIGHT
                     : aslant                       ? ALONG_DIAGONALS
                                                    : STRAIGHT;
    return group << 24 | squares;
}

void archive_first_order(const Position *pos, Moves *moves)
{
    uint32_t keys[MOVES_MAX];
    for (int i = 0; i < moves->count; i++) {
        Move move = moves->at[i];
        uint32_t key = order_key(pos, move);
        int at = i;
        for (; at > 0 && keys[at - 1] > key; at--) {
            keys[at] = keys[at - 1];
            moves->at[at] = moves->at[at - 1];
        }
        keys[at] = key;
        moves->at[at] = move;
    }
}
