#include "world.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int64_t at;
    uint64_t order; /* of equal instants the older one is first */
    WorldAct act;
    void *context;
    uint64_t number;
} Todo;

typedef struct {
    int64_t now, wall_offset;
    Todo *todo; /* a heap */
    size_t count, size;
    uint64_t orders, steps, hash;
    Random chance;
    char failure[512];
    bool traced;
} World;

/* 2026-01-01 00:00 UTC, when every world begins. */
#define WALL_FIRST INT64_C(1767225600000)

static World world;

void world_begin(uint64_t seed)
{
    bool traced = world.traced;
    world = (World){
        .chance = random_stream(seed, 1), .traced = traced, .hash = UINT64_C(0xcbf29ce484222325)};
}

void world_end(void)
{
    free(world.todo);
    world.todo = NULL;
    world.count = world.size = 0;
}

int64_t world_now(void)
{
    return world.now;
}

uint64_t world_steps(void)
{
    return world.steps;
}

uint64_t world_hash(void)
{
    return world.hash;
}

int64_t world_wall(void)
{
    return WALL_FIRST + world.now / 1000 + world.wall_offset;
}

void world_set_wall(int64_t by)
{
    world.wall_offset += by;
}

Random *world_chance(void)
{
    return &world.chance;
}

/* ---- the heap ---- */

static bool is_before(const Todo *one, const Todo *other)
{
    return one->at != other->at ? one->at < other->at : one->order < other->order;
}

static void swap(size_t one, size_t other)
{
    Todo between = world.todo[one];
    world.todo[one] = world.todo[other];
    world.todo[other] = between;
}

static void rise(size_t place)
{
    while (place > 0 && is_before(&world.todo[place], &world.todo[(place - 1) / 2])) {
        swap(place, (place - 1) / 2);
        place = (place - 1) / 2;
    }
}

static void sink(size_t place)
{
    for (;;) {
        size_t least = place;
        for (size_t child = 2 * place + 1; child <= 2 * place + 2; child++)
            if (child < world.count && is_before(&world.todo[child], &world.todo[least]))
                least = child;
        if (least == place)
            return;
        swap(place, least);
        place = least;
    }
}

void world_at(int64_t at, WorldAct act, void *context, uint64_t number)
{
    if (world.count == world.size) {
        world.size = world.size ? 2 * world.size : 256;
        world.todo = realloc(world.todo, world.size * sizeof *world.todo);
        if (!world.todo)
            abort();
    }
    world.todo[world.count] = (Todo){.at = at < world.now ? world.now : at,
                                     .order = world.orders++,
                                     .act = act,
                                     .context = context,
                                     .number = number};
    rise(world.count++);
}

static void take(size_t place)
{
    Todo todo = world.todo[place];
    world.count--;
    if (place < world.count) {
        world.todo[place] = world.todo[world.count];
        sink(place);
        rise(place);
    }
    if (todo.at > world.now)
        world.now = todo.at;
    world.steps++;
    world.hash = (world.hash ^ (uint64_t)todo.at ^ todo.number) * UINT64_C(0x100000001b3); /* FNV */
    todo.act(todo.context, todo.number);
}

bool world_step(void)
{
    if (world.count == 0)
        return false;
    take(0);
    return true;
}

bool world_step_of(WorldAct act, bool (*is_wanted)(const void *context, const void *of),
                   const void *of)
{
    size_t first = world.count;
    for (size_t i = 0; i < world.count; i++)
        if (world.todo[i].act == act && is_wanted(world.todo[i].context, of) &&
            (first == world.count || is_before(&world.todo[i], &world.todo[first])))
            first = i;
    if (first == world.count)
        return false;
    take(first);
    return true;
}

void world_rewind(int64_t now)
{
    world.now = now;
}

/* ---- texts ---- */

void world_fail(const char *format, ...)
{
    if (world.failure[0])
        return;
    va_list list;
    va_start(list, format);
    vsnprintf(world.failure, sizeof world.failure, format, list);
    va_end(list);
    world_trace("FAILED: %s", world.failure);
}

const char *world_failure(void)
{
    return world.failure[0] ? world.failure : NULL;
}

void world_set_trace(bool wanted)
{
    world.traced = wanted;
}

bool world_is_traced(void)
{
    return world.traced;
}

void world_trace(const char *format, ...)
{
    if (!world.traced)
        return;
    va_list list;
    va_start(list, format);
    fprintf(stderr, "%6llu %11.6f ", (unsigned long long)world.steps, (double)world.now / SECOND);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
}
