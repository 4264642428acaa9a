/* castled: reads its options, opens the server, runs it, closes it; or runs one of the commands, as "castled admin". */
#include "attacks.h"
#include "command_texts.h"
#include "commands.h"
#include "core_file.h"
#include "endings_maker.h"
#include "engine_sandbox.h"
#include "log.h"
#include "memory.h"
#include "open_addresses.h"
#include "qr_code.h"
#include "server.h"
#include "server_sandbox.h"
#include "start_check.h"
#include "start_memory.h"
#include "unknown_variables.h"
#include "wall_clock.h"

#include <sodium.h>

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LOG_NAMES_MAX = 400 }; /* bytes of variables that are told of */

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

_Static_assert((int)SERVER_LINE_MAX >= (int)SERVER_SANDBOX_LINE_MAX &&
                   (int)SERVER_LINE_MAX >= (int)SUPERVISOR_LINE_MAX &&
                   (int)SERVER_LINE_MAX >= (int)PREDECESSOR_LINE_MAX &&
                   (int)SERVER_LINE_MAX >= (int)STARTER_LINE_MAX &&
                   (int)SERVER_LINE_MAX >= (int)START_CHECK_LINE_MAX,
               "its reason fits");

/* Behind the '#', so that it is in no proxy's log. */
static void print_operator_code(Server *server, const char *url)
{
    char code[OPERATOR_CODE_MAX + 1];
    if (server_operator_code(server, code))
        printf("nobody is its operator yet: sign up or in at %s/sign-up#operator=%s\n", url, code);
    sodium_memzero(code, sizeof code);
}

/* Once the games are here: at the start, or when this node of a cluster takes them. */
static void tell_of_games(Server *server)
{
    const Config *config = server_config(server);
    OpenAddresses addresses;
    char local[REMOTE_BASE_MAX + 1];
    open_address_local(config, server_net(server), local);
    open_addresses_find(&addresses, config, server_net(server));
    log_info("%zu games in progress, up to %zu connections", server_games(server),
             server_connections_max(server));
    print_operator_code(server, config->client.has_public_url ? addresses.best : local);
    fflush(stdout);
}

static void print_addresses(const Config *config, Server *server)
{
    OpenAddresses addresses;
    char local[REMOTE_BASE_MAX + 1];
    bool is_terminal = isatty(STDOUT_FILENO);
    open_address_local(config, server_net(server), local);
    open_addresses_find(&addresses, config, server_net(server));
    printf("castled " CASTLED_VERSION " %s on %s\n", server_is_ready(server) ? "is ready" : "waits",
           local);
    for (size_t i = 0; i < addresses.count; i++)
        printf("  %s\n", addresses.url[i]);
    if (addresses.best &&
        (config->qr_code == QR_CODE_ON || (config->qr_code == QR_CODE_AUTO && is_terminal)))
        qr_code_print(addresses.best, is_terminal, stdout);
    if (config->metrics_port >= 0)
        log_info("metrics are on port %d of %s", server_metrics_port(server), config->metrics_host);
    if (config->ics_port >= 0)
        log_info("Internet Chess Server clients connect to port %d%s", server_ics_port(server),
                 config->ics_tls ? ", by TLS" : "");
    if (config->redirect_port >= 0)
        log_info("port %d redirects to https", server_redirect_port(server));
}

/* What there is now, although variables are taken out of it later. */
static char **copy_environment(void)
{
    size_t count = 0;
    while (environ[count])
        count++;
    char **copy = memory_array(count + 1, sizeof *copy);
    memcpy(copy, environ, (count + 1) * sizeof *copy);
    return copy;
}

static int refuse(const char *line)
{
    fprintf(stderr, "castled: %s\n", line);
    return EXIT_FAILURE;
}

/* Games and bans have dates, which last: those of a machine that does not know the time would be wrong for ever. */
static bool clock_is_set(char *line)
{
    const int64_t least = INT64_C(1577836800) * 1000; /* 2020-01-01 00:00 UTC */
    if (wall_clock() >= least)
        return true;
    snprintf(line, SERVER_LINE_MAX,
             "the clock of this machine is before 2020: set it, then start again");
    return false;
}

/* What was meant for the server alone has been taken out of the environment by now. */
static void tell_unknown_variables(void)
{
    char names[LOG_NAMES_MAX];
    if (unknown_variables(environ, names, sizeof names) > 0)
        log_info("in the environment, but no option: %s", names);
}

static int run(const Config *config, char *const argv[], char *const environment[])
{
    char line[SERVER_LINE_MAX];
    Starter starter;
    ServerNeighbours neighbours;
    if (!clock_is_set(line))
        return refuse(line);
    log_set_level(config->log);
    log_set_form((LogForm)config->log_format);
    core_file_forbid(config->watchdog_core);
    successor_init(&neighbours.successor, &starter, argv, environment);
    if (!predecessor_meet(&neighbours.predecessor, line) ||
        !starter_begin(&starter, argv, neighbours.predecessor.starter, line) ||
        !supervisor_open(&neighbours.supervisor, line) || !start_check(config, line))
        return refuse(line);
    if (config->watchdog_core && !core_file_prepare(argv))
        log_warning("no core file will be written: /proc cannot be read");
    if (!server_sandbox_enter(config, line))
        return refuse(line);
    Server *server = server_open(config, &neighbours, line);
    if (!server)
        return refuse(line);
    predecessor_relieve(&neighbours.predecessor);
    tell_unknown_variables();
    print_addresses(config, server);
    if (server_has_games(server))
        tell_of_games(server);
    else
        server_on_games(server, tell_of_games);
    fflush(stdout);
    start_memory_release();
    int status = server_run(server);
    bool has_ended = server_close(server);
    if (successor_takes_over(&neighbours.successor))
        status = successor_finish(&neighbours.successor, &neighbours.supervisor);
    if (!has_ended) { /* a thread still uses what exit would free */
        fflush(NULL);
        _exit(status);
    }
    return status;
}

int main(int argc, char *argv[])
{
    Config config;
    char line[OPTIONS_LINE_MAX];
    if (argc > 1 && strcmp(argv[1], SANDBOX_COMMAND) == 0)
        _exit(engine_sandbox_main(argc - 2, argv + 2)); /* it has nothing open */
    if (argc > 1 && strcmp(argv[1], ENDINGS_COMMAND) == 0)
        _exit(endings_process_main(argc - 2, argv + 2));
    open_standard_streams();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGUSR2, SIG_IGN); /* until the server has a loop that hears it */
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a disk that refuses, not an end */
    attacks_init();
    if (sodium_init() < 0) {
        fputs("castled: libsodium cannot be used\n", stderr);
        return EXIT_FAILURE;
    }
    CommandRun command = argc > 1 ? command_find(argv[1]) : NULL;
    if (command)
        return command(argc - 2, argv + 2);
    switch (config_read(&config, argc, argv, getenv, count_cores(), line)) {
    case OPTIONS_HELP: commands_print_help(stdout); return EXIT_SUCCESS;
    case OPTIONS_VERSION: puts("castled " CASTLED_VERSION); return EXIT_SUCCESS;
    case OPTIONS_BAD: fprintf(stderr, "castled: %s\n", line); return 2;
    case OPTIONS_OK: break;
    }
    char **environment = copy_environment();
    int status = run(&config, argv, environment);
    free(environment);
    config_clear(&config);
    return status;
}
