/* castled-endings - computes the tablebase of all endings of three and four pieces.
 *
 *   castled-endings FILE [THREADS]      default: as many threads as there are processors
 *
 * Prints the longest mate of each ending: the moves that White, and that Black, needs when to move. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "attacks.h"
#include "tablebase_maker.h"

static int processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > TABLEBASE_THREADS_MAX ? TABLEBASE_THREADS_MAX : (int)count;
}

int main(int argc, char **argv)
{
    int threads = argc > 2 ? atoi(argv[2]) : processors();
    if (argc < 2 || argc > 3 || *argv[1] == '-' || threads < 1 || threads > TABLEBASE_THREADS_MAX) {
        fprintf(stderr, "usage: castled-endings FILE [THREADS, 1 to %d]\n", TABLEBASE_THREADS_MAX);
        return EXIT_FAILURE;
    }
    attacks_init();
    if (tablebase_make(argv[1], threads, stdout))
        return EXIT_SUCCESS;
    perror(argv[1]);
    return EXIT_FAILURE;
}
