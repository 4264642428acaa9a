#include "config.h"

#include "bus_address.h"
#include "lobby.h"
#include "mail_address.h"
#include "memory.h"
#include "oidc.h"
#include "outbound.h"
#include "preset.h"
#include "site.h"
#include "store_address.h"

#include <string.h>

enum { SMTP_USER_MAX = 255 /* bytes */ };

/* ---- values with a syntax of their own ---- */

static const char *parse_trusted_proxy(void *field, const char *text)
{
    AddressBlocks *proxies = field;
    return address_blocks_parse(text, proxies)
               ? NULL
               : "none, or up to 32 addresses or networks such as 10.0.0.0/8,2001:db8::7";
}

static const char *parse_public_url(void *field, const char *text)
{
    RemoteRules *client = field;
    client->has_public_url = public_url_parse(text, &client->public_url);
    return client->has_public_url ? NULL : "a URL such as https://club.example";
}

static const char *parse_outbound_private(void *field, const char *text)
{
    AddressBlocks *blocks = field;
    return address_blocks_parse(text, blocks)
               ? NULL
               : "none, or up to 32 addresses or networks such as 10.0.0.0/8,2001:db8::7";
}

static const char *parse_outbound_proxy(void *field, const char *text)
{
    memcpy(field, &text, sizeof text);
    return outbound_url_is_good(text, strlen(text)) ? NULL : "a URL such as http://proxy:3128";
}

static const char *parse_oidc_issuer(void *field, const char *text)
{
    memcpy(field, &text, sizeof text);
    return oidc_issuer_is_good(text) ? NULL : "an https URL such as https://id.club.example";
}

static const char *parse_oidc_client(void *field, const char *text)
{
    memcpy(field, &text, sizeof text);
    return *text && strlen(text) <= OIDC_CLIENT_MAX && site_words_are_good(text, OIDC_CLIENT_MAX)
               ? NULL
               : "the id that the provider has given, of at most 255 bytes";
}

/* RFC 6749, 3.3; "openid" has to be among them (OpenID Connect Core 1.0, 3.1.2.1). */
static const char *parse_oidc_scopes(void *field, const char *text)
{
    size_t length = strlen(text);
    memcpy(field, &text, sizeof text);
    for (size_t i = 0; i < length; i++)
        if (text[i] < ' ' || text[i] > '~' || strchr("\"\\", text[i]))
            return "words with blanks between";
    return length <= OIDC_SCOPES_MAX &&
                   (strncmp(text, "openid ", 7) == 0 || !strcmp(text, "openid"))
               ? NULL
               : "openid and more words, with blanks between";
}

static const char *parse_oidc_name_claim(void *field, const char *text)
{
    memcpy(field, &text, sizeof text);
    return *text && strlen(text) <= OIDC_CLAIM_MAX ? NULL : "the name of a claim";
}

static const char *parse_smtp(void *field, const char *text)
{
    memcpy(field, &text, sizeof text);
    return mail_server_is_good(text) ? NULL
                                     : "a URL such as smtp://mail.club.example:587 or "
                                       "smtps://mail.club.example";
}

static const char *parse_smtp_user(void *field, const char *text)
{
    memcpy(field, &text, sizeof text);
    return site_words_are_good(text, SMTP_USER_MAX) ? NULL : "a name of at most 255 bytes";
}

static const char *parse_mail_from(void *field, const char *text)
{
    memcpy(field, &text, sizeof text);
    return mail_address_is_good(text) ? NULL : "an e-mail address such as chess@club.example";
}

static const char *parse_site_name(void *field, const char *text)
{
    memcpy(field, &text, sizeof text);
    return site_words_are_good(text, SITE_NAME_MAX) ? NULL : "a name of at most 40 bytes";
}

static const char *parse_site_description(void *field, const char *text)
{
    memcpy(field, &text, sizeof text);
    return site_words_are_good(text, SITE_DESCRIPTION_MAX) ? NULL
                                                           : "a sentence of at most 200 bytes";
}

