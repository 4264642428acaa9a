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

/* Somebody with ratings. Few people play in all categories, so each has only those they play in. */
typedef struct {
    char id[PERSON_ID_MAX + 1]; /* the key */
    Held *held;
    unsigned count;
    bool hidden; /* never ranked */
} Player;

/* A player who is ranked in a category. */
struct Standing {
    Rung rung; /* first */
    Timer due; /* when it will no longer be certain enough */
    Player *player;
    Category category;
};

struct Ratings {
    HashTable players;
    Ladder ladders[CATEGORY_COUNT];
    TimerHeap lapses; /* of all standings */
};

Ratings *ratings_new(const SipKey *sip)
{
    Ratings *ratings = memory_new(sizeof *ratings);
    hash_table_init(&ratings->players, offsetof(Player, id), sip);
    timer_heap_init(&ratings->lapses);
    for (int i = 0; i < CATEGORY_COUNT; i++)
        ladder_init(&ratings->ladders[i], sip);
    return ratings;
}

static Held *find(const Player *player, Category category)
{
    for (unsigned i = 0; player && i < player->count; i++)
        if (player->held[i].category == category)
            return &player->held[i];
    return NULL;
}

static Held *held_by(const Ratings *ratings, const char *id, Category category)
{
    return find(hash_table_find(&ratings->players, id), category);
}

static void drop_standing(Ratings *ratings, Standing *standing)
{
    find(standing->player, standing->category)->standing = NULL;
    ladder_remove(&ratings->ladders[standing->category], &standing->rung);
    timer_heap_set(&ratings->lapses, &standing->due, INT64_MAX);
    free(standing);
}

static void free_player(Ratings *ratings, Player *player)
{
    for (unsigned i = 0; i < player->count; i++)
        if (player->held[i].standing)
            drop_standing(ratings, player->held[i].standing);
    free(player->held);
    free(player);
}

void ratings_free(Ratings *ratings)
{
    Player *player;
    for (size_t at = 0; (player = hash_table_next(&ratings->players, &at));)
        free_player(ratings, player);
    hash_table_clear(&ratings->players);
    timer_heap_clear(&ratings->lapses);
    free(ratings);
}

void ratings_forget(Ratings *ratings, const char *id)
{
    Player *player = hash_table_find(&ratings->players, id);
    if (!player)
        return;
    hash_table_remove(&ratings->players, player);
    free_player(ratings, player);
}

Rating ratings_get(const Ratings *ratings, const char *id, Category category)
{
    const Held *held = held_by(ratings, id, category);
    return held ? held->rating : rating_new();
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

static void rank_anew(Ratings *ratings, Player *player, Held *held)
{
    if (held->standing)
        drop_standing(ratings, held->standing);
    int64_t lapse = lapse_of(&held->rating, held->category);
    if (lapse == held->rating.at || player->hidden)
        return;
    Standing *standing = memory_new(sizeof *standing);
    standing->rung = (Rung){.rating = held->rating.rating, .id = player->id};
    standing->player = player;
    standing->category = held->category;
    held->standing = standing;
    ladder_add(&ratings->ladders[held->category], &standing->rung);
    timer_heap_set(&ratings->lapses, &standing->due, lapse);
}

static Player *get_player(Ratings *ratings, const char *id)
{
    Player *player = hash_table_find(&ratings->players, id);
    assert(strlen(id) <= PERSON_ID_MAX);
    if (!player) {
        player = memory_new(sizeof *player);
        memcpy(player->id, id, strlen(id));
        hash_table_put(&ratings->players, player);
    }
    return player;
}

static Held *set(Ratings *ratings, const char *id, Category category, const Rating *rating)
{
    Player *player = get_player(ratings, id);
    assert(category < CATEGORY_COUNT);
    Held *held = find(player, category);
    if (!held) {
        player->held = memory_resize(player->held, player->count + 1, sizeof *player->held);
        held = &player->held[player->count++];
        *held = (Held){.category = category};
    }
    held->rating = *rating;
    rank_anew(ratings, player, held);
    return held;
}

void ratings_hide(Ratings *ratings, const char *id, bool on)
{
    Player *player = get_player(ratings, id);
    player->hidden = on;
    for (unsigned i = 0; i < player->count; i++)
        rank_anew(ratings, player, &player->held[i]);
}

void ratings_set(Ratings *ratings, const char *id, Category category, const Rating *rating)
{
    set(ratings, id, category, rating);
}

/* ---- progress ---- */

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

/* Points from the oldest to the newest of the last ratings; 0 with fewer than two. */
static int32_t progress_of(const Held *held)
{
    return held && held->recents ? held->recent[0] - held->recent[held->recents - 1] : 0;
}

/* Players who have not played for so long that their rating is uncertain are no longer ranked. */
static void drop_lapsed(Ratings *ratings, int64_t now)
{
    Timer *due;
    while ((due = timer_heap_first(&ratings->lapses)) && due->at <= now)
        drop_standing(ratings, (Standing *)((char *)due - offsetof(Standing, due)));
}

size_t ratings_top(Ratings *ratings, Category category, int64_t now, RatedId *ids, size_t most)
{
    drop_lapsed(ratings, now);
    size_t count = ladder_count(&ratings->ladders[category]);
    count = count < most ? count : most;
    for (size_t i = 0; i < count; i++) {
        const Rung *rung = ladder_at(&ratings->ladders[category], i + 1);
        memcpy(ids[i].text, ((const Standing *)rung)->player->id, sizeof ids[i].text);
    }
    return count;
}

static size_t place_of(const Ratings *ratings, const Held *held)
{
    return held && held->standing
               ? ladder_rank(&ratings->ladders[held->category], &held->standing->rung)
               : 0;
}

size_t ratings_rank(Ratings *ratings, const char *id, Category category, int64_t now)
{
    drop_lapsed(ratings, now);
    return place_of(ratings, held_by(ratings, id, category));
}

void ratings_public(Ratings *ratings, const char *id, int64_t now,
                    PublicRating shown[CATEGORY_COUNT])
{
    const Player *player = hash_table_find(&ratings->players, id);
    drop_lapsed(ratings, now);
    for (int i = 0; i < CATEGORY_COUNT; i++) {
        const Held *held = find(player, (Category)i);
        shown[i] = (PublicRating){.rating = held ? held->rating : rating_new(),
                                  .progress = progress_of(held),
                                  .rank = place_of(ratings, held)};
    }
}

/* ---- as they are stored ---- */

_Static_assert((int)STORE_RECENT_MAX == (int)RATINGS_RECENT &&
                   (int)STORE_PLAYER_ID_MAX == (int)PERSON_ID_MAX,
               "as many are read as are shown, and whose they are");

StoreRating rating_to_row(const char *id, Category category, const Rating *rating)
{
    StoreRating row = {.category = (int32_t)category,
                       .rating = rating->rating,
                       .deviation = rating->deviation,
                       .volatility = rating->volatility,
                       .games = rating->games,
                       .at = rating->at};
    memcpy(row.player, id, strlen(id));
    return row;
}

bool rating_from_row(const StoreRating *row, Rating *rating)
{
    *rating = (Rating){row->rating, row->deviation, row->volatility, row->games, row->at};
    return row->category >= 0 && row->category < CATEGORY_COUNT && rating_is_valid(rating);
}

bool ratings_load(Ratings *ratings, const StoreRating *row)
{
    Rating rating;
    if (!rating_from_row(row, &rating))
        return false;
    ratings_set(ratings, row->player, (Category)row->category, &rating);
    ratings_recall(ratings, row->player, (Category)row->category, row->recent, row->recents);
    return true;
}
