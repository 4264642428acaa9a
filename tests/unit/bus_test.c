#include "bus.h"
#include "bus_address.h"

#include "nats_rig.h"

#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* One user of the bus, and what they have heard and been told. */
typedef struct {
    Bus *bus;
    int messages; /* heard */
    size_t length;
    unsigned char first, last; /* byte of the newest */
    int states;                /* told */
    bool is_connected;
    char why[BUS_LINE_MAX];
} User;

static uv_loop_t loop;
static NatsRig rig;
static User ann, bob;
static const char *const OPEN[] = {NULL};
static const char *const CLOSED[] = {"--user", "castled", "--pass", "s3cret,@", NULL};

static void on_state(void *context, bool is_connected, const char *why)
{
    User *user = context;
    user->states++;
    user->is_connected = is_connected;
    ck_assert_int_eq(is_connected, bus_is_connected(user->bus));
    snprintf(user->why, sizeof user->why, "%s", why);
}

static void on_heard(void *context, const void *bytes, size_t length)
{
    User *user = context;
    user->messages++;
    user->length = length;
    user->first = length ? *(const unsigned char *)bytes : 0;
    user->last = length ? ((const unsigned char *)bytes)[length - 1] : 0;
}

static void join(User *user, const char *address)
{
    char line[BUS_LINE_MAX] = "";
    BusOptions options = {
        .loop = &loop, .address = address, .name = "test", .context = user, .state = on_state};
    *user = (User){.bus = bus_open(&options, line)};
    ck_assert_msg(user->bus != NULL, "%s", line);
}

/* nats://USER@127.0.0.1:PORT, or without "USER@" when that is empty. */
static const char *address_of(const char *user)
{
    static char address[200];
    snprintf(address, sizeof address, "nats://%s127.0.0.1:%d", user, rig.port);
    return address;
}

static void run_until_connected(const User *user, bool is_connected)
{
    while (!user->states || user->is_connected != is_connected)
        uv_run(&loop, UV_RUN_ONCE);
}

static void run_until_heard(const User *user, int messages)
{
    while (user->messages < messages)
        uv_run(&loop, UV_RUN_ONCE);
}

/* Connected, and the server knows what they listen to: it has brought them their own message. */
static void run_until_listening(User *user, const char *subject)
{
    run_until_connected(user, true);
    ck_assert(bus_send(user->bus, subject, "", 0));
    run_until_heard(user, 1);
    user->messages = 0;
}

static void setup(void)
{
    ck_assert_int_ge(sodium_init(), 0);
    ck_assert_int_eq(uv_loop_init(&loop), 0);
    rig = (NatsRig){.port = nats_rig_port()};
    ann = bob = (User){.bus = NULL};
}

