#include "rated.h"

#include "farming.h"
#include "log.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Rated {
    Store *store;
    Clients *clients;
    Journal *journal;
    const ServerTime *time;
    Ratings *ratings;
    Recents *recents; /* rated games of late */
};

Rated *rated_new(const RatedOptions *options)
{
    Rated *rated = memory_new(sizeof *rated);
    *rated = (Rated){.store = options->store,
                     .clients = options->clients,
                     .journal = options->journal,
                     .time = options->time,
                     .ratings = ratings_new(options->sip),
                     .recents = recents_new()};
    return rated;
}

void rated_free(Rated *rated)
{
    ratings_free(rated->ratings);
    recents_free(rated->recents);
    free(rated);
}

PublicRating rated_public(const Rated *rated, const char *account, Category category)
{
    return ratings_public(rated->ratings, account, category, rated->time->wall);
}

size_t rated_top(const Rated *rated, Category category, Leader *leaders, size_t most)
{
    return ratings_top(rated->ratings, category, rated->time->wall, leaders, most);
}

void rated_show(const Rated *rated, Person *person, const TimeControl *control, Variant variant)
{
    ratings_show(rated->ratings, person, category_of(control, variant), rated->time->wall);
}

void rated_know(Rated *rated, Person *person, bool first)
{
    if (person->guest)
        return;
    if (first) {
        person->balance = ratings_balance(rated->ratings, person->id);
        clients_set_balance(rated->clients, person->id, person->balance);
    }
    ratings_know(rated->ratings, person, rated->time->wall);
}

/* One who has deleted their account has no rating any more. */
void rated_person_changed(Rated *rated, const Person *person)
{
    if (strcmp(person->name, ANONYMOUS) == 0)
        ratings_forget(rated->ratings, person->id);
    else if (!person->guest)
        ratings_know(rated->ratings, person, rated->time->wall);
}

size_t rated_view(const Rated *rated, const Person *person, RatingView *views)
{
    size_t count = 0;
    for (int i = 0; i < CATEGORY_COUNT && !person->guest; i++) {
        const Rating *rating = ratings_find(rated->ratings, person->id, (Category)i);
        if (rating)
            views[count++] = (RatingView){(Category)i, rating_points(rating), rating->games,
                                          rating_is_provisional(rating, rated->time->wall)};
    }
    return count;
}

void rated_seat(Rated *rated, Person *person, Color seat)
{
    Person now;
    if (person->kind != PERSON_HUMAN)
        return;
    if (clients_person(rated->clients, person->id, &now))
        person->balance = now.balance; /* their seek may be older than their last game */
    person_had(person, seat == WHITE);
    clients_set_balance(rated->clients, person->id, person->balance);
    if (!person->guest)
        ratings_know(rated->ratings, person, rated->time->wall);
}

/* ---- a game ends ---- */

static StoreRating stored_of(const Person *person, Category category, const Rating *rating)
{
    StoreRating stored = {.category = (int32_t)category,
                          .rating = rating->rating,
                          .deviation = rating->deviation,
                          .volatility = rating->volatility,
                          .games = rating->games,
                          .at = rating->at};
    memcpy(stored.player, person->id, sizeof person->id);
    return stored;
}

_Static_assert((int)STORE_PLAYER_ID_MAX == (int)PERSON_ID_MAX, "the store keeps whose it is");

static uint64_t keep(Rated *rated, const RatedGame *game, Color seat, Category category,
                     const Rating *before, const Rating *after)
{
    const Person *person = &game->seat[seat];
    StoreRatingChange change = {.game = *game->id,
                                .before = stored_of(person, category, before),
                                .after = stored_of(person, category, after)};
    ratings_played(rated->ratings, person->id, category, after);
    store_put_rating(rated->store, &change.after);
    return journal_note(rated->journal, store_put_rating_change(rated->store, &change));
}

static double score_of(Winner winner)
{
    return winner == WINNER_NONE ? 0.5 : winner == WINNER_WHITE ? 1 : 0;
}

/* The number of the batch that keeps both. */
static uint64_t count(Rated *rated, const RatedGame *game, Category category, RatedNews *news)
{
    Rating after[2];
    uint64_t number = 0;
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        ratings_know(rated->ratings, &game->seat[seat], rated->time->wall);
        after[seat] = ratings_get(rated->ratings, game->seat[seat].id, category);
    }
    Rating before[2] = {after[WHITE], after[BLACK]};
    rating_play(&after[WHITE], &after[BLACK], score_of(game->end->end.winner), category,
                rated->time->wall);
    bool is_halved = clients_is_bot(rated->clients, game->seat[WHITE].id) !=
                     clients_is_bot(rated->clients, game->seat[BLACK].id);
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        if (is_halved)
            rating_halve(&after[seat], &before[seat]);
        number = keep(rated, game, seat, category, &before[seat], &after[seat]);
        news->before[seat] = rating_points(&before[seat]);
        news->after[seat] = rating_points(&after[seat]);
        news->provisional[seat] = rating_is_provisional(&after[seat], rated->time->wall);
    }
    return number;
}

