#include "address.h"

#include "check_rig.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static char address[ADDRESS_MAX + 1], line[256];

static bool read_address(const char *text, Address *parsed)
{
    return address_parse(text, strlen(text), parsed);
}

START_TEST(only_addresses_are_read)
{
    /* the text and how RFC 5952 prints it; NULL: none */
    static const char *const CASES[][2] = {
        {"192.0.2.7", "192.0.2.7"},
        {"255.255.255.255", "255.255.255.255"},
        {"::ffff:192.0.2.7", "192.0.2.7"},
        {"::FFFF:C000:0207", "192.0.2.7"},
        {"2001:DB8:0:0:0:0:2:1", "2001:db8::2:1"},
        {"ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255",
         "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
        {"::", "::"},
        {"::1", "::1"},
        {"192.0.2", NULL},
        {"192.0.2.256", NULL},
        {"192.0.2.07", NULL},
        {"0x7f.0.0.1", NULL},
        {"2130706433", NULL},
        {" 192.0.2.7", NULL},
        {"192.0.2.7 ", NULL},
        {"192.0.2.7:80", NULL},
        {"[2001:db8::1]", NULL},
        {"fe80::1%eth0", NULL},
        {"2001:db8::1::", NULL},
        {"2001:db8:12345::", NULL},
        {"ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.2555", NULL},
        {"localhost", NULL},
        {"", NULL},
    };
    Address parsed;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        bool good = read_address(CASES[i][0], &parsed);
        ck_assert_msg(good == (CASES[i][1] != NULL), "%s", CASES[i][0]);
        if (good) {
            address_print(&parsed, address);
            ck_assert_str_eq(address, CASES[i][1]);
        }
    }
    ck_assert(!address_parse("192.0.2.7\0", 10, &parsed));
    ck_assert(address_parse("192.0.2.77", 9, &parsed));
}
END_TEST

START_TEST(sockets_have_an_address)
{
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    struct sockaddr_un file = {.sun_family = AF_UNIX};
    Address parsed;
    inet_pton(AF_INET, "192.0.2.7", &four.sin_addr);
    ck_assert(address_of_socket((struct sockaddr *)&four, &parsed));
    address_print(&parsed, address);
    ck_assert_str_eq(address, "192.0.2.7");
    inet_pton(AF_INET6, "::ffff:192.0.2.8", &six.sin6_addr);
    ck_assert(address_of_socket((struct sockaddr *)&six, &parsed));
    address_print(&parsed, address);
    ck_assert_str_eq(address, "192.0.2.8");
    ck_assert(!address_of_socket((struct sockaddr *)&file, &parsed));
}
END_TEST

START_TEST(limits_count_ipv6_by_its_64)
{
    static const char *const CASES[][2] = {
        {"192.0.2.7", "192.0.2.7"},
        {"::ffff:192.0.2.7", "192.0.2.7"},
        {"2001:db8:1:2::1", "2001:db8:1:2::/64"},
        {"2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"},
        {"2001:db8:1:3::1", "2001:db8:1:3::/64"},
        {"2001:db8:ffff:ffff:1:2:3:4", "2001:db8:ffff:ffff::/64"},
        {"fe80::1", "fe80::/64"},
        {"::1", "::1"},
        {"::2", "::/64"},
        {"64:ff9b::192.0.2.7", "64:ff9b::/64"},
    };
    Address parsed;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        ck_assert(read_address(CASES[i][0], &parsed));
        address_key(&parsed, address);
        ck_assert_str_eq(address, CASES[i][1]);
    }
}
END_TEST

START_TEST(private_networks_are_recognised)
{
    static const char *const PRIVATE[] = {
        "127.0.0.1",      "127.255.255.255", "10.0.0.1",  "192.168.1.7",      "172.16.0.1",
        "172.31.255.255", "169.254.1.1",     "::1",       "fe80::1",          "febf:ffff::/64",
        "fd00::1",        "FC00::1",         "fdff::/64", "::ffff:127.0.0.1", "::ffff:10.1.2.3",
    };
    static const char *const PUBLIC[] = {"192.0.2.7",     "172.15.0.1", "172.32.0.1",  "11.0.0.1",
                                         "192.169.1.1",   "169.254.1",  "2001:db8::1", "fec0::1",
                                         "100.64.0.1",    "",           "fd",          "10.example",
                                         "fe00::1",       "::2",        "::/64",       "fb00::1",
                                         "2001:db8::/64", "127.0.0.1x"};
    for (size_t i = 0; i < sizeof PRIVATE / sizeof *PRIVATE; i++)
        ck_assert_msg(address_is_private(PRIVATE[i]), "%s", PRIVATE[i]);
    for (size_t i = 0; i < sizeof PUBLIC / sizeof *PUBLIC; i++)
        ck_assert_msg(!address_is_private(PUBLIC[i]), "%s", PUBLIC[i]);
}
END_TEST

