#include "starter.h"

#include "handover.h"
#include "supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CANNOT_START = 127, BY_SIGNAL = 128, FIRST_OTHER = 3, ANSWER_MAX = 64 };

/* The process that waits. */
typedef struct {
    int channel;            /* its end */
    int other;              /* the server's end, for the next server; -1: that one makes its own */
    int signals;            /* a signalfd */
    pid_t serving;          /* the server, while this is process 1; else 0 */
    pid_t started;          /* what was started last; 0: it has ended */
    char program[PATH_MAX]; /* where the server was started from */
    char *const *argv;
} Keeper;

/* ---- the program ---- */

static bool is_this_program(const char *path)
{
    struct stat found, ours;
    return stat(path, &found) == 0 && stat("/proc/self/exe", &ours) == 0 &&
           found.st_dev == ours.st_dev && found.st_ino == ours.st_ino;
}

/* As execvp would find it. */
static bool find_in_path(const char *name, char program[PATH_MAX])
{
    const char *rest = getenv("PATH");
    while (rest && *rest) {
        int length = (int)strcspn(rest, ":");
        int all = snprintf(program, PATH_MAX, "%.*s/%s", length, rest, name);
        if (length > 0 && all < PATH_MAX && is_this_program(program))
            return true;
        rest += length + (rest[length] == ':');
    }
    return false;
}

/* The path by which the server was started, links and all: an upgrade may change where they lead. */
static bool find_program(const char *name, char program[PATH_MAX])
{
    snprintf(program, PATH_MAX, "%s", name);
    if (strchr(name, '/') ? is_this_program(program) : find_in_path(name, program))
        return true;
    ssize_t length = readlink("/proc/self/exe", program, PATH_MAX - 1);
    if (length <= 0)
        return false;
    program[length] = '\0';
    return true;
}

/* ---- in the process that waits ---- */

static void set_number(const char *variable, long number)
{
    char text[32];
    snprintf(text, sizeof text, "%ld", number);
    setenv(variable, text, 1);
}

/* What the old server listens on, it hands over itself. */
static void set_environment(const Keeper *keeper, int control)
{
    char text[64];
    supervisor_forget_sockets();
    if (getenv("WATCHDOG_PID"))
        set_number("WATCHDOG_PID", (long)getpid());
    if (keeper->other >= 0)
        snprintf(text, sizeof text, "%d,%d", control, keeper->other);
    else
        snprintf(text, sizeof text, "%d", control);
    setenv(HANDOVER_VARIABLE, text, 1);
}

static _Noreturn void become_server(const Keeper *keeper, int control)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    set_environment(keeper, control);
    fcntl(control, F_SETFD, 0);
    if (keeper->other >= 0)
        fcntl(keeper->other, F_SETFD, 0);
    execv(keeper->program, keeper->argv);
    dprintf(STDERR_FILENO, "castled: %s: %s\n", keeper->program, strerror(errno));
    _exit(CANNOT_START);
}

static void start_server(Keeper *keeper, int control)
{
    char answer[ANSWER_MAX];
    pid_t pid = fork();
    if (pid == 0)
        become_server(keeper, control);
    if (pid > 0)
        keeper->started = pid;
    snprintf(answer, sizeof answer, "%ld", pid > 0 ? (long)pid : -(long)errno);
    handover_send(keeper->channel, answer, -1);
}

/* As process 1. The old server has closed all by now; if the new one has ended meanwhile, there is none. */
static void replace(Keeper *keeper)
{
    if (!keeper->started)
        _exit(EXIT_FAILURE);
    keeper->serving = keeper->started;
}

/* False when there is nobody any more who could ask. */
static bool obey(Keeper *keeper)
{
    char order[HANDOVER_MESSAGE_MAX];
    int fd;
    if (!handover_receive(keeper->channel, order, &fd))
        return false;
    if (strcmp(order, "start") == 0 && fd >= 0)
        start_server(keeper, fd);
    else if (strcmp(order, "kill") == 0 && keeper->started)
        kill(keeper->started, SIGKILL);
    else if (strcmp(order, "replace") == 0 && keeper->serving)
        replace(keeper);
    if (fd >= 0)
        close(fd);
    return true;
}

static bool is_asked(const Keeper *keeper)
{
    struct pollfd look = {.fd = keeper->channel, .events = POLLIN};
    return poll(&look, 1, 0) > 0;
}

/* As process 1. What the server said before it ended counts. */
static void end_with(Keeper *keeper, pid_t server, int status)
{
    while (is_asked(keeper) && obey(keeper))
        continue;
    if (keeper->serving == server)
        _exit(WIFEXITED(status) ? WEXITSTATUS(status) : BY_SIGNAL + WTERMSIG(status));
}

