/* positions - makes samples of games: the quiet positions, each with its score and the result of its game.
 *
 *   positions GAMES SAMPLES [LAMBDA]
 *
 * With LAMBDA, 0 to 1, the score is not that of the position's own search alone, but looks ahead (goals.h). GAMES is what generate
 * writes (game_record.h); appends to SAMPLES (sample.h). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "goals.h"
#include "sample.h"

/* Nothing is surer than that, so that it has a score. */
static const double surest = 0.9999;

typedef struct {
    double lambda;
    GameRecord record;
    double points[GAME_RECORD_PLIES_MAX];
    Sample samples[GAME_RECORD_PLIES_MAX];
    long games, plies, written;
} Converter;

static int score_of(double points)
{
    points = fmin(fmax(points, 1 - surest), surest);
    return (int)lrint(GOALS_SLOPE * log(points / (1 - points)));
}

/* In centipawns for White. */
static int goal_of(const Converter *converter, unsigned ply)
{
    return converter->lambda > 0 ? score_of(converter->points[ply])
                                 : converter->record.moves[ply].score;
}

/* Returns how many samples there are. */
static size_t sample_game(Converter *converter)
{
    const GameRecord *record = &converter->record;
    Position pos = record->start;
    size_t count = 0;
    goals_look_ahead(record, converter->lambda, converter->points);
    for (unsigned i = 0; i < record->plies; i++) {
        if (goals_is_quiet(&pos, &record->moves[i])) {
            Sample *sample = &converter->samples[count++];
            const int white = goal_of(converter, i);
            const unsigned ply = 2 * (pos.fullmove - 1u) + pos.turn;
            sample_pack(&pos, position_turn(&pos) == WHITE ? white : -white, ply, sample);
            sample->result = (uint8_t)record->result;
        }
        position_play(&pos, record->moves[i].move);
    }
    return count;
}

static GameRecordError convert(Converter *converter, FILE *in, FILE *out)
{
    for (;;) {
        size_t size;
        const GameRecordError error = game_record_read(in, &converter->record, &size);
        if (error || size == 0)
            return error;
        const size_t count = sample_game(converter);
        if (fwrite(converter->samples, sizeof(Sample), count, out) != count)
            return GAME_RECORD_OK; /* ferror tells */
        converter->games++;
        converter->plies += converter->record.plies;
        converter->written += (long)count;
    }
}

static bool read_lambda(const char *text, double *lambda)
{
    char *end;
    *lambda = strtod(text, &end);
    return end != text && !*end && *lambda >= 0 && *lambda <= 1;
}

int main(int argc, char **argv)
{
    static Converter converter;
    if ((argc != 3 && argc != 4) || (argc == 4 && !read_lambda(argv[3], &converter.lambda))) {
        fputs("positions GAMES SAMPLES [LAMBDA]\n", stderr);
        return 2;
    }
    attacks_init();
    FILE *in = fopen(argv[1], "rb");
    FILE *out = in ? fopen(argv[2], "ab") : NULL;
    if (!out) {
        perror(in ? argv[2] : argv[1]);
        if (in)
            fclose(in);
        return 1;
    }
    const GameRecordError error = convert(&converter, in, out);
    if (error)
        fprintf(stderr, "positions: %s: game %ld %s\n", argv[1], converter.games + 1,
                game_record_error_text(error));
    bool failed = error || ferror(in) || ferror(out);
    fclose(in);
    if (fclose(out) != 0 || (failed && !error))
        perror(argv[2]);
    printf("%ld games, %ld positions, %ld samples\n", converter.games, converter.plies,
           converter.written);
    return failed ? 1 : 0;
}
