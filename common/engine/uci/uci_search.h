/* uci_search.h - searches on threads of their own: clocks, stopping, pondering, helpers on a shared table.
 *
 * One search at a time. What it finds is told by callbacks on the search's thread. Owns its memory. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#include "skill.h"
#include "uci_command.h"

enum { UCI_THREADS_MAX = 64, UCI_HASH_MAX = 65536 /* MiB */ };

typedef struct UciSearch UciSearch;

/* 'elapsed' is in ms since the search began. What is pointed to is lent for the call. */
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
    int rating;       /* 0: full strength, nothing held back */
    uint64_t seed;
    uint64_t bound; /* on nodes, whatever 'go' says; 0: none */
} UciTask;

/* Ends the process when there is no memory for it. */
UciSearch *uci_search_new(const UciListener *listener);
void uci_search_free(UciSearch *search);

/* While no search runs. False, and all as before, when there is not so much memory. */
bool uci_search_resize(UciSearch *search, unsigned mebibytes, unsigned threads);
void uci_search_clear(UciSearch *search);
/* While no search runs: judge by that net, which is borrowed. All that was learned by the one before is
 * forgotten. Needed before the first search. */
void uci_search_set_net(UciSearch *search, const Nnue *net);

/* While no search runs: the tables of endings, borrowed, or NULL. */
void uci_search_set_tablebase(UciSearch *search, const Tablebase *tablebase);

/* The line is copied. The search before must be over. */
void uci_search_start(UciSearch *search, const Line *line, const UciTask *task);
void uci_search_stop(UciSearch *search);
/* The move that was pondered on has been played: the clock runs. */
void uci_search_ponderhit(UciSearch *search);
/* Has a search been started and not yet answered? */
bool uci_search_is_running(UciSearch *search);
/* A perft is under way: it is a short sum that its asker wants whole, so `quit` waits for it. */
bool uci_search_is_perft(UciSearch *search);
/* Does the search that runs end without being told? */
bool uci_search_ends(UciSearch *search);
void uci_search_wait(UciSearch *search);

/* Runs the bench in the calling thread, on a cleared table; the nodes, and in *elapsed ms. */
uint64_t uci_search_bench(UciSearch *search, int depth, int64_t *elapsed);
