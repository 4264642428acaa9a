#include "outbound_request.h"

#include <string.h>
#include <strings.h>

static size_t scheme_length(const char *url, size_t length)
{
    if (length >= 7 && strncasecmp(url, "http://", 7) == 0)
        return 7;
    return length >= 8 && strncasecmp(url, "https://", 8) == 0 ? 8 : 0;
}

bool outbound_url_is_good(const char *url, size_t length)
{
    size_t scheme = scheme_length(url, length), end = scheme;
    if (scheme == 0 || length > OUTBOUND_URL_MAX)
        return false;
    for (size_t i = 0; i < length; i++)
        if (url[i] <= ' ' || url[i] > '~' || url[i] == '\\')
            return false;
    while (end < length && !strchr("/?#", url[end]))
        end++;
    return end > scheme && url[scheme] != ':' && !memchr(url + scheme, '@', end - scheme);
}
