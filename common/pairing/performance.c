#include "performance.h"

#include <stdbool.h>
#include <stdint.h>

int performance_difference(int percent)
{
    static const int differences[] = {
        0,   7,   14,  21,  29,  36,  43,  50,  57,  65,  72,  80,  87,  95,  102, 110, 117,
        125, 133, 141, 149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273,
        284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800};
    percent = percent < 0 ? 0 : percent > 100 ? 100 : percent;
    return percent < 50 ? -differences[50 - percent] : differences[percent - 50];
}

int performance_expected(int difference)
{
    enum { NEVER = 32767 };
    /* The greatest difference for each percentage from 50 on; 64 of them, so that they are halved without a branch. */
    static const int16_t most[64] = {
        3,     10,    17,    25,    32,    39,    46,    53,    61,    68,    76,    83,    91,
        98,    106,   113,   121,   129,   137,   145,   153,   162,   170,   179,   188,   197,
        206,   215,   225,   235,   245,   256,   267,   278,   290,   302,   315,   328,   344,
        357,   374,   391,   411,   432,   456,   484,   517,   559,   619,   735,   NEVER, NEVER,
        NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER};
    int above = 0, distance = difference < 0 ? -difference : difference;
    distance = distance < 1000 ? distance : 1000;
    for (int step = 32; step; step /= 2)
        above += (distance > most[above + step - 1]) * step;
    return difference < 0 ? 50 - above : 50 + above;
}

/* Rounded, halves up. */
static int divide(int sum, int count)
{
    int twice = 2 * sum + count;
    int quotient = twice / (2 * count);
    return twice < 0 && twice % (2 * count) ? quotient - 1 : quotient;
}

int performance_average(const int *ratings, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += ratings[i];
    return divide(sum, count);
}

int performance_rating(int score, const int *ratings, int count)
{
    return performance_average(ratings, count) + performance_difference(divide(score * 10, count));
}

static int expected_sum(int rating, const int *ratings, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += performance_expected(rating - ratings[i]);
    return sum;
}

/* The lowest rating of which at least the score is expected; for no points, 800 below the weakest opponent. */
int performance_perfect(int score, const int *ratings, int count)
{
    int low = ratings[0], high = ratings[0];
    for (int i = 1; i < count; i++) {
        low = ratings[i] < low ? ratings[i] : low;
        high = ratings[i] > high ? ratings[i] : high;
    }
    low -= 800;
    high += 800;
    if (score <= 0)
        return low;
    /* It is near the performance; first in steps that grow, then by halves. */
    int guess = performance_rating(score, ratings, count), step = 8;
    while (high - low > 1) {
        guess = guess <= low || guess >= high ? low + (high - low) / 2 : guess;
        bool is_enough = expected_sum(guess, ratings, count) >= score * 10;
        if (is_enough)
            high = guess;
        else
            low = guess;
        guess += is_enough ? -step : step;
        step *= 2;
    }
    return high;
}
