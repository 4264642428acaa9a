#include "config.h"

#include "lobby.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name; /* of the flag, without its dashes */
    const char *env;
    const char *argument;
    const char *help;
    /* What is expected, when the text isn't that; else NULL. */
    const char *(*set)(Config *config, const char *text);
} Option;

static bool read_number(const char *text, long least, long most, long *number)
{
    char *end;
    errno = 0;
    *number = strtol(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0 && *number >= least &&
           *number <= most;
}

/* 0 or 1 for the first or the second word; -1 for another text. */
static int read_word(const char *text, const char *first, const char *second)
{
    return strcmp(text, first) == 0 ? 0 : strcmp(text, second) == 0 ? 1 : -1;
}

static const char *set_port(Config *config, const char *text)
{
    long port;
    if (!read_number(text, 0, 65535, &port))
        return "a number from 0 to 65535";
    config->port = (int)port;
    return NULL;
}

static const char *set_host(Config *config, const char *text)
{
    config->host = text;
    return *text ? NULL : "an address of this machine";
}

static const char *set_trusted_proxy(Config *config, const char *text)
{
    return address_blocks_parse(text, &config->client.proxies)
               ? NULL
               : "none, or up to 32 addresses or networks such as 10.0.0.0/8,2001:db8::7";
}

static const char *set_public_url(Config *config, const char *text)
{
    config->client.has_public_url = public_url_parse(text, &config->client.public_url);
    return config->client.has_public_url ? NULL : "a URL such as https://club.example";
}

static const char *set_tls_certificate(Config *config, const char *text)
{
    config->tls_certificate = text;
    return *text ? NULL : "a file";
}

static const char *set_tls_key(Config *config, const char *text)
{
    config->tls_key = text;
    return *text ? NULL : "a file";
}

static const char *set_redirect_port(Config *config, const char *text)
{
    long port;
    if (!read_number(text, 0, 65535, &port))
        return "a number from 0 to 65535";
    config->redirect_port = (int)port;
    return NULL;
}

static const char *set_metrics_port(Config *config, const char *text)
{
    long port;
    if (!read_number(text, 0, 65535, &port))
        return "a number from 0 to 65535";
    config->metrics_port = (int)port;
    return NULL;
}

static const char *set_metrics_host(Config *config, const char *text)
{
    config->metrics_host = text;
    return *text ? NULL : "an address of this machine";
}

static const char *set_data(Config *config, const char *text)
{
    config->data = text;
    return *text ? NULL : "a directory";
}

static const char *set_threads(Config *config, const char *text)
{
    long threads;
    if (!read_number(text, 1, CONFIG_THREADS_MAX, &threads))
        return "a number from 1 to 256";
    config->threads = (unsigned)threads;
    return NULL;
}

static const char *set_limits(Config *config, const char *text)
{
    int word = read_word(text, "off", "on");
    config->limits = word == 1;
    return word < 0 ? "on or off" : NULL;
}

static const char *set_limit(Config *config, const char *text)
{
    return limit_parse(text, config->rules, config->bounds)
               ? NULL
               : "NAME=N/SECONDS or NAME=N with a limit's name, such as password=20/600; commas "
                 "between";
}

static const char *set_durability(Config *config, const char *text)
{
    int word = read_word(text, "power", "process");
    config->durability = word == 1 ? DURABILITY_PROCESS : DURABILITY_POWER;
    return word < 0 ? "power or process" : NULL;
}

static const char *set_fallback(Config *config, const char *text)
{
    long fallback;
    if (strcmp(text, "never") == 0) {
        config->fallback = SEEK_FALLBACK_NEVER;
        return NULL;
    }
    if (!read_number(text, 0, SEEK_FALLBACK_MAX, &fallback))
        return "milliseconds from 0 to 3600000, or never";
    config->fallback = (int32_t)fallback;
    return NULL;
}

static const char *set_pace(Config *config, const char *text)
{
    int word = read_word(text, "human", "machine");
    config->hurry = word == 1;
    return word < 0 ? "human or machine" : NULL;
}

static const char *set_quiet(Config *config, const char *text)
{
    int word = read_word(text, "off", "on");
    config->quiet = word == 1;
    return word < 0 ? "on or off" : NULL;
}

static const char *set_archive_after(Config *config, const char *text)
{
    long seconds;
    if (strcmp(text, "never") == 0) {
        config->archive_after = 0;
        return NULL;
    }
    if (!read_number(text, 1, CONFIG_ARCHIVE_AFTER_MAX, &seconds))
        return "seconds from 1 to 31536000, or never";
    config->archive_after = (int64_t)seconds * 1000;
    return NULL;
}

static const char *set_watchdog(Config *config, const char *text)
{
    long seconds;
    if (strcmp(text, "off") == 0) {
        config->watchdog = 0;
        return NULL;
    }
    if (!read_number(text, 1, CONFIG_WATCHDOG_MAX, &seconds))
        return "seconds from 1 to 3600, or off";
    config->watchdog = (unsigned)seconds;
    return NULL;
}

static const char *set_watchdog_core(Config *config, const char *text)
{
    int word = read_word(text, "off", "on");
    config->watchdog_core = word == 1;
    return word < 0 ? "on or off" : NULL;
}

_Static_assert(CONFIG_OUTBOX_MEMORY_LEAST == 8 && CONFIG_OUTBOX_MEMORY_MOST == 1048576,
               "as the texts say");

static const char *set_outbox_memory(Config *config, const char *text)
{
    long memory;
    if (!read_number(text, CONFIG_OUTBOX_MEMORY_LEAST, CONFIG_OUTBOX_MEMORY_MOST, &memory))
        return "a number of MiB from 8 to 1048576";
    config->outbox_memory = (unsigned)memory;
    return NULL;
}

static const char *set_engine(Config *config, const char *text)
{
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : 0;
    if (!engine_name_is_good(text, length) || equals[1] != '/')
        return "NAME=/path, with a name of a to z, 0 to 9 and -, at most 16 of them";
    ConfigEngine engine = {.path = equals + 1};
    memcpy(engine.name, text, length);
    for (unsigned i = 0; i < config->engines; i++)
        if (strcmp(config->engine[i].name, engine.name) == 0)
            return "a new name";
    if (config->engines == CONFIG_ENGINES_MAX)
        return "one of at most 8 engines";
    config->engine[config->engines++] = engine;
    return NULL;
}

static const char *set_engine_hash(Config *config, const char *text)
{
    long hash;
    if (!read_number(text, 1, CONFIG_ENGINE_HASH_MAX, &hash))
        return "a number of MiB from 1 to 65536";
    config->engine_hash = (unsigned)hash;
    return NULL;
}

static const char *set_engine_threads(Config *config, const char *text)
{
    long threads;
    if (!read_number(text, 1, CONFIG_THREADS_MAX, &threads))
        return "a number from 1 to 256";
    config->engine_threads = (unsigned)threads;
    return NULL;
}

static const char *set_engine_memory(Config *config, const char *text)
{
    long memory;
    if (strcmp(text, "unlimited") == 0) {
        config->engine_memory = 0;
        return NULL;
    }
    if (!read_number(text, CONFIG_ENGINE_MEMORY_LEAST, CONFIG_ENGINE_MEMORY_MAX, &memory))
        return "a number of MiB from 16 to 1048576, or unlimited";
    config->engine_memory = (unsigned)memory;
    return NULL;
}

/* Whether each of the list begins with a slash. */
static bool are_paths(const char *list)
{
    bool good = *list == '/';
    for (const char *comma = strchr(list, ','); good && comma; comma = strchr(comma + 1, ','))
        good = comma[1] == '/';
    return good;
}

static const char *set_engine_read(Config *config, const char *text)
{
    config->engine_read = text;
    return are_paths(text) ? NULL : "absolute paths, commas between";
}

static const char *set_engine_write(Config *config, const char *text)
{
    config->engine_write = text;
    return are_paths(text) ? NULL : "absolute paths, commas between";
}

static const char *set_endings(Config *config, const char *text)
{
    config->endings = text;
    return *text ? NULL : "a file, or none";
}

static const char *set_book(Config *config, const char *text)
{
    config->book = text;
    return *text ? NULL : "a file, or none";
}

static const Option OPTIONS[] = {
    {"port", "CASTLED_PORT", "N", "the port to listen on (8080); 0 takes any that is free",
     set_port},
    {"host", "CASTLED_HOST", "ADDRESS", "the address to listen on (0.0.0.0, all of IPv4)",
     set_host},
    {"public-url", "CASTLED_PUBLIC_URL", "URL",
     "the server's address for browsers, such as https://club.example (what they or the proxy "
     "say);\n"
     "      only its own pages may act for a player, and its path, if any, is that of the cookies",
     set_public_url},
    {"trusted-proxy", "CASTLED_TRUSTED_PROXY", "CIDR[,...]|none",
     "proxies whose X-Forwarded-For, -Proto and -Host, or Forwarded, are believed "
     "(127.0.0.0/8,::1)",
     set_trusted_proxy},
    {"tls-cert", "CASTLED_TLS_CERT", "FILE",
     "serves https with this certificate chain, in PEM; read again on SIGHUP", set_tls_certificate},
    {"tls-key", "CASTLED_TLS_KEY", "FILE", "the key of that certificate, in PEM", set_tls_key},
    {"redirect-port", "CASTLED_REDIRECT_PORT", "N",
     "another port, plain HTTP, that redirects to https (none)", set_redirect_port},
    {"metrics-port", "CASTLED_METRICS_PORT", "N", "another port, for GET /metrics (none)",
     set_metrics_port},
    {"metrics-host", "CASTLED_METRICS_HOST", "ADDRESS",
     "the address of the metrics port (127.0.0.1)", set_metrics_host},
    {"data", "CASTLED_DATA", "DIR", "the directory of the database (./data), created if missing",
     set_data},
    {"threads", "CASTLED_THREADS", "N",
     "threads that search the computer's moves (number of cores less one)", set_threads},
    {"limits", "CASTLED_LIMITS", "on|off",
     "rate limits, and limits on what is open at once (on); off is for load tests", set_limits},
    {"quiet", "CASTLED_QUIET", "on|off", "only preset chat messages (off), for schools", set_quiet},
    {"limit", "CASTLED_LIMIT", "NAME=N[/SECONDS][,...]",
     "changes a limit: password=20/600 is 20 passwords in 10 minutes; names are at the end",
     set_limit},
    {"durability", "CASTLED_DURABILITY", "power|process",
     "what a move survives before anybody sees it: loss of power, or only kill -9 (power)",
     set_durability},
    {"fallback", "CASTLED_FALLBACK", "MS|never",
     "how long a seek waits for a person before the computer plays (10000)", set_fallback},
    {"pace", "CASTLED_PACE", "human|machine",
     "whether the computer takes time over its moves, as a person does (human)", set_pace},
    {"archive-after", "CASTLED_ARCHIVE_AFTER", "SECONDS|never",
     "how long after its end a game is archived in compact form (360)", set_archive_after},
    {"book", "CASTLED_BOOK", "FILE|none",
     "an opening book in Polyglot format for the computer (gnuchess-book's, if installed)",
     set_book},
    {"engine", "CASTLED_ENGINE", "NAME=/PATH",
     "another UCI engine that people can play; up to 8, each with its own --engine", set_engine},
    {"engine-hash", "CASTLED_ENGINE_HASH", "MIB", "hash table of each of these engines (16)",
     set_engine_hash},
    {"engine-threads", "CASTLED_ENGINE_THREADS", "N", "threads of each of these engines (1)",
     set_engine_threads},
    {"engine-memory", "CASTLED_ENGINE_MEMORY", "MIB|unlimited",
     "address space of each of these engines, besides hash table and threads (2048)",
     set_engine_memory},
    {"engine-read", "CASTLED_ENGINE_READ", "/PATH[,...]",
     "what these engines may read besides the system's programs and their own directory, such as "
     "tablebases",
     set_engine_read},
    {"engine-write", "CASTLED_ENGINE_WRITE", "/PATH[,...]",
     "where these engines may write; by default nowhere, and never in the data directory",
     set_engine_write},
    {"endings", "CASTLED_ENDINGS", "FILE|none",
     "the tablebase that castled-endings made, for the computer at full strength (beside castled)",
     set_endings},
    {"outbox-memory", "CASTLED_OUTBOX_MEMORY", "MIB",
     "memory for messages not yet sent; beyond it the slowest connections are closed (256)",
     set_outbox_memory},
    {"watchdog", "CASTLED_WATCHDOG", "SECONDS|off",
     "how long the server may hang before it ends itself, to be restarted (10)", set_watchdog},
    {"watchdog-core", "CASTLED_WATCHDOG_CORE", "on|off",
     "whether that, or any crash, leaves a core file, and whether debuggers may attach (off)",
     set_watchdog_core},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

static const Option *find_option(const char *name, size_t length)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        if (strlen(OPTIONS[i].name) == length && memcmp(OPTIONS[i].name, name, length) == 0)
            return &OPTIONS[i];
    return NULL;
}

static bool set(Config *config, const Option *option, const char *text, const char *what,
                char *line)
{
    const char *expected = option->set(config, text);
    if (expected)
        snprintf(line, CONFIG_LINE_MAX, "%s%s: \"%.60s\" is not %s", what,
                 *what == '-' ? option->name : "", text, expected);
    return !expected;
}

static bool read_env(Config *config, char *(*env)(const char *name), char *line)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        const char *text = env(OPTIONS[i].env);
        if (text && *text && !set(config, &OPTIONS[i], text, OPTIONS[i].env, line))
            return false;
    }
    return true;
}

