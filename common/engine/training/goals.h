/* goals.h - what training can take for true of the positions of a recorded game. Pure. */
#pragma once

#include "game_record.h"

/* Centipawns: such a score is worth 1 / (1 + 1/e) points. What train takes unless it is told something else. */
enum { GOALS_SLOPE = 220 };

/* Whether a position says much about an evaluation: not in check, no capture or promotion as the move that was played, no
 * mate in sight. */
bool goals_is_quiet(const Position *pos, const GameRecordMove *move);

double goals_points(double centipawns);

/* The points that White could expect in each position, by its own search and by those after it, each 'lambda' (0 to 1) times what
 * the one before it counts, with the result behind them all (TD(lambda), Sutton 1988;
 * https://doi.org/10.1007/BF00115009): these have seen what came of it. */
void goals_look_ahead(const GameRecord *record, double lambda,
                      double points[GAME_RECORD_PLIES_MAX]);
