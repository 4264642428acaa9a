/* username.h - which names an account may have, and when two of them look alike. Pure.
 *
 * 3 to 20 letters, digits, _ and - of ASCII; a letter first, a letter or digit last, never two of _ and - in a
 * row. Names that begin like those of guests and computers, and words that could be taken for the server
 * itself, are reserved. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    USERNAME_MIN = 3,
    USERNAME_MAX = 20,
    SKELETON_MAX = 2 * USERNAME_MAX, /* bytes, without the NUL */
};

/* Each with its code for programs and a sentence for people. */
#define USERNAME_ERRORS(X)                                                                         \
    X(OK, "ok", "This username can be used.")                                                      \
    X(SHORT, "name_short", "A username must have at least 3 characters.")                          \
    X(LONG, "name_long", "A username may have at most 20 characters.")                             \
    X(CHARACTER, "name_character",                                                                 \
      "A username may only contain letters (A to Z), digits, _ and -.")                            \
    X(BEGIN, "name_begin", "A username must start with a letter.")                                 \
    X(END, "name_end", "A username must end with a letter or a digit.")                            \
    X(DOUBLE, "name_double", "A username may not contain two of _ and - in a row.")                \
    X(RESERVED, "name_reserved", "This username is reserved.")

typedef enum {
#define X(name, code, text) USERNAME_##name,
    USERNAME_ERRORS(X)
#undef X
} UsernameError;

const char *username_error_text(UsernameError error);
const char *username_error_code(UsernameError error);
UsernameError username_check(const char *name);

/* The same for all names that could be mistaken for each other (after Unicode TS 39): case, _ and - don't count,
 * 0 is o, 1 and i are l, m is rn, w is vv. Other characters are kept. Returns the length. */
size_t username_skeleton(const char *name, char skeleton[SKELETON_MAX + 1]);