static const char *parse_site_color(void *field, const char *text)
{
    memcpy(field, &text, sizeof text);
    return site_color_is_good(text)
               ? NULL
               : "a colour such as #3a6e52, dark enough for white text on it and "
                 "for text in it on the light page (contrast 4.5, WCAG 1.4.3)";
}

static const char *parse_embed_from(void *field, const char *text)
{
    return frame_ancestors_parse(text, field)
               ? NULL
               : "any, none, or up to 16 sites such as https://club.example";
}

static const char *parse_limit(void *field, const char *text)
{
    Config *config = field;
    return limit_parse(text, config->rules, config->bounds)
               ? NULL
               : "NAME=N/SECONDS or NAME=N with a limit's name, such as password=20/600; commas "
                 "between";
}

static const char *parse_store(void *field, const char *text)
{
    memcpy(field, &text, sizeof text);
    return store_address_is_good(text)
               ? NULL
               : "a URL such as postgresql://user@host/database, with %40 for an @ in a password "
                 "and %2F for a /";
}

static const char *parse_bus(void *field, const char *text)
{
    BusAddress address;
    memcpy(field, &text, sizeof text);
    bool is_good = bus_address_parse(text, &address);
    memory_wipe(&address, sizeof address);
    return is_good ? NULL
                   : "a URL such as nats://user:password@host:4222, or several with commas between";
}

static const char *add_engine(Config *config, const char *text, size_t length)
{
    const char *equals = memchr(text, '=', length);
    size_t name_length = equals ? (size_t)(equals - text) : 0;
    if (!equals || !engine_name_is_good(text, name_length) || equals + 1 == text + length ||
        equals[1] != '/')
        return "NAME=/path, with a name of a to z, 0 to 9 and -, at most 16 of them";
    size_t path_length = length - name_length - 1;
    ConfigEngine engine = {.name = ""};
    if (path_length >= sizeof engine.path)
        return "a path of at most 4095 bytes";
    memcpy(engine.name, text, name_length);
    memcpy(engine.path, equals + 1, path_length);
    for (unsigned i = 0; i < config->engines; i++)
        if (strcmp(config->engine[i].name, engine.name) == 0)
            return "a different name for each engine";
    if (config->engines == CONFIG_ENGINES_MAX)
        return "at most 8 engines";
    config->engine[config->engines++] = engine;
    return NULL;
}

static const char *parse_engine(void *field, const char *text)
{
    const char *part, *problem = NULL;
    size_t length;
    while (!problem && (part = options_next_part(&text, &length)))
        problem = add_engine(field, part, length);
    return problem;
}

static const char *parse_paths(void *field, const char *text)
{
    const char *rest = text, *part;
    size_t length;
    memcpy(field, &text, sizeof text);
    while ((part = options_next_part(&rest, &length)))
        if (*part != '/')
            return "absolute paths, commas between";
    return NULL;
}

/* ---- the table ---- */

static const char *const DURABILITY_WORDS[] = {"power", "process", NULL};
_Static_assert(DURABILITY_POWER == 0 && DURABILITY_PROCESS == 1, "the words are in this order");
static const char *const LOG_WORDS[] = {"debug", "info", "warning", NULL};
_Static_assert(LOG_LEVEL_DEBUG == 0 && LOG_LEVEL_WARNING == 2, "the words are in this order");
static const char *const LOG_FORM_WORDS[] = {"text", "json", NULL};
_Static_assert(LOG_FORM_TEXT == 0 && LOG_FORM_JSON == 1, "the words are in this order");
static const char *const PACE_WORDS[] = {"human", "machine", NULL}; /* the second is hurry */

static const char *const REGISTRATION_WORDS[] = {"kept", "open", "closed", NULL};
_Static_assert(REGISTRATION_KEPT == 0 && REGISTRATION_CLOSED == 2, "the words are in this order");

