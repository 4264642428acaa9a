/* Frames and the handshake are the examples of RFC 6455 (5.7, 1.3). */
#include "server_frame.h"

#include "check_rig.h"

#include <string.h>

static const unsigned char MASK[4] = {0x37, 0xfa, 0x21, 0x3d};

START_TEST(a_text_is_masked)
{
    static const unsigned char WANTED[] = {0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d,
                                           0x7f, 0x9f, 0x4d, 0x51, 0x58};
    unsigned char out[5 + SERVER_FRAME_HEAD_MAX];
    ck_assert_uint_eq(server_frame_print(SERVER_FRAME_TEXT, "Hello", 5, MASK, out), sizeof WANTED);
    ck_assert_mem_eq(out, WANTED, sizeof WANTED);
}
END_TEST

START_TEST(long_frames_have_long_lengths)
{
    static unsigned char payload[70000], out[70000 + SERVER_FRAME_HEAD_MAX];
    ck_assert_uint_eq(server_frame_print(SERVER_FRAME_TEXT, payload, 125, MASK, out), 125 + 6);
    ck_assert_uint_eq(server_frame_print(SERVER_FRAME_TEXT, payload, 126, MASK, out), 126 + 8);
    ck_assert_mem_eq(out + 1, "\xfe\x00\x7e", 3);
    ck_assert_uint_eq(server_frame_print(SERVER_FRAME_TEXT, payload, 65536, MASK, out), 65536 + 14);
    ck_assert_mem_eq(out + 1, "\xff\x00\x00\x00\x00\x00\x01\x00\x00", 9);
}
END_TEST

static ServerFrameResult take(const char *bytes, size_t length, ServerFrame *frame)
{
    return server_frame_take((const unsigned char *)bytes, length, frame);
}

START_TEST(frames_of_a_server)
{
    ServerFrame frame;
    ck_assert_int_eq(take("\x81\x05Hello", 7, &frame), SERVER_FRAME_WHOLE);
    ck_assert(frame.is_last && frame.opcode == SERVER_FRAME_TEXT && frame.used == 7);
    ck_assert_mem_eq(frame.payload, "Hello", 5);
    for (size_t i = 0; i < 7; i++)
        ck_assert_int_eq(take("\x81\x05Hello", i, &frame), SERVER_FRAME_UNFINISHED);
    ck_assert_int_eq(take("\x01\x03Hel", 5, &frame), SERVER_FRAME_WHOLE);
    ck_assert(!frame.is_last);
    ck_assert_int_eq(take("\x80\x02lo", 4, &frame), SERVER_FRAME_WHOLE);
    ck_assert(frame.is_last && frame.opcode == SERVER_FRAME_CONTINUATION);
    ck_assert_int_eq(take("\x89\x05Hello", 7, &frame), SERVER_FRAME_WHOLE);
    ck_assert_int_eq(frame.opcode, SERVER_FRAME_PING);
}
END_TEST

START_TEST(what_the_rfc_forbids_is_bad)
{
    ServerFrame frame;
    static const struct {
        const char *bytes;
        size_t length;
    } BAD[] = {{"\x81\x85....Hello", 11},                        /* masked: 5.1 */
               {"\xc1\x05Hello", 7},                             /* a reserved bit: 5.2 */
               {"\x83\x00", 2},                                  /* a reserved opcode */
               {"\x09\x00", 2},                                  /* a control frame in parts: 5.4 */
               {"\x89\x7e\x00\x7e", 4},                          /* a long one: 5.5 */
               {"\x81\x7f\x00\x00\x00\x00\x00\x10\x00\x01", 10}, /* beyond SERVER_FRAME_MAX */
               {"\x81\x7f\xff\xff\xff\xff\xff\xff\xff\xff", 10}};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        ck_assert_int_eq(take(BAD[i].bytes, BAD[i].length, &frame), SERVER_FRAME_BAD);
    ck_assert_int_eq(take("\x81\x7f\x00\x00\x00\x00\x00\x10\x00\x00", 10, &frame),
                     SERVER_FRAME_UNFINISHED);
}
END_TEST

START_TEST(addresses)
{
    static const struct {
        const char *text, *host, *path;
        bool tls;
        int port;
    } GOOD[] = {{"https://club.example", "club.example", "", true, 443},
                {"http://club.example:8080/chess/", "club.example", "/chess", false, 8080},
                {"club.example", "club.example", "", true, 443},
                {"localhost:8080", "localhost", "", false, 8080},
                {"127.1.2.3", "127.1.2.3", "", false, 80},
                {"wss://[2001:db8::1]:444/", "2001:db8::1", "", true, 444},
                {"[::1]:8080", "::1", "", false, 8080}};
    static const char *const BAD[] = {"",     "https://",       "https://a:0", "a:65536",
                                      "a:x",  "ftp://a",        "a b",         "a/\r\nX: y",
                                      "[::1", "user@a.example", "a\x80",       "a?b"};
    ServerUrl url;
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) {
        ck_assert_msg(server_url_parse(GOOD[i].text, &url), "%s", GOOD[i].text);
        ck_assert_str_eq(url.host, GOOD[i].host);
        ck_assert_str_eq(url.path, GOOD[i].path);
        ck_assert_int_eq(url.tls, GOOD[i].tls);
        ck_assert_int_eq(url.port, GOOD[i].port);
    }
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        ck_assert_msg(!server_url_parse(BAD[i], &url), "%s", BAD[i]);
}
END_TEST

START_TEST(the_handshake)
{
    char request[SERVER_REQUEST_MAX], accept[SERVER_ACCEPT_MAX];
    const char *answer = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                         "sec-websocket-ACCEPT:  s3pPLMBiTxaQ9kYGzzhZRbK+xOo= \r\n\r\n\x81";
    ServerUrl url;
    int status;
    ck_assert(server_url_parse("http://[::1]:8080/chess", &url));
    ck_assert(server_request_print(&url, "dGhlIHNhbXBsZSBub25jZQ==", "tok_1", request));
    ck_assert_ptr_nonnull(strstr(request, "GET /chess/ws HTTP/1.1\r\nHost: [::1]:8080\r\n"));
    ck_assert_ptr_nonnull(strstr(request, "\r\nAuthorization: Bearer tok_1\r\n\r\n"));
    ck_assert(!server_request_print(&url, "x", "a\r\nb", request));
    ck_assert(!server_request_print(&url, "x", "", request));
    ck_assert_uint_eq(server_answer_parse(answer, strlen(answer), &status, accept),
                      strlen(answer) - 1);
    ck_assert_int_eq(status, 101);
    ck_assert_str_eq(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    for (size_t i = 0; i < strlen(answer) - 1; i++)
        ck_assert_uint_eq(server_answer_parse(answer, i, &status, accept), 0);
    ck_assert_uint_gt(server_answer_parse("SSH-2.0\r\n\r\n", 11, &status, accept), 0);
    ck_assert_int_eq(status, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("server_frame");
    TCase *tcase = tcase_create("server_frame");
    tcase_add_test(tcase, a_text_is_masked);
    tcase_add_test(tcase, long_frames_have_long_lengths);
    tcase_add_test(tcase, frames_of_a_server);
    tcase_add_test(tcase, what_the_rfc_forbids_is_bad);
    tcase_add_test(tcase, addresses);
    tcase_add_test(tcase, the_handshake);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
