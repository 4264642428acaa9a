#include "glicko.h"

#include <assert.h>
#include <math.h>

static const double SCALE = 173.7178; /* step 2: 400 / ln 10 */
static const double START = 1500;
static const double PI = 3.14159265358979323846;
static const double CONVERGED = 1e-6; /* step 5 */
enum { STEPS_MAX = 1000 };            /* it takes about ten; a bound against absurd numbers */

/* How much a result counts against an opponent with a rating as uncertain as that. */
static double weight(double phi)
{
    return 1 / sqrt(1 + 3 * phi * phi / (PI * PI));
}

static double expected(double mu, double opponent, double g)
{
    return 1 / (1 + exp(-g * (mu - opponent)));
}

/* Step 5's function of x = ln(volatility^2), whose root is wanted. */
typedef struct {
    double delta, phi, v, a, tau;
} Root;

static double at(const Root *root, double x)
{
    double e = exp(x), d = root->phi * root->phi + root->v + e;
    return e * (root->delta * root->delta - d) / (2 * d * d) -
           (x - root->a) / (root->tau * root->tau);
}

/* The Illinois algorithm between a and the b that brackets the root. */
static double solve(const Root *root)
{
    double a = root->a, b, square = root->delta * root->delta;
    if (square > root->phi * root->phi + root->v) {
        b = log(square - root->phi * root->phi - root->v);
    } else {
        int k = 1;
        while (at(root, a - k * root->tau) < 0 && k < STEPS_MAX)
            k++;
        b = a - k * root->tau;
    }
    double fa = at(root, a), fb = at(root, b);
    for (int i = 0; fabs(b - a) > CONVERGED && i < STEPS_MAX; i++) {
        double c = a + (a - b) * fa / (fb - fa), fc = at(root, c);
        if (fc * fb <= 0) {
            a = b;
            fa = fb;
        } else {
            fa /= 2;
        }
        b = c;
        fb = fc;
    }
    return exp(a / 2);
}

Glicko glicko_play(const Glicko *player, const GlickoGame *games, int count, double tau,
                   double periods)
{
    assert(count > 0 && tau > 0 && periods >= 0);
    double mu = (player->rating - START) / SCALE, phi = player->deviation / SCALE;
    double inverse = 0, sum = 0; /* steps 3 and 4 */
    for (int i = 0; i < count; i++) {
        double g = weight(games[i].opponent.deviation / SCALE);
        double e = expected(mu, (games[i].opponent.rating - START) / SCALE, g);
        inverse += g * g * e * (1 - e);
        sum += g * (games[i].score - e);
    }
    double v = 1 / inverse;
    Root root = {v * sum, phi, v, log(player->volatility * player->volatility), tau};
    double sigma = solve(&root);
    double before = phi * phi + periods * sigma * sigma;                               /* step 6 */
    double after = 1 / sqrt(1 / before + inverse);                                     /* step 7 */
    return (Glicko){START + SCALE * (mu + after * after * sum), SCALE * after, sigma}; /* step 8 */
}

double glicko_wait(const Glicko *player, double periods)
{
    double phi = player->deviation / SCALE;
    return SCALE * sqrt(phi * phi + periods * player->volatility * player->volatility);
}

double glicko_expected(const Glicko *one, const Glicko *other)
{
    double both = sqrt(one->deviation * one->deviation + other->deviation * other->deviation);
    return expected(one->rating / SCALE, other->rating / SCALE, weight(both / SCALE));
}
