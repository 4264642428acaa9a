#include "hear.h"

#include "memory.h"
#include "message.h"
#include "rematch.h"
#include "tell_streams.h"

#include <cJSON.h>

#include <stdlib.h>
#include <string.h>

/* ---- answers ---- */

static void hear_answer(Player *player, const cJSON *message, bool ok)
{
    AskedAnswer answer = {
        .message = ok ? message : NULL,
        .code = message_text(message, "code"),
        .why = message_text(message, "message"),
    };
    player_answered(player, message_integer_or(message, "id", -1), &answer);
}

/* ---- games ---- */

/* Whoever comes listens to what they play. */
static void hear_welcome(Player *player, const cJSON *message)
{
    const cJSON *each;
    GameId id;
    cJSON_ArrayForEach(each, cJSON_GetObjectItemCaseSensitive(message, "playing"))
    {
        if (!cJSON_IsString(each) || strlen(each->valuestring) != GAME_ID_LENGTH)
            continue;
        memcpy(id.text, each->valuestring, sizeof id.text);
        player_hear_game(player, &id);
    }
}

static PlayerGame *find_game(const Player *player, const cJSON *message)
{
    GameId id = message_game_id(message, "game");
    return player_game(player, &id);
}

static void end_seek(Player *player)
{
    stream_end(player->seek_stream);
    player->seek.text[0] = '\0';
}

/* The snapshot follows. */
static void hear_start(Player *player, const cJSON *message)
{
    GameId id = message_game_id(message, "game");
    PlayerGame *game = player_game(player, &id);
    if (!game)
        game = player_add_game(player, &id);
    game->is_asked = !game->heard.is_known;
    if (player->seek.text[0] && strcmp(message_text(message, "seek"), player->seek.text) == 0)
        end_seek(player);
}

static void hear_game(Player *player, const cJSON *message)
{
    const Lichess *lichess = player->lichess;
    PlayerGame *game = find_game(player, message);
    if (!game)
        return;
    heard_game_read(&game->heard, message, lichess_now(lichess), core_wall(lichess->options.core));
    game->is_asked = false;
    game->is_own = heard_game_seat(&game->heard, player->person.id, &game->seat);
    tell_game_known(game);
}

static void hear_event(Player *player, const cJSON *message)
{
    PlayerGame *game = find_game(player, message);
    if (!game)
        return;
    HeardNews news = heard_game_hear(&game->heard, message, lichess_now(player->lichess));
    if (tell_is_watched(game))
        tell_game_news(game, 1u << news);
    else
        game->news |= 1u << news;
}

/* What came together is told as one: a move that mates is never told as a position in which somebody is to move. */
static void tell_news(Player *player)
{
    for (PlayerGame *game = player->games; game; game = game->next) {
        unsigned news = game->news;
        game->news = 0;
        tell_game_news(game, news);
    }
}

static void keep_line(HeardChat *chat, const FormChat *form)
{
    Text text;
    text_init(&text);
    form_chat_entry(&text, form);
    if (chat->count == CHAT_KEPT) {
        free(chat->line[0]);
        chat->count--;
        memmove(chat->line, chat->line + 1, chat->count * sizeof *chat->line);
    }
    chat->line[chat->count++] = text.bytes; /* which has a NUL behind it */
}

static void hear_chat(Player *player, const cJSON *message)
{
    PlayerGame *game = find_game(player, message);
    Person from = message_read_person(message, "from");
    bool is_players = strcmp(message_text(message, "room"), "players") == 0;
    FormChat chat = {.room = is_players ? "player" : "spectator",
                     .name = from.name,
                     .words = message_text(message, "text")};
    if (!game || !chat.words[0])
        return;
    if (is_players)
        keep_line(&game->chat, &chat);
    tell_chat(game, &chat);
}

/* ---- challenges ---- */

static void hear_open(Player *player, const char *id)
{
    Challenge challenge;
    LobbyId lobby_id;
    if (!lobby_id_parse(&lobby_id, id) ||
        !core_find_challenge(player->lichess->options.core, id, &challenge))
        return; /* it is gone already; that is told next */
    PlayerChallenge *known = player_challenge(player, &lobby_id);
    if (!known)
        known = player_add_challenge(player, &challenge);
    known->is_told = true;
    tell_challenge(player, "challenge", &challenge, "created", NULL);
}

static void hear_closed(Player *player, PlayerChallenge *known, const cJSON *message)
{
    const char *state = message_text(message, "state");
    const char *reason = message_text(message, "reason");
    if (strcmp(state, "accepted") == 0) {
        tell_challenge_done(known, "accepted");
    } else if (strcmp(state, "declined") == 0) {
        tell_challenge(player, "challengeDeclined", &known->challenge, "declined",
                       *reason ? reason : "generic");
        tell_challenge_done(known, "declined");
    } else {
        tell_challenge(player, "challengeCanceled", &known->challenge, "canceled", NULL);
        tell_challenge_done(known, "canceled");
    }
    player_drop_challenge(known);
}

static void hear_challenge(Player *player, const cJSON *message)
{
    const char *id = message_text(message, "challenge");
    LobbyId lobby_id;
    if (strcmp(message_text(message, "state"), "open") == 0) {
        hear_open(player, id);
        return;
    }
    PlayerChallenge *known =
        lobby_id_parse(&lobby_id, id) ? player_challenge(player, &lobby_id) : NULL;
    if (known)
        hear_closed(player, known, message);
}

/* ---- all ---- */

static void hear(Player *player, const cJSON *message)
{
    static const struct {
        const char *kind;
        void (*hear)(Player *player, const cJSON *message);
    } KINDS[] = {
        {"welcome", hear_welcome}, {"start", hear_start},         {"game", hear_game},
        {"chat", hear_chat},       {"challenge", hear_challenge}, {"rematchOffer", rematch_hear},
    };
    const char *kind = message_text(message, "t");
    if (strcmp(kind, "ok") == 0 || strcmp(kind, "error") == 0) {
        hear_answer(player, message, *kind == 'o');
        return;
    }
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (strcmp(KINDS[i].kind, kind) == 0) {
            KINDS[i].hear(player, message);
            return;
        }
    hear_event(player, message);
}

/* Nobody waits for the answer any more, unless it is the server that has stopped. */
static void cancel_dropped(Player *player)
{
    Text text;
    if (core_health(player->lichess->options.core) != CORE_READY)
        return;
    for (PlayerChallenge *each = player->challenges; each; each = each->next) {
        if (!each->is_dropped)
            continue;
        each->is_dropped = false;
        player_begin_ask(player, &text, REQ_DECLINE, NULL);
        text_string(&text, "challenge", each->challenge.id.text);
        player_ask(player, &text, NULL, NULL);
    }
}

void hear_player(Player *player)
{
    for (size_t i = 0; i < player->heard_count; i++) { /* nothing is added meanwhile */
        Packet *packet = player->heard[i];
        cJSON *message = cJSON_ParseWithLength(packet_text(packet), packet_length(packet));
        if (message)
            hear(player, message);
        cJSON_Delete(message);
        packet_release(packet);
    }
    player->heard_count = 0;
    tell_news(player);
    if (player->is_closed) {
        player_end(player);
        return;
    }
    if (player->seek_dropped) /* its reader is gone: nobody wants the game any more */
        player_drop_seek(player);
    cancel_dropped(player);
    player_go_on(player);
    player_sweep(player);
    player_settle(player);
}
