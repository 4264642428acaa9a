#include "remote.h"

#include "check_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static RemoteRules rules;
static Remote client;

static void setup(void)
{
    remote_usual(&rules);
}

static void trust(const char *blocks)
{
    ck_assert(address_blocks_parse(blocks, &rules.proxies));
}

static void publish(const char *url)
{
    ck_assert(public_url_parse(url, &rules.public_url));
    rules.has_public_url = true;
}

static void find(const char *peer, RemoteHeaders headers)
{
    Address address;
    ck_assert(address_parse(peer, strlen(peer), &address));
    remote_find(&rules, &address, false, &headers, &client);
}

typedef struct {
    const char *peer, *header, *client;
} Case;

START_TEST(the_nearest_hop_that_is_not_a_trusted_proxy_is_the_client)
{
    static const Case CASES[] = {
        {"192.0.2.7", NULL, "192.0.2.7"},
        {"192.0.2.7", "198.51.100.1", "192.0.2.7"}, /* anybody can write that header */
        {"127.0.0.1", NULL, "127.0.0.1"},
        {"127.0.0.1", "198.51.100.1", "198.51.100.1"},
        {"127.0.0.1", "203.0.113.9, 198.51.100.1", "198.51.100.1"},
        {"::1", "2001:db8::17 ", "2001:db8::/64"},
        {"::ffff:127.0.0.1", "198.51.100.1", "198.51.100.1"},
        {"::ffff:192.0.2.7", NULL, "192.0.2.7"},
        {"10.1.2.3", "203.0.113.9,198.51.100.1,10.9.9.9 ,\t10.0.0.1", "198.51.100.1"},
        {"10.1.2.3", "203.0.113.9, 192.0.2.1, 198.51.100.1", "198.51.100.1"},
        {"10.1.2.3", "10.0.0.2, 10.0.0.1", "10.0.0.2"}, /* a client inside the trusted network */
        {"10.1.2.3", "198.51.100.1:4711", "198.51.100.1"},
        {"10.1.2.3", "[2001:db8:cafe::17]:4711", "2001:db8:cafe::/64"},
        {"10.1.2.3", "[2001:db8:cafe::17]", "2001:db8:cafe::/64"},
        {"10.1.2.3", "::ffff:198.51.100.1", "198.51.100.1"},
    };
    trust("10.0.0.0/8,127.0.0.0/8,::1");
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        find(CASES[i].peer, (RemoteHeaders){.forwarded_for = CASES[i].header});
        ck_assert_str_eq(client.address, CASES[i].client);
    }
}
END_TEST

START_TEST(among_unreadable_hops_the_last_readable_one_counts)
{
    static const Case CASES[] = {
        {"10.1.2.3", "", "10.1.2.3"},
        {"10.1.2.3", ",", "10.1.2.3"},
        {"10.1.2.3", "198.51.100.1, ", "10.1.2.3"},
        {"10.1.2.3", "unknown", "10.1.2.3"},
        {"10.1.2.3", "198.51.100.1, unknown", "10.1.2.3"},
        {"10.1.2.3", "198.51.100.1, unix:, 10.0.0.1", "10.0.0.1"},
        {"10.1.2.3", "a free text, 10.0.0.1", "10.0.0.1"},
        {"10.1.2.3", "198.51.100.1 x", "10.1.2.3"},
        {"10.1.2.3", "198.51.100.1:", "10.1.2.3"},
        {"10.1.2.3", "198.51.100.1:123456", "10.1.2.3"},
        {"10.1.2.3", "[2001:db8::1]x", "10.1.2.3"},
        {"10.1.2.3", "[198.51.100.1]", "10.1.2.3"},
        {"10.1.2.3", "[2001:db8::1", "10.1.2.3"},
        {"10.1.2.3", "[]", "10.1.2.3"},
        {"10.1.2.3", "fe80::1%eth0", "10.1.2.3"},
        {"10.1.2.3", "0x7f.1", "10.1.2.3"},
    };
    trust("10.0.0.0/8");
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        find(CASES[i].peer, (RemoteHeaders){.forwarded_for = CASES[i].header});
        ck_assert_str_eq(client.address, CASES[i].client);
    }
}
END_TEST

