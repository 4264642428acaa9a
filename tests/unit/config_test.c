#include "config.h"
#include "unknown_variables.h"

#include "check_rig.h"
#include "lobby.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS_MAX = 20 };

static const char *env_name, *env_value;

static char *env(const char *name)
{
    return env_name && strcmp(name, env_name) == 0 ? (char *)(size_t)env_value : NULL;
}

static Config config;
static char line[OPTIONS_LINE_MAX];

/* The words of a command line, split at blanks. */
static OptionsResult read_words(const char *words)
{
    static char copy[256];
    char *argv[WORDS_MAX] = {"castled"};
    int argc = 1;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    line[0] = '\0';
    return config_read(&config, argc, argv, env, 8, line);
}

static void setup(void)
{
    env_name = NULL;
}

START_TEST(no_options_mean_the_defaults)
{
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert_int_eq(config.port, 8080);
    ck_assert_str_eq(config.host, "0.0.0.0");
    ck_assert_str_eq(config.data, "data");
    ck_assert_uint_eq(config.threads, 7);
    ck_assert(config.limits);
    ck_assert_int_eq(config.durability, DURABILITY_POWER);
    ck_assert_int_eq(config.fallback, SEEK_FALLBACK);
    ck_assert(!config.hurry);
    ck_assert_int_eq(config.archive_after, STORE_ARCHIVE_AFTER);
    ck_assert_str_eq(config.endings, "");
    ck_assert_str_eq(config.book, "");
}
END_TEST

