#include "net.h"

#include <string.h>

#include "accumulator.h"
#include "net_kernel.h"

extern const NetKernel net_kernel_base, net_kernel_avx2, net_kernel_plain;

void net_kernels(const NetKernel *list[NET_KERNELS_MAX])
{
    int count = 0;
#ifdef NET_HAS_AVX2
    if (__builtin_cpu_supports("avx2"))
        list[count++] = &net_kernel_avx2;
#endif
    list[count++] = &net_kernel_base;
#ifdef NET_HAS_PLAIN
    list[count++] = &net_kernel_plain;
#endif
    list[count] = NULL;
}

const char *net_error_text(NetError error)
{
#define NET_TEXT(name, text) text,
    static const char *const texts[] = {NET_ERRORS(NET_TEXT)};
#undef NET_TEXT
    return error < NET_ERROR_COUNT ? texts[error] : "unknown error";
}

/* Four bits at a time: a table that fits in a cache line, and a net is read in two milliseconds. */
uint32_t net_checksum(const void *bytes, size_t size)
{
    static const uint32_t table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
                                       0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                       0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                       0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    const unsigned char *at = bytes;
    uint32_t crc = ~0u;
    for (size_t i = 0; i < size; i++) {
        crc ^= at[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return ~crc;
}

static uint32_t read32(const unsigned char *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* Behind the last number that was read. */
static const unsigned char *read_numbers(const unsigned char *at, int16_t *to, size_t count)
{
    for (size_t i = 0; i < count; i++, at += 2)
        to[i] = (int16_t)(uint16_t)(at[0] | at[1] << 8);
    return at;
}

/* At most sixteen men of each side, however they stand, must not carry a sum out of sixteen bits. */
static bool hidden_fits(const Net *net, int unit)
{
    int least[2] = {0, 0}, most[2] = {0, 0};
    for (int feature = 0; feature < NET_FEATURES; feature++) {
        int weight = net->features[feature * net->hidden + unit], side = feature >= 384;
        if (weight > most[side])
            most[side] = weight;
        if (weight < least[side])
            least[side] = weight;
    }
    return net->bias[unit] + 16 * (most[0] + most[1]) <= INT16_MAX &&
           net->bias[unit] + 16 * (least[0] + least[1]) >= INT16_MIN;
}

/* Nor must the weighted squares of a hidden layer that is all ones out of 32, on either side of nought. */
static bool output_fits(const Net *net)
{
    int64_t above = 0, below = 0;
    for (int i = 0; i < 2 * net->hidden; i++) {
        int weight = net->output[i];
        if (weight > NET_OUTPUT_WEIGHT_MAX || weight < -NET_OUTPUT_WEIGHT_MAX)
            return false;
        *(weight > 0 ? &above : &below) += weight;
    }
    return above * NET_QA * NET_QA <= INT32_MAX && below * NET_QA * NET_QA >= -INT32_MAX &&
           net->output_bias <= NET_OUTPUT_BIAS_MAX && net->output_bias >= -NET_OUTPUT_BIAS_MAX;
}

static NetError read_header(const unsigned char *at, size_t size, Net *net)
{
    if (size < NET_HEADER_BYTES || memcmp(at, NET_MAGIC, 8) != 0)
        return NET_NOT_A_NET;
    uint32_t hidden = read32(at + 12), flags = read32(at + 16);
    if (read32(at + 8) != NET_VERSION)
        return NET_WRONG_VERSION;
    if (hidden != 128 && hidden != 256)
        return NET_WRONG_HIDDEN;
    if (flags & ~NET_FLAG_MIRRORED)
        return NET_WRONG_FLAGS;
    if (size != NET_HEADER_BYTES + 2 * (size_t)hidden * (NET_FEATURES + 3) + 4)
        return NET_WRONG_SIZE;
    if (read32(at + 20) != net_checksum(at + NET_HEADER_BYTES, size - NET_HEADER_BYTES))
        return NET_DAMAGED;
    net->hidden = (int)hidden;
    net->mirrored = flags & NET_FLAG_MIRRORED;
    return NET_OK;
}

NetError net_parse(const void *bytes, size_t size, Net *net)
{
    const NetKernel *kernels[NET_KERNELS_MAX];
    const unsigned char *at = bytes;
    NetError error = read_header(at, size, net);
    if (error)
        return error;
    const size_t hidden = (size_t)net->hidden;
    at = read_numbers(at + NET_HEADER_BYTES, net->features, NET_FEATURES * hidden);
    at = read_numbers(at, net->bias, hidden);
    at = read_numbers(at, net->output, 2 * hidden);
    net->output_bias = (int32_t)read32(at);
    net_kernels(kernels);
    net->kernel = kernels[0];
    for (int unit = 0; unit < net->hidden; unit++)
        if (!hidden_fits(net, unit))
            return NET_HIDDEN_OVERFLOW;
    return output_fits(net) ? NET_OK : NET_OUTPUT_OVERFLOW;
}

int net_output(const Net *net, const int16_t *own, const int16_t *other)
{
    int32_t sum = net->kernel->output(own, other, net->output, net->hidden);
    return (int)((int64_t)(sum / NET_QA + net->output_bias) * NET_SCALE / (NET_QA * NET_QB));
}

int net_evaluate(const Net *net, const Position *pos)
{
    Accumulator views[2];
    for (Color view = WHITE; view <= BLACK; view++) {
        accumulator_empty(&views[view], net, net_orientation(net, pos, view));
        accumulator_follow(&views[view], &views[view], net, view, pos);
    }
    Color turn = position_turn(pos);
    return net_output(net, views[turn].values, views[color_other(turn)].values);
}
