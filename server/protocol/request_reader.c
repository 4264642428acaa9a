#include "request_reader.h"

#include "base62.h"
#include "json.h"
#include "json_object.h"
#include "siphash.h"
#include "terms_reader.h"
#include "utf8.h"

#include <cJSON.h>

#include <assert.h>
#include <string.h>

static const int64_t INTEGER_MAX = (INT64_C(1) << 53) - 1;
enum { PLY_MAX = 65535 };

/* A string that is not a game's id names no game: that is not a fault of form. */
static void read_game(const JsonObject *object, GameId *game)
{
    const char *text = json_object_string(object, "game");
    if (base62_is(text, GAME_ID_LENGTH))
        memcpy(game->text, text, GAME_ID_LENGTH + 1);
    else
        json_object_refuse(object, CODE_NO_SUCH_GAME, NULL, code_text(CODE_NO_SUCH_GAME));
}

static void read_lobby_id(const JsonObject *object, const char *name, LobbyId *id)
{
    if (!lobby_id_parse(id, json_object_string(object, name)))
        json_object_refuse(object, CODE_STALE, NULL, code_text(CODE_STALE));
}

static void read_ping(const JsonObject *object, Request *request)
{
    request->ping.has_c = json_object_has(object, "c");
    if (request->ping.has_c)
        request->ping.c = json_object_integer(object, "c", -INTEGER_MAX, INTEGER_MAX);
}

static void read_unseek(const JsonObject *object, Request *request)
{
    request->open.seek = true;
    read_lobby_id(object, "seek", &request->open.id);
}

/* A position to begin from, in place of the variant's own. */
static void read_accept(const JsonObject *object, Request *request)
{
    request->open.seek = json_object_has(object, "seek");
    if (request->open.seek && json_object_has(object, "challenge"))
        json_object_refuse(object, CODE_BAD_REQUEST, "seek", "is not allowed with challenge");
    read_lobby_id(object, request->open.seek ? "seek" : "challenge", &request->open.id);
}

static void read_accept_as(const JsonObject *object, Request *request)
{
    static const char *const COLORS[] = {
        [WISH_RANDOM] = "random", [WISH_WHITE] = "white", [WISH_BLACK] = "black", NULL};
    read_accept(object, request);
    if (!json_object_has(object, "color"))
        return;
    if (request->open.seek)
        json_object_refuse(object, CODE_BAD_REQUEST, "color", "is only allowed with challenge");
    request->open.color = (Wish)json_object_word(object, "color", COLORS);
}

static void read_moretime(const JsonObject *object, Request *request)
{
    enum { LEAST = 5, MOST = 60 }; /* as on lichess.org */
    read_game(object, &request->game);
    if (json_object_has(object, "seconds"))
        request->command.given =
            1000 * (int32_t)json_object_integer(object, "seconds", LEAST, MOST);
}

static void read_decline(const JsonObject *object, Request *request)
{
    static const char *const REASONS[] = {
#define X(name, word) #word,
        DECLINE_REASONS(X)
#undef X
            NULL};
    read_accept(object, request);
    if (json_object_has(object, "reason"))
        request->open.reason = (DeclineReason)json_object_word(object, "reason", REASONS);
}

static void read_lobby(const JsonObject *object, Request *request)
{
    request->listen.on = !json_object_has(object, "on") || json_object_bool(object, "on");
}

static void read_nothing(const JsonObject *object, Request *request)
{
    (void)object, (void)request;
}

static void read_unwatch(const JsonObject *object, Request *request)
{
    if (!json_object_has(object, "challenge"))
        read_game(object, &request->game);
    else if (json_object_has(object, "game"))
        json_object_refuse(object, CODE_BAD_REQUEST, "challenge", "is not allowed with game");
    else
        read_lobby_id(object, "challenge", &request->watch.challenge);
}

static void read_watch(const JsonObject *object, Request *request)
{
    read_unwatch(object, request);
    request->watch.has_since = json_object_has(object, "since");
    if (request->watch.has_since)
        request->watch.since = (uint32_t)json_object_integer(object, "since", 0, UINT32_MAX);
}

/* Two squares and maybe a new piece: whether it is a legal move depends on the position. */
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

