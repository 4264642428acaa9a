/* Any bytes as a net's file: refused, or a net that evaluates every position alike in every build. The checksum
 * is made to fit, and missing bytes at the end are zero, so that the fuzzer gets past the header. */
#include "nnue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fen.h"
#include "nnue_kernel.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static _Alignas(64) Nnue net;
static unsigned char file[NNUE_FILE_MAX];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    attacks_init();
    return 0;
}

static void evaluator(void)
{
    static const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/8/8/8/3k4/3p4/8/3K4 w - - 0 1",
    };
    const NnueKernel *kernels[NNUE_KERNELS_MAX];
    nnue_kernels(kernels);
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        Position pos;
        FenError error = fen_parse(fens[i], strlen(fens[i]), &pos, NULL);
        assert(error == FEN_OK);
        net.kernel = kernels[0];
        int value = nnue_evaluate(&net, &pos);
        for (int k = 1; kernels[k]; k++) {
            net.kernel = kernels[k];
            assert(nnue_evaluate(&net, &pos) == value);
        }
    }
}

/* In a block of exactly its size, so that a read beyond its end is noticed. */
static void parse(const uint8_t *data, size_t size)
{
    unsigned char *bytes = malloc(size ? size : 1);
    assert(bytes);
    if (size)
        memcpy(bytes, data, size);
    if (nnue_parse(bytes, size, &net) == NNUE_OK)
        evaluator();
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    parse(data, size);
    if (size < NNUE_HEADER_BYTES)
        return 0;
    const uint32_t version = 1 + data[0] / 4 % NNUE_VERSION;
    size_t hidden = NNUE_HIDDEN_STEP * (1 + (data[0] & 3u)), sets = version == 1 ? 1 : NNUE_SETS;
    static const size_t rows[NNUE_VERSION + 1] = {0, 768, 768, 928, NNUE_INPUTS};
    const size_t inputs = rows[version];
    size_t kept = size < sizeof file ? size : sizeof file;
    memset(file, 0, sizeof file);
    memcpy(file, data, kept);
    memcpy(file, NNUE_MAGIC, 8);
    const unsigned char fields[12] = {
        [0] = (unsigned char)version, [4] = hidden & 255, [5] = hidden >> 8, [8] = data[0] >> 7};
    memcpy(file + 8, fields, sizeof fields);
    size_t whole = NNUE_HEADER_BYTES + 2 * hidden * (inputs + 1 + 2 * sets) + 4 * sets;
    uint32_t sum = nnue_checksum(file + NNUE_HEADER_BYTES, whole - NNUE_HEADER_BYTES);
    for (int i = 0; i < 4; i++)
        file[20 + i] = (unsigned char)(sum >> 8 * i);
    parse(file, whole);
    return 0;
}
