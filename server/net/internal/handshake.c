#include "handshake.h"

#include "http_reply.h"
#include "http_request.h"
#include "memory.h"

#include <openssl/evp.h>
#include <openssl/sha.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_LENGTH = 24 }; /* 16 bytes in base64: RFC 6455, 4.2.1 */

bool handshake_is_asked(const HttpHead *head)
{
    return head->upgrades && http_head_lists(head, "upgrade", "websocket");
}

const char HANDSHAKE_TOO_EARLY[] = "Nothing comes before the answer to a handshake.\n";

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

/* Whether castled.v1 is among the subprotocols. A page's script cannot set Authorization, but it can name
 * subprotocols: "token." with a guest's token, for *token, or NULL. */
static bool asks_for_castled(char *protocols, const char **token)
{
    static const char NAME[] = "castled.v1", TOKEN[] = "token.", BETWEEN[] = ", \t";
    bool found = false;
    char *rest;
    *token = NULL;
    for (char *name = strtok_r(protocols, BETWEEN, &rest); name;
         name = strtok_r(NULL, BETWEEN, &rest)) {
        found |= strcmp(name, NAME) == 0;
        if (strncmp(name, TOKEN, sizeof TOKEN - 1) == 0)
            *token = name + sizeof TOKEN - 1;
    }
    return found;
}

static const char FOREIGN[] =
    "Pages of other sites need a token. If this page is the server's own, "
    "see --public-url in castled --help.\n";

const char *handshake_refusal(int status)
{
    switch (status) {
    case 401: return "No such token.\n";
    case 403: return "You have been banned from this server.\n";
    case 404: return "There is no WebSocket at this address.\n";
    case 429: return "Too many at once from your address: try again in a minute.\n";
    default: return "The server cannot accept you right now: try again in a minute.\n";
    }
}

/* What is wrong with the handshake itself: a status, or 0. */
static int check(const HttpHead *head, const HttpRequest *request, size_t waiting,
                 const char **sentence)
{
    *sentence = handshake_refusal(404);
    if (strcmp(request->path, "/ws") != 0)
        return 404;
    *sentence = "A handshake is a GET without a body.\n";
    if (head->method != HTTP_GET || head->body == BODY_CHUNKED || head->length > 0)
        return 400;
    *sentence = "Only version 13 of WebSocket is supported.\n";
    if (!span_is(http_head_find(head, "sec-websocket-version"), "13"))
        return 426;
    *sentence = "The Sec-WebSocket-Key is not valid.\n";
    if (!is_key(http_head_find(head, "sec-websocket-key")))
        return 400;
    *sentence = HANDSHAKE_TOO_EARLY;
    return waiting > head->size ? 400 : 0;
}

int handshake_read(Handshake *handshake, const HttpHead *head, const HttpRequest *request,
                   size_t waiting)
{
    *handshake = (Handshake){.texts = memory_new(http_request_room(head))};
    char *room = handshake->texts;
    handshake->names_protocol = http_request_text(head, "sec-websocket-protocol", &room);
    int status = check(head, request, waiting, &handshake->refusal);
    if (status)
        return status;
    if (handshake->names_protocol && !asks_for_castled(handshake->texts, &handshake->token)) {
        handshake->refusal = "The only subprotocol supported is castled.v1.\n";
        return 400;
    }
    handshake->refusal = FOREIGN;
    return auth_is_foreign(&request->auth) ? 403 : 0;
}

void handshake_clear(Handshake *handshake)
{
    free(handshake->texts);
    handshake->texts = NULL;
    handshake->token = NULL;
}

/* RFC 6455, 4.2.2: it shows that the handshake was read. */
void handshake_accept(const Handshake *handshake, const HttpHead *head, HandshakeAccept *accept)
{
    static const char GUID[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    Span key = http_head_find(head, "sec-websocket-key");
    char text[KEY_LENGTH + sizeof GUID];
    unsigned char hash[SHA_DIGEST_LENGTH];
    assert(key.length == KEY_LENGTH);
    memcpy(text, key.text, KEY_LENGTH);
    memcpy(text + KEY_LENGTH, GUID, sizeof GUID - 1);
    SHA1((const unsigned char *)text, sizeof text - 1, hash);
    EVP_EncodeBlock((unsigned char *)accept->accept, hash, sizeof hash);
    accept->names_protocol = handshake->names_protocol;
}

static int print_cookie(const char *cookie, char *out, size_t size)
{
    bool is_sent = cookie && *cookie && http_reply_is_plain(cookie);
    return is_sent ? snprintf(out, size, "Set-Cookie: %s\r\n", cookie) : 0;
}

size_t handshake_answer(const HandshakeAccept *accept, const char *cookie, const char *old_cookie,
                        char out[HANDSHAKE_ANSWER_MAX])
{
    int at = snprintf(
        out, HANDSHAKE_ANSWER_MAX,
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Accept: %s\r\n%s",
        accept->accept, accept->names_protocol ? "Sec-WebSocket-Protocol: castled.v1\r\n" : "");
    at += print_cookie(cookie, out + at, HANDSHAKE_ANSWER_MAX - (size_t)at);
    at += print_cookie(old_cookie, out + at, HANDSHAKE_ANSWER_MAX - (size_t)at);
    at += snprintf(out + at, HANDSHAKE_ANSWER_MAX - (size_t)at, "\r\n");
    assert(at < HANDSHAKE_ANSWER_MAX);
    return (size_t)at;
}
