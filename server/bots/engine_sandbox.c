#include "engine_sandbox.h"

#include "engine_landlock.h"
#include "engine_seccomp.h"
#include "landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    NICENESS = 5,    /* as for the searchers: the loop goes first */
    OOM_SCORE = 500, /* proc(5): the server, with 0, goes after it */
    MIB = 1024 * 1024,
};

/* Of the server's variables; the others may hold secrets. */
static const char *const ENVIRONMENT[] = {"PATH", "HOME", "LANG", "TZ", "LD_LIBRARY_PATH"};
enum { VARIABLES = sizeof ENVIRONMENT / sizeof *ENVIRONMENT };

static void say(const char *what, const char *which)
{
    dprintf(SANDBOX_LOG, "castled: warning: engine: %s%s%s: %s\n", what, *which ? " " : "", which,
            strerror(errno));
}

/* ---- in the process that becomes the engine ---- */

static void set_limit(__rlimit_resource_t what, rlim_t most)
{
    struct rlimit limit;
    if (getrlimit(what, &limit) != 0)
        return;
    limit.rlim_max = limit.rlim_max < most ? limit.rlim_max : most;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(what, &limit);
}

/* In case a library opened some in the server without close-on-exec. */
static void close_files(void)
{
    enum { CLOSE_ON_EXEC = 4 /* CLOSE_RANGE_CLOEXEC */ };
    fcntl(SANDBOX_LOG, F_SETFD, FD_CLOEXEC);
#ifdef SYS_close_range
    if (syscall(SYS_close_range, SANDBOX_LOG + 1, ~0U, CLOSE_ON_EXEC) == 0)
        return;
#endif
    long most = sysconf(_SC_OPEN_MAX);
    for (long file = SANDBOX_LOG + 1; file < most; file++)
        close((int)file);
}

static void step_back(void)
{
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file >= 0) {
        dprintf(file, "%d\n", OOM_SCORE);
        close(file);
    }
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + NICENESS);
}

/* Fills 'variables', which ends with NULL. */
static void keep_environment(char *variables[VARIABLES + 1])
{
    int count = 0;
    for (char **variable = environ; *variable; variable++)
        for (int i = 0; i < VARIABLES; i++) {
            size_t length = strlen(ENVIRONMENT[i]);
            if (count < VARIABLES && strncmp(*variable, ENVIRONMENT[i], length) == 0 &&
                (*variable)[length] == '=')
                variables[count++] = *variable;
        }
    variables[count] = NULL;
}

/* Files and system calls. */
static bool enter(const LandlockPaths *paths, const char *engine)
{
    char problem[LANDLOCK_PROBLEM_MAX];
    if (!engine_landlock_enter(paths, engine, problem)) {
        dprintf(SANDBOX_LOG, "castled: warning: engine: %s\n", problem);
        return false;
    }
    SeccompResult result = engine_seccomp_enter();
    if (result != SECCOMP_ENTERED)
        say("its system calls cannot be restricted", "");
    return result != SECCOMP_REFUSED;
}

int engine_sandbox_main(int argc, char *argv[])
{
    char folder[PATH_MAX], *variables[VARIABLES + 1];
    if (argc != SANDBOX_ARGUMENTS - 2) {
        fputs("castled: " SANDBOX_COMMAND " is for the server's own use\n", stderr);
        return 2;
    }
    pid_t parent = (pid_t)atol(argv[0]);
    rlim_t memory = (rlim_t)atol(argv[1]);
    LandlockPaths paths = {.hidden = argv[2], .read = argv[3], .write = argv[4]};
    char *engine = argv[5], *arguments[] = {engine, NULL};
    /* If the server ended before this line, the signal will never come. */
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)
        return SANDBOX_FAILED;
    close_files();
    step_back();
    umask(077);
    keep_environment(variables);
    path_folder(engine, folder);
    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_NOFILE, ENGINE_FILES);
    if (chdir(folder) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        say("cannot be started in", folder);
        return SANDBOX_FAILED;
    }
    if (!enter(&paths, engine))
        return SANDBOX_FAILED;
    if (memory)
        set_limit(RLIMIT_AS, memory * MIB); /* last, since this program itself may be bigger */
    execve(engine, arguments, variables);
    say("cannot be run:", engine);
    return SANDBOX_FAILED;
}

/* ---- on the server's side ---- */

void engine_sandbox_command(const EngineSandbox *sandbox, const char *engine,
                            SandboxCommand *command)
{
    snprintf(command->numbers[0], sizeof command->numbers[0], "%ld", (long)getpid());
    snprintf(command->numbers[1], sizeof command->numbers[1], "%u", sandbox->memory);
    const char *words[SANDBOX_ARGUMENTS + 1] = {
        "castled",           SANDBOX_COMMAND, command->numbers[0],
        command->numbers[1], sandbox->hidden, sandbox->read,
        sandbox->write,      engine,          NULL,
    };
    memcpy(command->arguments, words, sizeof words);
}

_Static_assert((int)SANDBOX_LINE_MAX == (int)LANDLOCK_PROBLEM_MAX, "a problem fits");

bool engine_sandbox_check(const EngineSandbox *sandbox, char *line)
{
    LandlockPaths paths = {sandbox->hidden, sandbox->read, sandbox->write};
    return engine_landlock_check(&paths, line);
}

int engine_sandbox_landlock(void)
{
    return landlock_version();
}
