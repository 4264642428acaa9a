/* Any bytes from a server, and any lines typed there: what is shown has no control characters but line ends and the
 * colours of the board, and requests are JSON objects in a line. The bytes are also read as frames and as a handshake. */
#include "remote_table.h"
#include "server_frame.h"

#include "attacks.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    attacks_init();
    return 0;
}

static void on_send(void *context, const char *text, size_t length)
{
    (void)context;
    assert(length > 1 && text[0] == '{' && text[length - 1] == '}');
    assert(!memchr(text, '\n', length));
}

static void look_at(Text *out)
{
    for (size_t i = 0; i < out->length; i++)
        assert((unsigned char)out->bytes[i] >= ' ' || out->bytes[i] == '\n');
    assert(out->length == 0 || out->bytes[out->length - 1] == '\n');
    text_reset(out);
}

/* Each line is a message when it begins with a brace, and typed otherwise. */
static void pass_lines(RemoteTable *table, const char *bytes, size_t size, Text *out)
{
    int64_t now = 0;
    while (size > 0) {
        const char *end = memchr(bytes, '\n', size);
        size_t length = end ? (size_t)(end - bytes) : size;
        if (length > 0 && bytes[0] == '{')
            remote_table_received(table, bytes, length, now += 500, out);
        else
            remote_table_line(table, bytes, length, now += 500, out);
        look_at(out);
        bytes += length + (end != NULL);
        size -= length + (end != NULL);
    }
}

static void read_frames(const uint8_t *data, size_t size)
{
    ServerFrame frame;
    char accept[SERVER_ACCEPT_MAX];
    int status;
    size_t at = 0;
    while (server_frame_take(data + at, size - at, &frame) == SERVER_FRAME_WHOLE) {
        assert(frame.used >= 2 && frame.used <= size - at && frame.length < frame.used);
        at += frame.used;
    }
    assert(server_answer_parse((const char *)data, size, &status, accept) <= size);
}

static void read_url(const uint8_t *data, size_t size)
{
    char *text = calloc(size + 1, 1);
    char request[SERVER_REQUEST_MAX];
    ServerUrl url;
    memcpy(text, data, size);
    if (server_url_parse(text, &url) && server_request_print(&url, "key", text, request))
        assert(strstr(request, "\r\n\r\n") == request + strlen(request) - 4);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    BoardView view = {.columns = 40, .plain = size > 0 && data[0] & 1};
    Text out;
    text_init(&out);
    RemoteTable *table = remote_table_new(&view, &(RemoteHooks){.send = on_send});
    pass_lines(table, (const char *)data, size, &out);
    remote_table_reopened(table);
    if (remote_table_pgn(table, "2000.01.01", &out))
        text_reset(&out);
    remote_table_free(table);
    text_clear(&out);
    read_frames(data, size);
    read_url(data, size);
    return 0;
}