static void read_ply_and_uci(const JsonObject *object, Request *request)
{
    request->move.ply = (uint32_t)json_object_integer(object, "ply", 0, PLY_MAX);
    const char *uci = json_object_string(object, "uci");
    if (is_uci(uci))
        memcpy(request->move.uci, uci, strlen(uci) + 1);
    else
        json_object_refuse(object, CODE_BAD_REQUEST, "uci", "must have the form e2e4 or e7e8q");
}

static void read_move(const JsonObject *object, Request *request)
{
    read_game(object, &request->game);
    if (json_object_has(object, "turn"))
        request->move.turn = (uint32_t)json_object_integer(object, "turn", 0, UINT32_MAX);
    request->move.draw = json_object_has(object, "draw") && json_object_bool(object, "draw");
    read_ply_and_uci(object, request);
}

static void read_simple(const JsonObject *object, Request *request)
{
    read_game(object, &request->game);
}

static void read_offer(const JsonObject *object, Request *request)
{
    read_game(object, &request->game);
    if (json_object_has(object, "offer"))
        request->command.offer = (uint32_t)json_object_integer(object, "offer", 1, UINT32_MAX);
}

static void read_refuse(const JsonObject *object, Request *request)
{
    read_game(object, &request->game);
    request->command.offer = (uint32_t)json_object_integer(object, "offer", 1, UINT32_MAX);
}

static void read_claim(const JsonObject *object, Request *request)
{
    static const char *const WHAT[] = {
        [CLAIM_THREEFOLD] = "threefold", [CLAIM_FIFTY] = "fifty", [CLAIM_WIN] = "win",
        [CLAIM_DRAW] = "draw",           [CLAIM_DRAW + 1] = NULL,
    };
    read_game(object, &request->game);
    request->move.claim = (Claim)json_object_word(object, "what", WHAT);
    if (!json_object_has(object, "ply") && !json_object_has(object, "uci"))
        return;
    read_ply_and_uci(object, request);
    if (request->move.claim > CLAIM_FIFTY)
        json_object_refuse(object, CODE_BAD_REQUEST, "uci",
                           "is only allowed with threefold and fifty");
}

static void read_text(const JsonObject *object, char *text)
{
    const char *given = json_object_string(object, "text");
    if (!utf8_is_line(given))
        json_object_refuse(object, CODE_BAD_REQUEST, "text", "has a character that is not allowed");
    else if (!utf8_is_seen(given) || utf8_count(given) > CHAT_LENGTH_MAX)
        json_object_refuse(object, CODE_BAD_REQUEST, "text", "must have 1 to 140 characters");
    else
        memcpy(text, given, strlen(given) + 1);
}

static void read_tournament(const JsonObject *object, Request *request)
{
    const char *text = json_object_string(object, "tournament");
    if (base62_is(text, TOURNAMENT_ID_MAX))
        memcpy(request->tournament.id, text, sizeof request->tournament.id);
    else
        json_object_refuse(object, CODE_NO_SUCH_TOURNAMENT, NULL,
                           code_text(CODE_NO_SUCH_TOURNAMENT));
}

static void read_broadcast(const JsonObject *object, Request *request)
{
    const char *text = json_object_string(object, "round");
    if (base62_is(text, TOURNAMENT_ID_MAX))
        memcpy(request->tournament.id, text, sizeof request->tournament.id);
    else
        json_object_refuse(object, CODE_NO_SUCH_BROADCAST, NULL, code_text(CODE_NO_SUCH_BROADCAST));
}

static void read_tournament_chat(const JsonObject *object, Request *request)
{
    read_tournament(object, request);
    read_text(object, request->tournament.text);
}

static void read_chat(const JsonObject *object, Request *request)
{
    static const char *const PRESETS[] = {
#define X(name, word, text) #word,
        CHAT_PRESETS(X)
#undef X
            NULL};
    static const char *const ROOMS[] = {"players", "spectators", NULL};
    read_game(object, &request->game);
    if (json_object_has(object, "room"))
        request->chat.spectators = json_object_word(object, "room", ROOMS) == 1;
    if (!json_object_has(object, "preset"))
        read_text(object, request->chat.text);
    else if (json_object_has(object, "text"))
        json_object_refuse(object, CODE_BAD_REQUEST, "preset", "is not allowed with text");
    else
        request->chat.preset =
            (ChatPreset)(PRESET_NONE + 1 + json_object_word(object, "preset", PRESETS));
}