static FarmingGame farming_of(const Rated *rated, const RatedGame *game, Category category)
{
    FarmingGame farming = {
        .seat = game->seat,
        .moves = game->line->moves,
        .plies = game->line->plies,
        .rated = true,
        .status = game->end->end.status,
        .winner = game->end->end.winner,
        .lasted = game->end->at,
        .related =
            clients_share_address(rated->clients, game->seat[WHITE].id, game->seat[BLACK].id),
        .now = rated->time->wall,
    };
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        farming.account[seat] = ratings_made(rated->ratings, game->seat[seat].id);
        farming.rating[seat] = ratings_get(rated->ratings, game->seat[seat].id, category);
    }
    return farming;
}

bool rated_end(Rated *rated, const RatedGame *game, RatedNews *news, uint64_t *number)
{
    const GameSetup *setup = game->setup;
    Category category = category_of(&setup->control, setup->variant);
    *number = 0;
    if (!setup->rated || category == CATEGORY_COUNT)
        return false;
    for (Color seat = WHITE; seat <= BLACK; seat++)
        if (!ratings_is_known(rated->ratings, game->seat[seat].id))
            return false; /* they have deleted their account meanwhile */
    FarmingGame farming = farming_of(rated, game, category);
    *news = (RatedNews){.game = game->id, .category = category};
    news->verdict = farming_judge(rated->recents, &farming);
    if (news->verdict == FARMING_NOT_PLAYED || news->verdict == FARMING_NO_ACCOUNT)
        return false;
    recents_note(rated->recents, &farming);
    if (news->verdict == FARMING_COUNTS)
        *number = count(rated, game, category, news);
    return true;
}

/* ---- a result is taken back ---- */

typedef struct {
    Rated *rated;
    GameId game;
    RatedTakenBack done;
    void *context;
} Taking;

static bool read_rating(const StoreRating *stored, Rating *rating)
{
    *rating =
        (Rating){stored->rating, stored->deviation, stored->volatility, stored->games, stored->at};
    return stored->category >= 0 && stored->category < CATEGORY_COUNT && rating_is_valid(rating);
}

static bool take_back(Rated *rated, const StoreRatingChange *change)
{
    Rating before, after;
    const char *player = change->after.player;
    if (!read_rating(&change->before, &before) || !read_rating(&change->after, &after) ||
        !ratings_is_known(rated->ratings, player))
        return false;
    Category category = (Category)change->after.category;
    Rating rating = ratings_get(rated->ratings, player, category);
    rating_take_back(&rating, &before, &after);
    ratings_set(rated->ratings, player, category, &rating);
    ratings_unplayed(rated->ratings, player, category, &after);
    Person person = {.guest = false};
    memcpy(person.id, player, sizeof person.id);
    StoreRating stored = stored_of(&person, category, &rating);
    store_put_rating(rated->store, &stored);
    return true;
}

static void on_changes(void *context, StoreError error, const StoreRatingChange *changes,
                       size_t count)
{
    Taking *taking = context;
    int players = error == STORE_OK ? 0 : -1;
    for (size_t i = 0; i < count; i++)
        players += take_back(taking->rated, &changes[i]);
    if (players > 0)
        journal_note(taking->rated->journal,
                     store_delete_changes(taking->rated->store, &taking->game));
    taking->done(taking->context, players);
    free(taking);
}

bool rated_take_back(Rated *rated, const GameId *game, RatedTakenBack done, void *context)
{
    Taking *taking = memory_new(sizeof *taking);
    *taking = (Taking){rated, *game, done, context};
    if (store_read_changes(rated->store, game, on_changes, taking))
        return true;
    free(taking);
    return false;
}

/* ---- what there was before ---- */

static void load_account(void *context, const StorePlayer *stored)
{
    Rated *rated = context;
    Person person = {.balance = stored->balance};
    memcpy(person.id, stored->id, sizeof person.id);
    memcpy(person.name, stored->name, sizeof person.name);
    /* A closed account stands in no list any more; what it was rated stays on disk with its games. */
    if (strcmp(person.name, ANONYMOUS) != 0)
        ratings_know(rated->ratings, &person, stored->made);
}

static void load_rating(void *context, const StoreRating *stored)
{
    Rated *rated = context;
    Rating rating;
    if (!ratings_is_known(rated->ratings, stored->player))
        return; /* closed */
    bool sound = read_rating(stored, &rating);
    if (!sound) {
        log_warning("a rating of player %s is damaged and left out", stored->player);
        return;
    }
    ratings_set(rated->ratings, stored->player, (Category)stored->category, &rating);
    ratings_recall(rated->ratings, stored->player, (Category)stored->category, stored->recent,
                   stored->recents);
}

_Static_assert((int)STORE_RECENT_MAX == (int)RATINGS_RECENT, "as many are read as are shown");

bool rated_load(Rated *rated, char *line)
{
    return store_load_accounts(rated->store, load_account, rated, line) == STORE_OK &&
           store_load_ratings(rated->store, load_rating, rated, line) == STORE_OK;
}
