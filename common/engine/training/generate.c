/* generate - the engine plays itself with a fixed number of nodes and writes positions with the result of the game.
 *
 *   generate OUT GAMES NODES SEED [NET]
 *
 * Each game starts with a few random moves. Positions in check, with a capture as the best move, or with a
 * mate in sight say little about an evaluation, and are left out. Appends to OUT: samples (sample.h). With
 * NET the engine evaluates by that net, otherwise by the classical evaluation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "movegen.h"
#include "movepicker.h"
#include "sample.h"
#include "training_engine.h"

enum {
    HASH_BYTES = 4 << 20,
    RANDOM_PLIES = 8,
    OPENING_LIMIT =
        250, /* centipawns: nothing is learned from an opening that is already decided */
    PLIES_MAX = 400,
    WIN_SCORE = 1500, /* for so many plies: the game is over */
    WIN_PLIES = 6,
    DRAW_SCORE = 6,
    DRAW_PLIES = 12,
    DRAW_FROM = 80,
};

typedef struct {
    TrainingEngine training_engine;
    uint64_t nodes;
    Sample samples[PLIES_MAX];
    int sample_count;
} Generator;

/* Some random moves: White makes as many as Black, or one more. */
static bool open_game(Generator *generator)
{
    TrainingEngine *training_engine = &generator->training_engine;
    Position start;
    position_start(&start);
    line_init(&training_engine->line, &start, training_engine->moves, LINE_PLIES_MAX);
    int plies = RANDOM_PLIES + (int)(training_engine_random(training_engine) >> 63);
    for (int ply = 0; ply < plies; ply++) {
        Moves legal;
        movegen_legal(&training_engine->line.now, &legal);
        if (!legal.count)
            return false;
        line_push(
            &training_engine->line,
            legal.at[(training_engine_random(training_engine) >> 32) % (unsigned)legal.count]);
    }
    if (!movegen_any(&training_engine->line.now))
        return false;
    EngineResult result = training_engine_search(training_engine, generator->nodes * 4);
    return result.score <= OPENING_LIMIT && result.score >= -OPENING_LIMIT;
}

static void note(Generator *generator, const EngineResult *result)
{
    const Position *pos = &generator->training_engine.line.now;
    if (position_is_check(pos) || movepicker_is_tactical(pos, result->move) ||
        result->score >= SCORE_MATE_BOUND || result->score <= -SCORE_MATE_BOUND)
        return;
    sample_pack(pos, result->score, generator->training_engine.line.plies,
                &generator->samples[generator->sample_count++]);
}

/* Half points for White. */
static int play_game(Generator *generator)
{
    Line *line = &generator->training_engine.line;
    int winning = 0, even = 0;
    generator->sample_count = 0;
    while (line->plies < PLIES_MAX) {
        Outcome outcome = line_outcome(line);
        if (outcome == OUTCOME_CHECKMATE)
            return position_turn(&line->now) == WHITE ? 0 : 2;
        if (outcome != OUTCOME_NONE || line_repetitions(line) >= 3 ||
            line->now.halfmove >= FIFTY_PLIES)
            return 1;
        EngineResult result = training_engine_search(&generator->training_engine, generator->nodes);
        note(generator, &result);
        int white = position_turn(&line->now) == WHITE ? result.score : -result.score;
        winning = white >= WIN_SCORE    ? (winning > 0 ? winning + 1 : 1)
                  : white <= -WIN_SCORE ? (winning < 0 ? winning - 1 : -1)
                                        : 0;
        even = white <= DRAW_SCORE && white >= -DRAW_SCORE ? even + 1 : 0;
        if (winning >= WIN_PLIES)
            return 2;
        if (winning <= -WIN_PLIES)
            return 0;
        if (line->plies >= DRAW_FROM && even >= DRAW_PLIES)
            return 1;
        line_push(line, result.move);
    }
    return 1;
}

int main(int argc, char **argv)
{
    if (argc != 5 && argc != 6) {
        fputs("generate OUT GAMES NODES SEED [NET]\n", stderr);
        return 2;
    }
    attacks_init();
    FILE *out = fopen(argv[1], "ab");
    if (!out) {
        perror(argv[1]);
        return 1;
    }
    static Generator memory;
    Generator *generator = &memory;
    training_engine_init(&generator->training_engine, HASH_BYTES, strtoull(argv[4], NULL, 10));
    const char *wrong =
        argc == 6 ? training_engine_use_net(&generator->training_engine, argv[5]) : NULL;
    if (wrong) {
        fprintf(stderr, "generate: %s: %s\n", argv[5], wrong);
        fclose(out);
        return 1;
    }
    generator->nodes = strtoull(argv[3], NULL, 10);
    long games = strtol(argv[2], NULL, 10), written = 0;
    for (long game = 0; game < games; game++) {
        table_clear(&generator->training_engine.table);
        engine_clear(generator->training_engine.engine);
        while (!open_game(generator))
            continue;
        int result = play_game(generator);
        for (int i = 0; i < generator->sample_count; i++)
            generator->samples[i].result = (uint8_t)result;
        written += generator->sample_count;
        if (fwrite(generator->samples, sizeof(Sample), (size_t)generator->sample_count, out) !=
            (size_t)generator->sample_count) {
            perror(argv[1]);
            return 1;
        }
        fflush(out);
        printf("\r%ld/%ld games, %ld positions ", game + 1, games, written);
        fflush(stdout);
    }
    putchar('\n');
    return fclose(out) == 0 ? 0 : 1;
}
