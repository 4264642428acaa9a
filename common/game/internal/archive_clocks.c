#include "archive_coder.h"

#include "archive_forecast.h"

#include <string.h>

enum {
    /* Charges are coded by quarters of an octave; below 4 ms there are fewer. */
    QUARTERS = 4 * 54,
    PACE_UNIT =
        16, /* of a side's pace, the guess at its next charge: this part of a quarter of an octave */
    PACE_SHIFT = 2,
    CHARGES_A_GAME = 100, /* how often the first guess at a charge fits into a game's time */
};

/* The weight of a charge that is so many quarters of an octave away from the guess: a bell curve with a deviation
 * of 6.5, as people's times are roughly log-normal, with tails. */
static const uint32_t BELL[] = {1000, 988, 954, 899, 827, 744, 653, 560, 469, 383, 306, 239,
                                182,  135, 98,  70,  48,  33,  22,  14,  9,   5,   4,   3};
enum { BELL_SIZE = sizeof BELL / sizeof *BELL };

static int quarter_of(int64_t charge)
{
    int octave = 0;
    while (charge >> octave > 1)
        octave++;
    int64_t part = octave >= 2 ? charge >> (octave - 2) : charge << (2 - octave);
    return 4 * octave + (int)(part & 3);
}

static int first_pace(const TimeControl *control)
{
    int64_t guess = archive_estimate(control) / CHARGES_A_GAME;
    return PACE_UNIT * quarter_of(guess > 1 ? guess : 1);
}

static int64_t code_quarter(ArchiveCoder *coder, int side, int64_t charge)
{
    uint32_t weights[QUARTERS];
    int guess = (coder->pace[side] + PACE_UNIT / 2) / PACE_UNIT;
    for (int i = 0; i < QUARTERS; i++) {
        int off = i > guess ? i - guess : guess - i;
        weights[i] = off < BELL_SIZE ? BELL[off] : 1;
    }
    int quarter = range_coder_choice(&coder->story, weights, QUARTERS,
                                     coder->reading ? 0 : quarter_of(charge));
    int octave = quarter / 4, low = octave > 2 ? octave - 2 : 0;
    int64_t first = octave >= 2 ? INT64_C(4) + quarter % 4 : (4 + quarter % 4) >> (2 - octave);
    coder->pace[side] += (PACE_UNIT * quarter - coder->pace[side]) / (1 << PACE_SHIFT);
    return first << low | (int64_t)range_coder_bits(
                              &coder->story, low,
                              coder->reading ? 0 : (uint64_t)charge & ((UINT64_C(1) << low) - 1));
}

/* Nothing is charged, or all because the flag fell, or the time of a turn that was broken off. */
static int64_t code_last_charge(ArchiveCoder *coder, int side, int64_t charge, int64_t all)
{
    static const uint32_t WEIGHTS[] = {10, 6, 4};
    int which = range_coder_choice(&coder->story, WEIGHTS, 3,
                                   charge == 0     ? 0
                                   : charge == all ? 1
                                                   : 2);
    return which == 0 ? 0 : which == 1 ? all : code_quarter(coder, side, charge);
}

static int64_t code_charge(ArchiveCoder *coder, const Event *event, int side, int64_t charge,
                           int64_t all)
{
    if (range_coder_bit(&coder->story, &coder->negative, charge < 0))
        return range_coder_signed(&coder->story, &coder->odd, charge);
    if (event->kind == EV_END)
        return code_last_charge(coder, side, charge, all);
    if (range_coder_bit(&coder->story, &coder->uncharged, charge == 0))
        return 0;
    return code_quarter(coder, side, charge);
}

/* What is left on both clocks: the running one loses what is charged, the other stays as it was. Returns the charge. */
static int64_t code_both(ArchiveCoder *coder, Event *event, bool running, Color turn)
{
    int64_t expected[2] = {coder->last.clock[WHITE], coder->last.clock[BLACK]}, charge = 0;
    const TimeControl *control = &coder->control[turn];
    if (event->kind == EV_MOVE && running && control->days)
        expected[turn] = archive_full(control);
    else if (event->kind == EV_MOVE && running)
        expected[turn] += coder->bonus;
    if (event->kind == EV_MORETIME)
        expected[color_other(event->by)] += event->given;
    if (event->kind == EV_ADJUSTED || event->kind == EV_BERSERK)
        expected[event->by] += event->given;
    for (int side = WHITE; side <= BLACK; side++) {
        int64_t change = coder->reading ? 0 : event->clock[side] - expected[side];
        if (running && side == (int)turn)
            change = charge = -code_charge(coder, event, side, -change, expected[side]);
        else if (range_coder_bit(&coder->story, &coder->unlike_last[running], change != 0))
            change = range_coder_signed(&coder->story, &coder->odd, change);
        coder->failed |= change > EVENT_TIME_MAX || change < -EVENT_TIME_MAX;
        event->clock[side] = coder->failed ? 0 : expected[side] + change;
        coder->failed |= event->clock[side] < 0 || event->clock[side] > EVENT_TIME_MAX;
    }
    return -charge;
}

