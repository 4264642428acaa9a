#include "broadcast_feed.h"

#include "broadcast_lichess.h"
#include "memory.h"
#include "play_call.h"
#include "stream.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* The longest game has less than three times STREAM_PIECE. */
enum { ROUND_ID_SIZE = 12 };

struct BroadcastFeed {
    Due end; /* when its reader is gone */
    Lichess *lichess;
    BroadcastFeed *next;
    Stream *stream; /* NULL: its reader is gone */
    SessionId session;
    bool clocks;
    char base[256]; /* what addresses of this server begin with, or "" */
    struct {
        char id[ROUND_ID_SIZE];
        uint32_t told[BROADCAST_BOARDS_MAX]; /* the newest change of each game that was told */
    } round[BROADCAST_WATCHED_MAX];
    size_t rounds;
    bool is_full; /* the socket has enough for now */
};

static Broadcasts *broadcasts_of(const BroadcastFeed *feed)
{
    return core_broadcasts(feed->lichess->options.core);
}

/* ---- games ---- */

/* The games of a round that are new, until the socket has enough. A round may have been deleted. */
static size_t print_round(BroadcastFeed *feed, size_t at, Text *text)
{
    for (uint32_t board = 1; board <= BROADCAST_BOARDS_MAX && text->length < STREAM_PIECE; board++)
        if (!broadcasts_lichess_game(broadcasts_of(feed), feed->round[at].id, board, feed->clocks,
                                     feed->base, &feed->round[at].told[board - 1], text))
            break;
    return text->length;
}

static void tell_more(BroadcastFeed *feed)
{
    Text *text = &feed->lichess->text;
    text_reset(text);
    for (size_t i = 0; i < feed->rounds && !feed->is_full; i++)
        feed->is_full = print_round(feed, i, text) >= STREAM_PIECE;
    if (text->length)
        stream_write(feed->stream, text);
}

static size_t hear_news(void *connection, Packet *const *packets, size_t count, bool ping)
{
    BroadcastFeed *feed = connection;
    (void)packets;
    (void)ping;
    if (feed->stream && count && !feed->is_full)
        tell_more(feed);
    return count;
}

static void on_ready(void *owner)
{
    BroadcastFeed *feed = owner;
    if (!feed->is_full)
        return;
    feed->is_full = false;
    tell_more(feed);
}

/* ---- its end ---- */

static void end_soon(BroadcastFeed *feed)
{
    lichess_set_due(feed->lichess, &feed->end, lichess_now(feed->lichess));
}

static void close_session(void *connection, CloseCode code)
{
    BroadcastFeed *feed = connection;
    (void)code;
    stream_end(feed->stream);
    end_soon(feed);
}

static const SessionWire WIRE = {.write = hear_news, .close = close_session};

static void on_gone(void *owner)
{
    end_soon(owner);
}

static void leave(BroadcastFeed *feed)
{
    BroadcastFeed **at = &feed->lichess->feeds;
    while (*at != feed)
        at = &(*at)->next;
    *at = feed->next;
    lichess_set_due(feed->lichess, &feed->end, INT64_MAX);
}

static void on_end(Due *due)
{
    BroadcastFeed *feed = (BroadcastFeed *)due;
    leave(feed);
    broadcasts_connection_ends(broadcasts_of(feed), feed->session);
    session_lost(net_sessions(feed->lichess->options.net), feed->session);
    free(feed);
}

void broadcast_feed_free_all(Lichess *lichess)
{
    while (lichess->feeds) {
        BroadcastFeed *feed = lichess->feeds;
        leave(feed);
        assert(lichess->feeds != feed);
        stream_free(feed->stream);
        free(feed);
    }
}

/* ---- its beginning ---- */

/* At most BROADCAST_WATCHED_MAX rounds. */
static void begin(Call *call, const char *const *rounds, size_t count)
{
    Lichess *lichess = play_lichess(call);
    BroadcastFeed *feed = memory_new(sizeof *feed);
    feed->end.run = on_end;
    feed->lichess = lichess;
    feed->clocks = params_flag(&call->params, "clocks", true);
    snprintf(feed->base, sizeof feed->base, "%s", call->http->base ? call->http->base : "");
    StreamUse use = {.owner = feed, .place = &feed->stream, .ready = on_ready, .gone = on_gone};
    if (!stream_open_pgn(lichess, call, &use)) {
        free(feed);
        return;
    }
    feed->session = session_open_by(net_sessions(lichess->options.net), &WIRE, feed);
    feed->next = lichess->feeds;
    lichess->feeds = feed;
    feed->rounds = count;
    for (size_t i = 0; i < count; i++) {
        snprintf(feed->round[i].id, ROUND_ID_SIZE, "%s", rounds[i]);
        broadcasts_listen(broadcasts_of(feed), rounds[i], feed->session);
    }
    tell_more(feed);
}

static Broadcasts *broadcasts_of_call(const Call *call)
{
    return core_broadcasts(call->server->core);
}

static void refuse(Call *call)
{
    answer_error(&call->asker, 404, "No such broadcast");
}

void broadcast_feed_round(Call *call)
{
    const char *round = call->parts[0];
    if (broadcasts_has_round(broadcasts_of_call(call), round))
        begin(call, &round, 1);
    else
        refuse(call);
}

/* The newest, if there are more than one connection may watch. */
void broadcast_feed_tour(Call *call)
{
    const char *rounds[BROADCAST_ROUNDS_MAX];
    size_t count = broadcasts_rounds(broadcasts_of_call(call), call->parts[0], rounds);
    size_t left_out = count > BROADCAST_WATCHED_MAX ? count - BROADCAST_WATCHED_MAX : 0;
    if (count)
        begin(call, rounds + left_out, count - left_out);
    else
        refuse(call);
}