START_TEST(blocks_contain_addresses_with_the_same_prefix)
{
    static const struct {
        const char *blocks, *in, *out;
    } CASES[] = {
        {"127.0.0.0/8,::1", "127.255.0.3", "128.0.0.1"},
        {"127.0.0.0/8,::1", "::1", "::2"},
        {"127.0.0.0/8,::1", "::ffff:127.0.0.1", "::ffff:126.0.0.1"},
        {"192.0.2.7", "192.0.2.7", "192.0.2.6"},
        {"192.0.2.0/25", "192.0.2.127", "192.0.2.128"},
        {"192.0.2.4/30", "192.0.2.7", "192.0.2.8"},
        {"192.0.2.7/32", "192.0.2.7", "192.0.2.8"},
        {"0.0.0.0/0", "255.1.2.3", "2001:db8::1"},
        {"::/0", "2001:db8::1", "192.0.2.7"},
        {"2001:db8::/32", "2001:db8:ffff::1", "2001:db9::1"},
        {"2001:db8::7", "2001:db8::7", "2001:db8::8"},
        {"::ffff:10.0.0.0/104", "10.255.0.1", "11.0.0.1"},
        {"10.0.0.0/8,172.17.0.0/16,fd00::/8", "fdab::1", "fe80::1"},
    };
    AddressBlocks blocks;
    Address parsed;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        ck_assert_msg(address_blocks_parse(CASES[i].blocks, &blocks), "%s", CASES[i].blocks);
        ck_assert(read_address(CASES[i].in, &parsed));
        ck_assert_msg(address_blocks_have(&blocks, &parsed), "%s has %s", CASES[i].blocks,
                      CASES[i].in);
        ck_assert(read_address(CASES[i].out, &parsed));
        ck_assert_msg(!address_blocks_have(&blocks, &parsed), "%s lacks %s", CASES[i].blocks,
                      CASES[i].out);
    }
    ck_assert(address_blocks_parse("none", &blocks));
    ck_assert_uint_eq(blocks.count, 0);
}
END_TEST

/* RFC 6890, 2.2. */
START_TEST(this_machine_is_a_block_of_ipv4_and_one_address_of_ipv6)
{
    static const char *const HERE[] = {"127.0.0.1", "127.255.255.255", "::1", "::ffff:127.0.0.1"};
    static const char *const ELSEWHERE[] = {"126.255.255.255", "128.0.0.0", "::", "::2",
                                            "10.0.0.1",        "fe80::1"};
    Address parsed;
    for (size_t i = 0; i < sizeof HERE / sizeof *HERE; i++)
        ck_assert_msg(read_address(HERE[i], &parsed) && address_is_loopback(&parsed), "%s",
                      HERE[i]);
    for (size_t i = 0; i < sizeof ELSEWHERE / sizeof *ELSEWHERE; i++)
        ck_assert_msg(read_address(ELSEWHERE[i], &parsed) && !address_is_loopback(&parsed), "%s",
                      ELSEWHERE[i]);
}
END_TEST

START_TEST(a_bad_list_of_blocks_changes_nothing)
{
    static const char *const BAD[] = {
        "",
        ",",
        "10.0.0.0/8,",
        ",10.0.0.0/8",
        "10.0.0.0/8, ::1",
        "10.0.0.0/",
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "10.0.0.0/8/8",
        "10.0.0.0/08x",
        "10.0.0.1/8",
        "10.0.0/8",
        "10",
        "2001:db8::1/64",
        "2001:db8::/129",
        "none,::1",
        "club.example",
        "/8",
        "::/0000000000128",
        "::ffff:0:0/90",
    };
    AddressBlocks blocks = {.count = 7};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        ck_assert_msg(!address_blocks_parse(BAD[i], &blocks), "%s", BAD[i]);
        ck_assert_uint_eq(blocks.count, 7);
    }
}
END_TEST

START_TEST(a_list_has_a_largest_number_of_blocks)
{
    char list[(ADDRESS_BLOCKS_MAX + 1) * 12] = "10.0.0.0";
    AddressBlocks blocks;
    for (int i = 1; i < ADDRESS_BLOCKS_MAX; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), ",10.0.0.%d", i);
    ck_assert(address_blocks_parse(list, &blocks));
    ck_assert_uint_eq(blocks.count, ADDRESS_BLOCKS_MAX);
    strcat(list, ",10.0.1.0");
    ck_assert(!address_blocks_parse(list, &blocks));
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

START_TEST(an_address_of_another_machine_is_refused)
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
    tcase_add_test(tcase, only_addresses_are_read);
    tcase_add_test(tcase, sockets_have_an_address);
    tcase_add_test(tcase, limits_count_ipv6_by_its_64);
    tcase_add_test(tcase, private_networks_are_recognised);
    tcase_add_test(tcase, blocks_contain_addresses_with_the_same_prefix);
    tcase_add_test(tcase, this_machine_is_a_block_of_ipv4_and_one_address_of_ipv6);
    tcase_add_test(tcase, a_bad_list_of_blocks_changes_nothing);
    tcase_add_test(tcase, a_list_has_a_largest_number_of_blocks);
    tcase_add_test(tcase, a_free_port_of_this_machine_can_be_listened_on);
    tcase_add_test(tcase, a_taken_port_is_refused_with_its_number);
    tcase_add_test(tcase, an_address_of_another_machine_is_refused);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
