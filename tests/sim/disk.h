/* disk.h - a file system in memory, under the real SQLite: it knows what has been synced, and can fill up, refuse, be slow
 * and lose power.
 *
 * It is SQLite's default VFS from disk_begin on. Its calls take simulated time, so that the server goes on,
 * or dies, between two writes. */
#pragma once

#include "random.h"

#include <stdbool.h>

/* In microseconds; chances are "once in so many times", 0 for never. */
typedef struct {
    int64_t sync;           /* how long a sync takes */
    int64_t slow_sync;      /* and while the disk is slow */
    uint64_t stop_once_in;  /* a thread is preempted before a write */
    uint64_t error_once_in; /* a single write or sync fails */
    uint64_t torn; /* how many of ten sectors that were not synced survive a loss of power */
    bool unsynced; /* a sync does nothing, for a test of the tests */
} DiskPace;

void disk_begin(uint64_t seed, const DiskPace *pace);
/* No file is open any more. */
void disk_end(void);

/* Until they are told otherwise. */
void disk_set_full(bool full);
void disk_set_broken(bool broken);
void disk_set_slow(bool slow);
/* None of these holds, and no sync takes long. */
bool disk_is_well(void);
/* When it last was not. */
int64_t disk_sick_at(void);

/* The process that uses it has died: its further calls are refused and change nothing. */
void disk_detach(void);
/* The next process comes; 'power': what had not been synced is lost, or part of it. All files have been closed. */
void disk_attach(bool power);

uint64_t disk_syncs(void);
