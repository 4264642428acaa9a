/* http_reply.h - an answer's head as text: the status line and the headers.
 *
 * Pure. */
#pragma once

#include "http.h"

enum { HTTP_REPLY_MAX = 10240 }; /* a Location repeats a whole target */

/* How the end of the body is told (RFC 9112, 6.3). */
typedef enum { REPLY_LENGTH, REPLY_CHUNKED, REPLY_UNTIL_CLOSE } ReplyFraming;

/* Prints it with the empty line behind it, and returns its length; 0 when it does not fit. A header that is not plain is
 * left out. 'ending': the connection is closed after it. 'wall' is the wall clock's ms, for Date. */
size_t http_reply_print(const HttpAnswer *answer, ReplyFraming framing, bool ending, int64_t wall,
                        char text[HTTP_REPLY_MAX]);

/* Whether the text can be in a line of a head: no control characters, which could end the line and begin another header or
 * answer (RFC 9110, 5.5). */
bool http_reply_is_plain(const char *text);

/* Whether an answer with this status has a body at all (RFC 9110, 6.4.1). */
bool http_reply_has_body(int status);
