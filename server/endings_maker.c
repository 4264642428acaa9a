#include "endings_maker.h"

#include "attacks.h"
#include "log.h"
#include "tablebase_maker.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

enum {
    OOM_SCORE = 1000,            /* proc(5): the first to go */
    IO_PRIORITY_IDLE = 3 << 13,  /* ioprio_set(2): IOPRIO_CLASS_IDLE */
    IO_PRIORITY_WHO_PROCESS = 1, /* IOPRIO_WHO_PROCESS */
    NICENESS_MOST = 19,
    MIB = 1024 * 1024,
};

/* ---- in the process ---- */

static void step_back(void)
{
    const struct sched_param param = {0};
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file >= 0) {
        dprintf(file, "%d\n", OOM_SCORE);
        close(file);
    }
    setpriority(PRIO_PROCESS, 0, NICENESS_MOST);
    sched_setscheduler(0, SCHED_IDLE, &param);
    syscall(SYS_ioprio_set, IO_PRIORITY_WHO_PROCESS, 0, IO_PRIORITY_IDLE);
}

static void set_limit(__rlimit_resource_t what, rlim_t most)
{
    const struct rlimit limit = {.rlim_cur = most, .rlim_max = most};
    setrlimit(what, &limit);
}

int endings_process_main(int argc, char *argv[])
{
    if (argc != 2) {
        fputs("castled: " ENDINGS_COMMAND " is for the server's own use\n", stderr);
        return 2;
    }
    /* If the server ended before this line, the signal will never come. */
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != (pid_t)atol(argv[0]))
        return ESRCH;
    step_back();
    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_CPU, ENDINGS_SECONDS);
    set_limit(RLIMIT_FSIZE, TABLEBASE_SIZE_MAX);
    umask(077);
    attacks_init();
    return tablebase_make(argv[1], 1, NULL) ? 0 : errno;
}

/* ---- in the server ---- */

static void forget(EndingsMaker *maker)
{
    maker->is_running = false;
    uv_close((uv_handle_t *)&maker->timer, NULL);
    uv_close((uv_handle_t *)&maker->process, NULL);
}

/* On libuv's pool: the checksum is over 36 MB. */
static void on_work(uv_work_t *work)
{
    EndingsMaker *maker = work->data;
    maker->file = tablebase_file_open(maker->path, &maker->problem);
}

static void after_work(uv_work_t *work, int status)
{
    EndingsMaker *maker = work->data;
    TablebaseFile *file = status == 0 ? maker->file : NULL;
    if (maker->is_stopping)
        tablebase_file_close(file);
    else if (file)
        maker->made(maker->context, file);
    else
        log_warning("%s: %s; the computer plays without endings until the next start", maker->path,
                    status ? uv_strerror(status) : maker->problem);
}

static void warn(const EndingsMaker *maker, int64_t status, int by_signal)
{
    char reason[64] = "it took too long";
    if (!maker->is_late && by_signal)
        snprintf(reason, sizeof reason, "signal %d ended it", by_signal);
    else if (!maker->is_late)
        snprintf(reason, sizeof reason, "%s", strerror((int)status));
    log_warning(
        "the endings could not be made in %s: %s; the computer plays without them until the "
        "next start, and --endings none does not try",
        maker->path, reason);
}

static void on_left(uv_process_t *process, int64_t status, int by_signal)
{
    EndingsMaker *maker = process->data;
    forget(maker);
    unlink(maker->partial);
    if (maker->is_stopping)
        return;
    if (access(maker->path, F_OK) != 0) {
        warn(maker, status, by_signal);
        return;
    }
    maker->work.data = maker;
    if (uv_queue_work(process->loop, &maker->work, on_work, after_work) != 0)
        warn(maker, EAGAIN, 0);
}

static void on_late(uv_timer_t *timer)
{
    EndingsMaker *maker = timer->data;
    maker->is_late = true;
    uv_process_kill(&maker->process, SIGKILL);
}

/* What processes left that were killed: castled.endings.PID. No other server uses the directory. */
static void remove_partials(const char *directory)
{
    const size_t length = sizeof ENDINGS_FILE - 1;
    DIR *entries = opendir(directory);
    const struct dirent *entry;
    while (entries && (entry = readdir(entries)) != NULL) {
        const char *name = entry->d_name;
        if (strncmp(name, ENDINGS_FILE ".", length + 1) == 0 && name[length + 1] &&
            strspn(name + length + 1, "0123456789") == strlen(name + length + 1))
            unlinkat(dirfd(entries), name, 0);
    }
    if (entries)
        closedir(entries);
}

/* NULL, or why this machine goes without. */
static const char *too_small(const char *directory)
{
    struct sysinfo machine;
    struct statvfs disk;
    if (sysinfo(&machine) == 0 &&
        (uint64_t)machine.totalram * machine.mem_unit / MIB < ENDINGS_MACHINE_MIB)
        return "this machine has less than 900 MB of memory";
    if (statvfs(directory, &disk) == 0 &&
        (uint64_t)disk.f_bavail * disk.f_frsize / MIB < ENDINGS_DISK_MIB)
        return "less than 300 MB of the disk are free";
    return NULL;
}

static int spawn(EndingsMaker *maker, uv_loop_t *loop)
{
    char name[] = "castled", command[] = ENDINGS_COMMAND, parent[16];
    snprintf(parent, sizeof parent, "%ld", (long)getpid());
    char *arguments[] = {name, command, parent, maker->path, NULL};
    uv_stdio_container_t streams[] = {
        {.flags = UV_IGNORE}, {.flags = UV_IGNORE}, {.flags = UV_IGNORE}};
    uv_process_options_t options = {
        .exit_cb = on_left,
        .file = "/proc/self/exe",
        .args = arguments,
        .stdio = streams,
        .stdio_count = sizeof streams / sizeof *streams,
        .flags = UV_PROCESS_DETACHED, /* a signal for the server's group is not for it */
    };
    return uv_spawn(loop, &maker->process, &options);
}

void endings_maker_start(EndingsMaker *maker, uv_loop_t *loop, const char *directory,
                         void (*made)(void *context, TablebaseFile *file), void *context)
{
    const char *reason = too_small(directory);
    maker->made = made;
    maker->context = context;
    snprintf(maker->path, sizeof maker->path, "%s/" ENDINGS_FILE, directory);
    remove_partials(directory);
    if (reason) {
        log_info("the endings are not made: %s", reason);
        return;
    }
    maker->process.data = maker->timer.data = maker;
    uv_timer_init(loop, &maker->timer);
    int error = spawn(maker, loop);
    if (error != 0) {
        warn(maker, -error, 0);
        forget(maker);
        return;
    }
    maker->is_running = true;
    snprintf(maker->partial, sizeof maker->partial, "%s.%d", maker->path,
             uv_process_get_pid(&maker->process));
    uv_timer_start(&maker->timer, on_late, ENDINGS_HOURS * UINT64_C(3600000), 0);
    log_info("the endings are being made in %s, in the background", maker->path);
}

void endings_maker_stop(EndingsMaker *maker)
{
    maker->is_stopping = true;
    if (maker->is_running)
        uv_process_kill(&maker->process, SIGKILL);
}
