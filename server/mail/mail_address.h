/* mail_address.h - which texts are e-mail addresses, and which URLs are SMTP servers. Pure. */
#pragma once

#include <stdbool.h>

enum {
    MAIL_ADDRESS_MAX = 254, /* bytes: a path of 256 less its brackets (RFC 5321, 4.5.3.1.3) */
    MAIL_LOCAL_MAX = 64,    /* before the @ (4.5.3.1.1) */
    MAIL_DOMAIN_MAX = 253,  /* behind it: a name of the DNS (RFC 1035, 2.3.4) */
    MAIL_LABEL_MAX = 63,    /* of its parts */
};

/* A dot-atom, an @ and a domain (RFC 5321, 4.1.2), all in ASCII: neither quoted names nor addresses of machines, nor UTF-8 (RFC 6531),
 * which many servers refuse. Nothing in it means anything in a command or a header. */
bool mail_address_is_good(const char *address);
/* Behind the @ of a good one; lent. */
const char *mail_address_domain(const char *address);

/* smtp://host, smtps://host, perhaps with a port. */
bool mail_server_is_good(const char *url);
/* Of a good one: whether it is on this machine, by an address or as localhost. */
bool mail_server_is_here(const char *url);
