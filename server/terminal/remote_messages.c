/* Of remote_table.h: what the server says. */
#include <cJSON.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "remote_state.h"
#include "wrapped_text.h"

#define SAY(table, out, ...) wrapped_say(out, remote_columns(table), __VA_ARGS__)

enum { CONTROL_WORDS = 48, MESSAGE_MAX = 1 << 20 /* bytes; what is longer is ignored */ };

static const cJSON *member(const cJSON *message, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(message, name);
}

static void copy_word(char out[REMOTE_WORD_MAX + 1], const char *text)
{
    snprintf(out, REMOTE_WORD_MAX + 1, "%s", text);
}

/* An id of eight letters or digits, which can be shown. */
static bool read_game_id(const char *text, GameId *id)
{
    if (strlen(text) != GAME_ID_LENGTH)
        return false;
    for (size_t i = 0; i < GAME_ID_LENGTH; i++)
        if (!((text[i] >= '0' && text[i] <= '9') || (text[i] >= 'A' && text[i] <= 'Z') ||
              (text[i] >= 'a' && text[i] <= 'z')))
            return false;
    memcpy(id->text, text, GAME_ID_LENGTH + 1);
    return true;
}

static void on_welcome(RemoteTable *table, const cJSON *message, Text *out)
{
    char name[BOARD_VIEW_NAME_MAX];
    const cJSON *item;
    GameId first = {""}, id;
    snprintf(table->you, sizeof table->you, "%s", remote_text(member(message, "you"), "id"));
    const char *token = remote_text(message, "token");
    if (strlen(token) < sizeof table->token)
        memcpy(table->token, token, strlen(token) + 1);
    remote_person(message, "you", name, sizeof name);
    bool again = table->game.is_open;
    if (!again)
        SAY(table, out,
            "You are %s. \"seek\" looks for an opponent, \"lobby\" and \"games\" list "
            "what there is, \"help\" explains.",
            name);
    cJSON_ArrayForEach(item, member(message, "playing"))
    {
        if (!cJSON_IsString(item) || !read_game_id(item->valuestring, &id))
            continue;
        if (first.text[0])
            SAY(table, out, "You also play game %s: \"watch %s\" goes on with it.", id.text,
                id.text);
        else
            first = id;
    }
    if (again)
        remote_ask_watch(table, &table->game.id);
    else if (first.text[0])
        remote_ask_watch(table, &first);
}

static void on_error(RemoteTable *table, const cJSON *message, Text *out)
{
    char words[REMOTE_TEXT_MAX];
    table->expected = 0;
    table->wanted.text[0] = '\0';
    remote_clean(remote_text(message, "message"), words, sizeof words);
    SAY(table, out, "The server refuses: %s.", words[0] ? words : "it does not say why");
}

static void on_ok(RemoteTable *table, const cJSON *message, Text *out)
{
    char url[REMOTE_TEXT_MAX];
    remote_clean(remote_text(message, "url"), url, sizeof url);
    if (url[0])
        SAY(table, out, "Whoever opens %s on this server plays you.", url);
    if (member(message, "seek")) {
        copy_word(table->seek, remote_text(message, "seek"));
        SAY(table, out, "Looking for an opponent. \"unseek\" ends it.");
    } else if (member(message, "challenge") && !url[0]) {
        SAY(table, out, "The challenge has been sent.");
    }
    GameId begun; /* a game that comes of it: it is shown as soon as its snapshot is here */
    if (read_game_id(remote_text(message, "game"), &begun) &&
        !(table->game.is_open && strcmp(table->game.id.text, begun.text) == 0))
        table->wanted = begun;
}

