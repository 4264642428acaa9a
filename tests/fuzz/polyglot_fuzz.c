/* Any bytes as a book: checked and searched without a fault; what is found is legal, each move once. */
#include "polyglot.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static PolyglotKeys keys;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    attacks_init();
    polyglot_init(&keys);
    return 0;
}

/* The fuzzer cannot guess keys: each entry whose key begins with 0xff is given the start position's. */
static void plant_keys(uint8_t *book, size_t size, uint64_t key)
{
    for (size_t at = 0; at + POLYGLOT_ENTRY <= size; at += POLYGLOT_ENTRY)
        for (int i = 0; book[at] == 0xff && i < 8; i++)
            book[at + (size_t)i] = (uint8_t)(key >> (56 - 8 * i));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Position pos;
    PolyglotMove found[MOVES_MAX];
    position_start(&pos);
    uint8_t *book = malloc(size ? size : 1);
    assert(book);
    memcpy(book, data, size);
    plant_keys(book, size, polyglot_key(&keys, &pos));
    size_t entry = SIZE_MAX;
    PolyglotError error = polyglot_check(book, size, &entry);
    assert(entry <= size / POLYGLOT_ENTRY && error < POLYGLOT_ERROR_COUNT);
    int count = polyglot_find(&keys, book, size, &pos, found);
    for (int i = 0; i < count; i++) {
        assert(position_is_legal(&pos, found[i].move));
        for (int j = 0; j < i; j++)
            assert(found[i].move != found[j].move);
    }
    free(book);
    return 0;
}
