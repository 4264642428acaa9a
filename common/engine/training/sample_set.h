/* sample_set.h - the samples of some files in memory, those to learn from and those held back for the proof.
 *
 * Held back are whole blocks of a file: positions of one game know each other, single ones would be no
 * proof. Freed by who initialised it. */
#pragma once

#include <stddef.h>

#include "sample.h"

enum {
    SAMPLE_SET_BLOCK = 4096,
    SAMPLE_SET_PROOF = 40, /* one block in so many is held back */
};

typedef struct {
    Sample *learn, *proof;
    size_t learn_count, proof_count;
    size_t learn_room, proof_room;
    size_t damaged, decided; /* left out: no position; a score beyond the limit */
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
/* Adds a file; a part of a sample at its end, where it is being written, is left. */
SampleSetError sample_set_read(SampleSet *set, const char *path);
/* Those to learn from, into an order that the state decides; the state moves on. */
void sample_set_shuffle(SampleSet *set, uint64_t *state);
