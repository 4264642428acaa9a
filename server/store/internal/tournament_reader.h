/* tournament_reader.h - tournaments and what happened in them, read from the database. */
#pragma once

#include "database.h"
#include "store.h"

StoreError tournament_reader_all(Db *db, const char *path, StoreTournamentEach each, void *context,
                                 char *line);
StoreError tournament_reader_acts(Db *db, const char *path, const char *id,
                                  StoreTournamentActEach each, void *context, char *line);
