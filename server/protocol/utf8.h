/* utf8.h - one character of UTF-8 at a time, strictly (RFC 3629): no overlong forms, no surrogates. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes of the character that begins 'bytes', 1 to 4, and its code point; 0 when there is none. */
size_t utf8_take(const char *bytes, size_t length, uint32_t *point);

/* Whether people may write that character in one line: no control characters, no line separators, and none
 * that change the direction of writing, with which a text could pass for another (Unicode TR 36, 2.5). */
bool utf8_is_plain(uint32_t point);
bool utf8_is_blank(uint32_t point);
