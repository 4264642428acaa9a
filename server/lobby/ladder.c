#include "ladder.h"

#include <assert.h>
#include <string.h>

static bool is_higher(const Rung *one, const Rung *other)
{
    return one->rating != other->rating ? one->rating > other->rating
                                        : strcmp(one->id, other->id) < 0;
}

static uint32_t size_of(const Rung *rung)
{
    return rung ? rung->size : 0;
}

static Rung *sized(Rung *rung)
{
    rung->size = 1 + size_of(rung->higher) + size_of(rung->lower);
    return rung;
}

/* Into those above the mark and the rest. */
static void split(Rung *tree, const Rung *mark, Rung **higher, Rung **rest)
{
    if (!tree) {
        *higher = *rest = NULL;
    } else if (is_higher(tree, mark)) {
        split(tree->lower, mark, &tree->lower, rest);
        *higher = sized(tree);
    } else {
        split(tree->higher, mark, higher, &tree->higher);
        *rest = sized(tree);
    }
}

/* All of 'higher' are above all of 'lower'. */
static Rung *join(Rung *higher, Rung *lower)
{
    if (!higher || !lower)
        return higher ? higher : lower;
    if (higher->priority > lower->priority) {
        higher->lower = join(higher->lower, lower);
        return sized(higher);
    }
    lower->higher = join(higher, lower->higher);
    return sized(lower);
}

void ladder_init(Ladder *ladder, const SipKey *sip)
{
    *ladder = (Ladder){.sip = *sip};
}

void ladder_add(Ladder *ladder, Rung *rung)
{
    Rung *higher, *rest;
    ladder->added++;
    rung->priority = siphash(&ladder->sip, &ladder->added, sizeof ladder->added);
    rung->higher = rung->lower = NULL;
    rung->size = 1;
    split(ladder->root, rung, &higher, &rest);
    ladder->root = join(join(higher, rung), rest);
}

static Rung *without(Rung *tree, const Rung *rung)
{
    assert(tree);
    if (tree == rung)
        return join(tree->higher, tree->lower);
    if (is_higher(rung, tree))
        tree->higher = without(tree->higher, rung);
    else
        tree->lower = without(tree->lower, rung);
    return sized(tree);
}

void ladder_remove(Ladder *ladder, Rung *rung)
{
    ladder->root = without(ladder->root, rung);
}

size_t ladder_count(const Ladder *ladder)
{
    return size_of(ladder->root);
}

size_t ladder_rank(const Ladder *ladder, const Rung *rung)
{
    size_t above = 0;
    const Rung *at = ladder->root;
    while (at != rung) {
        assert(at);
        if (is_higher(rung, at)) {
            at = at->higher;
        } else {
            above += size_of(at->higher) + 1;
            at = at->lower;
        }
    }
    return above + size_of(at->higher) + 1;
}

Rung *ladder_at(const Ladder *ladder, size_t rank)
{
    Rung *at = ladder->root;
    assert(rank >= 1 && rank <= ladder_count(ladder));
    while (rank != size_of(at->higher) + 1) {
        if (rank <= size_of(at->higher)) {
            at = at->higher;
        } else {
            rank -= size_of(at->higher) + 1;
            at = at->lower;
        }
    }
    return at;
}
