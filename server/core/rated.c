#include "rated.h"

#include "address.h"
#include "log.h"
#include "memory.h"
#include "tell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void rated_show(const Core *core, Person *person, const TimeControl *control, Variant variant)
{
    ratings_show(core->ratings, person, category_of(control, variant), core->wall);
}

void rated_know(Core *core, Player *player)
{
    Person *person = &player->person;
    if (person->guest)
        return;
    if (!player->visitors)
        person->balance = ratings_balance(core->ratings, person->id);
    ratings_know(core->ratings, person, core->wall);
}

/* An account that is closed stands in no list any more; what it was rated stays on disk with its games. */
static bool is_open(const Core *core, const char *id)
{
    const Account *account = accounts_by_id(core->options.accounts, id);
    return !account || account->closed == 0;
}

size_t rated_view(const Core *core, const Person *person, RatingView *views)
{
    size_t count = 0;
    for (int i = 0; i < CATEGORY_COUNT && !person->guest; i++) {
        const Rating *rating = ratings_find(core->ratings, person->id, (Category)i);
        if (rating)
            views[count++] = (RatingView){(Category)i, rating_points(rating), rating->games,
                                          rating_is_provisional(rating, core->wall)};
    }
    return count;
}

void rated_seat(Core *core, Person *person, Color seat)
{
    if (person->kind != PERSON_HUMAN)
        return;
    Player *player = player_find(&core->players, person->id);
    if (player)
        person->balance = player->person.balance; /* his seek may be older than his last game */
    person_had(person, seat == WHITE);
    if (player)
        player->person.balance = person->balance;
    if (!person->guest)
        ratings_know(core->ratings, person, core->wall);
}

/* ---- a game ends ---- */

/* Both have a connection from one address, and not as all in one house or school have. */
static bool share_address(const Core *core, const Game *game)
{
    const Player *white = player_find(&core->players, game->seat[WHITE].id);
    const Player *black = player_find(&core->players, game->seat[BLACK].id);
    for (const Visitor *one = white ? white->visitors : NULL; one; one = one->next)
        for (const Visitor *other = black ? black->visitors : NULL; other; other = other->next)
            if (strcmp(one->address, other->address) == 0 && !address_is_private(one->address))
                return true;
    return false;
}

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

static void keep(Core *core, Game *game, Color seat, Category category, const Rating *before,
                 const Rating *after)
{
    const Person *person = &game->seat[seat];
    StoreRatingChange change = {.game = game->id,
                                .before = stored_of(person, category, before),
                                .after = stored_of(person, category, after)};
    ratings_played(core->ratings, person->id, category, after);
    store_put_rating(core->options.store, &change.after);
    core_note(core, game, store_put_rating_change(core->options.store, &change), game->count);
}

static bool is_bot(const Core *core, const Person *person)
{
    const Account *account = accounts_by_id(core->options.accounts, person->id);
    return account && account->bot;
}

static double score_of(Winner winner)
{
    return winner == WINNER_NONE ? 0.5 : winner == WINNER_WHITE ? 1 : 0;
}

static void count(Core *core, Game *game, const Event *end, Category category, RatedNews *news)
{
    Rating after[2];
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        ratings_know(core->ratings, &game->seat[seat], core->wall);
        after[seat] = ratings_get(core->ratings, game->seat[seat].id, category);
    }
    Rating before[2] = {after[WHITE], after[BLACK]};
    rating_play(&after[WHITE], &after[BLACK], score_of(end->end.winner), category, core->wall);
    bool is_halved = is_bot(core, &game->seat[WHITE]) != is_bot(core, &game->seat[BLACK]);
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        if (is_halved)
            rating_halve(&after[seat], &before[seat]);
        keep(core, game, seat, category, &before[seat], &after[seat]);
        news->before[seat] = rating_points(&before[seat]);
        news->after[seat] = rating_points(&after[seat]);
        news->provisional[seat] = rating_is_provisional(&after[seat], core->wall);
    }
}

