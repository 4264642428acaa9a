/* username.h - which names an account may have, and when two of them look alike. Pure.
 *
 * 3 to 20 letters, digits, _ and - of ASCII; a letter first, a letter or digit last, never two of _ and - in a
 * row. Names that begin as those of guests and computers do, and words that would pass for the server itself,
 * are nobody's. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    USERNAME_MIN = 3,
    USERNAME_MAX = 20,
    SKELETON_MAX = 2 * USERNAME_MAX, /* bytes, without the NUL */
};

#define USERNAME_ERRORS(X)                                                                         \
    X(OK, "The name is good.")                                                                     \
    X(SHORT, "A name has at least 3 characters.")                                                  \
    X(LONG, "A name has at most 20 characters.")                                                   \
    X(CHARACTER, "A name has only letters (A to Z), digits, _ and -.")                             \
    X(BEGIN, "A name begins with a letter.")                                                       \
    X(END, "A name ends with a letter or a digit.")                                                \
    X(DOUBLE, "A name has no two of _ and - in a row.")                                            \
    X(RESERVED, "That name is kept for the server.")

typedef enum {
#define X(name, text) USERNAME_##name,
    USERNAME_ERRORS(X)
#undef X
} UsernameError;

const char *username_error_text(UsernameError error);
UsernameError username_check(const char *name);

/* What names that can be taken for each other have in common (after Unicode TS 39): the case of letters, _ and -
 * don't count, 0 is o, 1 and i are l, m is rn, w is vv. Returns the length; other characters are kept. */
size_t username_skeleton(const char *name, char skeleton[SKELETON_MAX + 1]);
