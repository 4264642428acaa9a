/* route.h - which handler is for which method and path, and what it requires.
 *
 * Pure: matching only. The table is in routes.c, a line for each. */
#pragma once

#include "http.h"
#include "rate_limit.h"

enum {
    ROUTE_PARTS_MAX = 3,
    ROUTE_PART_MAX = 64, /* bytes that a {} stands for, without the NUL */
    BODY_USUAL = 16 * 1024,
};

/* What becomes of a body. */
typedef enum {
    BODY_NONE,   /* no body: the query is read as fields */
    BODY_FIELDS, /* a form or a JSON object; without one, the query */
    BODY_MAYBE,  /* the same, and a request that doesn't say how long its body is has none */
    BODY_RAW,    /* the handler reads it; the query is fields */
} BodyKind;

typedef struct Call Call;

typedef struct {
    HttpMethod method; /* a GET is a HEAD's, too */
    const char *path;  /* {} stands for one or more characters other than a slash */
    int who;           /* of Who */
    uint32_t scopes;   /* a token needs one of these; 0: none */
    LimitKind limit;   /* by address */
    BodyKind body;
    size_t body_max; /* bytes; 0: BODY_USUAL */
    void (*handle)(Call *call);
} Route;

typedef char RouteParts[ROUTE_PARTS_MAX][ROUTE_PART_MAX + 1];

/* Whether the path matches the pattern, and what its {} stand for. One slash at the end is
 * ignored. */
bool route_matches(const char *pattern, const char *path, RouteParts parts);
/* The first route of that method and path. NULL without one; then *others has a bit 1 << method for each that
 * the path has. */
const Route *route_find(const Route *routes, size_t count, HttpMethod method, const char *path,
                        RouteParts parts, unsigned *others);
