#include "remote_socket.h"

#include "memory.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    HEAD_MAX = 16 * 1024, /* bytes of the handshake's answer */
    KEY_BYTES = 16,       /* RFC 6455, 4.1 */
    KEY_MAX = 25,
    READ_SIZE = 16 * 1024, /* as much as a record of TLS has (RFC 8446, 5.1) */
    OPEN_PATIENCE =
        10 * 1000, /* ms until the handshake is to be answered, however slowly it comes */
    WRITE_PATIENCE = 10 * 1000, /* ms for which a full socket is waited for */
    SILENCE_MAX = 60 * 1000,    /* ms without a byte; a server pings after 25 s */
};

struct RemoteSocket {
    RemoteSocketOptions options;
    SSL_CTX *tls; /* NULL: plain */
    BIO *bio;     /* never blocks */
    uv_poll_t poll;
    uv_timer_t silence;
    bool lost;
    int refused;          /* the status of HTTP with which the server has refused it */
    unsigned char *input; /* what has come and is no whole frame yet */
    size_t used, size;
    char *message; /* the parts of a message that have come */
    size_t message_length;
};

/* ---- waiting ---- */

static int64_t now_ms(void)
{
    return (int64_t)(uv_hrtime() / 1000000);
}

/* False, with ETIMEDOUT, when that time comes first. */
static bool wait_for(int file, short events, int64_t until)
{
    struct pollfd ready = {.fd = file, .events = events};
    for (int64_t left; (left = until - now_ms()) > 0;) {
        int count = poll(&ready, 1, (int)left);
        if (count > 0 || (count < 0 && errno != EINTR))
            return count > 0;
    }
    errno = ETIMEDOUT;
    return false;
}

/* Until the BIO may go on with what it could not do; false when it never can, or not in time. */
static bool may_retry(RemoteSocket *socket, int64_t until)
{
    int file = -1;
    BIO_get_fd(socket->bio, &file);
    return BIO_should_retry(socket->bio) &&
           wait_for(file, BIO_should_read(socket->bio) ? POLLIN : POLLOUT, until);
}

/* ---- connecting ---- */

/* -1 with errno: nobody accepts it there, or not in time. */
static int connect_to(const struct addrinfo *address, int64_t until)
{
    int error = 0;
    socklen_t size = sizeof error;
    int file = socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (file < 0 || connect(file, address->ai_addr, address->ai_addrlen) == 0)
        return file;
    if (errno == EINPROGRESS && wait_for(file, POLLOUT, until) &&
        getsockopt(file, SOL_SOCKET, SO_ERROR, &error, &size) == 0) {
        if (error == 0)
            return file;
        errno = error;
    }
    error = errno;
    close(file);
    errno = error;
    return -1;
}

/* -1, and *why says why. */
static int connect_tcp(const ServerUrl *url, int64_t until, const char **why)
{
    static const struct addrinfo HINTS = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    char port[8];
    int file = -1;
    snprintf(port, sizeof port, "%d", url->port);
    int failure = getaddrinfo(url->host, port, &HINTS, &found);
    if (failure) {
        *why = gai_strerror(failure);
        return -1;
    }
    for (const struct addrinfo *each = found; each && file < 0; each = each->ai_next)
        file = connect_to(each, until);
    *why = strerror(errno);
    freeaddrinfo(found);
    return file;
}

/* Puts TLS in front of the connection. */
static bool add_tls(RemoteSocket *socket)
{
    const ServerUrl *url = socket->options.url;
    SSL *ssl = NULL;
    socket->tls = SSL_CTX_new(TLS_client_method());
    if (!socket->tls)
        return false;
    SSL_CTX_set_min_proto_version(socket->tls, TLS1_2_VERSION);
    SSL_CTX_set_default_verify_paths(socket->tls);
    SSL_CTX_set_verify(socket->tls, SSL_VERIFY_PEER, NULL);
    BIO *bio = BIO_new_ssl(socket->tls, 1);
    if (!bio)
        return false;
    BIO_get_ssl(bio, &ssl);
    SSL_set_mode(ssl, SSL_MODE_AUTO_RETRY);
    X509_VERIFY_PARAM *param = SSL_get0_param(ssl);
    if (!X509_VERIFY_PARAM_set1_ip_asc(param, url->host)) {
        SSL_set_tlsext_host_name(ssl, url->host);
        SSL_set1_host(ssl, url->host);
    }
    socket->bio = BIO_push(bio, socket->bio);
    return true;
}

static bool shake_tls(RemoteSocket *socket, int64_t until)
{
    if (!add_tls(socket))
        return false;
    while (BIO_do_handshake(socket->bio) != 1)
        if (!may_retry(socket, until))
            return false;
    return true;
}

static bool connect_bio(RemoteSocket *socket, int64_t until, char *line)
{
    const ServerUrl *url = socket->options.url;
    bool ipv6 = strchr(url->host, ':') != NULL;
    const char *why = "it cannot be reached";
    ERR_clear_error();
    int file = connect_tcp(url, until, &why);
    if (file >= 0) {
        socket->bio = BIO_new_socket(file, BIO_CLOSE);
        if (!url->tls || shake_tls(socket, until))
            return true;
        why = ERR_reason_error_string(ERR_peek_last_error());
    }
    snprintf(line, REMOTE_SOCKET_LINE_MAX, "%s%.100s%s:%d: %.100s", ipv6 ? "[" : "", url->host,
             ipv6 ? "]" : "", url->port, why ? why : "it does not answer");
    return false;
}

/* ---- writing ---- */

