/* team_reader.h - teams and their members, read from the database. Total, as people_reader.h. */
#pragma once

#include "database.h"
#include "store.h"

StoreError team_reader_all(Db *db, const char *path, const StoreTeams *each, void *context,
                           char *line);
