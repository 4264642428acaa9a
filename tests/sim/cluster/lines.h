/* lines.h - the lines between nodes and the simulated PostgreSQL in a simulated world: what is sent takes a while, and goes on its
 * way even when its sender stands still or has died; a line may be cut.
 *
 * What a node asks on no thread is answered at once: its loop has nothing else to do meanwhile. */
#pragma once

#include "world.h"

#include <stdbool.h>

enum { LINE_NODES = 3 };

/* A line is lost as its message arrives once in so many times, never for 0: half of the time when the message has been carried
 * out, and else before, so that what was begun is rolled back. Its sender cannot tell which. */
typedef struct {
    uint64_t once_in;
    uint64_t commit_once_in; /* a message that ends a transaction, which is where it matters */
    void *context;
    /* That has happened to that node at the end of a transaction. */
    void (*lost)(void *context, int node);
} LineLosses;

/* 'travel' is how long a message takes, about. */
void lines_begin(uint64_t seed, int64_t travel, const LineLosses *losses);
/* Nothing is under way any more. */
void lines_end(void);

/* No way between that node, by its number, and the database; or there is one again. */
void lines_cut(int node, bool is_cut);
/* INT64_MAX: there is a way. */
int64_t lines_cut_since(int node);
/* When a line was lost last, as LineLosses has it; 0: never. */
int64_t lines_lost_at(void);
/* The node's process is gone: nobody waits for anything, and what it has sent arrives, or some of it. */
void lines_detach(int node);
/* Its process ends in order: until it is told otherwise, all that it asks is answered at once. */
void lines_hurry(int node, bool hurries);
/* Another process begins. */
void lines_attach(int node);