static void code_instant(ArchiveCoder *coder, Event *event, int64_t charge)
{
    int64_t expected = coder->last.at + (charge > 0 ? charge : 0);
    if (coder->bare) {
        event->at = expected <= EVENT_TIME_MAX ? expected : EVENT_TIME_MAX;
        return;
    }
    int64_t late = coder->reading ? 0 : event->at - expected;
    late = range_coder_signed(&coder->receipts, &coder->late[event->kind == EV_MOVE], late);
    coder->lost = late > EVENT_TIME_MAX || late < -EVENT_TIME_MAX;
    event->at = coder->lost ? 0 : expected + late;
    coder->lost |= event->at < coder->last.at || event->at > EVENT_TIME_MAX;
    coder->failed |= coder->lost;
}

static void code_part(ArchiveCoder *coder, int part, int32_t *value, int64_t guess)
{
    int64_t off = coder->reading ? 0 : *value - guess;
    int64_t read = guess + range_coder_signed(&coder->receipts, &coder->part[part], off);
    coder->lost |= read < 0 || read > INT32_MAX;
    *value = coder->lost ? 0 : (int32_t)read;
}

/* Most of a receipt follows from the turn before, the clock and the forecast: then it costs next to nothing. */
static void code_receipt(ArchiveCoder *coder, Event *event, bool running, Color turn)
{
    Receipt *receipt = &event->receipt;
    bool is_end = event->kind == EV_END;
    bool there =
        receipt->left || receipt->elapsed || receipt->lag || receipt->given || receipt->quota;
    if ((event->kind != EV_MOVE && !is_end) || coder->bare ||
        !range_coder_bit(&coder->receipts, &coder->receipt[is_end][running], there))
        return;
    int32_t quota = coder->quota[turn];
    code_part(coder, 0, &receipt->left, running ? coder->left[turn] : 0);
    code_part(coder, 1, &receipt->lag, coder->lag[turn]);
    code_part(coder, 2, &receipt->given,
              running && !is_end ? archive_given(receipt->lag, quota) : 0);
    const TimeControl *control = &coder->control[turn];
    int64_t charged = receipt->left + (is_end ? 0 : coder->bonus) - event->clock[turn];
    code_part(coder, 3, &receipt->elapsed, running ? charged + receipt->given : 0);
    int64_t after = archive_quota_after(control, receipt->lag, quota, receipt->given);
    code_part(coder, 4, &receipt->quota, !running ? 0 : is_end ? quota : after);
    coder->failed |= coder->lost;
}

/* The next receipts are guessed from this. */
static void remember_turn(ArchiveCoder *coder, const Event *event)
{
    if (event->kind == EV_MORETIME)
        coder->left[color_other(event->by)] += event->given;
    coder->berserk[event->by] |= event->kind == EV_BERSERK;
    if (event->kind == EV_ADJUSTED || event->kind == EV_BERSERK)
        coder->left[event->by] += event->given;
    if (event->kind == EV_MOVE || event->kind == EV_TAKEBACK || event->kind == EV_PAUSED ||
        event->kind == EV_RESUMED || event->kind == EV_STOPPED || event->kind == EV_SEALED)
        memcpy(coder->left, event->clock, sizeof coder->left);
    if (event->kind == EV_MOVE) {
        coder->lag[event->by] = event->receipt.lag;
        if (event->receipt.left > 0)
            coder->quota[event->by] = event->receipt.quota;
    }
}

void archive_start_clocks(ArchiveCoder *coder)
{
    for (Color side = WHITE; side <= BLACK; side++)
        coder->pace[side] = first_pace(&coder->control[side]);
}

/* The move is already on the board. */
static int64_t bonus_of_move(ArchiveCoder *coder, Color mover)
{
    bool was_first = position_turn(&coder->plies[0].before) == mover;
    uint32_t made = (coder->count + was_first) / 2;
    if (coder->berserk[mover])
        return 0;
    return archive_bonus(&coder->control[mover], made, &coder->stages[mover]);
}

void archive_code_clocks(ArchiveCoder *coder, Event *event, Color turn, bool running)
{
    coder->bonus = event->kind == EV_MOVE ? bonus_of_move(coder, turn) : 0;
    int64_t charge = code_both(coder, event, running, turn);
    code_instant(coder, event, charge);
    if (!coder->failed)
        code_receipt(coder, event, running, turn);
    if (!coder->failed)
        remember_turn(coder, event);
}
