#include "stream.h"

#include "memory.h"

#include <stdlib.h>

struct Stream {
    Due idle;
    Lichess *lichess;
    ExchangeId exchange;
    StreamGone gone;
    void *owner;
};

static void wait_idle(Stream *stream)
{
    lichess_set_due(stream->lichess, &stream->idle, lichess_now(stream->lichess) + STREAM_IDLE);
}

void stream_free(Stream *stream)
{
    if (!stream)
        return;
    lichess_set_due(stream->lichess, &stream->idle, INT64_MAX);
    free(stream);
}

static void on_gone(void *context)
{
    Stream *stream = context;
    stream->gone(stream->owner, stream);
    stream_free(stream);
}

static void on_ready(void *context)
{
    (void)context;
}

static void write_line(Stream *stream, const char *bytes, size_t length)
{
    Net *net = stream->lichess->options.net;
    if (net_stream_write(net, stream->exchange, bytes, length) > STREAM_BACKLOG_MAX) {
        net_stream_cut(net, stream->exchange);
        on_gone(stream);
        return;
    }
    wait_idle(stream);
}

static void on_idle(Due *due)
{
    write_line((Stream *)due, "\n", 1);
}

Stream *stream_open(Lichess *lichess, ExchangeId exchange, StreamGone gone, void *owner)
{
    static const HttpAnswer HEAD = {
        .status = 200, .type = "application/x-ndjson", .cache = "no-store", .cors = true};
    Stream *stream = memory_new(sizeof *stream);
    *stream = (Stream){.idle = {.run = on_idle},
                       .lichess = lichess,
                       .exchange = exchange,
                       .gone = gone,
                       .owner = owner};
    StreamHooks hooks = {.context = stream, .ready = on_ready, .gone = on_gone};
    if (net_stream(lichess->options.net, exchange, &HEAD, &hooks)) {
        wait_idle(stream);
        return stream;
    }
    free(stream);
    return NULL;
}

void stream_tell(Stream *stream, Text *line)
{
    text_append(line, "\n", 1);
    write_line(stream, line->bytes, line->length);
    text_reset(line);
}

void stream_end(Stream *stream)
{
    if (!stream)
        return;
    net_stream_end(stream->lichess->options.net, stream->exchange);
    stream_free(stream);
}
