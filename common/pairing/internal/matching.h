/* matching.h - a matching of greatest weight in a general graph: Edmonds' blossoms with dual variables, in O(n^3).
 *
 * J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices", 1965; the bookkeeping that makes a stage O(n^2) is
 * that of Gabow and Lawler (E. Lawler, "Combinatorial Optimization", 1976, chapter 6). Each stage grows one tree from one
 * exposed vertex, so a stage ends as soon as that vertex is matched, or another that costs nothing is left instead.
 *
 * Works in memory of the caller's; nothing is allocated. Compiled once for each size of weights. */
#pragma once

#include "pairing_graph.h"

typedef struct {
    uint16_t inside, outside;
} Link; /* two vertices; outside is 0 when there is none */

/* Nodes are vertices 1..count, then blossoms. Arrays are by node unless it is said. */
typedef struct {
    const PairingGraph *graph;
    int count, nodes, last; /* vertices; nodes there is room for; the greatest node in use */
    Weight *label;          /* a vertex's dual, twice; a blossom's, twice */
    Link *mate;
    uint16_t *top;    /* the outermost node that it is in; 0 for a blossom that does not exist */
    uint16_t *parent; /* the blossom around it, or 0 */
    uint16_t *next, *previous; /* its neighbours in the cycle of its blossom */
    uint16_t *base;            /* of a blossom: the part that is matched to the outside */
    uint8_t *kind;             /* of outermost nodes, in the present tree */
    Link *entry;   /* by which a node of kind INNER was reached: inside it, outside it */
    Link *near;    /* the cheapest edge to it from an outer node: inside it, outside it */
    Weight *slack; /* of that edge */
    Link *
        edges; /* [blossom][node]: the cheapest edge between the two: inside, outside the blossom */
    uint16_t *queue; /* outer vertices that are to be scanned */
    int queue_start, queue_end;
    uint32_t *mark; /* by which blossom_find_base knows the path */
    uint32_t marks;
} Matching;

/* Bytes of memory for graphs of up to that many vertices. */
size_t SIZED(matching_memory)(int vertices);
/* 'memory' is aligned as for uint64_t, and stays the caller's. */
void SIZED(matching_open)(Matching *matching, void *memory, const PairingGraph *graph);
/* Finds a matching of greatest weight: mate[vertex].outside is whom it is paired with, 0 when it is not. */
void SIZED(matching_solve)(Matching *matching);
/* Whether some matching of greatest weight may contain the pair, as far as the labels tell: no other pair can be in one.
 * Exact in graphs without odd cycles. */
bool SIZED(matching_is_tight)(const Matching *matching, int a, int b);
