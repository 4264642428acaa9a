#include "outbound.h"

#include "check_rig.h"

#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

/* A server on the same loop, which answers by the path that is asked for, and whatever host is asked for. */

enum { REQUEST_MAX = 80 * 1024, ASKED_MAX = 40 };

typedef struct Client {
    uv_tcp_t tcp;
    uv_write_t writing;
    char request[REQUEST_MAX];
    size_t length;
    bool hangs, is_open;
} Client;

static uv_loop_t loop;
static uv_tcp_t listener;
static int port;
static Outbound *outbound;
static Metrics metrics;
static size_t clients, hanging, most_hanging; /* connections so far; answers that are kept back */
static char last_request[REQUEST_MAX];
static Client *hung[ASKED_MAX];

/* What came of the requests, in the order in which they ended. */
typedef struct {
    OutboundResult result;
    int status;
    size_t length;
    char body[256], type[64], words[OUTBOUND_WORDS_MAX];
} Seen;
static Seen seen[ASKED_MAX];
static size_t seen_count;

static void on_client_closed(uv_handle_t *handle)
{
    free(handle->data);
}

static void close_client(Client *client)
{
    if (!uv_is_closing((uv_handle_t *)&client->tcp))
        uv_close((uv_handle_t *)&client->tcp, on_client_closed);
}

static void on_written(uv_write_t *writing, int status)
{
    (void)status;
    close_client(writing->data);
}

static void answer(Client *client, const char *text, size_t length)
{
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)text, (unsigned)length);
    client->writing.data = client;
    uv_write(&client->writing, (uv_stream_t *)&client->tcp, &buffer, 1, on_written);
}

static void on_kept(uv_write_t *writing, int status)
{
    Client *client = writing->data;
    (void)status;
    client->length = 0;
}

/* The connection stays open. */
static void answer_and_stay(Client *client)
{
    static const char TEXT[] = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nstay";
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)TEXT, sizeof TEXT - 1);
    client->writing.data = client;
    uv_write(&client->writing, (uv_stream_t *)&client->tcp, &buffer, 1, on_kept);
}

static void answer_status(Client *client, const char *rest)
{
    static char text[2048];
    answer(client, text, (size_t)snprintf(text, sizeof text, "HTTP/1.1 %s", rest));
}

static void answer_redirect(Client *client, const char *to)
{
    char rest[512];
    snprintf(rest, sizeof rest, "302 Found\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n", to);
    answer_status(client, rest);
}

/* A long body without its length, or many headers. */
static void answer_long(Client *client, const char *head, size_t bytes, const char *tail)
{
    static char text[1 << 18];
    size_t length = (size_t)snprintf(text, sizeof text, "HTTP/1.1 200 OK\r\n%s", head);
    ck_assert(length + bytes + strlen(tail) < sizeof text);
    memset(text + length, 'x', bytes);
    memcpy(text + length + bytes, tail, strlen(tail));
    answer(client, text, length + bytes + strlen(tail));
}

static bool asks(const char *path)
{
    char line[512];
    snprintf(line, sizeof line, " %s HTTP/1.1\r\n", path);
    return strstr(last_request, line) != NULL;
}

static void keep_back(Client *client)
{
    client->hangs = true;
    hung[hanging++] = client;
    if (hanging > most_hanging)
        most_hanging = hanging;
    uv_stop(&loop);
}

static void serve(Client *client)
{
    char url[128];
    memcpy(last_request, client->request, client->length + 1);
    snprintf(url, sizeof url, "http://localhost:%d/hello", port);
    if (asks("/hello") || strstr(last_request, " http://"))
        answer_status(client,
                      "200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello");
    else if (asks("/stay"))
        answer_and_stay(client);
    else if (asks("/moved"))
        answer_redirect(client, "/hello");
    else if (asks("/name"))
        answer_redirect(client, url);
    else if (asks("/round"))
        answer_redirect(client, "/round");
    else if (asks("/port"))
        answer_redirect(client, "http://localhost:77/hello");
    else if (asks("/file"))
        answer_redirect(client, "file:///etc/passwd");
    else if (asks("/ten"))
        answer_long(client, "\r\n", 10, "");
    else if (asks("/eleven"))
        answer_long(client, "\r\n", 11, "");
    else if (asks("/headers"))
        answer_long(client, "X: ", OUTBOUND_HEADERS_MAX, "\r\n\r\n");
    else if (asks("/nonsense"))
        answer(client, "\x16\x03\x01 hello", 9);
    else if (asks("/hang"))
        keep_back(client);
    else
        answer_status(client, "404 Not Found\r\nContent-Length: 0\r\n\r\n");
}

