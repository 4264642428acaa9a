/* typed_line.h - a line that somebody typed: a command with its argument, or a move.
 *
 * Pure. Any bytes are safe: control characters and what is no UTF-8 are left out, and a line that is too long is
 * refused, never cut into something else. */
#pragma once

#include <stddef.h>

#include "notation.h"

enum {
    TYPED_LINE_MAX = 1024,  /* bytes of a line, without its end */
    TYPED_WORD_MAX = 16,    /* bytes of a command's name and the NUL */
    TYPED_REASON_MAX = 240, /* bytes of a reason and the NUL */
};

/* Each command: its name, how it is called, and what it does. */
#define TYPED_COMMANDS(X)                                                                          \
    X(ABORT, "abort", "abort", "Ends the game without a result while a side has not moved yet.")   \
    X(ACCEPT, "accept", "accept", "Accepts the draw or takeback that is offered to you.")          \
    X(ASCII, "ascii", "ascii", "Shows pieces as letters: capitals are White's.")                   \
    X(BOARD, "board", "board", "Shows the board again. In plain mode: each rank with its pieces.") \
    X(CLAIM, "claim", "claim [MOVE]",                                                              \
      "Claims a draw, when the position has occurred three times, or after 50 moves by each side " \
      "without a capture or a pawn's move; also with the move that would bring that about.")       \
    X(CLOCK, "clock", "clock", "Says what is left on both clocks.")                                \
    X(COLORS, "colors", "colors on|off", "Draws the board with colours, or without.")              \
    X(DECLINE, "decline", "decline", "Refuses the draw or takeback that is offered to you.")       \
    X(DRAW, "draw", "draw", "Offers a draw, claims one that is due, or accepts one.")              \
    X(FEN, "fen", "fen", "Prints the position in Forsyth-Edwards notation.")                       \
    X(FLIP, "flip", "flip", "Turns the board around.")                                             \
    X(HELP, "help", "help [COMMAND]", "Explains the commands.")                                    \
    X(HINT, "hint", "hint", "Says what the computer would play for you at its full strength.")     \
    X(LEVEL, "level", "level 1-13", "Sets the computer's strength; 13 is its best.")               \
    X(LOAD, "load", "load FILE", "Goes on with the first game of a PGN file.")                     \
    X(MOVES, "moves", "moves [SQUARE]",                                                            \
      "Lists the legal moves, or those of the piece on a square.")                                 \
    X(NEW, "new", "new", "Begins a new game like this one.")                                       \
    X(PGN, "pgn", "pgn", "Prints the game in PGN.")                                                \
    X(PIECES, "pieces", "pieces", "Lists the pieces of both sides with their squares.")            \
    X(PLAIN, "plain", "plain on|off",                                                              \
      "Speaks in sentences, for screen readers, or draws the board.")                              \
    X(QUIT, "quit", "quit", "Leaves.")                                                             \
    X(RESIGN, "resign", "resign", "Gives the game up.")                                            \
    X(SAVE, "save", "save FILE", "Writes the game to a new PGN file.")                             \
    X(SIDE, "side", "side white|black|both",                                                       \
      "Begins a new game: you play that side, or both are played here in turns.")                  \
    X(UNDO, "undo", "undo", "Takes back your last move, or a game's end.")                         \
    X(UNICODE, "unicode", "unicode", "Shows pieces as chess symbols.")                             \
    X(CHESS960, "960", "960 [0-959]",                                                              \
      "Begins a game of Chess960 from that position, or from one that is drawn.")

typedef enum {
    TYPED_NOTHING,  /* an empty line */
    TYPED_TOO_LONG, /* more than TYPED_LINE_MAX bytes */
    TYPED_MOVE,     /* no command: perhaps a move, which is in the argument */
#define X(name, word, form, help) TYPED_##name,
    TYPED_COMMANDS(X)
#undef X
        TYPED_COUNT
} TypedKind;

typedef struct {
    TypedKind kind;
    size_t length; /* of the argument */
    char argument[TYPED_LINE_MAX + 1];
} TypedLine;

void typed_line_read(TypedLine *typed, const char *text, size_t length);

/* Of a kind that is a command; "" for others. */
const char *typed_word(TypedKind kind);
const char *typed_form(TypedKind kind); /* "save FILE" */
const char *typed_help(TypedKind kind); /* a sentence */
/* The command with that name or short form; TYPED_MOVE when there is none. */
TypedKind typed_find(const char *word, size_t length);
/* The command whose name is most like that word, by letters that are wrong, missing or swapped; TYPED_MOVE when none is
 * like it. */
TypedKind typed_guess(const char *word, size_t length);

/* A move as people write it: e2e4, e2-e4, e4, Nbd7, nf3, O-O, 0-0, oo, e8=Q, e8q. Otherwise why it cannot be played, as a
 * whole sentence in 'why' (TYPED_REASON_MAX bytes), and *move is MOVE_NONE. NOTATION_SYNTAX: it does not look like a
 * move at all. */
NotationError typed_move(const Position *pos, const char *text, size_t length, Move *move,
                         char *why);
