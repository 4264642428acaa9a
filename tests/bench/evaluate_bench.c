/* evaluate_bench - static evaluations a second, as the leaves of a search ask for them: every child of every
 * position of some games, by CPU time, one line for each build of the net's loops and one for the evaluation by
 * hand.
 *
 *   evaluate_bench [NET]      without a net's file a net of noise, 512 wide: the speed is the same */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "classical_eval.h"
#include "engine.h"
#include "evaluate.h"
#include "movegen.h"
#include "nnue_kernel.h"

enum { POSITIONS = 400, ROUNDS = 5, GAME_PLIES = 80 };

static Position positions[POSITIONS];
static _Alignas(64) Nnue net;

static uint64_t random_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

static void collect(void)
{
    uint64_t seed = 20261121;
    Position pos;
    position_start(&pos);
    for (int i = 0, ply = 0; i < POSITIONS; i++, ply++) {
        Moves moves;
        movegen_legal(&pos, &moves);
        if (ply >= GAME_PLIES || moves.count == 0) {
            position_start(&pos);
            movegen_legal(&pos, &moves);
            ply = 0;
        }
        position_play(&pos, moves.at[random_next(&seed) % (unsigned)moves.count]);
        positions[i] = pos;
    }
}

static void load(const char *path)
{
    static unsigned char bytes[NNUE_FILE_MAX + 1];
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    NnueError error = nnue_parse(bytes, size, &net);
    if (error) {
        fprintf(stderr, "evaluate_bench: %s: %s\n", path, nnue_error_text(error));
        exit(EXIT_FAILURE);
    }
    fclose(file);
}

static void make_noise(void)
{
    const NnueKernel *kernels[NNUE_KERNELS_MAX];
    uint64_t seed = 1;
    nnue_kernels(kernels);
    net = (Nnue){
        .hidden = NNUE_HIDDEN_MAX, .mirrored = true, .has_threats = true, .kernel = kernels[0]};
    for (int i = 0; i < NNUE_INPUTS * NNUE_HIDDEN_MAX; i++)
        net.features[i] = (int16_t)(random_next(&seed) % 201) - 100;
    for (int i = 0; i < NNUE_SETS * 2 * NNUE_HIDDEN_MAX; i++)
        net.output[i] = (int16_t)(random_next(&seed) % 101) - 50;
}

static double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Without evaluating it measures the moves alone. The sum keeps the compiler from leaving the work out. */
static double round_of(Engine *engine, bool judged, long *count, long *sum)
{
    Node *root = &engine->stack[STACK_BEFORE], *child = root + 1;
    double start = seconds();
    *count = 0;
    for (int i = 0; i < POSITIONS; i++) {
        Moves moves;
        root->pos = positions[i];
        root->ply = 0;
        child->ply = 1;
        movegen_legal(&root->pos, &moves);
        if (judged)
            *sum += evaluate_node(engine, root);
        for (int m = 0; m < moves.count; m++) {
            child->pos = root->pos;
            root->move = moves.at[m];
            position_play(&child->pos, moves.at[m]);
            *sum += judged ? evaluate_node(engine, child) : (long)(child->pos.key & 1);
            ++*count;
        }
    }
    return seconds() - start;
}

static void measure(Engine *engine, const char *name)
{
    double best = 1e9;
    long count, sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double empty = 0, judged = 0;
        for (int i = 0; i < 20; i++) {
            empty += round_of(engine, false, &count, &sum);
            judged += round_of(engine, true, &count, &sum);
        }
        if (judged - empty < best)
            best = judged - empty;
    }
    printf("%-8s %6.2f million evaluations a second, %4.0f ns each (sum %ld)\n", name,
           20 * (double)count / best / 1e6, best / 20 / (double)count * 1e9, sum);
}

int main(int count, char **words)
{
    const NnueKernel *kernels[NNUE_KERNELS_MAX];
    Table table;
    void *table_memory = aligned_alloc(64, TABLE_BYTES_MIN);
    void *memory = aligned_alloc(64, engine_size());
    if (!table_memory || !memory)
        return EXIT_FAILURE;
    attacks_init();
    collect();
    if (count > 1)
        load(words[1]);
    else
        make_noise();
    table_init(&table, table_memory, TABLE_BYTES_MIN);
    Engine *engine = engine_init(memory, &table);
    engine_set_evaluator(engine, classical_evaluate);
    measure(engine, "by hand");
    nnue_kernels(kernels);
    for (int i = 0; kernels[i]; i++) {
        net.kernel = kernels[i];
        engine_set_net(engine, &net);
        measure(engine, kernels[i]->name);
    }
    free(memory);
    free(table_memory);
    return EXIT_SUCCESS;
}
