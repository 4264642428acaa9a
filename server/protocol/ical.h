/* ical.h - lines of an iCalendar object (RFC 5545), appended to a Text: escaped, folded, ended by CRLF.
 *
 * Pure. 'name' is a property's name with its parameters, if any, as it is written. */
#pragma once

#include "text.h"

enum {
    ICAL_LINE_MAX = 75, /* bytes of a line, without its end (RFC 5545, 3.1) */
};

/* "NAME:value": a value that needs no escaping, such as a word, a number, a URL. Control characters are left out. */
void ical_line(Text *text, const char *name, const char *value);
/* The same for words that people wrote (TEXT, RFC 5545, 3.3.11): UTF-8 of any kind, of which at most 'most' bytes are
 * kept, and whole characters. */
void ical_words(Text *text, const char *name, const char *words, size_t most);
/* "NAME:20261122T180000Z": an instant, in ms since 1970; UTC (RFC 5545, 3.3.5). From 1970 to 9999. */
void ical_time(Text *text, const char *name, int64_t wall);
