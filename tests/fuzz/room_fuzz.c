/* Any bytes are a game of requests at random times by both seats, with restarts: the room stays sound, and
 * the fold of its packed events is the same game. */
#include "attacks.h"
#include "ramble.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    attacks_init();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    RambleSum sum = {{0}, {0}, {0}, 0};
    const char *broken = ramble(data, size, &sum);
    if (broken) {
        fprintf(stderr, "does not hold: %s\n", broken);
        abort();
    }
    return 0;
}
