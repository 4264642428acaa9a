/* tune - fits the weights of the classical evaluation to games: mapped to 0..1, it shall predict the result
 * (https://www.chessprogramming.org/Texel's_Tuning_Method, by gradient descent with Adam).
 *
 *   tune SAMPLES EPOCHS > classical_weights.c
 *
 * Starts from the built-in weights; regularisation towards them keeps those of rare features. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "classical_eval.h"
#include "endgame.h"
#include "sample.h"

static const double blend =
    0.5; /* the share of the game's result in the target; the rest is the search's score */
static const double rate = 1.0;  /* centipawns a step, at first */
static const double pull = 8e-6; /* towards the weights at the start, by squared centipawns */
static const int score_limit = 1200;
/* One block of samples in so many is only for validation; whole blocks, as samples of one game are correlated. */
enum { BATCH = 8192, TEST_SHARE = 10, TEST_BLOCK = 4096 };

typedef struct {
    uint16_t index;
    int16_t count;
} Term;

typedef struct {
    uint32_t first; /* of its terms */
    uint16_t terms;
    uint8_t phase, scale;
    float target;
} Row;

typedef struct {
    Term *terms;
    size_t term_count, term_room;
    Row *rows;
    size_t row_count, row_room;
} Data;

typedef struct {
    double value[CLASSICAL_WEIGHTS][2]; /* middlegame, endgame */
    double start[CLASSICAL_WEIGHTS][2];
    double gradient[CLASSICAL_WEIGHTS][2];
    double mean[CLASSICAL_WEIGHTS][2], square[CLASSICAL_WEIGHTS][2]; /* Adam's moments */
    double steps;
    double slope; /* of the sigmoid, per centipawn */
} Fit;

static void *grow(void *memory, size_t bytes)
{
    void *grown = realloc(memory, bytes);
    if (!grown) {
        fputs("tune: out of memory\n", stderr);
        exit(1);
    }
    return grown;
}

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

static void add_row(Data *data, const Sample *sample, double slope)
{
    static ClassicalTrace trace;
    Position pos;
    if (!sample_unpack(sample, &pos) || abs(sample->score) > score_limit)
        return;
    classical_trace(&pos, &trace);
    if (data->row_count == data->row_room) {
        data->row_room = data->row_room ? data->row_room * 2 : 1 << 16;
        data->rows = grow(data->rows, data->row_room * sizeof(Row));
    }
    if (data->term_count + CLASSICAL_WEIGHTS > data->term_room) {
        data->term_room = data->term_room ? data->term_room * 2 : 1 << 20;
        data->terms = grow(data->terms, data->term_room * sizeof(Term));
    }
    Row *row = &data->rows[data->row_count++];
    *row = (Row){.first = (uint32_t)data->term_count,
                 .phase = (uint8_t)trace.phase,
                 .scale = (uint8_t)trace.scale,
                 .target = (float)(blend * sample->result / 2.0 +
                                   (1 - blend) * sigmoid(slope * sample->score))};
    for (int i = 0; i < CLASSICAL_WEIGHTS; i++) {
        if (!trace.count[i])
            continue;
        data->terms[data->term_count++] = (Term){.index = (uint16_t)i, .count = trace.count[i]};
        row->terms++;
    }
}

static void read_samples(Data *data, const char *path, double slope)
{
    FILE *file = fopen(path, "rb");
    Sample sample;
    if (!file) {
        perror(path);
        exit(1);
    }
    while (fread(&sample, sizeof sample, 1, file) == 1)
        add_row(data, &sample, slope);
    fclose(file);
}

static double evaluate(const Fit *fit, const Data *data, const Row *row)
{
    double middlegame = 0, endgame = 0;
    for (const Term *term = &data->terms[row->first], *end = term + row->terms; term < end;
         term++) {
        middlegame += fit->value[term->index][0] * term->count;
        endgame += fit->value[term->index][1] * term->count;
    }
    endgame = endgame * row->scale / ENDGAME_SCALE_NORMAL;
    return (middlegame * row->phase + endgame * (CLASSICAL_PHASE_MAX - row->phase)) /
           CLASSICAL_PHASE_MAX;
}

static bool is_test(size_t index)
{
    return index / TEST_BLOCK % TEST_SHARE == 0;
}

static double error_of(const Fit *fit, const Data *data, bool test)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < data->row_count; i++) {
        if (is_test(i) != test)
            continue;
        double miss =
            sigmoid(fit->slope * evaluate(fit, data, &data->rows[i])) - data->rows[i].target;
        sum += miss * miss;
        count++;
    }
    return count ? sum / (double)count : 0;
}

/* The slope with which the current weights predict best: found once, by bisection. */
static void fit_slope(Fit *fit, const Data *data)
{
    double low = 0.001, high = 0.02;
    while (high - low > 1e-5) {
        double third = (high - low) / 3;
        fit->slope = low + third;
        double left = error_of(fit, data, false);
        fit->slope = high - third;
        if (left < error_of(fit, data, false))
            high = high - third;
        else
            low = low + third;
    }
    fit->slope = (low + high) / 2;
}

static void add_gradient(Fit *fit, const Data *data, const Row *row)
{
    double guess = sigmoid(fit->slope * evaluate(fit, data, row));
    double slope = (guess - row->target) * guess * (1 - guess) * fit->slope;
    double middlegame = slope * row->phase / CLASSICAL_PHASE_MAX;
    double endgame = slope * (CLASSICAL_PHASE_MAX - row->phase) / CLASSICAL_PHASE_MAX * row->scale /
                     ENDGAME_SCALE_NORMAL;
    for (const Term *term = &data->terms[row->first], *end = term + row->terms; term < end;
         term++) {
        fit->gradient[term->index][0] += middlegame * term->count;
        fit->gradient[term->index][1] += endgame * term->count;
    }
}

