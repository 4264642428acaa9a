#include "people_reader.h"

#include "array.h"
#include "columns.h"
#include "sql.h"

#include <string.h>

/* Whom to call with each row. */
typedef struct {
    const StorePeople *people;
    void (*player)(void *context, const StorePlayer *player);
    void (*rating)(void *context, const StoreRating *rating);
    void *context;
    sqlite3_stmt *recent; /* of ratings */
} Listener;

/* False when the row makes no sense. */
typedef bool (*TakeRow)(const Listener *listener, sqlite3_stmt *row);

/* For columns that are never NULL, which column_text would let pass. */
static bool copy_text(sqlite3_stmt *row, int column, char *to, size_t size)
{
    return !column_is_null(row, column) && column_text(row, column, to, size);
}

#define COPY(row, column, to) copy_text(row, column, to, sizeof(to))

static bool take_account(const Listener *listener, sqlite3_stmt *row)
{
    StoreAccount account = {.made = sqlite3_column_int64(row, 4),
                            .seen = sqlite3_column_int64(row, 5),
                            .closed = sqlite3_column_int64(row, 6),
                            .bot = sqlite3_column_int(row, 7) != 0,
                            .is_operator = sqlite3_column_int(row, 8) != 0};
    if (!COPY(row, 0, account.player) || !COPY(row, 1, account.name) ||
        !COPY(row, 2, account.skeleton) || !COPY(row, 3, account.password) ||
        !COPY(row, 9, account.second))
        return false;
    listener->people->account(listener->context, &account);
    return true;
}

static bool take_credential(const Listener *listener, sqlite3_stmt *row)
{
    StoreCredential credential = {.kind = sqlite3_column_int(row, 2),
                                  .scopes = sqlite3_column_int(row, 3),
                                  .made = sqlite3_column_int64(row, 4),
                                  .seen = sqlite3_column_int64(row, 5),
                                  .expires = sqlite3_column_int64(row, 6)};
    if (!COPY(row, 0, credential.key) || !COPY(row, 1, credential.player) ||
        !COPY(row, 7, credential.label))
        return false;
    listener->people->credential(listener->context, &credential);
    return true;
}

static bool take_relation(const Listener *listener, sqlite3_stmt *row)
{
    StoreRelation relation = {.kind = sqlite3_column_int(row, 1),
                              .made = sqlite3_column_int64(row, 3)};
    if (!COPY(row, 0, relation.player) || !COPY(row, 2, relation.other))
        return false;
    listener->people->relation(listener->context, &relation);
    return true;
}

static bool take_subject(const Listener *listener, sqlite3_stmt *row)
{
    StoreSubject subject = {.made = sqlite3_column_int64(row, 3)};
    if (!COPY(row, 0, subject.issuer) || !COPY(row, 1, subject.subject) ||
        !COPY(row, 2, subject.player))
        return false;
    listener->people->subject(listener->context, &subject);
    return true;
}

static bool take_sanction(const Listener *listener, sqlite3_stmt *row)
{
    StoreSanction sanction = {.muted = sqlite3_column_int64(row, 1),
                              .banned = sqlite3_column_int64(row, 2),
                              .marked = sqlite3_column_int(row, 3) != 0};
    if (!COPY(row, 0, sanction.id) || !COPY(row, 4, sanction.warning))
        return false;
    listener->people->sanction(listener->context, &sanction);
    return true;
}

static bool take_address_ban(const Listener *listener, sqlite3_stmt *row)
{
    StoreAddressBan ban = {.until = sqlite3_column_int64(row, 1)};
    if (!COPY(row, 0, ban.address))
        return false;
    listener->people->address_ban(listener->context, &ban);
    return true;
}

static bool take_site(const Listener *listener, sqlite3_stmt *row)
{
    StoreSite site;
    if (!COPY(row, 0, site.name) || !COPY(row, 1, site.value))
        return false;
    listener->people->site(listener->context, &site);
    return true;
}

static bool take_player(const Listener *listener, sqlite3_stmt *row)
{
    int64_t balance = sqlite3_column_int64(row, 3);
    StorePlayer player = {.made = sqlite3_column_int64(row, 2), .balance = (int8_t)balance};
    if (!COPY(row, 0, player.id) || !player.id[0] || !COPY(row, 1, player.name) ||
        player.balance != balance)
        return false;
    listener->player(listener->context, &player);
    return true;
}

