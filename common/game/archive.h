/* archive.h - a finished game's events in few bytes: about three and a half bits for a move, and the clocks to the
 * millisecond.
 *
 * There are two parts: the story, which is everything but the instants and the receipts of the events, and the
 * receipts, which together with the story give every event again bit for bit. Any bytes may be read: they give
 * events or an error. The caller stores a checksum with the parts, since damaged bytes may read as another game.
 *
 * The format has a version, and every version can be read for ever: its weights, its move model and its forecast of
 * the clocks (archive_forecast.h) never change, and tests/data/golden has games of each version. Version 2 has room
 * for future kinds of events, statuses and reasons; a program that does not know one says that the game was
 * archived by a newer castled. Pure; the caller provides all memory. */
#pragma once

#include "archive_game.h"

#define ARCHIVE_ERRORS(X)                                                                          \
    X(OK, "done")                                                                                  \
    X(NEWER, "the game was archived by a newer castled")                                           \
    X(STORY, "the archived moves are damaged")                                                     \
    X(RECEIPTS, "the archived receipts of the clocks are damaged")

typedef enum {
#define X(name, text) ARCHIVE_##name,
    ARCHIVE_ERRORS(X)
#undef X
} ArchiveError;

const char *archive_error_text(ArchiveError error);

typedef struct {
    unsigned char *bytes;
    size_t size;
} ArchivePart;

/* The size of each part is the room for it, and becomes what was written. False: these are not events that a room
 * emits, and they have to be stored in another way. */
bool archive_pack(const ArchiveGame *game, ArchivePart *story, ArchivePart *receipts);

/* The number of events in a story, for the memory that archive_unpack needs. */
ArchiveError archive_count(const ArchivePart *story, uint32_t *count);
/* Fills in game->events, of which there are game->count. Without receipts (NULL) the instant of an event is
 * that of the one before, plus what was charged. On an error the events are undefined. */
ArchiveError archive_unpack(const ArchiveGame *game, const ArchivePart *story,
                            const ArchivePart *receipts);
