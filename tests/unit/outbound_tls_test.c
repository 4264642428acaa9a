/* Over TLS: whose certificates are trusted. The server is a thread with OpenSSL and a certificate that is made here. */
#include "outbound.h"

#include "check_rig.h"

#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct {
    X509 *certificate;
    EVP_PKEY *key;
    char file[64]; /* of the certificate */
    int listener, port;
    int tls_most; /* the newest version that it speaks */
    uv_thread_t thread;
} Server;

static uv_loop_t loop;
static Metrics metrics;
static OutboundResult result;
static char body[64];

/* ---- the server ---- */

static void add_name(X509 *certificate, const char *names)
{
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, NULL, NID_subject_alt_name, names);
    ck_assert_ptr_nonnull(extension);
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

/* Signed by itself, for these names, valid until so many seconds from now. */
static void make_certificate(Server *server, const char *names, long until)
{
    X509 *certificate = X509_new();
    server->key = EVP_EC_gen("P-256");
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_set_version(certificate, X509_VERSION_3);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -7200);
    X509_gmtime_adj(X509_getm_notAfter(certificate), until);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate), "CN", MBSTRING_ASC,
                               (const unsigned char *)"club", -1, -1, 0);
    X509_set_issuer_name(certificate, X509_get_subject_name(certificate));
    X509_set_pubkey(certificate, server->key);
    add_name(certificate, names);
    ck_assert_int_ne(X509_sign(certificate, server->key, EVP_sha256()), 0);
    server->certificate = certificate;
    snprintf(server->file, sizeof server->file, "/tmp/castled-outbound-XXXXXX");
    FILE *file = fdopen(mkstemp(server->file), "w");
    PEM_write_X509(file, certificate);
    fclose(file);
}

static void answer(Server *server, SSL_CTX *context, int socket)
{
    static const char ANSWER[] = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret";
    char request[1024];
    SSL *ssl = SSL_new(context);
    SSL_set_max_proto_version(ssl, server->tls_most);
    SSL_set_fd(ssl, socket);
    if (SSL_accept(ssl) == 1 && SSL_read(ssl, request, sizeof request) > 0)
        SSL_write(ssl, ANSWER, sizeof ANSWER - 1);
    SSL_free(ssl);
    close(socket);
}

/* Until the listener is shut down. */
static void serve(void *argument)
{
    Server *server = argument;
    int socket;
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    SSL_CTX_set_security_level(context, 0); /* so that it can speak what is too old */
    SSL_CTX_use_certificate(context, server->certificate);
    SSL_CTX_use_PrivateKey(context, server->key);
    while ((socket = accept(server->listener, NULL, NULL)) >= 0)
        answer(server, context, socket);
    SSL_CTX_free(context);
}

static void open_server(Server *server, const char *names, long until, int tls_most)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    *server = (Server){.tls_most = tls_most};
    make_certificate(server, names, until);
    server->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ck_assert_int_eq(bind(server->listener, (struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(listen(server->listener, 8), 0);
    getsockname(server->listener, (struct sockaddr *)&address, &length);
    server->port = ntohs(address.sin_port);
    ck_assert_int_eq(uv_thread_create(&server->thread, serve, server), 0);
}

static void close_server(Server *server)
{
    shutdown(server->listener, SHUT_RDWR);
    uv_thread_join(&server->thread);
    close(server->listener);
    unlink(server->file);
    X509_free(server->certificate);
    EVP_PKEY_free(server->key);
}

/* ---- asking it ---- */

static void on_done(void *context, const OutboundAnswer *given)
{
    (void)context;
    result = given->result;
    snprintf(body, sizeof body, "%s", given->body);
    uv_stop(&loop);
}

/* 'authorities' as in --outbound-ca. */
static void ask(const Server *server, const char *authorities)
{
    char url[64];
    snprintf(url, sizeof url, "https://127.0.0.1:%d/", server->port);
    uv_loop_init(&loop);
    Outbound *outbound = outbound_new(&(OutboundOptions){
        .loop = &loop, .authorities = authorities, .agent = "castled/test", .metrics = &metrics});
    OutboundRequest request = {
        .url = url, .answer_max = 100, .time_max = OUTBOUND_TIME_MAX, .is_named = true};
    ck_assert_uint_ne(outbound_ask(outbound, &request, on_done, NULL), 0);
    uv_run(&loop, UV_RUN_DEFAULT);
    outbound_close(outbound);
    uv_run(&loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(uv_loop_close(&loop), 0);
}

static void expect_refused(const Server *server, const char *authorities)
{
    ask(server, authorities);
    ck_assert_int_eq(result, OUTBOUND_UNREACHABLE);
    ck_assert_str_eq(body, "");
}

START_TEST(test_authority)
{
    Server server;
    open_server(&server, "IP:127.0.0.1", 7200, TLS1_3_VERSION);
    expect_refused(&server, NULL); /* the system does not know it */
    ask(&server, server.file);
    ck_assert_int_eq(result, OUTBOUND_OK);
    ck_assert_str_eq(body, "secret");
    close_server(&server);
}
END_TEST

START_TEST(test_another_name)
{
    Server server;
    open_server(&server, "DNS:club.example,IP:127.0.0.2", 7200, TLS1_3_VERSION);
    expect_refused(&server, server.file);
    close_server(&server);
}
END_TEST

START_TEST(test_expired)
{
    Server server;
    open_server(&server, "IP:127.0.0.1", -3600, TLS1_3_VERSION);
    expect_refused(&server, server.file);
    close_server(&server);
}
END_TEST

/* TLS 1.0 and 1.1 are not to be used (RFC 8996). */
START_TEST(test_versions)
{
    Server server;
    open_server(&server, "IP:127.0.0.1", 7200, TLS1_1_VERSION);
    expect_refused(&server, server.file);
    close_server(&server);
    open_server(&server, "IP:127.0.0.1", 7200, TLS1_2_VERSION);
    ask(&server, server.file);
    ck_assert_int_eq(result, OUTBOUND_OK);
    close_server(&server);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("outbound_tls");
    TCase *tcase = tcase_create("outbound_tls");
    tcase_add_test(tcase, test_authority);
    tcase_add_test(tcase, test_another_name);
    tcase_add_test(tcase, test_expired);
    tcase_add_test(tcase, test_versions);
    suite_add_tcase(suite, tcase);
    signal(SIGPIPE, SIG_IGN);
    return run_suite(suite);
}
