#include "admin_socket.h"

#include "command_table.h"
#include "log.h"
#include "memory.h"
#include "wall_clock.h"

#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static const char NAME[] = "castled.sock";

enum { BACKLOG = 2 * ADMIN_SOCKET_AT_ONCE, WHO_MAX = STORE_NAME_MAX + 1 };

typedef struct Caller Caller;
struct Caller {
    uv_pipe_t pipe;
    uv_timer_t timer; /* runs while the caller has to send or to read */
    int handles;      /* how many of these two are not closed yet */
    uv_write_t write;
    AdminSocket *admin;
    Caller *next;
    char words[ADMIN_SOCKET_WORDS_MAX + 1];
    size_t length;
    char who[WHO_MAX];
    Text answer;
    uint64_t number; /* that the answer waits for */
    bool asked, acting, reading, answered;
};

struct AdminSocket {
    uv_pipe_t pipe;
    AdminTarget target;
    int directory;
    uint64_t committed;
    Caller *callers;
    int count;
    bool closing, gone; /* the listening pipe's handle */
};

bool admin_socket_path(const char *directory, int *fd, char path[ADMIN_SOCKET_PATH_MAX])
{
    *fd = open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (*fd < 0)
        return false;
    snprintf(path, ADMIN_SOCKET_PATH_MAX, "/proc/self/fd/%d/%s", *fd, NAME);
    return true;
}

/* ---- who calls ---- */

/* Whether the peer may give commands; fills in who it is. */
static bool may_call(Caller *caller)
{
    struct ucred peer;
    socklen_t size = sizeof peer;
    uv_os_fd_t fd;
    if (uv_fileno((uv_handle_t *)&caller->pipe, &fd) != 0 ||
        getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
        return false;
    const struct passwd *entry = getpwuid(peer.uid);
    if (entry)
        snprintf(caller->who, sizeof caller->who, "%s", entry->pw_name);
    else
        snprintf(caller->who, sizeof caller->who, "uid %u", (unsigned)peer.uid);
    return peer.uid == 0 || peer.uid == geteuid();
}

static void free_when_alone(AdminSocket *admin)
{
    if (admin->gone && admin->count == 0)
        free(admin);
}

static void caller_gone(uv_handle_t *handle)
{
    Caller *caller = handle->data;
    AdminSocket *admin = caller->admin;
    Caller **at = &admin->callers;
    if (--caller->handles > 0)
        return;
    while (*at != caller)
        at = &(*at)->next;
    *at = caller->next;
    admin->count--;
    text_clear(&caller->answer);
    free(caller);
    free_when_alone(admin);
}

/* A caller that waits for the accounts or the store is closed when they have answered. */
static void hang_up(Caller *caller)
{
    if (uv_is_closing((uv_handle_t *)&caller->pipe) || caller->reading || caller->acting)
        return;
    uv_close((uv_handle_t *)&caller->pipe, caller_gone);
    uv_close((uv_handle_t *)&caller->timer, caller_gone);
}

static void on_silence(uv_timer_t *timer)
{
    hang_up(timer->data);
}

/* ---- answers ---- */

static void written(uv_write_t *write, int status)
{
    (void)status;
    hang_up(write->data);
}

static void answer(Caller *caller)
{
    if (caller->reading || caller->acting || caller->answered || !caller->asked ||
        caller->number > caller->admin->committed)
        return;
    uv_buf_t bytes = uv_buf_init(caller->answer.bytes, (unsigned)caller->answer.length);
    caller->answered = true;
    caller->write.data = caller;
    uv_timer_start(&caller->timer, on_silence, ADMIN_SOCKET_WAIT, 0);
    if (uv_write(&caller->write, (uv_stream_t *)&caller->pipe, &bytes, 1, written) != 0)
        hang_up(caller);
}

static void on_lines(void *context, StoreError error, const char *text, size_t length)
{
    Caller *caller = context;
    caller->reading = false;
    if (error != STORE_OK)
        caller->answer.bytes[0] = '0' + ADMIN_REFUSED;
    else
        text_append(&caller->answer, text, length);
    if (caller->admin->closing)
        hang_up(caller);
    else
        answer(caller);
}

/* ---- commands ---- */

static void performed(void *context, const AdminResult *result)
{
    Caller *caller = context;
    caller->acting = false;
    caller->answer.bytes[0] = (char)('0' + result->status);
    caller->number = result->number;
    if (result->shows_lines && !caller->admin->closing) {
        caller->reading =
            store_read_listing(caller->admin->target.store, result->lines, "", on_lines, caller);
        if (!caller->reading)
            caller->answer.bytes[0] = '0' + ADMIN_REFUSED;
    }
    if (caller->admin->closing)
        hang_up(caller);
    else
        answer(caller);
}

static void perform(Caller *caller)
{
    AdminSocket *admin = caller->admin;
    const char *words[ADMIN_WORDS_MAX];
    int count = 0;
    for (char *at = caller->words; at < caller->words + caller->length && count < ADMIN_WORDS_MAX;
         at += strlen(at) + 1)
        words[count++] = at;
    AdminTarget target = admin->target;
    target.now = wall_clock();
    target.who = caller->who;
    text_append(&caller->answer, "0", 1);
    caller->asked = caller->acting = true;
    admin_run(&target, count, words, &caller->answer, performed, caller);
}

static void allocate(uv_handle_t *handle, size_t suggested, uv_buf_t *bytes)
{
    Caller *caller = handle->data;
    (void)suggested;
    *bytes = uv_buf_init(caller->words + caller->length,
                         (unsigned)(ADMIN_SOCKET_WORDS_MAX - caller->length));
}

static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *bytes)
{
    Caller *caller = stream->data;
    (void)bytes;
    if (size > 0) {
        caller->length += (size_t)size;
    } else if (size == UV_EOF && !caller->asked) {
        uv_read_stop(stream);
        uv_timer_stop(&caller->timer);
        perform(caller);
    } else if (size < 0) { /* also when it is too long: there is no room to read into */
        hang_up(caller);
    }
}