static void on_lobby(RemoteTable *table, const cJSON *message, Text *out)
{
    const cJSON *item;
    if (!table->wants_lobby)
        return;
    table->wants_lobby = false;
    table->seek_count = 0;
    cJSON_ArrayForEach(item, member(message, "seeks"))
    {
        char name[BOARD_VIEW_NAME_MAX], clock[CONTROL_WORDS];
        if (table->seek_count == REMOTE_LIST_MAX)
            break;
        TimeControl control = remote_control(item, "clock");
        copy_word(table->seeks[table->seek_count++], remote_text(item, "seek"));
        remote_person(item, "person", name, sizeof name);
        remote_control_words(&control, clock, sizeof clock);
        SAY(table, out, "%zu: %s, %s%s%s", table->seek_count, name, clock,
            cJSON_IsTrue(member(item, "rated")) ? ", rated" : "",
            strcmp(remote_text(item, "variant"), "chess960") == 0 ? ", Chess960" : "");
    }
    if (table->seek_count == 0)
        SAY(table, out,
            "Nobody is looking for a game. \"seek 5+3\" does, \"computer 4\" begins one.");
}

static void on_games(RemoteTable *table, const cJSON *message, Text *out)
{
    const cJSON *item;
    table->game_count = 0;
    cJSON_ArrayForEach(item, member(message, "games"))
    {
        char white[BOARD_VIEW_NAME_MAX], black[BOARD_VIEW_NAME_MAX], clock[CONTROL_WORDS];
        if (table->game_count == REMOTE_LIST_MAX ||
            !read_game_id(remote_text(item, "game"), &table->games[table->game_count]))
            break;
        const char *id = table->games[table->game_count++].text;
        TimeControl control = remote_control(item, "clock");
        remote_person(item, "white", white, sizeof white);
        remote_person(item, "black", black, sizeof black);
        remote_control_words(&control, clock, sizeof clock);
        SAY(table, out, "%zu: %s, %s - %s, %s, %d plies", table->game_count, id, white, black,
            clock, (int)remote_integer(item, "ply"));
    }
    if (table->game_count == 0)
        SAY(table, out, "No game with a clock is being played now.");
}

static void on_challenge(RemoteTable *table, const cJSON *message, Text *out)
{
    char name[BOARD_VIEW_NAME_MAX], clock[CONTROL_WORDS];
    const char *id = remote_text(message, "challenge"), *state = remote_text(message, "state");
    bool ours = strcmp(remote_text(member(message, "from"), "id"), table->you) == 0;
    if (ours && strcmp(state, "declined") == 0)
        SAY(table, out, "Your challenge was declined.");
    if (!ours && strcmp(state, "open") != 0 && strcmp(table->challenge, id) == 0) {
        table->challenge[0] = '\0';
        if (strcmp(state, "accepted") != 0)
            SAY(table, out, "The challenge is no longer open.");
    }
    if (ours || strcmp(state, "open") != 0 || strcmp(remote_text(message, "to"), "user") != 0)
        return;
    TimeControl control = remote_control(message, "clock");
    copy_word(table->challenge, id);
    remote_person(message, "from", name, sizeof name);
    remote_control_words(&control, clock, sizeof clock);
    SAY(table, out, "%s challenges you: %s%s%s. \"accept\" or \"decline\".", name, clock,
        cJSON_IsTrue(member(message, "rated")) ? ", rated" : "",
        strcmp(remote_text(message, "variant"), "chess960") == 0 ? ", Chess960" : "");
}

static void on_start(RemoteTable *table, const cJSON *message, Text *out)
{
    table->seek[0] = '\0';
    if (!read_game_id(remote_text(message, "game"), &table->wanted))
        return;
    SAY(table, out, "A game begins: you play %s.",
        strcmp(remote_text(message, "color"), "black") == 0 ? "Black" : "White");
}

static void on_snapshot(RemoteTable *table, const cJSON *message, int64_t now, Text *out)
{
    RemoteGame *game = &table->game;
    const char *id = remote_text(message, "game");
    bool same = game->is_open && strcmp(game->id.text, id) == 0;
    if (!same && (!id[0] || strcmp(table->wanted.text, id) != 0))
        return;
    table->wanted.text[0] = '\0';
    table->expected = 0;
    if (!remote_game_read(game, table->you, message, now)) {
        SAY(table, out, "The server sends a game that makes no sense.");
        return;
    }
    if (!same)
        table->view.flipped = game->seat == SEAT_BLACK;
    SAY(table, out, "Game %s: %s plays White, %s plays Black.%s", game->id.text, game->name[WHITE],
        game->name[BLACK], remote_is_over(game) ? " It is over." : "");
    if (!table->view.plain)
        remote_game_show(table, now, out);
}

