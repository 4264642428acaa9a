/* census.h - reads all people from the database, once, when it is opened.
 *
 * Total, as the reader is: a row that makes no sense is STORE_DAMAGED. The connection is borrowed. */
#pragma once

#include "database.h"

StoreError census_take(sqlite3 *db, const char *path, const StoreCensus *census, void *context,
                       char *line);
