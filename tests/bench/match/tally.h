/* tally.h - the result of a match: score, Elo with its error, and Wald's sequential test.
 *
 * Games are counted in pairs of one opening with both colours, so that the opening's own advantage does not
 * count as chance (https://www.chessprogramming.org/Match_Statistics). No I/O. */
#pragma once

enum { TALLY_PAIR_RESULTS = 5 };

typedef struct {
    int wins, draws, losses;       /* of the first engine */
    int pairs[TALLY_PAIR_RESULTS]; /* by half points of the pair */
    int times[2];                  /* games lost on time, by engine */
    int faults[2];                 /* illegal moves, crashes */
} Tally;

typedef struct {
    double elo;
    double error; /* 95 % */
    double score; /* 0 to 1 */
} TallyElo;

typedef struct {
    double elo0, elo1; /* logistic: H0 'not better than elo0', H1 'at least elo1' */
    double alpha, beta;
} Sprt;

/* Results in half points: 0, 1 or 2. */
void tally_pair(Tally *tally, int first, int second);
int tally_games(const Tally *tally);
TallyElo tally_elo(const Tally *tally);
/* The generalised log-likelihood ratio (Van den Bergh, "Normalized Elo Practical"), and its bounds. */
double tally_llr(const Tally *tally, const Sprt *sprt);
double sprt_lower(const Sprt *sprt);
double sprt_upper(const Sprt *sprt);
/* 1: elo1 is accepted, -1: elo0, 0: play on. Never before TALLY_VERDICT_GAMES, since the spread of a few pairs
 * is too uncertain to divide by. */
enum { TALLY_VERDICT_GAMES = 32 };
int sprt_verdict(const Tally *tally, const Sprt *sprt);
