#include "remote_socket.h"

#include "memory.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEAD_MAX = 16 * 1024, /* bytes of the handshake's answer */
    KEY_BYTES = 16,       /* RFC 6455, 4.1 */
    KEY_MAX = 25,
    READ_SIZE = 16 * 1024,
    WRITE_PATIENCE = 10 * 1000, /* ms for which a full socket is waited for */
};

struct RemoteSocket {
    RemoteSocketOptions options;
    SSL_CTX *tls; /* NULL: plain */
    BIO *bio;
    uv_poll_t poll;
    bool lost;
    unsigned char *input; /* what has come and is no whole frame yet */
    size_t used, size;
    char *message; /* the parts of a message that have come */
    size_t message_length;
};

/* ---- connecting ---- */

static BIO *connect_tls(RemoteSocket *socket, const char *place)
{
    const ServerUrl *url = socket->options.url;
    SSL *ssl = NULL;
    socket->tls = SSL_CTX_new(TLS_client_method());
    if (!socket->tls)
        return NULL;
    SSL_CTX_set_min_proto_version(socket->tls, TLS1_2_VERSION);
    SSL_CTX_set_default_verify_paths(socket->tls);
    SSL_CTX_set_verify(socket->tls, SSL_VERIFY_PEER, NULL);
    BIO *bio = BIO_new_ssl_connect(socket->tls);
    if (!bio)
        return NULL;
    BIO_get_ssl(bio, &ssl);
    SSL_set_mode(ssl, SSL_MODE_AUTO_RETRY);
    X509_VERIFY_PARAM *param = SSL_get0_param(ssl);
    if (!X509_VERIFY_PARAM_set1_ip_asc(param, url->host)) {
        SSL_set_tlsext_host_name(ssl, url->host);
        SSL_set1_host(ssl, url->host);
    }
    BIO_set_conn_hostname(bio, place);
    return bio;
}

static bool connect_bio(RemoteSocket *socket, char *line)
{
    char place[SERVER_URL_PART_MAX + 16];
    const ServerUrl *url = socket->options.url;
    bool ipv6 = strchr(url->host, ':') != NULL;
    snprintf(place, sizeof place, "%s%s%s:%d", ipv6 ? "[" : "", url->host, ipv6 ? "]" : "",
             url->port);
    ERR_clear_error();
    socket->bio = url->tls ? connect_tls(socket, place) : BIO_new_connect(place);
    if (socket->bio && BIO_do_connect(socket->bio) == 1)
        return true;
    const char *reason = ERR_reason_error_string(ERR_peek_last_error());
    snprintf(line, REMOTE_SOCKET_LINE_MAX, "%.100s: %.100s", place,
             reason ? reason : "it cannot be reached");
    return false;
}

/* ---- the handshake ---- */

