/* backup.h - a database as a file: copied while a server uses it, put back, and checked as a whole.
 *
 * All of it works on files by connections of its own, without a store, and waits for the disk: for commands and for threads
 * that may wait. On an error 'line' (STORE_LINE_MAX bytes) names file and reason in one line. */
#pragma once

#include "store_error.h"
#include "stored.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    BACKUP_PATH_MAX = 4096, /* bytes, with the NUL */
    BACKUP_ROOM_LEFT =
        32 << 20, /* bytes that a copy leaves free on its disk, so that games can go on there */
};

/* Copies the database 'from', as it is at one moment, to the new file 'to', which only its owner may read: it holds the
 * keys. A server may be writing to 'from' all the time. The copy is on disk, whole, before it has its name; until then it
 * is "TO.part-" with six letters. STORE_EXISTS: there is a file 'to'. STORE_FULL: there is not enough room, nothing was
 * begun. 'stop' may be NULL; when it becomes true the copy is given up with STORE_CLOSED. */
StoreError store_backup(const char *from, const char *to, const atomic_bool *stop, char *line);

/* What a check calls; 'line' is a sentence without a newline. */
typedef struct {
    void *context;
    /* Whether the game can be rebuilt as it is stored. */
    bool (*is_sound)(void *context, const StoredGame *game);
    void (*damage)(void *context, const char *line);
} StoreCheck;

typedef struct {
    uint64_t games, events, damages;
    int version; /* of the database; */
    bool is_old; /* an older castled's: only SQLite's own checks were made */
} StoreChecked;

/* Reads the whole database at 'path', which a server may be using, and changes nothing: SQLite's integrity check, the
 * checksum of every row, every game. STORE_OK when it could be read to its end, whatever was found. */
StoreError store_check(const char *path, const StoreCheck *check, StoreChecked *checked,
                       char *line);

/* Makes the copy 'from' the database of a directory that no server uses, brought up to date and checked before. The
 * database that was there is kept beside it, under the name 'kept' (BACKUP_PATH_MAX bytes; "": there was none).
 * STORE_DAMAGED, after 'check' was told of it: the copy is not sound, and nothing was changed. */
StoreError store_restore(const char *directory, const char *from, const StoreCheck *check,
                         StoreChecked *checked, char *kept, char *line);

typedef struct {
    StoreChecked checked;
    char kept[BACKUP_PATH_MAX]; /* as 'kept' of store_restore */
    int64_t reached; /* when the newest transaction in it was committed; wall clock, ms */
} StoreRestored;

/* The same with what a server's second place (StoreCopyOptions) had at a moment, ms of the wall clock. STORE_MISSING: it has nothing
 * that old. Where its log is damaged or has a gap, only what was before that can be restored. */
StoreError store_restore_until(const char *directory, const char *place, int64_t until,
                               const StoreCheck *check, StoreRestored *restored, char *line);

/* Whether this program could open the database that another server is using: it is checked, and when it is of an older
 * version, a copy of it in the same directory is brought up to date and removed. For commands and starts, since it waits
 * for the disk. */
StoreError store_try_out(const char *directory, char *line);