static const char *const QR_CODE_WORDS[] = {"auto", "on", "off", NULL};
_Static_assert(QR_CODE_AUTO == 0 && QR_CODE_OFF == 2, "the words are in this order");

static const char *const SMTP_TLS_WORDS[] = {"auto", "on", "off", NULL};
_Static_assert(SMTP_TLS_AUTO == 0 && SMTP_TLS_OFF == 2, "the words are in this order");

enum { PORT_MAX = 65535 };

static const Option OPTIONS[] = {
    {"config", "CASTLED_CONFIG", "FILE",
     "reads options from this file, each on a line as in port = 8080 (default: no file)", NULL,
     OPTION_TEXT, OPTION_FIELD(Config, file), .expected = "a file", .topic = "service",
     .not_in_a_file = true},
    {"preset", "CASTLED_PRESET", "none|family|club|school|public",
     "defaults for a kind of place; what you set yourself wins, and castled config shows the "
     "result",
     "none", OPTION_CHOICE, OPTION_FIELD(Config, preset), .words = PRESET_WORDS,
     .topic = "service"},
    {"registration", "CASTLED_REGISTRATION", "kept|open|closed",
     "whether people can sign up; kept: as castled admin has set it, at first open; closed: only "
     "with "
     "a link of castled admin invite",
     "kept", OPTION_CHOICE, OPTION_FIELD(Config, registration), .words = REGISTRATION_WORDS,
     .topic = "people"},
    {"port", "CASTLED_PORT", "N", "the port to listen on; 0 picks a free one", "8080",
     OPTION_NUMBER, OPTION_FIELD(Config, port), .most = PORT_MAX, .topic = "network"},
    {"host", "CASTLED_HOST", "ADDRESS",
     "the address to listen on; 0.0.0.0 is all of IPv4, :: all of IPv6 and IPv4", "0.0.0.0",
     OPTION_TEXT, OPTION_FIELD(Config, host), .expected = "an address of this machine",
     .topic = "network"},
    {"public-url", "CASTLED_PUBLIC_URL", "URL",
     "the server's address for browsers, such as https://club.example (default: what they or the "
     "proxy say);\n"
     "      only its own pages may act for a player, and its path, if any, becomes the path of the "
     "cookies",
     NULL, OPTION_PARSED, OPTION_FIELD(Config, client), .parse = parse_public_url,
     .topic = "network"},
    {"qr-code", "CASTLED_QR_CODE", "auto|on|off",
     "whether the start prints its address as a QR code, too; auto: on a terminal", "auto",
     OPTION_CHOICE, OPTION_FIELD(Config, qr_code), .words = QR_CODE_WORDS, .topic = "network"},
    {"site-name", "CASTLED_SITE_NAME", "NAME",
     "the name of this place: in the page's head and title, on home screens and in link previews "
     "(default: castled)",
     NULL, OPTION_PARSED, OPTION_FIELD(Config, site_name), .parse = parse_site_name,
     .topic = "site"},
    {"site-description", "CASTLED_SITE_DESCRIPTION", "TEXT",
     "a sentence about it, for link previews", NULL, OPTION_PARSED,
     OPTION_FIELD(Config, site_description), .parse = parse_site_description, .topic = "site"},
    {"site-color", "CASTLED_SITE_COLOR", "#RRGGBB",
     "the colour of buttons and links; one without enough contrast is refused (default: castled's "
     "green)",
     NULL, OPTION_PARSED, OPTION_FIELD(Config, site_color), .parse = parse_site_color,
     .topic = "site"},
    {"site-logo", "CASTLED_SITE_LOGO", "FILE",
     "an SVG, or a PNG of at most 1024 pixels each way, of at most 64 KiB: in the page's head and "
     "on its tab",
     NULL, OPTION_TEXT, OPTION_FIELD(Config, site_logo), .expected = "a file", .topic = "site"},
    {"site-rules", "CASTLED_SITE_RULES", "FILE",
     "the rules of this place, as text of at most 64 KiB whose first line is the title; the menu "
     "links to them",
     NULL, OPTION_TEXT, OPTION_FIELD(Config, site_rules), .expected = "a file", .topic = "site"},
    {"site-privacy", "CASTLED_SITE_PRIVACY", "FILE", "its privacy notice, likewise", NULL,
     OPTION_TEXT, OPTION_FIELD(Config, site_privacy), .expected = "a file", .topic = "site"},
    {"trusted-proxy", "CASTLED_TRUSTED_PROXY", "CIDR[,...]|none",
     "proxies whose X-Forwarded-For, -Proto and -Host, or Forwarded, are trusted",
     "127.0.0.0/8,::1", OPTION_PARSED, OPTION_FIELD(Config, client.proxies),
     .parse = parse_trusted_proxy, .topic = "network"},
    {"embed-from", "CASTLED_EMBED_FROM", "any|none|SITE[,...]",
     "sites whose pages may show a game or a board in a frame (/embed/); SITE as in "
     "https://club.example",
     "any", OPTION_PARSED, OPTION_FIELD(Config, embed_from), .parse = parse_embed_from,
     .topic = "network"},
    {"outbound", "CASTLED_OUTBOUND", "on|off",
     "whether the server may connect to other servers, as far as you or its players ask for it",
     "on", OPTION_SWITCH, OPTION_FIELD(Config, outbound), .topic = "outbound"},
    {"outbound-private", "CASTLED_OUTBOUND_PRIVATE", "CIDR[,...]|none",
     "private, loopback and link-local addresses that it may connect to on anybody's behalf; by "
     "default\n"
     "      only addresses of the public internet, and what you have named yourself",
     "none", OPTION_PARSED, OPTION_FIELD(Config, outbound_private), .parse = parse_outbound_private,
     .topic = "outbound"},
    {"outbound-proxy", "CASTLED_OUTBOUND_PROXY", "URL",
     "an HTTP proxy for all of that but private addresses (default: none)", NULL, OPTION_PARSED,
     OPTION_FIELD(Config, outbound_proxy), .parse = parse_outbound_proxy, .topic = "outbound"},
    {"outbound-ca", "CASTLED_OUTBOUND_CA", "FILE",
     "the certificate authorities that are trusted then, in PEM (default: the system's)", NULL,
     OPTION_TEXT, OPTION_FIELD(Config, outbound_ca), .expected = "a file", .topic = "outbound"},
    {"oidc-issuer", "CASTLED_OIDC_ISSUER", "URL",
     "people sign in at this OpenID provider, with a button beside the password (default: none)",
     NULL, OPTION_PARSED, OPTION_FIELD(Config, oidc_issuer), .parse = parse_oidc_issuer,
     .topic = "people"},
    {"oidc-client-id", "CASTLED_OIDC_CLIENT_ID", "ID", "the client id that it has given castled",
     NULL, OPTION_PARSED, OPTION_FIELD(Config, oidc_client), .parse = parse_oidc_client,
     .topic = "people"},
    {"oidc-client-secret-file", "CASTLED_OIDC_CLIENT_SECRET_FILE", "FILE",
     "a file with the secret to it (default: a public client, which has none)", NULL, OPTION_TEXT,
     OPTION_FIELD(Config, oidc_secret), .expected = "a file", .topic = "people"},
    {"oidc-name", "CASTLED_OIDC_NAME", "NAME",
     "what the button calls the provider (default: its host)", NULL, OPTION_PARSED,
     OPTION_FIELD(Config, oidc_name), .parse = parse_site_name, .topic = "people"},
    {"oidc-scopes", "CASTLED_OIDC_SCOPES", "TEXT", "what it is asked for", "openid profile",
     OPTION_PARSED, OPTION_FIELD(Config, oidc_scopes), .parse = parse_oidc_scopes,
     .topic = "people"},
    {"oidc-name-claim", "CASTLED_OIDC_NAME_CLAIM", "NAME",
     "which claim of its ID token suggests a username", "preferred_username", OPTION_PARSED,
     OPTION_FIELD(Config, oidc_name_claim), .parse = parse_oidc_name_claim, .topic = "people"},
    {"oidc-accounts", "CASTLED_OIDC_ACCOUNTS", "on|off",
     "whether who signs in there for the first time may make an account, though registration is "
     "closed",
     "on", OPTION_SWITCH, OPTION_FIELD(Config, oidc_accounts), .topic = "people"},
    {"oidc-only", "CASTLED_OIDC_ONLY", "on|off",
     "whether that is the only way in, without passwords", "off", OPTION_SWITCH,
     OPTION_FIELD(Config, oidc_only), .topic = "people"},
    {"smtp", "CASTLED_SMTP", "URL",
     "the SMTP server that takes e-mail, such as smtp://mail.club.example:587, or smtps:// where "
     "TLS begins at once\n"
     "      (default: none, and no e-mail)",
     NULL, OPTION_PARSED, OPTION_FIELD(Config, smtp), .parse = parse_smtp, .topic = "mail"},
    {"smtp-user", "CASTLED_SMTP_USER", "NAME", "the user as whom castled signs in there", NULL,
     OPTION_PARSED, OPTION_FIELD(Config, smtp_user), .parse = parse_smtp_user, .topic = "mail"},
    {"smtp-password-file", "CASTLED_SMTP_PASSWORD_FILE", "FILE",
     "a file whose first line is that user's password", NULL, OPTION_TEXT,
     OPTION_FIELD(Config, smtp_password), .expected = "a file", .topic = "mail"},
    {"smtp-tls", "CASTLED_SMTP_TLS", "auto|on|off",
     "whether smtp:// must speak TLS (STARTTLS), or nothing is sent; auto: unless it is on this "
     "machine",
     "auto", OPTION_CHOICE, OPTION_FIELD(Config, smtp_tls), .words = SMTP_TLS_WORDS,
     .topic = "mail"},
    {"mail-from", "CASTLED_MAIL_FROM", "ADDRESS", "the address that e-mail comes from", NULL,
     OPTION_PARSED, OPTION_FIELD(Config, mail_from), .parse = parse_mail_from, .topic = "mail"},
    {"tls-cert", "CASTLED_TLS_CERT", "FILE",
     "serves https with this certificate chain, in PEM; read again on SIGHUP", NULL, OPTION_TEXT,
     OPTION_FIELD(Config, tls_certificate), .expected = "a file", .topic = "network"},
    {"tls-key", "CASTLED_TLS_KEY", "FILE", "the key of that certificate, in PEM", NULL, OPTION_TEXT,
     OPTION_FIELD(Config, tls_key), .expected = "a file", .topic = "network"},
    {"redirect-port", "CASTLED_REDIRECT_PORT", "N|none",
     "another port, for plain HTTP, that redirects to https", "none", OPTION_NUMBER,
     OPTION_FIELD(Config, redirect_port), .most = PORT_MAX, .word = "none", .word_value = -1,
     .topic = "network"},
    {"metrics-port", "CASTLED_METRICS_PORT", "N|none", "another port, for GET /metrics", "none",
     OPTION_NUMBER, OPTION_FIELD(Config, metrics_port), .most = PORT_MAX, .word = "none",
     .word_value = -1, .topic = "network"},
    {"metrics-host", "CASTLED_METRICS_HOST", "ADDRESS", "the address of the metrics port",
     "127.0.0.1", OPTION_TEXT, OPTION_FIELD(Config, metrics_host),
     .expected = "an address of this machine", .topic = "network"},
    {"ics", "CASTLED_ICS", "N|none",
     "another port, for xboard and other clients of Internet Chess Servers, and for telnet or nc",
     "none", OPTION_NUMBER, OPTION_FIELD(Config, ics_port), .most = PORT_MAX, .word = "none",
     .word_value = -1, .topic = "ics"},
    {"ics-tls", "CASTLED_ICS_TLS", "on|off",
     "whether that port speaks TLS, with the certificate of --tls-cert; without it passwords are "
     "taken only from this machine",
     "off", OPTION_SWITCH, OPTION_FIELD(Config, ics_tls), .topic = "ics"},
    {"ics-shout", "CASTLED_ICS_SHOUT", "on|off",
     "whether people on that port may shout, which everybody there hears", "off", OPTION_SWITCH,
     OPTION_FIELD(Config, ics_shout), .topic = "ics"},
    {"data", "CASTLED_DATA", "DIR", "the directory of the database, created if missing", "data",
     OPTION_TEXT, OPTION_FIELD(Config, data), .expected = "a directory", .topic = "data"},
    {"store", "CASTLED_STORE", "URL",
     "a PostgreSQL database that keeps everything instead of a file there: "
     "postgresql://USER@HOST/DATABASE\n"
     "      (default: SQLite in the directory); a password is better kept in ~/.pgpass",
     NULL, OPTION_PARSED, OPTION_FIELD(Config, store), .parse = parse_store, .topic = "data",
     .is_secret = true},
    {"bus", "CASTLED_BUS", "URL[,...]",
     "with --store: this castled is one of several that serve the same games, and talks to the "
     "others over NATS:\n"
     "      nats://USER:PASSWORD@HOST, or tls:// with a certificate; several servers of one NATS "
     "in "
     "one list (default:\n"
     "      it is alone). The address is better kept in CASTLED_BUS or the --config file",
     NULL, OPTION_PARSED, OPTION_FIELD(Config, bus), .parse = parse_bus, .topic = "data",
     .is_secret = true},
    {"clock-tolerance", "CASTLED_CLOCK_TOLERANCE", "SECONDS",
     "with --bus: a node whose clock differs by more from the database's is not ready, and does "
     "not "
     "take the games,\n"
     "      until it is right again",
     "10", OPTION_DURATION, OPTION_FIELD(Config, clock_tolerance), .least = 1,
     .most = CONFIG_CLOCK_TOLERANCE_MAX, .unit = 1000, .topic = "data"},
    {"threads", "CASTLED_THREADS", "N|auto",
     "threads that search for the computer's moves; auto: one fewer than there are cores", "auto",
     OPTION_NUMBER, OPTION_FIELD(Config, threads), .least = 1, .most = CONFIG_THREADS_MAX,
     .word = "auto", .topic = "computer"},
    {"limits", "CASTLED_LIMITS", "on|off",
     "rate limits, and limits on what is open at once; off is for load tests", "on", OPTION_SWITCH,
     OPTION_FIELD(Config, limits), .topic = "limits"},
    {"quiet", "CASTLED_QUIET", "on|off", "only preset chat messages, for schools", "off",
     OPTION_SWITCH, OPTION_FIELD(Config, quiet), .topic = "people"},
    {"ratings", "CASTLED_RATINGS", "on|off",
     "whether games can be rated; off: every game is casual, whatever was asked for", "on",
     OPTION_SWITCH, OPTION_FIELD(Config, ratings), .topic = "people"},
    {"limit", "CASTLED_LIMIT", "NAME=N[/SECONDS][,...]",
     "changes a limit: password=20/600 is 20 passwords in 10 minutes; names are at the end", NULL,
     OPTION_PARSED, .parse = parse_limit, .topic = "limits"},
    {"durability", "CASTLED_DURABILITY", "power|process",
     "what a move must be safe from before anybody sees it: loss of power, or only kill -9",
     "power", OPTION_CHOICE, OPTION_FIELD(Config, durability), .words = DURABILITY_WORDS,
     .topic = "data"},
    {"fallback", "CASTLED_FALLBACK", "MS|never",
     "how long a seek waits for a person before the computer plays", "10000", OPTION_DURATION,
     OPTION_FIELD(Config, fallback), .most = SEEK_FALLBACK_MAX, .unit = 1, .word = "never",
     .word_value = SEEK_FALLBACK_NEVER, .topic = "people"},
    {"pace", "CASTLED_PACE", "human|machine",
     "whether the computer takes time over its moves, as a person does", "human", OPTION_CHOICE,
     OPTION_FIELD(Config, hurry), .words = PACE_WORDS, .topic = "computer"},
    {"archive-after", "CASTLED_ARCHIVE_AFTER", "SECONDS|never",
     "how long after its end a game is archived in compact form", "360", OPTION_DURATION,
     OPTION_FIELD(Config, archive_after), .least = 1, .most = CONFIG_ARCHIVE_AFTER_MAX,
     .unit = 1000, .word = "never", .topic = "data"},
    {"backup-dir", "CASTLED_BACKUP_DIR", "DIR",
     "copies the database into this directory while the server runs (default: no backups);\n"
     "      castled restore brings one back",
     NULL, OPTION_TEXT, OPTION_FIELD(Config, backup_directory), .expected = "a directory",
     .topic = "data"},
    {"backup-every", "CASTLED_BACKUP_EVERY", "SECONDS", "how often such a copy is made", "24h",
     OPTION_DURATION, OPTION_FIELD(Config, backup_every), .least = CONFIG_BACKUP_EVERY_LEAST,
     .most = CONFIG_BACKUP_EVERY_MAX, .unit = 1000, .topic = "data"},
    {"backup-keep", "CASTLED_BACKUP_KEEP", "N",
     "how many of these copies are kept; older ones are deleted", "7", OPTION_NUMBER,
     OPTION_FIELD(Config, backup_keep), .least = 1, .most = CONFIG_BACKUP_KEEP_MAX,
     .topic = "data"},
    {"copy-to", "CASTLED_COPY_TO", "DIR",
     "a second place, such as another disk or a mounted share: everything is copied there as it is "
     "committed;\n"
     "      castled restore --from DIR --until TIME brings it back as it was at a moment (default: "
     "none)",
     NULL, OPTION_TEXT, OPTION_FIELD(Config, copy_directory), .expected = "a directory",
     .topic = "data"},
    {"copy-base-every", "CASTLED_COPY_BASE_EVERY", "SECONDS",
     "how often the whole database is copied there anew", "24h", OPTION_DURATION,
     OPTION_FIELD(Config, copy_every), .least = CONFIG_BACKUP_EVERY_LEAST,
     .most = CONFIG_BACKUP_EVERY_MAX, .unit = 1000, .topic = "data"},
    {"copy-keep", "CASTLED_COPY_KEEP", "N",
     "how many of these are kept there, each with what was committed after it", "7", OPTION_NUMBER,
     OPTION_FIELD(Config, copy_keep), .least = 1, .most = CONFIG_BACKUP_KEEP_MAX, .topic = "data"},
    {"book", "CASTLED_BOOK", "FILE|none",
     "an opening book in Polyglot format for the computer (default: gnuchess-book's, if installed)",
     NULL, OPTION_TEXT, OPTION_FIELD(Config, book), .expected = "a file, or none",
     .topic = "computer"},
    {"engine", "CASTLED_ENGINE", "NAME=/PATH[,...]",
     "another UCI engine that people can play; up to 8, in one list or each with its own --engine",
     NULL, OPTION_PARSED, .parse = parse_engine, .topic = "computer"},
    {"engine-hash", "CASTLED_ENGINE_HASH", "MIB", "hash table size of each of these engines", "16",
     OPTION_SIZE, OPTION_FIELD(Config, engine_hash), .least = 1, .most = CONFIG_ENGINE_HASH_MAX,
     .topic = "computer"},
    {"engine-threads", "CASTLED_ENGINE_THREADS", "N", "threads of each of these engines", "1",
     OPTION_NUMBER, OPTION_FIELD(Config, engine_threads), .least = 1, .most = CONFIG_THREADS_MAX,
     .topic = "computer"},
    {"engine-memory", "CASTLED_ENGINE_MEMORY", "MIB|unlimited",
     "address space of each of these engines, besides hash table and threads", "2048", OPTION_SIZE,
     OPTION_FIELD(Config, engine_memory), .least = CONFIG_ENGINE_MEMORY_LEAST,
     .most = CONFIG_ENGINE_MEMORY_MAX, .word = "unlimited", .topic = "computer"},
    {"engine-read", "CASTLED_ENGINE_READ", "/PATH[,...]",
     "what these engines may read besides the system's programs and their own directory, such as "
     "tablebases",
     NULL, OPTION_PARSED, OPTION_FIELD(Config, engine_read), .parse = parse_paths,
     .topic = "computer"},
    {"engine-write", "CASTLED_ENGINE_WRITE", "/PATH[,...]",
     "where these engines may write; by default nowhere, and never in the data directory", NULL,
     OPTION_PARSED, OPTION_FIELD(Config, engine_write), .parse = parse_paths, .topic = "computer"},
    {"endings", "CASTLED_ENDINGS", "FILE|make|none",
     "the tablebase that castled-endings made, for the computer at full strength (default: beside "
     "castled);\n"
     "      make: where there is none, the server makes it in the data directory, in the "
     "background",
     NULL, OPTION_TEXT, OPTION_FIELD(Config, endings), .expected = "a file, make or none",
     .topic = "computer"},
    {"outbox-memory", "CASTLED_OUTBOX_MEMORY", "MIB",
     "memory for messages not yet sent; beyond it the slowest connections are closed", "256",
     OPTION_SIZE, OPTION_FIELD(Config, outbox_memory), .least = CONFIG_OUTBOX_MEMORY_LEAST,
     .most = CONFIG_OUTBOX_MEMORY_MOST, .topic = "limits"},
    {"watchdog", "CASTLED_WATCHDOG", "SECONDS|off",
     "how long the server may hang before it exits, so that it can be restarted", "10",
     OPTION_DURATION, OPTION_FIELD(Config, watchdog), .least = 1, .most = CONFIG_WATCHDOG_MAX,
     .unit = 1000, .word = "off", .topic = "service"},
    {"watchdog-core", "CASTLED_WATCHDOG_CORE", "on|off",
     "whether that, or any crash, leaves a core file, of stacks without keys and passwords, and "
     "whether debuggers may attach",
     "off", OPTION_SWITCH, OPTION_FIELD(Config, watchdog_core), .topic = "service"},
    {"sandbox", "CASTLED_SANDBOX", "on|off",
     "whether the server may reach only the files that it needs, where the kernel has Landlock: "
     "its data, certificate, engines,\n"
     "      the system's programs",
     "on", OPTION_SWITCH, OPTION_FIELD(Config, sandbox), .topic = "service"},
    {"log", "CASTLED_LOG", "debug|info|warning",
     "what is written to stderr; debug adds connections, requests and games", "info", OPTION_CHOICE,
     OPTION_FIELD(Config, log), .words = LOG_WORDS, .topic = "service"},
    {"log-format", "CASTLED_LOG_FORMAT", "text|json",
     "json: each line of the log is an object with its time, level, message and request", "text",
     OPTION_CHOICE, OPTION_FIELD(Config, log_format), .words = LOG_FORM_WORDS, .topic = "service"},
    {"trace", "CASTLED_TRACE", "FILE|-",
     "appends every WebSocket frame, in and out, to this file or to stderr, with its game and "
     "without\n"
     "      tokens; for debugging only, since it contains what people write (default: no trace)",
     NULL, OPTION_TEXT, OPTION_FIELD(Config, trace), .expected = "a file, or - for stderr",
     .topic = "service"},
};

static const OptionTable TABLE = {
    .program = "castled",
    .usage = "",
    .options = OPTIONS,
    .count = sizeof OPTIONS / sizeof *OPTIONS,
    .has_version = true,
};

const OptionTable *config_options(void)
{
    return &TABLE;
}
