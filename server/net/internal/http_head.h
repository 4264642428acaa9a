/* http_head.h - the head of one HTTP/1 request: its first line and its headers, by RFC 9112 to the letter.
 *
 * Pure and total: any bytes are safe, and what one reader could take otherwise than another is refused, since
 * requests are smuggled in that gap. What it finds points into the bytes that it was given; nothing to free. */
#pragma once

#include "http.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HTTP_HEAD_MAX = 8192,    /* bytes of all of it */
    HTTP_TARGET_MAX = 6144,  /* of them, for the target of the request */
    HTTP_HEADERS_MAX = 64,   /* lines */
    HTTP_LENGTH_DIGITS = 15, /* of a Content-Length */
};

/* Bytes without a NUL behind them. */
typedef struct {
    const char *text;
    size_t length;
} Span;

typedef struct {
    Span name, value; /* the value without the white space around it */
} HttpLine;

typedef enum { BODY_ABSENT, BODY_OF_LENGTH, BODY_CHUNKED } HttpBodyKind;

typedef struct {
    size_t size; /* bytes that it took, with the empty line at its end */
    HttpMethod method;
    Span target; /* origin-form, or "*"; of an absolute-form what follows the authority */
    Span host;   /* of an absolute-form its authority (RFC 9112, 3.2.2); else the Host header */
    int minor;   /* of HTTP/1: 0 or 1 */
    HttpBodyKind body;
    uint64_t length;  /* of a BODY_OF_LENGTH */
    bool keeps_alive; /* the connection may serve another request */
    bool upgrades;    /* HTTP/1.1 with "upgrade" in Connection, and an Upgrade header */
    bool expects;     /* 100-continue */
    HttpLine lines[HTTP_HEADERS_MAX];
    size_t line_count;
    const char *reason; /* of a refusal: a sentence for people */
} HttpHead;

enum { HTTP_HEAD_WHOLE = 0, HTTP_HEAD_UNFINISHED = -1 };

/* HTTP_HEAD_WHOLE, HTTP_HEAD_UNFINISHED while more must come, or the status to refuse with. */
int http_head_parse(const char *bytes, size_t length, HttpHead *head);

/* The value of the first header of that name (lower case); {NULL, 0} when there is none. */
Span http_head_find(const HttpHead *head, const char *name);
/* Whether a comma-separated header, in all its lines, has that element (lower case). */
bool http_head_lists(const HttpHead *head, const char *name, const char *element);

bool http_is_token_byte(unsigned char byte); /* RFC 9110, 5.6.2 */
bool span_is(Span span, const char *text);   /* without regard to ASCII case */
