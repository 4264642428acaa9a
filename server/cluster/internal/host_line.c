#include "host_state.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Somebody at a front's ICS port. Here they are the other end of a pair of sockets, so that whoever serves that port has a
 * connection like any other. */
struct HostLine {
    HostLink *link; /* NULL: it has ended, and its handle is being closed */
    uint64_t id;    /* the front's */
    uv_pipe_t pipe;
    uv_shutdown_t shutdown;
    uint64_t heard, taken;      /* bytes: said by the front, and handed on */
    uint64_t said, taken_there; /* bytes: said to the front, and taken by it */
    HostLine *before, *after;
};

typedef struct {
    uv_write_t write;
    HostLine *line;
    size_t length;
    char bytes[];
} LineWrite;

static void say(const HostLine *line, Word *word)
{
    word->id = line->id;
    host_say(line->link, word);
}

/* ---- its end ---- */

static void on_closed(uv_handle_t *handle)
{
    HostLine *line = handle->data;
    memory_wipe(line, sizeof *line);
    free(line);
}

static void end(HostLine *line)
{
    HostLink *link = line->link;
    *(line->before ? &line->before->after : &link->first_line) = line->after;
    if (line->after)
        line->after->before = line->before;
    id_table_remove(&link->lines, line->id);
    link->host->line_count--;
    line->link = NULL;
    uv_close((uv_handle_t *)&line->pipe, on_closed);
}

void host_lines_end(HostLink *link, bool tells)
{
    const HostOptions *options = &link->host->options;
    if (tells && link->first_line)
        options->lines_lost(options->context, link->number);
    while (link->first_line)
        end(link->first_line);
}

/* ---- from here to the front ---- */

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    const HostLine *line = handle->data;
    (void)suggested;
    *buffer = uv_buf_init(line->link->host->line,
                          (unsigned)(WORD_LINE_WINDOW - (line->said - line->taken_there)));
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    HostLine *line = stream->data;
    if (length < 0) {
        say(line, &(Word){.kind = length == UV_EOF ? WORD_LINE_END : WORD_LINE_LOST});
        end(line);
        return;
    }
    if (!length)
        return;
    say(line, &(Word){.kind = WORD_BYTES, .text = {buffer->base, (size_t)length}});
    memory_wipe(buffer->base, (size_t)length);
    line->said += (uint64_t)length;
    if (line->said - line->taken_there >= WORD_LINE_WINDOW)
        uv_read_stop(stream);
}

static void note_taken(HostLine *line, const Word *word)
{
    if (word->taken > line->said || word->taken < line->taken_there) {
        link_break(line->link->link, "it took more of a line than there was");
        return;
    }
    line->taken_there = word->taken;
    if (line->said - line->taken_there < WORD_LINE_WINDOW)
        uv_read_start((uv_stream_t *)&line->pipe, on_alloc, on_read);
}

/* ---- from the front to here ---- */

static void on_written(uv_write_t *request, int status)
{
    LineWrite *write = (LineWrite *)request;
    HostLine *line = write->line;
    size_t length = write->length;
    memory_wipe(write->bytes, length);
    free(write);
    if (status != 0 || !line->link)
        return; /* it is read to its end, or has ended */
    line->taken += length;
    say(line, &(Word){.kind = WORD_TAKEN, .taken = line->taken});
}

static void take_bytes(HostLine *line, const Word *word)
{
    size_t length = word->text.length;
    if (length > WORD_LINE_WINDOW - (line->heard - line->taken)) {
        link_break(line->link->link, "it said more of a line than it may");
        return;
    }
    LineWrite *write = memory_new(sizeof *write + length);
    const uv_buf_t buffer = uv_buf_init(write->bytes, (unsigned)length);
    write->line = line;
    write->length = length;
    memcpy(write->bytes, word->text.bytes, length);
    line->heard += length;
    if (uv_write(&write->write, (uv_stream_t *)&line->pipe, &buffer, 1, on_written) != 0)
        free(write);
}

void host_line_hear(HostLink *link, const Word *word)
{
    HostLine *line = id_table_find(&link->lines, word->id);
    if (!line)
        return;
    switch (word->kind) {
    case WORD_BYTES: take_bytes(line, word); break;
    case WORD_TAKEN: note_taken(line, word); break;
    case WORD_LINE_END: uv_shutdown(&line->shutdown, (uv_stream_t *)&line->pipe, NULL); break;
    default: end(line); break;
    }
}

/* ---- its beginning ---- */

static void add(HostLink *link, uint64_t id, int fd)
{
    HostLine *line = memory_new(sizeof *line);
    *line = (HostLine){.link = link, .id = id, .after = link->first_line};
    if (line->after)
        line->after->before = line;
    link->first_line = line;
    id_table_put(&link->lines, id, line);
    link->host->line_count++;
    uv_pipe_init(link->host->options.loop, &line->pipe, 0);
    line->pipe.data = line;
    uv_pipe_open(&line->pipe, fd);
    uv_read_start((uv_stream_t *)&line->pipe, on_alloc, on_read);
}

/* Why there can be no more; NULL: there can. */
static const char *refusal(const HostLink *link)
{
    const Host *host = link->host;
    if (!host->options.line)
        return "**** The node that has the games has no such port. ****\r\n";
    if (link->lines.count >= HOST_LINES_MAX || host->line_count >= HOST_ALL_LINES_MAX)
        return "**** The server is full: try again in a minute. ****\r\n";
    return NULL;
}

static void refuse(HostLink *link, uint64_t id, const char *words)
{
    Word bytes = {.kind = WORD_BYTES, .id = id, .text = {words, strlen(words)}};
    host_say(link, &bytes);
    host_say(link, &(Word){.kind = WORD_LINE_END, .id = id});
}

void host_line_begin(HostLink *link, const Word *word)
{
    const HostOptions *options = &link->host->options;
    int ends[2];
    Transport *transport;
    if (!word->id || id_table_find(&link->lines, word->id)) {
        link_break(link->link, "it began a line twice");
        return;
    }
    const char *words = refusal(link);
    if (!words && socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0)
        words = "**** The server is full: try again in a minute. ****\r\n";
    if (words) {
        refuse(link, word->id, words);
        return;
    }
    add(link, word->id, ends[0]);
    transport = net_adopt_line(options->net, ends[1]);
    if (transport) /* else the line ends by itself */
        options->line(options->context, transport, word->line.address, word->line.is_confidential,
                      link->number);
}
