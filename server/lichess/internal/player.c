#include "player.h"

#include "array.h"
#include "memory.h"
#include "message.h"

#include <sodium.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A request whose answer has not come yet. */
struct Asked {
    Asked *next;
    int64_t id;
    Call *call;     /* held, or NULL */
    AskedDone done; /* or NULL */
    GameId watched; /* of a 'watch': the game; else empty */
};

/* A call that waits for a game, or with an empty id for all that there was at the beginning. */
struct Waiter {
    Waiter *next;
    GameId game;
    Call *call; /* held, or NULL */
    PlayerNext go_on;
};

static const AskedAnswer GONE = {.code = "signed_out", .why = "No such token"};

/* ---- the wire of its session ---- */

void player_wake(Player *player)
{
    if (player->is_waiting)
        return;
    Lichess *lichess = player->lichess;
    player->is_waiting = true;
    player->next_waiting = NULL;
    *(lichess->waiting ? &lichess->waiting_last->next_waiting : &lichess->waiting) = player;
    lichess->waiting_last = player;
}

/* It is only kept: what it brings about may ask the core, which is busy telling everybody. */
static size_t take_packets(void *connection, Packet *const *packets, size_t count, bool ping)
{
    Player *player = connection;
    (void)ping;
    player->heard = array_reserve(player->heard, &player->heard_size, player->heard_count + count,
                                  sizeof *player->heard);
    for (size_t i = 0; i < count; i++)
        player->heard[player->heard_count++] = packet_share(packets[i]);
    player_wake(player);
    return count;
}

static void close_session(void *connection, CloseCode code)
{
    Player *player = connection;
    (void)code;
    player->is_closed = true;
    player_wake(player);
}

/* ---- its streams ---- */

typedef struct {
    int64_t silence; /* the least of any; INT64_MAX: there is none */
    int64_t age;     /* of the oldest */
} Streams;

static Streams streams_of(const Player *player)
{
    Streams streams = {.silence = INT64_MAX};
    for (const Stream *stream = player->streams; stream; stream = stream_next(stream)) {
        int64_t silence = stream_silence(stream), age = stream_age(stream);
        streams.silence = silence < streams.silence ? silence : streams.silence;
        streams.age = age > streams.age ? age : streams.age;
    }
    return streams;
}

static int64_t silence_of(void *connection)
{
    Streams streams = streams_of(connection);
    return streams.silence < INT64_MAX ? streams.silence : 0;
}

static const SessionWire WIRE = {
    .write = take_packets, .close = close_session, .silence = silence_of};

/* ---- beginning ---- */

static void on_leave(Due *due)
{
    player_end((Player *)due);
}

static void on_all_heard(Player *player, Call *call, const AskedAnswer *answer)
{
    (void)call;
    player->is_welcome = answer->message != NULL;
}

static Player *begin(Lichess *lichess, const Call *call, const Person *person, const char *key)
{
    Player *player = memory_new(sizeof *player);
    player->leave.run = on_leave;
    player->lichess = lichess;
    player->person = *person;
    player->games_end = &player->games;
    snprintf(player->key, sizeof player->key, "%s", key);
    snprintf(player->base, sizeof player->base, "%s", call->http->base ? call->http->base : "");
    player->after = lichess->first;
    if (lichess->first)
        lichess->first->before = player;
    lichess->first = player;
    player->session = session_open_by(net_sessions(lichess->options.net), &WIRE, player);
    core_opened(
        lichess->options.core, player->session, person,
        &(ClientInfo){.credential = key, .address = call->http->address, .is_metered = true});
    /* Its answer comes behind the welcome and the challenges that are open. */
    Text ping;
    player_begin_ask(player, &ping, REQ_PING, NULL);
    player_ask(player, &ping, NULL, on_all_heard);
    player_settle(player);
    return player;
}

