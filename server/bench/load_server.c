#include "load_server.h"

#include "latency.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATH_SIZE = 512, LINE_SIZE = 512, BLOCK = 4096 };

static uint64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* ---- the process ---- */

static void become(const char *const *words, int output)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(output, STDOUT_FILENO);
    execv(words[0], (char *const *)(size_t)words);
    perror(words[0]);
    _exit(127);
}

/* The port of the line that says that it is ready; 0 when it ended before. */
static int read_port(int output)
{
    char line[LINE_SIZE];
    size_t length = 0;
    while (length < sizeof line - 1) {
        ssize_t got = read(output, line + length, sizeof line - 1 - length);
        if (got <= 0)
            return 0;
        length += (size_t)got;
        line[length] = '\0';
        const char *end = strchr(line, '\n');
        const char *port = end ? memrchr(line, ':', (size_t)(end - line)) : NULL;
        if (end)
            return port ? atoi(port + 1) : 0;
    }
    return 0;
}

bool load_server_start(LoadServer *server, const char *const *words)
{
    int pair[2];
    if (pipe2(pair, O_CLOEXEC) != 0)
        return false;
    uint64_t begun = now_us();
    server->pid = fork();
    if (server->pid == 0)
        become(words, pair[1]);
    close(pair[1]);
    server->output = pair[0];
    server->port = server->pid > 0 ? read_port(pair[0]) : 0;
    server->ready_in = now_us() - begun;
    if (server->port)
        return true;
    load_server_kill(server);
    return false;
}

static void end(LoadServer *server, int signal)
{
    if (server->pid > 0) {
        kill(server->pid, signal);
        waitpid(server->pid, NULL, 0);
    }
    close(server->output);
    server->pid = 0;
}

void load_server_stop(LoadServer *server)
{
    end(server, SIGTERM);
}

void load_server_kill(LoadServer *server)
{
    end(server, SIGKILL);
}

/* ---- what it takes ---- */

static uint64_t thread_cpu(pid_t pid, const char *thread)
{
    char path[PATH_SIZE], text[LINE_SIZE];
    snprintf(path, sizeof path, "/proc/%d/task/%s/schedstat", (int)pid, thread);
    FILE *file = fopen(path, "re");
    if (!file)
        return 0;
    uint64_t ns = fgets(text, sizeof text, file) ? strtoull(text, NULL, 10) : 0;
    fclose(file);
    return ns;
}

static void add_cpu(pid_t pid, LoadUse *use)
{
    char path[PATH_SIZE];
    int usual = getpriority(PRIO_PROCESS, (id_t)pid);
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *threads = opendir(path);
    if (!threads)
        return;
    for (struct dirent *each; (each = readdir(threads));) {
        if (each->d_name[0] == '.')
            continue;
        /* On Linux a thread has a priority of its own. */
        bool searches = getpriority(PRIO_PROCESS, (id_t)atol(each->d_name)) > usual;
        *(searches ? &use->search : &use->cpu) += thread_cpu(pid, each->d_name);
    }
    closedir(threads);
}

/* By statm, which anybody may read, also of a process that is marked as in main.c. */
LoadUse load_server_use(const LoadServer *server)
{
    char path[PATH_SIZE];
    unsigned long size, resident = 0, shared = 0;
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    snprintf(path, sizeof path, "/proc/%d/statm", (int)server->pid);
    FILE *file = fopen(path, "re");
    if (file && fscanf(file, "%lu %lu %lu", &size, &resident, &shared) != 3)
        resident = shared = 0;
    if (file)
        fclose(file);
    LoadUse use = {.memory = (resident - shared) * page, .resident = resident * page};
    add_cpu(server->pid, &use);
    return use;
}

/* ---- the disk ---- */

void load_directory_empty(const char *directory)
{
    DIR *files = opendir(directory);
    if (!files)
        return;
    for (struct dirent *each; (each = readdir(files));)
        if (strcmp(each->d_name, ".") != 0 && strcmp(each->d_name, "..") != 0)
            unlinkat(dirfd(files), each->d_name, 0);
    closedir(files);
}

bool load_disk(const char *directory, uint32_t ms, double *half, double *most)
{
    char path[PATH_SIZE];
    unsigned char block[BLOCK];
    Latency latency = {0};
    snprintf(path, sizeof path, "%s/castled-bench-XXXXXX", directory);
    int file = mkostemp(path, O_CLOEXEC);
    if (file < 0)
        return false;
    unlink(path);
    memset(block, 'x', sizeof block);
    uint64_t end_at = now_us() + ms * UINT64_C(1000);
    bool is_good = true;
    for (uint64_t now = now_us(); is_good && now < end_at;) {
        is_good = write(file, block, sizeof block) == BLOCK && fdatasync(file) == 0;
        uint64_t after = now_us();
        latency_add(&latency, after - now);
        now = after;
    }
    close(file);
    *half = latency_at(&latency, 0.5);
    *most = latency_at(&latency, 0.99);
    return is_good;
}
