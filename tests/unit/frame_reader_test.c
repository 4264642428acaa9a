#include "frame_reader.h"

#include "check_rig.h"

#include <stdlib.h>
#include <string.h>

enum { MESSAGE_MAX = 70000, BYTES_MAX = 80000 };

static FrameReader reader;
static Frame frame;

static void setup(void)
{
    reader = (FrameReader){.message_max = MESSAGE_MAX};
}

static FrameResult take(const void *bytes, size_t length)
{
    static unsigned char copy[BYTES_MAX];
    memcpy(copy, bytes, length);
    return frame_reader_take(&reader, copy, length, &frame);
}

/* A literal's bytes, without the NUL at the end. */
#define TAKE(bytes) take(bytes, sizeof(bytes) - 1)

static void expect_payload(const char *text)
{
    ck_assert_uint_eq(frame.length, strlen(text));
    ck_assert_mem_eq(frame.payload, text, frame.length);
}

/* RFC 6455, 5.7, as far as a client may send it. */
START_TEST(examples_of_the_rfc_are_read)
{
    ck_assert_int_eq(TAKE("\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58"), FRAME_MESSAGE);
    expect_payload("Hello");
    ck_assert_uint_eq(frame.used, 11);
    ck_assert_int_eq(TAKE("\x8a\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58"), FRAME_CONTROL);
    ck_assert_int_eq(frame.opcode, OPCODE_PONG);
    expect_payload("Hello");
    ck_assert_int_eq(TAKE("\x81\x05\x48\x65\x6c\x6c\x6f"), FRAME_BAD); /* not masked */
    ck_assert_int_eq(frame.code, CLOSE_PROTOCOL);
}
END_TEST

START_TEST(a_message_may_come_in_fragments_with_control_frames_between)
{
    ck_assert_int_eq(TAKE("\x01\x83\0\0\0\0Hel"), FRAME_PART);
    expect_payload("Hel");
    ck_assert_int_eq(TAKE("\x89\x81\0\0\0\0!"), FRAME_CONTROL);
    ck_assert_int_eq(frame.opcode, OPCODE_PING);
    ck_assert_int_eq(TAKE("\x00\x80\0\0\0\0"), FRAME_PART);
    expect_payload("");
    ck_assert_int_eq(TAKE("\x80\x82\0\0\0\0lo"), FRAME_MESSAGE);
    expect_payload("lo");
    ck_assert_int_eq(TAKE("\x81\x80\0\0\0\0"), FRAME_MESSAGE); /* and the next one starts */
    expect_payload("");
}
END_TEST

START_TEST(a_frame_may_come_in_parts)
{
    ck_assert_int_eq(TAKE("\x81"), FRAME_UNFINISHED);
    ck_assert_uint_eq(frame.used, 0);
    ck_assert_int_eq(TAKE("\x81\x85\x37\xfa\x21"), FRAME_UNFINISHED);
    ck_assert_uint_eq(frame.used, 0);
    ck_assert_int_eq(TAKE("\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d"), FRAME_PART);
    expect_payload("Hel");
    ck_assert_uint_eq(frame.used, 9);
    ck_assert_int_eq(TAKE("\x51\x58\x81"), FRAME_MESSAGE);
    expect_payload("lo");
    ck_assert_uint_eq(frame.used, 2);
    /* No part of a control frame is used before all of it is there. */
    ck_assert_int_eq(TAKE("\x89\x82\0\0\0\0a"), FRAME_UNFINISHED);
    ck_assert_uint_eq(frame.used, 0);
}
END_TEST

typedef struct {
    const char *what, *bytes;
    size_t length;
    CloseCode code;
} Bad;

#define BAD(what, bytes, code)                                                                     \
    {                                                                                              \
        what, bytes, sizeof(bytes) - 1, code                                                       \
    }

/* Each is refused as soon as the error has arrived. */
static const Bad BADS[] = {
    BAD("RSV1", "\xc1\x80", CLOSE_PROTOCOL),
    BAD("RSV2", "\xa1\x80", CLOSE_PROTOCOL),
    BAD("RSV3", "\x91\x80", CLOSE_PROTOCOL),
    BAD("opcode 3", "\x83\x80", CLOSE_PROTOCOL),
    BAD("opcode 7", "\x87\x80", CLOSE_PROTOCOL),
    BAD("opcode 11", "\x8b\x80", CLOSE_PROTOCOL),
    BAD("opcode 15", "\x8f\x80", CLOSE_PROTOCOL),
    BAD("not masked", "\x81\x00", CLOSE_PROTOCOL),
    BAD("a ping in fragments", "\x09\x80", CLOSE_PROTOCOL),
    BAD("a ping of 126 bytes", "\x89\xfe", CLOSE_PROTOCOL),
    BAD("a close frame of 126 bytes", "\x88\xfe", CLOSE_PROTOCOL),
    BAD("a continuation of nothing", "\x80\x80", CLOSE_PROTOCOL),
    BAD("125 in two bytes", "\x81\xfe\x00\x7d", CLOSE_PROTOCOL),
    BAD("65,535 in eight bytes", "\x81\xff\0\0\0\0\0\0\xff\xff", CLOSE_PROTOCOL),
    BAD("a length of 2^63", "\x81\xff\x80\0\0\0\0\0\0\0", CLOSE_PROTOCOL),
    BAD("binary", "\x82\x80\0\0\0\0", CLOSE_UNACCEPTABLE),
    BAD("70,001 bytes", "\x81\xff\0\0\0\0\0\x01\x11\x71\0\0\0\0", CLOSE_TOO_LARGE),
    BAD("a byte that no character has", "\x81\x82\0\0\0\0\xff", CLOSE_INVALID),
    BAD("half a character", "\x81\x81\0\0\0\0\xc3", CLOSE_INVALID),
    BAD("beyond U+10FFFF", "\x81\x84\0\0\0\0\xf4\x90", CLOSE_INVALID),
};

