#include "webhook_reader.h"

#include "columns.h"
#include "sql.h"

typedef struct {
    void (*webhook)(void *context, const StoreWebhook *webhook);
    void (*delivery)(void *context, const StoreDelivery *delivery);
    void *context;
} Listener;

/* False when the row makes no sense. */
typedef bool (*TakeRow)(const Listener *listener, DbStatement *row);

static bool take_webhook(const Listener *listener, DbStatement *row)
{
    StoreWebhook webhook = {.made = db_number(row, 4),
                            .failing_since = db_number(row, 5),
                            .off_since = db_number(row, 6)};
    if (!COLUMN_COPY(row, 0, webhook.id) || !COLUMN_COPY(row, 1, webhook.url) ||
        !COLUMN_COPY(row, 2, webhook.secret) || !column_int(row, 3, &webhook.events) ||
        !COLUMN_COPY(row, 7, webhook.reason))
        return false;
    listener->webhook(listener->context, &webhook);
    return true;
}

static bool take_delivery(const Listener *listener, DbStatement *row)
{
    StoreDelivery delivery = {
        .made = db_number(row, 3), .tried = db_number(row, 4), .next = db_number(row, 5)};
    if (!COLUMN_COPY(row, 0, delivery.id) || !COLUMN_COPY(row, 1, delivery.webhook) ||
        !COLUMN_COPY(row, 2, delivery.event) || !column_int(row, 6, &delivery.tries) ||
        !column_int(row, 7, &delivery.status) || !COLUMN_COPY(row, 8, delivery.outcome) ||
        !COLUMN_COPY(row, 9, delivery.body))
        return false;
    listener->delivery(listener->context, &delivery);
    return true;
}

static StoreError take_all(Db *db, const char *path, const char *sql, TakeRow take,
                           const Listener *listener, char *line)
{
    DbStatement *row;
    StoreError error = STORE_OK;
    DbResult step, rc = db_prepare(db, sql, false, &row);
    if (rc != DB_OK)
        return database_refused(db, path, rc, line);
    while (error == STORE_OK && (step = db_step(row)) != DB_DONE) {
        if (step != DB_ROW)
            error = database_refused(db, path, step, line);
        else if (!take(listener, row))
            error = database_say(line, path, STORE_DAMAGED, "a row about webhooks makes no sense");
    }
    db_finalize(row);
    return error;
}

StoreError webhook_reader_all(Db *db, const char *path,
                              void (*each)(void *context, const StoreWebhook *webhook),
                              void *context, char *line)
{
    Listener listener = {.webhook = each, .context = context};
    return take_all(db, path, SQL_READ_WEBHOOKS, take_webhook, &listener, line);
}

StoreError webhook_reader_deliveries(Db *db, const char *path,
                                     void (*each)(void *context, const StoreDelivery *delivery),
                                     void *context, char *line)
{
    Listener listener = {.delivery = each, .context = context};
    return take_all(db, path, SQL_READ_DELIVERIES, take_delivery, &listener, line);
}
