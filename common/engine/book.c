#include "book.h"

#include <assert.h>

#include "skill.h"
#include "splitmix.h"

enum {
    PLIES_LEAST = 4,
    PLIES_PER_RATING = 100, /* points of rating for one ply more */
    PLIES_FULL = 60,
    /* Below this rating players choose more freely, the weaker the more. */
    FAITHFUL = 2400,
    /* How many of a thousand book moves the weakest player does not know; from FAITHFUL on none. (On lichess weaker
     * computers also leave the book at random: the novelty in FishnetOpeningBook.) */
    FORGETTING = 200,
    /* At full strength no move is played that has less than this part of the weight of the first choice. */
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

/* From 0 for the weakest to 1000 for those who follow the book. */
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

/* The weaker the player, the flatter: from the book's weight towards the geometric mean of it and that of the first
 * choice. A move of weight 0 is in the book for information, not to be played. */
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