/* One flag, "--name value" or "--name=value"; *at moves on to the last argument it used. */
static bool read_flag(Config *config, int argc, char *const argv[], int *at, char *line)
{
    const char *flag = argv[*at];
    size_t length = strncmp(flag, "--", 2) == 0 ? strcspn(flag + 2, "=") : 0;
    const Option *option = find_option(flag + 2 * (length > 0), length);
    if (!option) {
        snprintf(line, CONFIG_LINE_MAX, "%.60s: unknown option; see castled --help", flag);
        return false;
    }
    if (flag[2 + length] == '=')
        return set(config, option, flag + 3 + length, "--", line);
    if (*at + 1 == argc) {
        snprintf(line, CONFIG_LINE_MAX, "--%s: %s is missing", option->name, option->argument);
        return false;
    }
    return set(config, option, argv[++*at], "--", line);
}

/* What only goes together. */
static bool fits(const Config *config, char *line)
{
    const char *problem = NULL;
    if (!config->tls_certificate != !config->tls_key)
        problem = "--tls-cert and --tls-key go together";
    else if (config->redirect_port >= 0 && !config->tls_certificate)
        problem = "--redirect-port needs --tls-cert";
    if (problem)
        snprintf(line, CONFIG_LINE_MAX, "%s", problem);
    return !problem;
}

