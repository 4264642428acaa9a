/* engine_words.h - what a UCI program says, a line at a time.
 *
 * Total: any bytes give something that was said, or nothing worth noting. Pure. What UCI says a program may tell and
 * nobody here asks for (refutations, registration, strings for people) is nothing. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ENGINE_LINE_MAX =
        4096, /* longer ones are cut there: the moves at the end of an info may be many */
    ENGINE_TITLE_MAX = 64,
    ENGINE_MOVE_MAX = 8,
    ENGINE_OPTION_MAX = 32,
};

typedef enum {
    SAID_NOTHING,
    SAID_TITLE,  /* id name: title */
    SAID_OPTION, /* option: its name in title; for a spin least and most */
    SAID_UCIOK,
    SAID_READYOK,
    SAID_SCORE, /* info with a score: score, as SCORE_MATE counts mates */
    SAID_MOVE,  /* bestmove: move */
} EngineSaidKind;

typedef struct {
    EngineSaidKind kind;
    char title[ENGINE_TITLE_MAX + 1]; /* printable ASCII; the rest are blanks */
    bool spin;
    int32_t least, most;
    int32_t score;
    char move[ENGINE_MOVE_MAX + 1];
} EngineSaid;

/* The line without its end. */
void engine_words_read(const char *line, size_t length, EngineSaid *said);
