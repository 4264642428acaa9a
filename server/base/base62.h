/* base62.h - the letters of ids: digits, capital letters and small ones, in the order of ASCII. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { BASE62_LETTERS = 62 };
extern const char BASE62[BASE62_LETTERS + 1];

/* The value of a letter, from 0; -1 for anything else, NUL among it. */
int base62_value(char letter);
/* Whether the text is exactly so many letters. */
bool base62_is(const char *text, size_t length);
/* So many random letters and a NUL, from a source that nobody can guess. */
void base62_draw(char *text, size_t length);