static void collect(Keeper *keeper)
{
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
        if (pid == keeper->serving)
            end_with(keeper, pid, status);
        if (pid == keeper->started)
            keeper->started = 0;
    }
}

static void receive_signal(Keeper *keeper)
{
    struct signalfd_siginfo signal;
    if (read(keeper->signals, &signal, sizeof signal) != (ssize_t)sizeof signal)
        return;
    if (signal.ssi_signo == SIGCHLD)
        collect(keeper);
    else if (keeper->serving)
        kill(keeper->serving, (int)signal.ssi_signo);
}

/* The server's own is said to it; here they are only heard as process 1. */
static void set_of_signals(sigset_t *set)
{
    static const int SIGNALS[] = {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2};
    sigemptyset(set);
    for (size_t i = 0; i < sizeof SIGNALS / sizeof *SIGNALS; i++)
        sigaddset(set, SIGNALS[i]);
}

static void close_between(int first, int last)
{
    if (first <= last && close_range((unsigned)first, (unsigned)last, 0) != 0)
        for (int fd = first; fd <= last && fd < 1024; fd++)
            close(fd);
}

static void close_others(const Keeper *keeper)
{
    int low = keeper->channel, high = keeper->other;
    if (high >= 0 && high < low) {
        low = keeper->other;
        high = keeper->channel;
    }
    close_between(FIRST_OTHER, low - 1);
    close_between(low + 1, high >= 0 ? high - 1 : INT_MAX);
    if (high >= 0)
        close_between(high + 1, INT_MAX);
}

static _Noreturn void keep(Keeper *keeper)
{
    sigset_t set;
    prctl(PR_SET_NAME, "castled-starter");
    close_others(keeper);
    set_of_signals(&set);
    sigprocmask(SIG_BLOCK, &set, NULL);
    keeper->signals = signalfd(-1, &set, SFD_CLOEXEC);
    struct pollfd looks[] = {{.fd = keeper->channel, .events = POLLIN},
                             {.fd = keeper->signals, .events = POLLIN}};
    for (;;) {
        if (poll(looks, 2, -1) < 0 && errno != EINTR)
            _exit(EXIT_FAILURE);
        if (looks[0].revents && !obey(keeper))
            _exit(EXIT_SUCCESS);
        if (looks[1].revents)
            receive_signal(keeper);
    }
}

/* ---- in the server ---- */

/* What a service manager addressed to the process that is now another. */
static void readdress(const char *variable, pid_t before)
{
    const char *text = getenv(variable);
    if (text && strtol(text, NULL, 10) == before)
        set_number(variable, (long)getpid());
}

static pid_t fork_with_signals(void)
{
    sigset_t set, before;
    set_of_signals(&set);
    sigprocmask(SIG_BLOCK, &set, &before); /* none may come before it is known to whom it goes */
    pid_t pid = fork();
    if (pid == 0)
        sigprocmask(SIG_SETMASK, &before, NULL);
    return pid;
}

/* Process 1 waits, and its child is the server. */
static bool go_below(Keeper *keeper)
{
    pid_t before = getpid(), pid = fork_with_signals();
    if (pid > 0) {
        keeper->serving = pid;
        keep(keeper);
    }
    readdress("LISTEN_PID", before);
    readdress("WATCHDOG_PID", before);
    return pid == 0;
}

static bool have_child_keep(Keeper *keeper)
{
    keeper->other = -1;
    pid_t pid = fork();
    if (pid == 0)
        keep(keeper);
    return pid > 0;
}

bool starter_begin(Starter *starter, char *const argv[], int channel, char *line)
{
    int pair[2];
    Keeper keeper = {.argv = argv};
    starter->channel = channel;
    if (channel >= 0)
        return true;
    bool is_made = find_program(argv[0], keeper.program) &&
                   socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) == 0;
    if (is_made) {
        keeper.channel = pair[1];
        keeper.other = starter->channel = pair[0];
        is_made = getpid() == 1 ? go_below(&keeper) : have_child_keep(&keeper);
        close(pair[1]);
    }
    if (!is_made)
        snprintf(line, STARTER_LINE_MAX, "a process cannot be started: %s", strerror(errno));
    return is_made;
}

pid_t starter_start(const Starter *starter, int control)
{
    char answer[HANDOVER_MESSAGE_MAX];
    int fd;
    if (!handover_send(starter->channel, "start", control) ||
        !handover_receive(starter->channel, answer, &fd))
        return -1;
    long pid = strtol(answer, NULL, 10);
    if (pid > 0)
        return (pid_t)pid;
    errno = (int)-pid;
    return -1;
}

void starter_kill(const Starter *starter)
{
    handover_send(starter->channel, "kill", -1);
}

void starter_replace(const Starter *starter)
{
    handover_send(starter->channel, "replace", -1);
}
