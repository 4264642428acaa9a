/* endings_maker.h - makes the tablebase in the data directory while the server runs (--endings make), so that a container
 * need not carry its 36 MB.
 *
 * The server starts castled once more: that process computes for about a minute, runs only when a processor has nothing
 * else to do, ends with the server, and is the first that the kernel ends when memory is short. The file gets its name
 * when it is complete and on disk, and is used when its checksum is right. Whatever goes wrong costs a line in the log
 * and the tablebase; the next start tries again.
 *
 * Embedded and zeroed before: endings_maker_stop, then run the loop until its handles are closed; also when it was never
 * started. */
#pragma once

#include "tablebase_file.h"

#include <stdbool.h>
#include <uv.h>

#define ENDINGS_COMMAND                                                                            \
    "endings-process" /* the first argument of that process: castled's own, not for people */
#define ENDINGS_FILE "castled.endings"
#define ENDINGS_MAKE "make" /* the word of --endings */

enum {
    ENDINGS_MACHINE_MIB = 900, /* memory of a machine that makes them: they take 280 MB meanwhile */
    ENDINGS_DISK_MIB = 300,    /* room on the disk before; the file takes 36 MB of it */
    ENDINGS_SECONDS = 3600,    /* of a processor, the most that is used */
    ENDINGS_HOURS = 6,         /* by the clock, on a machine that is always busy */
};

typedef struct {
    uv_process_t process;
    uv_timer_t timer;
    uv_work_t work;
    char path[TABLEBASE_FILE_PATH_MAX];
    char partial[TABLEBASE_FILE_PATH_MAX + 16];
    bool is_running, is_stopping, is_late;
    TablebaseFile *file; /* while it is being opened */
    const char *problem;
    void *context;
    void (*made)(void *context, TablebaseFile *file);
} EndingsMaker;

/* 'made' is called at most once, on the loop, and owns the file. */
void endings_maker_start(EndingsMaker *maker, uv_loop_t *loop, const char *directory,
                         void (*made)(void *context, TablebaseFile *file), void *context);
void endings_maker_stop(EndingsMaker *maker);

/* In the process itself: its arguments after ENDINGS_COMMAND. Returns its exit status, 0 or an errno. */
int endings_process_main(int argc, char *argv[]);
