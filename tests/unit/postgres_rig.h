/* postgres_rig.h - a PostgreSQL server of a test's own, in a directory that goes away with it, on a socket in there.
 *
 * One for each test program; its tests have databases of their own. PostgreSQL does not run as root, so it runs as nobody
 * then. It ends with the program, however that ends. */
#pragma once

#include "check_rig.h"

#include <errno.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { POSTGRES_RIG_NOBODY = 65534, POSTGRES_RIG_PATH = 64, POSTGRES_RIG_SKIPPED = 77 };

typedef struct {
    char directory[POSTGRES_RIG_PATH];
    pid_t pid;
} PostgresRig;

/* Where Debian has the programs; NULL: they are not installed. */
static inline const char *postgres_rig_programs(void)
{
    static char path[64];
    for (int version = 18; version >= 14; version--) {
        snprintf(path, sizeof path, "/usr/lib/postgresql/%d/bin/postgres", version);
        if (access(path, X_OK) == 0) {
            *strrchr(path, '/') = '\0';
            return path;
        }
    }
    return NULL;
}

/* Starts a program of PostgreSQL, which ends with this one. arguments[0] becomes its path, from which it finds its others. */
static inline pid_t postgres_rig_spawn(const PostgresRig *rig, const char *program,
                                       char *arguments[])
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", postgres_rig_programs(), program);
    pid_t parent = getpid(), pid = fork();
    if (pid != 0)
        return pid;
    int log = open("/dev/null", O_RDWR);
    dup2(log, STDIN_FILENO);
    if (!getenv("CASTLED_TEST_LOUD")) {
        dup2(log, STDOUT_FILENO);
        dup2(log, STDERR_FILENO);
    }
    if (geteuid() == 0 && (setgid(POSTGRES_RIG_NOBODY) != 0 || setuid(POSTGRES_RIG_NOBODY) != 0))
        _exit(1);
    prctl(PR_SET_PDEATHSIG, SIGQUIT);
    if (getppid() != parent || chdir(rig->directory) != 0)
        _exit(1);
    arguments[0] = path;
    execv(path, arguments);
    _exit(1);
}

static inline void postgres_rig_address(const PostgresRig *rig, const char *database, char *address,
                                        size_t size)
{
    snprintf(address, size, "postgresql://castled@/%s?host=%s", database, rig->directory);
}

/* Ends a connection, if there is one. */
static inline void postgres_rig_forget(void **connection)
{
    PQfinish(*connection);
    *connection = NULL;
}

/* Runs statements by a connection that is kept; the first value of the last one, -1 without a row. */
static inline long long postgres_rig_ask(void **connection, const char *address, const char *sql)
{
    if (!*connection) {
        *connection = PQconnectdb(address);
        ck_assert_msg(PQstatus(*connection) == CONNECTION_OK, "%s", PQerrorMessage(*connection));
        PQclear(PQexec(*connection, "SET search_path TO castled"));
    }
    PGresult *result = PQexec(*connection, sql);
    ExecStatusType status = PQresultStatus(result);
    ck_assert_msg(status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK, "%s: %s", sql,
                  PQerrorMessage(*connection));
    long long value = PQntuples(result) > 0 ? atoll(PQgetvalue(result, 0, 0)) : -1;
    PQclear(result);
    return value;
}

static inline void postgres_rig_start(PostgresRig *rig)
{
    char data[POSTGRES_RIG_PATH + 8];
    snprintf(data, sizeof data, "%s/data", rig->directory);
    char *arguments[] = {"postgres",
                         "-D",
                         data,
                         "-k",
                         rig->directory,
                         "-c",
                         "listen_addresses=",
                         "-c",
                         "fsync=off",
                         "-c",
                         "shared_buffers=16MB",
                         "-c",
                         "max_connections=20",
                         "-c",
                         "autovacuum=off",
                         "-c",
                         "dynamic_shared_memory_type=mmap", /* in its directory, whoever kills it */
                         "-c",
                         "unix_socket_permissions=0777",
                         "-c",
                         "dynamic_shared_memory_type=mmap", /* goes with the directory */
                         NULL};
    rig->pid = postgres_rig_spawn(rig, "postgres", arguments);
    char address[256];
    postgres_rig_address(rig, "postgres", address, sizeof address);
    while (PQping(address) != PQPING_OK) {
        if (waitpid(rig->pid, NULL, WNOHANG) != 0) {
            fputs("PostgreSQL does not start; CASTLED_TEST_LOUD=1 shows why\n", stderr);
            abort();
        }
        usleep(20000);
    }
}

