#include "terms_reader.h"

#include "fen.h"
#include "utf8.h"

#include <string.h>

static Bonus read_kind(const JsonObject *clock)
{
    static const char *const KINDS[] = {[BONUS_FISCHER] = "increment",
                                        [BONUS_BRONSTEIN] = "bronstein",
                                        [BONUS_DELAY] = "delay",
                                        [BONUS_DELAY + 1] = NULL};
    return json_object_has(clock, "kind") ? (Bonus)json_object_word(clock, "kind", KINDS)
                                          : BONUS_FISCHER;
}

/* The time for each move, of that kind. */
static int32_t read_bonus(const JsonObject *clock, Bonus kind)
{
    const char *name = kind == BONUS_FISCHER ? "increment" : "delay";
    const char *other = kind == BONUS_FISCHER ? "delay" : "increment";
    if (json_object_has(clock, other))
        json_object_refuse(clock, CODE_BAD_REQUEST, other,
                           "is not allowed with this kind of clock");
    if (kind == BONUS_FISCHER && !json_object_has(clock, name))
        return 0;
    return (int32_t)json_object_integer(clock, name, kind != BONUS_FISCHER, CLOCK_INCREMENT_MAX);
}

static int32_t read_initial(const JsonObject *clock)
{
    return (int32_t)json_object_integer(clock, "initial", 0, CLOCK_INITIAL_MAX);
}

static const char NO_TIME[] = "must have some time";

/* What the opponent of the player who asks has instead; the same time is no odds. */
static void read_odds(const JsonObject *clock, TimeControl *control)
{
    JsonObject odds = json_object_member(clock, "odds", "clock.odds.");
    int32_t initial = read_initial(&odds), bonus = read_bonus(&odds, control->bonus);
    if (json_object_has(&odds, "kind"))
        json_object_refuse(&odds, CODE_BAD_REQUEST, "kind",
                           "must be missing or the kind of the clock itself");
    *control = time_control_with_odds(control, TIME_ODDS_OPPONENT, initial, bonus);
    if (!time_control_is_valid(control))
        json_object_refuse(clock, CODE_BAD_REQUEST, "odds", NO_TIME);
}

static int32_t read_moves(const JsonObject *stage)
{
    return (int32_t)json_object_integer(stage, "moves", CLOCK_STAGE_MOVES_MIN,
                                        CLOCK_STAGE_MOVES_MAX);
}

/* The later stages: without moves the last one is the rest of the game. */
static void read_stages(const JsonObject *clock, TimeControl *control)
{
    JsonObject stages[CLOCK_LATER_MAX];
    control->moves = read_moves(clock);
    if (json_object_has(clock, "odds"))
        json_object_refuse(clock, CODE_BAD_REQUEST, "odds", "is not allowed with moves");
    if (json_object_has(clock, "stages"))
        control->later_count =
            json_object_members(clock, "stages", "clock.stages.", CLOCK_LATER_MAX, stages);
    for (int i = 0; i < control->later_count; i++) {
        ClockStage *later = &control->later[i];
        later->initial = read_initial(&stages[i]);
        later->increment = read_bonus(&stages[i], control->bonus);
        if (json_object_has(&stages[i], "moves") || i + 1 < control->later_count)
            later->moves = read_moves(&stages[i]);
    }
    if (!time_control_is_valid(control))
        json_object_refuse(clock, CODE_BAD_REQUEST, "stages", NO_TIME);
}

static void read_days(const JsonObject *clock, TimeControl *control)
{
    static const char *const OTHERS[] = {"initial", "increment", "delay", "kind",
                                         "odds",    "moves",     "stages"};
    control->days = (int32_t)json_object_integer(clock, "days", 1, CLOCK_DAYS_MAX);
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (json_object_has(clock, OTHERS[i]))
            json_object_refuse(clock, CODE_BAD_REQUEST, OTHERS[i], "is not allowed with days");
    if (!time_control_is_valid(control))
        json_object_refuse(clock, CODE_BAD_REQUEST, "days", "must be 1, 2, 3, 5, 7, 10 or 14");
}

