#include "ratings.h"

#include "hash_table.h"
#include "ladder.h"
#include "memory.h"
#include "timer_heap.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct Standing Standing;

typedef struct {
    Category category;
    Rating rating;
    int16_t recent[RATINGS_RECENT]; /* points, the newest first */
    uint8_t recents;
    Standing *standing; /* NULL when it is not ranked */
} Held;

/* Few people play in all categories: each has the ones they have. */
typedef struct {
    char id[PERSON_ID_MAX + 1]; /* the key */
    char name[PERSON_NAME_MAX + 1];
    int64_t made;
    int8_t balance;
    Held *held;
    unsigned count;
} Account;

/* An account that is ranked in a category. */
struct Standing {
    Rung rung; /* first */
    Timer due; /* when it will not be certain enough any more */
    Account *account;
    Category category;
};

struct Ratings {
    HashTable accounts;
    Ladder ladders[CATEGORY_COUNT];
    TimerHeap lapses; /* of all standings */
};

Ratings *ratings_new(const SipKey *sip)
{
    Ratings *ratings = memory_new(sizeof *ratings);
    hash_table_init(&ratings->accounts, offsetof(Account, id), sip);
    timer_heap_init(&ratings->lapses);
    for (int i = 0; i < CATEGORY_COUNT; i++)
        ladder_init(&ratings->ladders[i], sip);
    return ratings;
}

static Held *find(const Account *account, Category category)
{
    for (unsigned i = 0; account && i < account->count; i++)
        if (account->held[i].category == category)
            return &account->held[i];
    return NULL;
}

static void drop_standing(Ratings *ratings, Standing *standing)
{
    find(standing->account, standing->category)->standing = NULL;
    ladder_remove(&ratings->ladders[standing->category], &standing->rung);
    timer_heap_set(&ratings->lapses, &standing->due, INT64_MAX);
    free(standing);
}

static void free_account(Ratings *ratings, Account *account)
{
    for (unsigned i = 0; i < account->count; i++)
        if (account->held[i].standing)
            drop_standing(ratings, account->held[i].standing);
    free(account->held);
    free(account);
}

void ratings_free(Ratings *ratings)
{
    Account *account;
    for (size_t at = 0; (account = hash_table_next(&ratings->accounts, &at));)
        free_account(ratings, account);
    hash_table_clear(&ratings->accounts);
    timer_heap_clear(&ratings->lapses);
    free(ratings);
}

void ratings_know(Ratings *ratings, const Person *person, int64_t made)
{
    Account *account = hash_table_find(&ratings->accounts, person->id);
    assert(person->kind == PERSON_HUMAN && !person->guest);
    if (!account) {
        account = memory_new(sizeof *account);
        memcpy(account->id, person->id, sizeof account->id);
        account->made = made;
        hash_table_put(&ratings->accounts, account);
    }
    memcpy(account->name, person->name, sizeof account->name);
    account->balance = person->balance;
}

bool ratings_is_known(const Ratings *ratings, const char *id)
{
    return hash_table_find(&ratings->accounts, id) != NULL;
}

int8_t ratings_balance(const Ratings *ratings, const char *id)
{
    const Account *account = hash_table_find(&ratings->accounts, id);
    return account ? account->balance : 0;
}

void ratings_forget(Ratings *ratings, const char *id)
{
    Account *account = hash_table_find(&ratings->accounts, id);
    if (!account)
        return;
    hash_table_remove(&ratings->accounts, account);
    free_account(ratings, account);
}

int64_t ratings_made(const Ratings *ratings, const char *id)
{
    const Account *account = hash_table_find(&ratings->accounts, id);
    return account ? account->made : 0;
}

const Rating *ratings_find(const Ratings *ratings, const char *id, Category category)
{
    const Held *held = find(hash_table_find(&ratings->accounts, id), category);
    return held ? &held->rating : NULL;
}

Rating ratings_get(const Ratings *ratings, const char *id, Category category)
{
    const Rating *rating = ratings_find(ratings, id, category);
    return rating ? *rating : rating_new();
}

/* The first instant at which it is too uncertain to be ranked. */
static int64_t lapse_of(const Rating *rating, Category category)
{
    static const int64_t LONG = INT64_C(1000) * 366 * 24 * 60 * 60 * 1000; /* ms */
    int64_t ranked = rating->at, lapsed = rating->at + LONG;
    if (!rating_is_ranked(rating, category, ranked))
        return ranked;
    if (rating_is_ranked(rating, category, lapsed))
        return lapsed;
    while (lapsed - ranked > 1) {
        int64_t middle = ranked + (lapsed - ranked) / 2;
        *(rating_is_ranked(rating, category, middle) ? &ranked : &lapsed) = middle;
    }
    return lapsed;
}

