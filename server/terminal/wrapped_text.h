/* wrapped_text.h - sentences for a terminal, broken into lines at blanks.
 *
 * Pure. Widths are counted in code points, which is right for all that castled writes. */
#pragma once

#include "text.h"

enum {
    SENTENCE_MAX = 2048, /* bytes of one sentence; a longer one is cut */
    COLUMNS_LEAST = 20,  /* a narrower terminal is treated as this wide */
};

/* Appends a sentence as printf would make it and a line end. It is broken so that no line has more than 'columns'
 * characters (a word that is longer is cut into pieces); 0: it is never broken. Line ends in it stay. */
__attribute__((format(printf, 3, 4))) void wrapped_say(Text *out, unsigned columns,
                                                       const char *format, ...);
/* The same without the line end, never broken: for parts of a line. */
__attribute__((format(printf, 2, 3))) void wrapped_add(Text *out, const char *format, ...);

/* The number of code points. */
size_t wrapped_width(const char *text, size_t length);
