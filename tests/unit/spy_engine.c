/* spy_engine.c - a UCI engine that, when told to search, tries what it is allowed to do, and writes
 * the results to "<its path>.found": lines of "what which result". "<its path>.look" may tell it to
 * try more: lines of "read PATH", "list PATH", "write PATH", "chmod PATH", "truncate PATH" or "empty PATH". Under the name "stubborn" it goes on
 * when its input ends. */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static FILE *found;

static void tell(const char *what, const char *which, bool could)
{
    fprintf(found, "%s %s %s\n", what, which, could ? "yes" : strerror(errno));
}

static void tell_number(const char *what, long long number)
{
    fprintf(found, "%s %lld\n", what, number);
}

static void try_file(const char *what, const char *path)
{
    char byte;
    if (strcmp(what, "list") == 0) {
        DIR *entries = opendir(path);
        tell(what, path, entries && readdir(entries));
        if (entries)
            closedir(entries);
        return;
    }
    if (strcmp(what, "chmod") == 0) {
        tell(what, path, chmod(path, 0666) == 0);
        return;
    }
    if (strcmp(what, "truncate") == 0) {
        tell(what, path, truncate(path, 0) == 0);
        return;
    }
    bool writes = strcmp(what, "write") == 0, empties = strcmp(what, "empty") == 0;
    int how = writes ? O_WRONLY | O_CREAT : empties ? O_RDONLY | O_TRUNC : O_RDONLY;
    int file = open(path, how, 0600);
    tell(what, path, file >= 0 && (writes || read(file, &byte, 1) >= 0));
    if (file >= 0)
        close(file);
}

static void try_files(const char *name)
{
    char path[PATH_MAX], line[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s.look", name);
    FILE *look = fopen(path, "r");
    while (look && fgets(line, sizeof line, look)) {
        line[strcspn(line, "\n")] = '\0';
        char *blank = strchr(line, ' ');
        *blank = '\0';
        try_file(line, blank + 1);
    }
    if (look)
        fclose(look);
}

static void try_server(void)
{
    char path[64];
    pid_t server = getppid();
    int local = socket(AF_UNIX, SOCK_STREAM, 0), internet = socket(AF_INET, SOCK_STREAM, 0),
        pair[2];
    tell("socket", "unix", local >= 0);
    tell("socket", "internet", internet >= 0);
    tell("socketpair", "unix", socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
    tell("signal", "server", kill(server, 0) == 0);
    snprintf(path, sizeof path, "/proc/%d/mem", (int)server);
    tell("open", "server's memory", open(path, O_RDONLY) >= 0);
    tell("trace", "server", ptrace(PTRACE_ATTACH, server, 0, 0) == 0);
}

static int count_files(void)
{
    int count = 0;
    for (int file = 0; file < 1000; file++)
        count += fcntl(file, F_GETFD) >= 0;
    return count;
}

static void tell_limits(void)
{
    static const struct {
        const char *name;
        int what;
    } limits[] = {{"core", RLIMIT_CORE}, {"nofile", RLIMIT_NOFILE}, {"as", RLIMIT_AS}};
    for (int i = 0; i < 3; i++) {
        struct rlimit limit;
        getrlimit((__rlimit_resource_t)limits[i].what, &limit);
        tell_number(limits[i].name,
                    limit.rlim_max == RLIM_INFINITY ? -1 : (long long)limit.rlim_max);
    }
}

static void look_around(const char *name)
{
    char path[PATH_MAX + 16], finding[PATH_MAX + 16];
    int death = 0;
    snprintf(finding, sizeof finding, "%s.finding", name);
    int files = count_files();
    found = fopen(finding, "w");
    if (!found)
        return;
    tell_number("files", files);
    prctl(PR_GET_PDEATHSIG, &death);
    tell_number("death", death);
    tell_number("privileges", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
    tell_number("leader", getsid(0) == getpid());
    tell_number("pid", getpid());
    tell_number("landlock", syscall(SYS_landlock_create_ruleset, NULL, 0, 1 /* its version */));
    fprintf(found, "folder %s\n", getcwd(path, sizeof path));
    for (char **variable = environ; *variable; variable++)
        fprintf(found, "variable %.*s\n", (int)strcspn(*variable, "="), *variable);
    tell_limits();
    try_files(name);
    try_server();
    fclose(found);
    snprintf(path, sizeof path, "%s.found", name);
    rename(finding, path); /* whole, or not there */
}

int main(int argc, char *argv[])
{
    char line[65536];
    (void)argc;
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "uci\n", 4) == 0)
            puts("id name Spy\nuciok");
        else if (strncmp(line, "isready", 7) == 0)
            puts("readyok");
        else if (strncmp(line, "go ", 3) == 0) {
            look_around(argv[0]);
            puts("bestmove e2e4");
        }
        fflush(stdout);
    }
    while (strstr(argv[0], "/stubborn"))
        pause();
    return 0;
}
