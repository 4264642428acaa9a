#include "request.h"

#include "base62.h"
#include "fen.h"
#include "json.h"
#include "members.h"
#include "notation.h"
#include "utf8.h"

#include <cJSON.h>

#include <assert.h>
#include <string.h>

typedef void (*Read)(const Members *members, Request *request);

static const int64_t INTEGER_MAX = (INT64_C(1) << 53) - 1;
enum { PLY_MAX = 65535 };

/* A string that is no id of a game names none: that is no fault of form. */
static void read_game(const Members *members, GameId *game)
{
    const char *text = members_string(members, "game");
    if (base62_is(text, GAME_ID_LENGTH))
        memcpy(game->text, text, GAME_ID_LENGTH + 1);
    else
        members_refuse(members, CODE_NO_SUCH_GAME, NULL, code_text(CODE_NO_SUCH_GAME));
}

static void read_lobby_id(const Members *members, const char *name, LobbyId *id)
{
    if (!lobby_id_parse(id, members_string(members, name)))
        members_refuse(members, CODE_STALE, NULL, code_text(CODE_STALE));
}

static void read_ping(const Members *members, Request *request)
{
    request->ping.has_c = members_has(members, "c");
    if (request->ping.has_c)
        request->ping.c = members_integer(members, "c", -INTEGER_MAX, INTEGER_MAX);
}

static Bonus read_kind(const Members *clock)
{
    static const char *const KINDS[] = {[BONUS_FISCHER] = "increment",
                                        [BONUS_BRONSTEIN] = "bronstein",
                                        [BONUS_DELAY] = "delay",
                                        [BONUS_DELAY + 1] = NULL};
    return members_has(clock, "kind") ? (Bonus)members_word(clock, "kind", KINDS) : BONUS_FISCHER;
}

/* The time for each move, of that kind. */
static int32_t read_bonus(const Members *clock, Bonus kind)
{
    const char *name = kind == BONUS_FISCHER ? "increment" : "delay";
    const char *other = kind == BONUS_FISCHER ? "delay" : "increment";
    if (members_has(clock, other))
        members_refuse(clock, CODE_BAD_REQUEST, other, "is not allowed with this kind of clock");
    if (kind == BONUS_FISCHER && !members_has(clock, name))
        return 0;
    return (int32_t)members_integer(clock, name, kind != BONUS_FISCHER, CLOCK_INCREMENT_MAX);
}

static int32_t read_initial(const Members *clock)
{
    return (int32_t)members_integer(clock, "initial", 0, CLOCK_INITIAL_MAX);
}

static const char NO_TIME[] = "must have some time";

/* What the opponent of who asks has instead; the same is no odds. */
static void read_odds(const Members *clock, TimeControl *control)
{
    Members odds = members_object(clock, "odds", "clock.odds.");
    int32_t initial = read_initial(&odds), bonus = read_bonus(&odds, control->bonus);
    if (members_has(&odds, "kind"))
        members_refuse(&odds, CODE_BAD_REQUEST, "kind",
                       "must be missing or the kind of the clock itself");
    *control = time_control_with_odds(control, TIME_ODDS_OPPONENT, initial, bonus);
    if (!time_control_is_valid(control))
        members_refuse(clock, CODE_BAD_REQUEST, "odds", NO_TIME);
}

static void read_days(const Members *clock, TimeControl *control)
{
    static const char *const OTHERS[] = {"initial", "increment", "delay", "kind", "odds"};
    control->days = (int32_t)members_integer(clock, "days", 1, CLOCK_DAYS_MAX);
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (members_has(clock, OTHERS[i]))
            members_refuse(clock, CODE_BAD_REQUEST, OTHERS[i], "is not allowed with days");
    if (!time_control_is_valid(control))
        members_refuse(clock, CODE_BAD_REQUEST, "days", "must be 1, 2, 3, 5, 7, 10 or 14");
}

static TimeControl read_clock(const Members *members)
{
    TimeControl control = {.timed = false};
    if (members_is_null(members, "clock"))
        return control;
    Members clock = members_object(members, "clock", "clock.");
    control.timed = true;
    if (members_has(&clock, "days")) {
        read_days(&clock, &control);
        return control;
    }
    control.initial = read_initial(&clock);
    control.bonus = read_kind(&clock);
    control.increment = read_bonus(&clock, control.bonus);
    if (!time_control_is_valid(&control))
        members_refuse(members, CODE_BAD_REQUEST, "clock", NO_TIME);
    if (members_has(&clock, "odds"))
        read_odds(&clock, &control);
    return control;
}

