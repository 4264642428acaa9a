/* backups.h - the running server's backups, by schedule: a copy of the database every so often, the oldest ones deleted.
 *
 * Each is made by a thread of its own, which goes on while games are played (backup.h). When the next one is due follows
 * from the name of the newest in the directory, so that a restart neither makes one nor forgets one. One that fails is
 * reported in the log and tried again after BACKUPS_RETRY, or at the usual time if that is earlier. */
#pragma once

#include "metrics.h"

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

typedef struct Backups Backups;

enum {
    BACKUPS_RETRY = 10 * 60, /* s */
    BACKUPS_LOOK = 60 * 60,  /* s: at the latest, since the clock may be set */
    BACKUPS_LINE_MAX = 512,
};

typedef struct {
    uv_loop_t *loop;
    const char *database;  /* the directory of castled.db */
    const char *directory; /* of the backups; made if missing */
    int64_t every;         /* ms */
    unsigned keep;
    Metrics *metrics; /* backups_total, backup_failures_total */
} BackupsOptions;

/* NULL when the directory cannot be used; 'line' (BACKUPS_LINE_MAX bytes) says why. What the options point to outlives
 * it. */
Backups *backups_open(const BackupsOptions *options, char *line);
/* When the newest backup was made, in seconds since 1970; 0: there is none. */
uint64_t backups_newest(const Backups *backups);
/* Gives up the backup that is under way. Run the loop once more: the last handle frees it. */
void backups_close(Backups *backups);
