#include "tally.h"

#include <math.h>

void tally_pair(Tally *tally, int first, int second)
{
    int results[2] = {first, second};
    for (int i = 0; i < 2; i++) {
        tally->wins += results[i] == 2;
        tally->draws += results[i] == 1;
        tally->losses += results[i] == 0;
    }
    tally->pairs[first + second]++;
}

int tally_games(const Tally *tally)
{
    return tally->wins + tally->draws + tally->losses;
}

typedef struct {
    double pairs, mean, variance; /* of a pair's score, 0 to 1 */
} Spread;

/* Each result counts a little more often than seen, so that a run of equal results has a spread, too. */
static Spread spread_of(const Tally *tally)
{
    Spread spread = {0, 0, 0};
    double square = 0;
    for (int i = 0; i < TALLY_PAIR_RESULTS; i++) {
        double seen = tally->pairs[i] + 1e-3, score = i / 4.0;
        spread.pairs += seen;
        spread.mean += seen * score;
        square += seen * score * score;
    }
    spread.mean /= spread.pairs;
    spread.variance = square / spread.pairs - spread.mean * spread.mean;
    return spread;
}

static double elo_of(double score)
{
    if (score < 1e-4)
        score = 1e-4;
    if (score > 1 - 1e-4)
        score = 1 - 1e-4;
    return -400 * log10(1 / score - 1);
}

static double score_of(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* The error of the score, by the slope of the logistic curve at that point: near 0 and 1 the curve's own bounds would
 * diverge. */
TallyElo tally_elo(const Tally *tally)
{
    Spread spread = spread_of(tally);
    double margin = 1.96 * sqrt(spread.variance / spread.pairs);
    double slope = 400 / log(10) / (spread.mean * (1 - spread.mean));
    return (TallyElo){
        .elo = elo_of(spread.mean),
        .error = margin * slope,
        .score = spread.mean,
    };
}

double tally_llr(const Tally *tally, const Sprt *sprt)
{
    Spread spread = spread_of(tally);
    double low = score_of(sprt->elo0), high = score_of(sprt->elo1);
    return (high - low) * (2 * spread.mean - low - high) * spread.pairs / (2 * spread.variance);
}

double sprt_lower(const Sprt *sprt)
{
    return log(sprt->beta / (1 - sprt->alpha));
}
double sprt_upper(const Sprt *sprt)
{
    return log((1 - sprt->beta) / sprt->alpha);
}

int sprt_verdict(const Tally *tally, const Sprt *sprt)
{
    double llr = tally_llr(tally, sprt);
    if (tally_games(tally) < TALLY_VERDICT_GAMES)
        return 0;
    return llr >= sprt_upper(sprt) ? 1 : llr <= sprt_lower(sprt) ? -1 : 0;
}
