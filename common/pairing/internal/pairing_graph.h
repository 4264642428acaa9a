/* pairing_graph.h - what a bracket's pairing has to weigh: its players, which of them may meet, and what each meeting is
 * worth, as a graph for weighted matching.
 *
 * Compiled once for each size of weights, as weight.h. The weight of a pair is a sum of few parts, so that no matrix of
 * weights is needed; the parts are filled in by the one who pairs (dutch_bracket.c). */
#pragma once

#include "weight.h"

#include <stddef.h>

/* Where a player of the graph stands, in this order. */
typedef enum {
    ZONE_MOVED_DOWN, /* came down from a bracket above */
    ZONE_RESIDENT,
    ZONE_NEXT, /* of the next scoregroup */
    ZONE_REST
} Zone;

/* What a resident may be in a pair of two residents. */
typedef enum { HALF_ANY, HALF_UPPER, HALF_LOWER } Half;

enum {
    MEET = 1,          /* bit of 'meetings': the two may play */
    MEET_COLOURS = 15, /* after MEET, four bits that say which of C10 to C13 the pair satisfies */
    NO_BONUS = -1,
    GRAPH_BLOCKS = 5,
    KINDS = 16,
    KIND_BY_UPPER = KINDS /* bit of 'kinds' */
};

/* Vertices are 1..count in ranking order, so zones never decrease. */
typedef struct {
    int count;
    int stride;              /* of 'meetings' */
    const uint8_t *meetings; /* [a * stride + b] by 'player' */
    uint16_t *player;        /* by vertex: its index in 'meetings' */
    uint8_t *zone, *half;    /* by vertex */
    uint8_t
        *block; /* by vertex: from 0, those whom weights depend on most first; a hint for speed */
    uint8_t *upfloats; /* by vertex: two bits, of the last round and the one before */
    Weight *always;    /* by vertex: of each pair that it is in */
    Weight *as_lower;  /* by vertex: when a resident is the lower of its pair in the bracket */
    Weight *as_upper;  /* by vertex: when a resident is the upper */
    Weight *
        moved_down; /* by vertex and upfloats of the opponent (4): a moved-down player with a resident */
    Weight *in_next;    /* by vertex: as the upper of a pair whose lower is in ZONE_NEXT */
    Weight colours[16]; /* by the four bits of the meeting */
    Weight complete;    /* of every pair */
    /* Prefers early opponents: 'choice' of the lower player, shifted by the upper player's bonus, is added. */
    int16_t *bonus_shift; /* by vertex, or NO_BONUS */
    uint32_t *choice;     /* by vertex */
    const uint32_t *
        extra; /* instead of all that: weights [a * (count + 1) + b], 0 when the two may not meet */
    const uint8_t *kinds;      /* or instead: [a * (count + 1) + b], 0 when the two may not meet */
    Weight of_kind[2 * KINDS]; /* by kind, */
    const Weight
        *by_upper; /* to which this is added for the upper vertex where KIND_BY_UPPER is set */
} PairingGraph;

/* Whether the two may be paired, and the weight of the pair. */
static inline bool graph_weight(const PairingGraph *graph, int a, int b, Weight *weight)
{
    int upper = a < b ? a : b, lower = a < b ? b : a;
    if (graph->extra) {
        uint32_t extra = graph->extra[(size_t)upper * (size_t)(graph->count + 1) + (size_t)lower];
        *weight = weight_add_at((Weight){{0}}, extra, 0);
        return extra != 0;
    }
    if (graph->kinds) {
        int kind = graph->kinds[(size_t)upper * (size_t)(graph->count + 1) + (size_t)lower];
        *weight = graph->of_kind[kind];
        if (kind & KIND_BY_UPPER)
            *weight = weight_add(*weight, graph->by_upper[upper]);
        return kind != 0;
    }
    uint8_t meeting =
        graph
            ->meetings[(size_t)graph->player[upper] * (size_t)graph->stride + graph->player[lower]];
    if (!(meeting & MEET))
        return false;
    Zone low = (Zone)graph->zone[lower], high = (Zone)graph->zone[upper];
    if (low == ZONE_RESIDENT) {
        if (graph->half[upper] == HALF_LOWER || graph->half[lower] == HALF_UPPER)
            return false;
        const Weight *part = high == ZONE_RESIDENT
                                 ? &graph->as_upper[upper]
                                 : &graph->moved_down[upper * 4 + graph->upfloats[lower]];
        Weight sum = weight_add(*part, graph->as_lower[lower]);
        sum = weight_add(sum, graph->colours[meeting >> 1 & MEET_COLOURS]);
        if (graph->bonus_shift[upper] != NO_BONUS)
            sum = weight_add_at(sum, graph->choice[lower], graph->bonus_shift[upper]);
        *weight = sum;
    } else {
        if (graph->half[upper] == HALF_UPPER)
            return false;
        *weight = low == ZONE_NEXT ? graph->in_next[upper] : graph->complete;
    }
    *weight = weight_add(*weight, weight_add(graph->always[upper], graph->always[lower]));
    return true;
}

static inline int graph_block(const PairingGraph *graph, int vertex)
{
    return graph->extra || graph->kinds ? 0 : graph->block[vertex];
}

/* What most pairs of a vertex have from it alone. */
static inline Weight graph_share(const PairingGraph *graph, int vertex)
{
    if (graph->extra || graph->kinds)
        return (Weight){{0}};
    if (graph->zone[vertex] != ZONE_RESIDENT)
        return graph->always[vertex];
    return weight_add(graph->always[vertex], graph->as_lower[vertex]);
}
