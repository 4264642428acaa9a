/* board_view.h - a game drawn as text: board, names, clocks, captured pieces, the last moves.
 *
 * Pure. From 20 columns on; from 56 on the names stand beside the board. With 'plain' nothing is drawn: there are
 * sentences instead, for screen readers. */
#pragma once

#include "line.h"
#include "text.h"

enum {
    BOARD_VIEW_SIDE = 56,      /* columns from which on the names stand beside the board */
    BOARD_VIEW_NAME_MAX = 32,  /* bytes */
    BOARD_VIEW_CLOCK_MAX = 16, /* bytes of a clock as text */
    BOARD_VIEW_TENTHS = 20000, /* ms below which a clock shows tenths of a second */
};

/* How somebody wants to see the board. */
typedef struct {
    unsigned
        columns; /* of the terminal; 0 is not known, as through a pipe: nothing is broken into lines */
    bool unicode; /* chess symbols, or letters: capitals are White's */
    bool colors;  /* by ANSI sequences (ECMA-48) */
    bool plain;
    bool flipped; /* Black below */
} BoardView;

/* What is to be seen. */
typedef struct {
    const Line *line;
    char name[2][BOARD_VIEW_NAME_MAX]; /* by Color */
    bool timed;
    int64_t clock[2]; /* ms */
    bool over;        /* nobody is to move */
} BoardScene;

/* Appends whole lines. */
void board_view_print(const BoardView *view, const BoardScene *scene, Text *out);
/* "1:05:09", "4:59", "0:09.3". Rounded up as clocks are read: 0:00 is only shown when no time is left. */
const char *board_view_clock(int64_t ms, char out[BOARD_VIEW_CLOCK_MAX]);
/* Captured pieces of that colour, the most valuable first: symbols, letters or words; "" when none. */
void board_view_captured(const BoardView *view, const Line *line, Color color, Text *out);
