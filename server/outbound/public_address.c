#include "public_address.h"

#include <string.h>

/* What is not globally reachable: https://www.iana.org/assignments/iana-ipv4-special-registry, multicast
 * (RFC 5771) and the former class E (RFC 1112). */
static const char NOT_PUBLIC_IPV4[] =
    "0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,"
    "192.0.2.0/24,192.88.99.0/24,192.168.0.0/16,198.18.0.0/15,198.51.100.0/24,203.0.113.0/24,"
    "224.0.0.0/4,240.0.0.0/4";
/* Likewise: https://www.iana.org/assignments/iana-ipv6-special-registry. 6to4 (2002::/16) and Teredo (in 2001::/23)
 * lead to IPv4 addresses, and nothing on the internet is reached only by them. */
static const char NOT_PUBLIC_IPV6[] = "2001::/23,2001:db8::/32,2002::/16,3fff::/20";
static const char GLOBAL_IPV6[] = "2000::/3";
static const char NAT64[] = "64:ff9b::/96"; /* RFC 6052, 2.1 */
static const char EVERY_IPV4[] = "0.0.0.0/0";

static bool is_in(const char *list, const Address *address)
{
    AddressBlocks blocks;
    return address_blocks_parse(list, &blocks) && address_blocks_have(&blocks, address);
}

/* The last four bytes as an IPv4 address. */
static Address inner(const Address *address)
{
    Address ipv4 = {.bytes = {[10] = 0xff, [11] = 0xff}};
    memcpy(ipv4.bytes + 12, address->bytes + 12, 4);
    return ipv4;
}

bool address_is_public(const Address *address)
{
    Address ipv4 = inner(address);
    if (is_in(EVERY_IPV4, address) || is_in(NAT64, address))
        return !is_in(NOT_PUBLIC_IPV4, &ipv4);
    return is_in(GLOBAL_IPV6, address) && !is_in(NOT_PUBLIC_IPV6, address);
}
