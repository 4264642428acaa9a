#include "word_listeners.h"

enum { PART_BITS = 7, MORE = 1 << PART_BITS };

/* Small numbers for small differences in either direction. */
static uint64_t fold(uint64_t difference)
{
    return difference << 1 ^ (difference >> 63 ? UINT64_MAX : 0);
}

static uint64_t unfold(uint64_t folded)
{
    return folded >> 1 ^ (folded & 1 ? UINT64_MAX : 0);
}

size_t word_listeners_print(unsigned char out[WORD_LISTENER_BYTES], uint64_t *last, uint64_t id)
{
    size_t length = 0;
    uint64_t left = fold(id - *last);
    for (; left >= MORE; left >>= PART_BITS)
        out[length++] = (unsigned char)(left | MORE);
    out[length++] = (unsigned char)left;
    *last = id;
    return length;
}

bool word_listeners_next(WordListeners *listeners, uint64_t *last, uint64_t *id)
{
    uint64_t folded = 0, part = MORE;
    size_t length = 0;
    while (part & MORE) {
        if (length == listeners->length)
            return false;
        part = listeners->bytes[length];
        if ((length == WORD_LISTENER_BYTES - 1 && part > 1) || (length && !part))
            return false;
        folded |= (part & (MORE - 1)) << PART_BITS * length++;
    }
    listeners->bytes += length;
    listeners->length -= length;
    *id = *last += unfold(folded);
    return true;
}

bool word_listeners_are_valid(const WordListeners *listeners)
{
    WordListeners left = *listeners;
    uint64_t last = 0, id;
    size_t count = 0;
    while (count < WORD_LISTENERS_MAX && word_listeners_next(&left, &last, &id))
        count++;
    return count && !left.length;
}
