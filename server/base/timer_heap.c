#include "timer_heap.h"

#include "array.h"

#include <assert.h>
#include <stdlib.h>

static void place(TimerHeap *timers, size_t at, Timer *timer)
{
    timers->heap[at] = timer;
    timer->place = at;
}

static void rise(TimerHeap *timers, Timer *timer)
{
    size_t at = timer->place;
    for (; at > 1 && timers->heap[at / 2]->at > timer->at; at /= 2)
        place(timers, at, timers->heap[at / 2]);
    place(timers, at, timer);
}

static void sink(TimerHeap *timers, Timer *timer)
{
    size_t at = timer->place;
    for (size_t child; (child = 2 * at) <= timers->count; at = child) {
        if (child < timers->count && timers->heap[child + 1]->at < timers->heap[child]->at)
            child++;
        if (timers->heap[child]->at >= timer->at)
            break;
        place(timers, at, timers->heap[child]);
    }
    place(timers, at, timer);
}

static void put(TimerHeap *timers, Timer *timer)
{
    timers->heap =
        array_reserve(timers->heap, &timers->size, timers->count + 2, sizeof *timers->heap);
    timer->place = ++timers->count;
    rise(timers, timer);
}

static void take(TimerHeap *timers, Timer *timer)
{
    Timer *last = timers->heap[timers->count--];
    if (last != timer) {
        place(timers, timer->place, last);
        rise(timers, last);
        sink(timers, last);
    }
    timer->place = 0;
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

void timer_heap_set(TimerHeap *timers, Timer *timer, int64_t at)
{
    assert(timer->place == 0 || timers->heap[timer->place] == timer);
    timer->at = at;
    if (at == INT64_MAX) {
        if (timer->place)
            take(timers, timer);
    } else if (!timer->place) {
        put(timers, timer);
    } else {
        rise(timers, timer);
        sink(timers, timer);
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
