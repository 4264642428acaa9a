/* letters.h - text that is put together piece by piece in a buffer; what does not fit is counted and left out. */
#pragma once

#include <stddef.h>

typedef struct {
    char *text;
    size_t size, length;
} Letters;

void letters_add(Letters *letters, const char *text);
void letters_char(Letters *letters, char letter);
void letters_spaces(Letters *letters, int count);
/* Right-aligned in at least 'width' places that are filled with 'fill'. */
void letters_number(Letters *letters, int value, int width, char fill);
/* "11.5", right-aligned. */
void letters_points(Letters *letters, int tenths, int width);
/* Left-aligned in exactly 'width' characters of UTF-8. */
void letters_padded(Letters *letters, const char *text, int width);
/* Ends the text with 0, cutting it where it did not fit. */
void letters_end(Letters *letters);
