#include "nnue.h"

#include <string.h>

#include "nnue_kernel.h"

_Static_assert((int)NNUE_QA == (int)NNUE_KERNEL_ONE, "what the kernels clamp to");

extern const NnueKernel nnue_kernel_base, nnue_kernel_avx2, nnue_kernel_avx512, nnue_kernel_plain;

void nnue_kernels(const NnueKernel *list[NNUE_KERNELS_MAX])
{
    int count = 0;
#ifdef NNUE_HAS_AVX512
    if (__builtin_cpu_supports("avx512bw"))
        list[count++] = &nnue_kernel_avx512;
#endif
#ifdef NNUE_HAS_AVX2
    if (__builtin_cpu_supports("avx2"))
        list[count++] = &nnue_kernel_avx2;
#endif
    list[count++] = &nnue_kernel_base;
#ifdef NNUE_HAS_PLAIN
    list[count++] = &nnue_kernel_plain;
#endif
    list[count] = NULL;
}

const char *nnue_error_text(NnueError error)
{
#define NNUE_TEXT(name, text) text,
    static const char *const texts[] = {NNUE_ERRORS(NNUE_TEXT)};
#undef NNUE_TEXT
    return error < NNUE_ERROR_COUNT ? texts[error] : "unknown error";
}

/* Four bits at a time: the table fits in a cache line, and a net is parsed in two milliseconds. */
uint32_t nnue_checksum(const void *bytes, size_t size)
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

/* Returns the place after the last number. */
static const unsigned char *read_numbers(const unsigned char *at, int16_t *to, size_t count)
{
    for (size_t i = 0; i < count; i++, at += 2)
        to[i] = (int16_t)(uint16_t)(at[0] | at[1] << 8);
    return at;
}

/* Adds to 'least' and 'most' what so many of these inputs can add to a unit. */
static void add_extremes(const Nnue *net, int unit, int from, int count, int together, int *least,
                         int *most)
{
    int low = 0, high = 0;
    for (int input = from; input < from + count; input++) {
        const int weight = net->features[input * net->hidden + unit];
        high = weight > high ? weight : high;
        low = weight < low ? weight : low;
    }
    *least += together * low;
    *most += together * high;
}

static int first_threat(NnueThreatKind kind, int side)
{
    return NNUE_FEATURES + (int)(nnue_threat_first(kind) + (side ? nnue_threat_apart(kind) : 0));
}

