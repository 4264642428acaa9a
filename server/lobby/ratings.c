#include "ratings.h"

#include "catalog.h"
#include "memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Category category;
    Rating rating;
    int16_t recent[RATINGS_RECENT]; /* points, the newest first */
    uint8_t recents;
} Held;

/* Few people play in all categories: each has the ones he has. */
typedef struct {
    char id[PERSON_ID_MAX + 1]; /* the key */
    char name[PERSON_NAME_MAX + 1];
    int64_t made;
    int8_t balance;
    Held *held;
    unsigned count;
} Account;

struct Ratings {
    Catalog accounts;
};

Ratings *ratings_new(const SipKey *sip)
{
    Ratings *ratings = memory_new(sizeof *ratings);
    catalog_init(&ratings->accounts, offsetof(Account, id), sip);
    return ratings;
}

static void free_account(Account *account)
{
    free(account->held);
    free(account);
}

void ratings_free(Ratings *ratings)
{
    Account *account;
    for (size_t at = 0; (account = catalog_next(&ratings->accounts, &at));)
        free_account(account);
    catalog_clear(&ratings->accounts);
    free(ratings);
}

void ratings_know(Ratings *ratings, const Person *person, int64_t made)
{
    Account *account = catalog_find(&ratings->accounts, person->id);
    assert(person->level == 0 && !person->guest);
    if (!account) {
        account = memory_new(sizeof *account);
        memcpy(account->id, person->id, sizeof account->id);
        account->made = made;
        catalog_put(&ratings->accounts, account);
    }
    memcpy(account->name, person->name, sizeof account->name);
    account->balance = person->balance;
}

bool ratings_is_known(const Ratings *ratings, const char *id)
{
    return catalog_find(&ratings->accounts, id) != NULL;
}

int8_t ratings_balance(const Ratings *ratings, const char *id)
{
    const Account *account = catalog_find(&ratings->accounts, id);
    return account ? account->balance : 0;
}

void ratings_forget(Ratings *ratings, const char *id)
{
    Account *account = catalog_find(&ratings->accounts, id);
    if (!account)
        return;
    catalog_remove(&ratings->accounts, account);
    free_account(account);
}

int64_t ratings_made(const Ratings *ratings, const char *id)
{
    const Account *account = catalog_find(&ratings->accounts, id);
    return account ? account->made : 0;
}

static Held *find(const Account *account, Category category)
{
    for (unsigned i = 0; account && i < account->count; i++)
        if (account->held[i].category == category)
            return &account->held[i];
    return NULL;
}

const Rating *ratings_find(const Ratings *ratings, const char *id, Category category)
{
    const Held *held = find(catalog_find(&ratings->accounts, id), category);
    return held ? &held->rating : NULL;
}

Rating ratings_get(const Ratings *ratings, const char *id, Category category)
{
    const Rating *rating = ratings_find(ratings, id, category);
    return rating ? *rating : rating_new();
}

static Held *set(Ratings *ratings, const char *id, Category category, const Rating *rating)
{
    Account *account = catalog_find(&ratings->accounts, id);
    assert(account && category < CATEGORY_COUNT);
    Held *held = find(account, category);
    if (held) {
        held->rating = *rating;
        return held;
    }
    account->held = memory_resize(account->held, account->count + 1, sizeof *account->held);
    held = &account->held[account->count++];
    *held = (Held){.category = category, .rating = *rating};
    return held;
}

void ratings_set(Ratings *ratings, const char *id, Category category, const Rating *rating)
{
    set(ratings, id, category, rating);
}

/* ---- progress ---- */

static Held *held_by(const Ratings *ratings, const char *id, Category category)
{
    return find(catalog_find(&ratings->accounts, id), category);
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
    if (person->level > 0)
        return;
    person->rating = 0;
    person->provisional = false;
    if (person->guest || category == CATEGORY_COUNT)
        return;
    Rating rating = ratings_get(ratings, person->id, category);
    person->rating = rating_points(&rating);
    person->provisional = rating_is_provisional(&rating, now);
}

/* The better one first; of equals the one whose id is smaller, so that the order is always the same. */
static bool is_before(const Leader *one, const Leader *other)
{
    if (one->rating->rating != other->rating->rating)
        return one->rating->rating > other->rating->rating;
    return strcmp(one->id, other->id) < 0;
}

static Leader leader_of(const Account *account, Category category, int64_t now)
{
    const Held *held = find(account, category);
    const Rating *rating = held ? &held->rating : NULL;
    if (!rating || !rating_is_ranked(rating, category, now))
        return (Leader){NULL, NULL, NULL};
    return (Leader){account->id, account->name, rating};
}

size_t ratings_top(const Ratings *ratings, Category category, int64_t now, Leader *leaders,
                   size_t most)
{
    const Account *account;
    size_t count = 0;
    for (size_t at = 0; (account = catalog_next(&ratings->accounts, &at));) {
        Leader leader = leader_of(account, category, now);
        size_t place = count;
        if (!leader.id)
            continue;
        while (place > 0 && is_before(&leader, &leaders[place - 1]))
            place--;
        if (place == most)
            continue;
        count += count < most;
        memmove(&leaders[place + 1], &leaders[place], (count - 1 - place) * sizeof *leaders);
        leaders[place] = leader;
    }
    return count;
}

size_t ratings_rank(const Ratings *ratings, const char *id, Category category, int64_t now)
{
    const Account *account = catalog_find(&ratings->accounts, id);
    Leader own = leader_of(account, category, now);
    size_t rank = 1;
    if (!own.id)
        return 0;
    for (size_t at = 0; (account = catalog_next(&ratings->accounts, &at));) {
        Leader other = leader_of(account, category, now);
        rank += other.id && is_before(&other, &own);
    }
    return rank;
}
