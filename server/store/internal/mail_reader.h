/* mail_reader.h - e-mail addresses, and turns in correspondence games, read from the database. */
#pragma once

#include "database.h"
#include "store.h"

StoreError mail_reader_addresses(Db *db, const char *path, StoreMailAddressEach each, void *context,
                                 char *line);
StoreError mail_reader_turns(Db *db, const char *path, StoreMailTurnEach each, void *context,
                             char *line);
