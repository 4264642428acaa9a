/* remote.h - the other end of a connection: its address for limits, whether it uses https, and whether the page that
 * asks is one of this server's.
 *
 * What a proxy says counts only when that proxy is trusted. The client is the nearest hop, counted from this end,
 * that is not a trusted proxy; if a hop cannot be parsed, the last one that could be counts, so that free text never
 * becomes an address. X-Forwarded-* take precedence over Forwarded (RFC 7239): nearly all proxies write those, and
 * many pass Forwarded on as it came, so that it may be the client's own invention. Pure: any bytes are safe; nothing
 * to free. */
#pragma once

#include "address.h"
#include "auth.h"
#include "web_origin.h"

enum {
    REQUEST_ID_MAX = 64,  /* letters, digits and . _ - */
    REMOTE_HOPS_MAX = 16, /* proxies in a row that are looked at */
    REMOTE_BASE_MAX = WEB_ORIGIN_MAX + PUBLIC_PATH_MAX,
};

/* The operator's options; they live as long as the server. */
typedef struct {
    AddressBlocks proxies;
    bool has_public_url;
    PublicUrl public_url;
} RemoteRules;

/* Values of a request's headers; NULL when absent. Several lines of one name are joined by ", " in the order in
 * which they came (RFC 9110, 5.3), of Cookie by "; ". */
typedef struct {
    const char *forwarded_for, *forwarded_proto, *forwarded_host; /* X-Forwarded-... */
    const char *forwarded;
    const char *host, *origin, *cookie;
    const char *fetch_site; /* Sec-Fetch-Site */
    const char *request_id; /* X-Request-Id */
} RemoteHeaders;

typedef struct {
    char request_id[REQUEST_ID_MAX + 1]; /* that a trusted proxy has given; "" when there is none */
    char address[ADDRESS_MAX + 1]; /* address_key of the client; "" when the peer is unknown */
    PageKind page;
    CookiePlace place; /* for cookies */
    /* What links to this server begin with for the client: the public URL, or else the requested scheme and host,
     * as a trusted proxy tells them; without a slash at the end. "" when no host was named. */
    char base[REMOTE_BASE_MAX + 1];
} Remote;

/* Trusts this machine only: 127.0.0.0/8 and ::1. */
void remote_usual(RemoteRules *rules);

/* 'peer' is the other end of the TCP connection, NULL if it is gone; 'tls' says that the connection itself is
 * encrypted.
 *
 * A page is ours when its Origin is the public URL's, where that is set. Else when it is what was asked for: the host
 * that a trusted proxy tells, or Host, and never http where the connection is known to be https. A proxy may have
 * replaced Host by its own name without saying so (nginx's plain proxy_pass). Then the browser's word counts:
 * "Sec-Fetch-Site: same-origin", which no page can set (Fetch Metadata, 2.3 and 4), or, as Chromium sends none with a
 * WebSocket's handshake, a cookie in which our page has put its origin (REMOTE_PAGE_COOKIE) and which pages of other
 * hosts cannot set: under https its name begins with "__Host-" (RFC 6265bis, 4.1.3.2). */
void remote_find(const RemoteRules *rules, const Address *peer, bool tls,
                 const RemoteHeaders *headers, Remote *client);

/* The public URL; "" when there is none. */
void public_url_print(const RemoteRules *rules, char url[REMOTE_BASE_MAX + 1]);

/* Under https with "__Host-" before it. Its value is the page's origin: "https://club.example". */
extern const char REMOTE_PAGE_COOKIE[];
