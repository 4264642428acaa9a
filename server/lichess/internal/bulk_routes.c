#include "bulk_routes.h"

#include "base62.h"
#include "fen.h"
#include "memory.h"
#include "message_parts.h"
#include "outcome.h"
#include "play_call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- shown ---- */

typedef struct {
    Text *text;
    const char *owner;
    GameId only;         /* "": all of the owner's */
    GameId open;         /* the bulk that is being printed; "": none yet */
    const BulkPair *any; /* of it */
} Printing;

static void print_game(Text *text, const Challenge *challenge)
{
    char white[PERSON_NAME_MAX + 1], black[PERSON_NAME_MAX + 1];
    GameId game = challenge_game(challenge);
    text_open(text, NULL, '{');
    text_string(text, "id", game.text);
    text_string(text, "white", name_handle(challenge->from.name, white));
    text_string(text, "black", name_handle(challenge->to.name, black));
    text_close(text, '}');
}

static void print_clock(Text *text, const TimeControl *control)
{
    if (control->days) {
        text_integer(text, "days", control->days);
        return;
    }
    text_open(text, "clock", '{');
    text_integer(text, "limit", control->initial / 1000);
    text_integer(text, "increment", control->increment / 1000);
    text_close(text, '}');
}

/* What is the same for all of its games comes behind them. */
static void close_bulk(Printing *printing)
{
    Text *text = printing->text;
    const BulkPair *pair = printing->any;
    if (!printing->open.text[0])
        return;
    text_close(text, ']');
    text_string(text, "variant", variant_word(pair->challenge.terms.variant));
    print_clock(text, &pair->challenge.terms.control);
    text_bool(text, "rated", pair->challenge.terms.rated);
    if (pair->challenge.has_start) {
        char fen[FEN_MAX];
        fen_print(&pair->challenge.start, fen);
        text_string(text, "fen", fen);
    }
    text_integer(text, "scheduledAt", pair->challenge.made);
    text_integer(text, "pairAt", pair->pair_at);
    if (pair->paired_at)
        text_integer(text, "pairedAt", pair->paired_at);
    else
        text_null(text, "pairedAt");
    if (pair->clocks_at)
        text_integer(text, "startClocksAt", pair->clocks_at);
    else
        text_null(text, "startClocksAt");
    message_rules(text, pair->challenge.rules);
    if (pair->message[0])
        text_string(text, "message", pair->message);
    text_close(text, '}');
}

static void print_pair(void *context, const BulkPair *pair)
{
    Printing *printing = context;
    if (strcmp(pair->owner, printing->owner) != 0 ||
        (printing->only.text[0] && strcmp(pair->bulk.text, printing->only.text) != 0))
        return;
    if (strcmp(pair->bulk.text, printing->open.text) != 0) {
        close_bulk(printing);
        printing->open = pair->bulk;
        printing->any = pair;
        text_open(printing->text, NULL, '{');
        text_string(printing->text, "id", pair->bulk.text);
        text_open(printing->text, "games", '[');
    }
    print_game(printing->text, &pair->challenge);
}

/* Prints the bulk with that id, or with NULL all of whoever asks; false when there is none. */
static bool print_bulks(const Call *call, const GameId *only, Text *text)
{
    Printing printing = {.text = text, .owner = call->identity.person.id};
    if (only)
        printing.only = *only;
    core_each_pair(call->server->core, print_pair, &printing);
    close_bulk(&printing);
    return printing.open.text[0] != '\0';
}

static void answer_bulk(Call *call, const GameId *id)
{
    Text text;
    text_init(&text);
    if (print_bulks(call, id, &text))
        answer_json(&call->asker, 200, &text);
    else
        answer_error(&call->asker, 404, "No such bulk pairing");
    text_clear(&text);
}