typedef struct {
    const JsonObject *object;
    Request *request;
} Lines;

static void read_line_move(void *context, int row, int place, const char *uci)
{
    const Lines *lines = context;
    if (!is_uci(uci)) {
        json_object_refuse(lines->object, CODE_BAD_REQUEST, "lines",
                           "each move must have the form e2e4 or e7e8q");
        return;
    }
    memcpy(lines->request->conditional.lines[row].uci[place], uci, strlen(uci) + 1);
    lines->request->conditional.lines[row].plies = (uint8_t)(place + 1);
}

static void read_conditional(const JsonObject *object, Request *request)
{
    Lines lines = {object, request};
    read_game(object, &request->game);
    request->conditional.ply = (uint32_t)json_object_integer(object, "ply", 0, PLY_MAX);
    if (json_object_has(object, "turn"))
        request->conditional.turn = (uint32_t)json_object_integer(object, "turn", 0, UINT32_MAX);
    request->conditional.count = (uint8_t)json_object_rows(
        object, "lines", CONDITIONAL_LINES_MAX, CONDITIONAL_PLIES_MAX, read_line_move, &lines);
}

static void read_person(const JsonObject *object, char *person)
{
    const char *text = json_object_string(object, "person");
    size_t length = strlen(text);
    if (length == 0 || length > PERSON_ID_MAX)
        json_object_refuse(object, CODE_BAD_REQUEST, "person", "must have 1 to 24 bytes");
    else
        memcpy(person, text, length + 1);
}

static void read_mute(const JsonObject *object, Request *request)
{
    read_person(object, request->mute.person);
    request->mute.on = !json_object_has(object, "on") || json_object_bool(object, "on");
}

static void read_report(const JsonObject *object, Request *request)
{
    static const char *const REASONS[] = {
#define X(name, word) #word,
        REPORT_REASONS(X)
#undef X
            NULL};
    read_person(object, request->report.person);
    request->report.reason = (ReportReason)json_object_word(object, "reason", REASONS);
    read_text(object, request->report.text);
    if (json_object_has(object, "game"))
        read_game(object, &request->game);
}

/* Of all members but the id, which is another with each sending. Only their owner could choose two that collide, so the
 * hash needs no secret. */
static uint64_t content_of(const JsonObject *object)
{
    static const SipKey KEY;
    uint64_t sum = 0;
    for (const cJSON *item = object->tree->child; item; item = item->next) {
        uint64_t pair[2];
        if (strcmp(item->string, "id") == 0)
            continue;
        char *value = cJSON_PrintUnformatted(item);
        assert(value); /* else out of memory */
        pair[0] = siphash(&KEY, item->string, strlen(item->string));
        pair[1] = siphash(&KEY, value, strlen(value));
        sum += siphash(&KEY, pair, sizeof pair);
        cJSON_free(value);
    }
    return sum;
}

static bool may_have_key(RequestKind kind)
{
    return kind == REQ_SEEK || kind == REQ_CHALLENGE || kind == REQ_MORETIME || kind == REQ_CHAT ||
           kind == REQ_TOURNAMENT_CHAT;
}

