/* address.h - network addresses: parsing, comparing, the keys for limits; and where to listen.
 *
 * Texts are parsed only by inet_pton, so that nothing else passes for an address. Nothing here is allocated. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct sockaddr;

enum {
    ADDRESS_MAX = 45, /* bytes, without the NUL: the longest IPv6 address, and the longest key */
    ADDRESS_BLOCKS_MAX = 32,
};

/* An IPv6 address in network order; IPv4 is kept as IPv4-mapped (RFC 4291, 2.5.5.2). */
typedef struct {
    unsigned char bytes[16];
} Address;

/* False, and nothing changed, unless the 'length' bytes are an IPv4 or IPv6 address and nothing else: no port,
 * brackets or zone. */
bool address_parse(const char *text, size_t length, Address *address);
/* False when the socket is of another family. */
bool address_of_socket(const struct sockaddr *socket_address, Address *address);
/* IPv4-mapped addresses are printed as IPv4. */
void address_print(const Address *address, char text[ADDRESS_MAX + 1]);
/* The key for limits: IPv4 as it is, IPv6 by its /64 ("2001:db8:1:2::/64"), since a single subscriber gets
 * at least that (RFC 6177, 2); "::1" stays as it is. */
void address_key(const Address *address, char key[ADDRESS_MAX + 1]);

/* Whether the address or key is of a private network (RFC 1918, 3927, 4193, 4291) or of this machine: many people
 * share such an address, so it does not tell them apart. False for anything that is not an address. */
bool address_is_private(const char *address);

/* All addresses that begin with the first 'bits' bits of 'first'; at least 96 bits for IPv4. */
typedef struct {
    Address first;
    unsigned bits;
} AddressBlock;

typedef struct {
    AddressBlock blocks[ADDRESS_BLOCKS_MAX];
    size_t count;
} AddressBlocks;

/* "10.0.0.0/8,2001:db8::7": addresses and CIDR blocks (RFC 4632, 3.1), or "none". False, and nothing changed, for
 * another text, more than ADDRESS_BLOCKS_MAX, or a block with bits set behind its prefix. */
bool address_blocks_parse(const char *text, AddressBlocks *blocks);
/* IPv6 blocks hold no IPv4 addresses, not even "::/0". */
bool address_blocks_have(const AddressBlocks *blocks, const Address *address);

/* This machine: 127.0.0.0/8 and ::1 (RFC 6890, 2.2). */
extern const AddressBlocks ADDRESS_LOOPBACK;
bool address_is_loopback(const Address *address);

/* Whether a port of the host (an address or a name) can be listened on. 'address' becomes the host's
 * number; on false 'line' (of 'size' bytes) says why not. */
bool address_can_listen(const char *host, int port, char address[ADDRESS_MAX + 1], char *line,
                        size_t size);