/* The elements are those of RFC 7239: 4, 6.3, 7.1, 7.4 and 7.5. */
START_TEST(forwarded_is_read_as_rfc_7239_says)
{
    static const Case CASES[] = {
        {"10.1.2.3", "for=\"_gazonk\"", "10.1.2.3"},
        {"10.1.2.3", "For=\"[2001:db8:cafe::17]:4711\"", "2001:db8:cafe::/64"},
        {"10.1.2.3", "for=192.0.2.60;proto=http;by=203.0.113.43", "192.0.2.60"},
        {"10.1.2.3", "for=192.0.2.43, for=198.51.100.17", "198.51.100.17"},
        {"10.1.2.3", "for=_hidden, for=_SEVKISEK", "10.1.2.3"},
        {"10.1.2.3", "for=192.0.2.43, for=\"[2001:db8:cafe::17]\"", "2001:db8:cafe::/64"},
        {"10.1.2.3", "for=192.0.2.43,for=\"[2001:db8:cafe::17]\",for=unknown", "10.1.2.3"},
        {"10.1.2.3", "for=192.0.2.43, for=unknown, for=10.0.0.1", "10.0.0.1"},
        {"10.1.2.3", "for=192.0.2.43,for=10.7.7.7 ; proto=https , for=10.0.0.1", "192.0.2.43"},
        {"10.1.2.3", "for=\"192.0.2.43:47011\"", "192.0.2.43"},
        {"10.1.2.3", "for=\"192.0.2.43:_OQh2\"", "192.0.2.43"},
        {"10.1.2.3", "for=192.0.2.43:47011", "192.0.2.43"}, /* should be quoted, often isn't */
        {"10.1.2.3", "for=[2001:db8::1]:80", "2001:db8::/64"},
        {"10.1.2.3", "for=\"\\1\\92.0.2.43\"", "192.0.2.43"},
        {"10.1.2.3", "secret=_x;for=192.0.2.43;;host=a", "192.0.2.43"},
        {"192.0.2.9", "for=198.51.100.1", "192.0.2.9"},
    };
    trust("10.0.0.0/8");
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        find(CASES[i].peer, (RemoteHeaders){.forwarded = CASES[i].header});
        ck_assert_msg(strcmp(client.address, CASES[i].client) == 0, "%s: %s", CASES[i].header,
                      client.address);
    }
}
END_TEST

/* The client can choose everything before the proxy's own element. */
START_TEST(a_forged_beginning_never_decides_who_the_client_is)
{
    static const char *const FORGED[] = {
        "for=203.0.113.9",
        "for=203.0.113.9;",
        "for=\"203.0.113.9",
        "for=203.0.113.9, for=\"",
        "for=203.0.113.9;host=\"",
        "for=203.0.113.9, for=\"\\",
        "for=203.0.113.9;for=203.0.113.9",
        "for=203.0.113.9 for=203.0.113.9",
        "=203.0.113.9",
        "for=",
        "for",
        ",,,,",
        "\"",
        "\\",
    };
    static const char *const WRITTEN[] = {
        "for=198.51.100.17",
        "for=198.51.100.17;proto=https;host=\"club.example:8443\"",
        "for=\"198.51.100.17:4711\"",
        "by=\"[2001:db8::1]\";for=198.51.100.17",
    };
    char header[256];
    trust("10.0.0.0/8");
    for (size_t i = 0; i < sizeof FORGED / sizeof *FORGED; i++)
        for (size_t j = 0; j < sizeof WRITTEN / sizeof *WRITTEN; j++) {
            snprintf(header, sizeof header, "%s, %s", FORGED[i], WRITTEN[j]);
            find("10.1.2.3", (RemoteHeaders){.forwarded = header});
            ck_assert_msg(strcmp(client.address, "198.51.100.17") == 0 ||
                              strcmp(client.address, "10.1.2.3") == 0,
                          "%s: %s", header, client.address);
        }
    for (size_t i = 0; i < sizeof FORGED / sizeof *FORGED; i++) {
        snprintf(header, sizeof header, "%s, 198.51.100.17", FORGED[i]);
        find("10.1.2.3", (RemoteHeaders){.forwarded_for = header});
        ck_assert_str_eq(client.address, "198.51.100.17");
    }
}
END_TEST

