#include "webhook_reader.h"

#include "columns.h"
#include "rows.h"
#include "sql.h"

typedef struct {
    void (*webhook)(void *context, const StoreWebhook *webhook);
    void (*delivery)(void *context, const StoreDelivery *delivery);
    void *context;
} Listener;

static const char MAKES_NO_SENSE[] = "a row about webhooks makes no sense";

static bool take_webhook(void *context, DbStatement *row)
{
    const Listener *listener = context;
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

static bool take_delivery(void *context, DbStatement *row)
{
    const Listener *listener = context;
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

StoreError webhook_reader_all(Db *db, const char *path,
                              void (*each)(void *context, const StoreWebhook *webhook),
                              void *context, char *line)
{
    Listener listener = {.webhook = each, .context = context};
    return rows_read(db, path, SQL_READ_WEBHOOKS, take_webhook, &listener, MAKES_NO_SENSE, line);
}

StoreError webhook_reader_deliveries(Db *db, const char *path,
                                     void (*each)(void *context, const StoreDelivery *delivery),
                                     void *context, char *line)
{
    Listener listener = {.delivery = each, .context = context};
    return rows_read(db, path, SQL_READ_DELIVERIES, take_delivery, &listener, MAKES_NO_SENSE, line);
}
