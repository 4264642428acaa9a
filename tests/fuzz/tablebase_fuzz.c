/* Any bytes as a tablebase: refused, or probed for a position of every class without reading outside it. Its head
 * and directory are made to fit, so that the fuzzer gets to the tables. */
#include "tablebase.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fen.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Tablebase tablebase;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    attacks_init();
    return 0;
}

static void put_number(uint8_t *bytes, uint64_t number, int count)
{
    for (int i = 0; i < count; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
}

static void ask(void)
{
    static const char *const fens[] = {
        "8/8/8/8/4k3/8/1Q6/K7 b - - 0 1",
        "8/8/8/5k2/8/8/1R6/K7 w - - 0 1",
        "8/8/8/1k6/8/8/K5P1/8 w - - 0 1",
        "8/8/8/1k6/4pP2/8/K7/8 b - f3 0 1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        Position pos;
        TablebaseResult verdict;
        FenError error = fen_parse(fens[i], strlen(fens[i]), &pos, NULL);
        assert(error == FEN_OK);
        bool known = tablebase_probe(&tablebase, &pos, &verdict);
        assert(known && verdict.plies >= 0 && verdict.plies < 256);
    }
}

/* Tables of the required sizes, with all values and frequencies from the input, repeated. */
static size_t make_file(const uint8_t *data, size_t size, uint8_t *file)
{
    size_t at = TABLEBASE_TABLES_BEGIN, next = 0;
    memcpy(file, TABLEBASE_MAGIC, 16);
    for (int i = 0; i < TABLEBASE_TABLES; i++) {
        unsigned bits = size ? data[(size_t)i % size] % 4 : 0, count = 1u << bits;
        uint32_t blocks =
            (uint32_t)((tablebase_class_size(i / 2) + TABLEBASE_BLOCK - 1) / TABLEBASE_BLOCK);
        size_t length = 16 + 8 + tablebase_model_probabilities(bits, count) * 2 + blocks * 4u + 64;
        length = (length + 7) / 8 * 8;
        put_number(file + TABLEBASE_HEAD + 8 * i, at, 4);
        put_number(file + TABLEBASE_HEAD + 8 * i + 4, length, 4);
        for (size_t b = 0; b < length; b++)
            file[at + b] = size ? data[next++ % size] : 0;
        put_number(file + at, bits, 4);
        put_number(file + at + 4, count, 4);
        put_number(file + at + 8, blocks, 4);
        at += length;
    }
    put_number(file + 16, TABLEBASE_VERSION_NOW, 4);
    put_number(file + 20, TABLEBASE_TABLES, 4);
    put_number(file + 24, at + TABLEBASE_CHECKSUM, 8);
    return at + TABLEBASE_CHECKSUM;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *bytes = malloc(size + 1);
    assert(bytes);
    if (size)
        memcpy(bytes, data, size);
    uint8_t *exact = realloc(bytes, size ? size : 1);
    if (tablebase_init(&tablebase, exact, size) == TABLEBASE_OK)
        ask();
    free(exact);
    if (size < 4 || size % 16) /* the made files are large: not for every input */
        return 0;
    uint8_t *file = malloc(8 << 20);
    assert(file);
    size_t made = make_file(data, size, file);
    assert(tablebase_init(&tablebase, file, made) == TABLEBASE_OK);
    ask();
    free(file);
    return 0;
}