static TimeControl read_clock(const JsonObject *object)
{
    TimeControl control = {.timed = false};
    if (json_object_is_null(object, "clock"))
        return control;
    JsonObject clock = json_object_member(object, "clock", "clock.");
    control.timed = true;
    if (json_object_has(&clock, "days")) {
        read_days(&clock, &control);
        return control;
    }
    control.initial = read_initial(&clock);
    control.bonus = read_kind(&clock);
    control.increment = read_bonus(&clock, control.bonus);
    if (!time_control_is_valid(&control))
        json_object_refuse(object, CODE_BAD_REQUEST, "clock", NO_TIME);
    if (json_object_has(&clock, "moves") || json_object_has(&clock, "stages"))
        read_stages(&clock, &control);
    else if (json_object_has(&clock, "odds"))
        read_odds(&clock, &control);
    return control;
}

static void read_terms(const JsonObject *object, Terms *terms, const char *const variants[])
{
    static const char *const COLORS[] = {"random", "white", "black", NULL};
    terms->control = read_clock(object);
    if (json_object_has(object, "variant"))
        terms->variant = (Variant)json_object_word(object, "variant", variants);
    if (json_object_has(object, "rated"))
        terms->rated = json_object_bool(object, "rated");
    if (json_object_has(object, "color"))
        terms->color = (Wish)json_object_word(object, "color", COLORS);
}

void read_seek(const JsonObject *object, Request *request)
{
    static const char *const VARIANTS[] = {"standard", "chess960", NULL};
    read_terms(object, &request->seek.terms, VARIANTS);
    if (request->seek.terms.control.odds)
        json_object_refuse(object, CODE_BAD_REQUEST, "clock.odds",
                           "time odds are for challenges, not for seeks");
    int32_t range[2] = {0, RATING_MAX};
    if (json_object_has(object, "rating") && !json_object_is_null(object, "rating"))
        json_object_range(object, "rating", RATING_MAX, range);
    request->seek.rating = (RatingRange){range[0], range[1]};
    request->seek.has_fallback = json_object_has(object, "fallback");
    request->seek.fallback = SEEK_FALLBACK;
    if (json_object_is_null(object, "fallback"))
        request->seek.fallback = SEEK_FALLBACK_NEVER;
    else if (request->seek.has_fallback)
        request->seek.fallback =
            (int32_t)json_object_integer(object, "fallback", 0, SEEK_FALLBACK_MAX);
    if (json_object_has(object, "keep"))
        request->seek.keep = json_object_bool(object, "keep");
    if (json_object_has(object, "ask"))
        request->seek.ask = json_object_bool(object, "ask");
    if (request->seek.ask && !request->seek.keep)
        json_object_refuse(object, CODE_BAD_REQUEST, "ask", "is only allowed with keep");
    if (json_object_has(object, "pool"))
        request->seek.pool = json_object_bool(object, "pool");
}

static void read_start(const JsonObject *object, Request *request)
{
    const char *fen = json_object_string(object, "fen");
    FenError error = fen_parse(fen, strlen(fen), &request->challenge.start, NULL);
    if (error != FEN_OK)
        json_object_refuse(object, CODE_BAD_REQUEST, "fen", fen_error_text(error));
    else if (outcome_of(&request->challenge.start) != OUTCOME_NONE)
        json_object_refuse(object, CODE_BAD_REQUEST, "fen", "the game is over in that position");
    if (request->challenge.terms.rated)
        json_object_refuse(object, CODE_BAD_REQUEST, "rated",
                           "games from a position are always casual");
    request->challenge.has_start = true;
}

static void read_name(const JsonObject *object, char name[PERSON_NAME_MAX + 1])
{
    const char *text = json_object_string(object, "name");
    size_t length = strlen(text);
    if (length == 0 || length > PERSON_NAME_MAX)
        json_object_refuse(object, CODE_BAD_REQUEST, "name", "must have 1 to 32 bytes");
    else
        memcpy(name, text, length + 1);
}

/* By name, or by id, since guests may have the same name. */
static void read_user(const JsonObject *object, Request *request)
{
    if (!json_object_has(object, "user")) {
        read_name(object, request->challenge.name);
        return;
    }
    const char *text = json_object_string(object, "user");
    size_t length = strlen(text);
    if (json_object_has(object, "name"))
        json_object_refuse(object, CODE_BAD_REQUEST, "user", "is not allowed with name");
    else if (length == 0 || length > PERSON_ID_MAX)
        json_object_refuse(object, CODE_BAD_REQUEST, "user", "must have 1 to 24 bytes");
    else
        memcpy(request->challenge.user, text, length + 1);
}