static void read_key(const JsonObject *object, Request *request)
{
    static const char ALLOWED[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    if (!json_object_has(object, "key"))
        return;
    const char *key = json_object_string(object, "key");
    size_t length = strlen(key);
    if (length == 0 || length > REQUEST_KEY_MAX || key[strspn(key, ALLOWED)]) {
        json_object_refuse(object, CODE_BAD_REQUEST, "key",
                           "must have 1 to 36 letters, digits, - and _");
        return;
    }
    memcpy(request->key, key, length + 1);
    request->content = content_of(object);
}

static const struct {
    void (*read)(const JsonObject *object, Request *request);
    CommandKind command; /* of the kinds that fill in request->command */
} READERS[REQ_COUNT] = {
    [REQ_PING] = {read_ping, 0},
    [REQ_SEEK] = {read_seek, 0},
    [REQ_UNSEEK] = {read_unseek, 0},
    [REQ_CHALLENGE] = {read_challenge, 0},
    [REQ_ACCEPT] = {read_accept_as, 0},
    [REQ_DECLINE] = {read_decline, 0},
    [REQ_LOBBY] = {read_lobby, 0},
    [REQ_LIVE] = {read_lobby, 0},
    [REQ_GAMES] = {read_nothing, 0},
    [REQ_MUTE] = {read_mute, 0},
    [REQ_ENGINES] = {read_nothing, 0},
    [REQ_REPORT] = {read_report, 0},
    [REQ_TOURNAMENT_WATCH] = {read_tournament, 0},
    [REQ_TOURNAMENT_UNWATCH] = {read_tournament, 0},
    [REQ_TOURNAMENT_CHAT] = {read_tournament_chat, 0},
    [REQ_BROADCAST_WATCH] = {read_broadcast, 0},
    [REQ_BROADCAST_UNWATCH] = {read_broadcast, 0},
    [REQ_WATCH] = {read_watch, 0},
    [REQ_UNWATCH] = {read_unwatch, 0},
    [REQ_MOVE] = {read_move, CMD_MOVE},
    [REQ_RESIGN] = {read_simple, CMD_RESIGN},
    [REQ_ABORT] = {read_simple, CMD_ABORT},
    [REQ_DRAW] = {read_offer, CMD_DRAW},
    [REQ_TAKEBACK] = {read_offer, CMD_TAKEBACK},
    [REQ_REMATCH] = {read_offer, CMD_REMATCH},
    [REQ_REFUSE] = {read_refuse, CMD_REFUSE},
    [REQ_CLAIM] = {read_claim, CMD_CLAIM},
    [REQ_MORETIME] = {read_moretime, CMD_MORETIME},
    [REQ_CHAT] = {read_chat, 0},
    [REQ_CONDITIONAL] = {read_conditional, 0},
    [REQ_TOURNAMENT_BERSERK] = {read_simple, 0},
};

static bool find_kind(const char *word, RequestKind *kind)
{
    for (int i = 0; i < REQ_COUNT; i++) {
        const char *known = request_word((RequestKind)i);
        if (known[0] == word[0] && strcmp(known, word) == 0) {
            *kind = (RequestKind)i;
            return true;
        }
    }
    return false;
}

static void read_request(const JsonObject *object, Request *request)
{
    if (!json_object_is_unique(object))
        json_object_refuse(object, CODE_BAD_REQUEST, NULL, "JSON: a member is given twice");
    if (json_object_has(object, "id")) {
        request->id = json_object_integer(object, "id", -INTEGER_MAX, INTEGER_MAX);
        request->has_id = object->fault->code == CODE_OK;
    }
    const char *word = json_object_string(object, "t");
    if (object->fault->code != CODE_OK)
        return;
    if (!find_kind(word, &request->kind)) {
        json_object_refuse(object, CODE_UNKNOWN_KIND, NULL, code_text(CODE_UNKNOWN_KIND));
        return;
    }
    if (request->kind > REQ_MOVE && request->kind < REQ_CHAT && request->kind != REQ_CLAIM)
        request->command.kind = READERS[request->kind].command;
    READERS[request->kind].read(object, request);
    if (may_have_key(request->kind))
        read_key(object, request);
}

Code request_parse(const char *text, size_t length, Request *request, char *why)
{
    *request = (Request){.has_id = false};
    why[0] = '\0';
    Fault fault = {CODE_OK, why};
    JsonObject object = {NULL, "", &fault};
    const char *wrong = length > REQUEST_MAX ? "is too long" : json_fault(text, length);
    if (wrong) {
        json_object_refuse(&object, CODE_BAD_REQUEST, "JSON", wrong);
        return fault.code;
    }
    cJSON *tree = cJSON_ParseWithLength(text, length);
    assert(tree); /* json_fault accepts nothing that cJSON doesn't, so this means out of memory */
    object.tree = tree;
    read_request(&object, request);
    cJSON_Delete(tree);
    return fault.code;
}
