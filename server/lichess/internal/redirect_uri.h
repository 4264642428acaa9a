/* redirect_uri.h - where an app that asks for a token has the browser sent back to. Pure.
 *
 * Apps are not registered here, as they are not on Lichess, so the address alone says who gets the code. What could run in
 * the page or read files (javascript:, data:, file:) is no such address. */
#pragma once

#include "web_origin.h"

enum {
    REDIRECT_URI_MAX = 2000, /* bytes */
    REDIRECT_SITE_MAX = WEB_ORIGIN_MAX,
};

typedef enum {
    REDIRECT_OK,
    REDIRECT_INVALID, /* no absolute URI (RFC 3986), one with a fragment (RFC 6749, 3.1.2), or with a user's name in it */
    REDIRECT_SCHEME, /* a scheme that is neither http nor https, nor an app's own */
} RedirectResult;

typedef struct {
    /* What a person is shown: the origin of a web page, or the scheme of an app. */
    char site[REDIRECT_SITE_MAX + 1];
    bool is_secure; /* false: plain http over a network */
} RedirectSite;

/* Web pages by http and https; apps by a scheme that is a domain name written backwards, "com.example.app:" (RFC 8252, 7.1),
 * or one of the few others that Lichess allows. Any text is safe. */
RedirectResult redirect_uri_check(const char *uri, RedirectSite *site);