Player *player_of(Lichess *lichess, const Call *call)
{
    const Identity *identity = &call->identity;
    Player *player = hash_table_find(&lichess->players, identity->credential.key);
    if (player)
        return player;
    player = begin(lichess, call, &identity->person, identity->credential.key);
    hash_table_put(&lichess->players, player);
    return player;
}

Player *player_new_guest(Lichess *lichess, const Call *call)
{
    unsigned char chance[AUTH_CHANCE_SIZE];
    randombytes_buf(chance, sizeof chance);
    Person guest = auth_new_guest(chance);
    return begin(lichess, call, &guest, "");
}

/* ---- the end ---- */

static void leave_lists(Player *player)
{
    Lichess *lichess = player->lichess;
    lichess_set_due(lichess, &player->leave, INT64_MAX);
    if (player->key[0])
        hash_table_remove(&lichess->players, player);
    *(player->before ? &player->before->after : &lichess->first) = player->after;
    if (player->after)
        player->after->before = player->before;
    if (!player->is_waiting)
        return;
    Player *before = NULL;
    for (Player *each = lichess->waiting; each != player; each = each->next_waiting)
        before = each;
    *(before ? &before->next_waiting : &lichess->waiting) = player->next_waiting;
    if (lichess->waiting_last == player)
        lichess->waiting_last = before;
    player->is_waiting = false;
}

static void end_streams(Player *player, void (*end)(Stream *stream))
{
    while (player->streams) {
        Stream *stream = player->streams;
        end(stream);
        assert(player->streams != stream);
    }
    if (player->tv)
        player->tv_hooks->free(player->tv);
}

static void release(Call *call)
{
    if (call)
        call_release(call);
}

static void refuse_all(Player *player)
{
    while (player->asked)
        player_answered(player, player->asked->id, &GONE);
    while (player->waiters) {
        Waiter *waiter = player->waiters;
        player->waiters = waiter->next;
        if (waiter->call)
            answer_error(&waiter->call->asker, 401, GONE.why);
        release(waiter->call);
        free(waiter);
    }
}

void player_free(Player *player)
{
    leave_lists(player);
    end_streams(player, stream_free);
    while (player->asked) {
        Asked *asked = player->asked;
        player->asked = asked->next;
        release(asked->call);
        free(asked);
    }
    while (player->waiters) {
        Waiter *waiter = player->waiters;
        player->waiters = waiter->next;
        release(waiter->call);
        free(waiter);
    }
    while (player->games) {
        PlayerGame *game = player->games;
        player_drop_game(game);
        assert(player->games != game);
    }
    while (player->challenges) {
        PlayerChallenge *challenge = player->challenges;
        player_drop_challenge(challenge);
        assert(player->challenges != challenge);
    }
    for (size_t i = 0; i < player->heard_count; i++)
        packet_release(player->heard[i]);
    free(player->heard);
    free(player);
}

void player_end(Player *player)
{
    const LichessOptions *options = &player->lichess->options;
    refuse_all(player);
    end_streams(player, stream_end);
    core_closed(options->core, player->session);
    session_lost(net_sessions(options->net), player->session);
    player_free(player);
}

void player_settle(Player *player)
{
    bool is_busy = player->streams || player->seek.text[0] || player->asked || player->waiters;
    if (is_busy)
        lichess_set_due(player->lichess, &player->leave, INT64_MAX);
    else if (!player->key[0])
        lichess_set_due(player->lichess, &player->leave, lichess_now(player->lichess));
    else if (player->leave.timer.place == 0)
        lichess_set_due(player->lichess, &player->leave,
                        lichess_now(player->lichess) + PLAYER_LINGER);
}

/* A node is lost, and a stream with it. Who has no other one is cut off like anybody whose connection it was, unless they are just
 * asking something. */
static void note_cut_off(Player *player)
{
    Core *core = player->lichess->options.core;
    Streams streams = streams_of(player);
    if (streams.silence < INT64_MAX)
        core_session_cut_off(core, player->session, streams.age);
    else if (player->asked || player->waiters)
        core_session_cut_off(core, player->session, 0);
    else
        player_end(player);
}

