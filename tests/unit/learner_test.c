#include "learner.h"

#include "chess_rig.h"
#include "nnue_file.h"

#include <math.h>

enum { HIDDEN = LEARNER_BLOCK, POSITIONS = 256 };

static const Goal goal = {.result_share = 0.4f, .slope = 220};

/* Random games; the material on the board is the score, the seed of the game its result. */
static void fill(Sample *samples, size_t count, uint64_t seed)
{
    static const int worth[] = {0, 100, 300, 300, 500, 900, 0};
    size_t filled = 0;
    while (filled < count) {
        Position pos;
        Move played;
        position_start(&pos);
        int result = (int)(random_next(&seed) % 3);
        for (unsigned ply = 0; ply < 80 && random_move(&pos, &seed, &played); ply++) {
            if (ply < 8 || filled == count)
                continue;
            int score = 0;
            for (PieceType type = PAWN; type < KING; type++)
                score +=
                    worth[type] *
                    ((int)bit_count(position_pieces(&pos, position_turn(&pos), type)) -
                     (int)bit_count(position_pieces(&pos, color_other(position_turn(&pos)), type)));
            sample_pack(&pos, score, ply, &samples[filled]);
            samples[filled++].result = (uint8_t)result;
        }
    }
}

static double loss_of(const Learner *learner, const Sample *samples, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        double miss = learner_points(learner_evaluate(learner, &samples[i]), &goal) -
                      learner_target(&samples[i], &goal);
        sum += miss * miss;
    }
    return sum;
}

/* A sample of every kind of parameter that these positions touch. */
START_TEST(gradient_agrees_with_finite_differences)
{
    const float step = 2e-3f;
    static Sample many[POSITIONS], samples[8];
    fill(many, POSITIONS, 11);
    for (size_t i = 0; i < COUNT(samples); i++)
        samples[i] = many[i * POSITIONS / COUNT(samples)];
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        Learner learner;
        ck_assert(learner_init(&learner, HIDDEN, mirrored, 5));
        float *gradient = learner.gradient[0];
        double loss = learner_gradient(&learner, samples, COUNT(samples), &goal, gradient);
        ck_assert_double_eq_tol(loss, loss_of(&learner, samples, COUNT(samples)), 1e-6);
        size_t outs = (size_t)NNUE_INPUTS * HIDDEN, checked = 0;
        double off = 0, all = 0;
        for (size_t i = 0; i < learner.count; i += i < outs ? 7 : 1) {
            float kept = learner.value[i];
            learner.value[i] = kept + step;
            double above = loss_of(&learner, samples, COUNT(samples));
            learner.value[i] = kept - step;
            double below = loss_of(&learner, samples, COUNT(samples));
            learner.value[i] = kept;
            double slope = (above - below) / (2 * (double)step);
            off += (slope - gradient[i]) * (slope - gradient[i]);
            all += slope * slope;
            checked += slope != 0;
        }
        ck_assert_uint_gt(checked, 300);
        ck_assert_double_lt(sqrt(off / all), 0.005);
        learner_clear(&learner);
    }
}
END_TEST

START_TEST(threads_and_seeds_decide_as_promised)
{
    static Sample samples[POSITIONS];
    fill(samples, POSITIONS, 23);
    Learner one, four, other;
    ck_assert(learner_init(&one, HIDDEN, true, 3) && learner_init(&four, HIDDEN, true, 3) &&
              learner_init(&other, HIDDEN, true, 4));
    for (int i = 0; i < 5; i++) {
        double miss = learner_step(&one, samples, POSITIONS, &goal, 1e-3f, 0.01f, 1);
        ck_assert(miss == learner_step(&four, samples, POSITIONS, &goal, 1e-3f, 0.01f, 4));
    }
    ck_assert_int_eq(memcmp(one.value, four.value, one.count * sizeof(float)), 0);
    ck_assert_int_ne(memcmp(one.value, other.value, one.count * sizeof(float)), 0);
    learner_clear(&one);
    learner_clear(&four);
    learner_clear(&other);
}
END_TEST

