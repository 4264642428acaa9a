/* page_reader.h - files of the page, read from the database. */
#pragma once

#include "database.h"
#include "store.h"

StoreError page_reader_names(Db *db, const char *path, StorePageNameEach each, void *context,
                             char *line);
StoreError page_reader_files(Db *db, const char *path, int64_t from, int64_t before,
                             StorePageFileEach each, void *context, char *line);
