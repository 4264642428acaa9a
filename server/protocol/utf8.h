/* utf8.h - UTF-8 one character at a time, strictly (RFC 3629): no overlong forms, no surrogates. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length of the character at the start of 'bytes', 1 to 4, and its code point; 0 when there is no
 * valid one. */
size_t utf8_take(const char *bytes, size_t length, uint32_t *point);

bool utf8_is_valid(const char *bytes, size_t length);

/* The bytes as UTF-8: what is none is taken for ISO 8859-1, without its control characters. 'out' has room for twice as many bytes and
 * the NUL; returns the length. */
size_t utf8_from_bytes(const char *bytes, size_t length, char *out);

/* Whether people may use that character in a line of text: no control characters, no line separators, and
 * none that change the direction of writing, which could make one text look like another (Unicode TR 36,
 * 2.5). */
bool utf8_is_plain(uint32_t point);
/* Whether a text may be shown to others as a line: it is valid, each character is plain, and no letter has more marks above or
 * below it than in any language, which would be drawn over the lines beside it. */
bool utf8_is_line(const char *text);
/* The same for a text of several lines, which end with \n, \r or both. */
bool utf8_is_lines(const char *text);
/* How many characters a valid text has. */
size_t utf8_count(const char *text);
bool utf8_is_blank(uint32_t point);
/* Whether there is anything in it to see: what has no such name cannot be clicked, or told from what is beside it. */
bool utf8_is_seen(const char *text);