static void rank_anew(Ratings *ratings, Account *account, Held *held)
{
    if (held->standing)
        drop_standing(ratings, held->standing);
    int64_t lapse = lapse_of(&held->rating, held->category);
    if (lapse == held->rating.at)
        return;
    Standing *standing = memory_new(sizeof *standing);
    standing->rung = (Rung){.rating = held->rating.rating, .id = account->id};
    standing->account = account;
    standing->category = held->category;
    held->standing = standing;
    ladder_add(&ratings->ladders[held->category], &standing->rung);
    timer_heap_set(&ratings->lapses, &standing->due, lapse);
}

static Held *set(Ratings *ratings, const char *id, Category category, const Rating *rating)
{
    Account *account = hash_table_find(&ratings->accounts, id);
    assert(account && category < CATEGORY_COUNT);
    Held *held = find(account, category);
    if (!held) {
        account->held = memory_resize(account->held, account->count + 1, sizeof *account->held);
        held = &account->held[account->count++];
        *held = (Held){.category = category};
    }
    held->rating = *rating;
    rank_anew(ratings, account, held);
    return held;
}

void ratings_set(Ratings *ratings, const char *id, Category category, const Rating *rating)
{
    set(ratings, id, category, rating);
}

/* ---- progress ---- */

static Held *held_by(const Ratings *ratings, const char *id, Category category)
{
    return find(hash_table_find(&ratings->accounts, id), category);
}

void ratings_played(Ratings *ratings, const char *id, Category category, const Rating *after)
{
    Held *held = set(ratings, id, category, after);
    memmove(held->recent + 1, held->recent, (RATINGS_RECENT - 1) * sizeof *held->recent);
    held->recent[0] = (int16_t)rating_points(after);
    if (held->recents < RATINGS_RECENT)
        held->recents++;
}

void ratings_unplayed(Ratings *ratings, const char *id, Category category, const Rating *after)
{
    Held *held = held_by(ratings, id, category);
    int place = 0;
    while (held && place < held->recents && held->recent[place] != rating_points(after))
        place++;
    if (held && place < held->recents)
        memmove(held->recent + place, held->recent + place + 1,
                (size_t)(--held->recents - place) * sizeof *held->recent);
}

void ratings_recall(Ratings *ratings, const char *id, Category category, const int32_t *recent,
                    size_t count)
{
    Held *held = held_by(ratings, id, category);
    assert(held && count <= RATINGS_RECENT);
    for (size_t i = 0; i < count; i++)
        held->recent[i] = (int16_t)rating_points(&(Rating){.rating = recent[i]});
    held->recents = (uint8_t)count;
}

int32_t ratings_progress(const Ratings *ratings, const char *id, Category category)
{
    const Held *held = held_by(ratings, id, category);
    return held && held->recents ? held->recent[0] - held->recent[held->recents - 1] : 0;
}

void ratings_show(const Ratings *ratings, Person *person, Category category, int64_t now)
{
    if (person->kind != PERSON_HUMAN)
        return;
    person->rating = 0;
    person->provisional = false;
    if (person->guest || category == CATEGORY_COUNT)
        return;
    Rating rating = ratings_get(ratings, person->id, category);
    person->rating = rating_points(&rating);
    person->provisional = rating_is_provisional(&rating, now);
}

/* Whoever has not played for so long that the rating is uncertain is ranked no more. */
static void drop_lapsed(Ratings *ratings, int64_t now)
{
    Timer *due;
    while ((due = timer_heap_first(&ratings->lapses)) && due->at <= now)
        drop_standing(ratings, (Standing *)((char *)due - offsetof(Standing, due)));
}

size_t ratings_top(Ratings *ratings, Category category, int64_t now, Leader *leaders, size_t most)
{
    drop_lapsed(ratings, now);
    size_t count = ladder_count(&ratings->ladders[category]);
    for (size_t i = 0; i < count && i < most; i++) {
        const Rung *rung = ladder_at(&ratings->ladders[category], i + 1);
        const Account *account = ((const Standing *)rung)->account;
        leaders[i].rating = find(account, category)->rating;
        memcpy(leaders[i].id, account->id, sizeof account->id);
        memcpy(leaders[i].name, account->name, sizeof account->name);
    }
    return count < most ? count : most;
}

size_t ratings_rank(Ratings *ratings, const char *id, Category category, int64_t now)
{
    drop_lapsed(ratings, now);
    const Held *held = held_by(ratings, id, category);
    return held && held->standing ? ladder_rank(&ratings->ladders[category], &held->standing->rung)
                                  : 0;
}

PublicRating ratings_public(Ratings *ratings, const char *id, Category category, int64_t now)
{
    return (PublicRating){.rating = ratings_get(ratings, id, category),
                          .progress = ratings_progress(ratings, id, category),
                          .rank = ratings_rank(ratings, id, category, now)};
}