static void read_terms(const Members *members, Terms *terms, const char *const variants[])
{
    static const char *const COLORS[] = {"random", "white", "black", NULL};
    terms->control = read_clock(members);
    if (members_has(members, "variant"))
        terms->variant = (Variant)members_word(members, "variant", variants);
    if (members_has(members, "rated"))
        terms->rated = members_bool(members, "rated");
    if (members_has(members, "color"))
        terms->color = (Wish)members_word(members, "color", COLORS);
}

static void read_seek(const Members *members, Request *request)
{
    static const char *const VARIANTS[] = {"standard", "chess960", NULL};
    read_terms(members, &request->seek.terms, VARIANTS);
    if (request->seek.terms.control.odds)
        members_refuse(members, CODE_BAD_REQUEST, "clock.odds",
                       "time odds are for challenges, not for seeks");
    int32_t range[2] = {0, RATING_MAX};
    if (members_has(members, "rating") && !members_is_null(members, "rating"))
        members_range(members, "rating", RATING_MAX, range);
    request->seek.rating = (RatingRange){range[0], range[1]};
    request->seek.has_fallback = members_has(members, "fallback");
    request->seek.fallback = SEEK_FALLBACK;
    if (members_is_null(members, "fallback"))
        request->seek.fallback = SEEK_FALLBACK_NEVER;
    else if (request->seek.has_fallback)
        request->seek.fallback =
            (int32_t)members_integer(members, "fallback", 0, SEEK_FALLBACK_MAX);
    if (members_has(members, "keep"))
        request->seek.keep = members_bool(members, "keep");
    if (members_has(members, "ask"))
        request->seek.ask = members_bool(members, "ask");
    if (request->seek.ask && !request->seek.keep)
        members_refuse(members, CODE_BAD_REQUEST, "ask", "is only allowed with keep");
    if (members_has(members, "pool"))
        request->seek.pool = members_bool(members, "pool");
}

static void read_unseek(const Members *members, Request *request)
{
    request->open.seek = true;
    read_lobby_id(members, "seek", &request->open.id);
}

/* A position to begin from, in place of the variant's own. */
static void read_start(const Members *members, Request *request)
{
    const char *fen = members_string(members, "fen");
    FenError error = fen_parse(fen, strlen(fen), &request->challenge.start, NULL);
    if (error != FEN_OK)
        members_refuse(members, CODE_BAD_REQUEST, "fen", fen_error_text(error));
    else if (outcome_of(&request->challenge.start) != OUTCOME_NONE)
        members_refuse(members, CODE_BAD_REQUEST, "fen", "the game is over in that position");
    if (request->challenge.terms.rated)
        members_refuse(members, CODE_BAD_REQUEST, "rated",
                       "games from a position are always casual");
    request->challenge.has_start = true;
}

static void read_name(const Members *members, char name[PERSON_NAME_MAX + 1])
{
    const char *text = members_string(members, "name");
    size_t length = strlen(text);
    if (length == 0 || length > PERSON_NAME_MAX)
        members_refuse(members, CODE_BAD_REQUEST, "name", "must have 1 to 32 bytes");
    else
        memcpy(name, text, length + 1);
}

/* By name, or by id, since guests may have the same name. */
static void read_user(const Members *members, Request *request)
{
    if (!members_has(members, "user")) {
        read_name(members, request->challenge.name);
        return;
    }
    const char *text = members_string(members, "user");
    size_t length = strlen(text);
    if (members_has(members, "name"))
        members_refuse(members, CODE_BAD_REQUEST, "user", "is not allowed with name");
    else if (length == 0 || length > PERSON_ID_MAX)
        members_refuse(members, CODE_BAD_REQUEST, "user", "must have 1 to 24 bytes");
    else
        memcpy(request->challenge.user, text, length + 1);
}