void player_stream_gone(Player *player)
{
    player_wake(player);
    if (core_is_cutting_off(player->lichess->options.core) && player->key[0])
        note_cut_off(player);
}

static void on_gone(void *owner)
{
    player_stream_gone(owner);
}

bool player_open_stream(Player *player, const Call *call, StreamUse use)
{
    use.all = &player->streams;
    if (!use.gone) {
        use.owner = player;
        use.gone = on_gone;
    }
    return stream_open(player->lichess, call, &use);
}

/* ---- asking the core ---- */

void player_begin_ask(Player *player, Text *request, RequestKind kind, const GameId *game)
{
    text_init(request);
    ask_begin(request, kind, ++player->asked_id, game);
}

static Asked *ask(Player *player, Text *request, Call *call, AskedDone done)
{
    Asked *asked = memory_new(sizeof *asked);
    *asked = (Asked){.next = player->asked, .id = player->asked_id, .call = call, .done = done};
    player->asked = asked;
    if (call)
        call_hold(call);
    player->lichess->asked = true;
    player_wake(player);
    ask_end(request);
    core_received(player->lichess->options.core, player->session, request->bytes, request->length);
    text_clear(request);
    return asked;
}

void player_ask(Player *player, Text *request, Call *call, AskedDone done)
{
    ask(player, request, call, done);
}

void player_answered(Player *player, int64_t id, const AskedAnswer *answer)
{
    Asked **at = &player->asked;
    while (*at && (*at)->id != id)
        at = &(*at)->next;
    if (!*at)
        return;
    Asked *asked = *at;
    *at = asked->next;
    PlayerGame *game = player_game(player, &asked->watched);
    if (game && !answer->message) /* there is no such game */
        game->is_asked = false;
    if (asked->done)
        asked->done(player, asked->call, answer);
    release(asked->call);
    free(asked);
}

/* ---- waiting ---- */

static void wait_for(Player *player, const GameId *id, Call *call, PlayerNext next)
{
    Waiter *waiter = memory_new(sizeof *waiter);
    *waiter = (Waiter){.call = call, .go_on = next};
    if (id)
        waiter->game = *id;
    if (call)
        call_hold(call);
    Waiter **end = &player->waiters;
    while (*end)
        end = &(*end)->next;
    *end = waiter;
}

static void watch(PlayerGame *game)
{
    Player *player = game->player;
    Text text;
    player_begin_ask(player, &text, REQ_WATCH, &game->heard.id);
    game->is_asked = true;
    ask(player, &text, NULL, NULL)->watched = game->heard.id;
}

PlayerGame *player_hear_game(Player *player, const GameId *id)
{
    PlayerGame *game = player_game(player, id);
    if (!game)
        game = player_add_game(player, id);
    if (!game->heard.is_known && !game->is_asked)
        watch(game);
    return game;
}

void player_want_game(Player *player, const GameId *id, Call *call, PlayerNext next)
{
    PlayerGame *game = player_hear_game(player, id);
    if (game->heard.is_known)
        next(player, game, call);
    else
        wait_for(player, id, call, next);
}

void player_want_all(Player *player, Call *call, PlayerNext next)
{
    if (player->is_ready)
        next(player, NULL, call);
    else
        wait_for(player, NULL, call, next);
}

static bool hears_all(const Player *player)
{
    for (const PlayerGame *game = player->games; game; game = game->next)
        if (game->is_asked)
            return false;
    return player->is_welcome;
}

/* Whether what it waits for is decided. */
static bool may_go_on(const Player *player, const Waiter *waiter, PlayerGame **game)
{
    *game = NULL;
    if (!waiter->game.text[0])
        return player->is_ready;
    PlayerGame *found = player_game(player, &waiter->game);
    if (found && found->heard.is_known)
        *game = found;
    return !found || found->heard.is_known || !found->is_asked;
}