static void step(Fit *fit, double size, int rows)
{
    static const double decay1 = 0.9, decay2 = 0.999;
    fit->steps++;
    double correct1 = 1 - pow(decay1, fit->steps), correct2 = 1 - pow(decay2, fit->steps);
    for (int i = 0; i < CLASSICAL_WEIGHTS; i++) {
        for (int half = 0; half < 2; half++) {
            double away = fit->value[i][half] - fit->start[i][half];
            double g = fit->gradient[i][half] / rows + pull * fit->slope * away;
            fit->mean[i][half] = decay1 * fit->mean[i][half] + (1 - decay1) * g;
            fit->square[i][half] = decay2 * fit->square[i][half] + (1 - decay2) * g * g;
            fit->value[i][half] -= size * fit->mean[i][half] / correct1 /
                                   (sqrt(fit->square[i][half] / correct2) + 1e-10);
        }
    }
    memset(fit->gradient, 0, sizeof fit->gradient);
}

static void run_epoch(Fit *fit, const Data *data, double size)
{
    /* A stride that shares no factor with the count visits every row once, in a shuffled order. */
    size_t stride = 7919;
    while (data->row_count % stride == 0)
        stride += 2;
    int rows = 0;
    for (size_t i = 0, at = 0; i < data->row_count; i++, at = (at + stride) % data->row_count) {
        if (is_test(at))
            continue;
        add_gradient(fit, data, &data->rows[at]);
        if (++rows < BATCH)
            continue;
        step(fit, size, rows);
        rows = 0;
    }
}

static void print_scores(const Fit *fit, const Score *first, size_t count)
{
    size_t index = (size_t)(first - (const Score *)&classical_weights);
    for (size_t i = 0; i < count; i++)
        printf("SCORE(%ld, %ld), ", lround(fit->value[index + i][0]),
               lround(fit->value[index + i][1]));
}

#define PRINT(name)                                                                                \
    printf("    .%s = {", #name);                                                                  \
    print_scores(fit, classical_weights.name, sizeof classical_weights.name / sizeof(Score));      \
    puts("},")
#define PRINT_ONE(name)                                                                            \
    printf("    .%s = ", #name);                                                                   \
    print_scores(fit, &classical_weights.name, 1);                                                 \
    puts("")

static void print_weights(const Fit *fit, size_t rows)
{
    printf("/* The weights of the evaluation: fitted to %zu positions by training/tune.c. */\n",
           rows);
    puts("#include \"eval.h\"\n\nconst ClassicalWeights classical_weights = {");
    PRINT(piece);
    puts("    .square = {");
    for (int type = 0; type < PIECE_TYPES; type++) {
        printf("        {");
        print_scores(fit, classical_weights.square[type], 64);
        puts("},");
    }
    puts("    },");
    PRINT(mobility_knight);
    PRINT(mobility_bishop);
    PRINT(mobility_rook);
    PRINT(mobility_queen);
    PRINT_ONE(tempo);
    PRINT(pawn_isolated);
    PRINT_ONE(pawn_doubled);
    PRINT(pawn_backward);
    PRINT(pawn_connected);
    PRINT(passed);
    PRINT(passed_blocked);
    PRINT(passed_free);
    PRINT(passed_king_near);
    PRINT(passed_king_far);
    PRINT(candidate);
    PRINT_ONE(bishop_pair);
    PRINT_ONE(bishop_own_pawns);
    PRINT_ONE(knight_outpost);
    PRINT_ONE(bishop_outpost);
    PRINT_ONE(minor_behind_pawn);
    PRINT_ONE(rook_open_file);
    PRINT_ONE(rook_half_open_file);
    PRINT_ONE(rook_seventh);
    PRINT_ONE(rook_behind_passed);
    PRINT(threat_by_pawn);
    PRINT(threat_by_minor);
    PRINT(threat_by_rook);
    PRINT_ONE(threat_by_king);
    PRINT_ONE(threat_push);
    PRINT_ONE(hanging);
    PRINT(shelter);
    PRINT(storm);
    PRINT(danger);
    PRINT(safe_check);
    puts("};");
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("tune SAMPLES EPOCHS > classical_weights.c\n", stderr);
        return 2;
    }
    attacks_init();
    Data data = {.terms = NULL};
    Fit *fit = grow(NULL, sizeof *fit);
    memset(fit, 0, sizeof *fit);
    read_samples(&data, argv[1], 1 / 220.0);
    for (int i = 0; i < CLASSICAL_WEIGHTS; i++) {
        Score weight = ((const Score *)&classical_weights)[i];
        fit->value[i][0] = fit->start[i][0] = score_middlegame(weight);
        fit->value[i][1] = fit->start[i][1] = score_endgame(weight);
    }
    fit_slope(fit, &data);
    int epochs = atoi(argv[2]);
    for (int epoch = 0; epoch <= epochs; epoch++) {
        if (epoch % 10 == 0)
            fprintf(stderr,
                    "epoch %d: error %.6f, of positions not learnt from %.6f (slope 1/%.0f)\n",
                    epoch, error_of(fit, &data, false), error_of(fit, &data, true), 1 / fit->slope);
        if (epoch < epochs)
            run_epoch(fit, &data, rate * (1 - 0.9 * epoch / epochs));
    }
    print_weights(fit, data.row_count);
    free(data.terms);
    free(data.rows);
    free(fit);
    return 0;
}
