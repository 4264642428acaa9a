/* What a player does in a game: moves, offers, claims, chat; for bots and boards alike. */
#include "play_routes.h"

#include "message.h"
#include "play_call.h"
#include "tournaments.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>

/* ---- what all have in common ---- */

/* Goes on with the game of the path, as the player of whoever asks knows it. */
static void with_game(Call *call, PlayerNext next)
{
    GameId id;
    if (play_is_right_api(call) && play_game_id(call, 0, &id))
        player_want_game(player_of(play_lichess(call), call), &id, call, next);
}

/* A request about the game with one more member, a text or an integer, or none ('name' is NULL). */
typedef struct {
    RequestKind kind;
    const char *name, *word;
    int64_t number;
} GameAsk;

static void ask_game(PlayerGame *game, const GameAsk *ask, Call *call, AskedDone done)
{
    Player *player = game->player;
    Text text;
    player_begin_ask(player, &text, ask->kind, &game->heard.id);
    if (ask->name && ask->word)
        text_string(&text, ask->name, ask->word);
    else if (ask->name)
        text_integer(&text, ask->name, ask->number);
    player_ask(player, &text, call, done);
}

/* ---- moves ---- */

static PlayerGame *game_of(Player *player, Call *call)
{
    GameId id;
    return play_game_id(call, 0, &id) ? player_game(player, &id) : NULL;
}

static bool offers_draw(const Call *call)
{
    return params_flag(&call->params, "offeringDraw", false);
}

static void send_move(PlayerGame *game, Call *call)
{
    Player *player = game->player;
    Text text;
    player_begin_ask(player, &text, REQ_MOVE, &game->heard.id);
    text_integer(&text, "ply", game->heard.plies);
    text_string(&text, "uci", call->parts[1]);
    if (offers_draw(call))
        text_bool(&text, "draw", true);
    player_ask(player, &text, call, play_done);
}

/* The opponent's draw offer may have been withdrawn meanwhile: then the move is played. */
static void draw_taken(Player *player, Call *call, const AskedAnswer *answer)
{
    PlayerGame *game = game_of(player, call);
    if (answer->message || !game)
        play_done(player, call, answer);
    else
        send_move(game, call);
}

static void move_in(Player *player, PlayerGame *game, Call *call)
{
    (void)player;
    if (!play_has_game(call, game))
        return;
    uint32_t offer = game->heard.draw[color_other(game->seat)];
    if (offer && offers_draw(call))
        ask_game(game, &(GameAsk){REQ_DRAW, "offer", NULL, offer}, call, draw_taken);
    else
        send_move(game, call);
}

void play_move(Call *call)
{
    with_game(call, move_in);
}

/* ---- the end ---- */

static void abort_in(Player *player, PlayerGame *game, Call *call)
{
    (void)player;
    if (play_has_game(call, game))
        ask_game(game, &(GameAsk){REQ_ABORT, NULL, NULL, 0}, call, play_done);
}

/* Before both have moved nobody loses, as on lichess, unless the game may not be aborted: also in tournaments. */
static void resign_in(Player *player, PlayerGame *game, Call *call)
{
    const Tournaments *tournaments = core_tournaments(player->lichess->options.core);
    if (!play_has_game(call, game))
        return;
    bool aborts = game->heard.plies < 2 && !(game->heard.rules & RULE_NO_ABORT) &&
                  !tournaments_played_in(tournaments, &game->heard.id);
    RequestKind kind = aborts ? REQ_ABORT : REQ_RESIGN;
    ask_game(game, &(GameAsk){kind, NULL, NULL, 0}, call, play_done);
}

void play_abort(Call *call)
{
    with_game(call, abort_in);
}

void play_resign(Call *call)
{
    with_game(call, resign_in);
}

static void claim_victory_in(Player *player, PlayerGame *game, Call *call)
{
    (void)player;
    if (play_has_game(call, game))
        ask_game(game, &(GameAsk){REQ_CLAIM, "what", "win", 0}, call, play_done);
}

void play_claim_victory(Call *call)
{
    with_game(call, claim_victory_in);
}

/* A draw because the opponent has left, or else by the position. */
static void claim_draw(Player *player, Call *call, const AskedAnswer *answer, const char *what,
                       AskedDone done)
{
    PlayerGame *game = game_of(player, call);
    if (answer->message || !game)
        play_done(player, call, answer);
    else
        ask_game(game, &(GameAsk){REQ_CLAIM, "what", what, 0}, call, done);
}

static void claimed_threefold(Player *player, Call *call, const AskedAnswer *answer)
{
    claim_draw(player, call, answer, "fifty", play_done);
}

static void claimed_draw(Player *player, Call *call, const AskedAnswer *answer)
{
    claim_draw(player, call, answer, "threefold", claimed_threefold);
}

static void claim_draw_in(Player *player, PlayerGame *game, Call *call)
{
    (void)player;
    if (play_has_game(call, game))
        ask_game(game, &(GameAsk){REQ_CLAIM, "what", "draw", 0}, call, claimed_draw);
}

