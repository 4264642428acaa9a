#include "stream.h"

#include "memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct Stream {
    Due idle;
    Lichess *lichess;
    Stream *before, *after;
    Stream *next, **at; /* in the list of its owner's: what comes after it, and what points to it */
    ExchangeId exchange;
    StreamUse use;
    int64_t idle_after, opened_at; /* ms; lichess_now */
    size_t waiting;                /* bytes, when something was last written; 0: all has gone out */
    char address[CORE_ADDRESS_MAX + 1];
    char token[STORE_CREDENTIAL_MAX + 1]; /* the key of the credential, or "" */
    char person[PERSON_ID_MAX + 1];       /* who asked for it, or "" */
};

/* ---- how many there may be ---- */

static bool take_token(Core *core, const Stream *stream)
{
    return !stream->token[0] || core_takes(core, BOUND_TOKEN_STREAMS, stream->token);
}

static void release_token(Core *core, const Stream *stream)
{
    if (stream->token[0])
        core_releases(core, BOUND_TOKEN_STREAMS, stream->token);
}

static bool take_places(Core *core, const Stream *stream)
{
    if (!core_takes_place(core, BOUND_STREAMS, BOUND_ALL_STREAMS, stream->address))
        return false;
    if (take_token(core, stream))
        return true;
    core_leaves_place(core, BOUND_STREAMS, BOUND_ALL_STREAMS, stream->address);
    return false;
}

static void release_places(Core *core, const Stream *stream)
{
    release_token(core, stream);
    core_leaves_place(core, BOUND_STREAMS, BOUND_ALL_STREAMS, stream->address);
}

/* ---- its owner ---- */

static void join_owner(Stream *stream)
{
    Stream **all = stream->use.all;
    *stream->use.place = stream;
    if (!all)
        return;
    stream->next = *all;
    stream->at = all;
    if (*all)
        (*all)->at = &stream->next;
    *all = stream;
}

static void leave_owner(Stream *stream)
{
    assert(*stream->use.place == stream);
    *stream->use.place = NULL;
    if (!stream->use.all)
        return;
    *stream->at = stream->next;
    if (stream->next)
        stream->next->at = stream->at;
}

const Stream *stream_next(const Stream *stream)
{
    return stream->next;
}

/* ---- the list of all ---- */

static void join_list(Stream *stream)
{
    Lichess *lichess = stream->lichess;
    stream->after = lichess->streams;
    if (lichess->streams)
        lichess->streams->before = stream;
    lichess->streams = stream;
}

static void leave_list(const Stream *stream)
{
    *(stream->before ? &stream->before->after : &stream->lichess->streams) = stream->after;
    if (stream->after)
        stream->after->before = stream->before;
}

/* ---- lines ---- */

static void wait_idle(Stream *stream)
{
    lichess_set_due(stream->lichess, &stream->idle,
                    lichess_now(stream->lichess) + stream->idle_after);
}

void stream_free(Stream *stream)
{
    if (!stream)
        return;
    lichess_set_due(stream->lichess, &stream->idle, INT64_MAX);
    leave_owner(stream);
    leave_list(stream);
    release_places(stream->lichess->options.core, stream);
    free(stream);
}

static void on_gone(void *context)
{
    Stream *stream = context;
    StreamUse use = stream->use;
    stream_free(stream);
    use.gone(use.owner);
}

static void on_ready(void *context)
{
    Stream *stream = context;
    stream->waiting = 0;
    if (stream->use.ready)
        stream->use.ready(stream->use.owner);
}

static void write_bytes(Stream *stream, const char *bytes, size_t length)
{
    Net *net = stream->lichess->options.net;
    stream->waiting = net_stream_write(net, stream->exchange, bytes, length);
    if (stream->waiting > STREAM_BACKLOG_MAX) {
        net_stream_cut(net, stream->exchange);
        sessions_note_behind(net_sessions(net));
        on_gone(stream);
        return;
    }
    wait_idle(stream);
}

static void on_idle(Due *due)
{
    write_bytes((Stream *)due, "\n", 1);
}

static bool open_stream(Lichess *lichess, const Call *call, const HttpAnswer *head,
                        int64_t idle_after, const StreamUse *use)
{
    stream_end(*use->place);
    Stream *stream = memory_new(sizeof *stream);
    *stream = (Stream){.idle = {.run = on_idle},
                       .lichess = lichess,
                       .exchange = call->asker.exchange,
                       .use = *use,
                       .idle_after = idle_after,
                       .opened_at = lichess_now(lichess)};
    snprintf(stream->address, sizeof stream->address, "%s", call->http->address);
    snprintf(stream->token, sizeof stream->token, "%s", call->identity.credential.key);
    snprintf(stream->person, sizeof stream->person, "%s", call->identity.person.id);
    if (!take_places(lichess->options.core, stream)) {
        answer_flood(&call->asker, STREAM_RETRY);
        free(stream);
        return false;
    }
    StreamHooks hooks = {.context = stream, .is_endless = true, .ready = on_ready, .gone = on_gone};
    if (net_stream(lichess->options.net, stream->exchange, head, &hooks)) {
        join_owner(stream);
        join_list(stream);
        wait_idle(stream);
        return true;
    }
    release_places(lichess->options.core, stream);
    free(stream);
    return false;
}

bool stream_open(Lichess *lichess, const Call *call, const StreamUse *use)
{
    static const HttpAnswer HEAD = {
        .status = 200, .type = "application/x-ndjson", .cache = "no-store", .cors = true};
    return open_stream(lichess, call, &HEAD, STREAM_IDLE, use);
}

bool stream_open_pgn(Lichess *lichess, const Call *call, const StreamUse *use)
{
    static const HttpAnswer HEAD = {
        .status = 200, .type = "application/x-chess-pgn", .cache = "no-store", .cors = true};
    return open_stream(lichess, call, &HEAD, STREAM_PGN_IDLE, use);
}

void stream_tell(Stream *stream, Text *line)
{
    text_append(line, "\n", 1);
    stream_write(stream, line);
}

void stream_write(Stream *stream, Text *text)
{
    write_bytes(stream, text->bytes, text->length);
    text_reset(text);
}

bool stream_is_full(const Stream *stream)
{
    return stream->waiting >= STREAM_PIECE;
}

int64_t stream_silence(const Stream *stream)
{
    return net_stream_silence(stream->lichess->options.net, stream->exchange);
}

int64_t stream_age(const Stream *stream)
{
    return lichess_now(stream->lichess) - stream->opened_at;
}

void stream_end(Stream *stream)
{
    if (!stream)
        return;
    net_stream_end(stream->lichess->options.net, stream->exchange);
    stream_free(stream);
}

void stream_cut(Stream *stream)
{
    net_stream_cut(stream->lichess->options.net, stream->exchange);
    stream_free(stream);
}

static Stream *find_banned(const Lichess *lichess, const CoreBan *ban)
{
    Stream *stream = lichess->streams;
    while (stream && !core_ban_concerns(ban, stream->person, stream->address))
        stream = stream->after;
    return stream;
}

size_t streams_ban(Lichess *lichess, const CoreBan *ban)
{
    size_t ended = 0;
    for (Stream *stream; (stream = find_banned(lichess, ban)); ended++) {
        net_stream_end(lichess->options.net, stream->exchange);
        on_gone(stream);
        assert(lichess->streams != stream);
    }
    return ended;
}
