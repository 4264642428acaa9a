#include "http_request.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

static int hexadecimal(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    int letter = digit | 32;
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

/* One character of a URL that may be encoded as %XX; -1 for a bad code, and for NUL, which would end a text. */
static int decode(const char **at, const char *end)
{
    const char *here = *at;
    if (*here != '%') {
        *at = here + 1;
        return (unsigned char)*here;
    }
    if (end - here < 3 || hexadecimal(here[1]) < 0 || hexadecimal(here[2]) < 0)
        return -1;
    *at = here + 3;
    int byte = 16 * hexadecimal(here[1]) + hexadecimal(here[2]);
    return byte ? byte : -1;
}

static bool read_path(Span target, char **room)
{
    const char *at = target.text, *end = at + target.length;
    char *out = *room;
    if (span_is(target, "*")) /* asks about the server as a whole */
        end = at;
    if (at == end || *at != '/') /* an absolute-form may have no path, which is the same as "/" */
        *out++ = '/';
    for (int byte; at < end && *at != '?'; *out++ = (char)byte)
        if ((byte = decode(&at, end)) < 0)
            return false;
    *out++ = '\0';
    *room = out;
    return true;
}

/* "name=value" one behind the other, an empty text at the end. '+' is a space, as in forms; an encoded '=' in a
 * name becomes '_', or it would be taken for the one behind the name. */
static bool read_arguments(Span query, char **room)
{
    const char *at = query.text, *end = at + query.length;
    char *out = *room, *begun = out;
    bool in_name = true;
    while (at < end) {
        char raw = *at;
        int byte = raw == '+' ? ' ' : 0;
        if (byte)
            at++;
        else if ((byte = decode(&at, end)) < 0)
            return false;
        if (raw == '&') {
            if (out > begun)
                *out++ = '\0';
            begun = out;
            in_name = true;
            continue;
        }
        *out++ = in_name && byte == '=' && raw == '%' ? '_' : (char)byte;
        in_name = in_name && raw != '=';
    }
    if (out > begun)
        *out++ = '\0';
    *out++ = '\0';
    *room = out;
    return true;
}

const char *http_request_text(const HttpHead *head, const char *name, char **room)
{
    char *text = *room, *out = text;
    bool is_there = false;
    for (size_t i = 0; i < head->line_count; i++) {
        const HttpLine *line = &head->lines[i];
        if (!span_is(line->name, name))
            continue;
        if (is_there) {
            memcpy(out, span_is(line->name, "cookie") ? "; " : ", ", 2);
            out += 2;
        }
        is_there = true;
        memcpy(out, line->value.text, line->value.length);
        out += line->value.length;
    }
    if (!is_there)
        return NULL;
    *out++ = '\0';
    *room = out;
    return text;
}

static const char *keep(Span span, char **room)
{
    char *text = *room;
    if (!span.length)
        return NULL;
    memcpy(text, span.text, span.length);
    text[span.length] = '\0';
    *room += span.length + 1;
    return text;
}

/* Each header once with a NUL or, between two lines, ", " in the place of its name and CRLF; the target as path
 * and arguments with three NULs and a '/', and once more as it came; the host of an absolute-form. */
size_t http_request_room(const HttpHead *head)
{
    return 2 * head->size + 16;
}

int http_request_read(const HttpHead *head, char *room, HttpRequest *request)
{
    Span target = head->target, query = {"", 0};
    const char *mark = target.length ? memchr(target.text, '?', target.length) : NULL;
    if (mark)
        query = (Span){mark + 1, target.length - (size_t)(mark - target.text) - 1};
    *request = (HttpRequest){.method = head->method, .path = room, .body = ""};
    request->has_length = head->body != BODY_ABSENT;
    if (!read_path(target, &room))
        return 400;
    request->arguments = room;
    if (!read_arguments(query, &room))
        return 400;
    request->target = keep(target, &room);
    request->accept_encoding = http_request_text(head, "accept-encoding", &room);
    request->if_none_match = http_request_text(head, "if-none-match", &room);
    request->accept = http_request_text(head, "accept", &room);
    request->content_type = http_request_text(head, "content-type", &room);
    request->user_agent = http_request_text(head, "user-agent", &room);
    request->auth.authorization = http_request_text(head, "authorization", &room);
    request->auth.cookie = http_request_text(head, "cookie", &room);
    request->host = keep(head->host, &room);
    return 0;
}

/* ---- a request that is coming in ---- */

enum { BODY_FIRST = 512 };

/* Who asks: as the proxy in front says, if that is one. */
static void find_client(IncomingRequest *incoming, const HttpHead *head, const RemoteRules *rules,
                        const Address *peer, bool is_tls, char *room)
{
    char key[ADDRESS_MAX + 1];
    HttpRequest *request = &incoming->request;
    const RemoteHeaders headers = {
        .forwarded_for = http_request_text(head, "x-forwarded-for", &room),
        .forwarded_proto = http_request_text(head, "x-forwarded-proto", &room),
        .forwarded_host = http_request_text(head, "x-forwarded-host", &room),
        .forwarded = http_request_text(head, "forwarded", &room),
        .origin = http_request_text(head, "origin", &room),
        .request_id = http_request_text(head, "x-request-id", &room),
        .fetch_site = http_request_text(head, "sec-fetch-site", &room),
        .cookie = request->auth.cookie,
        .host = request->host,
    };
    remote_find(rules, peer, is_tls, &headers, &incoming->client);
    address_key(peer, key);
    incoming->is_proxied = strcmp(key, incoming->client.address) != 0;
    request->address = incoming->client.address;
    request->base = incoming->client.base;
    request->auth.page = incoming->client.page;
    request->auth.place = incoming->client.place;
}

/* Whether a proxy takes the public URL's path away before it asks, or not: "/chess/x" is "/x". */
static void leave_public_path(HttpRequest *request, const RemoteRules *rules)
{
    size_t length = rules->has_public_url ? strlen(rules->public_url.path) : 0;
    if (!length || strncmp(request->path, rules->public_url.path, length) != 0)
        return;
    if (request->path[length] == '/')
        request->path += length;
    else if (!request->path[length])
        request->path = "/";
}

IncomingRequest *incoming_request_new(const HttpHead *head, const RemoteRules *rules,
                                      const Address *peer, bool is_tls)
{
    size_t room = http_request_room(head);
    IncomingRequest *incoming = memory_new(sizeof *incoming + 2 * room);
    incoming->texts_size = 2 * room;
    if (http_request_read(head, incoming->texts, &incoming->request) != 0) {
        incoming_request_free(incoming);
        return NULL;
    }
    incoming->kind = head->body;
    incoming->expected = head->length;
    incoming->expects = head->expects;
    find_client(incoming, head, rules, peer, is_tls, incoming->texts + room);
    leave_public_path(&incoming->request, rules);
    return incoming;
}

void incoming_request_free(IncomingRequest *incoming)
{
    if (!incoming)
        return;
    memory_wipe(incoming->body, incoming->body_size);
    free(incoming->body);
    memory_wipe(incoming, sizeof *incoming + incoming->texts_size);
    free(incoming);
}

/* Not by realloc, which would leave a copy of what was there. */
static void grow(IncomingRequest *incoming, size_t size)
{
    char *body = memory_array(size, 1);
    if (incoming->request.length)
        memcpy(body, incoming->body, incoming->request.length);
    memory_wipe(incoming->body, incoming->body_size);
    free(incoming->body);
    incoming->body = body;
    incoming->body_size = size;
}

static void keep_body(IncomingRequest *incoming, const char *bytes, size_t length)
{
    size_t have = incoming->request.length;
    incoming->came += length;
    if (incoming->came > incoming->most)
        incoming->too_long = true;
    if (incoming->too_long || length == 0)
        return;
    size_t size = incoming->body_size ? incoming->body_size : BODY_FIRST;
    while (size < have + length)
        size *= 2;
    if (size != incoming->body_size)
        grow(incoming, size);
    memcpy(incoming->body + have, bytes, length);
    incoming->request.length = have + length;
    incoming->request.body = incoming->body;
}

static IncomingResult take_chunks(IncomingRequest *incoming, const char *bytes, size_t length,
                                  size_t *used)
{
    ChunkedResult result = CHUNKED_DATA;
    *used = 0;
    while (result == CHUNKED_DATA) {
        const char *data;
        size_t taken, data_length;
        result = chunked_read(&incoming->chunked, bytes + *used, length - *used, &taken, &data,
                              &data_length);
        *used += taken;
        if (result == CHUNKED_DATA)
            keep_body(incoming, data, data_length);
    }
    return result == CHUNKED_END   ? INCOMING_WHOLE
           : result == CHUNKED_BAD ? INCOMING_BAD
                                   : INCOMING_MORE;
}

IncomingResult incoming_request_take(IncomingRequest *incoming, const char *bytes, size_t length,
                                     size_t *used)
{
    if (incoming->kind == BODY_CHUNKED)
        return take_chunks(incoming, bytes, length, used);
    uint64_t left = incoming->expected - incoming->came;
    *used = length < left ? length : (size_t)left;
    keep_body(incoming, bytes, *used);
    return *used == left ? INCOMING_WHOLE : INCOMING_MORE;
}
