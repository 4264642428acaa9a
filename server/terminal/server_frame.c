#include "server_frame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- frames ---- */

static bool is_known(int opcode)
{
    return opcode <= 2 || (opcode >= SERVER_FRAME_CLOSE && opcode <= SERVER_FRAME_PONG);
}

ServerFrameResult server_frame_take(const unsigned char *bytes, size_t length, ServerFrame *frame)
{
    size_t head = 2;
    if (length < head)
        return SERVER_FRAME_UNFINISHED;
    frame->is_last = bytes[0] & 0x80;
    frame->opcode = bytes[0] & 0x0F;
    uint64_t payload = bytes[1] & 0x7F;
    bool control = frame->opcode >= SERVER_FRAME_CLOSE;
    if ((bytes[0] & 0x70) || (bytes[1] & 0x80) || !is_known(frame->opcode) ||
        (control && (!frame->is_last || payload > 125)))
        return SERVER_FRAME_BAD;
    size_t more = payload == 126 ? 2 : payload == 127 ? 8 : 0;
    if (length < head + more)
        return SERVER_FRAME_UNFINISHED;
    if (more > 0)
        payload = 0;
    for (size_t i = 0; i < more; i++)
        payload = payload << 8 | bytes[head + i];
    head += more;
    if (payload > SERVER_FRAME_MAX)
        return SERVER_FRAME_BAD;
    if (length - head < payload)
        return SERVER_FRAME_UNFINISHED;
    frame->payload = bytes + head;
    frame->length = (size_t)payload;
    frame->used = head + (size_t)payload;
    return SERVER_FRAME_WHOLE;
}

size_t server_frame_print(int opcode, const void *payload, size_t length,
                          const unsigned char mask[4], unsigned char *out)
{
    const unsigned char *bytes = payload;
    size_t at = 2;
    out[0] = (unsigned char)(0x80 | opcode);
    if (length < 126) {
        out[1] = (unsigned char)(0x80 | length);
    } else {
        int size = length <= UINT16_MAX ? 2 : 8;
        out[1] = (unsigned char)(0x80 | (size == 2 ? 126 : 127));
        for (int i = size - 1; i >= 0; i--)
            out[at++] = (unsigned char)((uint64_t)length >> (8 * i));
    }
    memcpy(out + at, mask, 4);
    at += 4;
    for (size_t i = 0; i < length; i++)
        out[at++] = bytes[i] ^ mask[i % 4];
    return at;
}

/* ---- addresses ---- */

static bool starts(const char **text, const char *prefix)
{
    size_t length = strlen(prefix);
    if (strncasecmp(*text, prefix, length) != 0)
        return false;
    *text += length;
    return true;
}

/* Printable ASCII without blanks and what ends a part. */
static bool is_plain(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] <= ' ' || text[i] >= 0x7F || strchr("\"<>\\^`{|}@?#", text[i]))
            return false;
    return true;
}

/* Where the host ends; NULL: there is none. */
static const char *read_host(const char *text, ServerUrl *url)
{
    bool brackets = *text == '[';
    text += brackets;
    size_t length = strcspn(text, brackets ? "]" : ":/");
    if (length == 0 || length > SERVER_URL_PART_MAX || !is_plain(text, length) ||
        (brackets && text[length] != ']'))
        return NULL;
    memcpy(url->host, text, length);
    url->host[length] = '\0';
    return text + length + brackets;
}

static const char *read_port(const char *text, ServerUrl *url)
{
    char *end;
    if (*text != ':')
        return text;
    if (text[1] < '0' || text[1] > '9')
        return NULL;
    long port = strtol(text + 1, &end, 10);
    if (port < 1 || port > 65535)
        return NULL;
    url->port = (int)port;
    return end;
}

bool server_url_is_loopback(const ServerUrl *url)
{
    unsigned a, b, c, d;
    char rest;
    return strcasecmp(url->host, "localhost") == 0 || strcmp(url->host, "::1") == 0 ||
           (sscanf(url->host, "%3u.%3u.%3u.%3u%c", &a, &b, &c, &d, &rest) == 4 && a == 127);
}

bool server_url_parse(const char *text, ServerUrl *url)
{
    *url = (ServerUrl){0};
    bool secure = starts(&text, "https://") || starts(&text, "wss://");
    bool plain = !secure && (starts(&text, "http://") || starts(&text, "ws://"));
    text = read_host(text, url);
    if (!text)
        return false;
    url->tls = secure || (!plain && !server_url_is_loopback(url));
    url->port = url->tls ? 443 : 80;
    text = read_port(text, url);
    if (!text || (*text && *text != '/'))
        return false;
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '/')
        length--;
    if (length > SERVER_URL_PART_MAX || !is_plain(text, length))
        return false;
    memcpy(url->path, text, length);
    url->path[length] = '\0';
    return true;
}

/* ---- the handshake ---- */

bool server_request_print(const ServerUrl *url, const char *key, const char *token,
                          char out[SERVER_REQUEST_MAX])
{
    bool ipv6 = strchr(url->host, ':') != NULL;
    if (token && (!*token || strlen(token) > SERVER_TOKEN_MAX || !is_plain(token, strlen(token))))
        return false;
    int length =
        snprintf(out, SERVER_REQUEST_MAX,
                 "GET %s/ws HTTP/1.1\r\nHost: %s%s%s:%d\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\nSec-WebSocket-Key: %s\r\n"
                 "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: castled.v1\r\n"
                 "User-Agent: castled-play\r\n%s%s%s\r\n",
                 url->path, ipv6 ? "[" : "", url->host, ipv6 ? "]" : "", url->port, key,
                 token ? "Authorization: Bearer " : "", token ? token : "", token ? "\r\n" : "");
    return length > 0 && length < SERVER_REQUEST_MAX;
}

static const char *find_end(const char *bytes, size_t length)
{
    for (size_t i = 3; i < length; i++)
        if (memcmp(bytes + i - 3, "\r\n\r\n", 4) == 0)
            return bytes + i + 1;
    return NULL;
}

static void read_header(const char *line, size_t length, char accept[SERVER_ACCEPT_MAX])
{
    static const char NAME[] = "sec-websocket-accept:";
    size_t at = sizeof NAME - 1;
    if (length < at || strncasecmp(line, NAME, at) != 0)
        return;
    while (at < length && line[at] == ' ')
        at++;
    while (length > at && line[length - 1] == ' ')
        length--;
    if (length - at >= SERVER_ACCEPT_MAX)
        return;
    memcpy(accept, line + at, length - at);
    accept[length - at] = '\0';
}

size_t server_answer_parse(const char *bytes, size_t length, int *status,
                           char accept[SERVER_ACCEPT_MAX])
{
    const char *end = find_end(bytes, length);
    *status = 0;
    accept[0] = '\0';
    if (!end)
        return 0;
    if (memcmp(bytes, "HTTP/1.1 ", length < 9 ? length : 9) == 0 && end - bytes > 13)
        for (int i = 9; i < 12 && bytes[i] >= '0' && bytes[i] <= '9'; i++)
            *status = *status * 10 + (bytes[i] - '0');
    for (const char *line = bytes; line < end - 2;) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        read_header(line, (size_t)(next - line) - (next > line && next[-1] == '\r'), accept);
        line = next + 1;
    }
    return (size_t)(end - bytes);
}
