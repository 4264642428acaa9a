/* broadcast_reader.h - broadcasts and their rounds, read from the database. Total, as people_reader.h. */
#pragma once

#include "database.h"
#include "store.h"

StoreError broadcast_reader_all(Db *db, const char *path, StoreBroadcastEach each, void *context,
                                char *line);