START_TEST(the_number_of_hops_followed_has_a_limit)
{
    char list[600] = "192.0.2.1", elements[600] = "for=192.0.2.1";
    trust("10.0.0.0/8");
    for (int i = 1; i < REMOTE_HOPS_MAX; i++) {
        snprintf(list + strlen(list), 16, ", 10.0.0.%d", i);
        snprintf(elements + strlen(elements), 20, ", for=10.0.0.%d", i);
    }
    find("10.1.2.3", (RemoteHeaders){.forwarded_for = list});
    ck_assert_str_eq(client.address, "192.0.2.1");
    find("10.1.2.3", (RemoteHeaders){.forwarded = elements});
    ck_assert_str_eq(client.address, "192.0.2.1");
    strcat(list, ", 10.0.1.1");
    strcat(elements, ", for=10.0.1.1");
    find("10.1.2.3", (RemoteHeaders){.forwarded_for = list});
    ck_assert_str_eq(client.address, "10.0.0.1");
    find("10.1.2.3", (RemoteHeaders){.forwarded = elements});
    ck_assert_str_eq(client.address, "10.0.0.1");
}
END_TEST

START_TEST(x_forwarded_takes_precedence_over_forwarded)
{
    find("127.0.0.1", (RemoteHeaders){.forwarded_for = "198.51.100.1", .forwarded = "for=1.2.3.4"});
    ck_assert_str_eq(client.address, "198.51.100.1");
    find("127.0.0.1",
         (RemoteHeaders){.forwarded_proto = "http", .forwarded = "for=1.2.3.4;proto=https"});
    ck_assert_str_eq(client.address, "127.0.0.1");
    ck_assert(!client.place.secure);
}
END_TEST

START_TEST(without_trusted_proxies_no_header_is_believed)
{
    trust("none");
    find("127.0.0.1", (RemoteHeaders){.forwarded_for = "198.51.100.1", .forwarded_proto = "https"});
    ck_assert_str_eq(client.address, "127.0.0.1");
    ck_assert(!client.place.secure);
}
END_TEST

START_TEST(a_closed_peer_has_no_address)
{
    remote_find(&rules, NULL, false, &(RemoteHeaders){.forwarded_for = "198.51.100.1"}, &client);
    ck_assert_str_eq(client.address, "");
}
END_TEST

START_TEST(https_is_known_from_the_connection_or_a_trusted_proxy)
{
    static const struct {
        const char *peer, *proto, *forwarded;
        bool tls, secure;
    } CASES[] = {
        {"127.0.0.1", NULL, NULL, false, false},
        {"127.0.0.1", "https", NULL, false, true},
        {"127.0.0.1", " HTTPS ", NULL, false, true},
        {"127.0.0.1", "http", NULL, false, false},
        {"127.0.0.1", "httpsx", NULL, false, false},
        {"127.0.0.1", "https, http", NULL, false,
         false}, /* the nearer one wrote the last element */
        {"127.0.0.1", "http, https", NULL, false, true},
        {"192.0.2.7", "https", NULL, false, false},
        {"192.0.2.7", "http", NULL, true, true},
        {"192.0.2.7", NULL, NULL, true, true},
        {"127.0.0.1", "http", NULL, true, false}, /* the proxy itself connected with TLS */
        {"127.0.0.1", NULL, "for=192.0.2.1;proto=https", false, true},
        {"127.0.0.1", NULL, "for=192.0.2.1;PROTO=\"Https\"", false, true},
        {"127.0.0.1", NULL, "proto=https", false, true},
        {"127.0.0.1", NULL, "for=192.0.2.1;proto=http", false, false},
        {"127.0.0.1", NULL, "for=192.0.2.1;proto=https, for=192.0.2.2", false, false},
        {"127.0.0.1", NULL, "for=192.0.2.1;proto=https, for=127.0.0.5;proto=http", false, true},
        {"192.0.2.7", NULL, "for=192.0.2.1;proto=https", false, false},
    };
    Address peer;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const RemoteHeaders headers = {.forwarded_proto = CASES[i].proto,
                                       .forwarded = CASES[i].forwarded};
        ck_assert(address_parse(CASES[i].peer, strlen(CASES[i].peer), &peer));
        remote_find(&rules, &peer, CASES[i].tls, &headers, &client);
        ck_assert_msg(client.place.secure == CASES[i].secure, "case %zu", i);
    }
}
END_TEST

