/* retrograde.h - solves the endings of three and four pieces by retrograde analysis.
 *
 * Thompson's method (Retrograde Analysis of Certain Endgames, ICCA Journal 1986): from positions lost in n plies it
 * goes back to those won in n + 1; a position is lost if all its moves lead to won ones. A class needs the classes
 * that its captures and promotions lead to. Classes that do not need each other may be solved by different threads.
 * Castling and fifty moves are ignored (no win here takes that long). Owns its memory. */
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
/* For a class that has been solved: the value of each index, by side to move. */
const uint8_t *retrograde_values(const Retrograde *retrograde, int number, Color turn);
const TablebaseGeometry *retrograde_geometry(const Retrograde *retrograde);
