/* retrograde.h - solves the endings of three and four pieces, backwards from mate.
 *
 * Thompson's method (Retrograde Analysis of Certain Endgames, ICCA Journal 1986): from positions lost in n plies
 * one goes back to those won in n + 1; a position all of whose moves lead to won ones is lost. A class needs those
 * that its captures and promotions lead to. Classes that don't need each other may be solved by different
 * threads. Not thought of: castling, and fifty moves (no win here takes so long). Owns its memory. */
#pragma once

#include "tablebase_class.h"

enum { RETROGRADE_RANKS = 5 };

typedef struct Retrograde Retrograde;

/* Ends the process when there is no memory. */
Retrograde *retrograde_new(void);
void retrograde_free(Retrograde *retrograde);

/* Classes of one rank need those of lower ranks only. */
int retrograde_rank(int number);
void retrograde_solve(Retrograde *retrograde, int number);
/* Of a class that was solved: a byte for each number, by side to move. */
const uint8_t *retrograde_values(const Retrograde *retrograde, int number, Color turn);
const TablebaseGeometry *retrograde_geometry(const Retrograde *retrograde);