START_TEST(each_proxy_of_a_chain_reports_its_own)
{
    /* Apache's way: every proxy appends to every header */
    RemoteHeaders headers = {
        .forwarded_for = "203.0.113.9, 192.0.2.1, 10.0.0.1",
        .forwarded_proto = "http, https, http",
        .forwarded_host = "evil.example, club.example, inner:8080",
        .origin = "https://club.example",
    };
    trust("10.0.0.0/8");
    find("10.0.0.2", headers);
    ck_assert_str_eq(client.address, "192.0.2.1");
    ck_assert(client.place.secure);
    ck_assert_int_eq(client.page, PAGE_OURS);
    headers.origin = "https://evil.example";
    find("10.0.0.2", headers);
    ck_assert_int_eq(client.page, PAGE_FOREIGN);
}
END_TEST

typedef struct {
    const char *origin, *host, *forwarded_host, *forwarded, *site, *cookie;
    PageKind page;
} PageCase;

static void expect_pages(const char *peer, const PageCase *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        find(peer, (RemoteHeaders){.origin = cases[i].origin,
                                   .host = cases[i].host,
                                   .forwarded_host = cases[i].forwarded_host,
                                   .forwarded = cases[i].forwarded,
                                   .fetch_site = cases[i].site,
                                   .cookie = cases[i].cookie});
        ck_assert_msg(client.page == cases[i].page, "case %zu at %s", i, peer);
    }
}

START_TEST(a_page_is_ours_when_its_origin_is_the_requested_host)
{
    static const PageCase CASES[] = {
        {NULL, "club.example", NULL, NULL, NULL, NULL, PAGE_NONE},
        {"http://club.example", "club.example", NULL, NULL, NULL, NULL, PAGE_OURS},
        {"https://club.example", "club.example", NULL, NULL, NULL, NULL, PAGE_OURS},
        {"https://Club.Example:8443", "club.example:8443", NULL, NULL, NULL, NULL, PAGE_OURS},
        {"https://club.example", "club.example:443", NULL, NULL, NULL, NULL, PAGE_OURS},
        {"http://club.example:8080", "club.example", NULL, NULL, NULL, NULL, PAGE_FOREIGN},
        {"http://evil.example", "club.example", NULL, NULL, NULL, NULL, PAGE_FOREIGN},
        {"http://club.example.evil", "club.example", NULL, NULL, NULL, NULL, PAGE_FOREIGN},
        {"null", "null", NULL, NULL, NULL, NULL, PAGE_FOREIGN},
        {"club.example", "club.example", NULL, NULL, NULL, NULL, PAGE_FOREIGN},
        {"", "club.example", NULL, NULL, NULL, NULL, PAGE_FOREIGN},
        {"http://club.example", NULL, NULL, NULL, NULL, NULL, PAGE_FOREIGN},
        {"http://club.example", "club.example, evil", NULL, NULL, NULL, NULL, PAGE_FOREIGN},
    };
    expect_pages("192.0.2.7", CASES, sizeof CASES / sizeof *CASES);
    expect_pages("127.0.0.1", CASES, sizeof CASES / sizeof *CASES);
}
END_TEST

