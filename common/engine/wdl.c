#include "wdl.h"

enum { FINE = 8, STEP = 16, UNIT = 64, STEPS = 32 };

/* WDL_TOTAL * FINE / (1 + exp(-x)) for x = 0, 1/4, … 8. */
static const int logistic[STEPS + 1] = {
    4000, 4497, 4980, 5433, 5848, 6218, 6541, 6816, 7046, 7237, 7393,
    7519, 7621, 7701, 7766, 7816, 7856, 7887, 7912, 7931, 7946, 7958,
    7967, 7975, 7980, 7985, 7988, 7991, 7993, 7994, 7996, 7997, 7997,
};

/* Thousandths of 1 / (1 + exp(-distance / spread)). */
static int chance(int distance, int spread)
{
    int size = distance < 0 ? -distance : distance;
    int x = size * UNIT / spread, step = x / STEP;
    int value = step >= STEPS
                    ? logistic[STEPS]
                    : logistic[step] + (logistic[step + 1] - logistic[step]) * (x % STEP) / STEP;
    value = (value + FINE / 2) / FINE;
    return distance < 0 ? WDL_TOTAL - value : value;
}

/* A parabola around sixteen pieces; the numbers are wdl_fit's, in tenths of a centipawn. */
static int parabola(int at16, int slope, int bend, int pieces)
{
    int t = pieces - 16;
    return (at16 * 256 + slope * 16 * t + bend * t * t) / 2560;
}

Wdl wdl_of(int score, const Position *pos)
{
    if (score >= SCORE_MATE_BOUND)
        return (Wdl){.win = WDL_TOTAL};
    if (score <= -SCORE_MATE_BOUND)
        return (Wdl){.loss = WDL_TOTAL};
    int pieces = bit_count(position_occupied(pos));
    int even = parabola(998, -1225, 1159, pieces), spread = parabola(1045, 540, 108, pieces);
    Wdl wdl = {.win = chance(score - even, spread), .loss = chance(-score - even, spread)};
    /* The two curves are fitted separately; near a = 0 they may overlap by a rounding error. */
    if (wdl.win + wdl.loss > WDL_TOTAL)
        wdl.loss = WDL_TOTAL - wdl.win;
    wdl.draw = WDL_TOTAL - wdl.win - wdl.loss;
    return wdl;
}
