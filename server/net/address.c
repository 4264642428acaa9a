#include "address.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { ADDRESS_BITS = 128, MAPPED_BITS = 96, SUBSCRIBER_BITS = 64 };

static const unsigned char MAPPED[MAPPED_BITS / 8] = {[10] = 0xff, [11] = 0xff};
static const Address LOOPBACK = {.bytes = {[15] = 1}}; /* ::1 */

/* ---- addresses ---- */

static bool is_ipv4(const Address *address)
{
    return memcmp(address->bytes, MAPPED, sizeof MAPPED) == 0;
}

static void set_ipv4(Address *address, const void *four_bytes)
{
    memcpy(address->bytes, MAPPED, sizeof MAPPED);
    memcpy(address->bytes + sizeof MAPPED, four_bytes, 4);
}

bool address_parse(const char *text, size_t length, Address *address)
{
    char copy[ADDRESS_MAX + 1];
    unsigned char four[4];
    Address six;
    if (length > ADDRESS_MAX || memchr(text, '\0', length))
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (inet_pton(AF_INET, copy, four) == 1) {
        set_ipv4(address, four);
        return true;
    }
    if (inet_pton(AF_INET6, copy, six.bytes) != 1)
        return false;
    *address = six;
    return true;
}

bool address_of_socket(const struct sockaddr *socket_address, Address *address)
{
    if (socket_address->sa_family == AF_INET)
        set_ipv4(address, &((const struct sockaddr_in *)(const void *)socket_address)->sin_addr);
    else if (socket_address->sa_family == AF_INET6)
        memcpy(address->bytes,
               &((const struct sockaddr_in6 *)(const void *)socket_address)->sin6_addr,
               sizeof address->bytes);
    else
        return false;
    return true;
}

void address_print(const Address *address, char text[ADDRESS_MAX + 1])
{
    const char *printed =
        is_ipv4(address) ? inet_ntop(AF_INET, address->bytes + sizeof MAPPED, text, ADDRESS_MAX + 1)
                         : inet_ntop(AF_INET6, address->bytes, text, ADDRESS_MAX + 1);
    assert(printed);
    (void)printed;
}

/* The address with all bits behind the first 'bits' cleared. */
static Address masked(const Address *address, unsigned bits)
{
    Address first = *address;
    for (unsigned i = 0; i < sizeof first.bytes; i++) {
        unsigned kept = bits > 8 * i ? bits - 8 * i : 0;
        if (kept < 8)
            first.bytes[i] &= (unsigned char)(0xff00u >> kept);
    }
    return first;
}

static bool is_same(const Address *one, const Address *other)
{
    return memcmp(one->bytes, other->bytes, sizeof one->bytes) == 0;
}

void address_key(const Address *address, char key[ADDRESS_MAX + 1])
{
    Address counted = *address;
    bool is_alone = is_ipv4(address) || is_same(address, &LOOPBACK);
    if (!is_alone)
        counted = masked(address, SUBSCRIBER_BITS);
    address_print(&counted, key);
    if (!is_alone)
        memcpy(key + strlen(key), "/64", sizeof "/64");
}

/* ---- blocks of them ---- */

/* The number of an "/8"; false for anything but one to three digits. */
static bool parse_bits(const char *text, size_t length, unsigned *bits)
{
    *bits = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *bits = 10 * *bits + (unsigned)(text[i] - '0');
    }
    return length > 0 && length <= 3;
}

static bool parse_block(const char *text, size_t length, AddressBlock *block)
{
    const char *slash = memchr(text, '/', length);
    size_t address_length = slash ? (size_t)(slash - text) : length;
    unsigned bits = ADDRESS_BITS;
    if (!address_parse(text, address_length, &block->first))
        return false;
    if (slash && !parse_bits(slash + 1, length - address_length - 1, &bits))
        return false;
    if (slash && !memchr(text, ':', address_length))
        bits += MAPPED_BITS;
    block->bits = bits;
    Address first = masked(&block->first, bits);
    return bits <= ADDRESS_BITS && is_same(&first, &block->first);
}

bool address_blocks_parse(const char *text, AddressBlocks *blocks)
{
    AddressBlocks read = {.count = 0};
    if (strcmp(text, "none") == 0) {
        *blocks = read;
        return true;
    }
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, ",");
        if (read.count == ADDRESS_BLOCKS_MAX || !parse_block(at, length, &read.blocks[read.count]))
            return false;
        read.count++;
        at += length;
        if (*at == '\0')
            break;
    }
    *blocks = read;
    return true;
}

static bool has(const AddressBlock *block, const Address *address)
{
    Address first = masked(address, block->bits);
    return is_ipv4(&block->first) == is_ipv4(address) && is_same(&first, &block->first);
}

bool address_blocks_have(const AddressBlocks *blocks, const Address *address)
{
    for (size_t i = 0; i < blocks->count; i++)
        if (has(&blocks->blocks[i], address))
            return true;
    return false;
}

const AddressBlocks ADDRESS_LOOPBACK = {
    .blocks =
        {
            {{{[10] = 0xff, 0xff, 127}}, MAPPED_BITS + 8},
            {{{[15] = 1}}, ADDRESS_BITS},
        },
    .count = 2,
};

bool address_is_loopback(const Address *address)
{
    return address_blocks_have(&ADDRESS_LOOPBACK, address);
}

bool address_is_private(const char *address)
{
    static const AddressBlocks PRIVATE = {
        .blocks =
            {
                {{{[10] = 0xff, 0xff, 10}}, MAPPED_BITS + 8},
                {{{[10] = 0xff, 0xff, 172, 16}}, MAPPED_BITS + 12},
                {{{[10] = 0xff, 0xff, 192, 168}}, MAPPED_BITS + 16},
                {{{[10] = 0xff, 0xff, 169, 254}}, MAPPED_BITS + 16},
                {{{0xfc}}, 7},        /* fc00::/7 */
                {{{0xfe, 0x80}}, 10}, /* fe80::/10 */
            },
        .count = 6,
    };
    Address parsed;
    return address_parse(address, strcspn(address, "/"), &parsed) &&
           (address_is_loopback(&parsed) || address_blocks_have(&PRIVATE, &parsed));
}

/* ---- where to listen ---- */

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
