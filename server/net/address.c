#include "address.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

/* By a socket that is closed at once; 0 or the kernel's reason. */
static int try_to_bind(const struct addrinfo *where)
{
    int socket_fd = socket(where->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
    if (socket_fd < 0)
        return errno;
    setsockopt(socket_fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    int error = bind(socket_fd, where->ai_addr, where->ai_addrlen) == 0 ? 0 : errno;
    close(socket_fd);
    return error;
}

bool address_can_listen(const char *host, int port, char address[ADDRESS_MAX + 1], char *line,
                        size_t size)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    struct addrinfo *found = NULL;
    char service[8];
    snprintf(service, sizeof service, "%d", port);
    int unknown = getaddrinfo(host, service, &hints, &found);
    if (unknown) {
        snprintf(line, size, "cannot listen on \"%.60s\": %s", host, gai_strerror(unknown));
        return false;
    }
    getnameinfo(found->ai_addr, found->ai_addrlen, address, ADDRESS_MAX + 1, NULL, 0,
                NI_NUMERICHOST);
    int error = try_to_bind(found);
    if (error)
        snprintf(line, size, "cannot listen on %s, port %d: %s", address, port, strerror(error));
    freeaddrinfo(found);
    return error == 0;
}

/* IPv4 on a socket of IPv6 is shown as IPv4. */
static const char *unmapped(const char *peer)
{
    static const char MAPPED[] = "::ffff:";
    return strncmp(peer, MAPPED, sizeof MAPPED - 1) == 0 ? peer + sizeof MAPPED - 1 : peer;
}

bool address_is_proxy(const char *peer)
{
    return strncmp(unmapped(peer), "127.", 4) == 0 || strcmp(peer, "::1") == 0;
}

bool address_is_private(const char *address)
{
    static const char *const PREFIXES[] = {"127.", "10.", "192.168.", "169.254.", "fe80:"};
    unsigned second;
    const char *plain = unmapped(address);
    for (size_t i = 0; i < sizeof PREFIXES / sizeof *PREFIXES; i++)
        if (strncasecmp(plain, PREFIXES[i], strlen(PREFIXES[i])) == 0)
            return true;
    if (sscanf(plain, "172.%u.", &second) == 1)
        return second >= 16 && second <= 31;
    bool is_unique_local = (plain[0] | 32) == 'f' &&
                           ((plain[1] | 32) == 'c' || (plain[1] | 32) == 'd') && strchr(plain, ':');
    return is_unique_local || strcmp(plain, "::1") == 0;
}

void address_of_client(const char *peer, const char *forwarded, char address[ADDRESS_MAX + 1])
{
    const char *client = unmapped(peer);
    if (forwarded && address_is_proxy(peer)) {
        const char *last = strrchr(forwarded, ',');
        last = last ? last + 1 : forwarded;
        last += strspn(last, " \t");
        if (*last)
            client = last;
    }
    snprintf(address, ADDRESS_MAX + 1, "%.*s", (int)strcspn(client, " \t"), client);
}
