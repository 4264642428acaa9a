/* Any bytes may arrive at the port: the reader of heads finds the same in them whether they come whole or byte by
 * byte, stays inside them, and what it accepts can be made a request in the room that it asks for. What follows the
 * head is read as a chunked body, in one piece and byte by byte. */
#include "chunked.h"
#include "http_request.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_request(const HttpHead *head)
{
    HttpRequest request;
    char *room = malloc(http_request_room(head));
    if (http_request_read(head, room, &request) == 0) {
        assert(request.path[0] == '/');
        const char *at = request.arguments;
        while (*at)
            at += strlen(at) + 1;
    }
    free(room);
}

/* The length of the body, -1 for none. */
static long read_body(const char *bytes, size_t size, size_t step, size_t *end)
{
    Chunked chunked = {0};
    long length = 0;
    for (*end = 0; *end < size;) {
        const char *data;
        size_t used, data_length, piece = size - *end < step ? size - *end : step;
        ChunkedResult result =
            chunked_read(&chunked, bytes + *end, piece, &used, &data, &data_length);
        assert(used <= piece);
        *end += used;
        if (result == CHUNKED_BAD)
            return -1;
        if (result == CHUNKED_DATA) {
            assert(data >= bytes && data + data_length <= bytes + *end);
            length += (long)data_length;
        }
        if (result == CHUNKED_END)
            break;
    }
    return length;
}

/* Whether the head is also read when it has come so far. A long one is cut around the ends of its lines and at some other
 * places: reading it at each byte takes time with the square of its length. */
static bool is_cut_here(const char *bytes, size_t length)
{
    char last = length ? bytes[length - 1] : '\0';
    return last == '\r' || last == '\n' || length < 256 || length % 61 == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    HttpHead head, again;
    const size_t most = size < HTTP_HEAD_MAX ? size : HTTP_HEAD_MAX;
    char *bytes = malloc(size + 1);
    memcpy(bytes, data, size);
    int status = http_head_parse(bytes, size, &head);
    for (size_t length = 0; length <= most; length++) {
        if (length < most && !is_cut_here(bytes, length))
            continue;
        int early = http_head_parse(bytes, length, &again);
        if (early == HTTP_HEAD_UNFINISHED)
            continue;
        assert(early == status); /* more bytes do not change what was decided */
        break;
    }
    if (status == HTTP_HEAD_WHOLE) {
        assert(head.size <= size && head.size <= HTTP_HEAD_MAX);
        assert(memcmp(bytes + head.size - 4, "\r\n\r\n", 4) == 0);
        read_request(&head);
        size_t end, end_of_bytes;
        const char *body = bytes + head.size;
        long length = read_body(body, size - head.size, size, &end);
        assert(read_body(body, size - head.size, 1, &end_of_bytes) == length);
        assert(end == end_of_bytes || length < 0);
    }
    free(bytes);
    return 0;
}
