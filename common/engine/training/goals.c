#include "goals.h"

#include <math.h>

#include "movepicker.h"
#include "score.h"

bool goals_is_quiet(const Position *pos, const GameRecordMove *move)
{
    return !position_is_check(pos) && !movepicker_is_tactical(pos, move->move) &&
           move->score < SCORE_MATE_BOUND && move->score > -SCORE_MATE_BOUND;
}

double goals_points(double centipawns)
{
    return 1 / (1 + exp(-centipawns / GOALS_SLOPE));
}

/* From the end: what is expected of a position is partly what is expected of the next one. */
void goals_look_ahead(const GameRecord *record, double lambda, double points[GAME_RECORD_PLIES_MAX])
{
    double expected = record->result / 2.0;
    for (unsigned i = record->plies; i-- > 0;) {
        expected += (1 - lambda) * (goals_points(record->moves[i].score) - expected);
        points[i] = expected;
    }
}
