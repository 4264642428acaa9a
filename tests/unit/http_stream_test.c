/* What a reader gets of a stream, piece by piece: the chunked coding of RFC 9112, 7.1. */
#include "http_stream.h"

#include "check_rig.h"

#include <stdio.h>
#include <string.h>

static HttpStream *stream;
static TransportPiece pieces[TRANSPORT_PIECES];
static size_t count;
static char sent[65536];

static void setup(void)
{
    stream = http_stream_new(&(StreamHooks){0}, true);
}

static void teardown(void)
{
    http_stream_free(stream);
}

static const char *sent_now(void)
{
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        ck_assert_uint_lt(length + pieces[i].length, sizeof sent);
        memcpy(sent + length, pieces[i].bytes, pieces[i].length);
        length += pieces[i].length;
    }
    sent[length] = '\0';
    return sent;
}

static HttpStreamStep next(void)
{
    return http_stream_next(stream, pieces, &count);
}

START_TEST(nothing_is_sent_before_something_is_written)
{
    ck_assert(http_stream_is_sending(stream)); /* its head */
    ck_assert_int_eq(next(), HTTP_STREAM_WAIT);
    ck_assert(!http_stream_is_sending(stream));
    ck_assert_uint_eq(http_stream_write(stream, "", 0), 0);
    ck_assert_int_eq(next(), HTTP_STREAM_WAIT);
}
END_TEST

START_TEST(waiting_data_is_one_chunk)
{
    ck_assert_uint_eq(http_stream_write(stream, "Hello, ", 7), 7);
    ck_assert_uint_eq(http_stream_write(stream, "world and all", 13), 20);
    ck_assert_int_eq(next(), HTTP_STREAM_SEND);
    ck_assert_str_eq(sent_now(), "14\r\nHello, world and all\r\n");
    /* What is written meanwhile waits, and what is under way stays unchanged. */
    ck_assert_uint_eq(http_stream_write(stream, "more", 4), 24);
    ck_assert_str_eq(sent_now(), "14\r\nHello, world and all\r\n");
    ck_assert_int_eq(next(), HTTP_STREAM_SEND);
    ck_assert_str_eq(sent_now(), "4\r\nmore\r\n");
    ck_assert_int_eq(next(), HTTP_STREAM_WAIT);
}
END_TEST

START_TEST(the_last_chunk_ends_it)
{
    http_stream_write(stream, "x", 1);
    http_stream_end(stream);
    ck_assert(http_stream_has_ended(stream));
    ck_assert_int_eq(next(), HTTP_STREAM_SEND);
    ck_assert_str_eq(sent_now(), "1\r\nx\r\n");
    ck_assert_int_eq(next(), HTTP_STREAM_SEND);
    ck_assert_str_eq(sent_now(), "0\r\n\r\n");
    ck_assert_int_eq(next(), HTTP_STREAM_DONE);
}
END_TEST

START_TEST(http_1_0_gets_bare_bytes)
{
    http_stream_free(stream);
    stream = http_stream_new(&(StreamHooks){0}, false);
    http_stream_write(stream, "Hello", 5);
    ck_assert_int_eq(next(), HTTP_STREAM_SEND);
    ck_assert_str_eq(sent_now(), "Hello");
    http_stream_end(stream);
    ck_assert_int_eq(next(), HTTP_STREAM_DONE);
}
END_TEST

START_TEST(it_keeps_as_much_memory_as_the_most_that_waited)
{
    enum { PIECE = 32768 };
    static char piece[PIECE];
    size_t empty = http_stream_memory(stream);
    http_stream_write(stream, piece, PIECE);
    size_t one = http_stream_memory(stream);
    ck_assert_uint_ge(one, empty + PIECE + 2);
    ck_assert_uint_le(one, empty + PIECE + 64);
    next(); /* under way, it is still there */
    ck_assert_uint_eq(http_stream_memory(stream), one);
    http_stream_write(stream, piece, PIECE);
    ck_assert_uint_ge(http_stream_memory(stream), empty + 2 * (PIECE + 2));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http_stream");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, nothing_is_sent_before_something_is_written);
    tcase_add_test(tcase, waiting_data_is_one_chunk);
    tcase_add_test(tcase, the_last_chunk_ends_it);
    tcase_add_test(tcase, http_1_0_gets_bare_bytes);
    tcase_add_test(tcase, it_keeps_as_much_memory_as_the_most_that_waited);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
