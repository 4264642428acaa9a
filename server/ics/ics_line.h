/* ics_line.h - lines of text for people, and words of what they type. Pure. */
#pragma once

#include "text.h"

#include <stdbool.h>

/* As printf. */
__attribute__((format(printf, 2, 3))) void ics_put(Text *out, const char *format, ...);

/* The next word, ended by a NUL, in small letters when 'small'; "" at the end. *rest moves behind it. */
char *ics_word(char **rest, bool small);
/* What is left without blanks around it. */
char *ics_rest(char *rest);
/* Digits only, up to 999,999; -1 for anything else. */
int ics_number(const char *word);
bool ics_begins(const char *text, const char *with);

typedef struct {
    unsigned width; /* columns; 0: lines are not broken */
    bool utf8;      /* else letters beyond ASCII come as &#x3b1; */
} IcsShape;
/* Appends lines ended by LF as a terminal wants them: ended by CR LF, and those for people, which do not begin with "<", broken
 * with "\   " at the beginning of what follows, as on FICS. Characters that could control a terminal are left out. */
void ics_shape(const IcsShape *shape, const char *text, size_t length, Text *out);

/* The most similar of 'count' names, at most two letters away; NULL when none is. */
const char *ics_similar(const char *word, const char *(*name)(int at), int count);