/* Material is learnt quickly, also for positions from other games. */
START_TEST(a_net_learns_what_pieces_are_worth)
{
    enum { LEARN = 32768, BATCH = 256, EPOCHS = 12 };
    const Goal score_only = {.result_share = 0, .slope = 500};
    static Sample samples[LEARN], proof[POSITIONS];
    fill(samples, LEARN, 31);
    fill(proof, POSITIONS, 77);
    Learner learner;
    ck_assert(learner_init(&learner, HIDDEN, true, 1));
    double before = 0, after = 0;
    for (int i = 0; i < POSITIONS; i++)
        before += pow(learner_points(learner_evaluate(&learner, &proof[i]), &score_only) -
                          learner_target(&proof[i], &score_only),
                      2);
    for (int epoch = 0; epoch < EPOCHS; epoch++)
        for (int at = 0; at < LEARN; at += BATCH)
            learner_step(&learner, samples + at, BATCH, &score_only, 5e-3f, 0, 1);
    for (int i = 0; i < POSITIONS; i++)
        after += pow(learner_points(learner_evaluate(&learner, &proof[i]), &score_only) -
                         learner_target(&proof[i], &score_only),
                     2);
    ck_assert_double_lt(after, before / 3);
    learner_clear(&learner);
}
END_TEST

/* A hidden unit is off by half a 255th for each piece and a weight by half a 64th at most; on average far less. Which weights a net
 * starts with makes that twice as much or half, so it is the mean of ten. */
START_TEST(rounding_changes_little)
{
    enum { NETS = 10 };
    static Sample samples[POSITIONS];
    static Nnue net, again;
    static uint8_t bytes[NNUE_FILE_MAX];
    fill(samples, POSITIONS, 41);
    double off = 0;
    for (unsigned seed = 1; seed <= NETS; seed++) {
        Learner learner, loaded;
        ck_assert(learner_init(&learner, 128, true, seed) && learner_init(&loaded, 128, true, 99));
        learner_quantise(&learner, &net);
        learner_load(&loaded, &net, 1);
        learner_quantise(&loaded, &again);
        ck_assert_int_eq(memcmp(&net, &again, sizeof net), 0);
        ck_assert_int_eq(nnue_parse(bytes, nnue_file_print(&net, bytes), &again), NNUE_OK);
        for (int i = 0; i < POSITIONS; i++) {
            Position pos;
            sample_unpack(&samples[i], &pos);
            int rounded = nnue_evaluate(&again, &pos);
            off += fabs(rounded - learner_evaluate(&learner, &samples[i]));
            /* Rounding to whole numbers happens twice: less than two centipawns are lost. */
            ck_assert_double_le(fabs(rounded - learner_evaluate(&loaded, &samples[i])), 2);
        }
        learner_clear(&learner);
        learner_clear(&loaded);
    }
    ck_assert_double_lt(off / (NETS * POSITIONS), 5);
}
END_TEST

/* Each weight moves by three at most, so most of a piece's three hundred and more centipawns stay where they are. */
START_TEST(a_widened_net_evaluates_almost_alike)
{
    static Sample samples[POSITIONS];
    static Nnue net, wide;
    static uint8_t bytes[NNUE_FILE_MAX];
    fill(samples, POSITIONS, 47);
    for (int hidden = 128; hidden <= 256; hidden += 128) {
        Learner learner;
        ck_assert(learner_init(&learner, (unsigned)hidden, true, 6));
        learner_quantise(&learner, &net);
        learner_clear(&learner);
        learner_widen(&net, &wide, 1);
        ck_assert_int_eq(wide.hidden, 2 * hidden);
        ck_assert_int_ne(wide.features[7], wide.features[hidden + 7]);
        ck_assert_int_eq(nnue_parse(bytes, nnue_file_print(&net, bytes), &net), NNUE_OK);
        ck_assert_int_eq(nnue_parse(bytes, nnue_file_print(&wide, bytes), &wide), NNUE_OK);
        double off = 0;
        for (int i = 0; i < POSITIONS; i++) {
            Position pos;
            sample_unpack(&samples[i], &pos);
            off += fabs((double)(nnue_evaluate(&wide, &pos) - nnue_evaluate(&net, &pos)));
        }
        ck_assert_double_lt(off / POSITIONS, 5);
    }
}
END_TEST

