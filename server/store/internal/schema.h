/* schema.h - brings a database up to date by the steps of schema.sql.
 *
 * A step is what follows a line "-- version N", up to the next such line; user_version tells which were
 * taken. Each is a transaction of its own, so that a crash between two leaves a database that can go on. */
#pragma once

#include <sqlite3.h>

/* The newest version that the steps lead to. */
int schema_version(const char *steps);
/* Takes the steps after 'version' up to the newest; an SQLite result code. */
int schema_apply(sqlite3 *db, const char *steps, int version);
