/* archive_terms.h - the first part of an archived game's row: what was agreed on before the first move, the ratings, and
 * the tags of an imported game.
 *
 * Frozen: what a version wrote is read for ever. Reading is total. */
#pragma once

#include "stored.h"
#include "varint.h"

enum {
    ARCHIVE_TERMS_VERSION = 2, /* what is written */
    ARCHIVE_TERMS_MAX = 128 + STORE_FEN_MAX + STORE_TAGS_MAX + 2 * (2 + STORE_ENGINE_MAX),
};

typedef struct {
    bool is_journal;           /* the events follow as the journal has them, not as a story */
    const unsigned char *tags; /* "name\0value\0" one behind the other, in the source; NULL: none */
    size_t tags_size;
} ArchiveTerms;

/* Players, dates and result are columns of their own. Returns what is behind the bytes: ARCHIVE_TERMS_MAX at most. */
unsigned char *archive_terms_put(unsigned char *out, const StoredGame *game, bool is_journal);

/* 'game' has what the columns say, and gets the rest. False, with source->failed, for bytes that are no terms; then
 * source->newer tells whether a newer castled has written them. */
bool archive_terms_get(VarintSource *source, StoreGame *game, ArchiveTerms *terms);

/* The version at the beginning of a row, 0 without one. */
int archive_terms_version(const unsigned char *data, size_t size);