ConfigResult config_read(Config *config, int argc, char *const argv[],
                         char *(*env)(const char *name), unsigned cores, char *line)
{
    *config = (Config){
        .port = 8080,
        .host = "0.0.0.0",
        .redirect_port = -1,
        .metrics_port = -1,
        .metrics_host = "127.0.0.1",
        .data = "data",
        .threads = cores > 2 ? cores - 1 : 1,
        .limits = true,
        .durability = DURABILITY_POWER,
        .endings = "",
        .engine_hash = 16,
        .engine_threads = 1,
        .engine_memory = CONFIG_ENGINE_MEMORY,
        .engine_read = "",
        .engine_write = "",
        .book = "",
        .fallback = SEEK_FALLBACK,
        .archive_after = STORE_ARCHIVE_AFTER,
        .watchdog = CONFIG_WATCHDOG,
        .outbox_memory = CONFIG_OUTBOX_MEMORY,
    };
    limit_usual(config->rules);
    bound_usual(config->bounds);
    client_usual(&config->client);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return CONFIG_HELP;
        if (strcmp(argv[i], "--version") == 0)
            return CONFIG_VERSION;
    }
    if (!read_env(config, env, line))
        return CONFIG_BAD;
    for (int i = 1; i < argc; i++)
        if (!read_flag(config, argc, argv, &i, line))
            return CONFIG_BAD;
    if (!fits(config, line))
        return CONFIG_BAD;
    if (config->threads > CONFIG_THREADS_MAX)
        config->threads = CONFIG_THREADS_MAX;
    return CONFIG_OK;
}