static bool is_whole(const Client *client)
{
    const char *end = strstr(client->request, "\r\n\r\n");
    const char *length = strstr(client->request, "Content-Length: ");
    size_t body = length ? (size_t)atoi(length + strlen("Content-Length: ")) : 0;
    return end && client->length >= (size_t)(end + 4 - client->request) + body;
}

static void on_memory(uv_handle_t *handle, size_t wanted, uv_buf_t *buffer)
{
    Client *client = handle->data;
    (void)wanted;
    *buffer =
        uv_buf_init(client->request + client->length, (unsigned)(REQUEST_MAX - 1 - client->length));
}

static void forget_hung(const Client *client)
{
    for (size_t i = 0; i < hanging; i++)
        if (hung[i] == client)
            hung[i--] = hung[--hanging];
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    Client *client = stream->data;
    (void)buffer;
    if (count < 0) {
        forget_hung(client);
        close_client(client);
        return;
    }
    client->length += (size_t)count;
    client->request[client->length] = '\0';
    if (is_whole(client) && !client->hangs && count > 0)
        serve(client);
}

static void on_connection(uv_stream_t *stream, int status)
{
    ck_assert_int_eq(status, 0);
    Client *client = calloc(1, sizeof *client);
    uv_tcp_init(&loop, &client->tcp);
    client->tcp.data = client;
    ck_assert_int_eq(uv_accept(stream, (uv_stream_t *)&client->tcp), 0);
    clients++;
    uv_read_start((uv_stream_t *)&client->tcp, on_memory, on_read);
}

static void open_server(void)
{
    struct sockaddr_in address;
    int length = sizeof address;
    uv_loop_init(&loop);
    uv_tcp_init(&loop, &listener);
    uv_ip4_addr("0.0.0.0", 0, &address);
    ck_assert_int_eq(uv_tcp_bind(&listener, (const struct sockaddr *)&address, 0), 0);
    ck_assert_int_eq(uv_listen((uv_stream_t *)&listener, 64, on_connection), 0);
    uv_tcp_getsockname(&listener, (struct sockaddr *)&address, &length);
    port = ntohs(address.sin_port);
    clients = hanging = most_hanging = seen_count = 0;
    metrics = (Metrics){0};
}

/* 'allowed' as in --outbound-private. */
static void open_rig(const char *allowed, const char *proxy, bool is_off)
{
    AddressBlocks blocks;
    open_server();
    ck_assert(address_blocks_parse(allowed, &blocks));
    outbound = outbound_new(&(OutboundOptions){.loop = &loop,
                                               .is_off = is_off,
                                               .allowed = &blocks,
                                               .proxy = proxy,
                                               .agent = "castled/test",
                                               .metrics = &metrics});
}

static void close_rig(void)
{
    outbound_close(outbound);
    while (hanging > 0)
        close_client(hung[--hanging]);
    uv_close((uv_handle_t *)&listener, NULL);
    while (uv_run(&loop, UV_RUN_DEFAULT) != 0) { /* a request that comes only now stops it */
    }
    ck_assert_int_eq(uv_loop_close(&loop), 0);
}

static void on_done(void *context, const OutboundAnswer *given)
{
    const char *type = outbound_header(given, "content-type");
    (void)context;
    ck_assert_uint_lt(seen_count, ASKED_MAX);
    Seen *one = &seen[seen_count++];
    *one = (Seen){.result = given->result, .status = given->status, .length = given->length};
    snprintf(one->body, sizeof one->body, "%s", given->body);
    snprintf(one->words, sizeof one->words, "%s", given->words);
    snprintf(one->type, sizeof one->type, "%s", type ? type : "");
    uv_stop(&loop);
}

