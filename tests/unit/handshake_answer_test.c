#include "handshake.h"

#include "check_rig.h"

#include <string.h>

static void answer(const char *request, bool names_protocol, const char *old_cookie,
                   char out[HANDSHAKE_ANSWER_MAX + 1])
{
    char cookie[AUTH_SET_COOKIE_MAX];
    Handshake handshake = {.names_protocol = names_protocol};
    HandshakeAccept accept;
    HttpHead head;
    ck_assert_int_eq(http_head_parse(request, strlen(request), &head), HTTP_HEAD_WHOLE);
    memset(cookie, 'c', sizeof cookie);
    cookie[sizeof cookie - 1] = '\0';
    handshake_accept(&handshake, &head, &accept);
    out[handshake_answer(&accept, cookie, old_cookie, out)] = '\0';
}

/* RFC 6455, 4.2.2, with the key of its example in 1.3, and the longest possible cookies. */
START_TEST(the_answer_has_what_a_client_checks)
{
    static const char REQUEST[] = "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
                                  "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    static char out[HANDSHAKE_ANSWER_MAX + 1], old[AUTH_SET_COOKIE_MAX];
    memset(old, 'o', sizeof old - 1);
    answer(REQUEST, true, old, out);
    ck_assert_ptr_eq(strstr(out, "HTTP/1.1 101 "), out);
    ck_assert_ptr_nonnull(strstr(out, "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"));
    ck_assert_ptr_nonnull(
        strstr(out, "\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"));
    ck_assert_ptr_nonnull(strstr(out, "\r\nSec-WebSocket-Protocol: castled.v1\r\n"));
    ck_assert_ptr_nonnull(strstr(out, "\r\nSet-Cookie: ccc"));
    ck_assert_ptr_nonnull(strstr(out, "\r\nSet-Cookie: ooo"));
    ck_assert_str_eq(out + strlen(out) - 4, "\r\n\r\n");
    answer(REQUEST, false, NULL, out); /* RFC 6455, 4.2.2: only what was asked for */
    ck_assert_ptr_null(strstr(out, "Sec-WebSocket-Protocol"));
    ck_assert_ptr_null(strstr(out, "Set-Cookie: o"));
    answer(REQUEST, false, "o\r\nX-Evil: 1", out);
    ck_assert_ptr_null(strstr(out, "X-Evil"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("handshake_answer");
    TCase *tcase = tcase_create("handshake_answer");
    tcase_add_test(tcase, the_answer_has_what_a_client_checks);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