static void teardown(void)
{
    bus_close(ann.bus);
    bus_close(bob.bus);
    uv_run(&loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(uv_loop_close(&loop), 0);
    nats_rig_kill(&rig);
}

START_TEST(messages_go_to_who_listens_to_their_subject)
{
    nats_rig_start(&rig, CLOSED);
    join(&ann, address_of("castled:s3cret%2C%40@"));
    join(&bob, address_of("castled:s3cret%2C%40@"));
    ck_assert(!bus_send(ann.bus, "castled.a", "x", 1));
    BusEar *ear = bus_listen(bob.bus, "castled.a", on_heard, &bob);
    bus_listen(bob.bus, "castled.b", on_heard, &bob);
    run_until_connected(&ann, true);
    run_until_listening(&bob, "castled.b");
    ck_assert_str_eq(ann.why, "");

    unsigned char *big = memset(malloc(BUS_MESSAGE_MAX + 1), 7, BUS_MESSAGE_MAX + 1);
    big[BUS_MESSAGE_MAX - 1] = 0;
    ck_assert(bus_send(ann.bus, "castled.a", big, BUS_MESSAGE_MAX));
    run_until_heard(&bob, 1);
    ck_assert_uint_eq(bob.length, BUS_MESSAGE_MAX);
    ck_assert_uint_eq(bob.first, 7);
    ck_assert_uint_eq(bob.last, 0);
    ck_assert(!bus_send(ann.bus, "castled.a", big, BUS_MESSAGE_MAX + 1));
    free(big);

    ck_assert(bus_send(ann.bus, "castled.c", "nobody", 6));
    ck_assert(bus_send(ann.bus, "castled.b", "", 0));
    run_until_heard(&bob, 2);
    ck_assert_uint_eq(bob.length, 0);

    bus_unlisten(ear);
    ck_assert(bus_send(bob.bus, "castled.b", "own", 3)); /* after the server has taken that */
    run_until_heard(&bob, 3);
    ck_assert(bus_send(ann.bus, "castled.a", "gone", 4));
    ck_assert(bus_send(ann.bus, "castled.b", "here", 4));
    run_until_heard(&bob, 4);
    ck_assert_uint_eq(bob.first, 'h');
    ck_assert_int_eq(ann.messages, 0);

    bus_listen(bob.bus, "castled.a", on_heard, &bob);
    ck_assert(bus_send(bob.bus, "castled.a", "once", 4));
    ck_assert(bus_send(bob.bus, "castled.b", "last", 4));
    run_until_heard(&bob, 6);
    ck_assert_uint_eq(bob.first, 'l');
    ck_assert_int_eq(bob.messages, 6);
}
END_TEST

START_TEST(what_was_sent_before_closing_arrives)
{
    nats_rig_start(&rig, OPEN);
    join(&ann, address_of(""));
    join(&bob, address_of(""));
    bus_listen(bob.bus, "castled.a", on_heard, &bob);
    run_until_connected(&ann, true);
    run_until_listening(&bob, "castled.a");
    for (int i = 0; i < 100; i++)
        ck_assert(bus_send(ann.bus, "castled.a", "farewell", 8));
    bus_close(ann.bus);
    ann.bus = NULL;
    run_until_heard(&bob, 100);
}
END_TEST

START_TEST(a_server_that_was_killed_is_found_again)
{
    nats_rig_start(&rig, OPEN);
    join(&ann, address_of(""));
    bus_listen(ann.bus, "castled.a", on_heard, &ann);
    run_until_connected(&ann, true);
    nats_rig_kill(&rig);
    run_until_connected(&ann, false);
    ck_assert_str_eq(ann.why, "the connection was lost");
    ck_assert(!bus_send(ann.bus, "castled.a", "x", 1));
    nats_rig_start(&rig, OPEN);
    run_until_connected(&ann, true);
    ck_assert(bus_send(ann.bus, "castled.a", "back", 4));
    run_until_heard(&ann, 1);
}
END_TEST

/* One that is asked a second time for a password it has refused is not given up, as libnats would. */
START_TEST(a_refused_password_is_tried_again_and_not_told)
{
    nats_rig_start(&rig, CLOSED);
    join(&ann, address_of("castled:wr0ng@"));
    run_until_connected(&ann, false);
    ck_assert_str_eq(ann.why, "Authentication Violation");
    nats_rig_kill(&rig);
    while (strcmp(ann.why, "No server available for connection") != 0)
        uv_run(&loop, UV_RUN_ONCE);
    ck_assert_int_eq(ann.states, 2);
    static const char *const NEW[] = {"--user", "castled", "--pass", "wr0ng", NULL};
    nats_rig_start(&rig, NEW);
    run_until_connected(&ann, true);
}
END_TEST

/* Something that is no server of NATS: it says nothing. */
static int listen_silently(int port)
{
    struct sockaddr_in address = nats_rig_address(port);
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(listen(listener, 64), 0);
    return listener;
}

/* Something answers there, but it is no server of NATS. When it is tried for the third time, the loop has been told of both
 * others. */
START_TEST(the_same_trouble_is_told_once)
{
    int listener = listen_silently(rig.port);
    join(&ann, address_of(""));
    for (int i = 0; i < 3; i++)
        close(accept(listener, NULL, NULL));
    uv_run(&loop, UV_RUN_NOWAIT);
    ck_assert_int_eq(ann.states, 1);
    ck_assert(!ann.is_connected);
    close(listener);
}
END_TEST

START_TEST(a_token_is_a_user_without_a_password)
{
    static const char *const TOKEN[] = {"--auth", "t0ken", NULL};
    nats_rig_start(&rig, TOKEN);
    join(&ann, address_of("t0ken@"));
    run_until_connected(&ann, true);
}
END_TEST

/* It was not there when the bus was opened, and another one of the list never is. */
START_TEST(one_server_of_several_is_enough_and_is_waited_for)
{
    char addresses[200];
    snprintf(addresses, sizeof addresses, "nats://127.0.0.1:%d,nats://127.0.0.1:%d",
             nats_rig_port(), rig.port);
    join(&ann, addresses);
    bus_listen(ann.bus, "castled.a", on_heard, &ann);
    run_until_connected(&ann, false);
    ck_assert_str_eq(ann.why, "No server available for connection");
    nats_rig_start(&rig, OPEN);
    run_until_connected(&ann, true);
    ck_assert(bus_send(ann.bus, "castled.a", "x", 1));
    run_until_heard(&ann, 1);
}
END_TEST

/* Eight servers are tried for two seconds each. A machine that is so slow that this is over before the bus is closed tries again. */
START_TEST(closing_leaves_a_thread_that_waits_for_a_silent_server)
{
    enum { SERVERS = BUS_SERVERS_MAX };
    struct pollfd silent[SERVERS];
    char addresses[SERVERS * 40] = "";
    for (int i = 0; i < SERVERS; i++) {
        int port = nats_rig_port();
        silent[i] = (struct pollfd){.fd = listen_silently(port), .events = POLLIN};
        snprintf(addresses + strlen(addresses), sizeof addresses - strlen(addresses),
                 "%snats://127.0.0.1:%d", i ? "," : "", port);
    }
    do {
        join(&ann, addresses);
        ck_assert_int_gt(poll(silent, SERVERS, -1), 0);
    } while (bus_close(ann.bus));
    _exit(EXIT_SUCCESS); /* as bus.h asks for */
}
END_TEST

/* A certificate for 127.0.0.1 that is signed by itself, and its key. */
static void make_certificate(char *certificate_file, char *key_file)
{
    X509 *certificate = X509_new();
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509_EXTENSION *name = X509V3_EXT_conf_nid(NULL, NULL, NID_subject_alt_name, "IP:127.0.0.1");
    X509_set_version(certificate, X509_VERSION_3);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -7200);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 7200);
    X509_set_issuer_name(certificate, X509_get_subject_name(certificate));
    X509_set_pubkey(certificate, key);
    X509_add_ext(certificate, name, -1);
    ck_assert_int_ne(X509_sign(certificate, key, EVP_sha256()), 0);
    FILE *out = fdopen(mkstemp(certificate_file), "w");
    PEM_write_X509(out, certificate);
    fclose(out);
    out = fdopen(mkstemp(key_file), "w");
    PEM_write_PrivateKey(out, key, NULL, NULL, 0, NULL, NULL);
    fclose(out);
    X509_EXTENSION_free(name);
    EVP_PKEY_free(key);
    X509_free(certificate);
}

