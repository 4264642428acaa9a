/* learner.h - the net while it learns: real numbers, their gradient, and the steps down it.
 *
 * Two views of the position (nnue_input.h) go through one layer of 'hidden' units; what they say is clamped to
 * 0..1, squared, weighted and summed: (768 -> hidden) x 2 -> 1, "SCReLU". Learning is AdamW
 * (https://arxiv.org/abs/1711.05101) on the squared difference of expected points. The sums are made in
 * the same order on any number of threads, so a seed gives the same net. Freed by who initialised it. */
#pragma once

#include "nnue.h"
#include "nnue_input.h"

enum {
    LEARNER_BLOCK = 64, /* hidden units are a multiple of it */
    LEARNER_SHARDS = 4, /* a batch is learnt in so many parts, by as many threads at most */
};

/* What is foretold: the expected points, blended of the game's result and the search's score. */
typedef struct {
    float result_share; /* 0..1; the rest is the score's */
    float slope;        /* centipawns: a score of so much is 1 / (1 + 1/e) of a point */
} Goal;

typedef struct {
    unsigned hidden;
    bool mirrored;
    size_t count; /* of parameters: weights[768][hidden], bias[hidden], out[2][hidden], out_bias */
    float *value;
    float *mean, *square; /* Adam's moments */
    float *gradient[LEARNER_SHARDS];
    unsigned steps;
    bool is_out_fixed; /* the output weights learn no more */
} Learner;

/* False when memory is out. Begins with small random weights. */
bool learner_init(Learner *learner, unsigned hidden, bool mirrored, uint64_t seed);
void learner_clear(Learner *learner);
/* Moves all parameters by so large a share, 0..1, towards those of a net of the same shape; 1: goes on from
 * it. Nets that went on from the same one judge better by their mean than each of them
 * (https://arxiv.org/abs/2203.05482). */
void learner_load(Learner *learner, const Nnue *net, float share);
/* Rounds the output weights as the file will, and holds them: most of what rounding spoils is theirs, and the
 * layer before them can still make up for it. */
void learner_fix_out(Learner *learner);
/* Rounded; without a kernel: nnue_file_write and nnue_parse make it whole. */
void learner_quantise(const Learner *learner, Nnue *net);

/* Centipawns for the side to move. */
float learner_evaluate(const Learner *learner, const Sample *sample);
/* Expected points of the side to move. */
float learner_target(const Sample *sample, const Goal *goal);
float learner_points(float centipawns, const Goal *goal);

/* Adds the gradient of the summed squared differences; returns that sum. */
double learner_gradient(const Learner *learner, const Sample *samples, size_t count,
                        const Goal *goal, float *gradient);
/* One step over a batch, its gradient made by so many threads; returns the sum of squared differences. */
double learner_step(Learner *learner, const Sample *batch, size_t count, const Goal *goal,
                    float rate, float decay, unsigned threads);
