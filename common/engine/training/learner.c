#include "learner.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* As many at a time as a register holds: of wider vectors gcc 12 makes code that takes several times as long. */
#if defined(__AVX512F__)
enum { LANES = 16 };
#elif defined(__AVX__)
enum { LANES = 8 };
#else
enum { LANES = 4 };
#endif
typedef float Lanes __attribute__((vector_size(LANES * sizeof(float))));
typedef int32_t Mask __attribute__((vector_size(LANES * sizeof(int32_t))));

/* The output is summed in so many parts, whatever the registers are, so that every machine makes the same net. */
enum { PARTS = 16, SUMS = PARTS / LANES };

enum { ALIGN = 64, PER_BLOCK = LEARNER_BLOCK / LANES };

/* How far the two halves of a unit are moved apart, in the net's whole numbers: 3 of 255, so that the sum for twenty
 * pieces moves by a fortieth. */
static const float widening = 3;

/* Times 64 it is 127 at most. 32 pieces stay within int16, and with them threats that are not as large, which nnue_parse makes sure of. */
static const float value_limit = 1.98f;

typedef struct {
    NnueInput input;
    Lanes sum[2][NNUE_HIDDEN_MAX / LANES]; /* of the hidden units, before clamping */
    float output;
} Pass;

typedef struct {
    const Learner *learner;
    const Sample *samples;
    size_t count;
    const Goal *goal;
    float *gradient;
    double miss;
} Shard;

static const Lanes *bias_of(const Learner *learner, const float *values)
{
    return (const Lanes *)(values + (size_t)NNUE_INPUTS * learner->hidden);
}

static const Lanes *out_of(const Learner *learner, const float *values, unsigned set, int half)
{
    return bias_of(learner, values) + (size_t)(1 + 2 * set + half) * learner->hidden / LANES;
}

static size_t outs_at(const Learner *learner)
{
    return (size_t)(NNUE_INPUTS + 1) * learner->hidden;
}

static size_t out_bias_at(const Learner *learner)
{
    return outs_at(learner) + (size_t)NNUE_SETS * 2 * learner->hidden;
}

static Lanes clamp(Lanes value)
{
    const Lanes zero = {0}, one = zero + 1;
    Mask high = value > one, low = value < zero;
    Mask bits = ((Mask)value & ~high) | ((Mask)one & high);
    return (Lanes)(bits & ~low);
}

static float total(const Lanes sums[SUMS])
{
    float sum = 0;
    for (int i = 0; i < PARTS; i++)
        sum += sums[i / LANES][i % LANES];
    return sum;
}

static void add_rows(const Learner *learner, Pass *pass, int half)
{
    const Lanes *bias = bias_of(learner, learner->value);
    size_t row_lanes = learner->hidden / LANES;
    for (size_t at = 0; at < row_lanes; at += PER_BLOCK) {
        Lanes sum[PER_BLOCK];
        for (int i = 0; i < PER_BLOCK; i++)
            sum[i] = bias[at + i];
        for (unsigned input = 0; input < pass->input.count; input++) {
            const Lanes *row =
                (const Lanes *)learner->value + pass->input.at[half][input] * row_lanes + at;
            for (int i = 0; i < PER_BLOCK; i++)
                sum[i] += row[i];
        }
        for (int i = 0; i < PER_BLOCK; i++)
            pass->sum[half][at + i] = sum[i];
    }
}

static void run_forward(const Learner *learner, const Sample *sample, Pass *pass)
{
    nnue_input_of(sample, learner->mirrored, &pass->input);
    const unsigned set = nnue_set(pass->input.pieces);
    Lanes sums[SUMS] = {{0}};
    for (int half = 0; half < 2; half++) {
        add_rows(learner, pass, half);
        const Lanes *out = out_of(learner, learner->value, set, half);
        for (size_t i = 0; i < learner->hidden / LANES; i++) {
            Lanes value = clamp(pass->sum[half][i]);
            sums[i % SUMS] += value * value * out[i];
        }
    }
    pass->output = total(sums) + learner->value[out_bias_at(learner) + set];
}