START_TEST(a_node_s_clock_may_differ_by_some_seconds)
{
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert_int_eq(config.clock_tolerance, 10000);
    ck_assert_int_eq(read_words("--clock-tolerance 1"), OPTIONS_OK);
    ck_assert_int_eq(config.clock_tolerance, 1000);
    ck_assert_int_eq(read_words("--clock-tolerance 365d"), OPTIONS_OK);
    ck_assert_int_eq(config.clock_tolerance, INT64_C(31536000000));
    ck_assert_int_eq(read_words("--clock-tolerance 0"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--clock-tolerance 366d"), OPTIONS_BAD);
}
END_TEST

START_TEST(games_are_archived_when_the_operator_says)
{
    ck_assert_int_eq(read_words("--archive-after 1"), OPTIONS_OK);
    ck_assert_int_eq(config.archive_after, 1000);
    ck_assert_int_eq(read_words("--archive-after 31536000"), OPTIONS_OK);
    ck_assert_int_eq(config.archive_after, INT64_C(31536000000));
    ck_assert_int_eq(read_words("--archive-after never"), OPTIONS_OK);
    ck_assert_int_eq(config.archive_after, 0);
    ck_assert_int_eq(read_words("--archive-after 0"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--archive-after 31536001"), OPTIONS_BAD);
}
END_TEST

START_TEST(engines_have_bounds)
{
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert_uint_eq(config.engine_memory, 2048);
    ck_assert_str_eq(config.engine_read, "");
    ck_assert_str_eq(config.engine_write, "");
    ck_assert_int_eq(read_words("--engine-memory 16 --engine-read /a,/b/c --engine-write /d"),
                     OPTIONS_OK);
    ck_assert_uint_eq(config.engine_memory, 16);
    ck_assert_str_eq(config.engine_read, "/a,/b/c");
    ck_assert_str_eq(config.engine_write, "/d");
    ck_assert_int_eq(read_words("--engine-memory unlimited"), OPTIONS_OK);
    ck_assert_uint_eq(config.engine_memory, 0);
    ck_assert_int_eq(read_words("--engine-memory 15"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--engine-memory 1048577"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--engine-read a"), OPTIONS_BAD);
    ck_assert_str_eq(line, "--engine-read \"a\": expected absolute paths, commas between");
    ck_assert_int_eq(read_words("--engine-read /a,b"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--engine-write /a,"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--engine-write="), OPTIONS_BAD);
}
END_TEST

START_TEST(the_memory_for_all_outboxes_has_bounds)
{
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert_uint_eq(config.outbox_memory, 256);
    ck_assert_int_eq(read_words("--outbox-memory 8"), OPTIONS_OK);
    ck_assert_uint_eq(config.outbox_memory, 8);
    ck_assert_int_eq(read_words("--outbox-memory 1048576"), OPTIONS_OK);
    ck_assert_uint_eq(config.outbox_memory, 1048576);
    ck_assert_int_eq(read_words("--outbox-memory 7"), OPTIONS_BAD);
    ck_assert_str_eq(line, "--outbox-memory \"7\": expected MiB from 8 to 1048576");
    ck_assert_int_eq(read_words("--outbox-memory 1048577"), OPTIONS_BAD);
}
END_TEST

START_TEST(others_are_reached_as_the_operator_says)
{
    Address address;
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert(config.outbound);
    ck_assert_uint_eq(config.outbound_private.count, 0);
    ck_assert_ptr_null(config.outbound_proxy);
    ck_assert_ptr_null(config.outbound_ca);
    ck_assert_int_eq(read_words("--outbound off --outbound-private 10.0.0.0/8,::1 --outbound-proxy "
                                "http://proxy:3128 --outbound-ca ca.pem"),
                     OPTIONS_OK);
    ck_assert(!config.outbound);
    ck_assert(address_parse("10.1.2.3", 8, &address));
    ck_assert(address_blocks_have(&config.outbound_private, &address));
    ck_assert_str_eq(config.outbound_proxy, "http://proxy:3128");
    ck_assert_str_eq(config.outbound_ca, "ca.pem");
    ck_assert_int_eq(read_words("--outbound-private 10.0.0.1/8"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--outbound-proxy socks5://proxy"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--outbound-proxy proxy:3128"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--outbound maybe"), OPTIONS_BAD);
}
END_TEST

START_TEST(a_store_is_an_address_of_postgresql)
{
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert_ptr_null(config.store);
    ck_assert_int_eq(read_words("--store postgres://host/games"), OPTIONS_OK);
    ck_assert_str_eq(config.store, "postgres://host/games");
    ck_assert_int_eq(read_words("--store postgresql://"), OPTIONS_OK);
    ck_assert_int_eq(read_words("--store postgresql://me:p%40w%2F@h/d?application_name=a@b"),
                     OPTIONS_OK);
    ck_assert_int_eq(read_words("--store postgresql:///d"), OPTIONS_OK);
    ck_assert_int_eq(read_words("--store postgresql://me:p@w@h/d"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--store postgres://me:p/w@h/d"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--store postgres://h/d@e"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--store mysql://host/games"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--store data"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--store postgres://host/games --backup-dir b"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--store postgres://host/games --copy-to c"), OPTIONS_BAD);
}
END_TEST

START_TEST(a_bus_needs_a_store_and_is_never_shown)
{
    static const char STORE[] = "--store postgres://host/games --bus ";
    static const char *const BAD[] = {"nats://u:s3cret@", "http://u:s3cret@host", "s3cret",
                                      "nats://u:s3cret@a,tls://u:s3cret@b"};
    char words[200];
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert_ptr_null(config.bus);
    snprintf(words, sizeof words, "%s%s", STORE, "nats://u:s3cret@a,nats://u:s3cret@b:4223");
    ck_assert_msg(read_words(words) == OPTIONS_OK, "%s", line);
    ck_assert_str_eq(config.bus, "nats://u:s3cret@a,nats://u:s3cret@b:4223");
    ck_assert_int_eq(read_words("--bus nats://host"), OPTIONS_BAD);
    ck_assert_str_eq(line, "--bus needs --store: the nodes of a cluster share a PostgreSQL "
                           "database");
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        snprintf(words, sizeof words, "%s%s", STORE, BAD[i]);
        ck_assert_int_eq(read_words(words), OPTIONS_BAD);
        ck_assert_ptr_null(strstr(line, "s3cret"));
        ck_assert_ptr_nonnull(strstr(line, "--bus: expected a URL"));
    }
    ck_assert_int_eq(read_words("--store mysql://u:s3cret@host"), OPTIONS_BAD);
    ck_assert_ptr_null(strstr(line, "s3cret"));
}
END_TEST

START_TEST(the_sources_of_options_show_no_password)
{
    OptionSource sources[CONFIG_OPTIONS_MAX];
    char *words[] = {"castled", "--store", "postgres://u:s3cret@host", "--bus",
                     "nats://u:s3cret@host"};
    char text[16384];
    ck_assert_int_eq(config_read_sources(&config, 5, words, env, 8, sources, line), OPTIONS_OK);
    FILE *out = fmemopen(text, sizeof text, "w");
    config_print_sources(sources, out);
    fclose(out);
    ck_assert_ptr_nonnull(strstr(text, "bus             (an address)"));
    ck_assert_ptr_null(strstr(text, "s3cret"));
}
END_TEST

START_TEST(backups_have_a_schedule_within_bounds)
{
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert_ptr_null(config.backup_directory);
    ck_assert_int_eq(config.backup_every, 86400000);
    ck_assert_uint_eq(config.backup_keep, 7);
    ck_assert_int_eq(read_words("--backup-dir b --backup-every 60 --backup-keep 1"), OPTIONS_OK);
    ck_assert_str_eq(config.backup_directory, "b");
    ck_assert_int_eq(config.backup_every, 60000);
    ck_assert_uint_eq(config.backup_keep, 1);
    ck_assert_int_eq(read_words("--backup-every 365d --backup-keep 10000"), OPTIONS_OK);
    ck_assert_int_eq(config.backup_every, INT64_C(31536000000));
    ck_assert_int_eq(read_words("--backup-every 59"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--backup-every 31536001"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--backup-keep 0"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--backup-keep 10001"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--backup-dir="), OPTIONS_BAD);
    ck_assert_str_eq(line, "--backup-dir \"\": expected a directory");
}
END_TEST

START_TEST(the_sandbox_is_on_unless_it_is_turned_off)
{
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert(config.sandbox);
    ck_assert_int_eq(read_words("--sandbox off"), OPTIONS_OK);
    ck_assert(!config.sandbox);
    ck_assert_int_eq(read_words("--sandbox on"), OPTIONS_OK);
    ck_assert(config.sandbox);
    ck_assert_int_eq(read_words("--sandbox yes"), OPTIONS_BAD);
}
END_TEST

START_TEST(the_watchdog_is_set_or_turned_off)
{
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert_uint_eq(config.watchdog, 10000);
    ck_assert(!config.watchdog_core);
    ck_assert_int_eq(read_words("--watchdog 1 --watchdog-core on"), OPTIONS_OK);
    ck_assert_uint_eq(config.watchdog, 1000);
    ck_assert(config.watchdog_core);
    ck_assert_int_eq(read_words("--watchdog 3600"), OPTIONS_OK);
    ck_assert_uint_eq(config.watchdog, 3600000);
    ck_assert_int_eq(read_words("--watchdog off --watchdog-core off"), OPTIONS_OK);
    ck_assert_uint_eq(config.watchdog, 0);
    ck_assert(!config.watchdog_core);
    ck_assert_int_eq(read_words("--watchdog 0"), OPTIONS_BAD);
    ck_assert_str_eq(line, "--watchdog \"0\": expected seconds from 1 to 3600, or off");
    ck_assert_int_eq(read_words("--watchdog 3601"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--watchdog-core yes"), OPTIONS_BAD);
}
END_TEST

START_TEST(what_is_logged_and_traced_is_chosen)
{
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert_int_eq(config.log, LOG_LEVEL_INFO);
    ck_assert_ptr_null(config.trace);
    ck_assert_int_eq(read_words("--log debug --trace -"), OPTIONS_OK);
    ck_assert_int_eq(config.log, LOG_LEVEL_DEBUG);
    ck_assert_str_eq(config.trace, "-");
    ck_assert_int_eq(read_words("--log warning --trace frames.txt"), OPTIONS_OK);
    ck_assert_int_eq(config.log, LOG_LEVEL_WARNING);
    ck_assert_str_eq(config.trace, "frames.txt");
    ck_assert_int_eq(read_words("--log loud"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--trace="), OPTIONS_BAD);
}
END_TEST

START_TEST(files_for_the_computer_are_named)
{
    ck_assert_int_eq(read_words("--book /b.bin --endings none"), OPTIONS_OK);
    ck_assert_str_eq(config.book, "/b.bin");
    ck_assert_str_eq(config.endings, "none");
    ck_assert_int_eq(read_words("--book="), OPTIONS_BAD);
    ck_assert_str_eq(line, "--book \"\": expected a file, or none");
}
END_TEST

START_TEST(engines_are_named_one_by_one)
{
    ck_assert_int_eq(read_words("--engine sf=/usr/games/stockfish --engine toga=/usr/games/toga2"),
                     OPTIONS_OK);
    ck_assert_uint_eq(config.engines, 2);
    ck_assert_str_eq(config.engine[0].name, "sf");
    ck_assert_str_eq(config.engine[1].path, "/usr/games/toga2");
    ck_assert_uint_eq(config.engine_hash, 16);
    ck_assert_uint_eq(config.engine_threads, 1);
    ck_assert_int_eq(read_words("--engine-hash 64 --engine-threads 2"), OPTIONS_OK);
    ck_assert_uint_eq(config.engine_hash, 64);
    ck_assert_uint_eq(config.engine_threads, 2);
    ck_assert_int_eq(read_words("--engine-hash 65536 --engine-threads 256"), OPTIONS_OK);
    static const char *const bad[] = {
        "--engine stockfish",
        "--engine =/x",
        "--engine Stock=/x",
        "--engine a=x",
        "--engine a=/x --engine a=/y",
        "--engine abcdefghijklmnopq=/x",
        "--engine-hash 0",
        "--engine-hash 65537",
        "--engine-threads 0",
        "--engine-threads 257",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(read_words(bad[i]) == OPTIONS_BAD, "%s", bad[i]);
    /* Well-known names of one FNV-1a. */
    ck_assert_int_eq(read_words("--engine costarring=/x --engine liquid=/y"), OPTIONS_OK);
}
END_TEST

START_TEST(eight_engines_and_no_more)
{
    ck_assert_int_eq(
        read_words("--engine a=/x --engine b=/x,c=/x,d=/x --engine=e=/x,f=/x,g=/x,h=/x"),
        OPTIONS_OK);
    ck_assert_uint_eq(config.engines, CONFIG_ENGINES_MAX);
    ck_assert_str_eq(config.engine[7].name, "h");
    ck_assert_int_eq(read_words("--engine a=/x,b=/x,c=/x,d=/x,e=/x,f=/x,g=/x,h=/x,i=/x"),
                     OPTIONS_BAD);
    ck_assert_ptr_nonnull(strstr(line, "at most 8 engines"));
    ck_assert_int_eq(read_words("--engine a=/x --engine a=/y"), OPTIONS_BAD);
    ck_assert_str_eq(line, "--engine \"a=/y\": expected a different name for each engine");
    env_name = "CASTLED_ENGINE";
    env_value = "old=/usr/old,older=/usr/older";
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert_uint_eq(config.engines, 2);
    ck_assert_str_eq(config.engine[1].path, "/usr/older");
    ck_assert_int_eq(read_words("--engine new=/usr/new"), OPTIONS_OK);
    ck_assert_uint_eq(config.engines, 1);
    ck_assert_str_eq(config.engine[0].name, "new");
    static char text[CONFIG_PATH_MAX + 8];
    memset(text, 'x', sizeof text - 1);
    memcpy(text, "a=/", 3);
    text[2 + CONFIG_PATH_MAX - 1] = '\0'; /* a path of one byte less than CONFIG_PATH_MAX */
    env_value = text;
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert_uint_eq(strlen(config.engine[0].path), CONFIG_PATH_MAX - 1);
    text[2 + CONFIG_PATH_MAX - 1] = 'x';
    text[2 + CONFIG_PATH_MAX] = '\0';
    ck_assert_int_eq(read_words(""), OPTIONS_BAD);
    ck_assert_ptr_nonnull(strstr(line, "a path of at most 4095 bytes"));
}
END_TEST

START_TEST(limits_given_as_flags_replace_those_of_the_environment)
{
    env_name = "CASTLED_LIMIT";
    env_value = "password=1/60,open-seeks=7";
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert_int_eq(config.rules[LIMIT_PASSWORD].tokens, 1);
    ck_assert_int_eq(config.bounds[BOUND_OPEN_SEEKS], 7);
    ck_assert_int_eq(read_words("--limit chat=2/60 --limit token=3/60"), OPTIONS_OK);
    ck_assert_int_eq(config.rules[LIMIT_CHAT].tokens, 2);
    ck_assert_int_eq(config.rules[LIMIT_TOKEN].tokens, 3);
    ck_assert_int_eq(config.rules[LIMIT_PASSWORD].tokens, limit_tokens(LIMIT_PASSWORD));
    ck_assert_int_eq(config.bounds[BOUND_OPEN_SEEKS], 60);
}
END_TEST

static bool trusts(const char *text)
{
    Address address;
    return address_parse(text, strlen(text), &address) &&
           address_blocks_have(&config.client.proxies, &address);
}

START_TEST(proxies_are_trusted_by_name)
{
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert(trusts("127.0.0.1") && trusts("127.9.9.9") && trusts("::1"));
    ck_assert(!trusts("10.0.0.1") && !trusts("::2"));
    ck_assert_int_eq(read_words("--trusted-proxy 10.0.0.0/8,2001:db8::7"), OPTIONS_OK);
    ck_assert(trusts("10.0.0.1") && trusts("2001:db8::7"));
    ck_assert(!trusts("127.0.0.1") && !trusts("::1"));
    ck_assert_int_eq(read_words("--trusted-proxy none"), OPTIONS_OK);
    ck_assert(!trusts("127.0.0.1") && !trusts("::1"));
    env_name = "CASTLED_TRUSTED_PROXY";
    env_value = "172.17.0.0/16";
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert(trusts("172.17.0.1"));
    env_name = NULL;
    ck_assert_int_eq(read_words("--trusted-proxy 10.0.0.1/8"), OPTIONS_BAD);
    ck_assert_str_eq(line,
                     "--trusted-proxy \"10.0.0.1/8\": expected none, or up to 32 addresses or "
                     "networks such as 10.0.0.0/8,2001:db8::7");
}
END_TEST

START_TEST(sites_that_may_embed_can_be_named)
{
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert_str_eq(config.embed_from, "*");
    ck_assert_int_eq(read_words("--embed-from none"), OPTIONS_OK);
    ck_assert_str_eq(config.embed_from, "'none'");
    ck_assert_int_eq(read_words("--embed-from https://a.example,http://b.example:81"), OPTIONS_OK);
    ck_assert_str_eq(config.embed_from, "https://a.example http://b.example:81");
    ck_assert_int_eq(read_words("--embed-from a.example"), OPTIONS_BAD);
    ck_assert_str_eq(line, "--embed-from \"a.example\": expected any, none, or up to 16 sites such "
                           "as https://club.example");
}
END_TEST

START_TEST(a_public_url_is_an_origin_and_a_path)
{
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert(!config.client.has_public_url);
    ck_assert_int_eq(read_words("--public-url https://Club.example/chess/"), OPTIONS_OK);
    ck_assert(config.client.has_public_url && config.client.public_url.origin.https);
    ck_assert_str_eq(config.client.public_url.origin.host.name, "club.example");
    ck_assert_str_eq(config.client.public_url.path, "/chess");
    env_name = "CASTLED_PUBLIC_URL";
    env_value = "http://club.example:8080";
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert_int_eq(config.client.public_url.origin.host.port, 8080);
    env_name = NULL;
    ck_assert_int_eq(read_words("--public-url club.example"), OPTIONS_BAD);
    ck_assert_str_eq(line,
                     "--public-url \"club.example\": expected a URL such as https://club.example");
}
END_TEST

START_TEST(variables_that_are_no_options_are_told_of)
{
    char path[] = "PATH=/bin", port[] = "CASTLED_PORT=1", prot[] = "CASTLED_PROT=1",
         data[] = "CASTLED_DATA\n", empty[] = "CASTLED_=", names[27];
    char *const good[] = {path, port, NULL}, *const bad[] = {prot, path, data, port, empty, NULL};
    ck_assert_uint_eq(unknown_variables(good, names, sizeof names), 0);
    ck_assert_str_eq(names, "");
    ck_assert_uint_eq(unknown_variables(bad, names, sizeof names), 3);
    ck_assert_str_eq(names, "CASTLED_PROT, CASTLED_"); /* what has no room is left out */
    char all[38];
    ck_assert_uint_eq(unknown_variables(bad, all, sizeof all), 3);
    ck_assert_str_eq(all, "CASTLED_PROT, CASTLED_DATA?, CASTLED_");
}
END_TEST

START_TEST(one_core_still_has_a_thread_that_searches)
{
    char *argv[] = {"castled"};
    ck_assert_int_eq(config_read(&config, 1, argv, env, 1, line), OPTIONS_OK);
    ck_assert_uint_eq(config.threads, 1);
    ck_assert_int_eq(config_read(&config, 1, argv, env, 1000, line), OPTIONS_OK);
    ck_assert_uint_eq(config.threads, CONFIG_THREADS_MAX);
    ck_assert_int_eq(read_words("--threads auto"), OPTIONS_OK);
    ck_assert_uint_eq(config.threads, 7);
}
END_TEST

START_TEST(flags_are_read_in_both_forms)
{
    ck_assert_int_eq(read_words("--port 9000 --host=127.0.0.1 --data /d --threads=3 --limits off"),
                     OPTIONS_OK);
    ck_assert_int_eq(config.port, 9000);
    ck_assert_str_eq(config.host, "127.0.0.1");
    ck_assert_str_eq(config.data, "/d");
    ck_assert_uint_eq(config.threads, 3);
    ck_assert(!config.limits);
    ck_assert_int_eq(read_words("--durability process --fallback never --pace machine"),
                     OPTIONS_OK);
    ck_assert_int_eq(config.durability, DURABILITY_PROCESS);
    ck_assert_int_eq(config.fallback, SEEK_FALLBACK_NEVER);
    ck_assert(config.hurry && !config.quiet);
    ck_assert_int_eq(read_words("--quiet on"), OPTIONS_OK);
    ck_assert(config.quiet);
    ck_assert_int_eq(read_words("--quiet loud"), OPTIONS_BAD);
    ck_assert_ptr_null(config.site_name);
    ck_assert_int_eq(read_words("--site-name Club --site-color #3a6e52"), OPTIONS_OK);
    ck_assert_str_eq(config.site_name, "Club");
    ck_assert_int_eq(read_words("--site-color #ffd700"), OPTIONS_BAD);
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert_uint_eq(config.qr_code, QR_CODE_AUTO);
    ck_assert_int_eq(read_words("--qr-code off"), OPTIONS_OK);
    ck_assert_uint_eq(config.qr_code, QR_CODE_OFF);
    ck_assert_int_eq(read_words("--qr-code yes"), OPTIONS_BAD);
}
END_TEST

START_TEST(a_flag_wins_over_its_environment)
{
    env_name = "CASTLED_PORT";
    env_value = "9001";
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert_int_eq(config.port, 9001);
    ck_assert_int_eq(read_words("--port 9002"), OPTIONS_OK);
    ck_assert_int_eq(config.port, 9002);
    env_value = "";
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert_int_eq(config.port, 8080);
}
END_TEST

START_TEST(other_ports_are_opened_when_asked_for)
{
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert_int_eq(config.metrics_port, -1);
    ck_assert_int_eq(config.redirect_port, -1);
    ck_assert_int_eq(read_words("--metrics-port 0 --redirect-port none"), OPTIONS_OK);
    ck_assert_int_eq(config.metrics_port, 0);
    ck_assert_int_eq(read_words("--redirect-port 80"), OPTIONS_BAD);
    ck_assert_str_eq(line, "--redirect-port needs --tls-cert");
    ck_assert_int_eq(read_words("--tls-cert /c"), OPTIONS_BAD);
    ck_assert_str_eq(line, "--tls-cert and --tls-key go together");
    ck_assert_int_eq(read_words("--tls-cert /c --tls-key /k --redirect-port 80"), OPTIONS_OK);
    ck_assert_int_eq(config.redirect_port, 80);
}
END_TEST

START_TEST(every_option_has_a_variable_of_its_name)
{
    const OptionTable *table = config_options();
    for (size_t i = 0; i < table->count; i++) {
        const Option *option = &table->options[i];
        char variable[64] = "CASTLED_";
        ck_assert_uint_lt(strlen(option->name), 40);
        for (size_t at = 0; option->name[at]; at++) {
            char letter = option->name[at];
            ck_assert(letter == '-' || (letter >= 'a' && letter <= 'z'));
            variable[8 + at] = letter == '-' ? '_' : (char)(letter - 'a' + 'A');
        }
        ck_assert_str_eq(option->variable, variable);
        for (size_t other = 0; other < i; other++)
            ck_assert_str_ne(option->name, table->options[other].name);
    }
}
END_TEST

START_TEST(nonsense_is_refused_by_name)
{
    static const struct {
        const char *words, *part; /* of the line */
    } CASES[] = {
        {"--port", "--port"},
        {"--port x", "--port"},
        {"--port -1", "--port"},
        {"--port 65536", "--port"},
        {"--port 80x", "80x"},
        {"--port 99999999999999999999", "--port"},
        {"--port=", "--port"},
        {"--threads 0", "--threads"},
        {"--threads 257", "--threads"},
        {"--limits maybe", "on or off"},
        {"--durability wish", "power or process"},
        {"--fallback -1", "never"},
        {"--fallback 3600001", "3600000"},
        {"--pace slow", "human or machine"},
        {"--data=", "directory"},
        {"--nonsense", "--nonsense"},
        {"nonsense", "nonsense"},
        {"-p 80", "-p"},
        {"--", "--"},
        {"--ports 80", "--ports"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        ck_assert_msg(read_words(CASES[i].words) == OPTIONS_BAD, "%s", CASES[i].words);
        ck_assert_msg(strstr(line, CASES[i].part) != NULL, "%s: %s", CASES[i].words, line);
        ck_assert_ptr_null(strchr(line, '\n'));
    }
}
END_TEST

START_TEST(a_bad_environment_is_refused_by_its_name)
{
    env_name = "CASTLED_THREADS";
    env_value = "many";
    ck_assert_int_eq(read_words(""), OPTIONS_BAD);
    ck_assert_ptr_nonnull(strstr(line, "CASTLED_THREADS"));
}
END_TEST

/* ---- files and presets ---- */

static char path[64];

static void put_file(const char *text)
{
    snprintf(path, sizeof path, "/tmp/castled-config-XXXXXX");
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
}

/* With --config and that file. */
static OptionsResult read_file(const char *text, const char *words)
{
    char all[200];
    put_file(text);
    snprintf(all, sizeof all, "--config %s %s", path, words);
    OptionsResult result = read_words(all);
    unlink(path);
    return result;
}

START_TEST(a_file_sets_what_flags_and_environment_do_not)
{
    const char *text = "# remarks and empty lines\n\n  port=9000\r\nhost =  127.0.0.1  \n"
                       "engine = one=/a\nengine = two=/b,three=/c\nquiet = on";
    ck_assert_msg(read_file(text, "") == OPTIONS_OK, "%s", line);
    ck_assert_int_eq(config.port, 9000);
    ck_assert_str_eq(config.host, "127.0.0.1");
    ck_assert_uint_eq(config.engines, 3);
    ck_assert_str_eq(config.engine[2].name, "three");
    ck_assert(config.quiet);
    config_clear(&config);
    env_name = "CASTLED_ENGINE";
    env_value = "four=/d";
    ck_assert_int_eq(read_file(text, "--port 1"), OPTIONS_OK);
    ck_assert_int_eq(config.port, 1);
    ck_assert_uint_eq(config.engines, 1); /* what loses is ignored whole */
    ck_assert_str_eq(config.engine[0].name, "four");
    config_clear(&config);
}
END_TEST

START_TEST(a_bad_file_is_refused_by_its_line)
{
    static const struct {
        const char *text, *says;
    } FILES[] = {
        {"port = 1\n\nhost = ::\nport = 70000\n",
         ":4: port \"70000\": expected a number from 0 to 65535"},
        {"nonsense = 1", ":1: nonsense: there is no such option"},
        {"port", ":1: port: expected NAME = VALUE"},
        {"--port = 1", ":1: --port: there is no such option"},
        {"= 1", ":1: : there is no such option"},
        {"config = other.conf", ":1: config: a file cannot set this option"},
        {"data =", ":1: data \"\": expected a directory"},
    };
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        ck_assert_int_eq(read_file(FILES[i].text, ""), OPTIONS_BAD);
        ck_assert_msg(strncmp(line, path, strlen(path)) == 0, "%s", line);
        ck_assert_str_eq(line + strlen(path), FILES[i].says);
    }
    ck_assert_int_eq(read_words("--config /nowhere/at/all"), OPTIONS_BAD);
    ck_assert_str_eq(line, "--config /nowhere/at/all: No such file or directory");
    ck_assert_int_eq(read_words("--config /"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--config /dev/zero"), OPTIONS_BAD);
    ck_assert_str_eq(line, "--config /dev/zero: it is not text");
}
END_TEST

START_TEST(a_file_may_have_64_KiB)
{
    char *text = calloc(1, OPTIONS_FILE_MAX + 2);
    memset(text, '\n', OPTIONS_FILE_MAX);
    ck_assert_int_eq(read_file(text, ""), OPTIONS_OK);
    config_clear(&config);
    text[OPTIONS_FILE_MAX] = '\n';
    ck_assert_int_eq(read_file(text, ""), OPTIONS_BAD);
    ck_assert_ptr_nonnull(strstr(line, "larger than 64 KiB"));
    free(text);
}
END_TEST

START_TEST(a_preset_gives_way_to_everything_else)
{
    static const char *const PRESETS[] = {"none", "family", "club", "school", "public"};
    OptionSource sources[CONFIG_OPTIONS_MAX];
    char program[] = "castled", flag[] = "--preset", school[] = "school";
    char *words[] = {program, flag, school};
    for (size_t i = 0; i < sizeof PRESETS / sizeof *PRESETS; i++) {
        char word[40];
        snprintf(word, sizeof word, "--preset %s", PRESETS[i]);
        ck_assert_msg(read_words(word) == OPTIONS_OK, "%s", line);
        config_clear(&config);
    }
    ck_assert_int_eq(read_words("--preset school"), OPTIONS_OK);
    ck_assert(config.quiet);
    ck_assert_uint_eq(config.registration, REGISTRATION_CLOSED);
    config_clear(&config);
    ck_assert_int_eq(read_file("preset = school\nquiet = off", "--registration open"), OPTIONS_OK);
    ck_assert(!config.quiet);
    ck_assert_uint_eq(config.registration, REGISTRATION_OPEN);
    ck_assert_int_eq(config.bounds[BOUND_CONNECTIONS], 5000);
    ck_assert_int_eq(config.bounds[BOUND_ICS_LOGINS], 500);
    config_clear(&config);
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert(config.ratings);
    ck_assert_int_eq(read_words("--preset family"), OPTIONS_OK);
    ck_assert(!config.ratings && !config.quiet);
    config_clear(&config);
    ck_assert_int_eq(read_words("--preset office"), OPTIONS_BAD);
    ck_assert_str_eq(line, "--preset \"office\": expected none, family, club, school or public");
    ck_assert_int_eq(config_read_sources(&config, 3, words, env, 8, sources, line), OPTIONS_OK);
    for (size_t i = 0; i < config_options()->count; i++) {
        const char *name = config_options()->options[i].name;
        bool is_set = strcmp(name, "quiet") == 0 || strcmp(name, "registration") == 0 ||
                      strcmp(name, "embed-from") == 0 || strcmp(name, "limit") == 0;
        ck_assert_str_eq(sources[i].from, strcmp(name, "preset") == 0 ? "flag"
                                          : is_set                    ? "preset"
                                                                      : "default");
    }
    config_clear(&config);
}
END_TEST

START_TEST(every_option_has_a_topic_of_help)
{
    for (size_t i = 0; i < config_options()->count; i++) {
        const Option *option = &config_options()->options[i];
        const char *const *topic = CONFIG_TOPICS;
        while (*topic && (!option->topic || strcmp(option->topic, *topic) != 0))
            topic++;
        ck_assert_msg(*topic != NULL, "%s", option->name);
    }
}
END_TEST

START_TEST(help_and_version_take_precedence)
{
    ck_assert_int_eq(read_words("--nonsense --help"), OPTIONS_HELP);
    ck_assert_int_eq(read_words("-h"), OPTIONS_HELP);
    ck_assert_int_eq(read_words("--port x --version"), OPTIONS_VERSION);
}
END_TEST

START_TEST(mail_needs_a_server_a_sender_and_a_public_url)
{
    static const struct {
        const char *words, *line;
    } bad[] = {
        {"--smtp smtp://mail", "--smtp and --mail-from go together"},
        {"--mail-from a@b.c", "--smtp and --mail-from go together"},
        {"--smtp smtp://mail --mail-from a@b.c",
         "--smtp needs --public-url, with which the links in e-mail begin"},
        {"--smtp smtp://mail --mail-from a@b.c --public-url http://x.y --outbound off",
         "--smtp needs --outbound on"},
        {"--smtp smtps://mail --mail-from a@b.c --public-url http://x.y --smtp-tls off",
         "--smtp-tls off is for smtp://, not for smtps://"},
        {"--smtp smtp://mail --mail-from a@b.c --public-url http://x.y --smtp-user me",
         "--smtp-user and --smtp-password-file go together"},
        {"--smtp-user me --smtp-password-file x", "--smtp-user needs --smtp"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_int_eq(read_words(bad[i].words), OPTIONS_BAD);
        ck_assert_str_eq(line, bad[i].line);
    }
    ck_assert_int_eq(read_words("--smtp http://mail"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--mail-from a"), OPTIONS_BAD);
    ck_assert_int_eq(read_words("--smtp-tls maybe"), OPTIONS_BAD);
    ck_assert_int_eq(read_words(""), OPTIONS_OK);
    ck_assert(!config.smtp && !config.mail_from && config.smtp_tls == SMTP_TLS_AUTO);
    ck_assert_int_eq(read_words("--smtp smtp://mail:25 --mail-from a@b.c --public-url http://x.y "
                                "--smtp-user me --smtp-password-file x --smtp-tls off"),
                     OPTIONS_OK);
    ck_assert_str_eq(config.smtp, "smtp://mail:25");
    ck_assert_int_eq(config.smtp_tls, SMTP_TLS_OFF);
    config_clear(&config);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("config");
    TCase *tcase = tcase_create("config");
    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_add_test(tcase, no_options_mean_the_defaults);
    tcase_add_test(tcase, a_node_s_clock_may_differ_by_some_seconds);
    tcase_add_test(tcase, games_are_archived_when_the_operator_says);
    tcase_add_test(tcase, engines_have_bounds);
    tcase_add_test(tcase, the_memory_for_all_outboxes_has_bounds);
    tcase_add_test(tcase, a_file_sets_what_flags_and_environment_do_not);
    tcase_add_test(tcase, a_bad_file_is_refused_by_its_line);
    tcase_add_test(tcase, a_file_may_have_64_KiB);
    tcase_add_test(tcase, a_preset_gives_way_to_everything_else);
    tcase_add_test(tcase, every_option_has_a_topic_of_help);
    tcase_add_test(tcase, others_are_reached_as_the_operator_says);
    tcase_add_test(tcase, a_store_is_an_address_of_postgresql);
    tcase_add_test(tcase, a_bus_needs_a_store_and_is_never_shown);
    tcase_add_test(tcase, the_sources_of_options_show_no_password);
    tcase_add_test(tcase, backups_have_a_schedule_within_bounds);
    tcase_add_test(tcase, the_sandbox_is_on_unless_it_is_turned_off);
    tcase_add_test(tcase, the_watchdog_is_set_or_turned_off);
    tcase_add_test(tcase, what_is_logged_and_traced_is_chosen);
    tcase_add_test(tcase, files_for_the_computer_are_named);
    tcase_add_test(tcase, engines_are_named_one_by_one);
    tcase_add_test(tcase, limits_given_as_flags_replace_those_of_the_environment);
    tcase_add_test(tcase, eight_engines_and_no_more);
    tcase_add_test(tcase, proxies_are_trusted_by_name);
    tcase_add_test(tcase, sites_that_may_embed_can_be_named);
    tcase_add_test(tcase, a_public_url_is_an_origin_and_a_path);
    tcase_add_test(tcase, mail_needs_a_server_a_sender_and_a_public_url);
    tcase_add_test(tcase, variables_that_are_no_options_are_told_of);
    tcase_add_test(tcase, one_core_still_has_a_thread_that_searches);
    tcase_add_test(tcase, flags_are_read_in_both_forms);
    tcase_add_test(tcase, a_flag_wins_over_its_environment);
    tcase_add_test(tcase, every_option_has_a_variable_of_its_name);
    tcase_add_test(tcase, other_ports_are_opened_when_asked_for);
    tcase_add_test(tcase, nonsense_is_refused_by_name);
    tcase_add_test(tcase, a_bad_environment_is_refused_by_its_name);
    tcase_add_test(tcase, help_and_version_take_precedence);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
