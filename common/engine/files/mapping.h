/* mapping.h - maps a file into memory, read-only. For programs; the pure libraries only get the bytes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const uint8_t *bytes; /* NULL: none */
    size_t size;
} Mapping;

/* False, with a sentence in *problem, when there is no such file, it is empty, or it is longer than 'most'. */
bool mapping_open(Mapping *mapping, const char *path, size_t most, const char **problem);
/* After all of it has been read once: releases its pages until they are needed again. */
void mapping_rest(const Mapping *mapping);
void mapping_close(Mapping *mapping);
