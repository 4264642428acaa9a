/* nats_rig.h - a NATS server of a test's own, on a port of this machine that nobody else uses. It ends with the program,
 * however that ends. */
#pragma once

#include "check_rig.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NATS_RIG_SKIPPED = 77 };

typedef struct {
    int port;
    pid_t pid; /* 0: it does not run */
} NatsRig;

/* Where Debian has the program; NULL: it is not installed. */
static inline const char *nats_rig_program(void)
{
    static const char *const PATHS[] = {"/usr/sbin/nats-server", "/usr/bin/nats-server", NULL};
    const char *const *path = PATHS;
    while (*path && access(*path, X_OK) != 0)
        path++;
    return *path;
}

static inline struct sockaddr_in nats_rig_address(int port)
{
    return (struct sockaddr_in){.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

/* A port that is free now. */
static inline int nats_rig_port(void)
{
    struct sockaddr_in address = nats_rig_address(0);
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(fd, (struct sockaddr *)&address, size), 0);
    ck_assert_int_eq(getsockname(fd, (struct sockaddr *)&address, &size), 0);
    close(fd);
    return ntohs(address.sin_port);
}

static inline bool nats_rig_answers(const NatsRig *rig)
{
    struct sockaddr_in address = nats_rig_address(rig->port);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    bool answers = connect(fd, (struct sockaddr *)&address, sizeof address) == 0;
    close(fd);
    return answers;
}

/* 'options' are more arguments, NULL at their end. It accepts connections when this returns. */
static inline void nats_rig_start(NatsRig *rig, const char *const *options)
{
    char port[8];
    const char *arguments[20] = {"nats-server", "-a", "127.0.0.1", "-p", port};
    for (int i = 5; *options; i++)
        arguments[i] = *options++;
    snprintf(port, sizeof port, "%d", rig->port);
    pid_t parent = getpid();
    rig->pid = fork();
    if (rig->pid == 0) {
        int log = open("/dev/null", O_RDWR);
        dup2(log, STDIN_FILENO);
        if (!getenv("CASTLED_TEST_LOUD")) {
            dup2(log, STDOUT_FILENO);
            dup2(log, STDERR_FILENO);
        }
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == parent)
            execv(nats_rig_program(), (char *const *)(uintptr_t)arguments);
        _exit(1);
    }
    while (!nats_rig_answers(rig)) {
        ck_assert_int_eq(waitpid(rig->pid, NULL, WNOHANG), 0);
        usleep(5000);
    }
}

static inline void nats_rig_kill(NatsRig *rig)
{
    if (rig->pid > 0) {
        kill(rig->pid, SIGKILL);
        waitpid(rig->pid, NULL, 0);
    }
    rig->pid = 0;
}
