#include "http_head.h"

#include "check_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static HttpHead head;

static int parse(const char *text)
{
    return http_head_parse(text, strlen(text), &head);
}

static void expect_span(Span span, const char *text)
{
    ck_assert_uint_eq(span.length, strlen(text));
    ck_assert(memcmp(span.text, text, span.length) == 0);
}

/* RFC 9112, 2.1 and 3.2.1. */
START_TEST(examples_of_the_rfc_are_read)
{
    static const char TEXT[] = "GET /hello.txt HTTP/1.1\r\n"
                               "User-Agent: curl/7.64.1\r\n"
                               "Host: www.example.com\r\n"
                               "Accept-Language: en, mi\r\n\r\n";
    ck_assert_int_eq(parse(TEXT), HTTP_HEAD_WHOLE);
    ck_assert_uint_eq(head.size, strlen(TEXT));
    ck_assert_int_eq(head.method, HTTP_GET);
    expect_span(head.target, "/hello.txt");
    expect_span(head.host, "www.example.com");
    expect_span(http_head_find(&head, "accept-language"), "en, mi");
    ck_assert_int_eq(head.minor, 1);
    ck_assert_int_eq(head.body, BODY_ABSENT);
    ck_assert(head.keeps_alive && !head.upgrades && !head.expects);
    ck_assert_int_eq(parse("GET /where?q=now HTTP/1.1\r\nHost: www.example.org\r\n\r\n"), 0);
    expect_span(head.target, "/where?q=now");
    ck_assert_int_eq(parse("OPTIONS * HTTP/1.1\r\nHost: www.example.org:8001\r\n\r\n"), 0);
    expect_span(head.target, "*");
    expect_span(head.host, "www.example.org:8001");
}
END_TEST