/* Backpropagation: from the derivative of the error by the output to that by every parameter. */
static void run_backward(const Learner *learner, const Pass *pass, float slope, float *gradient)
{
    const Lanes zero = {0}, one = zero + 1;
    const unsigned set = nnue_set(pass->input.pieces);
    size_t row_lanes = learner->hidden / LANES;
    Lanes *bias = (Lanes *)bias_of(learner, gradient);
    for (int half = 0; half < 2; half++) {
        const Lanes *out = out_of(learner, learner->value, set, half);
        Lanes *out_slope = (Lanes *)out_of(learner, gradient, set, half);
        for (size_t at = 0; at < row_lanes; at += PER_BLOCK) {
            Lanes unit[PER_BLOCK];
            for (int i = 0; i < PER_BLOCK; i++) {
                Lanes raw = pass->sum[half][at + i], value = clamp(raw);
                Mask moves = (raw > zero) & (raw < one);
                out_slope[at + i] += value * value * slope;
                unit[i] = (Lanes)((Mask)(2 * slope * value * out[at + i]) & moves);
                bias[at + i] += unit[i];
            }
            for (unsigned input = 0; input < pass->input.count; input++) {
                Lanes *row = (Lanes *)gradient + pass->input.at[half][input] * row_lanes + at;
                for (int i = 0; i < PER_BLOCK; i++)
                    row[i] += unit[i];
            }
        }
    }
    gradient[out_bias_at(learner) + set] += slope;
}

static float uniform(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (float)(*state * 0x2545f4914f6cdd1dull >> 40) / (float)(1 << 23) - 1;
}

static float *allocate(size_t count)
{
    size_t bytes = (count * sizeof(float) + ALIGN - 1) / ALIGN * ALIGN;
    float *memory = aligned_alloc(ALIGN, bytes);
    if (memory)
        memset(memory, 0, bytes);
    return memory;
}

bool learner_init(Learner *learner, unsigned hidden, bool mirrored, uint64_t seed)
{
    assert(hidden && hidden % LEARNER_BLOCK == 0 && hidden <= NNUE_HIDDEN_MAX);
    *learner = (Learner){.hidden = hidden, .mirrored = mirrored};
    learner->count = out_bias_at(learner) + NNUE_SETS;
    learner->value = allocate(learner->count);
    learner->mean = allocate(learner->count);
    learner->square = allocate(learner->count);
    bool whole = learner->value && learner->mean && learner->square;
    for (int i = 0; i < LEARNER_SHARDS; i++) {
        learner->gradient[i] = allocate(learner->count);
        whole = whole && learner->gradient[i];
    }
    if (!whole) {
        learner_clear(learner);
        return false;
    }
    uint64_t state = seed * 0x9e3779b97f4a7c15ull | 1;
    /* With about twenty pieces on the board the sum of a unit starts within a few tenths. */
    float weight = 0.1f, out = 1 / sqrtf((float)(2 * hidden));
    for (size_t i = 0; i < out_bias_at(learner); i++)
        learner->value[i] = uniform(&state) * (i < outs_at(learner) ? weight : out);
    return true;
}

void learner_clear(Learner *learner)
{
    free(learner->value);
    free(learner->mean);
    free(learner->square);
    for (int i = 0; i < LEARNER_SHARDS; i++)
        free(learner->gradient[i]);
    memset(learner, 0, sizeof *learner);
}

/* Converts 'count' numbers of the net; 'one' is what 1 is there. */
static float *load_numbers(float *value, const int16_t *numbers, size_t count, float one,
                           float share)
{
    for (size_t i = 0; i < count; i++, value++)
        *value = *value * (1 - share) + (float)numbers[i] / one * share;
    return value;
}

static const float *round_numbers(const float *value, int16_t *numbers, size_t count, float one)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] = (int16_t)lrintf(*value++ * one);
    return value;
}

