#include "admin_client.h"

#include "admin_socket.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

enum { ANSWER_PIECE = 4096 };

static void set_timeout(int call, int timeout)
{
    struct timeval wait = {.tv_sec = timeout / 1000, .tv_usec = timeout % 1000 * 1000};
    setsockopt(call, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    setsockopt(call, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait); /* of connect, too */
}

/* The socket of the server; -1 when none runs. */
static int reach(const char *directory, int timeout)
{
    int fd, found = -1;
    char path[ADMIN_SOCKET_PATH_MAX];
    if (!admin_socket_path(directory, &fd, path))
        return -1;
    int call = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_un where = {.sun_family = AF_UNIX};
    snprintf(where.sun_path, sizeof where.sun_path, "%s", path);
    if (call >= 0 && timeout)
        set_timeout(call, timeout);
    if (call >= 0 && connect(call, (const struct sockaddr *)&where, sizeof where) == 0)
        found = call;
    else if (call >= 0)
        close(call);
    close(fd);
    return found;
}

static bool send_all(int call, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t sent = send(call, bytes, size, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR)
            return false;
        if (sent > 0) {
            bytes += sent;
            size -= (size_t)sent;
        }
    }
    return true;
}

static ssize_t read_piece(int call, char piece[ANSWER_PIECE])
{
    ssize_t size;
    do
        size = read(call, piece, ANSWER_PIECE);
    while (size < 0 && errno == EINTR);
    return size;
}

int admin_ask(const char *directory, int count, const char *const words[], int timeout, Text *out)
{
    char piece[ANSWER_PIECE];
    ssize_t size = 0;
    int status = -1;
    bool sent = true;
    int call = reach(directory, timeout);
    if (call < 0)
        return ADMIN_NO_SERVER;
    for (int i = 0; i < count && sent; i++)
        sent = send_all(call, words[i], strlen(words[i]) + 1);
    shutdown(call, SHUT_WR);
    while (sent && (size = read_piece(call, piece)) > 0) {
        bool is_first = status < 0;
        if (is_first)
            status = piece[0] - '0';
        text_append(out, piece + is_first, (size_t)size - is_first);
    }
    close(call);
    return size == 0 && status >= ADMIN_DONE && status <= ADMIN_USAGE ? status : ADMIN_NO_ANSWER;
}