/* RFC 9112, 3.2.2: the Host header is then ignored. */
START_TEST(an_absolute_target_has_its_own_host)
{
    ck_assert_int_eq(
        parse("GET http://www.example.org/pub/index.html?a=b HTTP/1.1\r\nHost: other\r\n\r\n"), 0);
    expect_span(head.host, "www.example.org");
    expect_span(head.target, "/pub/index.html?a=b");
    ck_assert_int_eq(parse("GET HTTPS://[::1]:8443?a HTTP/1.1\r\nHost: other\r\n\r\n"), 0);
    expect_span(head.host, "[::1]:8443");
    expect_span(head.target, "?a");
    ck_assert_int_eq(parse("GET http:///x HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
    ck_assert_int_eq(parse("GET http://user@a/x HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
    ck_assert_int_eq(parse("GET ftp://a/x HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
}
END_TEST

START_TEST(only_complete_heads_are_read)
{
    static const char TEXT[] = "\r\nPOST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc";
    size_t size = strlen(TEXT) - 3;
    for (size_t length = 0; length < size; length++)
        ck_assert_int_eq(http_head_parse(TEXT, length, &head), HTTP_HEAD_UNFINISHED);
    ck_assert_int_eq(parse(TEXT), HTTP_HEAD_WHOLE);
    ck_assert_uint_eq(head.size, size);
    ck_assert_int_eq(head.body, BODY_OF_LENGTH);
    ck_assert_uint_eq(head.length, 3);
}
END_TEST

typedef struct {
    const char *text;
    int status;
} Refusal;

/* Beginnings of heads and whole heads; those that are not complete get a good Host at the end. */
static const Refusal REQUEST_LINES[] = {
    {"GET  / HTTP/1.1", 400},  /* two spaces: 3 */
    {"GET / HTTP/1.1 ", 400},  /* white space after it: 3 */
    {" GET / HTTP/1.1", 400},  /* and before it: 2.2 */
    {"GET\t/\tHTTP/1.1", 400}, /* 3: a single SP */
    {"GET /", 400},            /* HTTP/0.9 */
    {"GET / http/1.1", 400},   /* 2.3: case-sensitive */
    {"GET / HTTP/1.10", 400},  /* one digit */
    {"GET / HTTP/2.0", 505},   /* RFC 9110, 15.6.6 */
    {"PRI * HTTP/2.0", 505},   /* RFC 9113, 3.4 */
    {"GET / HTTP/1.2", 505},
    {"GET relative HTTP/1.1", 400},
    {"GET * HTTP/1.1", 400}, /* 3.2.4: for OPTIONS only */
    {"CONNECT www.example.com:80 HTTP/1.1", 400},
    {"GET /#part HTTP/1.1", 400},    /* no fragment is sent */
    {"GET /\xc3\xa9 HTTP/1.1", 400}, /* not encoded: RFC 3986, 2 */
    {"G@T / HTTP/1.1", 400},         /* no token: RFC 9110, 5.6.2 */
    {"", 400},                       /* a second empty line */
};

START_TEST(bad_request_lines_are_refused)
{
    const Refusal *refusal = &REQUEST_LINES[_i];
    char text[256];
    snprintf(text, sizeof text, "%s%s\r\nHost: a\r\n\r\n", *refusal->text ? "" : "\r\n",
             refusal->text);
    ck_assert_msg(parse(text) == refusal->status, "%s", text);
    ck_assert_uint_gt(strlen(head.reason), 0);
}
END_TEST

static const Refusal HEADERS[] = {
    {"Host : a", 400},              /* 5.1: no space before the colon */
    {"Host: a\r\n folded: b", 400}, /* 5.2: obs-fold */
    {"Host: a\r\n\tfolded", 400},
    {"Host: a\r\nnothing", 400},
    {"Host: a\r\n: nameless", 400},
    {"Host: a\r\nna me: b", 400},
    {"Host: a\r\nn\xc3\xa4me: b", 400},
    {"Host: a\r\nX: b\rc", 400}, /* 2.2: a CR alone */
    {"Host: a\nX: b", 400},      /* and an LF alone */
    {"Host: a\r\nX: b\x01", 400},
    {"Host: a\r\nX: b\x7f", 400},
    {"X: b", 400}, /* 3.2: one Host */
    {"Host: a\r\nHost: a", 400},
    {"Host: a\r\nHOST: b", 400},
    {"Host: a b", 400},
    {"Host: a/b", 400},
    {"Host: a:1:2", 400},
    {"Host: a:123456", 400},
    {"Host: [::1", 400},
    {"Host: [::1]x", 400},
    {"Host: u@a", 400},
    {"Host: a\r\nContent-Length: 1\r\nContent-Length: 1", 400},
    {"Host: a\r\nContent-Length: 1, 1", 400},
    {"Host: a\r\nContent-Length: +1", 400},
    {"Host: a\r\nContent-Length: -1", 400},
    {"Host: a\r\nContent-Length: 0x1", 400},
    {"Host: a\r\nContent-Length: 1 1", 400},
    {"Host: a\r\nContent-Length:", 400},
    {"Host: a\r\nContent-Length: 1000000000000000", 400},
    {"Host: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked", 400}, /* 6.1 */
    {"Host: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked", 400},
    {"Host: a\r\nTransfer-Encoding: gzip, chunked", 501},
    {"Host: a\r\nTransfer-Encoding: chunked, chunked", 501},
    {"Host: a\r\nTransfer-Encoding: xchunked", 501},
    {"Host: a\r\nTransfer-Encoding: identity", 501},
    {"Host: a\r\nTransfer-Encoding:", 501},
    {"Host: a\r\nExpect: more", 417}, /* RFC 9110, 10.1.1 */
    {"Host: a\r\nAuthorization: x\r\nAuthorization: y", 400},
    {"Host: a\r\nOrigin: x\r\nOrigin: y", 400},
};

START_TEST(bad_headers_are_refused)
{
    char text[256];
    snprintf(text, sizeof text, "POST / HTTP/1.1\r\n%s\r\n\r\n", HEADERS[_i].text);
    ck_assert_msg(parse(text) == HEADERS[_i].status, "%s", text);
    ck_assert_uint_gt(strlen(head.reason), 0);
}
END_TEST

START_TEST(a_nul_is_refused_anywhere)
{
    static const char TEXT[] = "GET /abc HTTP/1.1\r\nHost: a\r\nX: abc\r\n\r\n";
    for (size_t i = 0; i < strlen(TEXT); i++) {
        char text[sizeof TEXT];
        memcpy(text, TEXT, sizeof TEXT);
        text[i] = '\0';
        ck_assert_int_eq(http_head_parse(text, strlen(TEXT), &head), 400);
    }
}
END_TEST

START_TEST(good_headers_are_understood)
{
    ck_assert_int_eq(parse("POST / HTTP/1.1\r\nhOsT:a\r\nTransfer-Encoding:\t Chunked \t\r\n"
                           "Connection: keep-alive, Close\r\nExpect: 100-Continue\r\n\r\n"),
                     0);
    ck_assert_int_eq(head.body, BODY_CHUNKED);
    ck_assert(head.expects && !head.keeps_alive);
    ck_assert_int_eq(parse("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"), 0);
    ck_assert(!head.keeps_alive && head.minor == 0 && !head.host.text);
    ck_assert_int_eq(parse("GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"), 400);
    ck_assert_int_eq(parse("GET / HTTP/1.1\r\nHost: a\r\nConnection: x\r\nConnection: Upgrade\r\n"
                           "Upgrade: h2c, WebSocket\r\n\r\n"),
                     0);
    ck_assert(head.upgrades && http_head_lists(&head, "upgrade", "websocket"));
    ck_assert(!http_head_lists(&head, "upgrade", "socket"));
    ck_assert_int_eq(parse("GET / HTTP/1.1\r\nHost:\r\nUpgrade: websocket\r\n\r\n"), 0);
    ck_assert(!head.upgrades && head.host.length == 0);
    ck_assert_int_eq(parse("GET / HTTP/1.1\r\nHost: [2001:db8::1]:80\r\nX: \xc3\xa4\t\"b\r\n\r\n"),
                     0);
    ck_assert_int_eq(parse("BREW / HTTP/1.1\r\nHost: a\r\nContent-Length: 007\r\n\r\n"), 0);
    ck_assert(head.method == HTTP_OTHER && head.length == 7);
}
END_TEST

/* A head of exactly that many bytes. */
static char *sized(size_t size)
{
    static const char START[] = "GET / HTTP/1.1\r\nHost: a\r\nX: ";
    char *text = malloc(size + 1);
    memset(text, 'x', size);
    memcpy(text, START, strlen(START));
    memcpy(text + size - 4, "\r\n\r\n", 5);
    return text;
}

START_TEST(a_head_has_8192_bytes_at_most)
{
    char *most = sized(HTTP_HEAD_MAX), *more = sized(HTTP_HEAD_MAX + 1);
    ck_assert_int_eq(parse(most), HTTP_HEAD_WHOLE);
    ck_assert_int_eq(http_head_parse(more, HTTP_HEAD_MAX - 1, &head), HTTP_HEAD_UNFINISHED);
    ck_assert_int_eq(parse(more), 431); /* RFC 6585, 5 */
    free(most);
    free(more);
}
END_TEST

START_TEST(a_target_has_6144_bytes_at_most)
{
    char text[HTTP_HEAD_MAX + 1], target[HTTP_TARGET_MAX + 2];
    memset(target, 'a', sizeof target);
    target[0] = '/';
    for (int more = 0; more < 2; more++) {
        snprintf(text, sizeof text, "GET %.*s HTTP/1.1\r\nHost: a\r\n\r\n", HTTP_TARGET_MAX + more,
                 target);
        ck_assert_int_eq(parse(text), more ? 414 : 0);
    }
    memset(text, 'a', sizeof text);
    ck_assert_int_eq(http_head_parse(text, HTTP_HEAD_MAX, &head), 414);
}
END_TEST

START_TEST(there_are_64_headers_at_most)
{
    for (int more = 0; more < 2; more++) {
        char text[1024] = "GET / HTTP/1.1\r\nHost: a\r\n";
        for (int i = 1; i < HTTP_HEADERS_MAX + more; i++)
            strcat(text, "X: y\r\n");
        strcat(text, "\r\n");
        ck_assert_int_eq(parse(text), more ? 431 : 0);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http_head");
    TCase *tcase = tcase_create("http_head");
    tcase_add_test(tcase, examples_of_the_rfc_are_read);
    tcase_add_test(tcase, an_absolute_target_has_its_own_host);
    tcase_add_test(tcase, only_complete_heads_are_read);
    tcase_add_loop_test(tcase, bad_request_lines_are_refused, 0,
                        sizeof REQUEST_LINES / sizeof *REQUEST_LINES);
    tcase_add_loop_test(tcase, bad_headers_are_refused, 0, sizeof HEADERS / sizeof *HEADERS);
    tcase_add_test(tcase, a_nul_is_refused_anywhere);
    tcase_add_test(tcase, good_headers_are_understood);
    tcase_add_test(tcase, a_head_has_8192_bytes_at_most);
    tcase_add_test(tcase, a_target_has_6144_bytes_at_most);
    tcase_add_test(tcase, there_are_64_headers_at_most);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
