/* tablebase_maker.h - computes the tablebase of all endings of three and four pieces, and writes its file.
 *
 * It takes about a minute of one processor and 280 MB of memory, whatever the number of threads. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

enum { TABLEBASE_THREADS_MAX = 64 };

/* Writes the file whole or not at all, even if two programs do it at once: until it is complete it is called PATH.PID,
 * which is opened before anything is computed. Prints the longest mate of each ending to 'longest_mates' unless that is
 * NULL: the moves that White, and that Black, needs when to move. attacks_init comes first. False, and errno says why,
 * when the file cannot be written; ends the process when there is no memory. */
bool tablebase_make(const char *path, int threads, FILE *longest_mates);
