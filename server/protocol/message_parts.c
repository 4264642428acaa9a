#include "message_parts.h"

#include <assert.h>

const char *color_word(Color color)
{
    return color == WHITE ? "white" : "black";
}

const char *variant_word(Variant variant)
{
    static const char *const WORDS[] = {
        [VARIANT_STANDARD] = "standard",
        [VARIANT_CHESS960] = "chess960",
        [VARIANT_FROM_POSITION] = "fromPosition",
    };
    assert((size_t)variant < sizeof WORDS / sizeof *WORDS);
    return WORDS[variant];
}

void message_begin(Text *text, const char *kind)
{
    text_open(text, NULL, '{');
    text_string(text, "t", kind);
}

void message_answer(Text *text, const char *kind, const Request *request)
{
    message_begin(text, kind);
    if (request->has_id)
        text_integer(text, "id", request->id);
}

void message_game(Text *text, const char *kind, const GameId *game)
{
    message_begin(text, kind);
    text_string(text, "game", game->text);
}

void message_end(Text *text)
{
    text_close(text, '}');
}

void message_open_person(Text *text, const char *name, const Person *person)
{
    text_open(text, name, '{');
    text_string(text, "id", person->id);
    text_string(text, "name", person->name);
    if (person->rating > 0)
        text_integer(text, "rating", person->rating);
    else
        text_null(text, "rating");
    if (person->provisional)
        text_bool(text, "provisional", true);
    if (person->kind != PERSON_HUMAN)
        text_integer(text, "computer", person->kind == PERSON_LEVEL ? person->level : 0);
    else
        text_bool(text, "guest", person->guest);
}

void message_person(Text *text, const char *name, const Person *person)
{
    message_open_person(text, name, person);
    text_close(text, '}');
}

void message_rules(Text *text, unsigned rules)
{
    if (!rules)
        return;
    text_open(text, "rules", '[');
    for (unsigned rule = 1; rule <= RULES_ALL; rule *= 2)
        if (rules & rule)
            text_string(text, NULL, game_rule_word(rule));
    text_close(text, ']');
}

static const char *bonus_word(const TimeControl *control)
{
    return control->bonus == BONUS_FISCHER ? "increment" : "delay";
}

static void print_odds(Text *text, const TimeControl *control)
{
    text_open(text, "odds", '{');
    if (control->odds != TIME_ODDS_OPPONENT)
        text_string(text, "color", color_word(control->odds == TIME_ODDS_WHITE ? WHITE : BLACK));
    text_integer(text, "initial", control->odds_initial);
    text_integer(text, bonus_word(control), control->odds_increment);
    text_close(text, '}');
}

static void print_later(Text *text, const TimeControl *control)
{
    text_open(text, "stages", '[');
    for (int i = 0; i < control->later_count; i++) {
        const ClockStage *stage = &control->later[i];
        text_open(text, NULL, '{');
        if (stage->moves)
            text_integer(text, "moves", stage->moves);
        text_integer(text, "initial", stage->initial);
        text_integer(text, bonus_word(control), stage->increment);
        text_close(text, '}');
    }
    text_close(text, ']');
}

static void print_control_members(Text *text, const TimeControl *control)
{
    static const char *const KINDS[] = {[BONUS_BRONSTEIN] = "bronstein", [BONUS_DELAY] = "delay"};
    if (control->days) {
        text_integer(text, "days", control->days);
        return;
    }
    text_integer(text, "initial", control->initial);
    if (control->bonus != BONUS_FISCHER)
        text_string(text, "kind", KINDS[control->bonus]);
    text_integer(text, bonus_word(control), control->increment);
    if (control->odds)
        print_odds(text, control);
    if (control->moves)
        text_integer(text, "moves", control->moves);
    if (control->later_count)
        print_later(text, control);
}

void message_control(Text *text, const TimeControl *control)
{
    if (!control->timed) {
        text_null(text, "clock");
        return;
    }
    text_open(text, "clock", '{');
    print_control_members(text, control);
    text_close(text, '}');
}

void message_clock(Text *text, const Room *room, int64_t axis, bool full)
{
    const Clock *clock = room_clock(room);
    if (!clock->control.timed) {
        text_null(text, "clock");
        return;
    }
    text_open(text, "clock", '{');
    if (full)
        print_control_members(text, &clock->control);
    text_integer(text, "white", clock_remaining(clock, WHITE, axis));
    text_integer(text, "black", clock_remaining(clock, BLACK, axis));
    text_string(text, "running", clock->running ? color_word(clock->turn) : NULL);
    if (clock_delay_left(clock, axis))
        text_integer(text, "stands", clock_delay_left(clock, axis));
    text_close(text, '}');
}
