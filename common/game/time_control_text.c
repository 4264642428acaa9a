#include "time_control_text.h"

#include <assert.h>
#include <string.h>

/* ---- printed ---- */

static char *put_number(char *at, int64_t number)
{
    char digits[24], *first = digits + sizeof digits;
    do
        *--first = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    size_t length = (size_t)(digits + sizeof digits - first);
    memcpy(at, first, length);
    return at + length;
}

/* Seconds, with three digits of a fraction when there is one. */
static char *put_seconds(char *at, int64_t ms)
{
    at = put_number(at, ms / 1000);
    if (ms % 1000 == 0)
        return at;
    *at++ = '.';
    *at++ = (char)('0' + ms % 1000 / 100);
    *at++ = (char)('0' + ms % 100 / 10);
    *at++ = (char)('0' + ms % 10);
    return at;
}

static char *put_stage(char *at, const ClockStage *stage, char sign)
{
    if (stage->moves) {
        at = put_number(at, stage->moves);
        *at++ = '/';
    }
    at = put_seconds(at, stage->initial);
    if (stage->increment) {
        *at++ = sign;
        at = put_seconds(at, stage->increment);
    }
    return at;
}

size_t time_control_print(const TimeControl *control, bool bronstein, char *out)
{
    char *at = out;
    char sign = control->bonus == BONUS_FISCHER                  ? '+'
                : control->bonus == BONUS_BRONSTEIN && bronstein ? 'b'
                                                                 : 'd';
    if (!control->timed) {
        *at++ = '-';
    } else if (control->days) {
        *at++ = '1';
        *at++ = '/';
        at = put_number(at, control->days * (int64_t)(CLOCK_DAY / 1000));
    } else {
        at = put_stage(at, &(ClockStage){control->moves, control->initial, control->increment},
                       sign);
        for (int i = 0; i < control->later_count; i++) {
            *at++ = ':';
            at = put_stage(at, &control->later[i], sign);
        }
    }
    *at = '\0';
    assert(at - out < TIME_CONTROL_TEXT_MAX);
    return (size_t)(at - out);
}

/* ---- read ---- */

typedef struct {
    const char *at, *end;
    bool failed;
    char sign; /* of the first bonus, or 0 */
} Reader;

static bool skip(Reader *reader, char c)
{
    bool is = reader->at < reader->end && *reader->at == c;
    reader->at += is;
    return is;
}

static bool is_digit(const Reader *reader)
{
    return reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9';
}

static int32_t read_number(Reader *reader)
{
    enum { MOST = 9999999 };
    int32_t number = 0;
    reader->failed |= !is_digit(reader);
    for (; is_digit(reader) && !reader->failed; reader->at++) {
        number = number * 10 + (*reader->at - '0');
        reader->failed |= number > MOST;
    }
    return reader->failed ? 0 : number;
}

/* As ms; up to three digits of a fraction. */
static int64_t read_seconds(Reader *reader)
{
    int64_t ms = INT64_C(1000) * read_number(reader);
    if (!skip(reader, '.'))
        return ms;
    reader->failed |= !is_digit(reader);
    for (int unit = 100; is_digit(reader); unit /= 10, reader->at++) {
        reader->failed |= unit == 0;
        ms += unit * (int64_t)(*reader->at - '0');
    }
    return ms;
}

static int32_t within(Reader *reader, int64_t ms, int32_t most)
{
    reader->failed |= ms > most;
    return reader->failed ? 0 : (int32_t)ms;
}

/* One stage; a solidus behind the first number says that it was one of moves. Days are seconds for one move. */
static ClockStage read_stage(Reader *reader, int64_t *seconds)
{
    ClockStage stage = {0};
    int64_t first = read_seconds(reader);
    if (skip(reader, '/')) {
        reader->failed |= first == 0 || first % 1000 != 0;
        stage.moves = within(reader, first / 1000, CLOCK_STAGE_MOVES_MAX);
        first = read_seconds(reader);
    }
    *seconds = first / 1000;
    stage.initial = first > CLOCK_INITIAL_MAX ? -1 : (int32_t)first;
    static const char SIGNS[] = "+db";
    for (const char *sign = SIGNS; *sign; sign++)
        if (skip(reader, *sign)) {
            reader->failed |= reader->sign && reader->sign != *sign;
            reader->sign = *sign;
            stage.increment = within(reader, read_seconds(reader), CLOCK_INCREMENT_MAX);
        }
    return stage;
}

static bool is_correspondence(const ClockStage *stage, int64_t seconds)
{
    return stage->moves == 1 && !stage->increment && seconds % (CLOCK_DAY / 1000) == 0 &&
           seconds > 0 && seconds / (CLOCK_DAY / 1000) <= CLOCK_DAYS_MAX;
}

static TimeControl read_control(Reader *reader)
{
    TimeControl control = {.timed = true};
    int64_t seconds;
    ClockStage first = read_stage(reader, &seconds);
    if (reader->at == reader->end && !reader->failed && is_correspondence(&first, seconds)) {
        control.days = (int32_t)(seconds / (CLOCK_DAY / 1000));
        return control;
    }
    control.moves = first.moves;
    control.initial = first.initial;
    control.increment = first.increment;
    while (!reader->failed && skip(reader, ':')) {
        reader->failed |= control.later_count == CLOCK_LATER_MAX;
        if (!reader->failed)
            control.later[control.later_count++] = read_stage(reader, &seconds);
    }
    control.bonus = reader->sign == 'd'   ? BONUS_DELAY
                    : reader->sign == 'b' ? BONUS_BRONSTEIN
                                          : BONUS_FISCHER;
    return control;
}

bool time_control_parse(const char *text, size_t length, TimeControl *control)
{
    Reader reader = {.at = text, .end = text + length};
    *control = (TimeControl){0};
    if (length == 1 && text[0] == '-')
        return true;
    *control = read_control(&reader);
    return !reader.failed && reader.at == reader.end && time_control_is_valid(control);
}
