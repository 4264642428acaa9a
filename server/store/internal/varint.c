#include "varint.h"

#include <string.h>

unsigned char *varint_put(unsigned char *out, uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        *out++ = (unsigned char)(number | 0x80);
    *out++ = (unsigned char)number;
    return out;
}

uint64_t varint_get(VarintSource *source, uint64_t max)
{
    uint64_t number = 0;
    for (int shift = 0; shift < 63 && source->at < source->end; shift += 7) {
        unsigned char byte = *source->at++;
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            source->failed |= number > max;
            return source->failed ? 0 : number;
        }
    }
    source->failed = true;
    return 0;
}

unsigned char *varint_put_bytes(unsigned char *out, const void *bytes, size_t size)
{
    out = varint_put(out, size);
    if (size)
        memcpy(out, bytes, size);
    return out + size;
}

/* The bytes stay where they are. */
const unsigned char *varint_get_bytes(VarintSource *source, size_t *size, size_t max)
{
    *size = (size_t)varint_get(source, max);
    if (source->failed || (size_t)(source->end - source->at) < *size) {
        source->failed = true;
        *size = 0;
        return source->end;
    }
    const unsigned char *bytes = source->at;
    source->at += *size;
    return bytes;
}
