/* ics_board.h - a position as an Internet Chess Server shows it: style 12 for programs, other styles for people.
 *
 * Style 12 is a line of fields between blanks, as FICS documents it ("help style12"): eight ranks from the eighth on, the
 * side to move, the file of a pawn that has just moved two squares or -1, four castling rights, plies since the last capture
 * or pawn move, the game's number, both names, the relation of whoever reads it, minutes and increment, both sides'
 * material, both clocks, the number of the next move, the last move in two notations around the time it took, whether
 * Black is below, whether a clock runs, and the lag. Pure. */
#pragma once

#include "heard_game.h"
#include "text.h"

/* Style 12's relations. */
typedef enum {
    ICS_INITIAL = -4,   /* the position that a game began from, in a list of its moves */
    ICS_ISOLATED = -3,  /* a position of no game that goes on here */
    ICS_OPPONENTS = -1, /* I play, and it is the opponent's move */
    ICS_OBSERVING = 0,
    ICS_MINE = 1,
} IcsRelation;

enum {
    ICS_STYLE_GRID = 1,   /* a board with lines, names and clocks beside it */
    ICS_STYLE_SMALL = 2,  /* letters and dots: fits into 20 columns */
    ICS_STYLE_PLAIN = 3,  /* letters with coordinates, clocks below */
    ICS_STYLE_SPOKEN = 9, /* the last move in words, for screen readers */
    ICS_STYLE_PROGRAM = 12,
    ICS_MOVE_WORDS_MAX = 16, /* "K/e1-e2", "P/e7-e8=Q", "o-o-o" */
};

typedef struct {
    const HeardGame *game;
    int number;
    IcsRelation relation;
    bool flipped;     /* Black below */
    bool thousandths; /* clocks in ms (iset ms) */
    int64_t elapsed;  /* ms that the last move took */
    int32_t lag;      /* ms */
    int64_t now;
} IcsView;

bool ics_style_is_known(int style);
/* Appends whole lines, ended by LF. */
void ics_board(int style, const IcsView *view, Text *out);
/* Pawn 1, knight and bishop 3, rook 5, queen 9. */
int ics_material(const Position *pos, Color color);

/* The newest move: in SAN, and as style 12 has it; "none" before the first. */
typedef struct {
    char san[SAN_MAX];
    char words[ICS_MOVE_WORDS_MAX];
    Position before;
    Move move; /* MOVE_NONE before the first */
} IcsMove;
void ics_last_move(const HeardGame *game, IcsMove *last);
/* A legal move, as style 12 has it. */
void ics_move_words(const Position *before, Move move, char out[ICS_MOVE_WORDS_MAX]);
