/* Mail to a server on the same loop, which may keep back its reply to QUIT: libcurl waits for that one, the loop does not. */
#include "outbound.h"

#include "check_rig.h"

#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

enum { LINES_MAX = 4096 };

static uv_loop_t loop;
static uv_tcp_t listener, client;
static uv_write_t writing;
static Outbound *outbound;
static Metrics metrics;
static char lines[LINES_MAX]; /* all that it was told */
static size_t length;
static bool is_connected, is_told, has_data;
static OutboundAnswer seen;

/* ---- the server (RFC 5321) ---- */

static void reply(const char *line)
{
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)line, (unsigned)strlen(line));
    ck_assert_int_eq(uv_write(&writing, (uv_stream_t *)&client, &buffer, 1, NULL), 0);
}

static bool ends_with(const char *end)
{
    size_t size = strlen(end);
    return length >= size && memcmp(lines + length - size, end, size) == 0;
}

static void answer(void)
{
    if (!has_data && ends_with("DATA\r\n")) {
        has_data = true;
        reply("354 go on\r\n");
    } else if (ends_with("\r\n.\r\n")) {
        has_data = false;
        reply("250 taken\r\n");
    } else if (ends_with("QUIT\r\n")) {
        uv_stop(&loop);
    } else if (!has_data && ends_with("\r\n")) {
        reply("250 well\r\n");
    }
}

static void on_memory(uv_handle_t *handle, size_t wanted, uv_buf_t *buffer)
{
    (void)handle;
    (void)wanted;
    *buffer = uv_buf_init(lines + length, (unsigned)(LINES_MAX - length));
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    (void)buffer;
    if (count < 0) {
        uv_close((uv_handle_t *)stream, NULL);
        return;
    }
    length += (size_t)count;
    answer();
}

static void on_connection(uv_stream_t *stream, int status)
{
    ck_assert_int_eq(status, 0);
    uv_tcp_init(&loop, &client);
    ck_assert_int_eq(uv_accept(stream, (uv_stream_t *)&client), 0);
    is_connected = true;
    uv_read_start((uv_stream_t *)&client, on_memory, on_read);
    reply("220 mail.example\r\n");
}

static int open_server(void)
{
    struct sockaddr_in address;
    int size = sizeof address;
    uv_loop_init(&loop);
    uv_tcp_init(&loop, &listener);
    uv_ip4_addr("127.0.0.1", 0, &address);
    ck_assert_int_eq(uv_tcp_bind(&listener, (struct sockaddr *)&address, 0), 0);
    ck_assert_int_eq(uv_listen((uv_stream_t *)&listener, 8, on_connection), 0);
    uv_tcp_getsockname(&listener, (struct sockaddr *)&address, &size);
    return ntohs(address.sin_port);
}

/* ---- asking it ---- */

static void on_done(void *context, const OutboundAnswer *given)
{
    (void)context;
    seen = *given;
    is_told = true;
    uv_stop(&loop);
}

/* Sends a letter, until the server is told QUIT. */
static void send_letter(void)
{
    char url[64];
    memset(lines, 0, sizeof lines);
    length = 0;
    is_connected = is_told = has_data = false;
    snprintf(url, sizeof url, "smtp://127.0.0.1:%d", open_server());
    outbound = outbound_new(&(OutboundOptions){.loop = &loop, .agent = "x", .metrics = &metrics});
    static const char LETTER[] = "Subject: Your turn\r\n\r\nAnn has moved.\r\n";
    OutboundRequest request = {
        .method = OUTBOUND_MAIL,
        .url = url,
        .body = LETTER,
        .body_length = sizeof LETTER - 1,
        .time_max = OUTBOUND_TIME_MAX,
        .is_named = true,
        .mail = {.from = "chess@club.example", .to = "ann@club.example", .hello = "club.example"}};
    ck_assert_uint_ne(outbound_ask(outbound, &request, on_done, NULL), 0);
    while (!ends_with("QUIT\r\n"))
        uv_run(&loop, UV_RUN_DEFAULT);
    ck_assert_ptr_nonnull(strstr(lines, "RCPT TO:<ann@club.example>\r\n"));
    ck_assert_ptr_nonnull(strstr(lines, "\r\nAnn has moved.\r\n.\r\n"));
}

static void close_all(void)
{
    outbound_close(outbound);
    uv_close((uv_handle_t *)&listener, NULL);
    while (uv_run(&loop, UV_RUN_DEFAULT) != 0) { /* the connection ends, too */
    }
    ck_assert(uv_is_closing((uv_handle_t *)&client));
    ck_assert_int_eq(uv_loop_close(&loop), 0);
}

START_TEST(the_loop_goes_on_while_a_server_does_not_say_goodbye)
{
    send_letter();
    ck_assert(!is_told);
    reply("221 goodbye\r\n");
    while (!is_told)
        uv_run(&loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(seen.result, OUTBOUND_OK);
    ck_assert_int_eq(seen.status, 250);
    close_all();
}
END_TEST

START_TEST(closing_does_not_wait_for_the_goodbye)
{
    send_letter();
    uint64_t began = uv_hrtime();
    close_all();
    ck_assert_uint_lt((uv_hrtime() - began) / 1000000000, OUTBOUND_REPLY_TIME);
    ck_assert(!is_told);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("outbound_mail");
    TCase *tcase = tcase_create("outbound_mail");
    tcase_add_test(tcase, the_loop_goes_on_while_a_server_does_not_say_goodbye);
    tcase_add_test(tcase, closing_does_not_wait_for_the_goodbye);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
