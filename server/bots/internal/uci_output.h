/* uci_output.h - what a UCI program sends, one line at a time.
 *
 * Total: any bytes give one of the kinds below. Everything else in UCI (refutations, registration, strings for
 * people) is UCI_SAYS_NOTHING. Pure. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UCI_TITLE_MAX = 64, UCI_MOVE_MAX = 8 };

typedef enum {
    UCI_SAYS_NOTHING,
    UCI_SAYS_TITLE,  /* id name: title */
    UCI_SAYS_OPTION, /* option: its name in title; for a spin least and most */
    UCI_SAYS_UCIOK,
    UCI_SAYS_READYOK,
    UCI_SAYS_SCORE, /* info with a score: score, as SCORE_MATE counts mates */
    UCI_SAYS_MOVE,  /* bestmove: move */
} UciOutputKind;

typedef struct {
    UciOutputKind kind;
    char title[UCI_TITLE_MAX + 1]; /* printable ASCII; the rest are blanks */
    bool spin;
    int32_t least, most;
    int32_t score;
    char move[UCI_MOVE_MAX + 1];
} UciOutput;

/* The line without its end. */
void uci_output_parse(const char *line, size_t length, UciOutput *said);
