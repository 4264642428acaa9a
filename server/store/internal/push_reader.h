/* push_reader.h - devices that are told of what happens, read from the database. */
#pragma once

#include "database.h"
#include "store.h"

StoreError push_reader_all(Db *db, const char *path,
                           void (*each)(void *context, const StorePushDevice *device),
                           void *context, char *line);