START_TEST(a_trusted_proxy_reports_what_was_requested)
{
    static const char FORWARDED[] = "for=192.0.2.1;proto=https;host=\"club.example:8443\"";
    static const PageCase CASES[] = {
        {"https://club.example", "inner:8080", "club.example", NULL, NULL, NULL, PAGE_OURS},
        {"https://evil.example", "inner:8080", "club.example", NULL, NULL, NULL, PAGE_FOREIGN},
        {"http://inner:8080", "inner:8080", "club.example", NULL, NULL, NULL, PAGE_FOREIGN},
        {"https://inner", "inner", "not a host!", NULL, NULL, NULL, PAGE_OURS},
        {"https://club.example:8443", "inner", NULL, FORWARDED, NULL, NULL, PAGE_OURS},
        {"https://club.example", "inner", NULL, FORWARDED, NULL, NULL, PAGE_FOREIGN},
        {"http://club.example:8443", "inner", NULL, FORWARDED, NULL, NULL, PAGE_FOREIGN},
    };
    expect_pages("127.0.0.1", CASES, sizeof CASES / sizeof *CASES);
    find("192.0.2.7", (RemoteHeaders){.origin = "https://evil.example",
                                      .host = "club.example",
                                      .forwarded_host = "evil.example"});
    ck_assert_int_eq(client.page, PAGE_FOREIGN);
}
END_TEST

START_TEST(a_page_without_https_is_foreign_where_there_is_https)
{
    find("127.0.0.1", (RemoteHeaders){.origin = "http://club.example",
                                      .host = "club.example",
                                      .forwarded_proto = "https"});
    ck_assert_int_eq(client.page, PAGE_FOREIGN);
}
END_TEST

/* nginx's plain proxy_pass: Host is the name of its upstream, and nothing says what was requested. */
START_TEST(behind_a_silent_proxy_the_browser_says_whose_page_it_is)
{
    static const char HTTPS[] = "a=b; __Host-castled_page=https://club.example";
    static const char HTTP[] = "castled_page=http://club.example";
    static const PageCase CASES[] = {
        {"https://club.example", "127.0.0.1:8080", NULL, NULL, "same-origin", NULL, PAGE_OURS},
        {"https://evil.example", "127.0.0.1:8080", NULL, NULL, "cross-site", NULL, PAGE_FOREIGN},
        {"https://x.club.example", "127.0.0.1:8080", NULL, NULL, "same-site", NULL, PAGE_FOREIGN},
        {"https://club.example", "127.0.0.1:8080", NULL, NULL, "none", NULL, PAGE_FOREIGN},
        {"https://club.example", "127.0.0.1:8080", NULL, NULL, NULL, NULL, PAGE_FOREIGN},
        {"https://club.example", "127.0.0.1:8080", NULL, NULL, NULL, HTTPS, PAGE_OURS},
        {"https://evil.example", "127.0.0.1:8080", NULL, NULL, NULL, HTTPS, PAGE_FOREIGN},
        {"http://club.example", "127.0.0.1:8080", NULL, NULL, NULL, HTTPS, PAGE_FOREIGN},
        {"http://club.example", "127.0.0.1:8080", NULL, NULL, NULL, HTTP, PAGE_OURS},
        {"http://club.example:81", "127.0.0.1:8080", NULL, NULL, NULL, HTTP, PAGE_FOREIGN},
        /* pages of a sibling domain can set such a cookie under the plain name */
        {"https://club.example", "127.0.0.1:8080", NULL, NULL, NULL,
         "castled_page=https://club.example", PAGE_FOREIGN},
        {"https://x.example", "127.0.0.1:8080", "club.example", NULL, NULL,
         "__Host-castled_page=https://x.example", PAGE_FOREIGN},
        {"null", "127.0.0.1:8080", NULL, NULL, "same-origin", "castled_page=null", PAGE_FOREIGN},
    };
    expect_pages("127.0.0.1", CASES, sizeof CASES / sizeof *CASES);
    ck_assert_int_eq(CASES[0].page, PAGE_OURS);
    find("127.0.0.1", (RemoteHeaders){.origin = CASES[0].origin,
                                      .host = CASES[0].host,
                                      .fetch_site = "same-origin"});
    ck_assert(client.place.secure);
    find(
        "192.0.2.7",
        (RemoteHeaders){.origin = "http://club.example", .host = "127.0.0.1:8080", .cookie = HTTP});
    ck_assert_int_eq(client.page, PAGE_FOREIGN);
}
END_TEST

