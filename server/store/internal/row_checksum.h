/* row_checksum.h - a checksum for each row of plain columns, as functions that the SQL in sql/ calls:
 *
 * row_checksum(value, …) is what a statement writes beside the values: a CRC-32C (crc32c.h) of each in turn. Its type is
 * a byte, SQLite's number for it (1 integer, 3 text, 4 blob, 5 NULL); an integer is eight bytes, the lowest first; a text
 * or blob is its length, as an integer, and its bytes.
 * check_row(table, checksum, value, …) is 1 when that is the checksum of the values, or when it is NULL. If not, the
 * statement ends with SQLITE_CORRUPT and a sentence that names the table and the first value.
 *
 * Frozen: what has been written is checked for ever. */
#pragma once

#include <sqlite3.h>

/* For a connection, before it prepares anything; an SQLite result code. */
int row_checksum_add(sqlite3 *db);
