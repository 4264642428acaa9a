/* http.h - which answer belongs to which HTTP request: the page's files, and what is asked of the server.
 *
 * Pure: no sockets, no headers read or written here; ws.c does that with what an HttpAnswer says. Bodies
 * and texts in an answer are constant or lent by whoever filled it in; nothing to free. */
#pragma once

#include "command.h"
#include "page.h"
#include "terms.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum { HTTP_GET, HTTP_HEAD, HTTP_OTHER } HttpMethod;

/* Header values are NULL when the header is absent. */
typedef struct {
    HttpMethod method;
    const char *path; /* without the query, percent-decoded */
    const char *accept_encoding;
    const char *if_none_match;
} HttpRequest;

typedef struct {
    int status;
    const char *type; /* Content-Type; NULL with no body */
    const void *body; /* of a HEAD's answer too: only its length is told */
    size_t length;
    const char *encoding; /* Content-Encoding, or NULL */
    const char *etag;     /* or NULL */
    const char *cache;    /* Cache-Control */
    const char *allow;    /* of a 405, or NULL */
    const char *file;     /* a name under which a browser saves it, or NULL */
    bool vary;            /* another Accept-Encoding would have got other bytes */
} HttpAnswer;

/* What is left for the server to say. */
typedef enum { ROUTE_ANSWERED, ROUTE_HEALTH, ROUTE_METRICS, ROUTE_PGN } HttpRoute;

/* How the page's files are found: page_find, or NULL when the page is not in this build. */
typedef const PageFile *(*HttpFind)(const char *path);

/* Fills in *answer, or says what to answer; ROUTE_PGN with the game's id. */
HttpRoute http_route(const HttpRequest *request, HttpFind find, HttpAnswer *answer, GameId *game);

/* A status with its sentence for people, as plain text. */
void http_plain(HttpAnswer *answer, int status, const char *sentence);

/* Whether Accept-Encoding allows a coding: by name or by *, unless its q is 0. */
bool http_accepts(const char *accept_encoding, const char *coding);
/* Whether If-None-Match names the tag (weakly compared) or is *. */
bool http_matches(const char *if_none_match, const char *etag);

/* The headers that every answer carries: name with colon, value. NULL ends the list. */
typedef struct {
    const char *name, *value;
} HttpHeader;
extern const HttpHeader HTTP_SECURITY[];
