#include "packet.h"

#include "check_rig.h"

#include <stdlib.h>
#include <string.h>

/* RFC 6455, 5.7 has the frames of "Hello", of 256 bytes and of 65,536. */
static void expect_frame(const char *head, size_t head_size, size_t length)
{
    size_t size;
    char *text = calloc(length + 1, 1);
    memset(text, 'H', length);
    Packet *packet = packet_new(text, length);
    const char *frame = packet_frame(packet, &size);
    ck_assert_uint_eq(size, head_size + length);
    ck_assert_mem_eq(frame, head, head_size);
    ck_assert_ptr_eq(frame + head_size, packet_text(packet));
    ck_assert_mem_eq(packet_text(packet), text, length + 1);
    ck_assert_uint_eq(packet_length(packet), length);
    packet_release(packet);
    free(text);
}

START_TEST(a_packet_is_a_text_and_its_frame)
{
    expect_frame("\x81\x00", 2, 0);
    expect_frame("\x81\x05", 2, 5);
    expect_frame("\x81\x7d", 2, 125);
    expect_frame("\x81\x7e\x00\x7e", 4, 126);
    expect_frame("\x81\x7e\x01\x00", 4, 256);
    expect_frame("\x81\x7e\xff\xff", 4, 65535);
    expect_frame("\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00", 10, 65536);
}
END_TEST

START_TEST(each_share_is_released_by_itself_and_the_last_one_frees)
{
    Packet *packet = packet_new("shared", 6);
    for (int i = 0; i < 1000; i++)
        ck_assert_ptr_eq(packet_share(packet), packet);
    for (int i = 0; i < 1000; i++)
        packet_release(packet);
    ck_assert_mem_eq(packet_text(packet), "shared", 6); /* one is left */
    packet_release(packet);
}
END_TEST

START_TEST(the_first_and_the_last_outbox_are_recognised)
{
    Packet *packet = packet_new("shared", 6);
    for (int i = 0; i < 1000; i++)
        ck_assert_int_eq(packet_enter_outbox(packet), i == 0);
    for (int i = 0; i < 1000; i++)
        ck_assert_int_eq(packet_leave_outbox(packet), i == 999);
    ck_assert(packet_enter_outbox(packet)); /* again */
    ck_assert(packet_leave_outbox(packet));
    ck_assert_uint_gt(packet_memory(packet), packet_length(packet));
    packet_release(packet);
}
END_TEST

START_TEST(a_text_may_be_empty)
{
    Packet *packet = packet_new("", 0);
    ck_assert_uint_eq(packet_length(packet), 0);
    packet_release(packet);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("packet");
    TCase *tcase = tcase_create("packet");
    tcase_add_test(tcase, a_packet_is_a_text_and_its_frame);
    tcase_add_test(tcase, each_share_is_released_by_itself_and_the_last_one_frees);
    tcase_add_test(tcase, the_first_and_the_last_outbox_are_recognised);
    tcase_add_test(tcase, a_text_may_be_empty);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
