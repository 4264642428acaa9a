/* archive_coder.h - a game while it is being archived or read back: what the archive's coder has seen of it so far.
 *
 * Private to archive.c, archive_story.c and archive_clocks.c. The same functions write and read: range_coder.h
 * writes the values that it is given, or ignores them and returns what it reads. */
#pragma once

#include "archive_game.h"
#include "range_coder.h"

/* Version 1 is only read. It numbered a claimed move as the move generator of its time listed moves, had no values to
 * spare for new kinds of events, and a checksum at the end of each part. Version 2 is checked as a whole by the
 * caller. */
enum {
    ARCHIVE_FIRST = 1,
    ARCHIVE_VERSION = 2,
    ARCHIVE_KINDS = 32, /* of events: more than there are */
    ARCHIVE_STAGES = 5,
    ARCHIVE_RECEIPT_PARTS = 5,
};

typedef struct {
    RangeCoder story, receipts;
    int version;
    bool reading;
    bool bare; /* there are no receipts to read */
    bool failed;
    bool newer;             /* there was a value that this program does not know */
    bool lost;              /* failed because of the receipts */
    TimeControl control[2]; /* by Color: what each side plays with */
    ArchivePly *plies;
    uint32_t count; /* of plies */
    Event last;     /* the event before */
    bool paused, over;
    int64_t left[2]; /* by Color, as the turn began */
    int32_t lag[2], quota[2];
    uint32_t stages[2];                  /* by Color: the later stages whose time they have */
    bool berserk[2];                     /* by Color: has no increment */
    int64_t bonus;                       /* of the event, a move */
    int pace[2];                         /* by Color: see archive_clocks.c */
    uint32_t story_check, receipt_check; /* of version 1 */

    CodedBit moves[ARCHIVE_STAGES], by[ARCHIVE_KINDS], unlike_last[2], negative, uncharged, fifteen,
        claimed;
    /* Is there a receipt? [of an end, else of a move][of a clock that runs] */
    CodedBit receipt[2][2];
    CodedNumber offer, taken, given, odd, late[2], part[ARCHIVE_RECEIPT_PARTS];
} ArchiveCoder;

static inline Position *archive_board(ArchiveCoder *coder)
{
    return &coder->plies[coder->count].before;
}

/* What happened: the event's kind, its seat and its details. */
void archive_code_story(ArchiveCoder *coder, Event *event);

/* Before the first event. */
void archive_start_clocks(ArchiveCoder *coder);
/* What is left on both clocks, the event's instant and its receipt. The turn and whether a clock runs are as before
 * the event. */
void archive_code_clocks(ArchiveCoder *coder, Event *event, Color turn, bool running);
