/* Requests about ratings: counting a finished game, taking it back, the leaderboard. */
#include "accounts.h"
#include "array.h"
#include "memory.h"
#include "parts.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void tell(const Accounts *accounts, const char *id, Category category, const Rating *rating)
{
    if (accounts->events.rated)
        accounts->events.rated(accounts->events.context, id, category, rating);
}

/* ---- a game ends ---- */

typedef struct {
    Job job;
    GameResult result;
} CountGame;

static uint64_t keep(Accounts *accounts, const GameResult *result, Color seat, const Rating *before,
                     const Rating *after)
{
    const char *player = result->player[seat];
    Store *store = accounts->directory.store;
    StoreRatingChange change = {.game = result->game,
                                .before = rating_to_row(player, result->category, before),
                                .after = rating_to_row(player, result->category, after)};
    ratings_played(accounts->ratings, player, result->category, after);
    tell(accounts, player, result->category, after);
    store_put_rating(store, &change.after);
    return store_put_rating_change(store, &change);
}

static double score_of(Winner winner)
{
    return winner == WINNER_NONE ? 0.5 : winner == WINNER_WHITE ? 1 : 0;
}

/* The number of the batch that keeps both. */
static uint64_t count(Accounts *accounts, const CountGame *counted, const FarmingGame *farming,
                      bool is_halved, RatedResult *rated)
{
    const GameResult *result = &counted->result;
    const Rating *before = farming->rating;
    Rating after[2] = {before[WHITE], before[BLACK]};
    uint64_t number = 0;
    rating_play(&after[WHITE], &after[BLACK], score_of(result->winner), result->category,
                counted->job.now);
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        if (is_halved)
            rating_halve(&after[seat], &before[seat]);
        number = keep(accounts, result, seat, &before[seat], &after[seat]);
        rated->before[seat] = rating_points(&before[seat]);
        rated->after[seat] = rating_points(&after[seat]);
        rated->provisional[seat] = rating_is_provisional(&after[seat], counted->job.now);
    }
    return number;
}

static FarmingGame farming_of(const CountGame *counted, const Person seat[2])
{
    const GameResult *result = &counted->result;
    return (FarmingGame){.seat = seat,
                         .moves = result->moves,
                         .plies = result->plies,
                         .rated = true,
                         .status = result->status,
                         .winner = result->winner,
                         .lasted = result->lasted,
                         .related = result->related,
                         .now = counted->job.now};
}

static void run_count_game(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const CountGame *counted = request;
    Person seat[2] = {{0}};
    bool is_bot[2], is_marked = false;
    FarmingGame farming = farming_of(counted, seat);
    for (Color color = WHITE; color <= BLACK; color++) {
        const char *id = counted->result.player[color];
        const Account *account = directory_by_id(&accounts->directory, id);
        if (!account || account->closed) {
            answer->error = ACCOUNTS_NOT_FOUND;
            return;
        }
        AccountInfo info = directory_info(account);
        seat[color] = account_person(&info);
        is_bot[color] = account->bot;
        is_marked = is_marked || sanctions_of(&accounts->sanctions, id).marked;
        farming.account[color] = account->made;
        farming.rating[color] = ratings_get(accounts->ratings, id, counted->result.category);
    }
    FarmingVerdict verdict = farming_judge(accounts->recents, &farming);
    if (verdict == FARMING_COUNTS && is_marked)
        verdict = FARMING_MARKED;
    answer->rated.verdict = verdict;
    if (verdict == FARMING_NOT_PLAYED || verdict == FARMING_NO_ACCOUNT)
        return;
    recents_note(accounts->recents, &farming);
    if (verdict == FARMING_COUNTS)
        answer->number =
            count(accounts, counted, &farming, is_bot[WHITE] != is_bot[BLACK], &answer->rated);
}

void accounts_count_game(Accounts *accounts, const GameResult *result, int64_t now,
                         AccountsDone done, void *context)
{
    CountGame *counted = memory_new(sizeof *counted);
    assert(result->category < CATEGORY_COUNT);
    counted->result = *result;
    accounts_ask_for_game(accounts, counted, sizeof *counted, run_count_game, now, done, context);
}

/* ---- a result is taken back ---- */

enum { PLAYERS = 2 };

typedef struct {
    Job job;
    GameId game;
    AccountsError error; /* of reading the changes */
    size_t count;
    StoreRatingChange changes[PLAYERS];
} TakeBack;

static bool take_back(Accounts *accounts, const StoreRatingChange *change)
{
    Rating before, after;
    const char *player = change->after.player;
    const Account *account = directory_by_id(&accounts->directory, player);
    if (!rating_from_row(&change->before, &before) || !rating_from_row(&change->after, &after) ||
        !account || account->closed)
        return false;
    Category category = (Category)change->after.category;
    Rating rating = ratings_get(accounts->ratings, player, category);
    rating_take_back(&rating, &before, &after);
    ratings_set(accounts->ratings, player, category, &rating);
    ratings_unplayed(accounts->ratings, player, category, &after);
    tell(accounts, player, category, &rating);
    StoreRating row = rating_to_row(player, category, &rating);
    store_put_rating(accounts->directory.store, &row);
    return true;
}

