#include "rating.h"

#include "glicko.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double TAU = 0.75;
static const double PERIODS_PER_DAY = 0.21436; /* a deviation of 60 becomes 110 in a year */
static const double DAY = 24.0 * 60 * 60 * 1000;

static const struct {
    const char *word;
    int gain;
} TABLE[CATEGORY_COUNT] = {
#define X(name, word, gain) {#word, gain},
    CATEGORIES(X)
#undef X
};

Category category_of(const TimeControl *control, Variant variant)
{
    static const Category BY_SPEED[] = {
        [SPEED_ULTRABULLET] = CATEGORY_ULTRABULLET,
        [SPEED_BULLET] = CATEGORY_BULLET,
        [SPEED_BLITZ] = CATEGORY_BLITZ,
        [SPEED_RAPID] = CATEGORY_RAPID,
        [SPEED_CLASSICAL] = CATEGORY_CLASSICAL,
        [SPEED_CORRESPONDENCE] = CATEGORY_CORRESPONDENCE,
    };
    if (variant == VARIANT_FROM_POSITION)
        return CATEGORY_COUNT;
    return variant == VARIANT_CHESS960 ? CATEGORY_CHESS960 : BY_SPEED[time_control_speed(control)];
}

const char *category_word(Category category)
{
    assert((size_t)category < CATEGORY_COUNT);
    return TABLE[category].word;
}

bool category_parse(const char *word, Category *category)
{
    for (int i = 0; i < CATEGORY_COUNT; i++)
        if (strcmp(word, TABLE[i].word) == 0) {
            *category = (Category)i;
            return true;
        }
    return false;
}

Rating rating_new(void)
{
    return (Rating){RATING_START, DEVIATION_START, VOLATILITY_START, 0, 0};
}

bool rating_is_valid(const Rating *rating)
{
    return rating->rating >= RATING_LEAST && rating->rating <= RATING_MOST &&
           rating->deviation >= DEVIATION_LEAST && rating->deviation <= DEVIATION_START &&
           rating->volatility > 0 && rating->volatility <= VOLATILITY_MOST && rating->games >= 0 &&
           rating->at >= 0;
}

int32_t rating_points(const Rating *rating)
{
    return (rating->rating + 50) / 100;
}

static Glicko glicko_of(const Rating *rating)
{
    return (Glicko){rating->rating / 100.0, rating->deviation / 100.0, rating->volatility / 1e6};
}

int32_t rating_deviation(const Rating *rating, int64_t now)
{
    if (rating->games == 0 || now <= rating->at)
        return rating->deviation;
    Glicko glicko = glicko_of(rating);
    double days = (double)(now - rating->at) / DAY;
    double hundredths = 100 * glicko_wait(&glicko, days * PERIODS_PER_DAY);
    return hundredths < DEVIATION_START ? (int32_t)lround(hundredths) : DEVIATION_START;
}

bool rating_is_provisional(const Rating *rating, int64_t now)
{
    return rating_deviation(rating, now) >= DEVIATION_PROVISIONAL;
}

void rating_show(const Rating *rating, Person *person, int64_t now)
{
    person->rating = rating_points(rating);
    person->provisional = rating_is_provisional(rating, now);
}

bool rating_is_ranked(const Rating *rating, Category category, int64_t now)
{
    int32_t most = category == CATEGORY_CHESS960 ? DEVIATION_RANKED_VARIANT : DEVIATION_RANKED;
    return rating->games > 0 && rating_deviation(rating, now) <= most;
}

static int32_t within(double value, int32_t least, int32_t most)
{
    return value <= least ? least : value >= most ? most : (int32_t)lround(value);
}

/* The new rating if its numbers are valid; otherwise, as when the iteration does not converge, it stays as
 * it was. */
static void take_over(Rating *rating, const Glicko *after, Category category, int64_t now)
{
    double change = 100 * after->rating - rating->rating;
    if (!isfinite(change) || !isfinite(after->deviation) || !(after->volatility > 0))
        return;
    if (change > 0)
        change = change * TABLE[category].gain / 1000;
    int32_t bounded = within(change, -RATING_CHANGE_MAX, RATING_CHANGE_MAX);
    rating->rating = within(rating->rating + bounded, RATING_LEAST, RATING_MOST);
    rating->deviation = within(100 * after->deviation, DEVIATION_LEAST, DEVIATION_START);
    rating->volatility = within(1e6 * after->volatility, 1, VOLATILITY_MOST);
    rating->games++;
    rating->at = now;
}

void rating_play(Rating *one, Rating *other, double score, Category category, int64_t now)
{
    assert(category < CATEGORY_COUNT && score >= 0 && score <= 1);
    one->deviation = rating_deviation(one, now);
    other->deviation = rating_deviation(other, now);
    GlickoGame of_one = {glicko_of(other), score}, of_other = {glicko_of(one), 1 - score};
    Glicko before[2] = {glicko_of(one), glicko_of(other)};
    Glicko after[2] = {glicko_play(&before[0], &of_one, 1, TAU, 0),
                       glicko_play(&before[1], &of_other, 1, TAU, 0)};
    take_over(one, &after[0], category, now);
    take_over(other, &after[1], category, now);
}

void rating_halve(Rating *after, const Rating *before)
{
    after->rating = before->rating + (after->rating - before->rating) / 2;
    after->deviation = before->deviation + (after->deviation - before->deviation) / 2;
    after->volatility = before->volatility + (after->volatility - before->volatility) / 2;
}

void rating_take_back(Rating *rating, const Rating *before, const Rating *after)
{
    if (rating->games == after->games && rating->at == after->at) {
        *rating = *before;
        return;
    }
    int32_t brought = after->rating - before->rating;
    rating->rating = within(rating->rating - brought, RATING_LEAST, RATING_MOST);
    if (rating->games > 0)
        rating->games--;
}
