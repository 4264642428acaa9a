/* sample_set.h - the samples of some files in memory: a training set and a validation set.
 *
 * The validation set has whole blocks of the files: positions of one game are correlated, so single ones would be no
 * validation. sample_set_clear frees the memory. */
#pragma once

#include <stddef.h>

#include "sample.h"

enum {
    SAMPLE_SET_BLOCK = 4096,
    SAMPLE_SET_VALIDATION = 40, /* one block in so many is for validation */
};

typedef struct {
    Sample *training, *validation;
    size_t training_count, validation_count;
    size_t training_room, validation_room;
    size_t damaged, decided; /* left out: not a position; a score beyond the limit */
    int score_limit;         /* centipawns, either way */
} SampleSet;

#define SAMPLE_SET_ERRORS                                                                          \
    X(OK, "read")                                                                                  \
    X(OPEN, "cannot be opened")                                                                    \
    X(READ, "cannot be read to its end")                                                           \
    X(MEMORY, "is more than memory holds")

typedef enum {
#define X(name, text) SAMPLE_SET_##name,
    SAMPLE_SET_ERRORS
#undef X
} SampleSetError;

const char *sample_set_error_text(SampleSetError error);

void sample_set_init(SampleSet *set, int score_limit);
void sample_set_clear(SampleSet *set);
/* Adds a file. An incomplete sample at its end, where it may still be written, is ignored. */
SampleSetError sample_set_read(SampleSet *set, const char *path);
/* Shuffles the training set; the random state moves on. */
void sample_set_shuffle(SampleSet *set, uint64_t *state);