/* A program of others in place of a level. */
static void read_engine(const Members *members, Request *request)
{
    const char *text = members_string(members, "engine");
    size_t length = strlen(text);
    if (engine_name_is_good(text, length))
        memcpy(request->challenge.engine, text, length + 1);
    else
        members_refuse(members, CODE_BAD_REQUEST, "engine",
                       "must have 1 to 16 characters of a to z, 0 to 9 and -");
    if (members_has(members, "level"))
        members_refuse(members, CODE_BAD_REQUEST, "level", "is not allowed with engine");
    request->challenge.has_strength = members_has(members, "strength");
    if (request->challenge.has_strength)
        request->challenge.strength =
            (int32_t)members_integer(members, "strength", -RATING_MAX, RATING_MAX);
}

static void read_challenge(const Members *members, Request *request)
{
    static const char *const VARIANTS[] = {"standard", "chess960", "fromPosition", NULL};
    static const char *const TO[] = {"computer", "link", "user", NULL};
    Terms *terms = &request->challenge.terms;
    request->challenge.to = (ChallengeTo)members_word(members, "to", TO);
    bool has_fen = members_has(members, "fen");
    terms->variant = has_fen ? VARIANT_FROM_POSITION : VARIANT_STANDARD;
    read_terms(members, terms, VARIANTS);
    if (terms->control.odds && terms->rated)
        members_refuse(members, CODE_BAD_REQUEST, "rated",
                       "games with time odds are always casual");
    if (terms->variant == VARIANT_FROM_POSITION)
        read_start(members, request);
    else if (has_fen)
        members_refuse(members, CODE_BAD_REQUEST, "fen",
                       "is only allowed with the variant fromPosition");
    if (request->challenge.to == TO_USER)
        read_user(members, request);
    if (request->challenge.to != TO_COMPUTER)
        return;
    if (members_has(members, "engine"))
        read_engine(members, request);
    else
        request->challenge.level = (int32_t)members_integer(members, "level", 1, LEVEL_MAX);
    if (terms->rated)
        members_refuse(members, CODE_BAD_REQUEST, "rated",
                       "games against the computer are always casual");
}

static void read_accept(const Members *members, Request *request)
{
    request->open.seek = members_has(members, "seek");
    if (request->open.seek && members_has(members, "challenge"))
        members_refuse(members, CODE_BAD_REQUEST, "seek", "is not allowed with challenge");
    read_lobby_id(members, request->open.seek ? "seek" : "challenge", &request->open.id);
}

static void read_decline(const Members *members, Request *request)
{
    static const char *const REASONS[] = {
#define X(name, word) #word,
        DECLINE_REASONS(X)
#undef X
            NULL};
    read_accept(members, request);
    if (members_has(members, "reason"))
        request->open.reason = (DeclineReason)members_word(members, "reason", REASONS);
}

static void read_lobby(const Members *members, Request *request)
{
    request->listen.on = !members_has(members, "on") || members_bool(members, "on");
}

static void read_nothing(const Members *members, Request *request)
{
    (void)members, (void)request;
}

static void read_unwatch(const Members *members, Request *request)
{
    if (!members_has(members, "challenge"))
        read_game(members, &request->game);
    else if (members_has(members, "game"))
        members_refuse(members, CODE_BAD_REQUEST, "challenge", "is not allowed with game");
    else
        read_lobby_id(members, "challenge", &request->watch.challenge);
}

static void read_watch(const Members *members, Request *request)
{
    read_unwatch(members, request);
    request->watch.has_since = members_has(members, "since");
    if (request->watch.has_since)
        request->watch.since = (uint32_t)members_integer(members, "since", 0, UINT32_MAX);
}

/* Two squares and maybe a new piece: whether it is a move is for the position to say. */
static bool is_uci(const char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < 4 && i < length; i++) {
        char least = i % 2 == 0 ? 'a' : '1';
        if (text[i] < least || text[i] > least + 7)
            return false;
    }
    return length == 4 || (length == 5 && strchr("nbrq", text[4]));
}

static void read_ply_and_uci(const Members *members, Request *request)
{
    request->move.ply = (uint32_t)members_integer(members, "ply", 0, PLY_MAX);
    const char *uci = members_string(members, "uci");
    if (is_uci(uci))
        memcpy(request->move.uci, uci, strlen(uci) + 1);
    else
        members_refuse(members, CODE_BAD_REQUEST, "uci", "must have the form e2e4 or e7e8q");
}

