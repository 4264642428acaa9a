/* entropy.h - numbers as the fewest bytes that what is known beforehand allows: a range coder.
 *
 * One coder goes both ways. Writing, each call takes the value and returns it; reading, it ignores the
 * argument and returns what was written. So a format is described once, and reader and writer cannot
 * disagree. Reading is total: any bytes give some values. After Martin, Range encoding (1979), with the
 * carry handled as in Pavlov's LZMA. Nothing is allocated. */
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
} Entropy;

/* The probability of 'true' in 65,536ths; it follows what it sees. */
typedef struct {
    uint16_t of_true;
} EntropyBit;

/* Numbers whose size in bits tends to repeat. */
enum { ENTROPY_NUMBER_BITS = 64 };
typedef struct {
    EntropyBit size[ENTROPY_NUMBER_BITS];
} EntropyNumber;

enum { ENTROPY_WEIGHTS_MAX = 1 << 20 }; /* the most that the weights of a choice may sum up to */

void entropy_write(Entropy *coder, unsigned char *out, size_t size);
void entropy_read(Entropy *coder, const unsigned char *bytes, size_t size);
/* After the last value; the length of what was written. */
size_t entropy_finish(Entropy *coder);

/* One of 'count' choices, each as likely as its weight, which is at least 1. */
int entropy_choice(Entropy *coder, const uint32_t *weights, int count, int choice);
bool entropy_bit(Entropy *coder, EntropyBit *bit, bool value);
/* 0 to 63 bits, all equally likely. */
uint64_t entropy_bits(Entropy *coder, int count, uint64_t value);
/* 0 to 2^63 - 1. */
uint64_t entropy_number(Entropy *coder, EntropyNumber *number, uint64_t value);
/* A value that has become small by being predicted; INT64_MIN is not one. */
int64_t entropy_signed(Entropy *coder, EntropyNumber *number, int64_t value);

/* 'of_true' in 65,536ths. */
EntropyBit entropy_bit_of(uint16_t of_true);
/* Small numbers are likelier. */
void entropy_number_init(EntropyNumber *number);