/* As --limit takes it: small letters, and - for _. */
static void print_name(const char *name, FILE *out)
{
    for (; *name; name++)
        fputc(*name == '_' ? '-' : *name | 0x20, out);
}

static void print_limits(FILE *out)
{
    int32_t most[BOUND_COUNT];
    bound_usual(most);
    for (int i = 0; i < LIMIT_COUNT; i++) {
        print_name(limit_name((LimitKind)i), out);
        fprintf(out, "=%d/%d%s", (int)limit_tokens((LimitKind)i),
                (int)limit_fill((LimitKind)i) / 1000, i + 1 < LIMIT_COUNT ? " " : "\n");
    }
    fputs("and at once, as NAME=N:\n", out);
    for (int i = 0; i < BOUND_COUNT; i++) {
        print_name(bound_name((BoundKind)i), out);
        fprintf(out, "=%d%s", (int)most[i], i + 1 < BOUND_COUNT ? " " : "\n");
    }
}

void config_help(FILE *out)
{
    fputs("castled: a chess server\n\n"
          "usage: castled [OPTION...]\n"
          "       castled admin help\n"
          "       castled import FILE.pgn NAME [--data DIR]\n"
          "       castled replay ID [--data DIR]\n\n",
          out);
    for (int i = 0; i < OPTION_COUNT; i++)
        fprintf(out, "  --%s %s\n      %s\n      environment: %s\n", OPTIONS[i].name,
                OPTIONS[i].argument, OPTIONS[i].help, OPTIONS[i].env);
    fputs("  --help, --version\n\n"
          "A flag wins over its environment variable. When castled is ready it prints its\n"
          "address; SIGTERM and SIGINT stop it cleanly. GET /healthz answers 200 while it is\n"
          "ready. SIGHUP reads the certificate again.\n\n"
          "The limits, as NAME=N/SECONDS:\n",
          out);
    print_limits(out);
}