void bulk_list(Call *call)
{
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_open(&text, "bulks", '[');
    print_bulks(call, NULL, &text);
    text_close(&text, ']');
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

static bool read_id(Call *call, GameId *id)
{
    const char *part = call->parts[0];
    if (strlen(part) == GAME_ID_LENGTH && base62_is(part, GAME_ID_LENGTH)) {
        memcpy(id->text, part, sizeof id->text);
        return true;
    }
    answer_error(&call->asker, 404, "No such bulk pairing");
    return false;
}

void bulk_show(Call *call)
{
    GameId id;
    if (read_id(call, &id))
        answer_bulk(call, &id);
}

void bulk_cancel(Call *call)
{
    GameId id;
    if (!read_id(call, &id))
        return;
    BulkError error =
        core_cancel_bulk(call->server->core, call->identity.person.id, &id, &call->asker.number);
    if (error == BULK_OK)
        answer_ok(&call->asker);
    else
        answer_error(&call->asker, error == BULK_NOT_FOUND ? 404 : 400, bulk_error_text(error));
}

void bulk_start_clocks(Call *call)
{
    GameId id;
    if (!read_id(call, &id))
        return;
    BulkError error = core_start_bulk_clocks(call->server->core, call->identity.person.id, &id,
                                             &call->asker.number);
    if (error == BULK_OK)
        answer_ok(&call->asker);
    else
        answer_error(&call->asker, 404, bulk_error_text(error));
}

/* ---- made ---- */

/* What the call keeps while the tokens are looked up. */
typedef struct {
    CredentialKey keys[2 * BULK_GAMES_MAX];
    size_t count;
} Tokens;

/* "token:token,token:token": White, then Black. NULL, or what is wrong. */
static const char *read_tokens(const char *text, Tokens *tokens)
{
    tokens->count = 0;
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, ":,");
        char behind = at[length], expected = tokens->count % 2 ? ',' : ':';
        if (behind && behind != expected)
            return "players: must be tokens in pairs, as token:token,token:token";
        if (tokens->count == 2 * BULK_GAMES_MAX)
            return "players: at most 500 games";
        credential_key(at, length, &tokens->keys[tokens->count++]);
        at += length + (behind != '\0');
    }
    if (tokens->count == 0 || tokens->count % 2)
        return "players: must be tokens in pairs, as token:token,token:token";
    return NULL;
}

static const char *read_start(const Call *call, Challenge *challenge)
{
    const char *variant = params_find(&call->params, "variant");
    const char *fen = params_find(&call->params, "fen");
    Terms *terms = &challenge->terms;
    challenge->has_start = fen && *fen;
    if (!variant || !*variant || strcmp(variant, "standard") == 0)
        terms->variant = challenge->has_start ? VARIANT_FROM_POSITION : VARIANT_STANDARD;
    else if (strcmp(variant, "chess960") == 0)
        terms->variant = VARIANT_CHESS960;
    else if (strcmp(variant, "fromPosition") == 0)
        terms->variant = VARIANT_FROM_POSITION;
    else
        return "variant: must be one of standard, chess960, fromPosition";
    if (challenge->has_start != (terms->variant == VARIANT_FROM_POSITION))
        return "fen: belongs to the variant fromPosition";
    if (challenge->has_start && (fen_parse(fen, strlen(fen), &challenge->start, NULL) != FEN_OK ||
                                 outcome_of(&challenge->start) != OUTCOME_NONE))
        return "fen: must be a legal position in which the game is not over";
    if (terms->rated && challenge->has_start)
        return "rated: a game from a position is casual";
    return NULL;
}

/* False when it is given and no instant up to 7 days ahead; else it is at least the earliest, when it is given. */
static bool read_instant(const Call *call, const char *name, int64_t earliest, int64_t *instant)
{
    int64_t most = call->now + INT64_C(1000) * 60 * 60 * 24 * BULK_AHEAD_DAYS;
    if (!params_find(&call->params, name))
        return true;
    if (!params_integer(&call->params, name, 0, most, instant))
        return false;
    if (*instant < earliest)
        *instant = earliest;
    return true;
}

static const char *read_instants(const Call *call, BulkPair *common)
{
    common->pair_at = call->now;
    if (!read_instant(call, "pairAt", call->now, &common->pair_at))
        return "pairAt: must be ms since 1970, at most 7 days ahead";
    if (!read_instant(call, "startClocksAt", common->pair_at, &common->clocks_at))
        return "startClocksAt: must be ms since 1970, at most 7 days ahead";
    return NULL;
}

/* Without a message of the organiser's own the players get the usual one. */
static const char *read_message(const Call *call, BulkPair *common)
{
    static const char USUAL[] = "Your game with {opponent} is ready: {game}.";
    const char *message = params_find(&call->params, "message");
    if (!message || !*message)
        message = USUAL;
    if (strlen(message) > BULK_MESSAGE_MAX)
        return "message: must have at most 300 bytes";
    if (!strstr(message, "{game}"))
        return "message: must contain {game}";
    memcpy(common->message, message, strlen(message) + 1);
    snprintf(common->sender, sizeof common->sender, "%s", call->identity.person.name);
    return NULL;
}

static bool is_good(const CredentialInfo *credential, const AccountInfo *account)
{
    return credential_is_found(credential) && credential->kind == CREDENTIAL_TOKEN &&
           credential->scopes & SCOPE_CHALLENGE_WRITE && account_is_found(account);
}

