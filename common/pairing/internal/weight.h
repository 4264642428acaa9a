/* weight.h - integers of WORDS 64-bit words, which weighted matching adds and compares: each criterion of a pairing
 * is a group of bits, the most important one on top.
 *
 * Included by sources that are compiled once for each size; WORDS is defined by the build. Two's complement, the least
 * significant word first. Nobody checks for overflow: who lays out the bits leaves four to spare. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifndef WORDS
#define WORDS 2
#endif
/* The name of a function in the build for this size. */
#define SIZED_JOIN(name, words)   name##_##words
#define SIZED_EXPAND(name, words) SIZED_JOIN(name, words)
#define SIZED(name)               SIZED_EXPAND(name, WORDS)

typedef struct {
    uint64_t word[WORDS];
} Weight;

static inline Weight weight_add(Weight a, Weight b)
{
    uint64_t carry = 0;
    for (int i = 0; i < WORDS; i++) {
        uint64_t sum = a.word[i] + b.word[i];
        uint64_t over = sum < a.word[i];
        a.word[i] = sum + carry;
        carry = over | (a.word[i] < sum);
    }
    return a;
}

static inline Weight weight_subtract(Weight a, Weight b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < WORDS; i++) {
        uint64_t difference = a.word[i] - b.word[i];
        uint64_t under = difference > a.word[i];
        a.word[i] = difference - borrow;
        borrow = under | (a.word[i] > difference);
    }
    return a;
}

static inline bool weight_is_negative(const Weight *a)
{
    return a->word[WORDS - 1] >> 63;
}

static inline bool weight_is_zero(const Weight *a)
{
    uint64_t bits = 0;
    for (int i = 0; i < WORDS; i++)
        bits |= a->word[i];
    return bits == 0;
}

/* Both are at least 0. */
static inline bool weight_is_less(const Weight *a, const Weight *b)
{
    for (int i = WORDS - 1; i > 0; i--)
        if (a->word[i] != b->word[i])
            return a->word[i] < b->word[i];
    return a->word[0] < b->word[0];
}

static inline bool weight_is_equal(const Weight *a, const Weight *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* At least 0, and so is what comes of it. */
static inline Weight weight_half(Weight a)
{
    for (int i = 0; i < WORDS - 1; i++)
        a.word[i] = a.word[i] >> 1 | a.word[i + 1] << 63;
    a.word[WORDS - 1] >>= 1;
    return a;
}

/* a + value * 2^shift */
static inline Weight weight_add_at(Weight a, uint64_t value, int shift)
{
    Weight added = {{0}};
    int word = shift / 64, bit = shift % 64;
    if (word < WORDS)
        added.word[word] = value << bit;
    if (bit && word + 1 < WORDS)
        added.word[word + 1] = value >> (64 - bit);
    return weight_add(a, added);
}