void rated_end(Core *core, Game *game, const Event *end)
{
    const GameSetup *setup = room_setup(game->room);
    const Line *line = room_line(game->room);
    Category category = category_of(&setup->control, setup->variant);
    if (!setup->rated || category == CATEGORY_COUNT)
        return;
    for (Color seat = WHITE; seat <= BLACK; seat++)
        if (!ratings_is_known(core->ratings, game->seat[seat].id))
            return; /* he has deleted his account meanwhile */
    FarmingGame farming = {
        .seat = game->seat,
        .moves = line->moves,
        .plies = line->plies,
        .rated = true,
        .status = end->end.status,
        .winner = end->end.winner,
        .lasted = end->at,
        .related = share_address(core, game),
        .now = core->wall,
    };
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        farming.account[seat] = ratings_made(core->ratings, game->seat[seat].id);
        farming.rating[seat] = ratings_get(core->ratings, game->seat[seat].id, category);
    }
    RatedNews news = {.game = &game->id, .category = category};
    news.verdict = farming_judge(core->recents, &farming);
    if (news.verdict == FARMING_NOT_PLAYED || news.verdict == FARMING_NO_ACCOUNT)
        return;
    recents_note(core->recents, &farming);
    if (news.verdict == FARMING_COUNTS)
        count(core, game, end, category, &news);
    print_rated(&core->text, &news);
    tell_game(core, game, game->journal);
}

/* ---- a result is taken back ---- */

typedef struct {
    Core *core;
    GameId game;
    CoreTakenBack done;
    void *context;
} Taking;

/* One line of LINES_CHANGES; false when it makes no sense. */
static bool read_change(const char *line, char *player, int *category, Rating *before,
                        Rating *after)
{
    long long at_before, at;
    int count = sscanf(line, "%24s %d %d %d %d %lld %d %d %d %d %lld", player, category,
                       &before->rating, &before->deviation, &before->volatility, &at_before,
                       &after->rating, &after->deviation, &after->volatility, &after->games, &at);
    before->at = at_before;
    before->games = after->games - 1;
    after->at = at;
    return count == 11 && *category >= 0 && *category < CATEGORY_COUNT && rating_is_valid(before) &&
           rating_is_valid(after);
}

_Static_assert((int)PERSON_ID_MAX == 24, "read_change reads so many");

static bool take_back(Core *core, const char *line)
{
    char player[PERSON_ID_MAX + 1];
    int category;
    Rating before, after;
    if (!read_change(line, player, &category, &before, &after) ||
        !ratings_is_known(core->ratings, player))
        return false;
    Rating rating = ratings_get(core->ratings, player, (Category)category);
    rating_take_back(&rating, &before, &after);
    ratings_set(core->ratings, player, (Category)category, &rating);
    ratings_unplayed(core->ratings, player, (Category)category, &after);
    Person person = {.guest = false};
    memcpy(person.id, player, sizeof player);
    StoreRating stored = stored_of(&person, (Category)category, &rating);
    store_put_rating(core->options.store, &stored);
    return true;
}

static void on_changes(void *context, StoreError error, const char *text, size_t length)
{
    Taking *taking = context;
    int players = error == STORE_OK ? 0 : -1;
    (void)length;
    for (const char *line = text; error == STORE_OK && line && *line;) {
        players += take_back(taking->core, line);
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    if (players > 0)
        taking->core->newest = store_delete_changes(taking->core->options.store, &taking->game);
    taking->done(taking->context, players);
    free(taking);
}

bool core_take_back(Core *core, const GameId *game, CoreTakenBack done, void *context)
{
    Taking *taking = memory_new(sizeof *taking);
    *taking = (Taking){core, *game, done, context};
    if (store_read_changes(core->options.store, game, on_changes, taking))
        return true;
    free(taking);
    return false;
}

/* ---- what there was before ---- */

static void load_account(void *context, const StorePlayer *stored)
{
    Core *core = context;
    Person person = {.balance = stored->balance};
    memcpy(person.id, stored->id, sizeof person.id);
    memcpy(person.name, stored->name, sizeof person.name);
    if (is_open(core, person.id))
        ratings_know(core->ratings, &person, stored->made);
}

static void load_rating(void *context, const StoreRating *stored)
{
    Core *core = context;
    Rating rating = {stored->rating, stored->deviation, stored->volatility, stored->games,
                     stored->at};
    if (!ratings_is_known(core->ratings, stored->player))
        return; /* closed */
    bool sound =
        stored->category >= 0 && stored->category < CATEGORY_COUNT && rating_is_valid(&rating);
    if (!sound) {
        log_warning("a rating of player %s is damaged and left out", stored->player);
        return;
    }
    ratings_set(core->ratings, stored->player, (Category)stored->category, &rating);
    ratings_recall(core->ratings, stored->player, (Category)stored->category, stored->recent,
                   stored->recents);
}

_Static_assert((int)STORE_RECENT_MAX == (int)RATINGS_RECENT, "as many are read as are shown");

bool rated_load(Core *core, char *line)
{
    return store_load_accounts(core->options.store, load_account, core, line) == STORE_OK &&
           store_load_ratings(core->options.store, load_rating, core, line) == STORE_OK;
}
