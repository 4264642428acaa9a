/* http.h - which answer belongs to which HTTP request: the page's files, and what the server has to
 * answer itself.
 *
 * Pure: no sockets, no headers read or written here; http_request.h and http_reply.h do that. Bodies
 * and texts in an answer are constant or lent by whoever filled it in; nothing to free. */
#pragma once

#include "auth.h"
#include "page.h"
#include "web_origin.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    HTTP_GET,
    HTTP_HEAD,
    HTTP_POST,
    HTTP_PUT,
    HTTP_DELETE,
    HTTP_OPTIONS,
    HTTP_OTHER
} HttpMethod;

/* Which of the server's ports a request came to. */
typedef enum {
    DOOR_PUBLIC,
    DOOR_METRICS,  /* the metrics, and nothing else */
    DOOR_REDIRECT, /* plain HTTP, sent on to https */
    DOOR_ICS,      /* no HTTP: NetHooks.connection has what comes to it */
} HttpDoor;

/* Header values are NULL when the header is absent. */
typedef struct {
    HttpDoor door;
    HttpMethod method;
    const char
        *target; /* as received, with the query, not decoded; in ASCII; NULL when it is empty */
    const char *path; /* without the query, percent-decoded */
    const char *
        arguments; /* the query, decoded: "name=value" one after the other; an empty one ends the list */
    const char *accept_encoding, *if_none_match, *accept, *content_type, *user_agent;
    AuthHeaders auth;
    const char *host; /* the Host header; its syntax is valid (RFC 9110, 7.2) */
    const char
        *base; /* what absolute links to this server begin with (remote.h); "" or NULL: unknown */
    const char *address; /* the client's key for limits (address_key) */
    bool has_length;     /* it said how long its body is */
    const char *body;    /* 'length' bytes, no NUL behind them; never NULL */
    size_t length;
} HttpRequest;

typedef struct {
    int status;
    const char *type; /* Content-Type; NULL with no body */
    const void *body; /* also for HEAD: only its length is sent */
    size_t length;
    bool constant;               /* the body lives as long as the program, and need not be copied */
    const char *encoding;        /* Content-Encoding, or NULL */
    const char *etag;            /* or NULL */
    const char *cache;           /* Cache-Control */
    const char *allow;           /* of a 405, or NULL */
    const char *file;            /* a name under which a browser saves it, or NULL */
    const char *cookie;          /* Set-Cookie, or NULL */
    const char *old_cookie;      /* a second Set-Cookie, or NULL */
    const char *device;          /* another Set-Cookie, or NULL */
    const char *request_id;      /* X-Request-Id, or NULL; the connection's own to fill in */
    const char *location;        /* of a redirection, or NULL */
    int retry_after;             /* s, of a 429 or 503; 0: not said */
    const char *policy;          /* Content-Security-Policy in place of the page's, or NULL */
    const char *frame_ancestors; /* the sites whose pages may show it in a frame; NULL: none */
    bool shared;                 /* pages of other sites may load it */
    bool cors;                   /* and their scripts may read it (Fetch, 3.2) */
    bool vary;                   /* another Accept-Encoding would have got a different body */
} HttpAnswer;

/* What is left for the server to answer. */
typedef enum { ROUTE_ANSWERED, ROUTE_HEALTH, ROUTE_METRICS } HttpRoute;

/* How the page's files are found; NULL, in place of one, when the page is not in this build. */
typedef struct {
    const PageFile *(*find)(const void *context, const char *path);
    const void *context;
} HttpFind;

/* Fills in *answer, or says what to answer. The API has routes of its own (api.h). */
HttpRoute http_route(const HttpRequest *request, const HttpFind *find, HttpAnswer *answer);

/* What a path of the page is about, for link previews. */
typedef enum {
    HTTP_ABOUT_SITE,
    HTTP_ABOUT_GAME,
    HTTP_ABOUT_CHALLENGE,
    HTTP_ABOUT_PICTURE,   /* "/game/ID.png": a game's position */
    HTTP_ABOUT_ANIMATION, /* "/game/ID.gif": a whole game */
} HttpAbout;
enum { HTTP_ABOUT_ID_MAX = 12 };
/* With the id of the game or challenge. Games on the visitor's own device do not count: nobody else knows
 * them. */
HttpAbout http_about(const char *path, char id[HTTP_ABOUT_ID_MAX + 1]);

/* Whether the path is of the page that other sites show in a frame: "/embed/game/ID", also as one side sees it, or
 * "/embed/board". */
bool http_is_embedded(const char *path);

/* By which service managers and other processes call a port; any other name is the public one. */
const char *http_door_name(HttpDoor door);
HttpDoor http_door_of(const char *name);

/* A status with its sentence for people, as plain text. */
void http_plain(HttpAnswer *answer, int status, const char *sentence);

/* Where DOOR_REDIRECT redirects to: the same target over https, on 'port' of the public URL's host, or of the
 * requested host when 'url' is NULL. False when there is none. Cut off at 'size'. */
bool http_redirect_url(const HttpRequest *request, const PublicUrl *url, int port, char *out,
                       size_t size);

/* Whether Accept-Encoding allows a coding: by name or by *, unless its q is 0. */
bool http_accepts(const char *accept_encoding, const char *coding);
/* Whether If-None-Match names the tag (weakly compared) or is *. */
bool http_matches(const char *if_none_match, const char *etag);

/* The headers that every answer carries: name with colon, value. NULL ends the list. Behind the policy comes who may
 * show it in a frame (CSP 3, 6.4.2). */
typedef struct {
    const char *name, *value;
} HttpHeader;
extern const HttpHeader HTTP_SECURITY[];
