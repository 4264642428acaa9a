/* uci_search.h - searches on threads of their own: clocks, stopping, pondering, helpers on a shared table.
 *
 * One search at a time. It reports by callbacks on the search's thread. Owns its memory. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#include "skill.h"
#include "uci_command.h"

enum { UCI_THREADS_MAX = 64, UCI_HASH_MAX = 65536 /* MiB */ };

typedef struct UciSearch UciSearch;

/* 'elapsed' is in ms since the search began. Pointers are only valid during the call. */
typedef struct {
    void *context;
    void (*info)(void *context, const EngineInfo *info, int64_t elapsed);
    void (*move)(void *context, int depth, Move move, unsigned number, int64_t elapsed);
    void (*done)(void *context, const EngineResult *result);
    void (*perft)(void *context, Move move, uint64_t nodes);
    void (*perft_done)(void *context, uint64_t nodes, int64_t elapsed);
} UciListener;

typedef struct {
    UciGo go;
    unsigned multipv;
    int64_t overhead; /* ms, as in pacing.h */
    int rating;       /* 0: full strength */
    uint64_t seed;
    uint64_t bound; /* on nodes, whatever 'go' says; 0: none */
} UciTask;

/* Ends the process when there is no memory for it. */
UciSearch *uci_search_new(const UciListener *listener);
void uci_search_free(UciSearch *search);

/* While no search runs. False, and nothing changed, when there is not enough memory. */
bool uci_search_resize(UciSearch *search, unsigned mebibytes, unsigned threads);
void uci_search_clear(UciSearch *search);
/* While no search runs: the net to evaluate with, which is borrowed. Forgets all that was learned with the last one.
 * Needed before the first search. */
void uci_search_set_net(UciSearch *search, const Nnue *net);

/* While no search runs: the tablebase, borrowed, or NULL. */
void uci_search_set_tablebase(UciSearch *search, const Tablebase *tablebase);

/* Copies the line. No search may be running. */
void uci_search_start(UciSearch *search, const Line *line, const UciTask *task);
void uci_search_stop(UciSearch *search);
/* The move that was pondered on has been played: the clock runs now. */
void uci_search_ponderhit(UciSearch *search);
/* Is there a search that has not answered yet? */
bool uci_search_is_running(UciSearch *search);
/* Is it a perft? Those are short and useful only when complete, so `quit` waits for them. */
bool uci_search_is_perft(UciSearch *search);
/* Will the running search end without a stop? */
bool uci_search_ends(UciSearch *search);
void uci_search_wait(UciSearch *search);

/* Runs the bench in the calling thread, on a cleared table. Returns the nodes, and the ms in *elapsed. */
uint64_t uci_search_bench(UciSearch *search, int depth, int64_t *elapsed);
