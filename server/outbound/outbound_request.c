#include "outbound_request.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_plain(const char *url, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (url[i] <= ' ' || url[i] > '~' || url[i] == '\\')
            return false;
    return length <= OUTBOUND_URL_MAX;
}

static size_t scheme_length(const char *url, size_t length)
{
    if (length >= 7 && strncasecmp(url, "http://", 7) == 0)
        return 7;
    return length >= 8 && strncasecmp(url, "https://", 8) == 0 ? 8 : 0;
}

bool outbound_url_is_good(const char *url, size_t length)
{
    size_t scheme = scheme_length(url, length), end = scheme;
    if (scheme == 0 || !is_plain(url, length))
        return false;
    while (end < length && !strchr("/?#", url[end]))
        end++;
    return end > scheme && url[scheme] != ':' && !memchr(url + scheme, '@', end - scheme);
}

bool outbound_url_has_web_port(const char *url)
{
    const char *host = strstr(url, "://") + 3, *end = host + strcspn(host, "/?#"), *digits = end;
    while (digits > host && digits[-1] >= '0' && digits[-1] <= '9')
        digits--;
    if (digits == host || digits[-1] != ':' || digits == end)
        return true;
    long port = strtol(digits, NULL, 10);
    return port == 80 || port == 443 || (port >= 1024 && port <= 65535);
}

bool outbound_mail_url_is_good(const char *url, size_t length)
{
    size_t scheme = length >= 7 && strncasecmp(url, "smtp://", 7) == 0    ? 7
                    : length >= 8 && strncasecmp(url, "smtps://", 8) == 0 ? 8
                                                                          : 0;
    if (scheme == 0 || scheme == length || url[scheme] == ':' || !is_plain(url, length))
        return false;
    for (size_t i = scheme; i < length; i++)
        if (strchr("/?#@", url[i]))
            return false;
    return true;
}