void learner_load(Learner *learner, const Nnue *net, float share)
{
    assert((unsigned)net->hidden == learner->hidden && net->mirrored == learner->mirrored);
    const size_t hidden = learner->hidden;
    float *value =
        load_numbers(learner->value, net->features, NNUE_INPUTS * hidden, NNUE_QA, share);
    value = load_numbers(value, net->bias, hidden, NNUE_QA, share);
    value = load_numbers(value, net->output, NNUE_SETS * 2 * hidden, NNUE_QB, share);
    for (int set = 0; set < NNUE_SETS; set++, value++)
        *value = *value * (1 - share) + (float)net->output_bias[set] / (NNUE_QA * NNUE_QB) * share;
}

void learner_quantise(const Learner *learner, Nnue *net)
{
    const size_t hidden = learner->hidden;
    memset(net, 0, sizeof *net);
    net->hidden = (int)hidden;
    net->mirrored = learner->mirrored;
    net->has_threats = true;
    const float *value =
        round_numbers(learner->value, net->features, NNUE_INPUTS * hidden, NNUE_QA);
    value = round_numbers(value, net->bias, hidden, NNUE_QA);
    value = round_numbers(value, net->output, NNUE_SETS * 2 * hidden, NNUE_QB);
    for (int set = 0; set < NNUE_SETS; set++)
        net->output_bias[set] = (int32_t)lrintf(*value++ * (NNUE_QA * NNUE_QB));
}

/* Two rows of units for each one of the net; what is added to a weight in one half is taken off in the other. */
static void split_units(int16_t *wide, const int16_t *net, size_t rows, size_t hidden,
                        uint64_t *state)
{
    for (size_t row = 0; row < rows; row++) {
        for (size_t unit = 0; unit < hidden; unit++) {
            const int weight = net[row * hidden + unit];
            const int apart = (int)lrintf(uniform(state) * widening);
            wide[2 * row * hidden + unit] = (int16_t)(weight + apart);
            wide[(2 * row + 1) * hidden + unit] = (int16_t)(weight - apart);
        }
    }
}

void learner_widen(const Nnue *net, Nnue *wide, uint64_t seed)
{
    const size_t hidden = (size_t)net->hidden;
    uint64_t state = seed * 0x9e3779b97f4a7c15ull | 1;
    assert(2 * hidden <= NNUE_HIDDEN_MAX);
    memset(wide, 0, sizeof *wide);
    wide->hidden = 2 * net->hidden;
    wide->mirrored = net->mirrored;
    wide->has_threats = net->has_threats;
    split_units(wide->features, net->features, NNUE_INPUTS, hidden, &state);
    split_units(wide->bias, net->bias, 1, hidden, &state);
    memcpy(wide->output_bias, net->output_bias, sizeof wide->output_bias);
    for (size_t row = 0; row < 2 * NNUE_SETS; row++) {
        for (size_t unit = 0; unit < hidden; unit++) {
            const int weight = net->output[row * hidden + unit];
            wide->output[2 * row * hidden + unit] = (int16_t)(weight / 2);
            wide->output[(2 * row + 1) * hidden + unit] = (int16_t)(weight - weight / 2);
        }
    }
}

void learner_fix_out(Learner *learner)
{
    float *out = learner->value + outs_at(learner);
    for (unsigned i = 0; i < NNUE_SETS * 2 * learner->hidden; i++)
        out[i] = rintf(out[i] * NNUE_QB) / NNUE_QB;
    learner->is_out_fixed = true;
}

float learner_evaluate(const Learner *learner, const Sample *sample)
{
    Pass pass;
    run_forward(learner, sample, &pass);
    return pass.output * NNUE_SCALE;
}

float learner_points(float centipawns, const Goal *goal)
{
    return 1 / (1 + expf(-centipawns / goal->slope));
}

