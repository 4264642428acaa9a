#include "checksum.h"

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
