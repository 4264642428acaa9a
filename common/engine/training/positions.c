/* positions - makes samples of games: the quiet positions, each with its score and the result of its game.
 *
 *   positions GAMES SAMPLES
 *
 * Positions in check, with a capture or a promotion as the move played, or with a mate in sight say little about an
 * evaluation, and are left out. GAMES is what generate writes (game_record.h); appends to SAMPLES (sample.h). */
#include <stdio.h>

#include "game_record.h"
#include "movepicker.h"
#include "sample.h"
#include "score.h"

typedef struct {
    unsigned char bytes[GAME_RECORD_BYTES_MAX];
    GameRecord record;
    Sample samples[GAME_RECORD_PLIES_MAX];
    long games, plies, written;
} Converter;

/* Returns how many samples there are. */
static size_t sample_game(Converter *converter)
{
    const GameRecord *record = &converter->record;
    Position pos = record->start;
    size_t count = 0;
    for (unsigned i = 0; i < record->plies; i++) {
        const Move move = record->moves[i].move;
        const int white = record->moves[i].score;
        if (!position_is_check(&pos) && !movepicker_is_tactical(&pos, move) &&
            white < SCORE_MATE_BOUND && white > -SCORE_MATE_BOUND) {
            Sample *sample = &converter->samples[count++];
            const unsigned ply = 2 * (pos.fullmove - 1u) + pos.turn;
            sample_pack(&pos, position_turn(&pos) == WHITE ? white : -white, ply, sample);
            sample->result = (uint8_t)record->result;
        }
        position_play(&pos, move);
    }
    return count;
}

/* Reads the next game's bytes; the size is 0 at the end of the file. */
static GameRecordError read_bytes(Converter *converter, FILE *in, size_t *size)
{
    unsigned char *bytes = converter->bytes;
    *size = fread(bytes, 1, GAME_RECORD_HEAD, in);
    if (*size == 0)
        return GAME_RECORD_OK;
    const size_t wanted = *size == GAME_RECORD_HEAD ? game_record_size(bytes) : 0;
    if (wanted > GAME_RECORD_HEAD)
        *size += fread(bytes + GAME_RECORD_HEAD, 1, wanted - GAME_RECORD_HEAD, in);
    return game_record_unpack(bytes, *size, &converter->record, size);
}

static GameRecordError convert(Converter *converter, FILE *in, FILE *out)
{
    for (;;) {
        size_t size;
        const GameRecordError error = read_bytes(converter, in, &size);
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

int main(int argc, char **argv)
{
    static Converter converter;
    if (argc != 3) {
        fputs("positions GAMES SAMPLES\n", stderr);
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
