/* nnue_rig.h - nets for the tests, made here from a seed: files of any width, valid and at the limits. */
#pragma once

#include "chess_rig.h"
#include "nnue.h"

typedef struct {
    int hidden;
    bool mirrored;
    uint32_t version; /* of the file; 0: the newest */
    int feature_most, threat_most, bias_most,
        output_most; /* weights are drawn from -most to +most */
    uint64_t seed;
} NnuePlan;

static inline void put32(unsigned char *at, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(number >> 8 * i);
}

static inline void put16(unsigned char *at, int number)
{
    at[0] = (unsigned char)(number & 255);
    at[1] = (unsigned char)((unsigned)number >> 8 & 255);
}

static inline unsigned char *put_drawn(unsigned char *at, size_t count, int most, uint64_t *seed)
{
    for (size_t i = 0; i < count; i++, at += 2)
        put16(at, (int)(random_next(seed) % (unsigned)(2 * most + 1)) - most);
    return at;
}

/* The header's checksum made to fit again after a change. */
static inline void nnue_seal(unsigned char *file, size_t size)
{
    put32(file + 20, nnue_checksum(file + NNUE_HEADER_BYTES, size - NNUE_HEADER_BYTES));
}

static inline uint32_t net_version(const NnuePlan *plan)
{
    return plan->version ? plan->version : NNUE_VERSION;
}

static inline size_t net_sets(const NnuePlan *plan)
{
    return net_version(plan) == 1 ? 1 : NNUE_SETS;
}

static inline size_t net_threats(const NnuePlan *plan)
{
    static const size_t threats[] = {[1] = 0, [2] = 0, [3] = 160, [4] = NNUE_THREATS};
    return threats[net_version(plan)];
}

/* Writes the file and returns its size; NNUE_FILE_MAX bytes are enough. */
static inline size_t net_file(const NnuePlan *plan, unsigned char *file)
{
    uint64_t seed = plan->seed;
    size_t hidden = (size_t)plan->hidden, sets = net_sets(plan);
    memcpy(file, NNUE_MAGIC, 8);
    put32(file + 8, net_version(plan));
    put32(file + 12, (uint32_t)plan->hidden);
    put32(file + 16, plan->mirrored ? NNUE_FLAG_MIRRORED : 0);
    unsigned char *at = file + NNUE_HEADER_BYTES;
    at = put_drawn(at, NNUE_FEATURES * hidden, plan->feature_most, &seed);
    at = put_drawn(at, net_threats(plan) * hidden, plan->threat_most, &seed);
    at = put_drawn(at, hidden, plan->bias_most, &seed);
    at = put_drawn(at, sets * 2 * hidden, plan->output_most, &seed);
    for (size_t set = 0; set < sets; set++, at += 4)
        put32(at, (uint32_t)(int32_t)(random_next(&seed) % 20001) - 10000u);
    size_t size = (size_t)(at - file);
    nnue_seal(file, size);
    return size;
}

static inline void nnue_make(const NnuePlan *plan, Nnue *net)
{
    static unsigned char file[NNUE_FILE_MAX];
    NnueError error = nnue_parse(file, net_file(plan, file), net);
    ck_assert_msg(!error, "%s", nnue_error_text(error));
}
