#include "fair_queue.h"

#include "memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct FairAddress {
    uint64_t whose;
    size_t length; /* of its things */
    FairThing *first, *last;
    FairAddress *before, *after; /* in the ring */
};

void fair_queue_init(FairQueue *queue, const SipKey *key, size_t most)
{
    *queue = (FairQueue){.key = *key, .most = most};
}

void fair_queue_clear(FairQueue *queue)
{
    assert(!queue->count);
    id_table_clear(&queue->addresses);
}

uint64_t fair_queue_whose(const FairQueue *queue, const char *address)
{
    uint64_t sum = siphash(&queue->key, address, strlen(address));
    return sum ? sum : 1;
}

size_t fair_queue_length_of(const FairQueue *queue, uint64_t whose)
{
    const FairAddress *address = id_table_find(&queue->addresses, whose);
    return address ? address->length : 0;
}

bool fair_queue_has_room(const FairQueue *queue, uint64_t whose, size_t length)
{
    enum { THIRD = 3 };
    size_t share = fair_queue_length_of(queue, whose) + length;
    return queue->length + length + THIRD * share <= queue->most;
}

/* ---- addresses ---- */

/* It has its turn behind all others. */
static FairAddress *add_address(FairQueue *queue, uint64_t whose)
{
    FairAddress *address = memory_new(sizeof *address), *next = queue->next;
    *address = (FairAddress){.whose = whose, .before = address, .after = address};
    if (next) {
        address->before = next->before;
        address->after = next;
        address->before->after = next->before = address;
    } else {
        queue->next = address;
    }
    id_table_put(&queue->addresses, whose, address);
    return address;
}

static void drop_address(FairQueue *queue, FairAddress *address)
{
    address->before->after = address->after;
    address->after->before = address->before;
    if (queue->next == address)
        queue->next = address->after == address ? NULL : address->after;
    id_table_remove(&queue->addresses, address->whose);
    free(address);
}

/* ---- things ---- */

void fair_queue_push(FairQueue *queue, uint64_t whose, FairThing *thing, size_t length)
{
    FairAddress *address = id_table_find(&queue->addresses, whose);
    if (!address)
        address = add_address(queue, whose);
    *thing = (FairThing){.address = address, .length = length, .before = address->last};
    *(address->last ? &address->last->after : &address->first) = thing;
    address->last = thing;
    address->length += length;
    queue->length += length;
    queue->count++;
}

FairThing *fair_queue_first(const FairQueue *queue)
{
    return queue->next ? queue->next->first : NULL;
}

void fair_queue_remove(FairQueue *queue, FairThing *thing)
{
    FairAddress *address = thing->address;
    if (queue->next == address && address->first == thing)
        queue->next = address->after;
    *(thing->before ? &thing->before->after : &address->first) = thing->after;
    *(thing->after ? &thing->after->before : &address->last) = thing->before;
    address->length -= thing->length;
    queue->length -= thing->length;
    queue->count--;
    thing->address = NULL;
    if (!address->first)
        drop_address(queue, address);
}
