#include "upgrade.h"

#include "http_request.h"
#include "memory.h"
#include "websocket.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_LENGTH = 24, /* 16 bytes in base64: RFC 6455, 4.2.1 */
    REWRITTEN_MAX = 512,
};

bool upgrade_is_asked(const HttpHead *head)
{
    return head->upgrades && http_head_lists(head, "upgrade", "websocket");
}

static bool is_key(Span key)
{
    static const char ALPHABET[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (key.length != KEY_LENGTH || memcmp(key.text + KEY_LENGTH - 2, "==", 2) != 0)
        return false;
    for (size_t i = 0; i < KEY_LENGTH - 2; i++)
        if (!key.text[i] || !strchr(ALPHABET, key.text[i]))
            return false;
    return true;
}

/* Whether castled.v1 is among the subprotocols, or none is named. A page's script cannot set Authorization;
 * what can be said of who comes is here: "token." with a guest's token, for *kept, or NULL. */
static bool asks_for_castled(char *protocols, const char **kept)
{
    static const char NAME[] = "castled.v1", TOKEN[] = "token.", BETWEEN[] = ", \t";
    bool found = false;
    char *rest;
    *kept = NULL;
    for (char *name = strtok_r(protocols, BETWEEN, &rest); name;
         name = strtok_r(NULL, BETWEEN, &rest)) {
        found |= strcmp(name, NAME) == 0;
        if (strncmp(name, TOKEN, sizeof TOKEN - 1) == 0)
            *kept = name + sizeof TOKEN - 1;
    }
    return found;
}

static const char FOREIGN[] =
    "Pages of other sites need a token. If this page is the server's own, "
    "see --public-url in castled --help.\n";

static const char *refusal_text(int status)
{
    switch (status) {
    case 401: return "No such token.\n";
    case 403: return "You have been banned from this server.\n";
    case 404: return "There is no WebSocket at this address.\n";
    case 429: return "Too many at once from your address: try again in a minute.\n";
    default: return "The server cannot take you in now: try again in a minute.\n";
    }
}

/* What is wrong with the handshake itself: a status, or 0. */
static int check(const Exchange *exchange, const HttpHead *head, const char **sentence)
{
    size_t waiting;
    transport_input(exchange->transport, &waiting);
    *sentence = refusal_text(404);
    if (strcmp(exchange->question->request.path, "/ws") != 0)
        return 404;
    *sentence = "A handshake is a GET without a body.\n";
    if (head->method != HTTP_GET || head->body == BODY_CHUNKED || head->length > 0)
        return 400;
    *sentence = "Version 13 of WebSocket is spoken here.\n";
    if (!span_is(http_head_find(head, "sec-websocket-version"), "13"))
        return 426;
    *sentence = "The Sec-WebSocket-Key is not good.\n";
    if (!is_key(http_head_find(head, "sec-websocket-key")))
        return 400;
    *sentence = "Nothing comes before the answer to a handshake.\n"; /* RFC 6455, 4.1 */
    return waiting > head->size ? 400 : 0;
}

/* The request as libwebsockets reads it: nothing in it is of the client's choice but the key. */
static size_t rewrite(const HttpHead *head, bool names_protocol, char out[REWRITTEN_MAX])
{
    Span key = http_head_find(head, "sec-websocket-key");
    return (size_t)snprintf(out, REWRITTEN_MAX,
                            "GET /ws HTTP/1.1\r\n"
                            "Host: castled\r\n"
                            "Upgrade: websocket\r\n"
                            "Connection: Upgrade\r\n"
                            "Sec-WebSocket-Version: 13\r\n"
                            "Sec-WebSocket-Key: %.*s\r\n"
                            "%s\r\n",
                            (int)key.length, key.text,
                            names_protocol ? "Sec-WebSocket-Protocol: castled.v1\r\n" : "");
}

static int admit(Exchange *exchange, const char *kept, WsArrival *arrival)
{
    Ws *ws = exchange->ws;
    const Question *question = exchange->question;
    WsCaller caller = {.headers = question->request.auth, .address = question->client.address};
    caller.headers.kept = kept;
    if (ws->stopping)
        return 503;
    if (!exchange_enter_client(exchange))
        return 429;
    return ws->options.hooks.admit(ws->options.hooks.context, &caller, arrival);
}

void upgrade_answer(Exchange *exchange, const HttpHead *head)
{
    Ws *ws = exchange->ws;
    const char *sentence, *kept = NULL;
    char request[REWRITTEN_MAX];
    WsArrival arrival = {0};
    char *texts = memory_new(http_request_room(head)), *room = texts;
    bool names_protocol = http_request_text(head, "sec-websocket-protocol", &room);
    int status = check(exchange, head, &sentence);
    if (!status && names_protocol && !asks_for_castled(texts, &kept)) {
        status = 400;
        sentence = "The subprotocol spoken here is castled.v1.\n";
    }
    if (!status && auth_is_foreign(&exchange->question->request.auth)) {
        status = 403;
        sentence = FOREIGN;
    }
    if (!status && (status = admit(exchange, kept, &arrival)))
        sentence = refusal_text(status);
    free(texts);
    if (status) {
        exchange_refuse(exchange, status, sentence);
        return;
    }
    size_t length = rewrite(head, names_protocol, request);
    transport_consume(exchange->transport, head->size);
    websocket_open(ws, exchange, &arrival, request, length);
}
