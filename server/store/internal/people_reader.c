#include "people_reader.h"

#include "array.h"
#include "columns.h"
#include "memory.h"
#include "rows.h"
#include "sql.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Whom to call with each row. */
typedef struct {
    const StorePeople *people;
    void (*player)(void *context, const StorePlayer *player);
    void (*rating)(void *context, const StoreRating *rating);
    void *context;
    DbStatement *recent; /* of ratings */
} Listener;

static const char MAKES_NO_SENSE[] = "a row about people makes no sense";

static bool take_account(void *context, DbStatement *row)
{
    const Listener *listener = context;
    StoreAccount account = {.made = db_number(row, 4),
                            .seen = db_number(row, 5),
                            .closed = db_number(row, 6),
                            .bot = (int)db_number(row, 7) != 0,
                            .is_operator = (int)db_number(row, 8) != 0};
    if (!COLUMN_COPY(row, 0, account.player) || !COLUMN_COPY(row, 1, account.name) ||
        !COLUMN_COPY(row, 2, account.skeleton) || !COLUMN_COPY(row, 3, account.password) ||
        !COLUMN_COPY(row, 9, account.second))
        return false;
    listener->people->account(listener->context, &account);
    return true;
}

static bool take_credential(void *context, DbStatement *row)
{
    const Listener *listener = context;
    StoreCredential credential = {.kind = (int)db_number(row, 2),
                                  .scopes = (int)db_number(row, 3),
                                  .made = db_number(row, 4),
                                  .seen = db_number(row, 5),
                                  .expires = db_number(row, 6)};
    if (!COLUMN_COPY(row, 0, credential.key) || !COLUMN_COPY(row, 1, credential.player) ||
        !COLUMN_COPY(row, 7, credential.label))
        return false;
    listener->people->credential(listener->context, &credential);
    return true;
}

static bool take_relation(void *context, DbStatement *row)
{
    const Listener *listener = context;
    StoreRelation relation = {.kind = (int)db_number(row, 1), .made = db_number(row, 3)};
    if (!COLUMN_COPY(row, 0, relation.player) || !COLUMN_COPY(row, 2, relation.other))
        return false;
    listener->people->relation(listener->context, &relation);
    return true;
}

static bool take_subject(void *context, DbStatement *row)
{
    const Listener *listener = context;
    StoreSubject subject = {.made = db_number(row, 3)};
    if (!COLUMN_COPY(row, 0, subject.issuer) || !COLUMN_COPY(row, 1, subject.subject) ||
        !COLUMN_COPY(row, 2, subject.player))
        return false;
    listener->people->subject(listener->context, &subject);
    return true;
}

static bool take_sanction(void *context, DbStatement *row)
{
    const Listener *listener = context;
    StoreSanction sanction = {.muted = db_number(row, 1),
                              .banned = db_number(row, 2),
                              .marked = (int)db_number(row, 3) != 0};
    if (!COLUMN_COPY(row, 0, sanction.id) || !COLUMN_COPY(row, 4, sanction.warning))
        return false;
    listener->people->sanction(listener->context, &sanction);
    return true;
}

static bool take_address_ban(void *context, DbStatement *row)
{
    const Listener *listener = context;
    StoreAddressBan ban = {.until = db_number(row, 1)};
    if (!COLUMN_COPY(row, 0, ban.address))
        return false;
    listener->people->address_ban(listener->context, &ban);
    return true;
}

static bool take_site(void *context, DbStatement *row)
{
    const Listener *listener = context;
    StoreSite site;
    if (!COLUMN_COPY(row, 0, site.name) || !COLUMN_COPY(row, 1, site.value))
        return false;
    listener->people->site(listener->context, &site);
    return true;
}

static bool take_player(void *context, DbStatement *row)
{
    const Listener *listener = context;
    int64_t balance = db_number(row, 3);
    StorePlayer player = {.made = db_number(row, 2), .balance = (int8_t)balance};
    if (!COLUMN_COPY(row, 0, player.id) || !player.id[0] || !COLUMN_COPY(row, 1, player.name) ||
        player.balance != balance)
        return false;
    listener->player(listener->context, &player);
    return true;
}

/* The player's ratings after the newest games of the category. */
static bool read_recent(DbStatement *recent, int64_t player, StoreRating *rating)
{
    bool sound = true;
    db_bind_int(recent, 1, player);
    db_bind_int(recent, 2, rating->category);
    db_bind_int(recent, 3, STORE_RECENT_MAX);
    while (sound && db_step(recent) == DB_ROW)
        sound = column_int(recent, 0, &rating->recent[rating->recents++]);
    return db_reset(recent) == DB_OK && sound;
}

static bool take_rating(void *context, DbStatement *row)
{
    const Listener *listener = context;
    StoreRating rating = {.at = db_number(row, 6)};
    if (!COLUMN_COPY(row, 0, rating.player) || !column_int(row, 1, &rating.category) ||
        !column_int(row, 2, &rating.rating) || !column_int(row, 3, &rating.deviation) ||
        !column_int(row, 4, &rating.volatility) || !column_int(row, 5, &rating.games) ||
        !read_recent(listener->recent, db_number(row, 7), &rating))
        return false;
    listener->rating(listener->context, &rating);
    return true;
}

