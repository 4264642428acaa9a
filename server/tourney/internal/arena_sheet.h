/* arena_sheet.h - what an arena's boards mean for its players' points. */
#pragma once

#include "tourney.h"

/* The two have been paired. */
void arena_sheet_paired(Tourney *tourney, const PairedBoard *pair);
/* A board's result is known, or has been corrected. */
void arena_sheet_result(Tourney *tourney, const TourneyBoard *board, bool is_correction);
