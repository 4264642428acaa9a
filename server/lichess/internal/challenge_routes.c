/* Challenges: made, listed, shown, answered. */
#include "message.h"
#include "message_parts.h"
#include "play_call.h"
#include "play_routes.h"
#include "rematch.h"
#include "tell_streams.h"

#include <cJSON.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void print_one(const Call *call, const Challenge *challenge, const char *name, Text *text)
{
    const char *base = call->http->base ? call->http->base : "";
    FormChallenge form = tell_form_challenge(play_lichess(call), base, challenge);
    form_challenge(text, name, &form);
}

/* ---- listed and shown ---- */

static void print_list(const Player *player, const Call *call, bool in, Text *text)
{
    text_open(text, in ? "in" : "out", '[');
    for (const PlayerChallenge *each = player->challenges; each; each = each->next)
        if (!each->challenge.link && person_is(&each->challenge.to, &player->person) == in)
            print_one(call, &each->challenge, NULL, text);
    text_close(text, ']');
}

static void list(Player *player, PlayerGame *unused, Call *call)
{
    Text text;
    (void)unused;
    rematch_sweep(player);
    text_init(&text);
    text_open(&text, NULL, '{');
    print_list(player, call, true, &text);
    print_list(player, call, false, &text);
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

void challenges_list(Call *call)
{
    player_want_all(player_of(play_lichess(call), call), call, list);
}

/* Open ones; false, and answered, when there is none of that id. */
static bool find(Call *call, Challenge *found)
{
    GameId id;
    if (!play_game_id(call, 0, &id))
        return false;
    if (core_find_challenge_of_game(call->server->core, &id, found))
        return true;
    answer_error(&call->asker, 404, "No such challenge");
    return false;
}

void challenge_show(Call *call)
{
    Challenge challenge;
    Text text;
    if (!find(call, &challenge))
        return;
    text_init(&text);
    print_one(call, &challenge, NULL, &text);
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

/* ---- made ---- */

/* The challenge is canceled for it; but when the way to a whole node is lost nobody has hung up. */
static void on_reader_gone(void *owner)
{
    PlayerChallenge *challenge = owner;
    Player *player = challenge->player;
    challenge->is_dropped = !core_is_cutting_off(player->lichess->options.core);
    player_stream_gone(player);
}

/* The answer stays open until the challenge is answered, for those who wait for it; that of the same request sent before ends. */
static void keep_stream(Player *player, Call *call, const Challenge *challenge)
{
    Text *text = &player->lichess->text;
    PlayerChallenge *known = player_challenge(player, &challenge->id);
    if (!known)
        known = player_add_challenge(player, challenge);
    StreamUse use = {.owner = known, .place = &known->stream, .gone = on_reader_gone};
    if (!player_open_stream(player, call, use)) {
        on_reader_gone(known);
        return;
    }
    known->is_dropped = false;
    text_reset(text);
    print_one(call, challenge, NULL, text);
    stream_tell(known->stream, text);
}

static void made(Player *player, Call *call, const AskedAnswer *answer)
{
    Challenge challenge;
    Text text;
    if (!answer->message) {
        play_refuse(call, answer);
        return;
    }
    if (!core_find_challenge(call->server->core, message_text(answer->message, "challenge"),
                             &challenge)) {
        answer_error(&call->asker, 404, "The challenge has been answered already.");
        return;
    }
    if (params_flag(&call->params, "keepAliveStream", false)) {
        keep_stream(player, call, &challenge);
        return;
    }
    text_init(&text);
    print_one(call, &challenge, NULL, &text);
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

static const PlayClock CLOCK_NAMES = {"clock.limit", "clock.increment", false};

typedef struct {
    const char *to;           /* as in castled.v1 */
    const char *name, *value; /* one more member, or NULL */
    int64_t number;           /* its value when 'value' is NULL */
} NewChallenge;

static void print_open(const Call *call, Text *text)
{
    const char *users = params_find(&call->params, "users");
    const char *title = params_find(&call->params, "name");
    const char *expires = params_find(&call->params, "expiresAt");
    char name[PERSON_NAME_MAX + 2];
    if (users && *users) {
        text_open(text, "players", '[');
        for (const char *at = users; at;) {
            const char *comma = strchr(at, ',');
            int length = comma ? (int)(comma - at) : (int)strlen(at);
            snprintf(name, sizeof name, "%.*s", length, at);
            text_string(text, NULL, name);
            at = comma ? comma + 1 : NULL;
        }
        text_close(text, ']');
    }
    if (title && *title)
        text_string(text, "title", title);
    if (expires && *expires)
        text_integer(text, "expires", strtoll(expires, NULL, 10));
}

static void make(Call *call, const NewChallenge *what, AskedDone done)
{
    TimeControl control;
    unsigned rules;
    Text text;
    if (!play_read_control(call, &CLOCK_NAMES, &control) || !play_read_rules(call, &rules))
        return;
    Player *player = player_of(play_lichess(call), call);
    const char *key = params_find(&call->params, "key");
    player_begin_ask(player, &text, REQ_CHALLENGE, NULL);
    text_string(&text, "to", what->to);
    if (key && *key)
        text_string(&text, "key", key);
    if (what->value)
        text_string(&text, what->name, what->value);
    else if (what->name)
        text_integer(&text, what->name, what->number);
    if (strcmp(what->to, "computer") != 0)
        text_bool(&text, "rated", params_flag(&call->params, "rated", false));
    if (strcmp(what->to, "computer") != 0)
        message_rules(&text, rules);
    if (strcmp(what->to, "open") == 0)
        print_open(call, &text);
    else
        play_print_color(call, &text);
    play_print_terms(call, &control, &text);
    player_ask(player, &text, call, done);
}

void challenge_create(Call *call)
{
    make(call, &(NewChallenge){"user", "name", call->parts[0], 0}, made);
}

/* For any two, or for two accounts: their names with a comma between, White's first. */
void challenge_open(Call *call)
{
    make(call, &(NewChallenge){"open", NULL, NULL, 0}, made);
}

/* ---- against the computer ---- */

static void show_computer_game(Player *player, PlayerGame *game, Call *call)
{
    Text text;
    (void)player;
    if (!play_has_game(call, game))
        return;
    FormGame form = tell_form_game(game);
    text_init(&text);
    form_watched_game(&text, &form);
    answer_json(&call->asker, 201, &text);
    text_clear(&text);
}

static void begun(Player *player, Call *call, const AskedAnswer *answer)
{
    if (!answer->message) {
        play_refuse(call, answer);
        return;
    }
    GameId id = message_game_id(answer->message, "game");
    player_want_game(player, &id, call, show_computer_game);
}

/* Lichess has eight levels: ours that are about as strong. */
void challenge_computer(Call *call)
{
    static const int LEVELS[] = {1, 2, 3, 5, 7, 9, 11, 13};
    enum { LEVEL_COUNT = sizeof LEVELS / sizeof *LEVELS };
    int64_t level;
    if (params_integer(&call->params, "level", 1, LEVEL_COUNT, &level))
        make(call, &(NewChallenge){"computer", "level", NULL, LEVELS[level - 1]}, begun);
    else
        answer_error(&call->asker, 400, "level: must be from 1 to 8");
}

/* ---- answered ---- */

static void answered(Call *call, RequestKind kind, const char *reason)
{
    Challenge challenge;
    Text text;
    GameId id;
    const char *color = params_find(&call->params, "color");
    Player *player = player_of(play_lichess(call), call);
    if (!play_game_id(call, 0, &id) || rematch_answer(player, call, &id, kind == REQ_ACCEPT) ||
        !find(call, &challenge)) {
        player_settle(player);
        return;
    }
    player_begin_ask(player, &text, kind, NULL);
    text_string(&text, "challenge", challenge.id.text);
    if (reason)
        text_string(&text, "reason", reason);
    if (kind == REQ_ACCEPT && color && *color)
        text_string(&text, "color", color);
    player_ask(player, &text, call, play_done);
}

void challenge_accept(Call *call)
{
    answered(call, REQ_ACCEPT, NULL);
}

/* Clients spell it as "timeControl" or, as lichess's key, "timecontrol". */
static const char *decline_reason(const char *word)
{
    for (int reason = 0; word && reason < DECLINE_REASON_COUNT; reason++)
        if (strcasecmp(decline_reason_word((DeclineReason)reason), word) == 0)
            return decline_reason_word((DeclineReason)reason);
    return decline_reason_word(DECLINE_GENERIC);
}

void challenge_decline(Call *call)
{
    answered(call, REQ_DECLINE, decline_reason(params_find(&call->params, "reason")));
}

void challenge_cancel(Call *call)
{
    answered(call, REQ_DECLINE, NULL);
}

/* ---- its clocks are started ---- */

static bool may_start(const CredentialInfo *credential, const AccountInfo *account)
{
    return credential_is_found(credential) && credential->kind == CREDENTIAL_TOKEN &&
           credential->scopes & SCOPE_CHALLENGE_WRITE && account_is_found(account);
}

/* Both players', or one of a game against the computer: a player cannot start the other's clock alone. */
static void tokens_tested(Call *call, const AccountsAnswer *answer)
{
    const char *players[2];
    GameId id;
    size_t count = answer->credentials_count;
    for (size_t i = 0; i < count; i++) {
        players[i] = answer->list[i].id;
        if (!may_start(&answer->credentials[i], &answer->list[i])) {
            answer_error(&call->asker, 400,
                         i == 0 ? "token1: no such token with the scope challenge:write"
                                : "token2: no such token with the scope challenge:write");
            return;
        }
    }
    if (!play_game_id(call, 0, &id))
        return;
    if (core_start_clocks(call->server->core, &id, players, count, &call->asker.number))
        answer_ok(&call->asker);
    else
        answer_error(&call->asker, 404, "No such game of these players");
}

void challenge_start_clocks(Call *call)
{
    static const char *const NAMES[] = {"token1", "token2"};
    CredentialKey keys[2];
    size_t count = 0;
    GameId id;
    if (!play_game_id(call, 0, &id))
        return;
    for (; count < 2; count++) {
        const char *token = params_find(&call->params, NAMES[count]);
        if (!token || !*token)
            break;
        credential_key(token, strlen(token), &keys[count]);
    }
    if (count == 0)
        answer_error(&call->asker, 400, "token1: missing");
    else
        accounts_test_credentials(call->server->accounts, keys, count, call->now, call_answered,
                                  call_wait(call, tokens_tested));
}
