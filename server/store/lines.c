#include "lines.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

#define ME           "(SELECT number FROM players WHERE id = ?1)"
#define TIME(column) "strftime('%Y-%m-%d %H:%M', " column " / 1000, 'unixepoch')"

/* Each gives one text a row; ?1 is the key. */
static const char *const SETTINGS[] = {
    "SELECT settings FROM accounts WHERE player = " ME,
    NULL,
};

/* Of others only what he has seen himself. */
static const char *const DATA[] = {
    "SELECT json_object('is', 'account', 'id', id, 'name', name, 'made', accounts.made, 'seen', "
    "seen,"
    " 'bot', bot, 'settings', json(settings))"
    " FROM accounts JOIN players ON number = player WHERE id = ?1",
    "SELECT json_object('is', 'session', 'made', made, 'seen', seen, 'expires', expires, 'label',"
    " label) FROM passes WHERE player = " ME " ORDER BY made",
    "SELECT json_object('is', CASE kind WHEN 0 THEN 'follows' WHEN 1 THEN 'blocks' ELSE 'mutes'"
    " END, 'name', name, 'made', relations.made) FROM relations JOIN players ON number = other "
    "WHERE player = " ME,
    "SELECT json_object('is', 'rating', 'category', category, 'rating', rating / 100.0, "
    "'deviation',"
    " deviation / 100.0, 'volatility', volatility / 1e6, 'games', games, 'at', at) FROM ratings"
    " WHERE player = " ME,
    "SELECT json_object('is', 'ratingChange', 'category', category, 'before', rating_before / "
    "100.0,"
    " 'after', rating / 100.0, 'at', at) FROM rating_changes WHERE player = " ME " ORDER BY at",
    "SELECT json_object('is', 'sanction', 'muted', muted, 'banned', banned) FROM sanctions"
    " WHERE id = ?1",
    "SELECT json_object('is', 'report', 'at', at, 'game', game, 'reason', reason, 'words', words)"
    " FROM reports WHERE id = ?1 ORDER BY number",
    NULL,
};

/* The bare columns are of the row with the greatest number of games: two may end in one millisecond. */
static const char *const RATINGS[] = {
    "SELECT printf('[%d,%s,%d]', category, strftime('%Y,%m,%d', at / 1000, 'unixepoch'), rating)"
    " FROM (SELECT category, at, rating, max(games) FROM rating_changes WHERE player = " ME
    " GROUP BY category, at / 86400000) ORDER BY category, at",
    NULL,
};

static const char *const ACTS[] = {
    "SELECT * FROM (SELECT printf('%s  %-12s %-12s %s', " TIME(
        "at") ", who, act, target) FROM acts"
              " ORDER BY number DESC LIMIT ?2)",
    NULL,
};

static const char *const REPORTS[] = {
    "SELECT printf('%s  %s of %s: %s%s%s  %s', " TIME(
        "at") ", coalesce((SELECT name FROM players p WHERE p.id = r.id), r.id),"
              " coalesce((SELECT name FROM players p WHERE p.id = about), about), reason,"
              " CASE game WHEN '' THEN '' ELSE ', game ' END, game, words)"
              " FROM reports r ORDER BY number DESC LIMIT ?2",
    NULL,
};

#define GAME "CAST(?1 AS INTEGER)"

static const char *const CHANGES[] = {
    "SELECT printf('%s %d %d %d %d %d %d %d %d %d %d', id, category, rating_before,"
    " deviation_before, volatility_before, at_before, rating, deviation, volatility, games, at)"
    " FROM rating_changes JOIN players ON players.number = player WHERE game = " GAME
    " AND player IN (SELECT white FROM games WHERE number = " GAME
    " UNION ALL SELECT black FROM games WHERE number = " GAME
    " UNION ALL SELECT white FROM archive WHERE number = " GAME
    " UNION ALL SELECT black FROM archive WHERE number = " GAME ")",
    NULL,
};

static const char *const *const QUERIES[] = {
    [LINES_SETTINGS] = SETTINGS, [LINES_DATA] = DATA, [LINES_RATINGS] = RATINGS,
    [LINES_CHANGES] = CHANGES,   [LINES_ACTS] = ACTS, [LINES_REPORTS] = REPORTS,
};

static void append(Lines *lines, size_t *size, const char *text, size_t length)
{
    while (lines->length + length + 2 > *size) {
        *size = *size ? 2 * *size : 1024;
        lines->text = memory_resize(lines->text, *size, 1);
    }
    memcpy(lines->text + lines->length, text, length);
    lines->length += length;
    lines->text[lines->length++] = '\n';
    lines->text[lines->length] = '\0';
}

static int read_one(sqlite3 *db, const char *sql, const char *key, Lines *lines, size_t *size)
{
    sqlite3_stmt *row;
    int rc = sqlite3_prepare_v2(db, sql, -1, &row, NULL);
    if (rc != SQLITE_OK)
        return rc;
    if (sqlite3_bind_parameter_count(row) >= 1)
        sqlite3_bind_text(row, 1, key, -1, SQLITE_STATIC);
    if (sqlite3_bind_parameter_count(row) >= 2)
        sqlite3_bind_int(row, 2, LINES_SHOWN);
    while ((rc = sqlite3_step(row)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(row, 0);
        if (text)
            append(lines, size, text, strlen(text));
    }
    sqlite3_finalize(row);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

StoreError lines_read(sqlite3 *db, StoreLines what, const char *key, Lines *lines)
{
    size_t size = 0;
    int rc = SQLITE_OK;

    *lines = (Lines){.text = memory_new(1)};
    for (const char *const *sql = QUERIES[what]; *sql && rc == SQLITE_OK; sql++)
        rc = read_one(db, *sql, key, lines, &size);
    if (rc == SQLITE_OK)
        return STORE_OK;
    free(lines->text);
    *lines = (Lines){0};
    return database_error(rc);
}
