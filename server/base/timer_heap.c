#include "timer_heap.h"

#include "memory.h"

#include <assert.h>
#include <stdlib.h>

static void place(TimerHeap *timers, size_t at, Timer *due)
{
    timers->heap[at] = due;
    due->place = at;
}

static void rise(TimerHeap *timers, Timer *due)
{
    size_t at = due->place;
    for (; at > 1 && timers->heap[at / 2]->at > due->at; at /= 2)
        place(timers, at, timers->heap[at / 2]);
    place(timers, at, due);
}

static void sink(TimerHeap *timers, Timer *due)
{
    size_t at = due->place;
    for (size_t child; (child = 2 * at) <= timers->count; at = child) {
        if (child < timers->count && timers->heap[child + 1]->at < timers->heap[child]->at)
            child++;
        if (timers->heap[child]->at >= due->at)
            break;
        place(timers, at, timers->heap[child]);
    }
    place(timers, at, due);
}

static void put(TimerHeap *timers, Timer *due)
{
    if (timers->count + 1 >= timers->size) {
        timers->size = timers->size ? 2 * timers->size : 64;
        timers->heap = memory_resize(timers->heap, timers->size, sizeof *timers->heap);
    }
    due->place = ++timers->count;
    rise(timers, due);
}

static void take(TimerHeap *timers, Timer *due)
{
    Timer *last = timers->heap[timers->count--];
    if (last != due) {
        place(timers, due->place, last);
        rise(timers, last);
        sink(timers, last);
    }
    due->place = 0;
}

void timer_heap_init(TimerHeap *timers)
{
    *timers = (TimerHeap){0};
}

void timer_heap_clear(TimerHeap *timers)
{
    free(timers->heap);
    timer_heap_init(timers);
}

void timer_heap_set(TimerHeap *timers, Timer *due, int64_t at)
{
    assert(due->place == 0 || timers->heap[due->place] == due);
    due->at = at;
    if (at == INT64_MAX) {
        if (due->place)
            take(timers, due);
    } else if (!due->place) {
        put(timers, due);
    } else {
        rise(timers, due);
        sink(timers, due);
    }
}

Timer *timer_heap_first(const TimerHeap *timers)
{
    return timers->count ? timers->heap[1] : NULL;
}

int64_t timer_heap_next(const TimerHeap *timers)
{
    return timers->count ? timers->heap[1]->at : INT64_MAX;
}
