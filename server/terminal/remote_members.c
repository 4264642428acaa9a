/* Of remote_state.h: members of the server's messages. */
#include <cJSON.h>

#include <stdio.h>
#include <string.h>

#include "remote_state.h"
#include "utf8.h"

static const cJSON *member(const cJSON *message, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(message, name);
}

const char *remote_text(const cJSON *message, const char *name)
{
    const cJSON *item = member(message, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

int64_t remote_integer(const cJSON *message, const char *name)
{
    const cJSON *item = member(message, name);
    double most = 9007199254740991.0; /* 2^53 - 1 */
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= -most && item->valuedouble <= most))
        return 0;
    return (int64_t)item->valuedouble;
}

void remote_clean(const char *text, char *out, size_t size)
{
    size_t used = 0;
    for (size_t left = strlen(text); left > 0;) {
        uint32_t point;
        size_t length = utf8_take(text, left, &point);
        if (length > 0 && utf8_is_plain(point) && used + length < size) {
            memcpy(out + used, text, length);
            used += length;
        }
        length = length > 0 ? length : 1;
        text += length;
        left -= length;
    }
    out[used] = '\0';
}

void remote_person(const cJSON *message, const char *name, char *out, size_t size)
{
    const cJSON *person = member(message, name);
    char called[BOARD_VIEW_NAME_MAX - 8]; /* a rating and its brackets fit behind it */
    int64_t rating = remote_integer(person, "rating");
    remote_clean(remote_text(person, "name"), called, sizeof called);
    if (rating > 0 && rating < 10000 && !member(person, "computer"))
        snprintf(out, size, "%s (%d)", called, (int)rating);
    else
        snprintf(out, size, "%s", called[0] ? called : "somebody");
}

static int32_t bounded(int64_t value, int32_t most)
{
    return value < 0 ? 0 : value > most ? most : (int32_t)value;
}

/* What the server says is bounded, so that nothing overflows. */
static void read_stages(const cJSON *clock, const char *bonus, TimeControl *control)
{
    const cJSON *stages = member(clock, "stages");
    const cJSON *stage = cJSON_IsArray(stages) ? stages->child : NULL;
    control->moves = bounded(remote_integer(clock, "moves"), CLOCK_STAGE_MOVES_MAX);
    for (; stage && control->moves && control->later_count < CLOCK_LATER_MAX; stage = stage->next)
        control->later[control->later_count++] =
            (ClockStage){bounded(remote_integer(stage, "moves"), CLOCK_STAGE_MOVES_MAX),
                         bounded(remote_integer(stage, "initial"), CLOCK_INITIAL_MAX),
                         bounded(remote_integer(stage, bonus), CLOCK_INCREMENT_MAX)};
}

TimeControl remote_control(const cJSON *message, const char *name)
{
    const cJSON *clock = member(message, name);
    const char *kind = remote_text(clock, "kind");
    TimeControl control = {.timed = cJSON_IsObject(clock)};
    if (!control.timed)
        return control;
    const char *bonus = member(clock, "delay") ? "delay" : "increment";
    control.days = bounded(remote_integer(clock, "days"), CLOCK_DAYS_MAX);
    control.initial = bounded(remote_integer(clock, "initial"), CLOCK_INITIAL_MAX);
    control.increment = bounded(remote_integer(clock, bonus), CLOCK_INCREMENT_MAX);
    control.bonus = strcmp(kind, "delay") == 0       ? BONUS_DELAY
                    : strcmp(kind, "bronstein") == 0 ? BONUS_BRONSTEIN
                                                     : BONUS_FISCHER;
    read_stages(clock, bonus, &control);
    return control;
}

/* "40/90+30, then 30+30": moves, minutes and seconds. */
static void stages_words(const TimeControl *control, char *out, size_t size)
{
    int length = snprintf(out, size, "%d/%g+%g", (int)control->moves, control->initial / 60000.0,
                          control->increment / 1000.0);
    for (int i = 0; i < control->later_count && length < (int)size; i++) {
        const ClockStage *stage = &control->later[i];
        char moves[16] = "";
        if (stage->moves)
            snprintf(moves, sizeof moves, "%d/", (int)stage->moves);
        length += snprintf(out + length, size - (size_t)length, ", then %s%g+%g", moves,
                           stage->initial / 60000.0, stage->increment / 1000.0);
    }
}

void remote_control_words(const TimeControl *control, char *out, size_t size)
{
    static const char *const KINDS[] = {[BONUS_BRONSTEIN] = " Bronstein", [BONUS_DELAY] = " delay"};
    const char *kind = KINDS[control->bonus];
    if (!control->timed)
        snprintf(out, size, "no clock");
    else if (control->days)
        snprintf(out, size, "%d day%s a move", control->days, control->days > 1 ? "s" : "");
    else if (control->moves)
        stages_words(control, out, size);
    else
        snprintf(out, size, "%g+%g%s", control->initial / 60000.0, control->increment / 1000.0,
                 kind ? kind : "");
}
