#include "exchange.h"

#include "memory.h"
#include "stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TEXTS_MAX = 8192, /* lws takes 4096 bytes of headers; each text has a NUL more */
    BODY_FIRST = 512,
    SAVE_AS_MAX = 128,
    ALLOW_MAX = 64,
};

/* A request with the texts that it points to, since lws forgets the headers when the body comes. */
struct Question {
    HttpRequest request;
    size_t used;
    unsigned char *body;
    size_t body_size, body_expected;
    char texts[TEXTS_MAX];
};

/* An answer that came later, with copies of what is lent; the body is behind it. */
struct Reply {
    HttpAnswer answer;
    char file[SAVE_AS_MAX], allow[ALLOW_MAX];
    char cookie[AUTH_SET_COOKIE_MAX], device[AUTH_SET_DEVICE_MAX];
    unsigned char body[];
};

/* ---- what is asked ---- */

static const char *keep(Question *question, const char *text)
{
    size_t size = text ? strlen(text) + 1 : 0;
    if (!text || size > TEXTS_MAX - question->used)
        return NULL;
    char *kept = memcpy(question->texts + question->used, text, size);
    question->used += size;
    return kept;
}

static const char *keep_header(Question *question, struct lws *wsi, enum lws_token_indexes token)
{
    Header text;
    return keep(question, connection_header(wsi, token, text));
}

/* Of the query, which lws has decoded and parted: "name=value" one behind the other. */
static const char *keep_arguments(Question *question, struct lws *wsi)
{
    char *first = question->texts + question->used;
    for (int i = 0; question->used < TEXTS_MAX - 1; i++) {
        char *at = question->texts + question->used;
        int room = (int)(TEXTS_MAX - 1 - question->used);
        int length = lws_hdr_copy_fragment(wsi, at, room, WSI_TOKEN_HTTP_URI_ARGS, i);
        if (length < 0)
            break;
        question->used += length > 0 ? strlen(at) + 1 : 0;
    }
    question->texts[question->used++] = '\0';
    return first;
}

static HttpMethod method_of(struct lws *wsi)
{
    char *uri;
    int length;
    switch (lws_http_get_uri_and_method(wsi, &uri, &length)) {
    case LWSHUMETH_GET: return HTTP_GET;
    case LWSHUMETH_HEAD: return HTTP_HEAD;
    case LWSHUMETH_POST: return HTTP_POST;
    case LWSHUMETH_PUT: return HTTP_PUT;
    case LWSHUMETH_DELETE: return HTTP_DELETE;
    case LWSHUMETH_OPTIONS: return HTTP_OPTIONS;
    default: return HTTP_OTHER;
    }
}

static Question *question_new(Connection *connection, const char *path)
{
    struct lws *wsi = connection->wsi;
    Header authorization;
    Question *question = memory_new(sizeof *question);
    connection_find_client(connection);
    question->request = (HttpRequest){
        .method = method_of(wsi),
        .path = keep(question, path),
        .arguments = keep_arguments(question, wsi),
        .accept_encoding = keep_header(question, wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING),
        .if_none_match = keep_header(question, wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH),
        .accept = keep_header(question, wsi, WSI_TOKEN_HTTP_ACCEPT),
        .content_type = keep_header(question, wsi, WSI_TOKEN_HTTP_CONTENT_TYPE),
        .user_agent = keep_header(question, wsi, WSI_TOKEN_HTTP_USER_AGENT),
        .auth = {.authorization = keep(question, connection_authorization(wsi, authorization)),
                 .cookie = keep_header(question, wsi, WSI_TOKEN_HTTP_COOKIE),
                 .page = connection->client.page,
                 .place = connection->client.place},
        .address = connection->client.address,
        .body = "",
    };
    return question;
}

static void question_free(Question *question)
{
    if (question)
        free(question->body);
    free(question);
}

/* ---- the answer ---- */

static int add(struct lws *wsi, const char *name, const char *value, unsigned char **at,
               unsigned char *end)
{
    return value ? lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                               (const unsigned char *)value, (int)strlen(value), at,
                                               end)
                 : 0;
}

