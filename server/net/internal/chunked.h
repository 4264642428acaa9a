/* chunked.h - the chunked transfer coding (RFC 9112, 7.1), taken apart byte by byte.
 *
 * Pure: it keeps its place between calls and no bytes. Extensions and trailers are read and let go, up to a
 * bound; a line that does not end in CRLF, has other control characters, or is no header is an error. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CHUNKED_DIGITS_MAX = 8,   /* of a chunk's length, in hexadecimal */
    CHUNKED_EXTRA_MAX = 1024, /* bytes of all extensions and trailers of a body */
};

typedef enum { CHUNKED_MORE, CHUNKED_DATA, CHUNKED_END, CHUNKED_BAD } ChunkedResult;

typedef struct {
    int place;
    uint64_t left; /* of this chunk */
    unsigned digits, extra;
} Chunked;

/* Begins with {0}. Takes bytes until it has something to say; *used is how many. CHUNKED_DATA: at *data there are
 * *data_length bytes of the body, counted in *used. CHUNKED_MORE: all were taken. CHUNKED_END: the body is whole. */
ChunkedResult chunked_read(Chunked *chunked, const char *bytes, size_t length, size_t *used,
                           const char **data, size_t *data_length);
