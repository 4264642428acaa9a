/* endings.h - balanced endings of recorded games, from which other games can start.
 *
 * An ending is what is left after a capture: few pieces, no check, and by the search of that game neither side ahead by much.
 * Games that start from the opening seldom get there: of 6,000 played with 150 nodes a move one position in 27 was such
 * a one. endings_clear frees the memory. */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include "game_record.h"

enum {
    ENDINGS_PIECES_MAX = 16, /* kings and pawns included */
    ENDINGS_SCORE_MAX = 150, /* centipawns, either way */
};

typedef struct {
    Position *at;
    size_t count, room;
} Endings;

/* Adds those of a file of games, in its order. False when memory runs out, or *error says what is wrong with the file; the
 * endings before that stay. */
bool endings_read(Endings *endings, FILE *in, GameRecordError *error);
void endings_clear(Endings *endings);
