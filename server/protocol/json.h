/* json.h - whether bytes are one JSON object as RFC 8259 has it, and no larger than a request may be.
 *
 * cJSON, which builds the tree afterwards, is lenient: it takes control characters in strings, numbers
 * such as 01, and cuts a string at \u0000. What passes here, cJSON reads as it is meant. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    JSON_DEPTH_MAX = 8,    /* objects and arrays in each other */
    JSON_MEMBERS_MAX = 32, /* of an object, and elements of an array */
};

/* ASCII that stands for itself in a string. */
static inline bool json_is_plain(char c)
{
    return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

/* NULL, or what is wrong, in words that follow "JSON: ". */
const char *json_fault(const char *text, size_t length);
