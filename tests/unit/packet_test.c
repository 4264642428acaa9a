#include "packet.h"

#include "check_rig.h"

#include <stdlib.h>
#include <string.h>

START_TEST(a_packet_holds_the_text_and_a_headroom_before_it)
{
    Packet *packet = packet_new("hello", 5);
    ck_assert_uint_eq(packet_length(packet), 5);
    ck_assert_mem_eq(packet_text(packet), "hello", 6);
    /* The wire may write there: under ASan this is the test. */
    memset(packet_text(packet) - PACKET_HEADROOM, 0xff, PACKET_HEADROOM);
    ck_assert_mem_eq(packet_text(packet), "hello", 6);
    ck_assert_uint_eq(packet_length(packet), 5);
    packet_release(packet);
}
END_TEST

START_TEST(each_share_is_released_by_itself_and_the_last_frees)
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

START_TEST(the_first_outbox_and_the_last_are_told)
{
    Packet *packet = packet_new("shared", 6);
    for (int i = 0; i < 1000; i++)
        ck_assert_int_eq(packet_enter_outbox(packet), i == 0);
    for (int i = 0; i < 1000; i++)
        ck_assert_int_eq(packet_leave_outbox(packet), i == 999);
    ck_assert(packet_enter_outbox(packet)); /* again */
    ck_assert(packet_leave_outbox(packet));
    ck_assert_uint_gt(packet_memory(packet), packet_length(packet) + PACKET_HEADROOM);
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
    tcase_add_test(tcase, a_packet_holds_the_text_and_a_headroom_before_it);
    tcase_add_test(tcase, each_share_is_released_by_itself_and_the_last_frees);
    tcase_add_test(tcase, the_first_outbox_and_the_last_are_told);
    tcase_add_test(tcase, a_text_may_be_empty);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
