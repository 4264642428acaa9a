#include "checksum.h"

#include "crc32c.h"

#include <string.h>

void checksum_put(unsigned char out[CHECKSUM_SIZE], uint32_t sum)
{
    for (int i = 0; i < CHECKSUM_SIZE; i++)
        out[i] = (unsigned char)(sum >> 8 * i);
}

uint32_t checksum_get(const unsigned char at[CHECKSUM_SIZE])
{
    uint32_t sum = 0;
    for (int i = 0; i < CHECKSUM_SIZE; i++)
        sum |= (uint32_t)at[i] << 8 * i;
    return sum;
}

static uint32_t go_on(uint32_t sum, int64_t number)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)((uint64_t)number >> 8 * i);
    return crc32c(sum, bytes, sizeof bytes);
}

uint32_t checksum_of_event(int64_t game, int64_t seq, const void *bytes, size_t size)
{
    return crc32c(go_on(go_on(0, game), seq), bytes, size);
}

/* The mark in front keeps an event's row from passing for one of these. */
uint32_t checksum_of_conditional(int64_t game, int64_t color, const void *bytes, size_t size)
{
    return crc32c(go_on(go_on(crc32c(0, "conditional", 11), game), color), bytes, size);
}

uint32_t checksum_of_challenge(const char *id, int64_t made, int64_t expires, const void *terms,
                               size_t size)
{
    uint32_t sum = crc32c(0, id, strlen(id) + 1);
    return crc32c(go_on(go_on(sum, made), expires), terms, size);
}
