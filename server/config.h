/* config.h - the server's options, as flags, as environment, from a file and from a preset, in this order (options.h).
 *
 * Texts point into argv and the environment, which outlive it, and into 'texts', which config_clear frees. */
#pragma once

#include "log.h"
#include "options.h"
#include "person.h"
#include "rate_limit.h"
#include "remote.h"
#include "store.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
    CONFIG_OPTIONS_MAX = OPTIONS_MAX,
    CONFIG_ENGINES_MAX = 8,
    CONFIG_PATH_MAX = 4096, /* with the NUL */
    CONFIG_ENGINE_HASH_MAX = 65536,
    CONFIG_ENGINE_MEMORY = 2048, /* MiB */
    CONFIG_ENGINE_MEMORY_LEAST = 16,
    CONFIG_ENGINE_MEMORY_MAX = 1024 * 1024,
};

/* An external engine: NAME=/path. */
typedef struct {
    char name[ENGINE_NAME_MAX + 1];
    char path[CONFIG_PATH_MAX];
} ConfigEngine;

/* Whether people can sign up; kept: as the operator has decided by castled admin. */
typedef enum { REGISTRATION_KEPT, REGISTRATION_OPEN, REGISTRATION_CLOSED } ConfigRegistration;

/* auto: unless the SMTP server is on this machine. */
typedef enum { SMTP_TLS_AUTO, SMTP_TLS_ON, SMTP_TLS_OFF } ConfigSmtpTls;

typedef enum { QR_CODE_AUTO, QR_CODE_ON, QR_CODE_OFF } ConfigQrCode;

typedef struct {
    const char *file; /* of options; NULL: none */
    uint32_t preset;  /* an index of PRESET_WORDS */
    char *texts[2];   /* of the file and the preset; NULL */
    int port;         /* 0: any that is free */
    const char *host;
    const char *tls_certificate, *tls_key; /* files, both or neither; NULL: plain HTTP */
    int redirect_port;                     /* plain HTTP that redirects to https; -1: none */
    int metrics_port;                      /* -1: none */
    const char *metrics_host;
    int ics_port; /* -1: none */
    bool ics_tls, ics_shout;
    const char *data;
    const char *store;       /* PostgreSQL's address; NULL: SQLite in 'data' */
    int64_t clock_tolerance; /* ms by which a node's clock may differ from the database's */
    const char *bus;         /* of several nodes (bus_address.h); NULL: this one is alone */
    unsigned threads;
    RemoteRules client; /* trusted proxies, and where browsers find the server */
    bool outbound;      /* whether the server may ask other servers for anything */
    AddressBlocks outbound_private;
    const char *outbound_proxy; /* a URL; NULL: none */
    const char *outbound_ca;    /* a file; NULL: the system's */
    const char *oidc_issuer, *oidc_client, *oidc_secret,
        *oidc_name; /* NULL; the secret is a file */
    const char *oidc_scopes, *oidc_name_claim;
    bool oidc_only, oidc_accounts;
    const char *smtp, *smtp_user, *smtp_password, *mail_from; /* NULL; the password is a file */
    uint32_t smtp_tls;                                        /* ConfigSmtpTls */
    char embed_from[FRAME_ANCESTORS_MAX + 1];
    bool limits;
    LimitRule rules[LIMIT_COUNT];
    int32_t bounds[BOUND_COUNT];
    Durability durability;
    const char *endings; /* a file; "": the one beside the program, if there is one; "none" */
    const char *book;    /* a file; "": Debian's, if it is installed; "none" */
    ConfigEngine engine[CONFIG_ENGINES_MAX];
    unsigned engines;
    unsigned engine_hash, engine_threads;   /* MiB and threads for each of them */
    unsigned engine_memory;                 /* MiB beside that; 0: no limit */
    const char *engine_read, *engine_write; /* absolute paths, commas between; "" */
    int32_t fallback;                       /* ms; SEEK_FALLBACK_NEVER */
    bool hurry;
    bool quiet;
    bool ratings;                 /* whether games can be rated */
    uint32_t qr_code;             /* ConfigQrCode: whether the start prints one */
    uint32_t registration;        /* ConfigRegistration */
    int64_t archive_after;        /* ms; 0: never */
    const char *backup_directory; /* NULL: no scheduled backups */
    const char *copy_directory;   /* NULL: no second place */
    int64_t copy_every;           /* ms */
    unsigned copy_keep;
    int64_t backup_every; /* ms */
    unsigned backup_keep;
    unsigned watchdog; /* ms without a turn of the loop; 0: off */
    bool sandbox;
    bool watchdog_core;
    unsigned outbox_memory; /* MiB */
    LogLevel log;
    uint32_t log_format; /* LogForm */
    /* How the page looks; NULL: castled's own. The last three are files. */
    const char *site_name, *site_description, *site_color, *site_logo, *site_rules, *site_privacy;
    const char *trace; /* a file, or "-" for stderr; NULL: none */
} Config;

enum {
    CONFIG_THREADS_MAX = 256,
    CONFIG_CLOCK_TOLERANCE_MAX = 365 * 24 * 60 * 60, /* s */
    CONFIG_ARCHIVE_AFTER_MAX = 365 * 24 * 60 * 60,   /* s */
    CONFIG_BACKUP_EVERY_LEAST = 60,                  /* s */
    CONFIG_BACKUP_EVERY_MAX = 365 * 24 * 60 * 60,    /* s */
    CONFIG_BACKUP_KEEP_MAX = 10000,
    CONFIG_WATCHDOG_MAX = 3600,     /* s */
    CONFIG_OUTBOX_MEMORY_LEAST = 8, /* MiB */
    CONFIG_OUTBOX_MEMORY_MOST = 1024 * 1024,
};

/* 'argv' with the program's name; 'env' is getenv; 'cores' decides how many threads search unless told. On OPTIONS_BAD
 * 'line' (OPTIONS_LINE_MAX bytes) says in one line what is wrong. */
OptionsResult config_read(Config *config, int argc, char *const argv[],
                          char *(*env)(const char *name), unsigned cores, char *line);
/* The same; 'sources', CONFIG_OPTIONS_MAX of them, get where each value is from. */
OptionsResult config_read_sources(Config *config, int argc, char *const argv[],
                                  char *(*env)(const char *name), unsigned cores,
                                  OptionSource *sources, char *line);
void config_clear(Config *config);
/* A line for each option: its value and where it is from. */
void config_print_sources(const OptionSource *sources, FILE *out);

/* What there is help on; the list ends with NULL. */
extern const char *const CONFIG_TOPICS[];
/* False when there is no such topic. */
bool config_print_topic(const char *topic, FILE *out);
void config_print_help(FILE *out); /* all topics */
/* Every option, for tests of what is written about them. */
const OptionTable *config_options(void);
