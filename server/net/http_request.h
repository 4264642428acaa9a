/* http_request.h - a request as the floors above see it, from its parsed head: decoded, as texts with a NUL.
 *
 * Pure. The texts are copied into the caller's room, so that the head's bytes may go. */
#pragma once

#include "http_head.h"

/* Bytes of room that are enough for the texts of any request with this head. */
size_t http_request_room(const HttpHead *head);

/* Fills in all of *request that the head says; address, page, place and body are the caller's. 0, or the status to
 * refuse with: the path or the query cannot be decoded. */
int http_request_read(const HttpHead *head, char *room, HttpRequest *request);

/* A header's value as a text; several lines are joined by ", ", of Cookie by "; ". NULL when it is absent. 'room' has all that
 * http_request_room says, and moves on. */
const char *http_request_text(const HttpHead *head, const char *name, char **room);
