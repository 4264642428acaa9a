/* webhook_reader.h - webhooks and their deliveries, read from the database. */
#pragma once

#include "database.h"
#include "store.h"

StoreError webhook_reader_all(Db *db, const char *path,
                              void (*each)(void *context, const StoreWebhook *webhook),
                              void *context, char *line);
StoreError webhook_reader_deliveries(Db *db, const char *path,
                                     void (*each)(void *context, const StoreDelivery *delivery),
                                     void *context, char *line);
