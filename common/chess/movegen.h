/* movegen.h - all legal moves of a position.
 *
 * Only legal moves, in no promised order. attacks_init picks the build of the generator that suits the
 * processor. perft.h counts whole trees. */
#pragma once

#include "position.h"

void movegen_legal(const Position *pos, Moves *moves);
/* Captures, en passant and all promotions; movegen_quiets generates the rest. */
void movegen_captures(const Position *pos, Moves *moves);
void movegen_quiets(const Position *pos, Moves *moves);

/* The number of legal moves, without making a list. */
int movegen_count(const Position *pos);
bool movegen_any(const Position *pos);
