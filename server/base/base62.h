/* base62.h - the letters of ids: digits, capital letters and small ones, in the order of ASCII. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { BASE62_LETTERS = 62 };
extern const char BASE62[BASE62_LETTERS + 1];

/* The value of a letter, from 0; -1 for anything else, NUL among it. */
int base62_value(char letter);
/* Whether the text is exactly 'length' letters. */
bool base62_is(const char *text, size_t length);
/* Writes 'length' random letters and a NUL, from a cryptographic source. */
void base62_draw(char *text, size_t length);
