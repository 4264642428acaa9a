/* positions - makes samples of games: the quiet positions, each with its score and the result of its game.
 *
 *   positions GAMES SAMPLES [LAMBDA]
 *
 * With LAMBDA, 0 to 1, the score is not that of the position's own search alone: the searches after it count, too, each so many times
 * what the one before it does, and the result behind them all (TD(lambda), Sutton 1988; https://doi.org/10.1007/BF00115009). They have
 * seen what came of it.
 *
 * Positions in check, with a capture or a promotion as the move played, or with a mate in sight say little about an
 * evaluation, and are left out. GAMES is what generate writes (game_record.h); appends to SAMPLES (sample.h). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "game_record.h"
#include "movepicker.h"
#include "sample.h"
#include "score.h"

/* Centipawns: such a score is worth 1 / (1 + 1/e) points. What train takes unless it is told something else. */
static const double slope = 220;

/* Nothing is surer than that, so that it has a score. */
static const double surest = 0.9999;

typedef struct {
    double lambda;
    GameRecord record;
    int scores[GAME_RECORD_PLIES_MAX]; /* in centipawns for White */
    Sample samples[GAME_RECORD_PLIES_MAX];
    long games, plies, written;
} Converter;

static int score_of(double points)
{
    points = fmin(fmax(points, 1 - surest), surest);
    return (int)lrint(slope * log(points / (1 - points)));
}

/* From the end: what is expected of a position is partly what is expected of the next one. */
static void look_ahead(Converter *converter)
{
    const GameRecord *record = &converter->record;
    double points = record->result / 2.0;
    for (unsigned i = record->plies; i-- > 0;) {
        const int own = record->moves[i].score;
        points += (1 - converter->lambda) * (1 / (1 + exp(-own / slope)) - points);
        converter->scores[i] = converter->lambda > 0 ? score_of(points) : own;
    }
}

/* Returns how many samples there are. */
static size_t sample_game(Converter *converter)
{
    const GameRecord *record = &converter->record;
    Position pos = record->start;
    size_t count = 0;
    look_ahead(converter);
    for (unsigned i = 0; i < record->plies; i++) {
        const Move move = record->moves[i].move;
        const int white = record->moves[i].score, score = converter->scores[i];
        if (!position_is_check(&pos) && !movepicker_is_tactical(&pos, move) &&
            white < SCORE_MATE_BOUND && white > -SCORE_MATE_BOUND) {
            Sample *sample = &converter->samples[count++];
            const unsigned ply = 2 * (pos.fullmove - 1u) + pos.turn;
            sample_pack(&pos, position_turn(&pos) == WHITE ? score : -score, ply, sample);
            sample->result = (uint8_t)record->result;
        }
        position_play(&pos, move);
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
