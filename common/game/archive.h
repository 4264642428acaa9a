/* archive.h - a finished game's events as few bytes: about three and a half bits for a move, and what is
 * left on the clocks to the millisecond.
 *
 * In two parts: the story, all but the instants and the events' receipts; and those, which with the story give every
 * event again bit for bit. Reading is total: any bytes are events or an error. Whoever keeps the parts keeps a checksum
 * with them, since damage may read as another game.
 *
 * The format has a version, and what a version wrote is read for ever: its weights, its move model and what it expects
 * of clocks (archive_forecast.h) never change, and tests/data/golden holds games of each. Version 2 has room for
 * kinds of events, statuses and reasons that are to come; a program that does not know one says that the game was
 * archived by a newer castled. Pure; the caller hands all memory in. */
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

/* Each part's size is what fits, and becomes what was written. False: these events are none that a room
 * emits, and have to be kept in another way. */
bool archive_pack(const ArchiveGame *game, ArchivePart *story, ArchivePart *receipts);

/* How many events a story tells of, for the memory that archive_unpack needs. */
ArchiveError archive_count(const ArchivePart *story, uint32_t *count);
/* Fills in game->events, of which there are game->count. Without receipts (NULL) each event's instant is that
 * of the one before, later by what was charged. On an error the events mean nothing. */
ArchiveError archive_unpack(const ArchiveGame *game, const ArchivePart *story,
                            const ArchivePart *receipts);
