/* archive_game.h - a finished game as the archive takes it and gives it back. The caller owns all of its memory. */
#pragma once

#include "clock.h"
#include "event.h"
#include "position.h"

enum {
    ARCHIVE_EVENTS_MAX = 1 << 16,
    /* The bytes that a part needs at most: a head, and so many for each event. */
    ARCHIVE_HEAD_MAX = 32,
    ARCHIVE_EVENT_MAX = 64,
};

/* Working memory: the position before each move of the line, and the move. */
typedef struct {
    Position before;
    Move move;
} ArchivePly;

typedef struct {
    const Position *start;
    const TimeControl *control; /* valid; time odds belong to a colour */
    Event *events;              /* numbered from 1; without SAN, which room_replay fills in */
    uint32_t count;             /* at most ARCHIVE_EVENTS_MAX */
    ArchivePly *plies;          /* count + 1 of them */
} ArchiveGame;
