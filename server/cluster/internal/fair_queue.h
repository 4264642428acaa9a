/* fair_queue.h - what waits until there is room for it, by whose it is: each address has a share of the place to wait, and its
 * turn (fair queueing; Nagle, RFC 970, 6). So whoever asks for much takes neither place nor time from others. The share is a
 * third of what is free, so a quarter of all for one alone; however many have theirs, there is room for another (dynamic
 * thresholds; Choudhury and Hahne, 1998).
 *
 * Things are embedded in what waits, whose owner frees it. fair_queue_init, and fair_queue_clear when nothing waits any
 * more. Pure. */
#pragma once

#include "id_table.h"
#include "siphash.h"

#include <stdbool.h>

typedef struct FairAddress FairAddress;

typedef struct FairThing {
    FairAddress *address; /* NULL: it does not wait */
    size_t length;
    struct FairThing *before, *after; /* of the same address */
} FairThing;

typedef struct {
    SipKey key;
    size_t most;       /* bytes that may wait */
    IdTable addresses; /* those for which something waits */
    FairAddress *next; /* whose turn it is, in a ring of them; NULL: nothing waits */
    size_t count, length;
} FairQueue;

void fair_queue_init(FairQueue *queue, const SipKey *key, size_t most);
void fair_queue_clear(FairQueue *queue);

/* A number in place of an address, which is a key of limits; never 0. */
uint64_t fair_queue_whose(const FairQueue *queue, const char *address);
/* Bytes that wait of that address. */
size_t fair_queue_length_of(const FairQueue *queue, uint64_t whose);
/* Whether so many more may. */
bool fair_queue_has_room(const FairQueue *queue, uint64_t whose, size_t length);
/* Behind what waits of that address, whether there is room or not. */
void fair_queue_push(FairQueue *queue, uint64_t whose, FairThing *thing, size_t length);
/* The first one of the address whose turn it is; NULL: nothing waits. */
FairThing *fair_queue_first(const FairQueue *queue);
/* Takes it out; if it was the first of all, the next address has its turn. */
void fair_queue_remove(FairQueue *queue, FairThing *thing);
