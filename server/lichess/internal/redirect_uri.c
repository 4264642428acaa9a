#include "redirect_uri.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char SCHEME_LETTERS[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.";
/* RFC 3986, 2: unreserved and reserved characters and the percent sign, without '#', which begins a fragment. */
static const char URI_LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "-._~:/?[]@!$&'()*+,;=%";

enum { SCHEME_MAX = 100 };

/* Schemes without a dot that apps on Lichess have. */
static const char *const APPS[] = {"ionic",      "capacitor", "squareoffapp", "anichess",
                                   "lichessmac", "chessrtx",  "chesscomopse", "tectootb"};

static bool is_app(const char *scheme)
{
    for (size_t i = 0; i < sizeof APPS / sizeof *APPS; i++)
        if (strcmp(scheme, APPS[i]) == 0)
            return true;
    return strchr(scheme, '.') != NULL;
}

static bool has_uri_letters(const char *uri)
{
    if (uri[strspn(uri, URI_LETTERS)])
        return false;
    for (const char *at = uri; (at = strchr(at, '%')); at++)
        if (!isxdigit((unsigned char)at[1]) || !isxdigit((unsigned char)at[2]))
            return false;
    return true;
}

/* RFC 8252, 7.3 and 8.3: what never leaves the machine of the person who is asked. */
static bool is_loopback(const char *host)
{
    return strcmp(host, "localhost") == 0 || strcmp(host, "127.0.0.1") == 0 ||
           strcmp(host, "[::1]") == 0;
}

static RedirectResult check_web(const char *uri, size_t scheme, RedirectSite *site)
{
    static const size_t SLASHES = 3; /* "://" */
    WebOrigin origin;
    if (strncmp(uri + scheme, "://", SLASHES) != 0)
        return REDIRECT_INVALID;
    size_t length = scheme + SLASHES + strcspn(uri + scheme + SLASHES, "/?");
    if (!web_origin_parse(uri, length, &origin))
        return REDIRECT_INVALID;
    web_origin_print(&origin, site->site);
    site->is_secure = origin.https || is_loopback(origin.host.name);
    return REDIRECT_OK;
}

RedirectResult redirect_uri_check(const char *uri, RedirectSite *site)
{
    char scheme[SCHEME_MAX + 1];
    size_t length = strspn(uri, SCHEME_LETTERS);
    *site = (RedirectSite){.is_secure = true};
    if (strlen(uri) > REDIRECT_URI_MAX || length == 0 || length > SCHEME_MAX ||
        uri[length] != ':' || !uri[length + 1] || !isalpha((unsigned char)*uri) ||
        !has_uri_letters(uri))
        return REDIRECT_INVALID;
    for (size_t i = 0; i < length; i++)
        scheme[i] = (char)tolower((unsigned char)uri[i]);
    scheme[length] = '\0';
    if (strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0)
        return check_web(uri, length, site);
    snprintf(site->site, sizeof site->site, "%s:", scheme);
    return is_app(scheme) ? REDIRECT_OK : REDIRECT_SCHEME;
}
