/* range_coder.h - a range coder: writes numbers in as few bytes as their known probabilities allow.
 *
 * The same calls write and read. When writing, each call takes the value and returns it; when reading, it ignores
 * the argument and returns what was written. So a format is described once, and reader and writer cannot disagree.
 * Any bytes may be read: they give some values. After Martin, Range encoding (1979), with the carry handled as in
 * Pavlov's LZMA. Nothing is allocated. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    bool reading;
    bool failed; /* writing: it did not fit, or a value was out of its range */
    uint32_t range;
    uint64_t low;     /* writing */
    uint32_t code;    /* reading */
    uint32_t pending; /* writing: bytes 0xff that a carry may still change */
    int held;         /* writing: the byte before those, or -1 before the first */
    unsigned char *out;
    const unsigned char *in;
    size_t at, size;
} RangeCoder;

/* The probability of 'true' in 65,536ths; it adapts to the values it has seen. */
typedef struct {
    uint16_t of_true;
} CodedBit;

/* Numbers whose length in bits tends to repeat. */
enum { CODED_NUMBER_BITS = 64 };
typedef struct {
    CodedBit size[CODED_NUMBER_BITS];
} CodedNumber;

enum { CODED_WEIGHTS_MAX = 1 << 20 }; /* the largest sum of the weights of a choice */

void range_coder_write(RangeCoder *coder, unsigned char *out, size_t size);
void range_coder_read(RangeCoder *coder, const unsigned char *bytes, size_t size);
/* Call after the last value; returns the length of what was written. */
size_t range_coder_finish(RangeCoder *coder);

/* One of 'count' choices, each as likely as its weight, which is at least 1. */
int range_coder_choice(RangeCoder *coder, const uint32_t *weights, int count, int choice);
bool range_coder_bit(RangeCoder *coder, CodedBit *bit, bool value);
/* 0 to 63 bits, all equally likely. */
uint64_t range_coder_bits(RangeCoder *coder, int count, uint64_t value);
/* 0 to 2^63 - 1. */
uint64_t range_coder_number(RangeCoder *coder, CodedNumber *number, uint64_t value);
/* A difference from a prediction, which is mostly small. INT64_MIN is not allowed. */
int64_t range_coder_signed(RangeCoder *coder, CodedNumber *number, int64_t value);

/* 'of_true' in 65,536ths. */
CodedBit range_coder_bit_of(uint16_t of_true);
/* Small numbers are likelier. */
void range_coder_number_init(CodedNumber *number);
