/* archive_row.h - a finished game as the row of the archive: its terms and its story in one text, and apart
 * from it the receipts of its clocks.
 *
 * What common/game/archive.h codes in three and a half bits a move is kept that way; a journal that it
 * does not understand is kept as it is. Either way the same bytes of the same events come back, or
 * STORE_DAMAGED and why. A checksum covers the row's two blobs and the columns that are part of the game: its id, when
 * it was made, its result. The format has a version, and rows of every version are read for ever. Pure but for memory. */
#pragma once

#include "archive_terms.h"
#include "store_error.h"
#include "stored.h"

enum {
    ARCHIVE_ROW_FORMAT = ARCHIVE_TERMS_VERSION, /* what archive_row_pack writes */
};

/* Zeroed, it is empty; archive_row_clear frees it. */
typedef struct {
    unsigned char *data, *receipts;
    size_t data_size, receipts_size;
} ArchiveRow;

/* Players, dates and result are columns of their own; all else goes into the row. */
void archive_row_pack(const StoredGame *game, ArchiveRow *row);
void archive_row_clear(ArchiveRow *row);

/* Whether the row is of an older format. */
bool archive_row_is_old(const ArchiveRow *row);

/* Writes the checksums of a row that was changed, over its last bytes: for tests. */
void archive_row_seal(const StoreGame *known, ArchiveRow *row);

/* 'known' has what the columns say and the id. *game is the caller's to stored_game_free, NULL on an
 * error, which *why explains (a constant). Without receipts (size 0) instants are approximate. */
StoreError archive_row_unpack(const StoreGame *known, const ArchiveRow *row, StoredGame **game,
                              const char **why);
/* The terms alone: ratings, levels, clock and so on, and what an imported game calls its players, without memory
 * or moves. */
bool archive_row_terms(StoreGame *known, const unsigned char *data, size_t size);

/* Status, winner and reason as one number, both ways; false for one that is none. */
int archive_result(const StoreGame *game);
bool archive_result_read(int64_t result, StoreGame *game);

/* Identifies an imported game among those of its importer: a hash of tags, start, moves with their clocks, and end,
 * but not of when it was imported. Somebody could construct two games with the same fingerprint, but would only lose
 * one of their own. It is stored in the database: for the same game it never changes. */
int64_t game_fingerprint(const StoredGame *game);