START_TEST(a_public_url_decides_alone)
{
    static const PageCase CASES[] = {
        {"https://club.example", "127.0.0.1:8080", NULL, NULL, NULL, NULL, PAGE_OURS},
        {"https://CLUB.example:443", "club.example", NULL, NULL, NULL, NULL, PAGE_OURS},
        {"http://club.example", "club.example", NULL, NULL, NULL, NULL, PAGE_FOREIGN},
        {"http://127.0.0.1:8080", "127.0.0.1:8080", NULL, NULL, NULL, NULL, PAGE_FOREIGN},
        {"https://evil.example", "evil.example", NULL, NULL, "same-origin", NULL, PAGE_FOREIGN},
        {"https://evil.example", "evil.example", "evil.example", NULL, NULL,
         "__Host-castled_page=https://evil.example", PAGE_FOREIGN},
    };
    publish("https://club.example/chess/");
    expect_pages("127.0.0.1", CASES, sizeof CASES / sizeof *CASES);
    expect_pages("192.0.2.7", CASES, sizeof CASES / sizeof *CASES);
    ck_assert(client.place.secure);
    ck_assert_str_eq(client.place.path, "/chess");
}
END_TEST

/* Links begin with what the browser requested, as far as the source of that is trusted. */
START_TEST(links_begin_with_what_was_requested)
{
    find("192.0.2.7", (RemoteHeaders){.host = "Club.Example:80"});
    ck_assert_str_eq(client.base, "http://club.example");
    find("192.0.2.7", (RemoteHeaders){.host = "[2001:DB8::1]:8080"});
    ck_assert_str_eq(client.base, "http://[2001:db8::1]:8080");
    find("192.0.2.7", (RemoteHeaders){.host = "club.example",
                                      .forwarded_host = "evil.example",
                                      .forwarded_proto = "https"});
    ck_assert_str_eq(client.base, "http://club.example");
    find("127.0.0.1", (RemoteHeaders){.host = "inner:8080",
                                      .forwarded_host = "club.example",
                                      .forwarded_proto = "https"});
    ck_assert_str_eq(client.base, "https://club.example");
    find("192.0.2.7", (RemoteHeaders){.host = NULL});
    ck_assert_str_eq(client.base, "");
    find("192.0.2.7", (RemoteHeaders){.host = "a\"><script>"});
    ck_assert_str_eq(client.base, "");
    publish("https://club.example:8443/chess/");
    find("192.0.2.7", (RemoteHeaders){.host = "evil.example"});
    ck_assert_str_eq(client.base, "https://club.example:8443/chess");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("client");
    TCase *tcase = tcase_create("client");
    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_add_test(tcase, the_nearest_hop_that_is_not_a_trusted_proxy_is_the_client);
    tcase_add_test(tcase, among_unreadable_hops_the_last_readable_one_counts);
    tcase_add_test(tcase, forwarded_is_read_as_rfc_7239_says);
    tcase_add_test(tcase, a_forged_beginning_never_decides_who_the_client_is);
    tcase_add_test(tcase, the_number_of_hops_followed_has_a_limit);
    tcase_add_test(tcase, x_forwarded_takes_precedence_over_forwarded);
    tcase_add_test(tcase, without_trusted_proxies_no_header_is_believed);
    tcase_add_test(tcase, a_closed_peer_has_no_address);
    tcase_add_test(tcase, https_is_known_from_the_connection_or_a_trusted_proxy);
    tcase_add_test(tcase, each_proxy_of_a_chain_reports_its_own);
    tcase_add_test(tcase, a_page_is_ours_when_its_origin_is_the_requested_host);
    tcase_add_test(tcase, a_trusted_proxy_reports_what_was_requested);
    tcase_add_test(tcase, a_page_without_https_is_foreign_where_there_is_https);
    tcase_add_test(tcase, behind_a_silent_proxy_the_browser_says_whose_page_it_is);
    tcase_add_test(tcase, a_public_url_decides_alone);
    tcase_add_test(tcase, links_begin_with_what_was_requested);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
