#include "server_sandbox.h"

#include "landlock.h"
#include "log.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where OpenSSL looks for its configuration and for the system's certificate authorities. */
static const char OPENSSL[] = "/etc/ssl";
/* Where /etc/resolv.conf may be a link to; its file is replaced when the network changes. */
static const char *const RESOLVERS[] = {"/run/systemd/resolve", "/run/NetworkManager",
                                        "/run/resolvconf", NULL};

static void folder_of(const char *path, char folder[PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    int length = slash ? (int)(slash - path) : 1;
    snprintf(folder, PATH_MAX, "%.*s", length, slash ? path : ".");
}

/* A file with its folder; but not the whole system, nor the home directory, for one file. */
static void allow_with_folder(LandlockRules *rules, const char *path)
{
    char folder[PATH_MAX], real[PATH_MAX], home[PATH_MAX];
    const char *told = getenv("HOME");
    landlock_allow(rules, path, LANDLOCK_READ);
    folder_of(path, folder);
    bool is_home = told && realpath(told, home) && realpath(folder, real) && !strcmp(real, home);
    if (*folder && !is_home)
        landlock_allow(rules, folder, LANDLOCK_READ);
}

/* Also where links lead. */
static void allow_neighbours(LandlockRules *rules, const char *path)
{
    char real[PATH_MAX];
    if (!path)
        return;
    allow_with_folder(rules, path);
    if (realpath(path, real))
        allow_with_folder(rules, real);
}

static void allow_list(LandlockRules *rules, const char *list, const char *separators,
                       unsigned what)
{
    char path[PATH_MAX];
    while (list && *list) {
        size_t length = strcspn(list, separators);
        if (length > 0 && length < sizeof path) {
            memcpy(path, list, length);
            path[length] = '\0';
            landlock_allow(rules, path, what);
        }
        list += length + (list[length] != '\0');
    }
}

/* The launcher of engines is this program, by whatever name it has now, and what it was loaded with. */
static void allow_program(LandlockRules *rules)
{
    char program[PATH_MAX], endings[PATH_MAX];
    landlock_allow(rules, "/proc/self/exe", LANDLOCK_READ);
    if (realpath("/proc/self/exe", program)) {
        folder_of(program, endings);
        strncat(endings, "/castled.endings", sizeof endings - strlen(endings) - 1);
        landlock_allow(rules, endings, LANDLOCK_READ);
    }
    allow_list(rules, getenv("LD_LIBRARY_PATH"), ":;", LANDLOCK_READ);
    allow_list(rules, getenv("LD_PRELOAD"), ": ", LANDLOCK_READ);
}

static void allow_system(LandlockRules *rules)
{
    for (const char *const *path = LANDLOCK_SYSTEM; *path; path++)
        landlock_allow(rules, *path, LANDLOCK_READ);
    landlock_allow(rules, OPENSSL, LANDLOCK_READ);
    for (const char *const *path = RESOLVERS; *path; path++)
        landlock_allow(rules, *path, LANDLOCK_READ);
    landlock_allow_devices(rules);
    /* An engine raises its own oom_score_adj there. Root could change the kernel's settings by it. */
    if (geteuid() != 0)
        landlock_allow(rules, "/proc", LANDLOCK_OPEN_RW);
}

/* What is to be made must be there for a rule: start_check has made the rest. */
static void allow_own(LandlockRules *rules, const Config *config)
{
    landlock_allow(rules, config->data, LANDLOCK_CHANGE | LANDLOCK_SOCKETS);
    if (config->backup_directory)
        landlock_allow(rules, config->backup_directory, LANDLOCK_CHANGE);
    if (config->copy_directory) {
        mkdir(config->copy_directory, 0700);
        landlock_allow(rules, config->copy_directory, LANDLOCK_CHANGE);
    }
    if (config->trace && strcmp(config->trace, "-") != 0)
        landlock_allow(rules, config->trace, LANDLOCK_OPEN_RW);
    const char *site[] = {config->site_logo,   config->site_rules,  config->site_privacy,
                          config->outbound_ca, config->oidc_secret, config->smtp_password};
    for (size_t i = 0; i < sizeof site / sizeof *site; i++)
        if (site[i])
            landlock_allow(rules, site[i], LANDLOCK_READ);
    if (config->watchdog_core)
        landlock_allow(rules, ".", LANDLOCK_CHANGE); /* where the kernel writes core files */
}

/* What libpq reads: certificates and passwords, where its variables, the address or its defaults say. */
static void allow_store(LandlockRules *rules, const char *address)
{
    static const char *const VARIABLES[] = {"PGPASSFILE",    "PGSSLCERT", "PGSSLKEY",
                                            "PGSSLROOTCERT", "PGSSLCRL",  "PGSERVICEFILE"};
    static const char *const PARAMETERS[] = {
        "sslcert=", "sslkey=", "sslrootcert=", "sslcrl=", "passfile="};
    static const char *const AT_HOME[] = {".pgpass", ".postgresql", ".pg_service.conf"};
    char path[PATH_MAX];
    if (!address)
        return;
    for (size_t i = 0; i < sizeof VARIABLES / sizeof *VARIABLES; i++)
        if (getenv(VARIABLES[i]))
            landlock_allow(rules, getenv(VARIABLES[i]), LANDLOCK_READ);
    for (size_t i = 0; i < sizeof PARAMETERS / sizeof *PARAMETERS; i++) {
        const char *found = strstr(address, PARAMETERS[i]);
        const char *value = found ? found + strlen(PARAMETERS[i]) : "";
        snprintf(path, sizeof path, "%.*s", (int)strcspn(value, "&"), value);
        if (*path)
            landlock_allow(rules, path, LANDLOCK_READ);
    }
    for (size_t i = 0; getenv("HOME") && i < sizeof AT_HOME / sizeof *AT_HOME; i++)
        if (snprintf(path, sizeof path, "%s/%s", getenv("HOME"), AT_HOME[i]) < PATH_MAX)
            landlock_allow(rules, path, LANDLOCK_READ);
}

/* Where OpenSSL is told to look for authorities instead. */
static void allow_bus(LandlockRules *rules, const char *address)
{
    static const char *const VARIABLES[] = {"SSL_CERT_FILE", "SSL_CERT_DIR"};
    for (size_t i = 0; address && i < sizeof VARIABLES / sizeof *VARIABLES; i++)
        if (getenv(VARIABLES[i]))
            landlock_allow(rules, getenv(VARIABLES[i]), LANDLOCK_READ);
}

static void allow_opponents(LandlockRules *rules, const Config *config)
{
    landlock_allow(rules, config->book, LANDLOCK_READ);
    landlock_allow(rules, config->endings, LANDLOCK_READ);
    for (unsigned i = 0; i < config->engines; i++)
        allow_neighbours(rules, config->engine[i].path);
    allow_list(rules, config->engine_read, ",", LANDLOCK_READ);
    allow_list(rules, config->engine_write, ",", LANDLOCK_CHANGE);
}

bool server_sandbox_enter(const Config *config, char *line)
{
    LandlockRules rules;
    if (!config->sandbox)
        return true;
    if (landlock_version() == 0) {
        log_info("this kernel has no Landlock: the server can reach every file that its user can");
        return true;
    }
    landlock_begin(&rules);
    allow_system(&rules);
    allow_program(&rules);
    allow_own(&rules, config);
    allow_store(&rules, config->store);
    allow_bus(&rules, config->bus);
    allow_neighbours(&rules, config->tls_certificate);
    allow_neighbours(&rules, config->tls_key);
    allow_opponents(&rules, config);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && landlock_enter(&rules))
        return true;
    snprintf(line, SERVER_SANDBOX_LINE_MAX, "%.450s; --sandbox off starts without it", rules.line);
    return false;
}
