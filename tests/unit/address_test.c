#include "address.h"

#include <arpa/inet.h>
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static char address[ADDRESS_MAX + 1], line[256];

START_TEST(a_client_is_who_the_proxy_of_this_machine_says)
{
    static const struct {
        const char *peer, *forwarded, *client;
    } CASES[] = {
        {"192.0.2.7", NULL, "192.0.2.7"},
        {"192.0.2.7", "198.51.100.1", "192.0.2.7"}, /* anybody can write that header */
        {"127.0.0.1", NULL, "127.0.0.1"},
        {"127.0.0.1", "198.51.100.1", "198.51.100.1"},
        {"127.0.0.1", "10.0.0.1, 198.51.100.1", "198.51.100.1"},
        {"::1", "2001:db8::17 ", "2001:db8::17"},
        {"::ffff:127.0.0.1", "198.51.100.1", "198.51.100.1"},
        {"::ffff:192.0.2.7", NULL, "192.0.2.7"},
        {"127.0.0.1", "", "127.0.0.1"},
        {"127.0.0.1", "198.51.100.1, ", "127.0.0.1"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        address_of_client(CASES[i].peer, CASES[i].forwarded, address);
        ck_assert_str_eq(address, CASES[i].client);
    }
}
END_TEST

START_TEST(networks_of_their_own_are_known)
{
    static const char *const PRIVATE[] = {"127.0.0.1",  "10.0.0.1",         "192.168.1.7",
                                          "172.16.0.1", "172.31.255.255",   "169.254.1",
                                          "::1",        "fe80::1",          "fd00::1",
                                          "FC00::1",    "::ffff:127.0.0.1", "::ffff:10.1.2.3"};
    static const char *const PUBLIC[] = {
        "192.0.2.7",   "172.15.0.1", "172.32.0.1", "11.0.0.1", "192.169.1.1",
        "2001:db8::1", "fec0::1",    "100.64.0.1", "",         "fd"};
    for (size_t i = 0; i < sizeof PRIVATE / sizeof *PRIVATE; i++)
        ck_assert_msg(address_is_private(PRIVATE[i]), "%s", PRIVATE[i]);
    for (size_t i = 0; i < sizeof PUBLIC / sizeof *PUBLIC; i++)
        ck_assert_msg(!address_is_private(PUBLIC[i]), "%s", PUBLIC[i]);
}
END_TEST

START_TEST(a_long_client_is_cut)
{
    char forwarded[200];
    memset(forwarded, 'a', sizeof forwarded - 1);
    forwarded[sizeof forwarded - 1] = '\0';
    address_of_client("127.0.0.1", forwarded, address);
    ck_assert_uint_eq(strlen(address), ADDRESS_MAX);
}
END_TEST

START_TEST(a_free_port_of_this_machine_can_be_listened_on)
{
    ck_assert(address_can_listen("127.0.0.1", 0, address, line, sizeof line));
    ck_assert_str_eq(address, "127.0.0.1");
    ck_assert(address_can_listen("0.0.0.0", 0, address, line, sizeof line));
    ck_assert_str_eq(address, "0.0.0.0");
}
END_TEST

START_TEST(a_taken_port_is_refused_with_its_number)
{
    struct sockaddr_in where = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof where;
    char port[16];
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(listener, (struct sockaddr *)&where, size), 0);
    ck_assert_int_eq(listen(listener, 1), 0);
    ck_assert_int_eq(getsockname(listener, (struct sockaddr *)&where, &size), 0);
    snprintf(port, sizeof port, "%d", ntohs(where.sin_port));
    ck_assert(!address_can_listen("127.0.0.1", ntohs(where.sin_port), address, line, sizeof line));
    ck_assert_ptr_nonnull(strstr(line, port));
    close(listener);
}
END_TEST

START_TEST(what_is_no_address_of_this_machine_is_refused)
{
    ck_assert(!address_can_listen("not an address", 0, address, line, sizeof line));
    ck_assert_ptr_nonnull(strstr(line, "not an address"));
    ck_assert(!address_can_listen("192.0.2.1", 0, address, line, sizeof line)); /* RFC 5737 */
    ck_assert_ptr_nonnull(strstr(line, "192.0.2.1"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("address");
    TCase *tcase = tcase_create("address");
    tcase_add_test(tcase, a_client_is_who_the_proxy_of_this_machine_says);
    tcase_add_test(tcase, networks_of_their_own_are_known);
    tcase_add_test(tcase, a_long_client_is_cut);
    tcase_add_test(tcase, a_free_port_of_this_machine_can_be_listened_on);
    tcase_add_test(tcase, a_taken_port_is_refused_with_its_number);
    tcase_add_test(tcase, what_is_no_address_of_this_machine_is_refused);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
