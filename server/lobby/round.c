#include "round.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

/* Distance over reach, in these parts: 1 or less fits. */
enum { PARTS = 1024 };

typedef struct {
    uint32_t one, other; /* places in the order */
    uint32_t cost;       /* 0 to PARTS */
} Edge;

static int compare(const void *one, const void *other)
{
    const Waiting *a = one, *b = other;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    if (a->strength != b->strength)
        return a->strength < b->strength ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

/* The cost of pairing the two, above PARTS when they don't fit. Seeks that are not of the pool know no
 * distance: they are in a round because something else kept them apart before. */
static uint32_t cost_of(const Waiting *one, const Waiting *other, int32_t near,
                        const RoundRules *rules)
{
    int32_t distance = other->strength - one->strength;
    int32_t reach = RATING_MAX;
    if (one->seek->pool || other->seek->pool)
        reach = seek_reach(one->seek, other->seek, near, one->waited + other->waited);
    if (distance > reach || !seek_fits(one->seek, other->seek) ||
        !rules->meet(rules->context, one, other))
        return PARTS + 1;
    return (uint32_t)((int64_t)distance * PARTS / reach);
}

static size_t find_edges(const Waiting *waiting, size_t count, const RoundRules *rules, Edge *edges)
{
    size_t found = 0;
    int32_t near = 0;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || waiting[i].key != waiting[i - 1].key)
            near = rules->near(rules->context, &waiting[i]);
        int fits = 0;
        for (size_t k = i + 1; k < count && k <= i + ROUND_LOOKS && fits < ROUND_NEIGHBOURS; k++) {
            if (waiting[k].key != waiting[i].key)
                break;
            uint32_t cost = cost_of(&waiting[i], &waiting[k], near, rules);
            if (cost > PARTS)
                continue;
            edges[found++] = (Edge){(uint32_t)i, (uint32_t)k, cost};
            fits++;
        }
    }
    return found;
}

/* By cost, cheap ones first; of equals the one found first: a counting sort. */
static void sort_edges(const Edge *edges, size_t count, Edge *sorted)
{
    size_t starts[PARTS + 2] = {0};
    for (size_t i = 0; i < count; i++)
        starts[edges[i].cost + 1]++;
    for (int cost = 0; cost <= PARTS; cost++)
        starts[cost + 1] += starts[cost];
    for (size_t i = 0; i < count; i++)
        sorted[starts[edges[i].cost]++] = edges[i];
}

size_t round_pair(Waiting *waiting, size_t count, const RoundRules *rules, Match *matches)
{
    size_t matched = 0;
    for (size_t i = 0; i < count; i++) {
        waiting[i].key = seek_key(waiting[i].seek);
        waiting[i].strength = person_strength(&waiting[i].seek->person);
        waiting[i].paired = false;
    }
    qsort(waiting, count, sizeof *waiting, compare);
    Edge *edges = memory_array(2 * ROUND_NEIGHBOURS * count + 1, sizeof *edges);
    Edge *sorted = edges + ROUND_NEIGHBOURS * count;
    size_t found = find_edges(waiting, count, rules, edges);
    sort_edges(edges, found, sorted);
    for (size_t i = 0; i < found; i++) {
        Waiting *one = &waiting[sorted[i].one], *other = &waiting[sorted[i].other];
        if (one->paired || other->paired)
            continue;
        one->paired = other->paired = true;
        matches[matched++] = (Match){one->index, other->index};
    }
    free(edges);
    return matched;
}