static void read_move(const Members *members, Request *request)
{
    read_game(members, &request->game);
    if (members_has(members, "turn"))
        request->move.turn = (uint32_t)members_integer(members, "turn", 0, UINT32_MAX);
    read_ply_and_uci(members, request);
}

static void read_simple(const Members *members, Request *request)
{
    read_game(members, &request->game);
}

static void read_offer(const Members *members, Request *request)
{
    read_game(members, &request->game);
    if (members_has(members, "offer"))
        request->command.offer = (uint32_t)members_integer(members, "offer", 1, UINT32_MAX);
}

static void read_refuse(const Members *members, Request *request)
{
    read_game(members, &request->game);
    request->command.offer = (uint32_t)members_integer(members, "offer", 1, UINT32_MAX);
}

static void read_claim(const Members *members, Request *request)
{
    static const char *const WHAT[] = {
        [CLAIM_THREEFOLD] = "threefold", [CLAIM_FIFTY] = "fifty", [CLAIM_WIN] = "win",
        [CLAIM_DRAW] = "draw",           [CLAIM_DRAW + 1] = NULL,
    };
    read_game(members, &request->game);
    request->move.claim = (Claim)members_word(members, "what", WHAT);
    if (!members_has(members, "ply") && !members_has(members, "uci"))
        return;
    read_ply_and_uci(members, request);
    if (request->move.claim > CLAIM_FIFTY)
        members_refuse(members, CODE_BAD_REQUEST, "uci",
                       "is only allowed with threefold and fifty");
}

static void read_text(const Members *members, char *text)
{
    const char *given = members_string(members, "text");
    size_t length = strlen(given), size, place = 0;
    int count = 0;
    bool blank = true;
    uint32_t point;
    for (; (size = utf8_take(given + place, length - place, &point)) > 0; place += size) {
        if (!utf8_is_plain(point))
            members_refuse(members, CODE_BAD_REQUEST, "text",
                           "has a character that is not allowed");
        blank = blank && utf8_is_blank(point);
        count++;
    }
    if (blank || count > CHAT_LENGTH_MAX)
        members_refuse(members, CODE_BAD_REQUEST, "text", "must have 1 to 140 characters");
    else
        memcpy(text, given, length + 1);
}

static void read_chat(const Members *members, Request *request)
{
    static const char *const PRESETS[] = {
#define X(name, word, text) #word,
        CHAT_PRESETS(X)
#undef X
            NULL};
    read_game(members, &request->game);
    if (!members_has(members, "preset"))
        read_text(members, request->chat.text);
    else if (members_has(members, "text"))
        members_refuse(members, CODE_BAD_REQUEST, "preset", "is not allowed with text");
    else
        request->chat.preset =
            (ChatPreset)(PRESET_NONE + 1 + members_word(members, "preset", PRESETS));
}

static void read_person(const Members *members, char *person)
{
    const char *text = members_string(members, "person");
    size_t length = strlen(text);
    if (length == 0 || length > PERSON_ID_MAX)
        members_refuse(members, CODE_BAD_REQUEST, "person", "must have 1 to 24 bytes");
    else
        memcpy(person, text, length + 1);
}

static void read_mute(const Members *members, Request *request)
{
    read_person(members, request->mute.person);
    request->mute.on = !members_has(members, "on") || members_bool(members, "on");
}

static void read_report(const Members *members, Request *request)
{
    static const char *const REASONS[] = {
#define X(name, word) #word,
        REPORT_REASONS(X)
#undef X
            NULL};
    read_person(members, request->report.person);
    request->report.reason = (ReportReason)members_word(members, "reason", REASONS);
    read_text(members, request->report.text);
    if (members_has(members, "game"))
        read_game(members, &request->game);
}