START_TEST(tls_is_for_the_named_host_and_signed_by_somebody_trusted)
{
    char certificate[] = "/tmp/castled-nats-XXXXXX", key[] = "/tmp/castled-nats-XXXXXX";
    make_certificate(certificate, key);
    const char *const options[] = {"--tls", "--tlscert", certificate, "--tlskey", key, NULL};
    nats_rig_start(&rig, options);
    static const struct {
        bool is_trusted;
        const char *host;
        bool is_good;
    } CASES[] = {
        {true, "127.0.0.1", true}, {true, "localhost", false}, {false, "127.0.0.1", false}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char address[60];
        setenv("SSL_CERT_FILE", CASES[i].is_trusted ? certificate : "/dev/null", 1);
        snprintf(address, sizeof address, "tls://%s:%d", CASES[i].host, rig.port);
        join(&ann, address);
        run_until_connected(&ann, CASES[i].is_good);
        ck_assert_str_eq(ann.why, CASES[i].is_good ? "" : "SSL Error");
        bus_close(ann.bus);
        ann.bus = NULL;
    }
    unlink(certificate);
    unlink(key);
}
END_TEST

START_TEST(a_server_without_tls_is_refused_when_tls_is_wanted)
{
    setenv("SSL_CERT_FILE", "/dev/null", 1); /* the system's authorities take a while to read */
    char address[60];
    nats_rig_start(&rig, OPEN);
    snprintf(address, sizeof address, "tls://127.0.0.1:%d", rig.port);
    join(&ann, address);
    run_until_connected(&ann, false);
    ck_assert_str_eq(ann.why, "Secure Connection not available");
}
END_TEST

START_TEST(a_server_that_takes_only_short_messages_is_refused)
{
    char file[] = "/tmp/castled-nats-XXXXXX";
    int fd = mkstemp(file);
    dprintf(fd, "max_payload: %d\n", BUS_MESSAGE_MAX - 1);
    close(fd);
    const char *const options[] = {"-c", file, NULL};
    nats_rig_start(&rig, options);
    unlink(file);
    join(&ann, address_of(""));
    run_until_connected(&ann, false);
    ck_assert_str_eq(ann.why, "the server's max_payload is less than 512 KB");
}
END_TEST

