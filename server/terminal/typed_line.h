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
    TYPED_FORMS_MAX = 1024, /* bytes of the forms of all commands and the NUL */
};

/* Where a command is understood. */
typedef enum { TYPED_LOCAL = 1, TYPED_REMOTE = 2, TYPED_EVERYWHERE = 3 } TypedPlace;

/* Each command: where it is understood, its name, how it is called, and what it does. */
#define TYPED_COMMANDS(X)                                                                          \
    X(ABORT, EVERYWHERE, "abort", "abort",                                                         \
      "Ends the game without a result while a side has not moved yet.")                            \
    X(ACCEPT, EVERYWHERE, "accept", "accept",                                                      \
      "Accepts the draw, takeback, rematch or challenge that is offered to you.")                  \
    X(ASCII, EVERYWHERE, "ascii", "ascii", "Shows pieces as letters: capitals are White's.")       \
    X(BOARD, EVERYWHERE, "board", "board",                                                         \
      "Shows the board again. In plain mode: each rank with its pieces.")                          \
    X(CHALLENGE, REMOTE, "challenge", "challenge NAME [TIME] [rated] [960] [white|black]",         \
      "Challenges somebody; 5+3 is five minutes, and three seconds for each move.")                \
    X(CLAIM, EVERYWHERE, "claim", "claim [MOVE]",                                                  \
      "Claims a draw, when the position has occurred three times, or after 50 moves by each side " \
      "without a capture or a pawn's move; also with the move that would bring that about.")       \
    X(CLOCK, EVERYWHERE, "clock", "clock", "Shows the time left on both clocks.")                  \
    X(COLORS, EVERYWHERE, "colors", "colors on|off", "Draws the board with colours, or without.")  \
    X(COMPUTER, REMOTE, "computer", "computer LEVEL [TIME] [960] [white|black]",                   \
      "Begins a game against the server's computer, from level 1 to 13.")                          \
    X(DECLINE, EVERYWHERE, "decline", "decline",                                                   \
      "Refuses the draw, takeback, rematch or challenge that is offered to you.")                  \
    X(DRAW, EVERYWHERE, "draw", "draw", "Offers a draw, claims one that is due, or accepts one.")  \
    X(FEN, EVERYWHERE, "fen", "fen", "Prints the position in Forsyth-Edwards notation.")           \
    X(FLIP, EVERYWHERE, "flip", "flip", "Flips the board.")                                        \
    X(GAMES, REMOTE, "games", "games",                                                             \
      "Lists the games that are played now; watch one by its number.")                             \
    X(HELP, EVERYWHERE, "help", "help [COMMAND]", "Explains the commands.")                        \
    X(HINT, LOCAL, "hint", "hint",                                                                 \
      "Says what the computer would play for you at its full strength.")                           \
    X(JOIN, REMOTE, "join", "join NUMBER", "Plays whoever has that number in the lobby.")          \
    X(LEVEL, LOCAL, "level", "level 1-13", "Sets the computer's strength; 13 is its best.")        \
    X(LINK, REMOTE, "link", "link [TIME] [960] [white|black]",                                     \
      "Makes a link; whoever opens it plays you.")                                                 \
    X(LOAD, LOCAL, "load", "load FILE", "Continues the first game of a PGN file.")                 \
    X(LOBBY, REMOTE, "lobby", "lobby", "Lists who is looking for a game; join one by its number.") \
    X(MORETIME, REMOTE, "moretime", "moretime", "Gives your opponent 15 seconds.")                 \
    X(MOVES, EVERYWHERE, "moves", "moves [SQUARE]",                                                \
      "Lists the legal moves, or those of the piece on a square.")                                 \
    X(NEW, LOCAL, "new", "new", "Begins a new game like this one.")                                \
    X(PGN, EVERYWHERE, "pgn", "pgn", "Prints the game in PGN.")                                    \
    X(PIECES, EVERYWHERE, "pieces", "pieces",                                                      \
      "Lists the pieces of both sides with their squares.")                                        \
    X(PLAIN, EVERYWHERE, "plain", "plain on|off",                                                  \
      "Speaks in sentences, for screen readers, or draws the board.")                              \
    X(QUIT, EVERYWHERE, "quit", "quit", "Leaves.")                                                 \
    X(REMATCH, REMOTE, "rematch", "rematch", "Offers another game with the colours reversed.")     \
    X(RESIGN, EVERYWHERE, "resign", "resign", "Resigns the game.")                                 \
    X(SAVE, EVERYWHERE, "save", "save FILE", "Writes the game to a new PGN file.")                 \
    X(SAY, REMOTE, "say", "say TEXT", "Writes to your opponent, or to those who watch with you.")  \
    X(SEEK, REMOTE, "seek", "seek [TIME] [rated] [960] [white|black]",                             \
      "Looks for an opponent; after ten seconds the computer plays.")                              \
    X(SIDE, LOCAL, "side", "side white|black|both",                                                \
      "Begins a new game: you play that side, or both are played here in turns.")                  \
    X(UNDO, EVERYWHERE, "undo", "undo",                                                            \
      "Takes back your last move, or a game's end; on a server it asks your opponent first.")      \
    X(UNICODE, EVERYWHERE, "unicode", "unicode", "Shows pieces as chess symbols.")                 \
    X(UNSEEK, REMOTE, "unseek", "unseek", "Stops looking for an opponent.")                        \
    X(UNWATCH, REMOTE, "unwatch", "unwatch", "Stops watching the game.")                           \
    X(WATCH, REMOTE, "watch", "watch NUMBER|ID",                                                   \
      "Shows a game by its number in games, or its id.")                                           \
    X(CHESS960, LOCAL, "960", "960 [0-959]",                                                       \
      "Begins a game of Chess960 from that position, or from a random one.")

typedef enum {
    TYPED_NOTHING,  /* an empty line */
    TYPED_TOO_LONG, /* more than TYPED_LINE_MAX bytes */
    TYPED_MOVE,     /* no command: perhaps a move, which is in the argument */
#define X(name, place, word, form, help) TYPED_##name,
    TYPED_COMMANDS(X)
#undef X
        TYPED_COUNT
} TypedKind;

typedef struct {
    TypedKind kind;
    size_t length; /* of the argument */
    char argument[TYPED_LINE_MAX + 1];
} TypedLine;

/* A command of another place is no command here. */
void typed_line_read(TypedLine *typed, TypedPlace place, const char *text, size_t length);

bool typed_is_here(TypedKind kind, TypedPlace place); /* a command that is understood there */
/* Of a kind that is a command; "" for others. */
const char *typed_word(TypedKind kind);
const char *typed_form(TypedKind kind); /* "save FILE" */
const char *typed_help(TypedKind kind); /* a sentence */
/* The forms of all commands there, with commas between. */
void typed_forms(TypedPlace place, char out[TYPED_FORMS_MAX]);
/* The command with that name or short form; TYPED_MOVE when there is none. */
TypedKind typed_find(TypedPlace place, const char *word, size_t length);
/* The command whose name is most like that word, by letters that are wrong, missing or swapped; TYPED_MOVE when none is
 * like it. */
TypedKind typed_guess(TypedPlace place, const char *word, size_t length);

/* A move as people write it: e2e4, e2-e4, e4, Nbd7, nf3, O-O, 0-0, oo, e8=Q, e8q. Otherwise why it cannot be played, as a
 * whole sentence in 'why' (TYPED_REASON_MAX bytes), and *move is MOVE_NONE. NOTATION_SYNTAX: it does not look like a
 * move at all. */
NotationError typed_move(const Position *pos, const char *text, size_t length, Move *move,
                         char *why);
