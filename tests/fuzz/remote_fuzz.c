/* Any bytes may be in the headers that identify a client: the address found is always one that can be read again, it
 * comes from a header only behind a trusted proxy, and the address that a proxy appends to X-Forwarded-For is always
 * the one that counts. The input is lines: X-Forwarded-For, -Proto, -Host, Forwarded, Host, Origin, Cookie, Sec-Fetch-Site,
 * a public URL, trusted proxies; the empty ones are absent. */
#include "remote.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES = 10 };

static Address read_address(const char *text)
{
    Address address;
    bool is_good = address_parse(text, strlen(text), &address);
    assert(is_good);
    (void)is_good;
    return address;
}

/* "" or a key that is the key of itself. */
static void expect_key(const char *key)
{
    Address address;
    char again[ADDRESS_MAX + 1];
    bool is_good = address_parse(key, strcspn(key, "/"), &address);
    assert(is_good);
    address_key(&address, again);
    assert(strcmp(again, key) == 0);
    (void)is_good;
}

static void expect_stranger(const RemoteRules *rules, const RemoteHeaders *headers)
{
    Address peer = read_address("203.0.113.7");
    Remote client;
    if (address_blocks_have(&rules->proxies, &peer))
        return;
    remote_find(rules, &peer, false, headers, &client);
    assert(strcmp(client.address, "203.0.113.7") == 0);
    assert((client.page == PAGE_NONE) == !headers->origin);
}

/* To be freed; 'list' may be NULL. */
static char *with_more(const char *list, const char *more)
{
    size_t length = list ? strlen(list) : 0;
    char *both = calloc(length + strlen(more) + 1, 1);
    if (length)
        memcpy(both, list, length);
    memcpy(both + length, more, strlen(more) + 1);
    return both;
}

static void expect_appended(const RemoteHeaders *headers)
{
    static const char APPENDED[] = ", 198.51.100.17";
    RemoteRules rules;
    Address peer = read_address("127.0.0.1");
    Remote client;
    char *list = with_more(headers->forwarded_for, APPENDED);
    RemoteHeaders written = *headers;
    written.forwarded_for = list;
    remote_usual(&rules);
    remote_find(&rules, &peer, false, &written, &client);
    assert(strcmp(client.address, "198.51.100.17") == 0);
    free(list);
}

/* An element after whatever came is the proxy's own, or the whole header counts for nothing. */
static void expect_appended_element(const RemoteHeaders *headers)
{
    static const char APPENDED[] = ", for=\"198.51.100.17:4711\";proto=https;host=\"a:1\"";
    RemoteRules rules;
    Address peer = read_address("127.0.0.1");
    Remote client;
    char *list = with_more(headers->forwarded, APPENDED);
    remote_usual(&rules);
    remote_find(&rules, &peer, false, &(RemoteHeaders){.forwarded = list}, &client);
    assert(strcmp(client.address, "198.51.100.17") == 0 ||
           strcmp(client.address, "127.0.0.1") == 0);
    free(list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = calloc(size + 1, 1), *rest = text;
    const char *lines[LINES] = {NULL};
    RemoteRules rules;
    Remote client;
    Address peer = read_address("127.0.0.1");
    if (size)
        memcpy(text, data, size);
    for (int i = 0; i < LINES && rest; i++) {
        const char *line = strsep(&rest, "\n");
        lines[i] = *line ? line : NULL;
    }
    const RemoteHeaders headers = {lines[0], lines[1], lines[2], lines[3], lines[4],
                                   lines[5], lines[6], lines[7], lines[7]};
    remote_usual(&rules);
    if (lines[8])
        rules.has_public_url = public_url_parse(lines[8], &rules.public_url);
    if (lines[9])
        address_blocks_parse(lines[9], &rules.proxies);
    remote_find(&rules, &peer, false, &headers, &client);
    expect_key(client.address);
    expect_stranger(&rules, &headers);
    expect_appended(&headers);
    expect_appended_element(&headers);
    free(text);
    return 0;
}
