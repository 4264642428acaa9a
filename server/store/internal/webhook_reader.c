#include "webhook_reader.h"

#include "columns.h"
#include "sql.h"

typedef struct {
    void (*webhook)(void *context, const StoreWebhook *webhook);
    void (*delivery)(void *context, const StoreDelivery *delivery);
    void *context;
} Listener;

/* False when the row makes no sense. */
typedef bool (*TakeRow)(const Listener *listener, sqlite3_stmt *row);

static bool copy_text(sqlite3_stmt *row, int column, char *to, size_t size)
{
    return !column_is_null(row, column) && column_text(row, column, to, size);
}

#define COPY(row, column, to) copy_text(row, column, to, sizeof(to))

static bool take_webhook(const Listener *listener, sqlite3_stmt *row)
{
    StoreWebhook webhook = {.made = sqlite3_column_int64(row, 4),
                            .failing_since = sqlite3_column_int64(row, 5),
                            .off_since = sqlite3_column_int64(row, 6)};
    if (!COPY(row, 0, webhook.id) || !COPY(row, 1, webhook.url) || !COPY(row, 2, webhook.secret) ||
        !column_int(row, 3, &webhook.events) || !COPY(row, 7, webhook.reason))
        return false;
    listener->webhook(listener->context, &webhook);
    return true;
}

static bool take_delivery(const Listener *listener, sqlite3_stmt *row)
{
    StoreDelivery delivery = {.made = sqlite3_column_int64(row, 3),
                              .tried = sqlite3_column_int64(row, 4),
                              .next = sqlite3_column_int64(row, 5)};
    if (!COPY(row, 0, delivery.id) || !COPY(row, 1, delivery.webhook) ||
        !COPY(row, 2, delivery.event) || !column_int(row, 6, &delivery.tries) ||
        !column_int(row, 7, &delivery.status) || !COPY(row, 8, delivery.outcome) ||
        !COPY(row, 9, delivery.body))
        return false;
    listener->delivery(listener->context, &delivery);
    return true;
}

static StoreError take_all(sqlite3 *db, const char *path, const char *sql, TakeRow take,
                           const Listener *listener, char *line)
{
    sqlite3_stmt *row;
    StoreError error = STORE_OK;
    int step, rc = sqlite3_prepare_v2(db, sql, -1, &row, NULL);
    if (rc != SQLITE_OK)
        return database_refused(db, path, rc, line);
    while (error == STORE_OK && (step = sqlite3_step(row)) != SQLITE_DONE) {
        if (step != SQLITE_ROW)
            error = database_refused(db, path, step, line);
        else if (!take(listener, row))
            error = database_say(line, path, STORE_DAMAGED, "a row about webhooks makes no sense");
    }
    sqlite3_finalize(row);
    return error;
}

StoreError webhook_reader_all(sqlite3 *db, const char *path,
                              void (*each)(void *context, const StoreWebhook *webhook),
                              void *context, char *line)
{
    Listener listener = {.webhook = each, .context = context};
    return take_all(db, path, SQL_READ_WEBHOOKS, take_webhook, &listener, line);
}

StoreError webhook_reader_deliveries(sqlite3 *db, const char *path,
                                     void (*each)(void *context, const StoreDelivery *delivery),
                                     void *context, char *line)
{
    Listener listener = {.delivery = each, .context = context};
    return take_all(db, path, SQL_READ_DELIVERIES, take_delivery, &listener, line);
}
