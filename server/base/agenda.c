#include "agenda.h"

#include "memory.h"

#include <assert.h>
#include <stdlib.h>

static void place(Agenda *agenda, size_t at, Due *due)
{
    agenda->heap[at] = due;
    due->place = at;
}

static void rise(Agenda *agenda, Due *due)
{
    size_t at = due->place;
    for (; at > 1 && agenda->heap[at / 2]->at > due->at; at /= 2)
        place(agenda, at, agenda->heap[at / 2]);
    place(agenda, at, due);
}

static void sink(Agenda *agenda, Due *due)
{
    size_t at = due->place;
    for (size_t child; (child = 2 * at) <= agenda->count; at = child) {
        if (child < agenda->count && agenda->heap[child + 1]->at < agenda->heap[child]->at)
            child++;
        if (agenda->heap[child]->at >= due->at)
            break;
        place(agenda, at, agenda->heap[child]);
    }
    place(agenda, at, due);
}

static void put(Agenda *agenda, Due *due)
{
    if (agenda->count + 1 >= agenda->size) {
        agenda->size = agenda->size ? 2 * agenda->size : 64;
        agenda->heap = memory_resize(agenda->heap, agenda->size, sizeof *agenda->heap);
    }
    due->place = ++agenda->count;
    rise(agenda, due);
}

static void take(Agenda *agenda, Due *due)
{
    Due *last = agenda->heap[agenda->count--];
    if (last != due) {
        place(agenda, due->place, last);
        rise(agenda, last);
        sink(agenda, last);
    }
    due->place = 0;
}

void agenda_init(Agenda *agenda)
{
    *agenda = (Agenda){0};
}

void agenda_clear(Agenda *agenda)
{
    free(agenda->heap);
    agenda_init(agenda);
}

void agenda_set(Agenda *agenda, Due *due, int64_t at)
{
    assert(due->place == 0 || agenda->heap[due->place] == due);
    due->at = at;
    if (at == INT64_MAX) {
        if (due->place)
            take(agenda, due);
    } else if (!due->place) {
        put(agenda, due);
    } else {
        rise(agenda, due);
        sink(agenda, due);
    }
}

Due *agenda_first(const Agenda *agenda)
{
    return agenda->count ? agenda->heap[1] : NULL;
}

int64_t agenda_next(const Agenda *agenda)
{
    return agenda->count ? agenda->heap[1]->at : INT64_MAX;
}
