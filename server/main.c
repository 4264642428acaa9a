/* castled: reads its options, opens the server, runs it, closes it; or runs one of the commands, as "castled admin". */
#include "admin_command.h"
#include "attacks.h"
#include "backup_command.h"
#include "bench_command.h"
#include "bot_command.h"
#include "engine_sandbox.h"
#include "health_command.h"
#include "import_command.h"
#include "log.h"
#include "play_command.h"
#include "replay_command.h"
#include "server.h"
#include "server_sandbox.h"

#include <sodium.h>

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static unsigned count_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (unsigned)cores : 1;
}

/* If the program was started without standard streams, the database or a socket would take their place and get every
 * line of the log. */
static void open_standard_streams(void)
{
    int file;
    do
        file = open("/dev/null", O_RDWR);
    while (file >= 0 && file <= STDERR_FILENO);
    if (file >= 0)
        close(file);
}

/* Keys and passwords are in memory, so nobody gets a copy of it unless asked for: no core file, and no debugger of
 * another process of the same user. A limit of 0 alone would not keep a core from a program that the kernel pipes it
 * to (core(5)), so the process is marked, too. */
static void set_core_files(bool wanted)
{
    struct rlimit limit = {0};
    if (wanted && getrlimit(RLIMIT_CORE, &limit) == 0)
        limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_CORE, &limit);
    prctl(PR_SET_DUMPABLE, wanted ? 1 : 0);
}

/* Where a browser on this machine finds it. */
static const char *shown_host(const char *host)
{
    return strcmp(host, "0.0.0.0") == 0 || strcmp(host, "::") == 0 ? "localhost" : host;
}

_Static_assert((int)SERVER_LINE_MAX >= (int)SERVER_SANDBOX_LINE_MAX, "its reason fits");

static int run(const Config *config)
{
    char line[SERVER_LINE_MAX];
    log_set_level(config->log);
    set_core_files(config->watchdog_core);
    if (!server_sandbox_enter(config, line)) {
        fprintf(stderr, "castled: %s\n", line);
        return EXIT_FAILURE;
    }
    Server *server = server_open(config, line);
    if (!server) {
        fprintf(stderr, "castled: %s\n", line);
        return EXIT_FAILURE;
    }
    log_info("%zu games in progress, up to %zu connections", server_games(server),
             server_connections_max(server));
    const char *host = shown_host(config->host);
    bool is_ipv6 = strchr(host, ':'); /* whose colons a URL has in brackets (RFC 3986, 3.2.2) */
    printf("castled " CASTLED_VERSION " is ready on http%s://%s%s%s:%d\n",
           config->tls_certificate ? "s" : "", is_ipv6 ? "[" : "", host, is_ipv6 ? "]" : "",
           server_port(server));
    if (config->metrics_port >= 0)
        log_info("metrics are on port %d of %s", server_metrics_port(server), config->metrics_host);
    if (config->redirect_port >= 0)
        log_info("port %d redirects to https", server_redirect_port(server));
    fflush(stdout);
    server_run(server);
    server_close(server);
    return EXIT_SUCCESS;
}

typedef struct {
    const char *name;
    int (*run)(int argc, char *const argv[]); /* the arguments behind the name; the exit status */
} Subcommand;

static const Subcommand SUBCOMMANDS[] = {
    {"admin", admin_command},     {"backup", backup_command}, {"bench", bench_command},
    {"bot", bot_command},         {"check", check_command},   {"health", health_command},
    {"import", import_command},   {"play", play_command},     {"replay", replay_command},
    {"restore", restore_command},
};

static const Subcommand *find_subcommand(const char *name)
{
    for (size_t i = 0; i < sizeof SUBCOMMANDS / sizeof *SUBCOMMANDS; i++)
        if (strcmp(SUBCOMMANDS[i].name, name) == 0)
            return &SUBCOMMANDS[i];
    return NULL;
}

/* "castled help", "castled help play". */
static int help_command(int argc, char *const argv[])
{
    static char option[] = "--help";
    char *const arguments[] = {option, NULL};
    const Subcommand *command = argc == 1 ? find_subcommand(argv[0]) : NULL;
    if (command)
        return command->run(1, arguments);
    if (argc == 0) {
        config_print_help(stdout);
        return EXIT_SUCCESS;
    }
    fprintf(stderr, "castled: there is no command %.40s; see castled --help\n", argv[0]);
    return 2;
}

int main(int argc, char *argv[])
{
    Config config;
    char line[OPTIONS_LINE_MAX];
    if (argc > 1 && strcmp(argv[1], SANDBOX_COMMAND) == 0)
        _exit(engine_sandbox_main(argc - 2, argv + 2)); /* it has nothing open */
    open_standard_streams();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a disk that refuses, not an end */
    attacks_init();
    if (sodium_init() < 0) {
        fputs("castled: libsodium cannot be used\n", stderr);
        return EXIT_FAILURE;
    }
    const Subcommand *command = argc > 1 ? find_subcommand(argv[1]) : NULL;
    if (command)
        return command->run(argc - 2, argv + 2);
    if (argc > 1 && strcmp(argv[1], "help") == 0)
        return help_command(argc - 2, argv + 2);
    switch (config_read(&config, argc, argv, getenv, count_cores(), line)) {
    case OPTIONS_HELP: config_print_help(stdout); return EXIT_SUCCESS;
    case OPTIONS_VERSION: puts("castled " CASTLED_VERSION); return EXIT_SUCCESS;
    case OPTIONS_BAD: fprintf(stderr, "castled: %s\n", line); return 2;
    case OPTIONS_OK: break;
    }
    return run(&config);
}
