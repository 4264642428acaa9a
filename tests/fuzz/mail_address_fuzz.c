/* Any text as an e-mail address, and as an SMTP server: what is taken can end no line, command or header, and is no longer than its
 * room. */
#include "mail_address.h"

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* RFC 5321, 4.1.2: atoms with dots between, then a domain. */
static void check_address(const char *address)
{
    const char *at = strchr(address, '@'), *domain = mail_address_domain(address);
    assert(at && domain == at + 1 && !strchr(domain, '@'));
    assert(strlen(address) <= MAIL_ADDRESS_MAX);
    assert(at - address > 0 && at - address <= MAIL_LOCAL_MAX);
    assert(*domain && strlen(domain) <= MAIL_DOMAIN_MAX);
    for (const char *byte = address; *byte; byte++)
        assert(*byte > ' ' && *byte < 0x7f && !strchr("<>()[]\\,;:\"", *byte));
}

/* The scheme in any case (RFC 3986, 3.1). */
static void check_server(const char *url)
{
    bool has_scheme = strncasecmp(url, "smtp://", 7) == 0 || strncasecmp(url, "smtps://", 8) == 0;
    assert(has_scheme);
    for (const char *byte = url; *byte; byte++)
        assert(*byte > ' ' && *byte < 0x7f && *byte != '@');
    mail_server_is_here(url);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    if (mail_address_is_good(text))
        check_address(text);
    if (mail_server_is_good(text))
        check_server(text);
    free(text);
    return 0;
}
