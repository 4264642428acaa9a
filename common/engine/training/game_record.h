/* game_record.h - a game with the scores of its searches, as it is kept for training: 32 bytes and 4 for each move.
 *
 * A file is such records one after another, without a header. All numbers are little-endian:
 *
 *    0  8 bytes  the squares with pieces at the start, a1 the lowest bit
 *    8 16 bytes  a Piece in four bits for each of them in that order, the first in the low half of the first byte;
 *                7 and 15 are a white and a black rook that may castle
 *   24  1 byte   bit 0: the side to move (Color); bits 1 and 2: the result, 0, 1, 2 half points for White;
 *                bits 4 to 7: the format, 1
 *   25  1 byte   the en passant square, or 64
 *   26  2 bytes  plies since the last capture or pawn move
 *   28  2 bytes  the number of the move (from 1)
 *   30  2 bytes  how many moves follow
 *   32  4 bytes  for each move: a Move (types.h), and the score of the search that chose it, in centipawns for White
 *
 * Reading is total: whatever the bytes are, a record that is accepted has a legal position and legal moves. */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include "position.h"

enum {
    GAME_RECORD_HEAD = 32,
    GAME_RECORD_MOVE_BYTES = 4,
    GAME_RECORD_PLIES_MAX = 512,
    GAME_RECORD_BYTES_MAX = GAME_RECORD_HEAD + GAME_RECORD_PLIES_MAX * GAME_RECORD_MOVE_BYTES,
};

typedef struct {
    Move move;
    int16_t score; /* centipawns for White */
} GameRecordMove;

typedef struct {
    Position start;
    unsigned result; /* half points for White */
    unsigned plies;
    GameRecordMove moves[GAME_RECORD_PLIES_MAX];
} GameRecord;

#define GAME_RECORD_ERRORS                                                                         \
    X(OK, "a game")                                                                                \
    X(SHORT, "ends within a game")                                                                 \
    X(FORMAT, "is not in this format")                                                             \
    X(LONG, "has a game with too many moves")                                                      \
    X(POSITION, "has a start that is no legal position")                                           \
    X(MOVE_ILLEGAL, "has a move that is not legal")

typedef enum {
#define X(name, text) GAME_RECORD_##name,
    GAME_RECORD_ERRORS
#undef X
} GameRecordError;

const char *game_record_error_text(GameRecordError error);

/* Returns the number of bytes. */
size_t game_record_pack(const GameRecord *record, unsigned char out[GAME_RECORD_BYTES_MAX]);
/* The size of the record that begins with this head, or 0 when it is not in this format or too long. */
size_t game_record_size(const unsigned char head[GAME_RECORD_HEAD]);
/* Reads the record at the start of the bytes; *used is its size. On error both are undefined. */
GameRecordError game_record_unpack(const unsigned char *bytes, size_t size, GameRecord *record,
                                   size_t *used);
/* Reads the next record of a file; *size is its size, 0 at the end of the file. On error the record is undefined. */
GameRecordError game_record_read(FILE *in, GameRecord *record, size_t *size);
