/* bus_address.h - where the servers of a bus are: nats://USER:PASSWORD@HOST:PORT, with commas between several of them.
 *
 * tls:// instead of nats:// demands TLS, with a certificate that the system's authorities have signed for that host
 * (SSL_CERT_FILE names others). TOKEN@ instead of USER:PASSWORD@ is a token. All servers have one scheme, and one user: of the first
 * one, which others may repeat. What means something in a URL is written as % and two hex digits (RFC 3986, 2.1) in
 * user, password and token. The port is 4222 unless it is written. Pure. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    BUS_SERVERS_MAX = 8,
    BUS_USER_MAX = 255, /* bytes of a user's name, a password or a token */
    BUS_HOST_MAX = 253, /* of a host's name (RFC 1035, 2.3.4) */
    BUS_SERVER_SIZE = sizeof "nats://[]:65535" + BUS_HOST_MAX,
};

typedef struct {
    bool is_tls;
    bool has_user, has_password; /* without a password the user is a token */
    char user[BUS_USER_MAX + 1], password[BUS_USER_MAX + 1];
    char servers[BUS_SERVERS_MAX][BUS_SERVER_SIZE]; /* without user and password */
    size_t count;
} BusAddress;

/* False: this is none. */
bool bus_address_parse(const char *text, BusAddress *address);