static void on_chat(RemoteTable *table, const cJSON *message, Text *out)
{
    char name[BOARD_VIEW_NAME_MAX], words[REMOTE_TEXT_MAX];
    remote_person(message, "from", name, sizeof name);
    remote_clean(remote_text(message, "text"), words, sizeof words);
    SAY(table, out, "%s says: %s", name, words);
}

static void on_notice(RemoteTable *table, const cJSON *message, Text *out)
{
    char words[REMOTE_TEXT_MAX];
    remote_clean(remote_text(message, "text"), words, sizeof words);
    SAY(table, out, "The server's operator says: %s", words);
}

static void on_rated(RemoteTable *table, const cJSON *message, Text *out)
{
    if (table->game.seat == SEAT_NONE)
        return;
    const cJSON *own = member(message, table->game.seat == SEAT_WHITE ? "white" : "black");
    if (cJSON_IsObject(own))
        SAY(table, out, "Your rating was %d and is %d now.", (int)remote_integer(own, "before"),
            (int)remote_integer(own, "after"));
}

static void on_found(RemoteTable *table, const cJSON *message, Text *out)
{
    char name[BOARD_VIEW_NAME_MAX];
    remote_person(message, "person", name, sizeof name);
    copy_word(table->seeks[0], remote_text(message, "other"));
    table->seek_count = 1;
    SAY(table, out, "%s is looking for the same game: \"join 1\" plays them.", name);
}

static void on_event(RemoteTable *table, const char *kind, const cJSON *message, int64_t now,
                     Text *out)
{
    if (!table->game.is_open || strcmp(table->game.id.text, remote_text(message, "game")) != 0)
        return;
    if (strcmp(kind, "chat") == 0)
        on_chat(table, message, out);
    else if (strcmp(kind, "rated") == 0)
        on_rated(table, message, out);
    else if (!remote_game_hear(table, kind, message, now, out)) {
        table->game.is_open = false;
        SAY(table, out,
            "The server sends a move that cannot be played: the game is not shown any "
            "more.");
    }
}

static void on_answer(RemoteTable *table, const char *kind, const cJSON *message, Text *out)
{
    int64_t id = remote_integer(message, "id");
    if (id > table->answered && id <= table->sent)
        table->answered = id;
    if (strcmp(kind, "error") == 0)
        on_error(table, message, out);
    else
        on_ok(table, message, out);
}

static void on_message(RemoteTable *table, const char *kind, const cJSON *message, int64_t now,
                       Text *out)
{
    static const struct {
        const char *kind;
        void (*hear)(RemoteTable *, const cJSON *, Text *);
    } KINDS[] = {{"welcome", on_welcome}, {"lobby", on_lobby},         {"games", on_games},
                 {"start", on_start},     {"challenge", on_challenge}, {"notice", on_notice},
                 {"found", on_found}};
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (strcmp(kind, KINDS[i].kind) == 0) {
            KINDS[i].hear(table, message, out);
            return;
        }
    if (strcmp(kind, "ok") == 0 || strcmp(kind, "error") == 0)
        on_answer(table, kind, message, out);
    else if (strcmp(kind, "game") == 0)
        on_snapshot(table, message, now, out);
    else
        on_event(table, kind, message, now, out);
}

void remote_table_received(RemoteTable *table, const char *text, size_t length, int64_t now,
                           Text *out)
{
    if (length > MESSAGE_MAX)
        return;
    cJSON *message = cJSON_ParseWithLength(text, length);
    if (cJSON_IsObject(message))
        on_message(table, remote_text(message, "t"), message, now, out);
    cJSON_Delete(message);
}
