#include "bus_address.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *at;
    size_t length;
} Part;

static const char DIGITS[] = "0123456789";
static const char NAME[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
static const char SCHEME[] = "nats://", TLS_SCHEME[] = "tls://";
static const char IPV6[] = "0123456789abcdefABCDEF:.";

static size_t span(Part part, const char *letters)
{
    size_t length = 0;
    while (length < part.length && strchr(letters, part.at[length]))
        length++;
    return length;
}

static bool has_prefix(Part part, const char *prefix)
{
    return part.length >= strlen(prefix) && memcmp(part.at, prefix, strlen(prefix)) == 0;
}

static Part skip(Part part, size_t length)
{
    return (Part){.at = part.at + length, .length = part.length - length};
}

static int hex_digit(char letter)
{
    if (letter >= '0' && letter <= '9')
        return letter - '0';
    letter |= 0x20;
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

/* RFC 3986, 3.2.1: what is neither escaped nor allowed there was not meant as a part of a name. */
static bool unescape(Part part, char out[BUS_USER_MAX + 1])
{
    static const char PLAIN[] = "~!$&'()*+;=";
    size_t length = 0;
    for (size_t i = 0; i < part.length; i++, length++) {
        char letter = part.at[i];
        if (length == BUS_USER_MAX)
            return false;
        if (letter == '%') {
            int high = i + 2 < part.length ? hex_digit(part.at[i + 1]) : -1;
            int low = i + 2 < part.length ? hex_digit(part.at[i + 2]) : -1;
            if (high < 0 || low < 0 || (high == 0 && low == 0))
                return false;
            letter = (char)(high << 4 | low);
            i += 2;
        } else if (!strchr(NAME, letter) && !strchr(PLAIN, letter)) {
            return false;
        }
        out[length] = letter;
    }
    out[length] = '\0';
    return length > 0;
}

/* The first server's, or the same again. */
static bool read_user(Part part, BusAddress *address)
{
    char user[BUS_USER_MAX + 1], password[BUS_USER_MAX + 1] = "";
    const char *colon = memchr(part.at, ':', part.length);
    Part name = {.at = part.at, .length = colon ? (size_t)(colon - part.at) : part.length};
    if (!unescape(name, user) || (colon && !unescape(skip(part, name.length + 1), password)))
        return false;
    if (address->count > 0)
        return address->has_user && address->has_password == (colon != NULL) &&
               strcmp(address->user, user) == 0 && strcmp(address->password, password) == 0;
    address->has_user = true;
    address->has_password = colon != NULL;
    memcpy(address->user, user, sizeof user);
    memcpy(address->password, password, sizeof password);
    return true;
}

/* 0: there is no host. */
static size_t host_length(Part part)
{
    if (part.length && part.at[0] != '[') {
        size_t length = span(part, NAME);
        return length <= BUS_HOST_MAX ? length : 0;
    }
    size_t digits = part.length ? span(skip(part, 1), IPV6) : 0;
    bool is_closed = digits > 1 && digits + 1 < part.length && part.at[digits + 1] == ']';
    return is_closed && digits <= BUS_HOST_MAX ? digits + 2 : 0;
}

static bool read_server(Part part, BusAddress *address)
{
    bool is_tls = has_prefix(part, TLS_SCHEME);
    if ((!is_tls && !has_prefix(part, SCHEME)) || address->count == BUS_SERVERS_MAX ||
        (address->count > 0 && is_tls != address->is_tls))
        return false;
    address->is_tls = is_tls;
    part = skip(part, strlen(is_tls ? TLS_SCHEME : SCHEME));
    const char *at = memchr(part.at, '@', part.length);
    if (at) {
        Part user = {.at = part.at, .length = (size_t)(at - part.at)};
        if (!read_user(user, address))
            return false;
        part = skip(part, user.length + 1);
    }
    size_t host = host_length(part);
    Part rest = skip(part, host);
    long port = 4222;
    if (rest.length) {
        size_t digits = span(skip(rest, 1), DIGITS);
        if (rest.at[0] != ':' || digits == 0 || digits > 5 || digits + 1 != rest.length)
            return false;
        port = strtol(rest.at + 1, NULL, 10);
    }
    if (host == 0 || port < 1 || port > 65535)
        return false;
    snprintf(address->servers[address->count++], BUS_SERVER_SIZE, "nats://%.*s:%ld", (int)host,
             part.at, port);
    return true;
}

bool bus_address_parse(const char *text, BusAddress *address)
{
    *address = (BusAddress){.count = 0};
    for (;; text++) {
        size_t length = strcspn(text, ",");
        if (!read_server((Part){.at = text, .length = length}, address))
            return false;
        text += length;
        if (!*text)
            return true;
    }
}
