/* load_server.h - a server as a process of its own, and what it takes of the machine; and what the disk under it can do. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct {
    pid_t pid;
    int port;
    int output;        /* what it says */
    uint64_t ready_in; /* µs from its start until it was ready */
} LoadServer;

/* Starts a program that says "ready on http://ADDRESS:PORT". 'words' end with NULL; words[0] is its path. It ends with this
 * process, however that ends. False when it does not start. */
bool load_server_start(LoadServer *server, const char *const *words);
/* Asks it to stop, or kills it, and waits for its end. */
void load_server_stop(LoadServer *server);
void load_server_kill(LoadServer *server);

typedef struct {
    uint64_t cpu;      /* ns, of its threads but for those that search */
    uint64_t search;   /* ns, of threads with a lower priority than its first one has */
    uint64_t memory;   /* bytes that are its own: not files that others share */
    uint64_t resident; /* and with those */
} LoadUse;

LoadUse load_server_use(const LoadServer *server);

/* Removes the files in a directory that nobody uses any more. */
void load_directory_empty(const char *directory);

/* Writes 4 KiB to a file in that directory and waits for the disk, for so long: µs that half of them and 99 of 100 took
 * at most. False when it cannot be written. */
bool load_disk(const char *directory, uint32_t ms, double *half, double *most);
