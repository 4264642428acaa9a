#include "bounds.h"

#include "memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct Bounds {
    uint32_t most[BOUND_COUNT];
    Usage usage;
};

void bound_usual(int32_t most[BOUND_COUNT])
{
    static const int32_t USUAL[BOUND_COUNT] = {
#define X(name, figure) figure,
        BOUND_KINDS(X)
#undef X
    };
    memcpy(most, USUAL, sizeof USUAL);
}

const char *bound_name(BoundKind kind)
{
    static const char *const NAMES[BOUND_COUNT] = {
#define X(name, most) #name,
        BOUND_KINDS(X)
#undef X
    };
    assert((size_t)kind < BOUND_COUNT);
    return NAMES[kind];
}

Bounds *bounds_new(bool on, const int32_t most[BOUND_COUNT], const SipKey *sip)
{
    Bounds *bounds = memory_new(sizeof *bounds);
    int32_t usual[BOUND_COUNT];
    bound_usual(usual);
    for (int i = 0; i < BOUND_COUNT; i++)
        bounds->most[i] = !on ? UINT32_MAX : (uint32_t)(most ? most : usual)[i];
    usage_init(&bounds->usage, sip);
    return bounds;
}

void bounds_free(Bounds *bounds)
{
    usage_clear(&bounds->usage);
    free(bounds);
}

bool bounds_take(Bounds *bounds, BoundKind kind, const char *key)
{
    return usage_take(&bounds->usage, kind, key, bounds->most[kind]);
}

void bounds_force(Bounds *bounds, BoundKind kind, const char *key)
{
    usage_take(&bounds->usage, kind, key, UINT32_MAX);
}

void bounds_release(Bounds *bounds, BoundKind kind, const char *key)
{
    usage_release(&bounds->usage, kind, key);
}

/* The empty key is the server's. */
bool bounds_take_place(Bounds *bounds, BoundKind own, BoundKind all, const char *address)
{
    if (!bounds_take(bounds, own, address))
        return false;
    if (bounds_take(bounds, all, ""))
        return true;
    bounds_release(bounds, own, address);
    return false;
}

void bounds_leave_place(Bounds *bounds, BoundKind own, BoundKind all, const char *address)
{
    bounds_release(bounds, own, address);
    bounds_release(bounds, all, "");
}

bool bounds_has_room(const Bounds *bounds, BoundKind kind, const char *key)
{
    return bounds_count(bounds, kind, key) < bounds->most[kind];
}

uint32_t bounds_count(const Bounds *bounds, BoundKind kind, const char *key)
{
    return usage_count(&bounds->usage, kind, key);
}

uint64_t bounds_sum(const Bounds *bounds, BoundKind kind, const char *key)
{
    return usage_sum(&bounds->usage, kind, key);
}

uint32_t bounds_count_of(const Bounds *bounds, uint64_t sum)
{
    return usage_count_of(&bounds->usage, sum);
}
