/* http_request.h - a request as the floors above see it: what its parsed head says, decoded, as texts with a NUL; and
 * its body, as far as it has come. */
#pragma once

#include "chunked.h"
#include "http_head.h"
#include "remote.h"

/* Bytes of room that are enough for the texts of any request with this head. */
size_t http_request_room(const HttpHead *head);

/* Fills in all of *request that the head says; address, page, place and body are the caller's. 0, or the status to
 * refuse with: the path or the query cannot be decoded. */
int http_request_read(const HttpHead *head, char *room, HttpRequest *request);

/* A header's value as a text; several lines are joined by ", ", of Cookie by "; ". NULL when it is absent. 'room' has all that
 * http_request_room says, and moves on. */
const char *http_request_text(const HttpHead *head, const char *name, char **room);

/* ---- a request that is coming in ---- */

/* Its body grows as it comes: a length that is only announced costs nothing. */
typedef struct IncomingRequest IncomingRequest;

struct IncomingRequest {
    HttpRequest request; /* its texts are here, too */
    HttpBodyKind kind;
    uint64_t expected; /* of a body of known length */
    uint64_t came;     /* bytes of it that were read, kept or not */
    size_t most;       /* that are kept */
    bool too_long;     /* it is read and let go */
    bool expects;      /* 100-continue */
    uint64_t begun_at; /* uv_now at which the body began */
    Chunked chunked;
    char *body;
    size_t body_size;
    Remote client;
    bool is_proxied; /* the client is whom a proxy names */
    size_t texts_size;
    char texts[];
};

/* Copies what it needs of the head. NULL: the path or query cannot be decoded. 'peer': the connection's other end. */
IncomingRequest *incoming_request_new(const HttpHead *head, const RemoteRules *rules,
                                      const Address *peer, bool is_tls);
void incoming_request_free(
    IncomingRequest *incoming); /* wipes it, since it may tell a password; NULL is none */

typedef enum { INCOMING_MORE, INCOMING_WHOLE, INCOMING_BAD } IncomingResult;
/* Takes bytes of the body; *used is how many. */
IncomingResult incoming_request_take(IncomingRequest *incoming, const char *bytes, size_t length,
                                     size_t *used);
