/* mapping.h - a file as memory that is only read. For programs: the pure floors are handed the bytes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const uint8_t *bytes; /* NULL: none */
    size_t size;
} Mapping;

/* False, and a sentence in *problem, when there is no such file, it is empty, or it is longer than 'most'. */
bool mapping_open(Mapping *mapping, const char *path, size_t most, const char **problem);
/* After all of it was looked at once: its pages need not count as the program's memory until they are wanted again. */
void mapping_rest(const Mapping *mapping);
void mapping_close(Mapping *mapping);