START_TEST(nets_are_averaged)
{
    static Nnue net;
    Learner learner, mean;
    ck_assert(learner_init(&learner, 128, false, 6) && learner_init(&mean, 128, false, 7));
    for (int i = 1; i <= 3; i++) {
        learner_quantise(&learner, &net);
        net.features[5] = (int16_t)(255 * i);
        net.bias[127] = (int16_t)(51 * i);
        net.output[255] = (int16_t)(i == 3 ? 64 : 16);
        net.output[7 * 256 + 255] = (int16_t)(32 * i);
        net.output_bias[0] = net.output_bias[7] = 255 * 64 * i;
        learner_load(&mean, &net, 1.0f / (float)i);
    }
    size_t outs = (size_t)(NNUE_INPUTS + 1) * 128;
    ck_assert_float_eq_tol(mean.value[5], 2, 1e-6f);
    ck_assert_float_eq_tol(mean.value[outs - 1], 0.4f, 1e-6f);
    ck_assert_float_eq_tol(mean.value[outs + 255], 0.5f, 1e-6f);
    ck_assert_float_eq_tol(mean.value[outs + 8 * 256 - 1], 1, 1e-6f);
    ck_assert_float_eq_tol(mean.value[outs + 8 * 256], 2, 1e-6f);
    ck_assert_float_eq_tol(mean.value[outs + 8 * 256 + 7], 2, 1e-6f);
    learner_clear(&learner);
    learner_clear(&mean);
}
END_TEST

START_TEST(fixed_output_weights_are_rounded_and_stay)
{
    static Sample samples[POSITIONS];
    static Nnue net;
    fill(samples, POSITIONS, 43);
    Learner learner;
    ck_assert(learner_init(&learner, HIDDEN, true, 6));
    learner_fix_out(&learner);
    learner_quantise(&learner, &net);
    learner_step(&learner, samples, POSITIONS, &goal, 0.01f, 0.01f, 1);
    const float *out = learner.value + (size_t)(NNUE_INPUTS + 1) * HIDDEN;
    int moved = 0;
    for (int i = 0; i < NNUE_SETS * 2 * HIDDEN; i++)
        ck_assert_float_eq(out[i], net.output[i] / (float)NNUE_QB);
    for (int i = 0; i < HIDDEN; i++)
        moved += fabsf(out[i - HIDDEN] * NNUE_QA - net.bias[i]) > 0.6f;
    ck_assert_int_gt(moved, 0);
    learner_clear(&learner);
}
END_TEST

START_TEST(targets_are_seen_by_the_side_to_move)
{
    Sample sample = {.score = 220, .result = 2, .turn = WHITE};
    float score = 1 / (1 + expf(-1));
    ck_assert_float_eq_tol(learner_target(&sample, &goal), 0.4f + 0.6f * score, 1e-6f);
    sample.turn = BLACK;
    ck_assert_float_eq_tol(learner_target(&sample, &goal), 1 - 0.4f - 0.6f * score, 1e-6f);
    sample.result = 1;
    sample.score = 0;
    ck_assert_float_eq_tol(learner_target(&sample, &goal), 0.5f, 1e-6f);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        gradient_agrees_with_finite_differences,
        a_net_learns_what_pieces_are_worth,
        rounding_changes_little,
        a_widened_net_evaluates_almost_alike,
        nets_are_averaged,
        fixed_output_weights_are_rounded_and_stay,
        targets_are_seen_by_the_side_to_move,
    };
    const TTest *const with_threads[] = {threads_and_seeds_decide_as_promised}; // which TSan runs
    int failures = run_tests("learner", tests, COUNT(tests));
    return failures | run_tests("learner_threads", with_threads, COUNT(with_threads));
}
