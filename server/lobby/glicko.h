/* glicko.h - the Glicko-2 rating system, as Mark Glickman describes it, with no constants of its own.
 *
 * Source: M. Glickman, "Example of the Glicko-2 system", 2013-2022 (glicko.net/glicko/glicko2.pdf); the
 * step numbers in glicko.c are that paper's. Pure values, nothing to free; rating.h has the constants. */
#pragma once

typedef struct {
    double rating, deviation, volatility; /* on the scale on which 1500 is the start */
} Glicko;

typedef struct {
    Glicko opponent;
    double score; /* 1, 0.5 or 0 */
} GlickoGame;

/* After a rating period with these games (at least one). 'tau' bounds how fast the volatility moves, and
 * the deviation grows by 'periods' rating periods on the way: 1 in the paper, 0 when it has already been
 * grown by time (glicko_wait). */
Glicko glicko_play(const Glicko *player, const GlickoGame *games, int count, double tau,
                   double periods);
/* The deviation after so many rating periods, which may be a fraction, without a game. */
double glicko_wait(const Glicko *player, double periods);
/* The expected score of the first (Glickman's E with both deviations combined). */
double glicko_expected(const Glicko *one, const Glicko *other);
