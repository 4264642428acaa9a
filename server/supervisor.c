#include "supervisor.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { OF_SOCKETS = 3 };

static const char *const VARIABLES[] = {"LISTEN_PID",    "LISTEN_FDS",    "LISTEN_FDNAMES",
                                        "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"};

/* A whole number from 'least' to 'most'; -1 for anything else. */
static long long number_of(const char *text, long long least, long long most)
{
    char *end;
    errno = 0;
    long long number = text && *text >= '0' && *text <= '9' ? strtoll(text, &end, 10) : -1;
    return number >= least && number <= most && errno == 0 && *end == '\0' ? number : -1;
}

/* ---- sockets ---- */

static bool is_listening_tcp(int fd)
{
    int type = 0, listens = 0;
    struct sockaddr_storage name = {0};
    socklen_t type_size = sizeof type, listens_size = sizeof listens, size = sizeof name;
    return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &type_size) == 0 && type == SOCK_STREAM &&
           getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &listens_size) == 0 && listens &&
           getsockname(fd, (struct sockaddr *)&name, &size) == 0 &&
           (name.ss_family == AF_INET || name.ss_family == AF_INET6);
}

/* The next of the names with colons between, which may be fewer than there are sockets. */
static void take_name(const char **names, char name[SUPERVISOR_NAME_MAX])
{
    size_t length = strcspn(*names, ":");
    snprintf(name, SUPERVISOR_NAME_MAX, "%.*s", (int)length, *names);
    *names += length + ((*names)[length] != '\0');
}

static bool take_sockets(Supervisor *supervisor, char *line)
{
    const char *pid = getenv("LISTEN_PID"), *fds = getenv("LISTEN_FDS");
    const char *names = getenv("LISTEN_FDNAMES");
    if (!fds || !pid || number_of(pid, 1, INT32_MAX) != getpid())
        return true; /* they are for another process */
    long long count = number_of(fds, 0, SUPERVISOR_SOCKETS_MAX);
    if (count < 0) {
        snprintf(line, SUPERVISOR_LINE_MAX, "LISTEN_FDS: expected a number from 0 to %d",
                 SUPERVISOR_SOCKETS_MAX);
        return false;
    }
    names = names ? names : "";
    for (int i = 0; i < (int)count; i++) {
        SupervisorSocket *socket = &supervisor->sockets[supervisor->socket_count++];
        socket->fd = SUPERVISOR_FIRST_SOCKET + i;
        take_name(&names, socket->name);
        if (!is_listening_tcp(socket->fd) || fcntl(socket->fd, F_SETFD, FD_CLOEXEC) != 0) {
            snprintf(line, SUPERVISOR_LINE_MAX,
                     "descriptor %d, of LISTEN_FDS, is not a listening TCP socket", socket->fd);
            return false;
        }
    }
    return true;
}

/* ---- what it is told ---- */

/* A path, or after an @ a name in the abstract namespace (unix(7)). */
static bool open_channel(Supervisor *supervisor, char *line)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un where = {.sun_family = AF_UNIX};
    if (!path || !*path)
        return true;
    size_t length = strlen(path);
    if ((*path != '/' && *path != '@') || length < 2 || length >= sizeof where.sun_path) {
        snprintf(line, SUPERVISOR_LINE_MAX,
                 "NOTIFY_SOCKET: expected an absolute path, or @ and a "
                 "name");
        return false;
    }
    memcpy(where.sun_path, path, length);
    if (*path == '@')
        where.sun_path[0] = '\0';
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    supervisor->channel = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (supervisor->channel >= 0 &&
        connect(supervisor->channel, (const struct sockaddr *)&where, size) == 0)
        return true;
    snprintf(line, SUPERVISOR_LINE_MAX, "NOTIFY_SOCKET %.100s: %s", path, strerror(errno));
    return false;
}

/* Nothing can be done when it does not listen: it then does what it does with a service that is silent. */
static void tell(const Supervisor *supervisor, const char *text)
{
    if (supervisor->channel >= 0)
        (void)!send(supervisor->channel, text, strlen(text), MSG_NOSIGNAL);
}

static void tell_state(Supervisor *supervisor, const char *first)
{
    char state[SUPERVISOR_STATE_MAX] = "", text[SUPERVISOR_STATE_MAX + 64];
    supervisor->describe(supervisor->context, state);
    snprintf(text, sizeof text, "%s\nSTATUS=%s", first, state);
    tell(supervisor, text);
}

static void on_timer(uv_timer_t *timer)
{
    tell_state(timer->data, "WATCHDOG=1");
}

static uint64_t read_interval(void)
{
    const char *pid = getenv("WATCHDOG_PID");
    if (pid && number_of(pid, 1, INT32_MAX) != getpid())
        return 0;
    long long interval = number_of(getenv("WATCHDOG_USEC"), 1, INT64_MAX);
    return interval < 0 ? 0 : interval < 2000 ? 2 : (uint64_t)interval / 1000;
}

/* ---- from start to end ---- */

bool supervisor_open(Supervisor *supervisor, char *line)
{
    *supervisor = (Supervisor){.channel = -1, .interval = read_interval()};
    bool sound = take_sockets(supervisor, line) && open_channel(supervisor, line);
    for (size_t i = 0; i < sizeof VARIABLES / sizeof *VARIABLES; i++)
        unsetenv(VARIABLES[i]);
    return sound;
}

void supervisor_forget_sockets(void)
{
    for (size_t i = 0; i < OF_SOCKETS; i++)
        unsetenv(VARIABLES[i]);
}

void supervisor_ready(Supervisor *supervisor, uv_loop_t *loop,
                      void (*describe)(void *context, char state[SUPERVISOR_STATE_MAX]),
                      void *context)
{
    assert(!supervisor->has_timer);
    supervisor->describe = describe;
    supervisor->context = context;
    tell_state(supervisor, "READY=1");
    if (supervisor->channel < 0 || supervisor->interval == 0)
        return;
    uv_timer_init(loop, &supervisor->timer);
    supervisor->timer.data = supervisor;
    supervisor->has_timer = true;
    uv_timer_start(&supervisor->timer, on_timer, supervisor->interval / 2,
                   supervisor->interval / 2);
}

void supervisor_stopping(Supervisor *supervisor)
{
    tell(supervisor, "STOPPING=1\nSTATUS=stopping");
    supervisor_pause(supervisor);
}

/* ---- another process takes over ---- */

void supervisor_pause(Supervisor *supervisor)
{
    if (supervisor->has_timer)
        uv_close((uv_handle_t *)&supervisor->timer, NULL);
    supervisor->has_timer = false;
}

void supervisor_alive(const Supervisor *supervisor, const char *state)
{
    char text[SUPERVISOR_STATE_MAX + 64];
    snprintf(text, sizeof text, "WATCHDOG=1\nSTATUS=%s", state);
    tell(supervisor, text);
}

void supervisor_hand_over(const Supervisor *supervisor, pid_t process)
{
    char text[64];
    snprintf(text, sizeof text, "MAINPID=%ld", (long)process);
    tell(supervisor, text);
}