static void on_caller(uv_stream_t *server, int status)
{
    AdminSocket *admin = server->data;
    bool is_full = admin->count >= ADMIN_SOCKET_AT_ONCE;
    if (status != 0)
        return;
    Caller *caller = memory_new(sizeof *caller);
    caller->admin = admin;
    caller->next = admin->callers;
    admin->callers = caller;
    admin->count++;
    text_init(&caller->answer);
    uv_pipe_init(server->loop, &caller->pipe, 0);
    uv_timer_init(server->loop, &caller->timer);
    caller->pipe.data = caller->timer.data = caller;
    caller->handles = 2;
    uv_timer_start(&caller->timer, on_silence, ADMIN_SOCKET_WAIT, 0);
    /* One too many is accepted, too, and closed: libuv stops listening while a connection is not
     * accepted. */
    if (uv_accept(server, (uv_stream_t *)&caller->pipe) != 0 || is_full || !may_call(caller) ||
        uv_read_start((uv_stream_t *)&caller->pipe, allocate, on_read) != 0)
        hang_up(caller);
}

/* ---- opening and closing ---- */

void admin_socket_committed(AdminSocket *admin, uint64_t number)
{
    admin->committed = number;
    for (Caller *caller = admin->callers; caller; caller = caller->next)
        answer(caller);
}

static void admin_socket_gone(uv_handle_t *handle)
{
    AdminSocket *admin = handle->data;
    close(admin->directory);
    admin->gone = true;
    free_when_alone(admin);
}

AdminSocket *admin_socket_open(uv_loop_t *loop, const char *directory, const AdminTarget *target)
{
    char path[ADMIN_SOCKET_PATH_MAX];
    AdminSocket *admin = memory_new(sizeof *admin);
    admin->target = *target;
    if (!admin_socket_path(directory, &admin->directory, path)) {
        free(admin);
        return NULL;
    }
    unlink(path); /* left by a server that was killed; the directory is ours */
    uv_pipe_init(loop, &admin->pipe, 0);
    admin->pipe.data = admin;
    mode_t before = umask(0177);
    int refused = uv_pipe_bind(&admin->pipe, path);
    umask(before);
    if (refused == 0)
        refused = uv_listen((uv_stream_t *)&admin->pipe, BACKLOG, on_caller);
    if (refused == 0)
        return admin;
    log_warning("castled admin cannot reach this server: %s", uv_strerror(refused));
    admin->closing = true;
    uv_close((uv_handle_t *)&admin->pipe, admin_socket_gone);
    return NULL;
}

void admin_socket_aim(AdminSocket *admin, const AdminTarget *target)
{
    admin->target = *target;
}

void admin_socket_close(AdminSocket *admin)
{
    admin->closing = true;
    for (Caller *caller = admin->callers, *next; caller; caller = next) {
        next = caller->next;
        hang_up(caller);
    }
    uv_close((uv_handle_t *)&admin->pipe, admin_socket_gone);
}
