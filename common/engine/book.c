#include "book.h"

#include <assert.h>

#include "skill.h"
#include "splitmix.h"

enum {
    PLIES_LEAST = 4,
    PLIES_PER_RATING = 100, /* another ply for each so many points */
    PLIES_FULL = 60,
    /* Below it players choose the more freely the weaker they are. */
    FAITHFUL = 2400,
    /* Of a thousand moves in the book so many are not known to the weakest; to the faithful none. (lichess has its
     * weaker computers leave the book by chance, too: FishnetOpeningBook's novelty.) */
    FORGETTING = 200,
    /* Who is at full strength plays no move that the book plays less than this part of its first choice. */
    RARE = 10,
};

PolyglotError book_init(Book *book, const uint8_t *bytes, size_t size)
{
    size_t entry;
    *book = (Book){.bytes = bytes, .size = size};
    polyglot_init(&book->keys);
    return polyglot_check(bytes, size, &entry);
}

uint32_t book_plies(int rating)
{
    assert(rating >= SKILL_RATING_MIN && rating <= SKILL_RATING_FULL);
    if (rating == SKILL_RATING_FULL)
        return PLIES_FULL;
    return PLIES_LEAST + (uint32_t)(rating - SKILL_RATING_MIN) / PLIES_PER_RATING;
}

/* 0 for the weakest to 1000 for those who follow the book. */
static unsigned faith(int rating)
{
    if (rating >= FAITHFUL)
        return 1000;
    return (unsigned)(rating - SKILL_RATING_MIN) * 1000 / (FAITHFUL - SKILL_RATING_MIN);
}

static unsigned root_of(unsigned number)
{
    unsigned root = 0;
    while ((root + 1) * (root + 1) <= number)
        root++;
    return root;
}

/* The weaker the player, the flatter: from the book's weight to the geometric mean of it and the first choice's. A
 * move that the book has with no weight is there to be known, not to be played. */
static unsigned weight_for(unsigned weight, unsigned most, int rating)
{
    if (weight == 0 || (rating == SKILL_RATING_FULL && weight * RARE < most))
        return 0;
    unsigned flat = root_of(weight) * root_of(most), faithful = faith(rating);
    return (weight * faithful + flat * (1000 - faithful)) / 1000 + 1;
}

static Move draw(const PolyglotMove *found, int count, int rating, uint64_t number)
{
    unsigned most = 0;
    uint64_t sum = 0;
    for (int i = 0; i < count; i++)
        most = found[i].weight > most ? found[i].weight : most;
    for (int i = 0; i < count; i++)
        sum += weight_for(found[i].weight, most, rating);
    if (sum == 0)
        return MOVE_NONE;
    uint64_t left = number % sum;
    for (int i = 0; i < count; i++) {
        unsigned weight = weight_for(found[i].weight, most, rating);
        if (left < weight)
            return found[i].move;
        left -= weight;
    }
    return MOVE_NONE;
}

Move book_choose(const Book *book, const Line *line, int rating, uint64_t seed)
{
    PolyglotMove found[MOVES_MAX];
    if (line->plies >= book_plies(rating))
        return MOVE_NONE;
    if (splitmix64(~seed, line->now.key) % 1000 * 1000 <
        (uint64_t)FORGETTING * (1000 - faith(rating)))
        return MOVE_NONE;
    int count = polyglot_find(&book->keys, book->bytes, book->size, &line->now, found);
    return draw(found, count, rating, splitmix64(seed, line->now.key));
}