static int add_optional_headers(struct lws *wsi, const HttpAnswer *answer, unsigned char **at,
                                unsigned char *end)
{
    char save_as[SAVE_AS_MAX + 32], etag[128], seconds[16];
    int failed = 0;
    if (answer->etag) { /* weak: the compressed forms share it (RFC 9110, 8.8.3.3) */
        snprintf(etag, sizeof etag, "W/%s", answer->etag);
        failed |= add(wsi, "etag:", etag, at, end);
    }
    if (answer->file) {
        snprintf(save_as, sizeof save_as, "attachment; filename=\"%s\"", answer->file);
        failed |= add(wsi, "content-disposition:", save_as, at, end);
    }
    if (answer->retry_after) {
        snprintf(seconds, sizeof seconds, "%d", answer->retry_after);
        failed |= add(wsi, "retry-after:", seconds, at, end);
    }
    return failed;
}

/* A proxy in front is asked not to collect the pieces (nginx). */
static int add_framing(struct lws *wsi, const HttpAnswer *answer, bool chunked, unsigned char **at,
                       unsigned char *end)
{
    if (chunked)
        return add(wsi, "transfer-encoding:", "chunked", at, end) |
               add(wsi, "x-accel-buffering:", "no", at, end);
    return answer->status != 304 ? lws_add_http_header_content_length(wsi, answer->length, at, end)
                                 : 0;
}

int exchange_add_headers(const Connection *connection, const HttpAnswer *answer, bool chunked,
                         unsigned char **at, unsigned char *end)
{
    struct lws *wsi = connection->wsi;
    int failed = lws_add_http_header_status(wsi, (unsigned)answer->status, at, end);
    failed |= add(wsi, "content-type:", answer->type, at, end);
    failed |= add(wsi, "content-encoding:", answer->encoding, at, end);
    failed |= add(wsi, "cache-control:", answer->cache, at, end);
    failed |= add(wsi, "allow:", answer->allow, at, end);
    failed |= add(wsi, "set-cookie:", answer->cookie, at, end);
    failed |= add(wsi, "set-cookie:", answer->old_cookie, at, end);
    failed |= add(wsi, "set-cookie:", answer->device, at, end);
    failed |= add(wsi, "vary:", answer->vary ? "accept-encoding" : NULL, at, end);
    failed |= add(wsi, "connection:", connection->ending ? "close" : NULL, at, end);
    failed |= add_optional_headers(wsi, answer, at, end);
    for (const HttpHeader *each = HTTP_SECURITY; each->name; each++)
        failed |= add(wsi, each->name, each->value, at, end);
    failed |= add_framing(wsi, answer, chunked, at, end);
    return failed;
}

static int write_answer(Connection *connection, const HttpAnswer *answer)
{
    struct lws *wsi = connection->wsi;
    unsigned char buffer[LWS_PRE + HEADERS_SIZE];
    unsigned char *start = buffer + LWS_PRE, *at = start, *end = buffer + sizeof buffer - 1;
    if (exchange_add_headers(connection, answer, false, &at, end) ||
        lws_finalize_write_http_header(wsi, start, &at, end))
        return -1;
    /* lws changes nothing of a body in HTTP/1.1, the only HTTP that is spoken here. */
    if (answer->length && !connection->head && answer->status != 304 &&
        lws_write(wsi, (unsigned char *)(size_t)answer->body, answer->length,
                  LWS_WRITE_HTTP_FINAL) < 0)
        return -1;
    return connection->ending || lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int write_plain(Connection *connection, int status, const char *sentence)
{
    HttpAnswer answer;
    http_plain(&answer, status, sentence);
    return write_answer(connection, &answer);
}

static int write_reply(Connection *connection)
{
    int result = write_answer(connection, &connection->reply->answer);
    exchange_end(connection);
    return result;
}

/* ---- from question to answer ---- */

/* The answer may come before the hook returns, or any time later. */
static int ask(Connection *connection, const HttpRequest *request)
{
    Ws *ws = connection->ws;
    HttpAnswer answer;
    connection->head = request->method == HTTP_HEAD;
    connection->exchange = ++ws->exchanges;
    connection->next_waiting = ws->waiting;
    ws->waiting = connection;
    if (ws->options.hooks.request(ws->options.hooks.context, connection->exchange, request,
                                  &answer)) {
        exchange_end(connection);
        return write_answer(connection, &answer);
    }
    return connection->reply ? write_reply(connection) : 0;
}

/* -1 when it isn't a number of bytes; 0, too, when there is none (RFC 9112, 6.3). */
static long long body_length(struct lws *wsi, bool *is_told)
{
    Header text;
    *is_told = lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0;
    if (!*is_told)
        return 0;
    const char *digits = connection_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, text);
    if (!digits || strlen(digits) > 15 || digits[strspn(digits, "0123456789")])
        return -1;
    return strtoll(digits, NULL, 10);
}