void player_go_on(Player *player)
{
    PlayerGame *game;
    player->is_ready = player->is_ready || hears_all(player);
    for (Waiter **at = &player->waiters; *at;) {
        Waiter *waiter = *at;
        if (!may_go_on(player, waiter, &game)) {
            at = &waiter->next;
            continue;
        }
        *at = waiter->next;
        waiter->go_on(player, game, waiter->call);
        release(waiter->call);
        free(waiter);
        at = &player->waiters; /* who went on may have begun to wait again */
    }
}

/* ---- what it knows ---- */

PlayerGame *player_game(const Player *player, const GameId *id)
{
    PlayerGame *game = player->games;
    while (game && strcmp(game->heard.id.text, id->text) != 0)
        game = game->next;
    return game;
}

PlayerGame *player_add_game(Player *player, const GameId *id)
{
    PlayerGame *game = memory_new(sizeof *game);
    *game = (PlayerGame){.player = player, .heard = {.id = *id}};
    *player->games_end = game; /* oldest first */
    player->games_end = &game->next;
    return game;
}

void player_drop_game(PlayerGame *game)
{
    PlayerGame **at = &game->player->games;
    while (*at != game)
        at = &(*at)->next;
    *at = game->next;
    stream_end(game->stream);
    if (game->player->games_end == &game->next)
        game->player->games_end = at;
    for (size_t i = 0; i < game->chat.count; i++)
        free(game->chat.line[i]);
    heard_game_clear(&game->heard);
    free(game);
}

PlayerChallenge *player_challenge(const Player *player, const LobbyId *id)
{
    PlayerChallenge *each = player->challenges;
    while (each && !lobby_id_equal(&each->challenge.id, id))
        each = each->next;
    return each;
}

PlayerChallenge *player_add_challenge(Player *player, const Challenge *challenge)
{
    PlayerChallenge *added = memory_new(sizeof *added);
    *added = (PlayerChallenge){.player = player, .challenge = *challenge};
    PlayerChallenge **end = &player->challenges;
    while (*end)
        end = &(*end)->next;
    *end = added;
    return added;
}

void player_drop_challenge(PlayerChallenge *challenge)
{
    PlayerChallenge **at = &challenge->player->challenges;
    while (*at != challenge)
        at = &(*at)->next;
    *at = challenge->next;
    stream_end(challenge->stream);
    free(challenge);
}

/* ---- what is over ---- */

static bool is_wanted(const Player *player, const PlayerGame *game)
{
    for (const Waiter *waiter = player->waiters; waiter; waiter = waiter->next)
        if (strcmp(waiter->game.text, game->heard.id.text) == 0)
            return true;
    return game->is_asked || game->stream ||
           (player->tv && player->tv_hooks->has(player->tv, game));
}

/* The session listens to no more games than it must: it may listen to 200. */
static void unwatch(Player *player, const GameId *id)
{
    Text text;
    player_begin_ask(player, &text, REQ_UNWATCH, id);
    player_ask(player, &text, NULL, NULL);
}

void player_drop_seek(Player *player)
{
    Text text;
    player->seek_dropped = false;
    if (!player->seek.text[0])
        return;
    player_begin_ask(player, &text, REQ_UNSEEK, NULL);
    text_string(&text, "seek", player->seek.text);
    player_ask(player, &text, NULL, NULL);
    player->seek.text[0] = '\0';
}

void player_sweep(Player *player)
{
    for (PlayerGame *game = player->games, *next; game; game = next) {
        bool goes_on = game->heard.is_known && game->is_own && !heard_game_is_over(&game->heard);
        next = game->next;
        if (goes_on || is_wanted(player, game))
            continue;
        if (game->heard.is_known)
            unwatch(player, &game->heard.id);
        player_drop_game(game);
    }
}