/* An external engine in place of a level. */
static void read_engine(const JsonObject *object, Request *request)
{
    const char *text = json_object_string(object, "engine");
    size_t length = strlen(text);
    if (engine_name_is_good(text, length))
        memcpy(request->challenge.engine, text, length + 1);
    else
        json_object_refuse(object, CODE_BAD_REQUEST, "engine",
                           "must have 1 to 16 characters of a to z, 0 to 9 and -");
    if (json_object_has(object, "level"))
        json_object_refuse(object, CODE_BAD_REQUEST, "level", "is not allowed with engine");
    request->challenge.has_strength = json_object_has(object, "strength");
    if (request->challenge.has_strength)
        request->challenge.strength =
            (int32_t)json_object_integer(object, "strength", -RATING_MAX, RATING_MAX);
}

typedef struct {
    const JsonObject *object;
    Request *request;
} Listed;

static void read_rule(void *context, int row, int place, const char *word)
{
    const Listed *listed = context;
    unsigned rule = game_rule_read(word);
    (void)row;
    (void)place;
    if (rule)
        listed->request->challenge.rules |= (uint8_t)rule;
    else
        json_object_refuse(listed->object, CODE_BAD_REQUEST, "rules",
                           "must be noAbort, noRematch, noGiveTime, noClaimWin or noEarlyDraw");
}

static void read_player(void *context, int row, int place, const char *name)
{
    const Listed *listed = context;
    size_t length = strlen(name);
    (void)row;
    if (length == 0 || length > PERSON_NAME_MAX)
        json_object_refuse(listed->object, CODE_BAD_REQUEST, "players",
                           "must be names of 1 to 32 bytes");
    else
        memcpy(listed->request->challenge.players[place], name, length + 1);
}

static void read_title(const JsonObject *object, char title[CHALLENGE_TITLE_MAX + 1])
{
    const char *text = json_object_string(object, "title");
    size_t length = strlen(text);
    if (length <= CHALLENGE_TITLE_MAX && utf8_is_line(text))
        memcpy(title, text, length + 1);
    else
        json_object_refuse(object, CODE_BAD_REQUEST, "title",
                           "must have at most 60 bytes of plain text");
}

static void read_open(const JsonObject *object, Request *request)
{
    enum { GAME_RULES_COUNT = 5 };
    Listed listed = {object, request};
    if (json_object_has(object, "rules"))
        json_object_list(object, "rules", GAME_RULES_COUNT, read_rule, &listed);
    if (request->challenge.to != TO_OPEN)
        return;
    if (json_object_has(object, "players") &&
        json_object_list(object, "players", 2, read_player, &listed) != 2)
        json_object_refuse(object, CODE_BAD_REQUEST, "players", "must be two names");
    if (json_object_has(object, "title"))
        read_title(object, request->challenge.title);
    if (json_object_has(object, "expires"))
        request->challenge.expires = json_object_integer(object, "expires", 1, EVENT_TIME_MAX);
    if (request->challenge.terms.control.odds)
        json_object_refuse(object, CODE_BAD_REQUEST, "clock.odds",
                           "an open challenge has no time odds");
    if (request->challenge.terms.color != WISH_RANDOM)
        json_object_refuse(object, CODE_BAD_REQUEST, "color",
                           "is chosen by those who accept an open challenge");
}

void read_challenge(const JsonObject *object, Request *request)
{
    static const char *const VARIANTS[] = {"standard", "chess960", "fromPosition", NULL};
    static const char *const TO[] = {"computer", "link", "user", "open", NULL};
    Terms *terms = &request->challenge.terms;
    request->challenge.to = (ChallengeTo)json_object_word(object, "to", TO);
    bool has_fen = json_object_has(object, "fen");
    terms->variant = has_fen ? VARIANT_FROM_POSITION : VARIANT_STANDARD;
    read_terms(object, terms, VARIANTS);
    if (terms->control.odds && terms->rated)
        json_object_refuse(object, CODE_BAD_REQUEST, "rated",
                           "games with time odds are always casual");
    if (terms->variant == VARIANT_FROM_POSITION)
        read_start(object, request);
    else if (has_fen)
        json_object_refuse(object, CODE_BAD_REQUEST, "fen",
                           "is only allowed with the variant fromPosition");
    if (request->challenge.to == TO_USER)
        read_user(object, request);
    if (request->challenge.to != TO_COMPUTER) {
        read_open(object, request);
        return;
    }
    if (json_object_has(object, "engine"))
        read_engine(object, request);
    else
        request->challenge.level = (int32_t)json_object_integer(object, "level", 1, LEVEL_MAX);
    if (terms->rated)
        json_object_refuse(object, CODE_BAD_REQUEST, "rated",
                           "games against the computer are always casual");
}
