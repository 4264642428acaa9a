#include "chunked.h"

#include "check_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char data[256];
    size_t length, used;
    ChunkedResult result;
} Body;

/* The text in pieces of 'step' bytes. */
static Body read_body(const char *text, size_t size, size_t step)
{
    Body body = {.result = CHUNKED_MORE};
    Chunked chunked = {0};
    while (body.used < size && (body.result == CHUNKED_MORE || body.result == CHUNKED_DATA)) {
        const char *data;
        size_t used, length, piece = size - body.used < step ? size - body.used : step;
        body.result = chunked_read(&chunked, text + body.used, piece, &used, &data, &length);
        body.used += used;
        if (body.result == CHUNKED_DATA) {
            memcpy(body.data + body.length, data, length);
            body.length += length;
        }
    }
    return body;
}

static const struct {
    const char *text, *data;
} GOOD[] = {
    {"4\r\nWiki\r\n5\r\npedia\r\n0\r\n\r\n", "Wikipedia"},
    {"0\r\n\r\n", ""},
    {"00000003\r\nabc\r\n000\r\n\r\n", "abc"},
    {"A\r\n0123456789\r\n0\r\n\r\n", "0123456789"},
    {"a;name=value;\"quoted\"\r\n0123456789\r\n0;x\r\n\r\n", "0123456789"},
    {"1 \t;x = y\r\na\r\n0\r\nExpires: never\r\nX: y\r\n\r\n", "a"},
};

START_TEST(chunks_are_joined_however_they_come)
{
    const char *text = GOOD[_i].text;
    for (size_t step = 1; step <= strlen(text); step++) {
        Body body = read_body(text, strlen(text), step);
        ck_assert_int_eq(body.result, CHUNKED_END);
        ck_assert_uint_eq(body.used, strlen(text));
        ck_assert_uint_eq(body.length, strlen(GOOD[_i].data));
        ck_assert(memcmp(body.data, GOOD[_i].data, body.length) == 0);
    }
}
END_TEST

START_TEST(what_follows_the_end_is_not_consumed)
{
    static const char TEXT[] = "1\r\na\r\n0\r\n\r\nGET / HTTP/1.1";
    Body body = read_body(TEXT, strlen(TEXT), 100);
    ck_assert_int_eq(body.result, CHUNKED_END);
    ck_assert_str_eq(TEXT + body.used, "GET / HTTP/1.1");
}
END_TEST

static const char *const BAD[] = {
    "\r\n",
    "g\r\n",
    "-1\r\n",
    "0x1\r\n",
    "123456789\r\n",
    "1\na",
    "1\r\rx",
    "1\r\nab",
    "1\r\na\nx",
    "1\r\na\rx",
    "1;\x01\r\na",
    "1;a\nb\r\n",
    "0\r\nX: \x7f\r\n",
    "0\r\nX: y\nZ",
    "0\r\n\rx",
    " 1\r\na\r\n",
    "1 \r\na\r\n",
    "1 x\r\na\r\n",
    "1\t\x0b\r\n",
    "0\r\nX: y\r\r",
    "0\r\nPOST / HTTP/1.1\r\n\r\n",
    "0\r\n: x\r\n\r\n",
    "0\r\nX\r\n\r\n",
};

START_TEST(other_bytes_are_refused)
{
    for (size_t step = 1; step < 4; step++)
        ck_assert_int_eq(read_body(BAD[_i], strlen(BAD[_i]), step).result, CHUNKED_BAD);
}
END_TEST

START_TEST(extensions_and_trailers_have_1024_bytes_at_most)
{
    for (int more = 0; more < 2; more++) {
        char text[2 * CHUNKED_EXTRA_MAX];
        int length = snprintf(text, sizeof text, "1;%0*d\r\na\r\n0\r\nx:%0*d\r\n\r\n", 500, 0,
                              CHUNKED_EXTRA_MAX - 501 + more, 0);
        ck_assert_int_eq(read_body(text, (size_t)length, 77).result,
                         more ? CHUNKED_BAD : CHUNKED_END);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("chunked");
    TCase *tcase = tcase_create("chunked");
    tcase_add_loop_test(tcase, chunks_are_joined_however_they_come, 0, sizeof GOOD / sizeof *GOOD);
    tcase_add_test(tcase, what_follows_the_end_is_not_consumed);
    tcase_add_loop_test(tcase, other_bytes_are_refused, 0, sizeof BAD / sizeof *BAD);
    tcase_add_test(tcase, extensions_and_trailers_have_1024_bytes_at_most);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
