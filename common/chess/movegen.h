/* movegen.h - all legal moves of a position.
 *
 * Only legal moves come out, in no promised order. The code is chosen by the processor at
 * attacks_init. perft.h counts whole trees. */
#pragma once

#include "position.h"

void movegen_legal(const Position *pos, Moves *moves);
/* Captures, en passant, and every promotion; the rest comes from movegen_quiets. */
void movegen_captures(const Position *pos, Moves *moves);
void movegen_quiets(const Position *pos, Moves *moves);

/* How many legal moves there are, without making a list. */
int movegen_count(const Position *pos);
bool movegen_any(const Position *pos);
