/* text.h - a growing buffer that JSON is printed into: no tree, no copy, commas by themselves.
 *
 * The owner begins with text_init and ends with text_clear; text_reset keeps the memory for the next
 * message. Out of memory ends the process. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *bytes; /* 'length' of them, a NUL behind; NULL before the first */
    size_t length, size;
    int depth; /* objects and arrays that are open */
} Text;

void text_init(Text *text);
void text_clear(Text *text);
/* The same for one with a token in it. */
void text_wipe(Text *text);
void text_reset(Text *text);

void text_append(Text *text, const char *bytes, size_t length);

/* An object or array is opened as an element of whatever is open, or as its member 'name' (NULL for an
 * element).*/
void text_open(Text *text, const char *name, char bracket);
void text_close(Text *text, char bracket);
/* A member of the open object, or an element of the open array when 'name' is NULL. */
void text_string(Text *text, const char *name, const char *value); /* UTF-8, escaped; NULL: null */
void text_integer(Text *text, const char *name, int64_t value);
void text_halves(Text *text, const char *name, int64_t halves); /* 3 is 1.5; none is negative */
void text_bool(Text *text, const char *name, bool value);
void text_null(Text *text, const char *name);