static OutboundRequest get(const char *url)
{
    return (OutboundRequest){
        .url = url, .answer_max = 1000, .time_max = 100000, .hops_max = OUTBOUND_HOPS_MAX};
}

/* "http://127.0.0.1:PORT" and the path. */
static const char *at(const char *path)
{
    static char url[256];
    snprintf(url, sizeof url, "http://127.0.0.1:%d%s", port, path);
    return url;
}

static void wait_for(size_t count)
{
    while (seen_count < count)
        ck_assert_int_ne(uv_run(&loop, UV_RUN_DEFAULT), 0); /* until on_done stops it */
}

static const Seen *ask(const OutboundRequest *request)
{
    ck_assert_uint_ne(outbound_ask(outbound, request, on_done, NULL), 0);
    wait_for(seen_count + 1);
    return &seen[seen_count - 1];
}

START_TEST(test_get)
{
    open_rig("127.0.0.0/8", NULL, false);
    OutboundRequest request = get(at("/hello"));
    const char *headers[] = {"X-Club: yes", NULL};
    request.headers = headers;
    const Seen *one = ask(&request);
    ck_assert_int_eq(one->result, OUTBOUND_OK);
    ck_assert_int_eq(one->status, 200);
    ck_assert_str_eq(one->body, "hello");
    ck_assert_str_eq(one->type, "text/plain");
    ck_assert_str_eq(one->words, "");
    ck_assert_ptr_nonnull(strstr(last_request, "\r\nUser-Agent: castled/test\r\n"));
    ck_assert_ptr_nonnull(strstr(last_request, "\r\nX-Club: yes\r\n"));
    ck_assert_ptr_null(strstr(last_request, "Accept-Encoding"));
    request = get(at("/other"));
    ck_assert_int_eq(ask(&request)->status, 404);
    ck_assert_uint_eq(metrics.outbound_total, 2);
    ck_assert_uint_eq(metrics.outbound_failures_total, 0);
    close_rig();
}
END_TEST

START_TEST(test_post)
{
    static char body[OUTBOUND_BODY_MAX];
    open_rig("127.0.0.0/8", NULL, false);
    memset(body, 'b', sizeof body);
    OutboundRequest request = get(at("/hello"));
    request.method = OUTBOUND_POST;
    request.body = body;
    request.body_length = sizeof body;
    ck_assert_int_eq(ask(&request)->status, 200);
    ck_assert_ptr_nonnull(strstr(last_request, "POST /hello HTTP/1.1\r\n"));
    ck_assert_uint_eq(strspn(strstr(last_request, "\r\n\r\n") + 4, "b"), sizeof body);
    close_rig();
}
END_TEST

/* Not by an address in any of its spellings, nor by a name that leads there. */
START_TEST(test_forbidden)
{
    static const char *const HOSTS[] = {
        "127.0.0.1",          "localhost", "127.1",   "0x7f.0.0.1", "2130706433", "0177.0.0.1",
        "[::ffff:127.0.0.1]", "[::1]",     "0.0.0.0", "[::]",       NULL};
    open_rig("none", NULL, false);
    for (const char *const *host = HOSTS; *host; host++) {
        char url[128];
        snprintf(url, sizeof url, "http://%s:%d/hello", *host, port);
        OutboundRequest request = get(url);
        const Seen *one = ask(&request);
        ck_assert_msg(one->result == OUTBOUND_FORBIDDEN, "%s: %d %s", url, one->result, one->words);
        ck_assert_str_eq(one->words, "it leads to a private address or port");
    }
    ck_assert_uint_eq(clients, 0); /* nobody has connected */
    close_rig();
}
END_TEST

/* What the operator names may be anywhere; where it redirects to may not. */
START_TEST(test_named)
{
    open_rig("none", NULL, false);
    OutboundRequest request = get(at("/hello"));
    request.is_named = true;
    ck_assert_int_eq(ask(&request)->result, OUTBOUND_OK);
    request.url = at("/moved");
    ck_assert_int_eq(ask(&request)->result, OUTBOUND_FORBIDDEN);
    request.url = at("/name");
    ck_assert_int_eq(ask(&request)->result, OUTBOUND_FORBIDDEN);
    char name[64];
    snprintf(name, sizeof name, "http://localhost:%d/stay", port);
    request.url = name;
    ck_assert_str_eq(ask(&request)->body, "stay");
    request.is_named = false; /* no connection of the operator's is left for others */
    ck_assert_int_eq(ask(&request)->result, OUTBOUND_FORBIDDEN);
    close_rig();
}
END_TEST

