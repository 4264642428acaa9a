/* scatter - positions off the lines of games: some random moves away, with the score of a short search or a static
 * evaluation.
 *
 *   scatter SAMPLES OUT EACH NODES SEED
 *
 * A search visits many positions that do not occur in games, and a net that was trained on too few of them misjudges
 * them. From each sample EACH random walks of one to four moves are made, half of the moves captures where possible;
 * where a walk does not end in check it gives a new sample. NODES 0 takes the static evaluation; otherwise positions
 * with a capture as the best move are left out, as in generate. These samples have no result: train on them with
 * --result 0. Appends to OUT. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "classical_eval.h"
#include "movegen.h"
#include "movepicker.h"
#include "sample.h"
#include "training_engine.h"

enum { HASH_BYTES = 1 << 20, WALK_MAX = 4, SCORE_LIMIT = 3000, REPORT = 1 << 14 };

typedef struct {
    TrainingEngine training_engine;
    uint64_t nodes;
    FILE *out;
    uint64_t written;
} Scatter;

static unsigned below(Scatter *scatter, size_t bound)
{
    return training_engine_below(&scatter->training_engine, bound);
}

/* Any move, or, at every second draw, a capture if there is one. */
static bool step(Scatter *scatter, Position *pos)
{
    Moves legal;
    movegen_legal(pos, &legal);
    if (!legal.count)
        return false;
    int first = (int)below(scatter, (size_t)legal.count), at = first;
    if (below(scatter, 2)) {
        while (!position_captured(pos, legal.at[at])) {
            at = (at + 1) % legal.count;
            if (at == first)
                break;
        }
    }
    position_play(pos, legal.at[at]);
    return true;
}

/* False when there is no search, or its best move is a capture, or it finds a mate. */
static bool judge(Scatter *scatter, const Position *pos, int *score)
{
    if (!scatter->nodes) {
        *score = classical_evaluate(pos);
        return true;
    }
    line_init(&scatter->training_engine.line, pos, scatter->training_engine.moves, LINE_PLIES_MAX);
    EngineResult result = training_engine_search(&scatter->training_engine, scatter->nodes);
    *score = result.score;
    return result.move != MOVE_NONE && !movepicker_is_tactical(pos, result.move);
}

static bool write_one(Scatter *scatter, const Sample *from)
{
    Position pos;
    int score;
    if (!sample_unpack(from, &pos))
        return true;
    pos.key = position_hash_from_scratch(&pos);
    for (unsigned left = 1 + below(scatter, WALK_MAX); left; left--)
        if (!step(scatter, &pos))
            return true;
    if (position_is_check(&pos) || !movegen_any(&pos) || !judge(scatter, &pos, &score) ||
        abs(score) > SCORE_LIMIT)
        return true;
    Sample sample;
    sample_pack(&pos, score, from->ply, &sample);
    sample.result = 1;
    scatter->written++;
    return fwrite(&sample, sizeof sample, 1, scatter->out) == 1;
}

static bool run(Scatter *scatter, FILE *in, long each)
{
    Sample sample;
    for (uint64_t read = 1; fread(&sample, sizeof sample, 1, in) == 1; read++) {
        for (long i = 0; i < each; i++)
            if (!write_one(scatter, &sample))
                return false;
        if (read % REPORT == 0) {
            printf("\r%llu samples read, %llu written ", (unsigned long long)read,
                   (unsigned long long)scatter->written);
            fflush(stdout);
        }
    }
    putchar('\n');
    return fclose(scatter->out) == 0;
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        fputs("scatter SAMPLES OUT EACH NODES SEED\n", stderr);
        return 2;
    }
    attacks_init();
    FILE *in = fopen(argv[1], "rb");
    if (!in) {
        perror(argv[1]);
        return 1;
    }
    static Scatter scatter;
    scatter.out = fopen(argv[2], "ab");
    if (!scatter.out) {
        perror(argv[2]);
        fclose(in);
        return 1;
    }
    training_engine_init(&scatter.training_engine, HASH_BYTES, strtoull(argv[5], NULL, 10));
    scatter.nodes = strtoull(argv[4], NULL, 10);
    if (!run(&scatter, in, strtol(argv[3], NULL, 10))) {
        perror(argv[2]);
        return 1;
    }
    fclose(in);
    return 0;
}
