#include "username.h"

#include <string.h>

/* Nobody may pose as the server: names that it uses itself, on the wire, and as people know them. */
static const char *const RESERVED[] = {
    "admin",    "administrator", "anonymous", "api",       "bot",    "castled", "everybody",
    "ghost",    "lichess",       "mod",       "moderator", "nobody", "null",    "official",
    "operator", "owner",         "root",      "server",    "staff",  "support", "sysop",
    "system",   "team",          "undefined", "unknown",   "user",   "you",
};

/* Beginnings of names that the server gives itself. */
static const char *const RESERVED_BEGINNINGS[] = {"guest", "computer", "deleted"};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_mark(char c)
{
    return c == '_' || c == '-';
}

const char *username_error_text(UsernameError error)
{
    static const char *const TEXTS[] = {
#define X(name, code, text) text,
        USERNAME_ERRORS(X)
#undef X
    };
    return TEXTS[error];
}

const char *username_error_code(UsernameError error)
{
    static const char *const CODES[] = {
#define X(name, code, text) code,
        USERNAME_ERRORS(X)
#undef X
    };
    return CODES[error];
}

static bool is_reserved(const char *name)
{
    char skeleton[SKELETON_MAX + 1], other[SKELETON_MAX + 1];
    username_skeleton(name, skeleton);
    for (size_t i = 0; i < sizeof RESERVED / sizeof *RESERVED; i++) {
        username_skeleton(RESERVED[i], other);
        if (strcmp(skeleton, other) == 0)
            return true;
    }
    for (size_t i = 0; i < sizeof RESERVED_BEGINNINGS / sizeof *RESERVED_BEGINNINGS; i++)
        if (strncmp(skeleton, other, username_skeleton(RESERVED_BEGINNINGS[i], other)) == 0)
            return true;
    return false;
}

UsernameError username_check(const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < length; i++)
        if (!is_letter(name[i]) && !is_digit(name[i]) && !is_mark(name[i]))
            return USERNAME_CHARACTER;
    if (length < USERNAME_MIN)
        return USERNAME_SHORT;
    if (length > USERNAME_MAX)
        return USERNAME_LONG;
    if (!is_letter(name[0]))
        return USERNAME_BEGIN;
    if (is_mark(name[length - 1]))
        return USERNAME_END;
    for (size_t i = 1; i < length; i++)
        if (is_mark(name[i]) && is_mark(name[i - 1]))
            return USERNAME_DOUBLE;
    return is_reserved(name) ? USERNAME_RESERVED : USERNAME_OK;
}

size_t username_skeleton(const char *name, char skeleton[SKELETON_MAX + 1])
{
    size_t length = 0;
    for (size_t i = 0; i < USERNAME_MAX && name[i]; i++) {
        char c = name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] - 'A' + 'a') : name[i];
        switch (c) {
        case '_':
        case '-': break;
        case '0': skeleton[length++] = 'o'; break;
        case '1':
        case 'i': skeleton[length++] = 'l'; break;
        case 'm':
            skeleton[length++] = 'r';
            skeleton[length++] = 'n';
            break;
        case 'w':
            skeleton[length++] = 'v';
            skeleton[length++] = 'v';
            break;
        default: skeleton[length++] = c;
        }
    }
    skeleton[length] = '\0';
    return length;
}
