/* strength.h - who is numbered before whom (FIDE C.04.2): by rating, then title, then name, and as they joined. */
#pragma once

#include "tourney.h"

/* Negative: the first one is numbered before the other. */
int strength_compare(const TourneyPlayer *one, const TourneyPlayer *other);
/* The same for qsort, of pointers to players. */
int strength_compare_places(const void *one, const void *other);
