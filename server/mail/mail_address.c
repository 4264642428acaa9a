#include "mail_address.h"

#include "address.h"
#include "outbound_request.h"

#include <string.h>
#include <strings.h>

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* Atoms with dots between (RFC 5322, 3.2.3). */
static bool is_local(const char *text, size_t length)
{
    if (length == 0 || length > MAIL_LOCAL_MAX || text[0] == '.' || text[length - 1] == '.')
        return false;
    for (size_t i = 0; i < length; i++) {
        bool is_atom = is_letter(text[i]) || strchr("!#$%&'*+-/=?^_`{|}~", text[i]);
        if (!is_atom && (text[i] != '.' || text[i + 1] == '.'))
            return false;
    }
    return true;
}

static bool is_label(const char *text, size_t length)
{
    if (length == 0 || length > MAIL_LABEL_MAX || text[0] == '-' || text[length - 1] == '-')
        return false;
    for (size_t i = 0; i < length; i++)
        if (!is_letter(text[i]) && text[i] != '-')
            return false;
    return true;
}

static bool is_domain(const char *text)
{
    if (strlen(text) > MAIL_DOMAIN_MAX)
        return false;
    for (;; text++) {
        size_t length = strcspn(text, ".");
        if (!is_label(text, length))
            return false;
        text += length;
        if (!*text)
            return true;
    }
}

bool mail_address_is_good(const char *address)
{
    size_t local = strcspn(address, "@");
    return strlen(address) <= MAIL_ADDRESS_MAX && address[local] == '@' &&
           is_local(address, local) && is_domain(address + local + 1);
}

const char *mail_address_domain(const char *address)
{
    return address + strcspn(address, "@") + 1;
}

bool mail_server_is_good(const char *url)
{
    return outbound_mail_url_is_good(url, strlen(url));
}

bool mail_server_is_here(const char *url)
{
    Address address;
    const char *host = strstr(url, "://") + 3;
    bool has_brackets = *host == '[';
    host += has_brackets;
    size_t length = strcspn(host, has_brackets ? "]" : ":");
    if (length == strlen("localhost") && strncasecmp(host, "localhost", length) == 0)
        return true;
    return address_parse(host, length, &address) && address_is_loopback(&address);
}
