/* address.h - addresses as numbers in text: where to listen, and who asks. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { ADDRESS_MAX = 45 }; /* bytes, without the NUL: the longest IPv6 address */

/* Whether a port of the host (an address or a name) can be listened on. 'address' becomes the host's
 * number; on false 'line' (of 'size' bytes) says why not. */
bool address_can_listen(const char *host, int port, char address[ADDRESS_MAX + 1], char *line,
                        size_t size);

/* Whether the peer is this machine itself, whose proxies are believed what they say of others. */
bool address_is_proxy(const char *peer);
/* Whether the address is of a network of its own (RFC 1918, 3927, 4193, 4291; this machine, too): in such a
 * house many live behind one, so that it says nothing of who is who. */
bool address_is_private(const char *address);
/* Who asks: 'peer', unless that is a proxy on this machine which tells for whom in X-Forwarded-For
 * ('forwarded', or NULL). Of that list the last is what the proxy itself saw. */
void address_of_client(const char *peer, const char *forwarded, char address[ADDRESS_MAX + 1]);