/* No position with at most sixteen pieces of each side may carry a sum out of sixteen bits. */
static bool hidden_fits(const Nnue *net, int unit)
{
    int least = net->bias[unit], most = net->bias[unit];
    for (int side = 0; side < 2; side++) {
        add_extremes(net, unit, side * NNUE_FEATURES / 2, NNUE_FEATURES / 2, 16, &least, &most);
#define X(kind, inputs, together)                                                                  \
    add_extremes(net, unit, first_threat(NNUE_##kind, side), inputs, together, &least, &most);
        NNUE_THREAT_KINDS(X)
#undef X
    }
    return most <= INT16_MAX && least >= INT16_MIN;
}

/* Nor may the weighted squares of a hidden layer of ones overflow 32 bits, above or below zero. */
static bool output_fits(const Nnue *net, int set)
{
    int64_t above = 0, below = 0;
    for (int i = 0; i < 2 * net->hidden; i++) {
        int weight = net->output[set * 2 * net->hidden + i];
        if (weight > NNUE_OUTPUT_WEIGHT_MAX || weight < -NNUE_OUTPUT_WEIGHT_MAX)
            return false;
        *(weight > 0 ? &above : &below) += weight;
    }
    return above * NNUE_QA * NNUE_QA <= INT32_MAX && below * NNUE_QA * NNUE_QA >= -INT32_MAX &&
           net->output_bias[set] <= NNUE_OUTPUT_BIAS_MAX &&
           net->output_bias[set] >= -NNUE_OUTPUT_BIAS_MAX;
}

static NnueError check_sums(const Nnue *net)
{
    for (int unit = 0; unit < net->hidden; unit++)
        if (!hidden_fits(net, unit))
            return NNUE_HIDDEN_OVERFLOW;
    for (int set = 0; set < NNUE_SETS; set++)
        if (!output_fits(net, set))
            return NNUE_OUTPUT_OVERFLOW;
    return NNUE_OK;
}

/* What a file of some version has. */
typedef struct {
    size_t inputs;
    size_t sets; /* of output weights */
} Layout;

static const Layout layouts[NNUE_VERSION + 1] = {
    [1] = {NNUE_FEATURES, 1},
    [2] = {NNUE_FEATURES, NNUE_SETS},
    [3] = {NNUE_FEATURES + 2 * NNUE_ATTACKED_INPUTS, NNUE_SETS},
    [4] = {NNUE_INPUTS, NNUE_SETS}};

static NnueError read_header(const unsigned char *at, size_t size, Nnue *net, Layout *layout)
{
    if (size < NNUE_HEADER_BYTES || memcmp(at, NNUE_MAGIC, 8) != 0)
        return NNUE_NOT_A_NET;
    uint32_t hidden = read32(at + 12), flags = read32(at + 16);
    const uint32_t version = read32(at + 8);
    if (version == 0 || version > NNUE_VERSION)
        return NNUE_WRONG_VERSION;
    *layout = layouts[version];
    if (hidden == 0 || hidden > NNUE_HIDDEN_MAX || hidden % NNUE_HIDDEN_STEP != 0)
        return NNUE_WRONG_HIDDEN;
    if (flags & ~NNUE_FLAG_MIRRORED)
        return NNUE_WRONG_FLAGS;
    if (size != NNUE_HEADER_BYTES + 2 * (size_t)hidden * (layout->inputs + 1 + 2 * layout->sets) +
                    4 * layout->sets)
        return NNUE_WRONG_SIZE;
    if (read32(at + 20) != nnue_checksum(at + NNUE_HEADER_BYTES, size - NNUE_HEADER_BYTES))
        return NNUE_DAMAGED;
    net->hidden = (int)hidden;
    net->mirrored = flags & NNUE_FLAG_MIRRORED;
    net->has_threats = layout->inputs > NNUE_FEATURES;
    return NNUE_OK;
}

/* Sets that the file does not have are like its first. */
static void read_output(const unsigned char *at, Nnue *net, size_t sets)
{
    const size_t row = 2 * (size_t)net->hidden;
    at = read_numbers(at, net->output, sets * row);
    for (size_t set = 0; set < NNUE_SETS; set++) {
        const size_t from = set < sets ? set : 0;
        net->output_bias[set] = (int32_t)read32(at + 4 * from);
        if (from != set)
            memcpy(net->output + set * row, net->output, row * sizeof net->output[0]);
    }
}

NnueError nnue_parse(const void *bytes, size_t size, Nnue *net)
{
    const NnueKernel *kernels[NNUE_KERNELS_MAX];
    const unsigned char *at = bytes;
    Layout layout;
    NnueError error = read_header(at, size, net, &layout);
    if (error)
        return error;
    const size_t hidden = (size_t)net->hidden;
    memset(net->features, 0, sizeof net->features);
    at = read_numbers(at + NNUE_HEADER_BYTES, net->features, layout.inputs * hidden);
    at = read_numbers(at, net->bias, hidden);
    read_output(at, net, layout.sets);
    nnue_kernels(kernels);
    net->kernel = kernels[0];
    return check_sums(net);
}

int nnue_output(const Nnue *net, const Position *pos, const int16_t *own, const int16_t *other)
{
    const Color us = position_turn(pos);
    const size_t hidden = (size_t)net->hidden;
    const unsigned set = nnue_set((unsigned)bit_count(position_occupied(pos)));
    const int16_t *weights = net->output + set * 2 * hidden;
    NnueThreats threats;
    threats.count = 0;
    if (net->has_threats)
        nnue_threats_of(pos, &threats);
    const NnueHalf halves[2] = {{own, threats.at[us], weights},
                                {other, threats.at[color_other(us)], weights + hidden}};
    int32_t sum = net->kernel->output(halves, net->features + NNUE_FEATURES * hidden, threats.count,
                                      net->hidden);
    return (int)((int64_t)(sum / NNUE_QA + net->output_bias[set]) * NNUE_SCALE /
                 (NNUE_QA * NNUE_QB));
}

/* The hidden layer as that side sees the position. */
static void make_hidden(const Nnue *net, const Position *pos, Color view, int16_t *hidden)
{
    unsigned orientation = nnue_orientation(net, pos, view);
    NnueChange change = {.added_count = 0};
    for (Bitboard rest = position_occupied(pos); rest;) {
        Square square = bit_pop(&rest);
        change.added[change.added_count++] =
            nnue_row(net, view, orientation, position_piece_on(pos, square), square);
    }
    net->kernel->update(hidden, net->bias, &change, net->hidden);
}

int nnue_evaluate(const Nnue *net, const Position *pos)
{
    _Alignas(64) int16_t hidden[2][NNUE_HIDDEN_MAX];
    for (Color view = WHITE; view <= BLACK; view++)
        make_hidden(net, pos, view, hidden[view]);
    Color turn = position_turn(pos);
    return nnue_output(net, pos, hidden[turn], hidden[color_other(turn)]);
}
