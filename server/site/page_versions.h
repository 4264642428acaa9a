/* page_versions.h - the hashed files of the page's last versions, for browsers that have a document of one of them.
 *
 * Whoever has opened the database puts the files of their own page there, and serves those of the versions before it as
 * well. Only files whose names have their hash: no two versions mean different files by such a name. The document, and
 * whatever else has the same name in each version, is always one's own. All of it is read when the server begins, so a
 * request for a file that there is not asks nobody. The few letters of a hash do not show that a file is unchanged:
 * whoever can write to the database is trusted with it, as with everything else. */
#pragma once

#include "site.h"
#include "store.h"

/* How many versions are kept besides this one, and of all of them together how many files and bytes: of more, the oldest go. */
enum { PAGE_VERSIONS = 2, PAGE_VERSIONS_FILES = 2048, PAGE_VERSIONS_BYTES = 16 << 20 };

/* 'built' goes through the build's files, NULL behind the last one. To be called before the store's first flush. False: 'line' (STORE_LINE_MAX)
 * says what the database refused. */
bool page_versions_open(Store *store, Site *site, const PageFile *(*built)(size_t index),
                        char *line);
