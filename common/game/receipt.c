#include "receipt.h"

#include <assert.h>
#include <string.h>

#include "lag.h"

typedef struct {
    char *text;
    size_t length;
} Writing;

static const char *const COLORS[] = {[WHITE] = "white", [BLACK] = "black"};

static void add(Writing *out, const char *text)
{
    size_t length = strlen(text);
    assert(out->length + length < RECEIPT_MAX);
    memcpy(out->text + out->length, text, length + 1);
    out->length += length;
}

static void add_number(Writing *out, const char *name, int64_t number)
{
    char digits[24], *at = digits + sizeof digits - 1;
    uint64_t rest = (uint64_t)number;
    *at = '\0';
    do
        *--at = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    add(out, name);
    add(out, at);
}

static void add_color(Writing *out, const char *name, Color color)
{
    add(out, name);
    add(out, COLORS[color]);
}

static void add_turn(Writing *out, Color mover, const Receipt *receipt)
{
    add_color(out, " by=", mover);
    add_number(out, " left=", receipt->left);
    add_number(out, " elapsed=", receipt->elapsed);
    add_number(out, " lag=", receipt->lag);
    add_number(out, " given=", receipt->given);
}

/* What an event does not have follows from the rest: the bonus is what the clock has beyond left - charged. */
static void add_move(Writing *out, const Event *event, const TimeControl *control)
{
    const Receipt *receipt = &event->receipt;
    const TimeControl own = time_control_of(control, event->by);
    uint32_t made = (event->move.ply - 1) / 2; /* by the mover, whoever began */
    int64_t delay = own.bonus == BONUS_DELAY ? time_control_stage(&own, made).increment : 0;
    int64_t charged = (int64_t)receipt->elapsed - receipt->given - delay;
    charged = charged > 0 ? charged : 0;
    add_number(out, " move ply=", event->move.ply);
    add_turn(out, event->by, receipt);
    add_number(out, " charged=", charged);
    add_number(out, " bonus=", event->clock[event->by] - (receipt->left - charged));
    add_number(out, " after=", event->clock[event->by]);
    add_number(out, " quota=", receipt->quota);
}

/* The side whose flag fell is the one that has nothing left and had something when its turn began. */
static void add_flag(Writing *out, const Event *event)
{
    const Receipt *receipt = &event->receipt;
    add(out, " flag");
    add_turn(out, event->clock[WHITE] == 0 ? WHITE : BLACK, receipt);
    add_number(out, " quota=", receipt->quota);
    add_number(out, " grace=", lag_grace(receipt->lag, receipt->quota));
}

static void add_gift(Writing *out, const Event *event)
{
    Color to = color_other(event->by);
    add_color(out, " moretime by=", event->by);
    add_color(out, " to=", to);
    add_number(out, " given=", event->given);
    add_number(out, " after=", event->clock[to]);
}

static void add_adjustment(Writing *out, const char *word, const Event *event)
{
    add(out, word);
    add_color(out, " to=", event->by);
    add_number(out, event->given < 0 ? " given=-" : " given=",
               event->given < 0 ? -(int64_t)event->given : event->given);
    add_number(out, " after=", event->clock[event->by]);
}

static void add_clocks(Writing *out, const char *word, const Event *event)
{
    add(out, word);
    add_number(out, " white=", event->clock[WHITE]);
    add_number(out, " black=", event->clock[BLACK]);
}

size_t receipt_print(const Event *event, const TimeControl *control, char *out)
{
    Writing writing = {.text = out};
    out[0] = '\0';
    if (!control->timed)
        return 0;
    add_number(&writing, "", event->seq);
    size_t number = writing.length;
    switch (event->kind) {
    case EV_MOVE:
        if (event->receipt.left > 0)
            add_move(&writing, event, control);
        break;
    case EV_END:
        if (event->receipt.left > 0)
            add_flag(&writing, event);
        break;
    case EV_MORETIME: add_gift(&writing, event); break;
    case EV_TAKEBACK: add_clocks(&writing, " takeback", event); break;
    case EV_PAUSED: add_clocks(&writing, " pause", event); break;
    case EV_RESUMED: add_clocks(&writing, " resume", event); break;
    case EV_ADJUSTED: add_adjustment(&writing, " adjust", event); break;
    case EV_BERSERK: add_adjustment(&writing, " berserk", event); break;
    case EV_STOPPED: add_clocks(&writing, " stop", event); break;
    case EV_ADJOURN: add_clocks(&writing, " adjourn", event); break;
    case EV_SEALED: add_clocks(&writing, " sealed", event); break;
    default: break;
    }
    if (writing.length == number) { /* nothing about clocks */
        out[0] = '\0';
        return 0;
    }
    return writing.length;
}
