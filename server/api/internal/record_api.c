/* What somebody has played, as the Lichess API sums it up: their games in one category, and their last days. */
#include "address.h"
#include "instant.h"
#include "memory.h"
#include "record_place.h"
#include "routes.h"
#include "snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RECORD_GAMES_MAX = 3000,                  /* the newest ones, which are summed up, */
    RECORD_ROWS_MAX = 10 * SEARCH_LOOKED_MAX, /* as far as they are among the newest of any kind */
    RECORD_BEST = 5,                          /* wins and losses that are listed */
    RECORD_DAYS = 7,                          /* with games */
    STREAK_GAP = 60 * 60 * 1000,
};
static const int64_t DAY = INT64_C(24) * 60 * 60 * 1000;

/* A game that is referred to. */
typedef struct {
    GameId id;
    int64_t at;
} Played;

/* Games in a row, met from the newest to the oldest. */
typedef struct {
    int64_t run, now, most;
    bool is_over; /* the run that the newest game belongs to */
    Played run_from, run_to, now_from, now_to, most_from, most_to;
} Streak;

typedef struct {
    int32_t rating;
    char id[PERSON_ID_MAX + 1], name[PERSON_NAME_MAX + 1];
    Played game;
} Notable;

typedef struct {
    Notable at[RECORD_BEST];
    size_t count;
} Notables;

typedef struct {
    int64_t all, rated, wins, losses, draws, seconds, opponents, opponents_rated;
    int32_t highest, lowest; /* 0: none */
    Played highest_at, lowest_at;
    Notables best, worst;
    Streak win, loss, games, time;
    int64_t later; /* when the game after this one began; 0: none */
} Stat;

typedef struct {
    int64_t won, lost, drawn;
    int32_t before, after; /* ratings; 0: no rated game */
} DayScore;

typedef struct {
    int64_t start;
    DayScore score[CATEGORY_COUNT];
} Day;

/* Asked by the loop, summed up on the store's read thread, answered by the loop. */
typedef struct {
    Asker asker;
    char address[ADDRESS_MAX + 1];
    AccountInfo account;
    Store *store;
    int64_t now;
    Category category; /* CATEGORY_COUNT: the last days are asked for */
    StoreSearch search;
    StoreFound found;
    int64_t summed, looked; /* games of the kind that is asked for; of any kind */
    StoreError error;
    Stat stat;
    Day days[RECORD_DAYS];
    size_t days_count;
    bool has_days;
} Record;

/* ---- summed up, from the newest game to the oldest ---- */

static void note_streak(Streak *streak, const Played *game, bool goes_on, int64_t worth)
{
    if (!goes_on) {
        streak->is_over = true;
        streak->run = 0;
        return;
    }
    if (streak->run == 0)
        streak->run_to = *game;
    streak->run += worth;
    streak->run_from = *game;
    if (!streak->is_over) {
        streak->now = streak->run;
        streak->now_from = streak->run_from;
        streak->now_to = streak->run_to;
    }
    if (streak->run > streak->most) {
        streak->most = streak->run;
        streak->most_from = streak->run_from;
        streak->most_to = streak->run_to;
    }
}

/* Keeps the greatest, or with 'sign' -1 the least. */
static void note_notable(Notables *list, const Notable *notable, int sign)
{
    size_t place = list->count;
    while (place > 0 && sign * notable->rating > sign * list->at[place - 1].rating)
        place--;
    if (place == RECORD_BEST)
        return;
    if (list->count < RECORD_BEST)
        list->count++;
    memmove(&list->at[place + 1], &list->at[place], (list->count - 1 - place) * sizeof *list->at);
    list->at[place] = *notable;
}

static void note_result(Stat *stat, const StoreGame *game, int side, const Played *played)
{
    const StoreSeat *other = &game->seat[!side];
    bool won = game->winner == (side == WHITE ? WINNER_WHITE : WINNER_BLACK);
    bool lost = game->winner != WINNER_NONE && !won;
    stat->wins += won;
    stat->losses += lost;
    stat->draws += !won && !lost;
    note_streak(&stat->win, played, won, 1);
    note_streak(&stat->loss, played, lost, 1);
    if (other->rating) {
        stat->opponents += other->rating;
        stat->opponents_rated++;
    }
    if (!game->rated || !other->rating || (!won && !lost))
        return;
    Notable notable = {.rating = other->rating, .game = *played};
    snprintf(notable.id, sizeof notable.id, "%s", other->player);
    snprintf(notable.name, sizeof notable.name, "%s", other->name);
    note_notable(won ? &stat->best : &stat->worst, &notable, won ? 1 : -1);
}