START_TEST(test_connections)
{
    open_rig("127.0.0.0/8", NULL, false);
    OutboundRequest request = get(at("/stay"));
    for (int i = 0; i < 3; i++)
        ck_assert_str_eq(ask(&request)->body, "stay");
    ck_assert_uint_eq(clients, 1); /* one connection for all of them */
    request.is_named = true;
    ck_assert_str_eq(ask(&request)->body, "stay");
    ck_assert_uint_eq(clients, 2);
    close_rig();
}
END_TEST

START_TEST(test_redirects)
{
    open_rig("127.0.0.0/8", NULL, false);
    OutboundRequest request = get(at("/moved"));
    ck_assert_str_eq(ask(&request)->body, "hello");
    request.hops_max = 0; /* then the redirect is the answer */
    ck_assert_int_eq(ask(&request)->status, 302);
    request.hops_max = OUTBOUND_HOPS_MAX;
    request.url = at("/round");
    size_t before = clients;
    ck_assert_int_eq(ask(&request)->result, OUTBOUND_REDIRECTED);
    ck_assert_uint_eq(clients - before, OUTBOUND_HOPS_MAX + 1);
    request.url = at("/file");
    ck_assert_int_eq(ask(&request)->result, OUTBOUND_BAD_URL);
    request.url = at("/port"); /* where nobody serves pages */
    ck_assert_int_eq(ask(&request)->result, OUTBOUND_FORBIDDEN);
    request.url = at("/moved");
    request.method = OUTBOUND_POST;
    ck_assert_int_eq(ask(&request)->status, 302);
    close_rig();
}
END_TEST

START_TEST(test_bounds)
{
    open_rig("127.0.0.0/8", NULL, false);
    OutboundRequest request = get(at("/ten"));
    request.answer_max = 10;
    ck_assert_uint_eq(ask(&request)->length, 10);
    request.url = at("/eleven");
    ck_assert_int_eq(ask(&request)->result, OUTBOUND_TOO_LARGE);
    request.url = at("/headers");
    ck_assert_int_eq(ask(&request)->result, OUTBOUND_TOO_LARGE);
    request.url = at("/nonsense");
    ck_assert_int_eq(ask(&request)->result, OUTBOUND_UNREACHABLE);
    ck_assert_uint_eq(metrics.outbound_failures_total, 3);
    request.url = at("/hang");
    request.time_max = 1;
    ck_assert_int_eq(ask(&request)->result, OUTBOUND_LATE);
    close_rig();
}
END_TEST

/* Two of a host run, the others wait, and all that is there can be counted and cancelled. */
START_TEST(test_crowd)
{
    uint64_t numbers[10];
    open_rig("127.0.0.0/8", NULL, false);
    OutboundRequest request = get(at("/hang"));
    for (size_t i = 0; i < 10; i++)
        numbers[i] = outbound_ask(outbound, &request, on_done, NULL);
    ck_assert_uint_eq(outbound_count(outbound), 10);
    while (hanging < OUTBOUND_OF_HOST)
        uv_run(&loop, UV_RUN_DEFAULT);
    /* Those that wait first, so that none of them gets the place of one that ran. */
    for (size_t i = 10; i-- > 0;)
        outbound_cancel(outbound, numbers[i]);
    ck_assert_uint_eq(outbound_count(outbound), 0);
    request.url = at("/hello");
    ck_assert_str_eq(ask(&request)->body, "hello"); /* those that waited would have come first */
    ck_assert_uint_eq(most_hanging, OUTBOUND_OF_HOST);
    ck_assert_uint_eq(seen_count, 1);
    outbound_cancel(outbound, 12345);
    request.url = at("/hang");
    for (size_t i = 0; i < OUTBOUND_MAX; i++)
        ck_assert_uint_ne(outbound_ask(outbound, &request, on_done, NULL), 0);
    ck_assert_uint_eq(outbound_ask(outbound, &request, on_done, NULL), 0);
    close_rig(); /* with all of them under way */
}
END_TEST

