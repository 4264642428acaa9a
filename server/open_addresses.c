#include "open_addresses.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>

/* 0.0.0.0 is IPv4 only; the server's :: takes both. */
static bool listens_everywhere(const char *host, bool *is_ipv6_too)
{
    *is_ipv6_too = strcmp(host, "::") == 0;
    return *is_ipv6_too || strcmp(host, "0.0.0.0") == 0;
}

static void print_url(const Config *config, const char *host, int port,
                      char url[REMOTE_BASE_MAX + 1])
{
    bool is_ipv6 = strchr(host, ':'); /* whose colons a URL has in brackets (RFC 3986, 3.2.2) */
    snprintf(url, REMOTE_BASE_MAX + 1, "http%s://%s%.200s%s:%d", config->tls_certificate ? "s" : "",
             is_ipv6 ? "[" : "", host, is_ipv6 ? "]" : "", port);
}

void open_address_local(const Config *config, const Net *net, char url[REMOTE_BASE_MAX + 1])
{
    NetPlace place;
    bool is_ipv6_too;
    url[0] = '\0';
    if (net_public_place(net, 0, &place))
        print_url(config, listens_everywhere(place.host, &is_ipv6_too) ? "localhost" : place.host,
                  place.port, url);
}

/* The address as text; false for one that browsers do not open. */
static bool print_host(const struct sockaddr *address, bool is_ipv6_too,
                       char host[INET6_ADDRSTRLEN])
{
    struct sockaddr_in in;
    struct sockaddr_in6 in6;
    if (address->sa_family == AF_INET) {
        memcpy(&in, address, sizeof in);
        return inet_ntop(AF_INET, &in.sin_addr, host, INET6_ADDRSTRLEN) != NULL;
    }
    if (address->sa_family != AF_INET6 || !is_ipv6_too)
        return false;
    memcpy(&in6, address, sizeof in6);
    return !IN6_IS_ADDR_LINKLOCAL(&in6.sin6_addr) &&
           inet_ntop(AF_INET6, &in6.sin6_addr, host, INET6_ADDRSTRLEN) != NULL;
}

static void add_interfaces(OpenAddresses *addresses, const Config *config, int port, int family,
                           bool is_ipv6_too)
{
    struct ifaddrs *list;
    if (getifaddrs(&list) != 0)
        return;
    for (const struct ifaddrs *each = list; each; each = each->ifa_next) {
        char host[INET6_ADDRSTRLEN];
        if (!each->ifa_addr || each->ifa_addr->sa_family != family ||
            (each->ifa_flags & IFF_LOOPBACK) || !(each->ifa_flags & IFF_UP) ||
            addresses->count == OPEN_ADDRESSES_MAX ||
            !print_host(each->ifa_addr, is_ipv6_too, host))
            continue;
        print_url(config, host, port, addresses->url[addresses->count++]);
    }
    freeifaddrs(list);
}

static bool is_loopback(const char *host)
{
    Address address;
    return strcmp(host, "localhost") == 0 ||
           (address_parse(host, strlen(host), &address) && address_is_loopback(&address));
}

/* The first place is the local address already, unless it is everywhere. */
static void add_place(OpenAddresses *addresses, const Config *config, const NetPlace *place,
                      bool is_first)
{
    bool is_ipv6_too;
    if (listens_everywhere(place->host, &is_ipv6_too)) {
        add_interfaces(addresses, config, place->port, AF_INET, is_ipv6_too);
        add_interfaces(addresses, config, place->port, AF_INET6, is_ipv6_too);
    } else if (!is_first && !is_loopback(place->host) && addresses->count < OPEN_ADDRESSES_MAX)
        print_url(config, place->host, place->port, addresses->url[addresses->count++]);
}

void open_addresses_find(OpenAddresses *addresses, const Config *config, const Net *net)
{
    NetPlace place;
    *addresses = (OpenAddresses){.best = NULL};
    if (config->client.has_public_url)
        public_url_print(&config->client, addresses->url[addresses->count++]);
    for (size_t i = 0; net_public_place(net, i, &place); i++)
        add_place(addresses, config, &place, i == 0);
    if (addresses->count > 0)
        addresses->best = addresses->url[0];
}
