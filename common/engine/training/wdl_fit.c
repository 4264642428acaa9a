/* wdl_fit - fits the curves of wdl.c to samples: the results of games by score and number of pieces on the board.
 *
 *   wdl_fit FILE…     prints the six numbers, and how well they predict
 *
 * A win is a logistic function of the score, as in Elo's own model: 1 / (1 + exp((a - score) / b)), a loss the
 * same of its negative, a draw the rest. a, where winning is as likely as not, and b, the spread, are
 * parabolas in the pieces on the board. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "sample.h"

enum { PIECES = 33, SCORE_LIMIT = 600, STEP = 10, BINS = 2 * SCORE_LIMIT / STEP + 1, NUMBERS = 6 };

typedef struct {
    double count[PIECES][BINS][3]; /* by half points of White */
    double all;
} Counts;

static bool read_samples(const char *path, Counts *counts)
{
    Sample sample;
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return false;
    }
    while (fread(&sample, sizeof sample, 1, file) == 1) {
        int pieces = __builtin_popcountll(sample.occupied);
        int score = sample.score;
        if (pieces >= PIECES || sample.result > 2 || score > SCORE_LIMIT || score < -SCORE_LIMIT)
            continue;
        counts->count[pieces][(score + SCORE_LIMIT + STEP / 2) / STEP][sample.result]++;
        counts->all++;
    }
    fclose(file);
    return true;
}

static double logistic(double x)
{
    double value = 1 / (1 + exp(-x));
    return value < 1e-9 ? 1e-9 : value > 1 - 1e-9 ? 1 - 1e-9 : value;
}

typedef struct {
    double a, b;
} Curve;

/* Centred on 16 pieces, so that the numbers hardly depend on each other. */
static Curve curve_of(const double number[NUMBERS], int pieces)
{
    double t = (pieces - 16) / 16.0;
    return (Curve){number[0] + number[1] * t + number[2] * t * t,
                   number[3] + number[4] * t + number[5] * t * t};
}

/* The mean of -log of the probability predicted for what happened: won or not, lost or not. */
static double surprise(const Counts *counts, const double number[NUMBERS])
{
    double sum = 0;
    for (int pieces = 0; pieces < PIECES; pieces++) {
        Curve curve = curve_of(number, pieces);
        if (curve.b < 1)
            return 1e9;
        for (int bin = 0; bin < BINS; bin++) {
            const double *count = counts->count[pieces][bin];
            double score = bin * STEP - SCORE_LIMIT;
            double win = logistic((score - curve.a) / curve.b);
            double loss = logistic((-score - curve.a) / curve.b);
            sum -= count[2] * log(win) + (count[0] + count[1]) * log(1 - win);
            sum -= count[0] * log(loss) + (count[1] + count[2]) * log(1 - loss);
        }
    }
    return sum / counts->all;
}

/* Coordinate descent with smaller and smaller steps, which is enough for six numbers. */
static double fit(const Counts *counts, double number[NUMBERS])
{
    double step = 64, least = surprise(counts, number);
    while (step > 0.01) {
        bool better = false;
        for (int i = 0; i < NUMBERS; i++) {
            for (int sign = -1; sign <= 1; sign += 2) {
                double kept = number[i];
                number[i] += sign * step;
                double value = surprise(counts, number);
                if (value < least) {
                    least = value;
                    better = true;
                    break;
                }
                number[i] = kept;
            }
        }
        if (!better)
            step /= 2;
    }
    return least;
}

/* For pieces and scores in steps: what was predicted, and what happened. */
static void show(const Counts *counts, const double number[NUMBERS])
{
    for (int pieces = 8; pieces <= 32; pieces += 8) {
        Curve curve = curve_of(number, pieces);
        for (int score = -200; score <= 200; score += 100) {
            double seen[4] = {0};
            for (int m = pieces - 1; m <= pieces + 1 && m < PIECES; m++)
                for (int bin = -2; bin <= 2; bin++)
                    for (int i = 0; i < 3; i++) {
                        double count = counts->count[m][(score + SCORE_LIMIT) / STEP + bin][i];
                        seen[i] += count;
                        seen[3] += count;
                    }
            printf("%2d pieces %5d cp: win %.3f (seen %.3f) loss %.3f (%.3f) of %.0f\n", pieces,
                   score, logistic((score - curve.a) / curve.b), seen[2] / seen[3],
                   logistic((-score - curve.a) / curve.b), seen[0] / seen[3], seen[3]);
        }
    }
}

int main(int argc, char **argv)
{
    Counts *counts = calloc(1, sizeof *counts);
    double number[NUMBERS] = {150, 0, 0, 100, 0, 0};
    if (!counts || argc < 2) {
        fputs("wdl_fit FILE...\n", stderr);
        free(counts);
        return 2;
    }
    for (int i = 1; i < argc; i++)
        if (!read_samples(argv[i], counts)) {
            free(counts);
            return 1;
        }
    double least = fit(counts, number);
    printf("%.0f samples, surprise %.5f; with t = (pieces - 16) / 16:\n", counts->all, least);
    for (int i = 0; i < NUMBERS; i += 3)
        printf("%c = %.1f %+.1f t %+.1f t^2\n", 'a' + i / 3, number[i], number[i + 1],
               number[i + 2]);
    show(counts, number);
    free(counts);
    return 0;
}