static inline void postgres_rig_run(const char *format, const char *from, const char *to)
{
    char command[512];
    snprintf(command, sizeof command, format, from, to);
    if (system(command) != 0)
        abort();
}

/* A data directory as initdb makes it. It is made once for all programs, which copy it: that takes a tenth of the time. */
static inline void postgres_rig_init(const PostgresRig *rig, char *data)
{
    int status = 1;
    char *arguments[] = {
        "initdb",          "-D", data,   "-U",         "castled",   "-A",
        "trust",           "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions",
        "--wal-segsize=1", NULL};
    if (access(TEST_POSTGRES_TEMPLATE, R_OK) == 0) {
        postgres_rig_run("cp -r '%s' '%s'", TEST_POSTGRES_TEMPLATE, data);
    } else {
        waitpid(postgres_rig_spawn(rig, "initdb", arguments), &status, 0);
        if (status != 0)
            abort();
        postgres_rig_run("cp -r '%s' '%s'.$PPID", data, TEST_POSTGRES_TEMPLATE);
        /* Another program may have been faster. */
        postgres_rig_run("mv -T '%s'.$PPID '%s' 2>/dev/null || true", TEST_POSTGRES_TEMPLATE,
                         TEST_POSTGRES_TEMPLATE);
        postgres_rig_run("rm -rf '%s'.$PPID%s", TEST_POSTGRES_TEMPLATE, "");
    }
    postgres_rig_run(geteuid() == 0 ? "chown -R nobody: '%s'%s" : "true '%s'%s", data, "");
    postgres_rig_run("chmod -R go-rwx '%s'%s", data, "");
}

/* For a server's data and its socket. */
static inline void postgres_rig_make_directory(PostgresRig *rig)
{
    *rig = (PostgresRig){.pid = -1};
    const char *base = getenv("TMPDIR");
    snprintf(rig->directory, sizeof rig->directory, "%s/castled-pg-XXXXXX",
             base && strlen(base) < 32 ? base : "/tmp");
    if (!mkdtemp(rig->directory) || chmod(rig->directory, 0755) != 0 ||
        (geteuid() == 0 && chown(rig->directory, POSTGRES_RIG_NOBODY, POSTGRES_RIG_NOBODY) != 0))
        abort();
}

/* False when there is no PostgreSQL on this machine. */
static inline bool postgres_rig_begin(PostgresRig *rig)
{
    char data[POSTGRES_RIG_PATH + 8];
    *rig = (PostgresRig){.pid = -1};
    if (!postgres_rig_programs())
        return false;
    postgres_rig_make_directory(rig);
    snprintf(data, sizeof data, "%s/data", rig->directory);
    postgres_rig_init(rig, data);
    postgres_rig_start(rig);
    return true;
}

static inline void postgres_rig_kill(PostgresRig *rig, int how)
{
    if (rig->pid > 0 && kill(rig->pid, how) == 0)
        waitpid(rig->pid, NULL, 0);
    rig->pid = -1;
}

static inline void postgres_rig_end(PostgresRig *rig)
{
    char command[POSTGRES_RIG_PATH + 16];
    postgres_rig_kill(rig, SIGQUIT);
    snprintf(command, sizeof command, "rm -rf '%s'", rig->directory);
    if (system(command) != 0)
        fprintf(stderr, "%s is left behind\n", rig->directory);
}
