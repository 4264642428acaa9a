/* agenda.h - what is due when: a heap of instants, earliest first, embedded in the things they belong to.
 *
 * A zeroed Due is in no agenda. The agenda owns its array, not the things; agenda_clear forgets them. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct {
    int64_t at;
    size_t place; /* 1 is the heap's top; 0: not in it */
} Due;

typedef struct {
    Due **heap; /* from 1 */
    size_t count, size;
} Agenda;

void agenda_init(Agenda *agenda);
void agenda_clear(Agenda *agenda);

/* Puts it in, moves it, or with INT64_MAX takes it out. */
void agenda_set(Agenda *agenda, Due *due, int64_t at);
/* The earliest, or NULL. It stays in. */
Due *agenda_first(const Agenda *agenda);
/* INT64_MAX for never. */
int64_t agenda_next(const Agenda *agenda);
