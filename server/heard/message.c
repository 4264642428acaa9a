#include "message.h"

#include <cJSON.h>

#include <stdio.h>
#include <string.h>

/* ---- read ---- */

static const cJSON *member(const cJSON *message, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(message, name);
}

int64_t message_integer_or(const cJSON *message, const char *name, int64_t otherwise)
{
    const cJSON *item = member(message, name);
    return cJSON_IsNumber(item) ? (int64_t)item->valuedouble : otherwise;
}

int64_t message_integer(const cJSON *message, const char *name)
{
    return message_integer_or(message, name, 0);
}

bool message_flag(const cJSON *message, const char *name)
{
    return cJSON_IsTrue(member(message, name));
}

const char *message_text(const cJSON *message, const char *name)
{
    const cJSON *item = member(message, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

bool message_has(const cJSON *message, const char *name)
{
    const cJSON *item = member(message, name);
    return item && !cJSON_IsNull(item);
}

GameId message_game_id(const cJSON *message, const char *name)
{
    GameId id = {""};
    snprintf(id.text, sizeof id.text, "%s", message_text(message, name));
    return id;
}

Person message_read_person(const cJSON *message, const char *name)
{
    Person person = {.kind = PERSON_HUMAN};
    const cJSON *from = member(message, name);
    snprintf(person.id, sizeof person.id, "%s", message_text(from, "id"));
    snprintf(person.name, sizeof person.name, "%s", message_text(from, "name"));
    person.rating = (int32_t)message_integer(from, "rating");
    person.provisional = message_flag(from, "provisional");
    person.guest = message_flag(from, "guest");
    if (message_has(from, "computer")) {
        person.level = (int32_t)message_integer(from, "computer");
        person.kind = person.level ? PERSON_LEVEL : PERSON_ENGINE;
    }
    return person;
}

static int32_t read_bonus(const cJSON *clock)
{
    const char *name = message_has(clock, "delay") ? "delay" : "increment";
    return (int32_t)message_integer(clock, name);
}

/* Our own server's words, which are within bounds. */
static void read_stages(const cJSON *clock, TimeControl *control)
{
    const cJSON *stages = member(clock, "stages");
    const cJSON *stage = cJSON_IsArray(stages) ? stages->child : NULL;
    control->moves = (int32_t)message_integer(clock, "moves");
    for (; stage && control->later_count < CLOCK_LATER_MAX; stage = stage->next)
        control->later[control->later_count++] =
            (ClockStage){(int32_t)message_integer(stage, "moves"),
                         (int32_t)message_integer(stage, "initial"), read_bonus(stage)};
}

TimeControl message_read_control(const cJSON *message, const char *name)
{
    const cJSON *clock = member(message, name), *odds = member(clock, "odds");
    const char *kind = message_text(clock, "kind");
    if (!cJSON_IsObject(clock))
        return (TimeControl){.timed = false};
    TimeControl control = {.timed = true,
                           .days = (int32_t)message_integer(clock, "days"),
                           .initial = (int32_t)message_integer(clock, "initial"),
                           .increment = read_bonus(clock)};
    control.bonus = strcmp(kind, "bronstein") == 0 ? BONUS_BRONSTEIN
                    : strcmp(kind, "delay") == 0   ? BONUS_DELAY
                                                   : BONUS_FISCHER;
    if (cJSON_IsObject(odds)) {
        bool is_white = strcmp(message_text(odds, "color"), "white") == 0;
        control.odds = is_white ? TIME_ODDS_WHITE : TIME_ODDS_BLACK;
        control.odds_initial = (int32_t)message_integer(odds, "initial");
        control.odds_increment = read_bonus(odds);
    }
    if (message_has(clock, "moves"))
        read_stages(clock, &control);
    return control;
}

/* ---- printed ---- */

void ask_begin(Text *text, RequestKind kind, int64_t id, const GameId *game)
{
    text_reset(text);
    text_open(text, NULL, '{');
    text_string(text, "t", request_word(kind));
    text_integer(text, "id", id);
    if (game)
        text_string(text, "game", game->text);
}

void ask_end(Text *text)
{
    text_close(text, '}');
}

void ask_control(Text *text, const TimeControl *control)
{
    if (!control->timed) {
        text_null(text, "clock");
        return;
    }
    text_open(text, "clock", '{');
    if (control->days) {
        text_integer(text, "days", control->days);
    } else {
        text_integer(text, "initial", control->initial);
        text_integer(text, "increment", control->increment);
    }
    text_close(text, '}');
}