/* "http://127.0.0.HOST:PORT" and the path. */
static const char *at_host(int host, const char *path)
{
    static char url[256];
    snprintf(url, sizeof url, "http://127.0.0.%d:%d%s", host, port, path);
    return url;
}

static void hang(const char *person, int hosts)
{
    OutboundRequest request = get("");
    request.person = person;
    for (int host = 2; host < 2 + hosts; host++) {
        request.url = at_host(host, "/hang");
        ck_assert_uint_ne(outbound_ask(outbound, &request, on_done, NULL), 0);
    }
}

static void wait_for_hanging(size_t count)
{
    while (hanging < count)
        uv_run(&loop, UV_RUN_DEFAULT);
}

/* Whoever gives addresses that never answer keeps only a share of the places from others. */
START_TEST(test_people)
{
    open_rig("127.0.0.0/8", NULL, false);
    hang("ann", 20);
    wait_for_hanging(OUTBOUND_OF_PERSON);
    OutboundRequest request = get(at_host(100, "/hello"));
    request.person = "bob";
    ck_assert_str_eq(ask(&request)->body, "hello");
    ck_assert_uint_eq(most_hanging, OUTBOUND_OF_PERSON);
    hang("cid", 20);
    hang("dan", 20);
    hang("eve", 20);
    hang("fay", 20);
    wait_for_hanging(OUTBOUND_OF_PEOPLE);
    request.url = at_host(100, "/hello");
    request.person = NULL;
    ck_assert_str_eq(ask(&request)->body, "hello");
    ck_assert_uint_eq(most_hanging, OUTBOUND_OF_PEOPLE);
    close_rig();
}
END_TEST

START_TEST(test_people_who_ask_for_much)
{
    char person[8];
    open_rig("127.0.0.0/8", NULL, false);
    OutboundRequest request = get(at("/hang"));
    for (int i = 0; i < OUTBOUND_MAX_OF_PEOPLE / OUTBOUND_MAX_OF_PERSON; i++) {
        snprintf(person, sizeof person, "p%d", i);
        request.person = person;
        for (int k = 0; k < OUTBOUND_MAX_OF_PERSON; k++)
            ck_assert_uint_ne(outbound_ask(outbound, &request, on_done, NULL), 0);
        ck_assert_uint_eq(outbound_ask(outbound, &request, on_done, NULL), 0);
    }
    request.person = "another";
    ck_assert_uint_eq(outbound_ask(outbound, &request, on_done, NULL), 0);
    request.person = NULL;
    ck_assert_uint_ne(outbound_ask(outbound, &request, on_done, NULL), 0);
    close_rig();
}
END_TEST

/* A host is one whatever its port, and however its name is written. */
START_TEST(test_hosts)
{
    uint64_t numbers[4];
    static const char *const NAMES[] = {"localhost", "LOCALHOST", "localHost", "localhost"};
    char url[64];
    open_rig("127.0.0.0/8,::1/128", NULL, false);
    OutboundRequest request = get(url);
    for (size_t i = 0; i < 4; i++) {
        snprintf(url, sizeof url, "http://%s:%d/hang", NAMES[i], port);
        numbers[i] = outbound_ask(outbound, &request, on_done, NULL);
    }
    wait_for_hanging(OUTBOUND_OF_HOST);
    for (size_t i = 4; i-- > 0;)
        outbound_cancel(outbound, numbers[i]);
    request.url = at("/hello");
    ck_assert_str_eq(ask(&request)->body, "hello");
    ck_assert_uint_eq(most_hanging, OUTBOUND_OF_HOST);
    close_rig();
}
END_TEST