float learner_target(const Sample *sample, const Goal *goal)
{
    float white = goal->result_share * (float)sample->result / 2 +
                  (1 - goal->result_share) * learner_points(sample->score, goal);
    return sample->turn == WHITE ? white : 1 - white;
}

double learner_gradient(const Learner *learner, const Sample *samples, size_t count,
                        const Goal *goal, float *gradient)
{
    double sum = 0;
    Pass pass;
    for (size_t i = 0; i < count; i++) {
        run_forward(learner, &samples[i], &pass);
        float points = learner_points(pass.output * NNUE_SCALE, goal);
        float miss = points - learner_target(&samples[i], goal);
        float slope = 2 * miss * points * (1 - points) * NNUE_SCALE / goal->slope;
        run_backward(learner, &pass, slope, gradient);
        sum += miss * miss;
    }
    return sum;
}

static void *run_shard(void *argument)
{
    Shard *shard = argument;
    memset(shard->gradient, 0, shard->learner->count * sizeof(float));
    shard->miss = learner_gradient(shard->learner, shard->samples, shard->count, shard->goal,
                                   shard->gradient);
    return NULL;
}

/* In parallel; one after the other where a thread cannot be started. */
static void run_shards(Shard *shards, unsigned threads)
{
    pthread_t ids[LEARNER_SHARDS];
    for (unsigned at = 0; at < LEARNER_SHARDS; at += threads) {
        unsigned together = LEARNER_SHARDS - at < threads ? LEARNER_SHARDS - at : threads;
        bool started[LEARNER_SHARDS] = {false};
        for (unsigned i = 1; i < together; i++)
            started[i] = pthread_create(&ids[i], NULL, run_shard, &shards[at + i]) == 0;
        run_shard(&shards[at]);
        for (unsigned i = 1; i < together; i++) {
            if (started[i])
                pthread_join(ids[i], NULL);
            else
                run_shard(&shards[at + i]);
        }
    }
}

/* The usual constants of AdamW; values are clipped to what the file can hold. */
static void descend(Learner *learner, size_t count, float rate, float decay)
{
    static const float keep1 = 0.9f, keep2 = 0.999f, tiny = 1e-8f;
    learner->steps++;
    float correct1 = 1 - powf(keep1, (float)learner->steps);
    float correct2 = 1 - powf(keep2, (float)learner->steps);
    size_t learning = learner->is_out_fixed ? outs_at(learner) : learner->count;
    for (size_t i = 0; i < learning; i++) {
        float slope = 0;
        for (int shard = 0; shard < LEARNER_SHARDS; shard++)
            slope += learner->gradient[shard][i];
        slope /= (float)count;
        float mean = learner->mean[i] = keep1 * learner->mean[i] + (1 - keep1) * slope;
        float square = learner->square[i] =
            keep2 * learner->square[i] + (1 - keep2) * slope * slope;
        float value = learner->value[i] * (1 - rate * decay) -
                      rate * (mean / correct1) / (sqrtf(square / correct2) + tiny);
        learner->value[i] = fminf(fmaxf(value, -value_limit), value_limit);
    }
}

double learner_step(Learner *learner, const Sample *batch, size_t count, const Goal *goal,
                    float rate, float decay, unsigned threads)
{
    Shard shards[LEARNER_SHARDS];
    size_t at = 0;
    for (unsigned i = 0; i < LEARNER_SHARDS; i++) {
        size_t end = count * (i + 1) / LEARNER_SHARDS;
        shards[i] = (Shard){.learner = learner,
                            .samples = batch + at,
                            .count = end - at,
                            .goal = goal,
                            .gradient = learner->gradient[i]};
        at = end;
    }
    run_shards(shards, threads < 1 ? 1 : threads > LEARNER_SHARDS ? LEARNER_SHARDS : threads);
    double miss = 0;
    for (unsigned i = 0; i < LEARNER_SHARDS; i++)
        miss += shards[i].miss;
    descend(learner, count, rate, decay);
    return miss;
}
