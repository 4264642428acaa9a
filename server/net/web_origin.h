/* web_origin.h - the origin of a page: scheme, host and port (RFC 6454), and the public URL of this server.
 *
 * Hosts are stored in lower case, IPv6 addresses as inet_ntop prints them, and ports as numbers, so that the
 * same origins compare equal. Pure; nothing to free. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    WEB_HOST_MAX = 253,    /* bytes, without the NUL: the longest name (RFC 1035, 2.3.4) */
    PUBLIC_PATH_MAX = 100, /* of the path of a public URL */
    WEB_ORIGIN_MAX = WEB_HOST_MAX + 16, /* of an origin as text */
    FRAME_ANCESTORS_SITES = 16,         /* that may be named */
    FRAME_ANCESTORS_MAX = FRAME_ANCESTORS_SITES * (WEB_ORIGIN_MAX + 1),
};

typedef struct {
    char name[WEB_HOST_MAX + 1]; /* "club.example", "192.0.2.1", "[2001:db8::1]" */
    int port;                    /* 0: not said */
} WebHost;

typedef struct {
    bool https;
    WebHost host; /* with its port always set */
} WebOrigin;

/* "HOST" or "HOST:PORT", as in a Host header (RFC 9110, 7.2). False for anything else. */
bool web_host_parse(const char *text, size_t length, WebHost *host);
/* "http://HOST" or "https://HOST", with or without a port, as in an Origin header; false for anything else,
 * such as "null". */
bool web_origin_parse(const char *text, size_t length, WebOrigin *origin);
bool web_origin_is_same(const WebOrigin *one, const WebOrigin *other);
/* Whether a request from such a page was for the host; a missing port is the scheme's own. */
bool web_origin_has_host(const WebOrigin *origin, const WebHost *host);

/* As browsers write it: "https://club.example", with the port unless it is the scheme's own. */
void web_origin_print(const WebOrigin *origin, char out[WEB_ORIGIN_MAX + 1]);

typedef struct {
    WebOrigin origin;
    char path[PUBLIC_PATH_MAX + 1]; /* "" or "/chess" */
} PublicUrl;

/* An origin, then a path of letters, digits and - . _ ~ or none; slashes at its end are left out. False, and
 * nothing changed, for anything else: a query, a fragment, a user, empty or dotted parts. */
bool public_url_parse(const char *text, PublicUrl *url);

/* The sites whose pages may show a page in a frame, as in Content-Security-Policy (CSP 3, 6.4.2): "any", "none", or
 * up to FRAME_ANCESTORS_SITES origins with commas between. False for anything else; *out is then of no use. */
bool frame_ancestors_parse(const char *text, char out[FRAME_ANCESTORS_MAX + 1]);
