/* game_row.h - the row of a game that is not in the archive yet, as C values; whatever a file holds, what makes no sense is
 * refused. */
#pragma once

#include "stored.h"

#include "db.h"

enum { GAME_ROW_PERSON = 3 }; /* columns that game_row_person reads */

/* Id, name and guest, from that column on. */
bool game_row_person(DbStatement *row, int first, StoreSeat *seat);
/* A row of read_game in sql/games.sql. */
bool game_row_read(DbStatement *row, StoreGame *game);