StoreError people_reader_all(Db *db, const char *path, const StorePeople *people, void *context,
                             char *line)
{
    const struct {
        bool wanted;
        const char *sql;
        TakeRow take;
    } TABLES[] = {
        {people->account, SQL_READ_ACCOUNTS, take_account},
        {people->credential, SQL_READ_CREDENTIALS, take_credential},
        {people->relation, SQL_READ_RELATIONS, take_relation},
        {people->subject, SQL_READ_SUBJECTS, take_subject},
        {people->sanction, SQL_READ_SANCTIONS, take_sanction},
        {people->address_ban, SQL_READ_ADDRESS_BANS, take_address_ban},
        {people->site, SQL_READ_SITE, take_site},
    };
    Listener listener = {.people = people, .context = context};
    StoreError error = STORE_OK;
    for (size_t i = 0; i < sizeof TABLES / sizeof *TABLES && error == STORE_OK; i++)
        if (TABLES[i].wanted)
            error =
                rows_read(db, path, TABLES[i].sql, TABLES[i].take, &listener, MAKES_NO_SENSE, line);
    return error;
}

StoreError people_reader_players(Db *db, const char *path,
                                 void (*each)(void *context, const StorePlayer *player),
                                 void *context, char *line)
{
    Listener listener = {.player = each, .context = context};
    return rows_read(db, path, SQL_READ_PLAYERS, take_player, &listener, MAKES_NO_SENSE, line);
}

StoreError people_reader_ratings(Db *db, const char *path,
                                 void (*each)(void *context, const StoreRating *rating),
                                 void *context, char *line)
{
    Listener listener = {.rating = each, .context = context};
    DbResult rc = db_prepare(db, SQL_READ_RECENT, false, &listener.recent);
    if (rc != DB_OK)
        return database_refused(db, path, rc, line);
    StoreError error =
        rows_read(db, path, SQL_READ_RATINGS, take_rating, &listener, MAKES_NO_SENSE, line);
    db_finalize(listener.recent);
    return error;
}

/* ---- a history of ratings ---- */

static const int64_t DAY = INT64_C(24) * 60 * 60 * 1000;

void rating_history_init(RatingHistory *history, const char *player)
{
    *history = (RatingHistory){.category = INT64_MAX, .game = INT64_MAX};
    memcpy(history->player, player, strlen(player));
}

static void set_date(HistoryDay *day)
{
    struct tm date = {0};
    time_t seconds = day->number * (DAY / 1000);
    gmtime_r(&seconds, &date);
    day->day.year = date.tm_year + 1900;
    day->day.month = date.tm_mon + 1;
    day->day.day = date.tm_mday;
}

/* Games end in nearly the order in which they were made, so the day is the last one or near it. Of two changes that count there,
 * the one after more games is the later: two may end in one millisecond. */
static void add_change(RatingHistory *history, const HistoryDay *change)
{
    for (size_t i = history->count; i-- > 0;) {
        HistoryDay *day = &history->days[i];
        if (day->day.category != change->day.category)
            break;
        if (day->number != change->number)
            continue;
        if (day->games < change->games)
            *day = *change;
        return;
    }
    history->days =
        array_reserve(history->days, &history->size, history->count + 1, sizeof *history->days);
    history->days[history->count++] = *change;
}

/* False when it makes no sense. */
static bool take_change(RatingHistory *history, DbStatement *row)
{
    HistoryDay change = {.number = db_number(row, 3) / DAY, .games = db_number(row, 2)};
    if (!column_int(row, 0, &change.day.category) || !column_int(row, 4, &change.day.rating))
        return false;
    if (change.day.category != history->category)
        history->looked = 0;
    history->category = change.day.category;
    history->game = db_number(row, 1);
    add_change(history, &change);
    if (++history->looked == STORE_HISTORY_MAX)
        history->game = INT64_MIN; /* the next category */
    return true;
}

StoreError people_reader_history(Db *db, const char *path, RatingHistory *history, char *line)
{
    DbStatement *row;
    bool sound = true;
    int rows = 0;
    DbResult rc = db_prepare(db, SQL_RATING_HISTORY, false, &row);
    if (rc != DB_OK)
        return database_refused(db, path, rc, line);
    db_bind_text(row, 1, history->player, -1);
    db_bind_int(row, 2, history->category);
    db_bind_int(row, 3, history->game);
    db_bind_int(row, 4, STORE_HISTORY_PIECE);
    while (sound && (rc = db_step(row)) == DB_ROW) {
        sound = take_change(history, row);
        rows++;
        if (history->game == INT64_MIN)
            break;
    }
    StoreError error = STORE_OK;
    history->is_over = rows < STORE_HISTORY_PIECE && history->game != INT64_MIN;
    if (!sound)
        error = database_say(line, path, STORE_DAMAGED, "a history of ratings makes no sense");
    else if (rc != DB_DONE && rc != DB_ROW)
        error = database_refused(db, path, rc, line);
    db_finalize(row);
    return error;
}

static int compare_days(const void *one, const void *other)
{
    const HistoryDay *a = one, *b = other;
    if (a->day.category != b->day.category)
        return a->day.category < b->day.category ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

size_t rating_history_days(const RatingHistory *history, StoreRatingDay **days)
{
    *days = memory_array(history->count + 1, sizeof **days);
    if (history->count)
        qsort(history->days, history->count, sizeof *history->days, compare_days);
    for (size_t i = 0; i < history->count; i++) {
        set_date(&history->days[i]);
        (*days)[i] = history->days[i].day;
    }
    return history->count;
}
