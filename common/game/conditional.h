/* conditional.h - conditional moves: what a seat answers to moves that its opponent may play, decided ahead.
 *
 * A few lines of moves that all begin in one position of the game. The opponent's moves in them are expected; the seat's
 * own are its replies, to be played as soon as the expected move has been. A line whose expected move was not played is
 * dropped, the others go on. Nothing is played here. Plain values: no allocation, nothing to free. */
#pragma once

#include "line.h"

#include <stddef.h>

enum {
    CONDITIONAL_LINES_MAX = 16, /* lines of one seat in one game, */
    CONDITIONAL_PLIES_MAX =
        30, /* and moves of both sides in each: as far ahead as on lichess.org */
    CONDITIONAL_PACKED_MAX = 1 + 5 + 1 + CONDITIONAL_LINES_MAX * (1 + 2 * CONDITIONAL_PLIES_MAX),
};

typedef struct {
    uint8_t plies;
    Move moves[CONDITIONAL_PLIES_MAX];
} ConditionalLine;

typedef struct {
    Color seat;   /* whose replies they are */
    uint32_t ply; /* moves of the game that were played before the lines begin */
    bool is_due;  /* the opponent has played what was expected: the lines begin with the reply */
    uint8_t count;
    ConditionalLine lines[CONDITIONAL_LINES_MAX];
} ConditionalMoves;

typedef enum {
    CONDITIONAL_OK,
    CONDITIONAL_ILLEGAL,     /* a move is not legal where it stands */
    CONDITIONAL_NO_REPLY,    /* a line has no reply, or does not end with one */
    CONDITIONAL_TWO_REPLIES, /* two lines reply to the same move in different ways */
} ConditionalError;

/* Whether the lines can be kept: 'position' is the one in which they begin, with either side to move. When it is the
 * seat's own turn there, the first move of each line is one that the seat may make itself. *line (from 0) is the one that
 * is wrong. */
ConditionalError conditional_check(const ConditionalMoves *moves, const Position *position,
                                   uint8_t *line);

/* The game has gone on to 'line': keeps what comes after the moves that have been played since, of the lines that
 * expected them. False when nothing is left to reply. */
bool conditional_follow(ConditionalMoves *moves, const Line *line);

/* The move that the seat plays now: MOVE_NONE when there is none, as before the opponent has moved. */
Move conditional_reply(const ConditionalMoves *moves);

/* What is stored, of which the seat is no part; returns its length, at most CONDITIONAL_PACKED_MAX. The format is frozen:
 * version 1, the ply as a varint (seven bits a byte, lowest first), the number of lines in a byte, then of each line its
 * length in a byte and its moves in two each, the low one first. */
size_t conditional_pack(const ConditionalMoves *moves, unsigned char *out);
/* Any bytes are safe; false for what conditional_pack does not write. Whether the moves are legal is for
 * conditional_check to say. */
bool conditional_unpack(ConditionalMoves *moves, Color seat, const unsigned char *bytes,
                        size_t size);
