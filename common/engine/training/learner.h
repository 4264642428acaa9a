/* learner.h - the net while it is trained: its parameters as real numbers, their gradient, and the optimiser.
 *
 * Two views of the position (nnue_input.h) go through one layer of 'hidden' units; their values are clamped to
 * 0..1, squared, weighted by the set for the number of pieces and summed: (1002 -> hidden) x 2 -> 1, "SCReLU". The
 * optimiser is AdamW
 * (https://arxiv.org/abs/1711.05101) on the squared difference of expected points. The order of the sums does not
 * depend on the number of threads, so a seed always gives the same net. learner_clear frees the memory. */
#pragma once

#include "nnue.h"
#include "nnue_input.h"

enum {
    LEARNER_BLOCK = 64, /* the number of hidden units is a multiple of it */
    LEARNER_SHARDS = 4, /* a batch is computed in so many parts, by at most as many threads */
};

/* What is predicted: the expected points, a blend of the game's result and the search's score. */
typedef struct {
    float result_share; /* 0..1, the weight of the result; the rest is that of the score */
    float slope;        /* centipawns: such a score is worth 1 / (1 + 1/e) points */
} Goal;

typedef struct {
    unsigned hidden;
    bool mirrored;
    /* Of parameters: weights[1002][hidden], bias[hidden], out[sets][2][hidden], out_bias[sets]. */
    size_t count;
    float *value;
    float *mean, *square; /* Adam's moments */
    float *gradient[LEARNER_SHARDS];
    unsigned steps;
    bool is_out_fixed; /* the output weights are not trained any more */
} Learner;

/* False when there is not enough memory. Starts with small random weights. */
bool learner_init(Learner *learner, unsigned hidden, bool mirrored, uint64_t seed);
void learner_clear(Learner *learner);
/* Moves all parameters by that share, 0..1, towards those of a net of the same shape; with 1 training continues
 * from that net. The mean of several nets trained from the same one is better than each of them
 * (https://arxiv.org/abs/2203.05482). */
void learner_load(Learner *learner, const Nnue *net, float share);
/* Makes a net of twice the width that evaluates almost alike: each unit becomes two, which are moved apart a little and
 * have half the output weight each (https://arxiv.org/abs/1511.05641). Without a kernel, as below. */
void learner_widen(const Nnue *net, Nnue *wide, uint64_t seed);
/* Rounds the output weights as in the file, and fixes them: they cause most of the rounding error, and the layer
 * before them can still compensate for it. */
void learner_fix_out(Learner *learner);
/* The rounded net, without a kernel: nnue_file_write and nnue_parse complete it. */
void learner_quantise(const Learner *learner, Nnue *net);

/* Centipawns for the side to move. */
float learner_evaluate(const Learner *learner, const Sample *sample);
/* Expected points of the side to move. */
float learner_target(const Sample *sample, const Goal *goal);
float learner_points(float centipawns, const Goal *goal);

/* Adds the gradient of the summed squared differences; returns that sum. */
double learner_gradient(const Learner *learner, const Sample *samples, size_t count,
                        const Goal *goal, float *gradient);
/* One step for a batch, with the gradient computed by so many threads; returns the sum of squared differences. */
double learner_step(Learner *learner, const Sample *batch, size_t count, const Goal *goal,
                    float rate, float decay, unsigned threads);
