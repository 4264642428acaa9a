#include "http_reply.h"

#include "check_rig.h"
#include "http_request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char room[4096];
static HttpRequest request;
static HttpHead head;

static int read_target(const char *target)
{
    char text[1024];
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: a\r\n\r\n", target);
    ck_assert_int_eq(http_head_parse(text, strlen(text), &head), HTTP_HEAD_WHOLE);
    ck_assert_uint_le(http_request_room(&head), sizeof room);
    memset(room, 'z', sizeof room);
    return http_request_read(&head, room, &request);
}

static const struct {
    const char *target, *path, *arguments; /* here '|' stands for a NUL */
} TARGETS[] = {
    {"/", "/", ""},
    {"/a*b+c", "/a*b+c", ""},
    {"/%41%2f%2F", "/A//", ""},
    {"/a?", "/a", ""},
    {"/a?x=1&y=%26%3d+z", "/a", "x=1|y=&= z|"},
    {"/a?&&x&&", "/a", "x|"},
    {"/a?x%3Dy=1=%3D", "/a", "x_y=1==|"},
    {"/a?b?c=d", "/a", "b?c=d|"},
    {"/a;b?c;d", "/a;b", "c;d|"},
    {"http://h", "/", ""},
    {"http://h?q=1", "/", "q=1|"},
    {"http://h/p%20q", "/p q", ""},
};

START_TEST(targets_are_decoded)
{
    char arguments[64];
    size_t length = strlen(TARGETS[_i].arguments);
    memcpy(arguments, TARGETS[_i].arguments, length + 1);
    for (size_t i = 0; i < length; i++)
        if (arguments[i] == '|')
            arguments[i] = '\0';
    ck_assert_int_eq(read_target(TARGETS[_i].target), 0);
    ck_assert_str_eq(request.path, TARGETS[_i].path);
    ck_assert_mem_eq(request.arguments, arguments, length + 1);
}
END_TEST

