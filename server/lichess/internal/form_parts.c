#include "form_parts.h"

#include "fen.h"
#include "game_json.h"
#include "rating.h"

#include <ctype.h>
#include <stdio.h>
#include <strings.h>

static const char *const VARIANT_NAMES[] = {
    [VARIANT_STANDARD] = "Standard",
    [VARIANT_CHESS960] = "Chess960",
    [VARIANT_FROM_POSITION] = "From Position",
};
static const char *const VARIANT_SHORTS[] = {
    [VARIANT_STANDARD] = "Std",
    [VARIANT_CHESS960] = "960",
    [VARIANT_FROM_POSITION] = "FEN",
};

void form_variant(Text *text, Variant variant)
{
    text_open(text, "variant", '{');
    text_string(text, "key", variant_word(variant));
    text_string(text, "name", VARIANT_NAMES[variant]);
    text_string(text, "short", VARIANT_SHORTS[variant]);
    text_close(text, '}');
}

const char *form_speed(const TimeControl *control)
{
    return game_speed_word(time_control_speed(control));
}

/* A game from a position has no rating: it is called by its speed. */
const char *form_perf_word(const TimeControl *control, Variant variant)
{
    Category category = category_of(control, variant);
    return category == CATEGORY_COUNT ? form_speed(control) : category_word(category);
}

/* "Blitz" */
void form_perf(Text *text, const TimeControl *control, Variant variant)
{
    static const char ULTRA[] = "ultraBullet";
    char name[24];
    snprintf(name, sizeof name, "%s", form_perf_word(control, variant));
    name[0] = (char)toupper((unsigned char)name[0]);
    text_open(text, "perf", '{');
    text_string(text, "icon", "");
    text_string(text, "name", strcasecmp(name, ULTRA) == 0 ? "UltraBullet" : name);
    text_close(text, '}');
}

/* The numbers of lila's Status.scala. */
int form_status_number(Status status)
{
    static const int NUMBERS[] = {
        [STATUS_CREATED] = 10, [STATUS_STARTED] = 20,   [STATUS_ABORTED] = 25,
        [STATUS_MATE] = 30,    [STATUS_RESIGN] = 31,    [STATUS_STALEMATE] = 32,
        [STATUS_TIMEOUT] = 33, [STATUS_OUTOFTIME] = 35, [STATUS_DRAW] = 34,
        [STATUS_NOSTART] = 37,
    };
    return NUMBERS[status];
}

void form_status(Text *text, Status status)
{
    text_open(text, "status", '{');
    text_integer(text, "id", form_status_number(status));
    text_string(text, "name", status_word(status));
    text_close(text, '}');
}

void form_winner(Text *text, Winner winner)
{
    if (winner != WINNER_NONE)
        text_string(text, "winner", color_word(winner == WINNER_WHITE ? WHITE : BLACK));
}

const char *form_handle(const Person *person, char handle[PERSON_NAME_MAX + 1])
{
    if (!person->guest)
        return name_handle(person->name, handle);
    snprintf(handle, PERSON_NAME_MAX + 1, "%s", person->id);
    return handle;
}

void form_full_id(const GameId *id, Color seat, char text[FULL_ID_LENGTH + 1])
{
    snprintf(text, FULL_ID_LENGTH + 1, "%s%s", id->text, seat == WHITE ? "whte" : "blck");
}

/* Where a game comes from, as far as its players show it. */
const char *form_source(const HeardGame *game)
{
    bool is_people =
        game->seat[WHITE].kind == PERSON_HUMAN && game->seat[BLACK].kind == PERSON_HUMAN;
    return is_people ? "friend" : "ai";
}

void form_rating(Text *text, const Person *person)
{
    if (person->rating)
        text_integer(text, "rating", person->rating);
    else
        text_null(text, "rating");
    if (person->provisional)
        text_bool(text, "provisional", true);
}

void form_title(Text *text, const FormPerson *about)
{
    if (about->bot)
        text_string(text, "title", "BOT");
    else
        text_null(text, "title");
}

void form_compatible(Text *text)
{
    text_open(text, "compat", '{');
    text_bool(text, "bot", true);
    text_bool(text, "board", true);
    text_close(text, '}');
}

void form_start(Text *text, const HeardGame *game)
{
    char fen[FEN_MAX];
    fen_print(&game->start, fen);
    text_string(text, "initialFen", game->variant == VARIANT_STANDARD ? "startpos" : fen);
}