/* The tokens that were refused, by their place in the list: tokens are secret, so they are not repeated. */
static bool refuse_tokens(Call *call, const AccountsAnswer *answer)
{
    Text text;
    bool has_bad = false;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "error", "These tokens do not exist, or lack the scope challenge:write.");
    text_open(&text, "tokens", '[');
    for (size_t i = 0; i < answer->credentials_count; i++)
        if (!is_good(&answer->credentials[i], &answer->list[i])) {
            text_integer(&text, NULL, (int64_t)i);
            has_bad = true;
        }
    text_close(&text, ']');
    text_close(&text, '}');
    if (has_bad)
        answer_json(&call->asker, 400, &text);
    text_clear(&text);
    return has_bad;
}

static int compare_ids(const void *one, const void *other)
{
    return strcmp(one, other);
}

/* Whoever plays two games at once by the clock would lose one of them. */
static bool refuse_doubles(Call *call, const AccountsAnswer *answer, const Terms *terms)
{
    size_t count = answer->credentials_count;
    char(*ids)[PERSON_ID_MAX + 1] = memory_array(count, sizeof *ids);
    bool has_double = false;
    for (size_t i = 0; i < count; i++)
        memcpy(ids[i], answer->list[i].id, sizeof *ids);
    for (size_t i = 0; i < count; i += 2)
        has_double |= strcmp(ids[i], ids[i + 1]) == 0;
    qsort(ids, count, sizeof *ids, compare_ids);
    for (size_t i = 1; i < count && !terms->control.days; i++)
        has_double |= strcmp(ids[i], ids[i - 1]) == 0;
    free(ids);
    if (has_double)
        answer_error(&call->asker, 400, "players: nobody can play two of these games at once");
    return has_double;
}

static void schedule(Call *call, const AccountsAnswer *answer, const BulkPair *common)
{
    size_t count = answer->credentials_count / 2;
    BulkPair *pairs = memory_array(count, sizeof *pairs);
    for (size_t i = 0; i < count; i++) {
        pairs[i] = *common;
        pairs[i].challenge.from = account_person(&answer->list[2 * i]);
        pairs[i].challenge.to = account_person(&answer->list[2 * i + 1]);
    }
    BulkError error = core_add_bulk(call->server->core, pairs, count, &call->asker.number);
    if (error == BULK_OK)
        answer_bulk(call, &pairs[0].bulk);
    else
        answer_error(&call->asker, error == BULK_SHARE ? 429 : 400, bulk_error_text(error));
    free(pairs);
}

/* NULL, or what is wrong; also with an empty sentence when the call has been answered. */
static const char *read_common(Call *call, BulkPair *common)
{
    static const PlayClock NAMES = {"clock.limit", "clock.increment", false};
    Challenge *challenge = &common->challenge;
    *common = (BulkPair){.pair_at = 0};
    snprintf(common->owner, sizeof common->owner, "%s", call->identity.person.id);
    snprintf(challenge->address, sizeof challenge->address, "%s", call->http->address);
    challenge->terms.color = WISH_WHITE;
    challenge->terms.rated = params_flag(&call->params, "rated", false);
    unsigned rules;
    if (!play_read_control(call, &NAMES, &challenge->terms.control) ||
        !play_read_rules(call, &rules))
        return "";
    challenge->rules = (uint8_t)rules;
    if (!challenge->terms.control.timed)
        return "clock.limit: must be given, or days";
    const char *fault = read_start(call, challenge);
    if (!fault)
        fault = read_instants(call, common);
    return fault ? fault : read_message(call, common);
}

static void tokens_tested(Call *call, const AccountsAnswer *answer)
{
    BulkPair common;
    if (read_common(call, &common)) /* it was good before */
        answer_error(&call->asker, 400, "The time has passed.");
    else if (!refuse_tokens(call, answer) && !refuse_doubles(call, answer, &common.challenge.terms))
        schedule(call, answer, &common);
}

void bulk_create(Call *call)
{
    BulkPair common;
    const char *players = params_find(&call->params, "players");
    Tokens *tokens = memory_new(sizeof *tokens);
    const char *fault = players ? read_tokens(players, tokens) : "players: missing";
    if (!fault)
        fault = read_common(call, &common);
    if (!fault)
        accounts_test_credentials(call->server->accounts, tokens->keys, tokens->count, call->now,
                                  call_answered, call_wait(call, tokens_tested));
    else if (*fault)
        answer_error(&call->asker, 400, fault);
    free(tokens);
}
