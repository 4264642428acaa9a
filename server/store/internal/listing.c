#include "listing.h"

#include "array.h"
#include "database.h"
#include "memory.h"
#include "sql.h"

#include <stdlib.h>
#include <string.h>

enum { STATEMENTS_MAX = 13 };

/* Each row of a statement begins with a text. */
static const char *const STATEMENTS[][STATEMENTS_MAX] = {
    [LISTING_SETTINGS] = {SQL_LIST_SETTINGS},
    [LISTING_ACCOUNT] = {SQL_LIST_ACCOUNT, SQL_LIST_SESSIONS, SQL_LIST_SUBJECTS, SQL_LIST_RELATIONS,
                         SQL_LIST_RATINGS, SQL_LIST_RATING_CHANGES, SQL_LIST_SANCTIONS,
                         SQL_LIST_TEAMS, SQL_LIST_PUSH_DEVICES, SQL_LIST_MAIL_ADDRESS,
                         SQL_LIST_REQUEST_KEYS, SQL_LIST_REPORTS_BY},
    [LISTING_ACTS] = {SQL_LIST_ACTS},
    [LISTING_REPORTS] = {SQL_LIST_REPORTS},
    [LISTING_ACTS_JSON] = {SQL_LIST_ACTS_JSON},
    [LISTING_REPORTS_JSON] = {SQL_LIST_REPORTS_JSON},
    [LISTING_UNDO] = {SQL_LIST_UNDO},
    [LISTING_REPORT] = {SQL_LIST_REPORT},
};

static void append(Listing *listing, size_t *size, const char *text, size_t length)
{
    listing->text = array_reserve(listing->text, size, listing->length + length + 2, 1);
    memcpy(listing->text + listing->length, text, length);
    listing->length += length;
    listing->text[listing->length++] = '\n';
    listing->text[listing->length] = '\0';
}

static DbResult read_one(Db *db, const char *sql, const char *key, Listing *listing, size_t *size)
{
    DbStatement *row;
    DbResult rc = db_prepare(db, sql, false, &row);
    if (rc != DB_OK)
        return rc;
    if (db_parameters(row) >= 1)
        db_bind_text(row, 1, key, -1);
    if (db_parameters(row) >= 2)
        db_bind_int(row, 2, LISTING_ROWS);
    while ((rc = db_step(row)) == DB_ROW) {
        const char *text = db_text(row, 0);
        if (text)
            append(listing, size, text, strlen(text));
    }
    db_finalize(row);
    return rc == DB_DONE ? DB_OK : rc;
}

StoreError listing_read(Db *db, const char *path, StoreListing what, const char *key,
                        Listing *listing, char *line)
{
    size_t size = 0;
    DbResult rc = DB_OK;

    *listing = (Listing){.text = memory_new(1)};
    for (const char *const *sql = STATEMENTS[what]; *sql && rc == DB_OK; sql++)
        rc = read_one(db, *sql, key, listing, &size);
    if (rc == DB_OK)
        return STORE_OK;
    free(listing->text);
    *listing = (Listing){0};
    return database_refused(db, path, rc, line);
}