START_TEST(what_a_client_must_not_send_is_refused_at_once)
{
    const Bad *bad = &BADS[_i];
    for (size_t length = 0; length < bad->length; length++) {
        setup();
        FrameResult early = take(bad->bytes, length);
        ck_assert_msg(early == FRAME_UNFINISHED || early == FRAME_PART, "%s: %zu bytes", bad->what,
                      length);
    }
    setup();
    ck_assert_msg(take(bad->bytes, bad->length) == FRAME_BAD, "%s", bad->what);
    ck_assert_int_eq(frame.code, bad->code);
}
END_TEST

START_TEST(a_message_within_a_message_is_refused)
{
    ck_assert_int_eq(TAKE("\x01\x81\0\0\0\0a"), FRAME_PART);
    ck_assert_int_eq(TAKE("\x81\x81"), FRAME_BAD);
    ck_assert_int_eq(frame.code, CLOSE_PROTOCOL);
}
END_TEST

/* Fragments count together, and the bound is exact to the byte. */
START_TEST(a_message_has_a_maximum_length)
{
    reader.message_max = 10;
    ck_assert_int_eq(TAKE("\x01\x86\0\0\0\0abcdef"), FRAME_PART);
    ck_assert_int_eq(TAKE("\x80\x84\0\0\0\0ghij"), FRAME_MESSAGE);
    ck_assert_int_eq(TAKE("\x01\x86\0\0\0\0abcdef"), FRAME_PART);
    ck_assert_int_eq(TAKE("\x80\x85\0\0\0\0"), FRAME_BAD);
    ck_assert_int_eq(frame.code, CLOSE_TOO_LARGE);
}
END_TEST

START_TEST(lengths_have_three_forms)
{
    static const unsigned LENGTHS[] = {0, 125, 126, 65535, 65536, 70000};
    static unsigned char bytes[BYTES_MAX];
    for (size_t i = 0; i < sizeof LENGTHS / sizeof *LENGTHS; i++) {
        unsigned length = LENGTHS[i], wide = length < 126 ? 0 : length < 65536 ? 2 : 8;
        memset(bytes, 0, sizeof bytes);
        bytes[0] = 0x81;
        bytes[1] = (unsigned char)(0x80 | (wide == 0 ? length : wide == 2 ? 126 : 127));
        for (unsigned k = 0; k < wide && k < 4; k++)
            bytes[1 + wide - k] = (unsigned char)(length >> 8 * k);
        ck_assert_int_eq(take(bytes, 6 + wide + length), FRAME_MESSAGE);
        ck_assert_uint_eq(frame.length, length);
        ck_assert_uint_eq(frame.used, 6 + wide + length);
    }
}
END_TEST

/* RFC 6455, 7.4.1 and 7.4.2, and the codes that IANA has registered since. */
START_TEST(close_frames_are_answered_with_their_code)
{
    ck_assert_int_eq(frame_close_code((const unsigned char *)"", 0), CLOSE_NONE);
    ck_assert_int_eq(frame_close_code((const unsigned char *)"\x03", 1), CLOSE_PROTOCOL);
    for (unsigned code = 0; code < 65536; code++) {
        unsigned char payload[] = {(unsigned char)(code >> 8), (unsigned char)code, 'x'};
        bool is_good = (code >= 1000 && code <= 1014 && !(code >= 1004 && code <= 1006)) ||
                       (code >= 3000 && code <= 4999);
        if (frame_close_code(payload, 3) != (is_good ? code : 1002))
            ck_abort_msg("the code %u", code);
    }
    ck_assert_int_eq(frame_close_code((const unsigned char *)"\x03\xe8\xc3\xa9", 4), CLOSE_NORMAL);
    ck_assert_int_eq(frame_close_code((const unsigned char *)"\x03\xe8\xc3", 3), CLOSE_INVALID);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("frame_reader");
    TCase *tcase = tcase_create("frame_reader");
    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_add_test(tcase, examples_of_the_rfc_are_read);
    tcase_add_test(tcase, a_message_may_come_in_fragments_with_control_frames_between);
    tcase_add_test(tcase, a_frame_may_come_in_parts);
    tcase_add_loop_test(tcase, what_a_client_must_not_send_is_refused_at_once, 0,
                        sizeof BADS / sizeof *BADS);
    tcase_add_test(tcase, a_message_within_a_message_is_refused);
    tcase_add_test(tcase, a_message_has_a_maximum_length);
    tcase_add_test(tcase, lengths_have_three_forms);
    tcase_add_test(tcase, close_frames_are_answered_with_their_code);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