START_TEST(what_cannot_be_decoded_is_400)
{
    static const char *const BAD[] = {"/%",    "/%4",    "/%g1",     "/%1g",  "/%00",    "/a?%",
                                      "/a?%0", "/a?%zz", "/a?x=%00", "/%%41", "/a?x=%-1"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        ck_assert_int_eq(read_target(BAD[i]), 400);
}
END_TEST

START_TEST(an_asterisk_asks_about_the_server)
{
    static const char TEXT[] = "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n";
    ck_assert_int_eq(http_head_parse(TEXT, strlen(TEXT), &head), HTTP_HEAD_WHOLE);
    ck_assert_int_eq(http_request_read(&head, room, &request), 0);
    ck_assert_str_eq(request.path, "/");
    ck_assert_str_eq(request.arguments, "");
}
END_TEST

START_TEST(headers_become_texts)
{
    static const char TEXT[] =
        "POST /x HTTP/1.1\r\nHost: a:80\r\nAccept: a\r\nAccept:  b , c \r\n"
        "Authorization:\r\nContent-Length: 0\r\nCookie: k=v\r\nCookie: l=w\r\n\r\n";
    ck_assert_int_eq(http_head_parse(TEXT, strlen(TEXT), &head), HTTP_HEAD_WHOLE);
    ck_assert_int_eq(http_request_read(&head, room, &request), 0);
    ck_assert_str_eq(request.accept, "a, b , c"); /* RFC 9110, 5.3 */
    ck_assert_str_eq(request.auth.authorization, "");
    ck_assert_str_eq(request.auth.cookie, "k=v; l=w");
    ck_assert_str_eq(request.target, "/x");
    ck_assert_str_eq(request.host, "a:80");
    ck_assert_ptr_null(request.user_agent);
    ck_assert(request.has_length);
}
END_TEST

/* However many headers there are, and even if all are kept, the room is enough: AddressSanitizer checks. */
START_TEST(the_room_is_enough)
{
    char text[HTTP_HEAD_MAX + 1] = "GET http://a/?%41&&&&b HTTP/1.1\r\nHost:\r\n";
    for (int i = 0; i < 30; i++)
        strcat(text, i % 2 ? "Accept:\r\n" : "If-None-Match: x\r\n");
    strcat(text, "\r\n");
    ck_assert_int_eq(http_head_parse(text, strlen(text), &head), HTTP_HEAD_WHOLE);
    char *exact = malloc(http_request_room(&head));
    ck_assert_int_eq(http_request_read(&head, exact, &request), 0);
    free(exact);
}
END_TEST

static char printed[HTTP_REPLY_MAX];

START_TEST(an_answer_is_printed)
{
    HttpAnswer answer;
    http_plain(&answer, 429, "no\n");
    answer.retry_after = 60;
    size_t length = http_reply_print(&answer, REPLY_LENGTH, true, 784111777999, printed);
    ck_assert_uint_eq(length, strlen(printed));
    ck_assert_ptr_nonnull(strstr(printed, "HTTP/1.1 429 Too Many Requests\r\n"));
    /* The example of RFC 9110, 5.6.7. */
    ck_assert_ptr_nonnull(strstr(printed, "\r\ndate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"));
    ck_assert_ptr_nonnull(strstr(printed, "\r\nconnection: close\r\n"));
    ck_assert_ptr_nonnull(strstr(printed, "\r\nretry-after: 60\r\n"));
    ck_assert_ptr_nonnull(strstr(printed, "\r\ncontent-length: 3\r\n"));
    ck_assert_str_eq(printed + length - 4, "\r\n\r\n");
}
END_TEST

START_TEST(the_framing_is_printed)
{
    HttpAnswer answer = {.status = 200};
    http_reply_print(&answer, REPLY_CHUNKED, false, 0, printed);
    ck_assert_ptr_nonnull(strstr(printed, "\r\ntransfer-encoding: chunked\r\n"));
    ck_assert_ptr_null(strstr(printed, "content-length"));
    http_reply_print(&answer, REPLY_UNTIL_CLOSE, true, 0, printed);
    ck_assert_ptr_null(strstr(printed, "transfer-encoding"));
    ck_assert_ptr_null(strstr(printed, "content-length"));
    answer.status = 304;
    http_reply_print(&answer, REPLY_LENGTH, false, 0, printed);
    ck_assert_ptr_null(strstr(printed, "content-length"));
}
END_TEST

START_TEST(what_does_not_fit_is_not_printed)
{
    char location[HTTP_REPLY_MAX];
    HttpAnswer answer = {.status = 308, .location = location};
    memset(location, 'a', sizeof location);
    location[sizeof location - 1] = '\0';
    ck_assert_uint_eq(http_reply_print(&answer, REPLY_LENGTH, false, 0, printed), 0);
    location[HTTP_HEAD_MAX] = '\0'; /* the longest that a request can have */
    ck_assert_uint_gt(http_reply_print(&answer, REPLY_LENGTH, false, 0, printed), 0);
}
END_TEST

START_TEST(frame_ancestors_are_printed)
{
    HttpAnswer answer = {.status = 200};
    http_reply_print(&answer, REPLY_LENGTH, false, 0, printed);
    ck_assert_ptr_nonnull(strstr(printed, "; frame-ancestors 'none'\r\n"));
    ck_assert_ptr_nonnull(strstr(printed, "\r\ncross-origin-resource-policy: same-origin\r\n"));
    answer.frame_ancestors = "https://club.example https://school.example";
    http_reply_print(&answer, REPLY_LENGTH, false, 0, printed);
    ck_assert_ptr_nonnull(
        strstr(printed, "; frame-ancestors https://club.example https://school.example\r\n"));
    ck_assert_ptr_nonnull(strstr(printed, "\r\ncross-origin-resource-policy: cross-origin\r\n"));
}
END_TEST

/* RFC 9110, 5.5: CR, LF and NUL end a value wherever it is from. Texts are checked as they are printed, so no header is forgotten. */
START_TEST(a_header_with_control_characters_is_left_out)
{
    static const char *const BAD[] = {"a\r\nx-evil: 1",           "a\nx-evil: 1", "a\rx-evil: 1",
                                      "a\r\n\r\nHTTP/1.1 200 OK", "x-evil\t1",    "x-evil\x7f"};
    static HttpAnswer bad;
    const char **const HEADERS[] = {
        &bad.type,       &bad.encoding,   &bad.etag,           &bad.cache,  &bad.allow,
        &bad.file,       &bad.policy,     &bad.cookie,         &bad.device, &bad.location,
        &bad.old_cookie, &bad.request_id, &bad.frame_ancestors};
    for (size_t i = 0; i < sizeof HEADERS / sizeof *HEADERS; i++)
        for (size_t k = 0; k < sizeof BAD / sizeof *BAD; k++) {
            bad = (HttpAnswer){.status = 303, .length = 2};
            *HEADERS[i] = BAD[k];
            size_t length = http_reply_print(&bad, REPLY_LENGTH, false, 0, printed);
            ck_assert_uint_eq(length, strlen(printed));
            ck_assert_ptr_null(strstr(printed, "x-evil"));
            ck_assert_ptr_null(strstr(printed, "200 OK"));
            ck_assert_ptr_eq(strstr(printed, "\r\n\r\n"), printed + length - 4);
            ck_assert_ptr_nonnull(strstr(printed, "\r\ncontent-length: 2\r\n"));
        }
}
END_TEST

START_TEST(a_file_name_stays_between_its_quotes)
{
    HttpAnswer answer = {.status = 200, .file = "games.pgn"};
    http_reply_print(&answer, REPLY_LENGTH, false, 0, printed);
    ck_assert_ptr_nonnull(
        strstr(printed, "\r\ncontent-disposition: attachment; filename=\"games.pgn\"\r\n"));
    answer.file = "a\"; filename=\"b.exe";
    http_reply_print(&answer, REPLY_LENGTH, false, 0, printed);
    ck_assert_ptr_null(strstr(printed, "content-disposition"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http_request");
    TCase *tcase = tcase_create("http_request");
    tcase_add_loop_test(tcase, targets_are_decoded, 0, sizeof TARGETS / sizeof *TARGETS);
    tcase_add_test(tcase, what_cannot_be_decoded_is_400);
    tcase_add_test(tcase, an_asterisk_asks_about_the_server);
    tcase_add_test(tcase, headers_become_texts);
    tcase_add_test(tcase, the_room_is_enough);
    tcase_add_test(tcase, an_answer_is_printed);
    tcase_add_test(tcase, the_framing_is_printed);
    tcase_add_test(tcase, frame_ancestors_are_printed);
    tcase_add_test(tcase, what_does_not_fit_is_not_printed);
    tcase_add_test(tcase, a_header_with_control_characters_is_left_out);
    tcase_add_test(tcase, a_file_name_stays_between_its_quotes);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
