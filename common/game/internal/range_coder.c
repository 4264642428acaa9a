#include "range_coder.h"

#include <assert.h>
#include <string.h>

enum {
    TOP = 1 << 24,       /* the range is kept at least as large as this */
    CERTAINTY_BITS = 16, /* the precision of a probability */
    LEARN_SHIFT = 4,     /* how fast a probability adapts */
};

/* ---- bytes ---- */

static void put_byte(RangeCoder *coder, unsigned char byte)
{
    if (coder->at == coder->size)
        coder->failed = true;
    else
        coder->out[coder->at++] = byte;
}

/* Shifts out the highest byte of 'low'; it is held back while a carry can still change it. */
static void shift_out(RangeCoder *coder)
{
    if (coder->low < 0xff000000u || coder->low > UINT32_MAX) {
        unsigned char carry = (unsigned char)(coder->low >> 32);
        if (coder->held >= 0)
            put_byte(coder, (unsigned char)(coder->held + carry));
        for (; coder->pending; coder->pending--)
            put_byte(coder, (unsigned char)(0xff + carry));
        coder->held = (int)(coder->low >> 24 & 0xff);
    } else {
        coder->pending++;
    }
    coder->low = (coder->low & 0x00ffffff) << 8;
}

/* Zeros follow after the end: they were not written. */
static unsigned char get_byte(RangeCoder *coder)
{
    return coder->at < coder->size ? coder->in[coder->at++] : 0;
}

static void normalize(RangeCoder *coder)
{
    while (coder->range < TOP) {
        coder->range <<= 8;
        if (coder->reading)
            coder->code = coder->code << 8 | get_byte(coder);
        else
            shift_out(coder);
    }
}

void range_coder_write(RangeCoder *coder, unsigned char *out, size_t size)
{
    *coder = (RangeCoder){.range = UINT32_MAX, .held = -1, .out = out, .size = size};
}

void range_coder_read(RangeCoder *coder, const unsigned char *bytes, size_t size)
{
    *coder = (RangeCoder){.reading = true, .range = UINT32_MAX, .in = bytes, .size = size};
    for (int i = 0; i < 4; i++)
        coder->code = coder->code << 8 | get_byte(coder);
}

size_t range_coder_finish(RangeCoder *coder)
{
    assert(!coder->reading);
    /* Any number in the range will do: take the one with the most zeros at its end, which are then left out. */
    uint64_t last = coder->low + coder->range - 1, value = last;
    for (int bits = 1; bits <= 32 && (last >> bits << bits) >= coder->low; bits++)
        value = last >> bits << bits;
    coder->low = value;
    for (int i = 0; i < 5; i++)
        shift_out(coder);
    while (coder->at > 0 && coder->out[coder->at - 1] == 0)
        coder->at--;
    return coder->at;
}

/* ---- slices of the range ---- */

static void take(RangeCoder *coder, uint32_t unit, uint32_t below, uint32_t width)
{
    if (coder->reading)
        coder->code -= unit * below;
    else
        coder->low += (uint64_t)unit * below;
    coder->range = unit * width;
    normalize(coder);
}

/* Where the number that is read lies, in 'total' units of the range. */
static uint32_t place(const RangeCoder *coder, uint32_t unit, uint32_t total)
{
    uint32_t at = coder->code / unit;
    return at < total ? at : total - 1;
}

int range_coder_choice(RangeCoder *coder, const uint32_t *weights, int count, int choice)
{
    uint32_t total = 0, below = 0;
    for (int i = 0; i < count; i++)
        total += weights[i];
    assert(total > 0 && total <= CODED_WEIGHTS_MAX);
    /* cppcheck-suppress zerodiv ; see above */
    uint32_t unit = coder->range / total;
    int chosen = 0;
    if (coder->reading) {
        uint32_t at = place(coder, unit, total);
        while (at - below >= weights[chosen])
            below += weights[chosen++];
    } else {
        assert(choice >= 0 && choice < count);
        for (; chosen < choice; chosen++)
            below += weights[chosen];
    }
    take(coder, unit, below, weights[chosen]);
    return chosen;
}

CodedBit range_coder_bit_of(uint16_t of_true)
{
    return (CodedBit){of_true};
}

bool range_coder_bit(RangeCoder *coder, CodedBit *bit, bool value)
{
    const uint32_t total = 1 << CERTAINTY_BITS, least = 1 << LEARN_SHIFT;
    uint32_t unit = coder->range >> CERTAINTY_BITS, of_true = bit->of_true;
    of_true = of_true < least ? least : of_true > total - least ? total - least : of_true;
    if (coder->reading)
        value = place(coder, unit, total) < of_true;
    if (value)
        take(coder, unit, 0, of_true);
    else
        take(coder, unit, of_true, total - of_true);
    if (value)
        bit->of_true = (uint16_t)(of_true + ((total - 1 - of_true) >> LEARN_SHIFT));
    else
        bit->of_true = (uint16_t)(of_true - (of_true >> LEARN_SHIFT));
    return value;
}

uint64_t range_coder_bits(RangeCoder *coder, int count, uint64_t value)
{
    uint64_t read = 0;
    assert(count >= 0 && count < 64 && (coder->reading || value >> count == 0));
    while (count > 0) {
        int now = count < CERTAINTY_BITS ? count : CERTAINTY_BITS;
        count -= now;
        uint32_t unit = coder->range >> now;
        uint32_t part = coder->reading ? place(coder, unit, 1u << now)
                                       : (uint32_t)(value >> count & ((1u << now) - 1));
        take(coder, unit, part, 1);
        read = read << now | part;
    }
    return read;
}

/* ---- numbers ---- */

/* The length in bits is coded as a path through a binary tree, highest bit first. */
static const int SIZE_BITS = 6;

void range_coder_number_init(CodedNumber *number)
{
    for (int i = 0; i < CODED_NUMBER_BITS; i++)
        number->size[i] = range_coder_bit_of(i < 4 ? 1 << 13 : 1 << 15);
}

static int number_size(uint64_t value)
{
    int size = 0;
    while (value >> size)
        size++;
    return size;
}

uint64_t range_coder_number(RangeCoder *coder, CodedNumber *number, uint64_t value)
{
    int size = coder->reading ? 0 : number_size(value), node = 1;
    assert(size < 64);
    for (int i = SIZE_BITS - 1; i >= 0; i--)
        node = 2 * node + range_coder_bit(coder, &number->size[node], size >> i & 1);
    size = node - (1 << SIZE_BITS);
    if (size <= 1)
        return (uint64_t)size;
    uint64_t first = UINT64_C(1) << (size - 1);
    return first | range_coder_bits(coder, size - 1, coder->reading ? 0 : value & (first - 1));
}

int64_t range_coder_signed(RangeCoder *coder, CodedNumber *number, int64_t value)
{
    uint64_t folded = value < 0 ? 2 * (uint64_t) - (value + 1) + 1 : 2 * (uint64_t)value;
    if (!coder->reading && folded >> 63)
        coder->failed = true, folded = 0;
    folded = range_coder_number(coder, number, folded);
    return folded & 1 ? -(int64_t)(folded >> 1) - 1 : (int64_t)(folded >> 1);
}