void play_claim_draw(Call *call)
{
    with_game(call, claim_draw_in);
}

static void berserk_in(Player *player, PlayerGame *game, Call *call)
{
    (void)player;
    if (play_has_game(call, game))
        ask_game(game, &(GameAsk){REQ_TOURNAMENT_BERSERK, NULL, NULL, 0}, call, play_done);
}

void play_berserk(Call *call)
{
    with_game(call, berserk_in);
}

/* ---- the opponent's time ---- */

static void add_time_in(Player *player, PlayerGame *game, Call *call)
{
    int64_t seconds = strtol(call->parts[1], NULL, 10);
    (void)player;
    if (play_has_game(call, game))
        ask_game(game, &(GameAsk){REQ_MORETIME, "seconds", NULL, seconds}, call, play_done);
}

/* Whoever may make challenges, whichever API they play by. */
void play_add_time(Call *call)
{
    enum { LEAST = 5, MOST = 60 }; /* as on lichess.org */
    const char *part = call->parts[1];
    char *end;
    long seconds = strtol(part, &end, 10);
    GameId id;
    if (*part < '0' || *part > '9' || *end || seconds < LEAST || seconds > MOST)
        answer_error(&call->asker, 400, "seconds: must be from 5 to 60");
    else if (play_game_id(call, 0, &id))
        player_want_game(player_of(play_lichess(call), call), &id, call, add_time_in);
}

/* ---- offers ---- */

/* Yes accepts the opponent's offer or makes one, no refuses it; without one there is nothing to refuse. */
static void answer_offer(PlayerGame *game, Call *call, RequestKind kind, const uint32_t offers[2])
{
    uint32_t theirs = offers[color_other(game->seat)], ours = offers[game->seat];
    bool yes = play_is_yes(call->parts[1]);
    if (yes ? ours : !theirs)
        answer_ok(&call->asker);
    else if (theirs)
        ask_game(game, &(GameAsk){yes ? kind : REQ_REFUSE, "offer", NULL, theirs}, call, play_done);
    else
        ask_game(game, &(GameAsk){kind, NULL, NULL, 0}, call, play_done);
}

static void draw_in(Player *player, PlayerGame *game, Call *call)
{
    (void)player;
    if (play_has_game(call, game))
        answer_offer(game, call, REQ_DRAW, game->heard.draw);
}

static void takeback_in(Player *player, PlayerGame *game, Call *call)
{
    (void)player;
    if (play_has_game(call, game))
        answer_offer(game, call, REQ_TAKEBACK, game->heard.takeback);
}

void play_draw(Call *call)
{
    with_game(call, draw_in);
}

void play_takeback(Call *call)
{
    with_game(call, takeback_in);
}

/* ---- chat ---- */

/* Whatever became of it: a bot whose greeting is refused never makes its first move. */
static void said(Player *player, Call *call, const AskedAnswer *answer)
{
    (void)player;
    (void)answer;
    answer_ok(&call->asker);
}

/* At most so many bytes of the text, and no part of a character. */
static size_t cut(const char *words)
{
    enum { CHARACTERS = 140 };
    uint32_t point;
    size_t length = 0, left = strlen(words), size;
    for (int i = 0; i < CHARACTERS && left; i++, length += size, left -= size)
        if ((size = utf8_take(words + length, left, &point)) == 0)
            break;
    return length;
}

static void say(Player *player, const GameId *id, Call *call, const char *room)
{
    const char *words = params_find(&call->params, "text");
    char line[4 * 140 + 1];
    size_t length = cut(words);
    Text text;
    memcpy(line, words, length);
    line[length] = '\0';
    player_begin_ask(player, &text, REQ_CHAT, id);
    text_string(&text, "text", line);
    if (room)
        text_string(&text, "room", room);
    player_ask(player, &text, call, said);
}

void play_chat(Call *call)
{
    GameId id;
    const char *room = params_find(&call->params, "room");
    const char *words = params_find(&call->params, "text");
    if (!play_is_right_api(call) || !play_game_id(call, 0, &id))
        return;
    if (!words || !*words) {
        answer_ok(&call->asker);
        return;
    }
    Player *player = player_of(play_lichess(call), call);
    if (room && strcmp(room, "spectator") == 0)
        say(player, &id, call, "spectators");
    else
        say(player, &id, call, NULL);
}

void play_read_spectators(Call *call)
{
    GameId id;
    Text text;
    if (!play_game_id(call, 0, &id))
        return;
    text_init(&text);
    core_print_chat(call->server->core, &id, &text);
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

static void chat_in(Player *player, PlayerGame *game, Call *call)
{
    Text text;
    (void)player;
    if (!play_has_game(call, game))
        return;
    text_init(&text);
    text_append(&text, "[", 1);
    for (size_t i = 0; i < game->chat.count; i++) {
        if (i > 0)
            text_append(&text, ",", 1);
        text_append(&text, game->chat.line[i], strlen(game->chat.line[i]));
    }
    text_append(&text, "]", 1);
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

void play_read_chat(Call *call)
{
    with_game(call, chat_in);
}