/* The rating that the player began the game with. */
static void note_rating(Stat *stat, int32_t rating, const Played *played)
{
    if (!rating)
        return;
    if (rating > stat->highest) {
        stat->highest = rating;
        stat->highest_at = *played;
    }
    if (!stat->lowest || rating < stat->lowest) {
        stat->lowest = rating;
        stat->lowest_at = *played;
    }
}

static void sum_up(Record *record, const StoreGame *game, int side)
{
    Stat *stat = &record->stat;
    Played played = {game->id, game->ended};
    int64_t seconds = (game->ended - game->made) / 1000;
    int64_t later = stat->later ? stat->later : record->now;
    bool goes_on = later - game->ended < STREAK_GAP;
    stat->all++;
    stat->rated += game->rated;
    stat->seconds += seconds > 0 ? seconds : 0;
    note_result(stat, game, side, &played);
    if (game->rated)
        note_rating(stat, game->seat[side].rating, &played);
    Streak *const streaks[] = {&stat->games, &stat->time};
    for (int i = 0; i < 2; i++) {
        int64_t worth = i == 0 ? 1 : seconds;
        if (!goes_on)
            note_streak(streaks[i], &played, false, 0);
        note_streak(streaks[i], &played, true, worth);
    }
    stat->later = game->made;
}

static void sum_up_day(Record *record, const StoreGame *game, int side)
{
    Category category = category_of(&game->control, (Variant)game->variant);
    int64_t start = game->ended - game->ended % DAY;
    if (category == CATEGORY_COUNT)
        return;
    if (!record->days_count || record->days[record->days_count - 1].start != start) {
        if (record->days_count == RECORD_DAYS) {
            record->has_days = true;
            return;
        }
        record->days[record->days_count++] = (Day){.start = start};
    }
    DayScore *score = &record->days[record->days_count - 1].score[category];
    bool won = game->winner == (side == WHITE ? WINNER_WHITE : WINNER_BLACK);
    score->won += won;
    score->lost += game->winner != WINNER_NONE && !won;
    score->drawn += game->winner == WINNER_NONE;
    if (!game->rated || !game->seat[side].rating)
        return;
    /* After the last game of a day they have what they begin the next one with. */
    if (!score->after) {
        int32_t after = rating_points(&record->account.ratings[category].rating);
        for (size_t day = record->days_count - 1; day-- > 0;)
            if (record->days[day].score[category].before) {
                after = record->days[day].score[category].before;
                break;
            }
        score->after = after;
    }
    score->before = game->seat[side].rating;
}

static void sum_up_page(void *context, StoreSnapshot *snapshot)
{
    Record *record = context;
    char line[STORE_LINE_MAX];
    record->error = snapshot_search(snapshot, &record->search, &record->found, line);
    for (int i = 0; record->error == STORE_OK && i < record->found.count; i++) {
        StoreGame game;
        record->error = snapshot_head(snapshot, record->found.at[i].number, &game, line);
        if (record->error != STORE_OK || !game.id.text[0])
            continue;
        int side = strcmp(game.seat[WHITE].player, record->account.id) == 0 ? WHITE : BLACK;
        if (record->category == CATEGORY_COUNT)
            sum_up_day(record, &game, side);
        else
            sum_up(record, &game, side);
    }
    record->summed += record->found.count;
    record->search.from = record->found.next;
}

/* ---- printed ---- */

static void print_played(Text *text, const char *name, const Played *played)
{
    text_open(text, name, '{');
    text_instant(text, "at", played->at);
    text_string(text, "gameId", played->id.text);
    text_close(text, '}');
}

static void print_run(Text *text, const char *name, int64_t value, const Played *from,
                      const Played *to)
{
    text_open(text, name, '{');
    text_integer(text, "v", value);
    if (value) {
        print_played(text, "from", from);
        print_played(text, "to", to);
    }
    text_close(text, '}');
}

static void print_streak(Text *text, const char *name, const Streak *streak)
{
    text_open(text, name, '{');
    print_run(text, "cur", streak->now, &streak->now_from, &streak->now_to);
    print_run(text, "max", streak->most, &streak->most_from, &streak->most_to);
    text_close(text, '}');
}

