/* page.h - the web page's files, as they are built into the program.
 *
 * What the build of web-client made: index.html and the hashed files under /assets, each also
 * compressed. Nothing is computed, allocated or freed here; all of it is constant. Which path the
 * lobby or a game has is not known here either: the server answers those with "/". */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const unsigned char *data; /* NULL: not kept in this form, which would be no smaller */
    size_t size;
} PageBytes;

typedef struct {
    const char *path; /* "/", "/assets/index-1a2b3c4d.js" */
    const char *type; /* the whole value of Content-Type */
    const char *etag; /* with its quotes */
    bool immutable;   /* the name holds a hash of the bytes: may be cached for ever */
    PageBytes plain, gzip, brotli;
} PageFile;

/* The pieces as pixels (pieces.mjs): 8 * alpha + gray, both from 0 to 7, in rows from the top. White's come first, each
 * side's from pawn to king. */
enum { PAGE_PIECES = 12, PAGE_PIECE_SIZE = 60 };
typedef unsigned char PagePiece[PAGE_PIECE_SIZE][PAGE_PIECE_SIZE];
extern const PagePiece page_pieces[PAGE_PIECES];

/* Each of them in turn, from 0 on; NULL behind the last one. */
const PageFile *page_file(size_t index);
/* The file at exactly that path (no query, no decoding), or NULL. */
const PageFile *page_find(const char *path);
