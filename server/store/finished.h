/* finished.h - a finished game as the row of the archive: its terms and its story in one text, and apart
 * from it the receipts of its clocks.
 *
 * What common/game/archive.h codes in three and a half bits a move is kept that way; a journal that it
 * does not understand is kept as it is. Either way the same bytes of the same events come back, or
 * STORE_DAMAGED and why. A checksum covers the row's two blobs and the columns that are part of the game: its id, when
 * it was made, its result. The format has a version, and rows of every version are read for ever. Pure but for memory. */
#pragma once

#include "store.h"

enum {
    FINISHED_FORMAT = 2, /* what finished_pack writes */
    /* Of an imported game: the tags of its PGN, "name\0value\0" one behind the other. */
    FINISHED_TAGS_MAX = STORE_TAGS_MAX,
};

/* Zeroed is empty; finished_clear frees. */
typedef struct {
    unsigned char *data, *receipts;
    size_t data_size, receipts_size;
} FinishedRow;

/* Players, dates and result are columns of their own; all else goes into the row. */
void finished_pack(const StoredGame *game, FinishedRow *row);
void finished_clear(FinishedRow *row);

/* Whether the row is of an older format. */
bool finished_is_old(const FinishedRow *row);

/* Writes the checksums of a row that was changed, over its last bytes: for tests. */
void finished_seal(const StoreGame *known, FinishedRow *row);

/* 'known' has what the columns say and the id. *game is the caller's to stored_game_free, NULL on an
 * error, which *why explains (a constant). Without receipts (size 0) instants are approximate. */
StoreError finished_unpack(const StoreGame *known, const FinishedRow *row, StoredGame **game,
                           const char **why);
/* The terms alone: ratings, levels, clock and so on, and what an imported game calls its players, without memory
 * or moves. */
bool finished_terms(StoreGame *known, const unsigned char *data, size_t size);

/* Status, winner and reason as one number, both ways; false for one that is none. */
int finished_result(const StoreGame *game);
bool finished_read_result(int64_t result, StoreGame *game);
