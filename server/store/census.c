#include "census.h"

#include <string.h>

typedef struct {
    const StoreCensus *census;
    void *context;
} Asking;

/* False when the row does not fit. */
typedef bool (*TakeRow)(const Asking *asking, sqlite3_stmt *row);

static bool copy_text(sqlite3_stmt *row, int column, char *to, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    size_t length = (size_t)sqlite3_column_bytes(row, column);
    if (!text || length >= size || strlen(text) != length)
        return false;
    memcpy(to, text, length + 1);
    return true;
}

#define COPY(row, column, to) copy_text(row, column, to, sizeof(to))

static bool take_account(const Asking *asking, sqlite3_stmt *row)
{
    StoreAccount account = {.made = sqlite3_column_int64(row, 4),
                            .seen = sqlite3_column_int64(row, 5),
                            .closed = sqlite3_column_int64(row, 6),
                            .bot = sqlite3_column_int(row, 7) != 0};
    if (!COPY(row, 0, account.player) || !COPY(row, 1, account.name) ||
        !COPY(row, 2, account.skeleton) || !COPY(row, 3, account.password))
        return false;
    asking->census->account(asking->context, &account);
    return true;
}

static bool take_credential(const Asking *asking, sqlite3_stmt *row)
{
    StoreCredential credential = {.kind = sqlite3_column_int(row, 2),
                                  .scopes = sqlite3_column_int(row, 3),
                                  .made = sqlite3_column_int64(row, 4),
                                  .seen = sqlite3_column_int64(row, 5),
                                  .expires = sqlite3_column_int64(row, 6)};
    if (!COPY(row, 0, credential.key) || !COPY(row, 1, credential.player) ||
        !COPY(row, 7, credential.label))
        return false;
    asking->census->credential(asking->context, &credential);
    return true;
}

static bool take_relation(const Asking *asking, sqlite3_stmt *row)
{
    StoreRelation relation = {.kind = sqlite3_column_int(row, 1),
                              .made = sqlite3_column_int64(row, 3)};
    if (!COPY(row, 0, relation.player) || !COPY(row, 2, relation.other))
        return false;
    asking->census->relation(asking->context, &relation);
    return true;
}

static bool take_sanction(const Asking *asking, sqlite3_stmt *row)
{
    StoreSanction sanction = {.muted = sqlite3_column_int64(row, 1),
                              .banned = sqlite3_column_int64(row, 2)};
    if (!COPY(row, 0, sanction.id))
        return false;
    asking->census->sanction(asking->context, &sanction);
    return true;
}

static bool take_address_ban(const Asking *asking, sqlite3_stmt *row)
{
    StoreAddressBan ban = {.until = sqlite3_column_int64(row, 1)};
    if (!COPY(row, 0, ban.address))
        return false;
    asking->census->address_ban(asking->context, &ban);
    return true;
}

static bool take_site(const Asking *asking, sqlite3_stmt *row)
{
    StoreSite site;
    if (!COPY(row, 0, site.name) || !COPY(row, 1, site.value))
        return false;
    asking->census->site(asking->context, &site);
    return true;
}

static StoreError take_all(sqlite3 *db, const char *path, const char *sql, TakeRow take,
                           const Asking *asking, char *line)
{
    sqlite3_stmt *row;
    bool fits = true;
    int rc = sqlite3_prepare_v2(db, sql, -1, &row, NULL);
    while (rc == SQLITE_OK && fits) {
        int step = sqlite3_step(row);
        if (step == SQLITE_DONE)
            break;
        if (step == SQLITE_ROW)
            fits = take(asking, row);
        else
            rc = step;
    }
    StoreError error = STORE_OK;
    if (rc != SQLITE_OK)
        error = database_say(line, path, database_error(rc), sqlite3_errmsg(db));
    else if (!fits)
        error = database_say(line, path, STORE_DAMAGED, "something about people makes no sense");
    sqlite3_finalize(row);
    return error;
}

StoreError census_take(sqlite3 *db, const char *path, const StoreCensus *census, void *context,
                       char *line)
{
    const struct {
        bool wanted;
        const char *sql;
        TakeRow take;
    } TABLES[] = {
        {census->account,
         "SELECT p.id, p.name, skeleton, password, a.made, seen, closed, bot"
         " FROM accounts a JOIN players p ON p.number = player",
         take_account},
        {census->credential,
         "SELECT key, p.id, kind, scopes, s.made, seen, expires, label"
         " FROM passes s JOIN players p ON p.number = player",
         take_credential},
        {census->relation,
         "SELECT p.id, kind, o.id, r.made FROM relations r JOIN players p ON p.number = player"
         " JOIN players o ON o.number = other",
         take_relation},
        {census->sanction, "SELECT id, muted, banned FROM sanctions", take_sanction},
        {census->address_ban, "SELECT address, until FROM address_bans", take_address_ban},
        {census->site, "SELECT name, value FROM site", take_site},
    };
    Asking asking = {census, context};
    StoreError error = STORE_OK;
    for (size_t i = 0; i < sizeof TABLES / sizeof *TABLES && error == STORE_OK; i++)
        if (TABLES[i].wanted)
            error = take_all(db, path, TABLES[i].sql, TABLES[i].take, &asking, line);
    return error;
}
