/* text.h - a growing buffer that JSON is printed into: no tree, no copies, and the commas come by
 * themselves.
 *
 * The owner begins with text_init and ends with text_clear; text_reset keeps the memory for the next
 * message. Out of memory ends the process. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *bytes; /* 'length' of them and a NUL; NULL before the first */
    size_t length, size;
    int depth; /* objects and arrays that are open */
} Text;

void text_init(Text *text);
void text_clear(Text *text);
/* The same for a text with a secret in it, which is overwritten. */
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
void text_halves(Text *text, const char *name,
                 int64_t halves); /* 3 is printed as 1.5; never negative */
void text_hundredths(Text *text, const char *name, int64_t hundredths); /* 1225: 12.25 */
void text_bool(Text *text, const char *name, bool value);
void text_null(Text *text, const char *name);
