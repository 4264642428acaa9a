/* timer_heap.h - what is due when: a heap of instants, the earliest first, embedded in the things they belong to.
 *
 * A zeroed Timer is not in a heap. The heap owns its array, not the things; timer_heap_clear forgets them. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct {
    int64_t at;
    size_t place; /* 1 is the heap's top; 0: not in it */
} Timer;

typedef struct {
    Timer **heap; /* from 1 */
    size_t count, size;
} TimerHeap;

void timer_heap_init(TimerHeap *timers);
void timer_heap_clear(TimerHeap *timers);

/* Adds the timer or moves it; INT64_MAX removes it. */
void timer_heap_set(TimerHeap *timers, Timer *timer, int64_t at);
/* The earliest timer, which stays in the heap; NULL when there is none. */
Timer *timer_heap_first(const TimerHeap *timers);
/* INT64_MAX for never. */
int64_t timer_heap_next(const TimerHeap *timers);