/* lws would wait for ever for a body whose end it is not told. */
static int refuse_body(Connection *connection, int status, const char *sentence, bool hang_up)
{
    question_free(connection->question);
    connection->question = NULL;
    connection->ending = hang_up;
    return write_plain(connection, status, sentence);
}

int exchange_begin(Connection *connection, const char *path)
{
    Ws *ws = connection->ws;
    struct lws *wsi = connection->wsi;
    bool is_told;
    exchange_end(connection);
    Question *question = connection->question = question_new(connection, path);
    long long length = body_length(wsi, &is_told);
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0)
        return refuse_body(connection, 411, "A body needs a Content-Length.\n", true);
    if (length < 0 || !question->request.path || !question->request.arguments)
        return refuse_body(connection, 400, "The request cannot be understood.\n", true);
    question->request.has_length = is_told;
    if (length > 0) {
        size_t most = ws->options.hooks.body_max(ws->options.hooks.context, &question->request);
        if ((unsigned long long)length > most)
            return refuse_body(connection, 413, "The body is too long.\n",
                               length > EXCHANGE_DISCARD_MAX);
        question->body_expected = (size_t)length;
        return 0;
    }
    connection->question = NULL;
    int result = ask(connection, &question->request);
    question_free(question);
    return result;
}

/* It grows as it comes: who only announces much costs little. */
int exchange_body(Connection *connection, const void *bytes, size_t length)
{
    Question *question = connection->question;
    if (!question)
        return 0;
    if (length > question->body_expected - question->request.length)
        return -1;
    while (question->body_size < question->request.length + length) {
        size_t size = question->body_size ? 2 * question->body_size : BODY_FIRST;
        question->body_size = size < question->body_expected ? size : question->body_expected;
        question->body = memory_resize(question->body, question->body_size, 1);
    }
    if (length)
        memcpy(question->body + question->request.length, bytes, length);
    question->request.length += length;
    return 0;
}

int exchange_body_end(Connection *connection)
{
    Question *question = connection->question;
    if (!question)
        return 0;
    connection->question = NULL;
    question->request.body = (const char *)question->body;
    int result = ask(connection, &question->request);
    question_free(question);
    return result;
}

int exchange_writable(Connection *connection)
{
    if (connection->stream)
        return stream_writable(connection);
    return connection->reply ? write_reply(connection) : 0;
}

void exchange_end(Connection *connection)
{
    Connection **at = &connection->ws->waiting;
    while (*at && *at != connection)
        at = &(*at)->next_waiting;
    if (*at)
        *at = connection->next_waiting;
    connection->exchange = 0;
    stream_drop(connection);
    free(connection->reply);
    connection->reply = NULL;
    question_free(connection->question);
    connection->question = NULL;
}

static const char *lend(char *copy, size_t size, const char *text)
{
    if (!text)
        return NULL;
    snprintf(copy, size, "%s", text);
    return copy;
}

void ws_answer(Ws *ws, ExchangeId exchange, const HttpAnswer *answer)
{
    Connection *connection = ws->waiting;
    while (connection && connection->exchange != exchange)
        connection = connection->next_waiting;
    if (!connection || connection->reply || ws->closing)
        return;
    Reply *reply = memory_new(sizeof *reply + answer->length);
    reply->answer = *answer;
    reply->answer.body = reply->body;
    reply->answer.file = lend(reply->file, sizeof reply->file, answer->file);
    reply->answer.allow = lend(reply->allow, sizeof reply->allow, answer->allow);
    reply->answer.cookie = lend(reply->cookie, sizeof reply->cookie, answer->cookie);
    reply->answer.device = lend(reply->device, sizeof reply->device, answer->device);
    if (answer->length)
        memcpy(reply->body, answer->body, answer->length);
    connection->reply = reply;
    lws_callback_on_writable(connection->wsi);
}