static const struct {
    const char *word;
    Read read;
    CommandKind command; /* of the kinds that fill in request->command */
} KINDS[REQ_COUNT] = {
    [REQ_PING] = {"ping", read_ping, 0},
    [REQ_SEEK] = {"seek", read_seek, 0},
    [REQ_UNSEEK] = {"unseek", read_unseek, 0},
    [REQ_CHALLENGE] = {"challenge", read_challenge, 0},
    [REQ_ACCEPT] = {"accept", read_accept, 0},
    [REQ_DECLINE] = {"decline", read_decline, 0},
    [REQ_LOBBY] = {"lobby", read_lobby, 0},
    [REQ_LIVE] = {"live", read_lobby, 0},
    [REQ_GAMES] = {"games", read_nothing, 0},
    [REQ_MUTE] = {"mute", read_mute, 0},
    [REQ_ENGINES] = {"engines", read_nothing, 0},
    [REQ_REPORT] = {"report", read_report, 0},
    [REQ_WATCH] = {"watch", read_watch, 0},
    [REQ_UNWATCH] = {"unwatch", read_unwatch, 0},
    [REQ_MOVE] = {"move", read_move, CMD_MOVE},
    [REQ_RESIGN] = {"resign", read_simple, CMD_RESIGN},
    [REQ_ABORT] = {"abort", read_simple, CMD_ABORT},
    [REQ_DRAW] = {"draw", read_offer, CMD_DRAW},
    [REQ_TAKEBACK] = {"takeback", read_offer, CMD_TAKEBACK},
    [REQ_REMATCH] = {"rematch", read_offer, CMD_REMATCH},
    [REQ_REFUSE] = {"refuse", read_refuse, CMD_REFUSE},
    [REQ_CLAIM] = {"claim", read_claim, CMD_CLAIM},
    [REQ_MORETIME] = {"moretime", read_simple, CMD_MORETIME},
    [REQ_CHAT] = {"chat", read_chat, 0},
};

static const struct {
    const char *word, *text;
} PRESETS[] = {{NULL, NULL},
#define X(name, word, text) {#word, text},
               CHAT_PRESETS(X)
#undef X
};

const char *report_reason_word(ReportReason reason)
{
    static const char *const WORDS[] = {
#define X(name, word) #word,
        REPORT_REASONS(X)
#undef X
    };
    assert((size_t)reason < REPORT_REASON_COUNT);
    return WORDS[reason];
}

const char *chat_preset_word(ChatPreset preset)
{
    assert((size_t)preset < sizeof PRESETS / sizeof *PRESETS);
    return PRESETS[preset].word;
}

const char *chat_preset_text(ChatPreset preset)
{
    assert((size_t)preset < sizeof PRESETS / sizeof *PRESETS);
    return PRESETS[preset].text;
}

const char *request_word(RequestKind kind)
{
    assert((size_t)kind < REQ_COUNT);
    return KINDS[kind].word;
}

static bool find_kind(const char *word, RequestKind *kind)
{
    for (int i = 0; i < REQ_COUNT; i++)
        if (strcmp(word, KINDS[i].word) == 0) {
            *kind = (RequestKind)i;
            return true;
        }
    return false;
}

static void read_request(const Members *members, Request *request)
{
    if (!members_are_unique(members))
        members_refuse(members, CODE_BAD_REQUEST, NULL, "JSON: a member is given twice");
    if (members_has(members, "id")) {
        request->id = members_integer(members, "id", -INTEGER_MAX, INTEGER_MAX);
        request->has_id = members->fault->code == CODE_OK;
    }
    const char *word = members_string(members, "t");
    if (members->fault->code != CODE_OK)
        return;
    if (!find_kind(word, &request->kind)) {
        members_refuse(members, CODE_UNKNOWN_KIND, NULL, code_text(CODE_UNKNOWN_KIND));
        return;
    }
    if (request->kind > REQ_MOVE && request->kind < REQ_CHAT && request->kind != REQ_CLAIM)
        request->command.kind = KINDS[request->kind].command;
    KINDS[request->kind].read(members, request);
}

Code protocol_parse(const char *text, size_t length, Request *request, char *why)
{
    *request = (Request){.has_id = false};
    why[0] = '\0';
    Fault fault = {CODE_OK, why};
    Members members = {NULL, "", &fault};
    const char *wrong = length > REQUEST_MAX ? "is too long" : json_fault(text, length);
    if (wrong) {
        members_refuse(&members, CODE_BAD_REQUEST, "JSON", wrong);
        return fault.code;
    }
    cJSON *tree = cJSON_ParseWithLength(text, length);
    assert(tree); /* json_fault takes nothing that cJSON doesn't; so no memory is left */
    members.object = tree;
    read_request(&members, request);
    cJSON_Delete(tree);
    return fault.code;
}