static void expected_accept(const char *key, char accept[SERVER_ACCEPT_MAX])
{
    static const char GUID[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; /* RFC 6455, 1.3 */
    char joined[KEY_MAX + sizeof GUID];
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    snprintf(joined, sizeof joined, "%s%s", key, GUID);
    EVP_Digest(joined, strlen(joined), hash, &length, EVP_sha1(), NULL);
    EVP_EncodeBlock((unsigned char *)accept, hash, (int)length);
}

static const char *refusal_of(int status)
{
    switch (status) {
    case 401: return "the server does not know the token";
    case 403: return "the server accepts nobody from here";
    case 404: return "there is no castled server at that address";
    case 429: return "too many connections from here; try again later";
    case 503: return "the server is full; try again later";
    default: return "that is not a castled server";
    }
}

/* Reads the answer's head; what is behind it stays in the input. */
static bool read_answer(RemoteSocket *socket, const char *key, char *line)
{
    char accept[SERVER_ACCEPT_MAX], expected[SERVER_ACCEPT_MAX];
    size_t head = 0;
    int status = 0;
    while (head == 0) {
        int got = socket->used < HEAD_MAX ? BIO_read(socket->bio, socket->input + socket->used,
                                                     (int)(HEAD_MAX - socket->used))
                                          : 0;
        if (got <= 0) {
            snprintf(line, REMOTE_SOCKET_LINE_MAX, "that is not a castled server");
            return false;
        }
        socket->used += (size_t)got;
        head = server_answer_parse((char *)socket->input, socket->used, &status, accept);
    }
    expected_accept(key, expected);
    if (status != 101 || strcmp(accept, expected) != 0) {
        snprintf(line, REMOTE_SOCKET_LINE_MAX, "%s", refusal_of(status));
        return false;
    }
    socket->used -= head;
    memmove(socket->input, socket->input + head, socket->used);
    return true;
}

static bool shake_hands(RemoteSocket *socket, char *line)
{
    unsigned char chance[KEY_BYTES];
    char key[KEY_MAX], request[SERVER_REQUEST_MAX];
    RAND_bytes(chance, sizeof chance);
    EVP_EncodeBlock((unsigned char *)key, chance, sizeof chance);
    if (!server_request_print(socket->options.url, key, socket->options.token, request)) {
        snprintf(line, REMOTE_SOCKET_LINE_MAX, "the token is not valid");
        return false;
    }
    int length = (int)strlen(request);
    bool sent = BIO_write(socket->bio, request, length) == length;
    memset(request, 0, sizeof request);
    if (!sent) {
        snprintf(line, REMOTE_SOCKET_LINE_MAX, "the connection broke");
        return false;
    }
    return read_answer(socket, key, line);
}

/* ---- writing ---- */

static bool write_all(RemoteSocket *socket, const unsigned char *bytes, size_t length)
{
    int file = -1;
    BIO_get_fd(socket->bio, &file);
    while (length > 0) {
        int wrote = BIO_write(socket->bio, bytes, (int)length);
        if (wrote > 0) {
            bytes += wrote;
            length -= (size_t)wrote;
            continue;
        }
        struct pollfd ready = {.fd = file, .events = POLLOUT};
        if (!BIO_should_retry(socket->bio) || poll(&ready, 1, WRITE_PATIENCE) <= 0)
            return false;
    }
    return true;
}

static void send_frame(RemoteSocket *socket, int opcode, const void *payload, size_t length)
{
    unsigned char mask[4];
    unsigned char *frame = memory_new(length + SERVER_FRAME_HEAD_MAX);
    RAND_bytes(mask, sizeof mask);
    size_t size = server_frame_print(opcode, payload, length, mask, frame);
    if (!socket->lost)
        write_all(socket, frame, size); /* what breaks here is seen by reading */
    free(frame);
}

void remote_socket_send(RemoteSocket *socket, const char *text, size_t length)
{
    send_frame(socket, SERVER_FRAME_TEXT, text, length);
}

/* ---- reading ---- */

static bool take_part(RemoteSocket *socket, const ServerFrame *frame)
{
    if (socket->message_length + frame->length > REMOTE_MESSAGE_MAX)
        return false;
    socket->message = memory_resize(socket->message, socket->message_length + frame->length + 1, 1);
    memcpy(socket->message + socket->message_length, frame->payload, frame->length);
    socket->message_length += frame->length;
    if (!frame->is_last)
        return true;
    size_t length = socket->message_length;
    socket->message_length = 0;
    socket->options.received(socket->options.context, socket->message, length);
    return true;
}

/* False when the connection is to end. */
static bool take_frame(RemoteSocket *socket, const ServerFrame *frame)
{
    switch (frame->opcode) {
    case SERVER_FRAME_TEXT:
    case SERVER_FRAME_CONTINUATION: return take_part(socket, frame);
    case SERVER_FRAME_PING:
        send_frame(socket, SERVER_FRAME_PONG, frame->payload, frame->length);
        return true;
    case SERVER_FRAME_PONG: return true;
    default: return false;
    }
}

static bool take_frames(RemoteSocket *socket)
{
    size_t at = 0;
    ServerFrame frame;
    ServerFrameResult result;
    bool goes_on = true;
    while (goes_on && (result = server_frame_take(socket->input + at, socket->used - at, &frame)) !=
                          SERVER_FRAME_UNFINISHED) {
        goes_on = result == SERVER_FRAME_WHOLE && take_frame(socket, &frame);
        at += goes_on ? frame.used : 0;
    }
    memmove(socket->input, socket->input + at, socket->used - at);
    socket->used -= at;
    return goes_on;
}

static void lose(RemoteSocket *socket)
{
    socket->lost = true;
    uv_poll_stop(&socket->poll);
    socket->options.lost(socket->options.context);
}

static void on_readable(uv_poll_t *poll, int status, int events)
{
    RemoteSocket *socket = poll->data;
    (void)events;
    bool goes_on = status >= 0;
    while (goes_on) {
        if (socket->size - socket->used < READ_SIZE) {
            socket->size += 2 * READ_SIZE;
            socket->input = memory_resize(socket->input, socket->size, 1);
        }
        int got = BIO_read(socket->bio, socket->input + socket->used, READ_SIZE);
        if (got <= 0 && BIO_should_retry(socket->bio))
            return;
        socket->used += got > 0 ? (size_t)got : 0;
        goes_on = got > 0 && take_frames(socket);
    }
    lose(socket);
}

/* ---- opening and closing ---- */

static void free_socket(RemoteSocket *socket)
{
    BIO_free_all(socket->bio);
    SSL_CTX_free(socket->tls);
    free(socket->input);
    free(socket->message);
    free(socket);
}

RemoteSocket *remote_socket_open(const RemoteSocketOptions *options, char *line)
{
    RemoteSocket *socket = memory_new(sizeof *socket);
    int file = -1;
    socket->options = *options;
    socket->size = HEAD_MAX + READ_SIZE;
    socket->input = memory_new(socket->size);
    if (!connect_bio(socket, line) || !shake_hands(socket, line)) {
        free_socket(socket);
        return NULL;
    }
    BIO_get_fd(socket->bio, &file);
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK);
    uv_poll_init(options->loop, &socket->poll, file);
    socket->poll.data = socket;
    uv_poll_start(&socket->poll, UV_READABLE | UV_DISCONNECT, on_readable);
    return socket;
}

/* What came right behind the handshake's answer lies in no socket any more. */
void remote_socket_begin(RemoteSocket *socket)
{
    if (!take_frames(socket))
        lose(socket);
}

static void on_closed(uv_handle_t *handle)
{
    free_socket(handle->data);
}

void remote_socket_close(RemoteSocket *socket)
{
    static const unsigned char NORMAL[2] = {1000 >> 8, 1000 & 0xFF};
    send_frame(socket, SERVER_FRAME_CLOSE, NORMAL, sizeof NORMAL);
    socket->lost = true;
    uv_close((uv_handle_t *)&socket->poll, on_closed);
}
