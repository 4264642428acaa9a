/* postgres_connect.h - making the connection of a Db of PostgreSQL. */
#pragma once

#include "db.h"
#include "postgres_terms.h"

/* Connects, which may take a while; what follows is in the simple protocol, until postgres_db_begin. */
DbResult postgres_db_dial(Db *db);
/* How many ms the server is waited for from now on; and how many it was before. */
int64_t postgres_db_be_patient(Db *db, int64_t patience);
/* In the simple protocol; no longer than the patience in all. 'row' may be NULL. */
DbResult postgres_db_exec(Db *db, const char *sql, PostgresRow *row);
/* From now on with statements. */
DbResult postgres_db_begin(Db *db);
/* No longer: again in the simple protocol. Statements that were prepared must be finalized. */
DbResult postgres_db_end(Db *db);
/* Connects, if there is no connection, unless that has just failed: one that only reads may be asked again and again by
 * people who wait. */
DbResult postgres_need(Db *db);
/* After an attempt that failed: whether it may succeed later without anything being changed here, because the server is
 * not there, is starting or ending, is a standby, has no room or is busy. It connects again to find out. */
bool postgres_db_is_away(Db *db);
/* What was refused last, was because somebody else holds a lock (55P03). */
bool postgres_db_was_locked(const Db *db);
bool postgres_db_is_connected(const Db *db);
/* Gives the connection up, if there is one. */
void postgres_db_hang_up(Db *db);