/* The player's ratings after the newest games of the category. */
static bool read_recent(sqlite3_stmt *recent, int64_t player, StoreRating *rating)
{
    bool sound = true;
    sqlite3_bind_int64(recent, 1, player);
    sqlite3_bind_int(recent, 2, rating->category);
    sqlite3_bind_int(recent, 3, STORE_RECENT_MAX);
    while (sound && sqlite3_step(recent) == SQLITE_ROW)
        sound = column_int(recent, 0, &rating->recent[rating->recents++]);
    return sqlite3_reset(recent) == SQLITE_OK && sound;
}

static bool take_rating(const Listener *listener, sqlite3_stmt *row)
{
    StoreRating rating = {.at = sqlite3_column_int64(row, 6)};
    if (!COPY(row, 0, rating.player) || !column_int(row, 1, &rating.category) ||
        !column_int(row, 2, &rating.rating) || !column_int(row, 3, &rating.deviation) ||
        !column_int(row, 4, &rating.volatility) || !column_int(row, 5, &rating.games) ||
        !read_recent(listener->recent, sqlite3_column_int64(row, 7), &rating))
        return false;
    listener->rating(listener->context, &rating);
    return true;
}

static StoreError take_all(sqlite3 *db, const char *path, const char *sql, TakeRow take,
                           const Listener *listener, char *line)
{
    sqlite3_stmt *row;
    StoreError error = STORE_OK;
    int rc = sqlite3_prepare_v2(db, sql, -1, &row, NULL);
    while (rc == SQLITE_OK && error == STORE_OK) {
        int step = sqlite3_step(row);
        if (step == SQLITE_DONE)
            break;
        if (step != SQLITE_ROW)
            rc = step;
        else if (!take(listener, row))
            error = database_say(line, path, STORE_DAMAGED, "a row about people makes no sense");
    }
    if (rc != SQLITE_OK)
        error = database_refused(db, path, rc, line);
    sqlite3_finalize(row);
    return error;
}

StoreError people_reader_all(sqlite3 *db, const char *path, const StorePeople *people,
                             void *context, char *line)
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
            error = take_all(db, path, TABLES[i].sql, TABLES[i].take, &listener, line);
    return error;
}

StoreError people_reader_players(sqlite3 *db, const char *path,
                                 void (*each)(void *context, const StorePlayer *player),
                                 void *context, char *line)
{
    Listener listener = {.player = each, .context = context};
    return take_all(db, path, SQL_READ_PLAYERS, take_player, &listener, line);
}

StoreError people_reader_ratings(sqlite3 *db, const char *path,
                                 void (*each)(void *context, const StoreRating *rating),
                                 void *context, char *line)
{
    Listener listener = {.rating = each, .context = context};
    int rc = sqlite3_prepare_v2(db, SQL_READ_RECENT, -1, &listener.recent, NULL);
    if (rc != SQLITE_OK)
        return database_refused(db, path, rc, line);
    StoreError error = take_all(db, path, SQL_READ_RATINGS, take_rating, &listener, line);
    sqlite3_finalize(listener.recent);
    return error;
}

static bool read_day(sqlite3_stmt *row, StoreRatingDay *day)
{
    return column_int(row, 0, &day->category) && column_int(row, 1, &day->year) &&
           column_int(row, 2, &day->month) && column_int(row, 3, &day->day) &&
           column_int(row, 4, &day->rating);
}

StoreError people_reader_history(sqlite3 *db, const char *path, const char *player,
                                 StoreRatingDay **days, size_t *count, char *line)
{
    sqlite3_stmt *row;
    size_t capacity = 0;
    bool sound = true;
    *days = NULL;
    *count = 0;
    int rc = sqlite3_prepare_v2(db, SQL_RATING_HISTORY, -1, &row, NULL);
    if (rc != SQLITE_OK)
        return database_refused(db, path, rc, line);
    sqlite3_bind_text(row, 1, player, -1, SQLITE_STATIC);
    while (sound && (rc = sqlite3_step(row)) == SQLITE_ROW) {
        *days = array_reserve(*days, &capacity, *count + 1, sizeof **days);
        sound = read_day(row, &(*days)[(*count)++]);
    }
    StoreError error = STORE_OK;
    if (!sound)
        error = database_say(line, path, STORE_DAMAGED, "a history of ratings makes no sense");
    else if (rc != SQLITE_DONE)
        error = database_refused(db, path, rc, line);
    sqlite3_finalize(row);
    return error;
}