static void print_extreme(Text *text, const char *name, int32_t rating, const Played *played)
{
    if (!rating)
        return;
    text_open(text, name, '{');
    text_integer(text, "int", rating);
    text_instant(text, "at", played->at);
    text_string(text, "gameId", played->id.text);
    text_close(text, '}');
}

static void print_notables(Text *text, const char *name, const Notables *list)
{
    char handle[PERSON_NAME_MAX + 1];
    text_open(text, name, '{');
    text_open(text, "results", '[');
    for (size_t i = 0; i < list->count; i++) {
        const Notable *notable = &list->at[i];
        text_open(text, NULL, '{');
        text_integer(text, "opRating", notable->rating);
        text_open(text, "opId", '{');
        text_string(text, "id", name_handle(notable->name, handle));
        text_string(text, "name", notable->name);
        text_close(text, '}');
        text_instant(text, "at", notable->game.at);
        text_string(text, "gameId", notable->game.id.text);
        text_close(text, '}');
    }
    text_close(text, ']');
    text_close(text, '}');
}

static void print_count(Text *text, const Stat *stat)
{
    text_open(text, "count", '{');
    text_integer(text, "all", stat->all);
    text_integer(text, "rated", stat->rated);
    text_integer(text, "win", stat->wins);
    text_integer(text, "loss", stat->losses);
    text_integer(text, "draw", stat->draws);
    text_integer(text, "tour", 0);
    text_integer(text, "berserk", 0);
    text_integer(text, "opAvg",
                 stat->opponents_rated ? stat->opponents / stat->opponents_rated : 0);
    text_integer(text, "seconds", stat->seconds);
    text_integer(text, "disconnects", 0);
    text_close(text, '}');
}

static void print_stat(Text *text, const Stat *stat)
{
    text_open(text, "stat", '{');
    print_extreme(text, "highest", stat->highest, &stat->highest_at);
    print_extreme(text, "lowest", stat->lowest, &stat->lowest_at);
    print_notables(text, "bestWins", &stat->best);
    print_notables(text, "worstLosses", &stat->worst);
    print_count(text, stat);
    text_open(text, "resultStreak", '{');
    print_streak(text, "win", &stat->win);
    print_streak(text, "loss", &stat->loss);
    text_close(text, '}');
    text_open(text, "playStreak", '{');
    print_streak(text, "nb", &stat->games);
    print_streak(text, "time", &stat->time);
    text_close(text, '}');
    text_close(text, '}');
}

static void print_perf(Text *text, const Record *record)
{
    PublicRating shown = record->account.ratings[record->category];
    text_open(text, NULL, '{');
    text_open(text, "user", '{');
    text_string(text, "name", record->account.name);
    text_close(text, '}');
    text_open(text, "perf", '{');
    text_open(text, "glicko", '{');
    text_integer(text, "rating", rating_points(&shown.rating));
    text_integer(text, "deviation", rating_deviation(&shown.rating, record->now) / 100);
    if (rating_is_provisional(&shown.rating, record->now))
        text_bool(text, "provisional", true);
    text_close(text, '}');
    text_integer(text, "nb", shown.rating.games);
    text_integer(text, "progress", shown.progress);
    text_close(text, '}');
    if (shown.rank)
        text_integer(text, "rank", (int64_t)shown.rank);
    else
        text_null(text, "rank");
    text_integer(text, "percentile", 0);
    print_stat(text, &record->stat);
    text_close(text, '}');
}

static void print_score(Text *text, Category category, const DayScore *score)
{
    if (score->won + score->lost + score->drawn == 0)
        return;
    text_open(text, category_word(category), '{');
    text_integer(text, "win", score->won);
    text_integer(text, "loss", score->lost);
    text_integer(text, "draw", score->drawn);
    if (score->before) {
        text_open(text, "rp", '{');
        text_integer(text, "before", score->before);
        text_integer(text, "after", score->after);
        text_close(text, '}');
    }
    text_close(text, '}');
}

static void print_days(Text *text, const Record *record)
{
    text_open(text, NULL, '[');
    for (size_t i = 0; i < record->days_count; i++) {
        text_open(text, NULL, '{');
        text_open(text, "interval", '{');
        text_integer(text, "start", record->days[i].start);
        text_integer(text, "end", record->days[i].start + DAY);
        text_close(text, '}');
        text_open(text, "games", '{');
        for (int category = 0; category < CATEGORY_COUNT; category++)
            print_score(text, (Category)category, &record->days[i].score[category]);
        text_close(text, '}');
        text_close(text, '}');
    }
    text_close(text, ']');
}

