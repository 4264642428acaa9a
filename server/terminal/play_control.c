#include "play_control.h"

#include <string.h>

/* Decimal digits, and perhaps a part behind a point, as thousandths. Where it ends; NULL: there is no such number. */
static const char *read_thousandths(const char *text, int64_t *value)
{
    const char *start = text;
    *value = 0;
    for (; *text >= '0' && *text <= '9' && text - start < 6; text++)
        *value = *value * 10 + (*text - '0');
    if (text == start)
        return NULL;
    *value *= 1000;
    if (*text != '.')
        return text;
    start = ++text;
    for (int64_t part = 100; *text >= '0' && *text <= '9' && part > 0; part /= 10)
        *value += part * (*text++ - '0');
    return text > start ? text : NULL;
}

bool play_control_parse(const char *text, TimeControl *control)
{
    int64_t minutes, seconds = 0;
    *control = (TimeControl){0};
    if (strcmp(text, "none") == 0)
        return true;
    const char *end = read_thousandths(text, &minutes);
    if (end && *end == '+')
        end = read_thousandths(end + 1, &seconds);
    if (!end || *end || minutes * 60 > CLOCK_INITIAL_MAX || seconds > CLOCK_INCREMENT_MAX)
        return false;
    *control = (TimeControl){
        .timed = true, .initial = (int32_t)(minutes * 60), .increment = (int32_t)seconds};
    return time_control_is_valid(control);
}