/* The proxy is asked for what is public, by its name, and never for what is not. */
START_TEST(test_proxy)
{
    char proxy[64];
    open_server(); /* to know its port */
    snprintf(proxy, sizeof proxy, "http://127.0.0.1:%d", port);
    AddressBlocks none = {.count = 0};
    outbound = outbound_new(&(OutboundOptions){
        .loop = &loop, .allowed = &none, .proxy = proxy, .agent = "x", .metrics = &metrics});
    OutboundRequest request = get("http://club.example/evening");
    ck_assert_str_eq(ask(&request)->body, "hello");
    ck_assert_ptr_nonnull(strstr(last_request, "GET http://club.example/evening HTTP/1.1\r\n"));
    request.url = "http://10.0.0.1/";
    ck_assert_int_eq(ask(&request)->result, OUTBOUND_FORBIDDEN);
    request.url = "http://localhost:9/";
    ck_assert_int_eq(ask(&request)->result, OUTBOUND_FORBIDDEN);
    ck_assert_uint_eq(clients, 1);
    request.url = at("/other");
    request.is_named = true;
    ck_assert_int_eq(ask(&request)->status, 404); /* without the proxy */
    close_rig();
}
END_TEST

START_TEST(test_off)
{
    open_rig("127.0.0.0/8", NULL, true);
    OutboundRequest request = get(at("/hello"));
    ck_assert_int_eq(ask(&request)->result, OUTBOUND_OFF);
    ck_assert_uint_eq(clients, 0);
    close_rig();
}
END_TEST

START_TEST(test_urls)
{
    static const char *const GOOD[] = {"http://a",     "https://club.example/x?y=1#z",
                                       "HTTP://A:80/", "http://[::1]/",
                                       "http://a/@b",  NULL};
    static const char *const BAD[] = {"",
                                      "http://",
                                      "https:///x",
                                      "ftp://a",
                                      "http:/a",
                                      "http://a b",
                                      "http://a\nb",
                                      "http://u@a",
                                      "http://u:p@a",
                                      "http://:80/",
                                      "http://\xc3\xa4",
                                      "file:///etc/passwd",
                                      "http://a\\@b",
                                      "javascript:x",
                                      "http://?x",
                                      NULL};
    char longest[OUTBOUND_URL_MAX + 2] = "http://a/";
    for (const char *const *url = GOOD; *url; url++)
        ck_assert_msg(outbound_url_is_good(*url, strlen(*url)), "%s", *url);
    for (const char *const *url = GOOD; *url; url++)
        ck_assert_msg(outbound_url_has_web_port(*url), "%s", *url);
    static const char *const OTHER[] = {"http://a:77/",    "http://[::1]:22", "http://a:1023?x",
                                        "http://a:65536/", "http://a:0/",     NULL};
    for (const char *const *url = OTHER; *url; url++)
        ck_assert_msg(!outbound_url_has_web_port(*url), "%s", *url);
    for (const char *const *url = BAD; *url; url++)
        ck_assert_msg(!outbound_url_is_good(*url, strlen(*url)), "%s", *url);
    ck_assert(!outbound_url_is_good("http://a\0b", 10));
    memset(longest + 9, 'a', OUTBOUND_URL_MAX - 8);
    ck_assert(outbound_url_is_good(longest, OUTBOUND_URL_MAX));
    ck_assert(!outbound_url_is_good(longest, OUTBOUND_URL_MAX + 1));
    /* What it lets pass and libcurl does not is refused later. */
    open_rig("none", NULL, false);
    OutboundRequest request = get("http://a:99999/");
    ck_assert_int_eq(ask(&request)->result, OUTBOUND_BAD_URL);
    request.url = "gopher://a/";
    ck_assert_int_eq(ask(&request)->result, OUTBOUND_BAD_URL);
    close_rig();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("outbound");
    TCase *tcase = tcase_create("outbound");
    tcase_add_test(tcase, test_get);
    tcase_add_test(tcase, test_post);
    tcase_add_test(tcase, test_forbidden);
    tcase_add_test(tcase, test_named);
    tcase_add_test(tcase, test_connections);
    tcase_add_test(tcase, test_redirects);
    tcase_add_test(tcase, test_bounds);
    tcase_add_test(tcase, test_crowd);
    tcase_add_test(tcase, test_people);
    tcase_add_test(tcase, test_people_who_ask_for_much);
    tcase_add_test(tcase, test_hosts);
    tcase_add_test(tcase, test_proxy);
    tcase_add_test(tcase, test_off);
    tcase_add_test(tcase, test_urls);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