static bool write_all(RemoteSocket *socket, const void *text, size_t length)
{
    const char *bytes = text;
    while (length > 0) {
        int wrote = BIO_write(socket->bio, bytes, (int)length);
        if (wrote > 0) {
            bytes += wrote;
            length -= (size_t)wrote;
        } else if (!may_retry(socket, now_ms() + WRITE_PATIENCE)) {
            return false;
        }
    }
    return true;
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

/* False, and it is said why, when there is nothing more to come, or not in time. */
static bool read_more(RemoteSocket *socket, int64_t until, char *line)
{
    int got = 0;
    while (socket->used < HEAD_MAX) {
        got = BIO_read(socket->bio, socket->input + socket->used, (int)(HEAD_MAX - socket->used));
        if (got > 0 || !may_retry(socket, until))
            break;
    }
    socket->used += got > 0 ? (size_t)got : 0;
    bool in_time = now_ms() < until;
    if (got <= 0 || !in_time)
        snprintf(line, REMOTE_SOCKET_LINE_MAX, "%s",
                 in_time ? "that is not a castled server" : "the server does not answer");
    return got > 0 && in_time;
}

/* Reads the answer's head; what is behind it stays in the input. */
static bool read_answer(RemoteSocket *socket, const char *key, int64_t until, char *line)
{
    char accept[SERVER_ACCEPT_MAX], expected[SERVER_ACCEPT_MAX];
    size_t head = 0;
    int status = 0;
    while (head == 0) {
        if (!read_more(socket, until, line))
            return false;
        head = server_answer_parse((char *)socket->input, socket->used, &status, accept);
    }
    expected_accept(key, expected);
    if (status != 101 || strcmp(accept, expected) != 0) {
        snprintf(line, REMOTE_SOCKET_LINE_MAX, "%s", refusal_of(status));
        socket->refused = status;
        return false;
    }
    socket->used -= head;
    memmove(socket->input, socket->input + head, socket->used);
    return true;
}

static bool shake_hands(RemoteSocket *socket, int64_t until, char *line)
{
    unsigned char chance[KEY_BYTES];
    char key[KEY_MAX], request[SERVER_REQUEST_MAX];
    RAND_bytes(chance, sizeof chance);
    EVP_EncodeBlock((unsigned char *)key, chance, sizeof chance);
    if (!server_request_print(socket->options.url, key, socket->options.token, request)) {
        snprintf(line, REMOTE_SOCKET_LINE_MAX, "the token is not valid");
        return false;
    }
    bool sent = write_all(socket, request, strlen(request));
    memset(request, 0, sizeof request);
    if (!sent) {
        snprintf(line, REMOTE_SOCKET_LINE_MAX, "the connection broke");
        return false;
    }
    return read_answer(socket, key, until, line);
}

/* ---- frames ---- */

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
    uv_timer_stop(&socket->silence);
    socket->options.lost(socket->options.context);
}

static void on_silence(uv_timer_t *timer)
{
    lose(timer->data);
}

/* Once for each time that there is something to read, which leaves none of a record of TLS behind: however much comes, the loop
 * also hears what is typed. */
static void on_readable(uv_poll_t *poll, int status, int events)
{
    RemoteSocket *socket = poll->data;
    int got = 0;
    (void)events;
    if (socket->size - socket->used < READ_SIZE) {
        socket->size += 2 * READ_SIZE;
        socket->input = memory_resize(socket->input, socket->size, 1);
    }
    if (status >= 0)
        got = BIO_read(socket->bio, socket->input + socket->used, READ_SIZE);
    if (status >= 0 && got <= 0 && BIO_should_retry(socket->bio))
        return;
    uv_timer_again(&socket->silence);
    socket->used += got > 0 ? (size_t)got : 0;
    if (got <= 0 || !take_frames(socket))
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

RemoteSocket *remote_socket_open(const RemoteSocketOptions *options, RemoteRefusal *refusal)
{
    RemoteSocket *socket = memory_new(sizeof *socket);
    int64_t until = now_ms() + OPEN_PATIENCE;
    int file = -1;
    socket->options = *options;
    socket->size = HEAD_MAX + READ_SIZE;
    socket->input = memory_new(socket->size);
    if (!connect_bio(socket, until, refusal->line) || !shake_hands(socket, until, refusal->line)) {
        refusal->is_final = socket->refused == 401;
        free_socket(socket);
        return NULL;
    }
    BIO_get_fd(socket->bio, &file);
    uv_poll_init(options->loop, &socket->poll, file);
    uv_timer_init(options->loop, &socket->silence);
    socket->poll.data = socket->silence.data = socket;
    uv_poll_start(&socket->poll, UV_READABLE | UV_DISCONNECT, on_readable);
    uv_timer_start(&socket->silence, on_silence, SILENCE_MAX, SILENCE_MAX);
    return socket;
}

/* What came right behind the handshake's answer lies in no socket any more. */
void remote_socket_begin(RemoteSocket *socket)
{
    if (!take_frames(socket))
        lose(socket);
}

static void on_timer_closed(uv_handle_t *handle)
{
    free_socket(handle->data);
}

static void on_poll_closed(uv_handle_t *handle)
{
    RemoteSocket *socket = handle->data;
    uv_close((uv_handle_t *)&socket->silence, on_timer_closed);
}

void remote_socket_close(RemoteSocket *socket)
{
    static const unsigned char NORMAL[2] = {1000 >> 8, 1000 & 0xFF};
    send_frame(socket, SERVER_FRAME_CLOSE, NORMAL, sizeof NORMAL);
    socket->lost = true;
    uv_timer_stop(&socket->silence);
    uv_close((uv_handle_t *)&socket->poll, on_poll_closed);
}