START_TEST(an_address_names_servers_of_one_scheme_and_one_user)
{
    static const char *const GOOD[] = {
        "nats://host",
        "tls://bus.club.example:4223",
        "nats://[::1]:4222",
        "nats://castled:pass@a,nats://castled:pass@b:1,nats://castled:pass@c:65535",
        "nats://t%6Fken@a",
        "nats://a,nats://b,nats://c,nats://d,nats://e,nats://f,nats://g,nats://h",
    };
    static const char *const BAD[] = {
        "",
        "host",
        "http://host",
        "nats://",
        "nats://host:",
        "nats://host:0",
        "nats://host:65536",
        "nats://host:4222/",
        "nats://host/x",
        "nats://:4222",
        "nats://@host",
        "nats://user:@host",
        "nats://:pass@host",
        "nats://us er@host",
        "nats://u%0@host",
        "nats://u%00@host",
        "nats://u%zz@host",
        "nats://a@b@host",
        "nats://a,",
        ",nats://a",
        "nats://a, nats://b",
        "nats://a,tls://b",
        "nats://x:y@a,nats://x:z@b",
        "nats://a,nats://x:y@b",
        "nats://x@a,nats://x:x@b",
        "nats://[::1",
        "nats://[]",
        "nats://::1",
        "nats://h\nost",
        "nats://a,nats://b,nats://c,nats://d,nats://e,nats://f,nats://g,nats://h,nats://i"};
    BusAddress address;
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++)
        ck_assert_msg(bus_address_parse(GOOD[i], &address), "%s", GOOD[i]);
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        ck_assert_msg(!bus_address_parse(BAD[i], &address), "%s", BAD[i]);
    ck_assert(bus_address_parse("tls://a%40b:%2c%C3%A9@[2001:db8::7]:12,tls://h", &address));
    ck_assert(address.is_tls && address.has_user && address.has_password);
    ck_assert_str_eq(address.user, "a@b");
    ck_assert_str_eq(address.password, ",é");
    ck_assert_uint_eq(address.count, 2);
    ck_assert_str_eq(address.servers[0], "nats://[2001:db8::7]:12");
    ck_assert_str_eq(address.servers[1], "nats://h:4222");
}
END_TEST

START_TEST(parts_of_an_address_have_bounds)
{
    char text[600], part[400];
    BusAddress address;
    memset(part, 'a', sizeof part);
    snprintf(text, sizeof text, "nats://%.*s:%.*s@%.*s", BUS_USER_MAX, part, BUS_USER_MAX, part, 50,
             part);
    ck_assert(bus_address_parse(text, &address));
    snprintf(text, sizeof text, "nats://%.*s@host", BUS_USER_MAX + 1, part);
    ck_assert(!bus_address_parse(text, &address));
    snprintf(text, sizeof text, "nats://%.*s:65535", BUS_HOST_MAX, part);
    ck_assert(bus_address_parse(text, &address));
    ck_assert_uint_eq(strlen(address.servers[0]), strlen(text));
    snprintf(text, sizeof text, "nats://%.*s:65535", BUS_HOST_MAX + 1, part);
    ck_assert(!bus_address_parse(text, &address));
}
END_TEST

int main(void)
{
    if (!nats_rig_program()) {
        puts("skipped: there is no nats-server");
        return NATS_RIG_SKIPPED;
    }
    Suite *suite = suite_create("bus");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, messages_go_to_who_listens_to_their_subject);
    tcase_add_test(tcase, what_was_sent_before_closing_arrives);
    tcase_add_test(tcase, a_server_that_was_killed_is_found_again);
    tcase_add_test(tcase, a_refused_password_is_tried_again_and_not_told);
    tcase_add_test(tcase, the_same_trouble_is_told_once);
    tcase_add_test(tcase, a_token_is_a_user_without_a_password);
    tcase_add_test(tcase, one_server_of_several_is_enough_and_is_waited_for);
    tcase_add_exit_test(tcase, closing_leaves_a_thread_that_waits_for_a_silent_server,
                        EXIT_SUCCESS);
    tcase_add_test(tcase, tls_is_for_the_named_host_and_signed_by_somebody_trusted);
    tcase_add_test(tcase, a_server_without_tls_is_refused_when_tls_is_wanted);
    tcase_add_test(tcase, a_server_that_takes_only_short_messages_is_refused);
    tcase_add_test(tcase, an_address_names_servers_of_one_scheme_and_one_user);
    tcase_add_test(tcase, parts_of_an_address_have_bounds);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
