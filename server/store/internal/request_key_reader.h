/* request_key_reader.h - keys of requests, read from the database. */
#pragma once

#include "database.h"
#include "store.h"

/* The oldest first. */
StoreError request_key_reader_all(Db *db, const char *path, StoreRequestKeyEach each, void *context,
                                  char *line);
