/* open_addresses.h - the addresses at which browsers find this server, as URLs: the public one first, then those on
 * which its sockets listen, which are those of the machine's interfaces if it listens on all of them. Nothing to free. */
#pragma once

#include "config.h"
#include "net.h"

enum { OPEN_ADDRESSES_MAX = 16 };

typedef struct {
    char url[OPEN_ADDRESSES_MAX][REMOTE_BASE_MAX + 1];
    size_t count;
    const char *
        best; /* the one for another device: the public URL, or the first of an interface; NULL: none */
} OpenAddresses;

/* On this machine: "http://localhost:8080". */
void open_address_local(const Config *config, const Net *net, char url[REMOTE_BASE_MAX + 1]);
/* Without that one. IPv6 addresses that only mean something together with an interface (fe80::) are left out, since
 * browsers do not open them. */
void open_addresses_find(OpenAddresses *addresses, const Config *config, const Net *net);