/* ---- asked ---- */

static Core *core_of(const Record *record)
{
    return api_options(record->asker.api)->core;
}

bool record_takes_place(Core *core, const char *address)
{
    return core_takes_place(core, BOUND_RECORDS, BOUND_ALL_RECORDS, address);
}

void record_leaves_place(Core *core, const char *address)
{
    core_leaves_place(core, BOUND_RECORDS, BOUND_ALL_RECORDS, address);
}

static void end(Record *record)
{
    record_leaves_place(core_of(record), record->address);
    free(record);
}

static void answer_busy(const Record *record)
{
    answer_error(&record->asker, 503, "Too many games are being read: try again in a second.");
}

static void answer_record(const Record *record)
{
    Text text;
    text_init(&text);
    if (record->category == CATEGORY_COUNT)
        print_days(&text, record);
    else
        print_perf(&text, record);
    answer_json(&record->asker, 200, &text);
    text_clear(&text);
}

static bool goes_on(const Record *record)
{
    return record->found.next >= 0 && record->summed < RECORD_GAMES_MAX &&
           record->looked < RECORD_ROWS_MAX && !record->has_days;
}

/* One page after another, between which others may read, as long as somebody waits for the answer. */
static void on_page(void *context, StoreError error)
{
    Record *record = context;
    api_options(record->asker.api)->metrics->record_rows_total += (uint64_t)record->found.looked;
    record->looked += record->found.looked;
    if (error != STORE_OK || record->error != STORE_OK) {
        answer_error(&record->asker, 500, "The games cannot be read.");
    } else if (!goes_on(record)) {
        answer_record(record);
    } else if (!answer_is_awaited(&record->asker)) {
        answer_error(&record->asker, 503, "Nobody waits for the answer.");
    } else if (store_read_in_background(record->store, sum_up_page, on_page, record)) {
        return;
    } else {
        answer_busy(record);
    }
    end(record);
}

/* Games that were aborted are none. */
static StoreSearch search_of(const Record *record)
{
    StoreSearch search = {.finished = SEARCH_YES, .from = SEARCH_NEWEST, .most = SEARCH_FOUND_MAX};
    memcpy(search.player, record->account.id, sizeof record->account.id);
    if (record->category == CATEGORY_CHESS960) {
        search.variants = 1u << VARIANT_CHESS960;
    } else if (record->category != CATEGORY_COUNT) {
        search.variants = 1u << VARIANT_STANDARD;
        search.speeds = 1u << record->category; /* the speeds are the first categories */
    }
    return search;
}

_Static_assert((int)CATEGORY_ULTRABULLET == (int)SPEED_ULTRABULLET &&
                   (int)CATEGORY_CORRESPONDENCE == (int)SPEED_CORRESPONDENCE,
               "the first categories are the speeds");

static void begin(Call *call, const AccountsAnswer *answer, Category category)
{
    const AccountInfo *account = call_found(call, answer);
    if (!account)
        return;
    Record *record = memory_new(sizeof *record);
    record->asker = call->asker;
    record->account = *account;
    record->store = call->server->store;
    record->now = call->now;
    record->category = category;
    record->search = search_of(record);
    snprintf(record->address, sizeof record->address, "%s", call->http->address);
    if (!record_takes_place(core_of(record), record->address)) {
        answer_flood(&call->asker, RECORD_RETRY);
        free(record);
    } else if (!store_read_in_background(record->store, sum_up_page, on_page, record)) {
        answer_busy(record);
        end(record);
    }
}

static void begin_days(Call *call, const AccountsAnswer *answer)
{
    begin(call, answer, CATEGORY_COUNT);
}

static void begin_perf(Call *call, const AccountsAnswer *answer)
{
    Category category = CATEGORY_COUNT;
    category_parse(call->parts[1], &category);
    begin(call, answer, category);
}

void user_activity(Call *call)
{
    call_find(call, 0, begin_days);
}

void user_perf(Call *call)
{
    Category category;
    if (category_parse(call->parts[1], &category))
        call_find(call, 0, begin_perf);
    else
        answer_error(&call->asker, 404, "Category not found.");
}
