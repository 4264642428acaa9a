/* scope.h - what an API token may do, in the words of the Lichess API. Pure. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The bits are in databases: they stay, new ones follow. */
#define SCOPES(X)                                                                                  \
    X(PREFERENCE_READ, "preference:read", 0)                                                       \
    X(PREFERENCE_WRITE, "preference:write", 1)                                                     \
    X(CHALLENGE_READ, "challenge:read", 2)                                                         \
    X(CHALLENGE_WRITE, "challenge:write", 3)                                                       \
    X(FOLLOW_READ, "follow:read", 4)                                                               \
    X(FOLLOW_WRITE, "follow:write", 5)                                                             \
    X(MSG_WRITE, "msg:write", 6)                                                                   \
    X(BOARD_PLAY, "board:play", 7)                                                                 \
    X(BOT_PLAY, "bot:play", 8)                                                                     \
    X(CHALLENGE_BULK, "challenge:bulk", 9)                                                         \
    X(TOURNAMENT_WRITE, "tournament:write", 10)                                                    \
    X(TEAM_READ, "team:read", 11)                                                                  \
    X(TEAM_WRITE, "team:write", 12)                                                                \
    X(TEAM_LEAD, "team:lead", 13)                                                                  \
    X(EMAIL_READ, "email:read", 14)

typedef enum {
#define X(name, word, bit) SCOPE_##name = 1 << (bit),
    SCOPES(X)
#undef X
} Scope;

enum {
    SCOPES_NONE = 0,
    SCOPES_ALL = 0
#define X(name, word, bit) | SCOPE_##name
    SCOPES(X)
#undef X
        ,
    /* Groups of scopes of which any one is enough, as in the Lichess API. */
    SCOPES_PLAY = SCOPE_BOARD_PLAY | SCOPE_BOT_PLAY,
    SCOPES_CHALLENGE = SCOPE_CHALLENGE_WRITE | SCOPES_PLAY,
    SCOPES_MUTE = SCOPE_FOLLOW_WRITE | SCOPES_PLAY,
    SCOPES_REPORT = SCOPES_MUTE, /* whoever may do nothing for its owner accuses nobody, either */
    SCOPES_TEAM = SCOPE_TEAM_WRITE | SCOPE_TEAM_LEAD,
    SCOPES_HEAR = SCOPE_CHALLENGE_READ | SCOPES_PLAY, /* its event stream */
};

enum { SCOPES_TEXT_MAX = 256 };

/* 0 when it is not a scope. */
uint32_t scope_parse(const char *word);
/* The word of one scope. */
const char *scope_word(uint32_t scope);
/* Their words, separated by commas. */
const char *scopes_print(uint32_t scopes, char text[SCOPES_TEXT_MAX]);
