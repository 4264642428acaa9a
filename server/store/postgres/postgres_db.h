/* postgres_db.h - a connection to PostgreSQL as a Db.
 *
 * Statements of a transaction are sent one after the other without waiting (pipeline mode); what they answer is read when
 * something is needed: a row, or the commit. A connection that is lost is made again by the next transaction, and whether a
 * commit whose answer was lost took place is asked before anything is written again. A server that is silent for
 * POSTGRES_SILENCE_MAX counts as lost. */
#pragma once

#include "postgres_terms.h"

/* Not connected yet; NULL when there is no libpq. The texts are lent until db_close. */
Db *postgres_db_new(const PostgresOptions *options);
/* 'path' (DATABASE_PATH_MAX) becomes the server and the database as a URL without a password. Refuses NULL, and an address
 * that makes no sense. */
StoreError postgres_db_check(Db *db, char *path, char *line);
/* From now on each transaction that writes is refused without these leases, and says that the server is alive; db_close
 * gives them back. The claim is copied, its text lent. */
DbResult postgres_db_claim(Db *db, const PostgresClaim *claim);