/* What was read from the disk may be older than that. */
static bool is_taken_back(const Accounts *accounts, const GameId *game)
{
    for (size_t i = 0; i < accounts->taken_back_count; i++)
        if (strcmp(accounts->taken_back[i].text, game->text) == 0)
            return true;
    return false;
}

static void note_taken_back(Accounts *accounts, const GameId *game)
{
    accounts->taken_back =
        array_reserve(accounts->taken_back, &accounts->taken_back_size,
                      accounts->taken_back_count + 1, sizeof *accounts->taken_back);
    accounts->taken_back[accounts->taken_back_count++] = *game;
}

static void run_take_back(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const TakeBack *taking = request;
    AccountInfo *list = memory_array(PLAYERS, sizeof *list);
    answer->list = list;
    answer->error = taking->error;
    bool is_late = is_taken_back(accounts, &taking->game);
    for (size_t i = 0; i < taking->count && !is_late; i++) {
        const char *player = taking->changes[i].after.player;
        if (take_back(accounts, &taking->changes[i]))
            list[answer->count++] =
                accounts_info(accounts, directory_by_id(&accounts->directory, player));
    }
    if (answer->count > 0) {
        note_taken_back(accounts, &taking->game);
        answer->number = store_delete_changes(accounts->directory.store, &taking->game);
    } else if (answer->error == ACCOUNTS_OK) {
        answer->error = ACCOUNTS_NOT_FOUND;
    }
}

/* What is to be asked when the changes have been read. */
typedef struct {
    Accounts *accounts;
    GameId game;
    AccountsDone done;
    void *context;
} Reading;

static void on_changes(void *context, StoreError error, const StoreRatingChange *changes,
                       size_t count)
{
    Reading *reading = context;
    TakeBack *taking = memory_new(sizeof *taking);
    taking->game = reading->game;
    taking->error = error == STORE_OK ? ACCOUNTS_OK : ACCOUNTS_BUSY;
    taking->count = count < PLAYERS ? count : PLAYERS;
    if (taking->count)
        memcpy(taking->changes, changes, taking->count * sizeof *changes);
    accounts_ask(reading->accounts, taking, sizeof *taking, run_take_back, 0, reading->done,
                 reading->context);
    free(reading);
}

void accounts_take_back(Accounts *accounts, const GameId *game, AccountsDone done, void *context)
{
    Reading *reading = memory_new(sizeof *reading);
    *reading = (Reading){accounts, *game, done, context};
    if (!store_read_changes(accounts->directory.store, game, on_changes, reading))
        on_changes(reading, STORE_DISK, NULL, 0);
}

/* ---- who is best ---- */

typedef struct {
    Job job;
    Category first, last;
    size_t most;
} ListLeaders;

static void run_leaders(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const ListLeaders *asked = request;
    size_t categories = (size_t)(asked->last - asked->first) + 1;
    AccountInfo *list = memory_array(categories * asked->most, sizeof *list);
    RatedId ids[LEADERS_MAX];
    for (Category category = asked->first; category <= asked->last; category++) {
        size_t count = ratings_top(accounts->ratings, category, asked->job.now, ids, asked->most);
        answer->leaders[category] = count;
        for (size_t i = 0; i < count; i++)
            list[answer->count++] =
                accounts_info(accounts, directory_by_id(&accounts->directory, ids[i].text));
    }
    answer->list = list;
}

void accounts_leaders(Accounts *accounts, Category category, size_t most, int64_t now,
                      AccountsDone done, void *context)
{
    bool all = category == CATEGORY_COUNT;
    ListLeaders *asked = memory_new(sizeof *asked);
    asked->first = all ? (Category)0 : category;
    asked->last = all ? (Category)(CATEGORY_COUNT - 1) : category;
    asked->most = most < LEADERS_MAX ? most : LEADERS_MAX;
    accounts_ask(accounts, asked, sizeof *asked, run_leaders, now, done, context);
}

/* ---- colours ---- */

typedef struct {
    Job job;
    char id[PERSON_ID_MAX + 1];
    int8_t balance;
} SetBalance;

/* It goes to disk with the game that they have begun. */
static void run_set_balance(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const SetBalance *set = request;
    Account *account = directory_by_id(&accounts->directory, set->id);
    (void)answer;
    if (account)
        account->balance = set->balance;
}

void accounts_set_balance(Accounts *accounts, const char *id, int8_t balance)
{
    SetBalance *set = memory_new(sizeof *set);
    snprintf(set->id, sizeof set->id, "%s", id);
    set->balance = balance;
    accounts_ask_for_game(accounts, set, sizeof *set, run_set_balance, 0, NULL, NULL);
}
