#include "public_address.h"

#include "check_rig.h"

#include <string.h>

static bool is_public(const char *text)
{
    Address address;
    ck_assert_msg(address_parse(text, strlen(text), &address), "%s", text);
    return address_is_public(&address);
}

static void expect(const char *const *list, bool expected)
{
    for (; *list; list++)
        ck_assert_msg(is_public(*list) == expected, "%s", *list);
}

/* IANA IPv4 Special-Purpose Address Registry: both ends of each block, and what is next to them. */
START_TEST(test_ipv4)
{
    static const char *const NO[] = {
        "0.0.0.0",      "0.255.255.255",   "10.0.0.0",   "10.255.255.255",
        "100.64.0.0",   "100.127.255.255", "127.0.0.1",  "127.255.255.255",
        "169.254.0.0",  "169.254.169.254", "172.16.0.0", "172.31.255.255",
        "192.0.0.0",    "192.0.0.255",     "192.0.2.0",  "192.88.99.1",
        "192.168.0.0",  "192.168.255.255", "198.18.0.0", "198.19.255.255",
        "198.51.100.7", "203.0.113.255",   "224.0.0.1",  "239.255.255.255",
        "240.0.0.0",    "255.255.255.255", NULL};
    static const char *const YES[] = {"1.0.0.0",         "9.255.255.255",   "11.0.0.0",
                                      "100.63.255.255",  "100.128.0.0",     "126.255.255.255",
                                      "128.0.0.0",       "169.253.255.255", "169.255.0.0",
                                      "172.15.255.255",  "172.32.0.0",      "192.0.1.0",
                                      "192.167.255.255", "192.169.0.0",     "198.17.255.255",
                                      "198.20.0.0",      "223.255.255.255", NULL};
    expect(NO, false);
    expect(YES, true);
}
END_TEST

/* IANA IPv6 Special-Purpose Address Registry. */
START_TEST(test_ipv6)
{
    static const char *const NO[] = {"::",
                                     "::1",
                                     "fe80::1",
                                     "febf::1",
                                     "fec0::1",
                                     "fc00::1",
                                     "fdff::1",
                                     "ff02::1",
                                     "2001::1",
                                     "2001:1ff:ffff::",
                                     "2001:db8::1",
                                     "2001:db8:ffff::",
                                     "2002:7f00:1::",
                                     "2002:808:808::",
                                     "3fff::1",
                                     "3fff:fff::",
                                     "100::1",
                                     "5f00::1",
                                     "4000::1",
                                     "1fff::1",
                                     NULL};
    static const char *const YES[] = {
        "2001:200::1", "2001:4860:4860::8888", "2600::",       "2003::1",
        "3ffe::1",     "3fff:1000::1",         "2a00:1450::1", NULL};
    expect(NO, false);
    expect(YES, true);
}
END_TEST

/* Where an IPv4 address is inside, it counts: RFC 4291, 2.5.5; RFC 6052, 2.1. */
START_TEST(test_inner_ipv4)
{
    static const char *const NO[] = {
        "::ffff:127.0.0.1",   "::ffff:10.0.0.1",          "::127.0.0.1",        "::8.8.8.8",
        "64:ff9b::127.0.0.1", "64:ff9b::169.254.169.254", "64:ff9b:1::8.8.8.8", NULL};
    static const char *const YES[] = {"::ffff:8.8.8.8", "64:ff9b::8.8.8.8", NULL};
    expect(NO, false);
    expect(YES, true);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("public_address");
    TCase *tcase = tcase_create("public_address");
    tcase_add_test(tcase, test_ipv4);
    tcase_add_test(tcase, test_ipv6);
    tcase_add_test(tcase, test_inner_ipv4);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
