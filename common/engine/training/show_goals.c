/* show_goals - shows what training could take for true of some quiet positions of games, one of a game, for comparison with a judge.
 *
 *   show_goals GAMES NET PERMILLE SEED
 *
 * Of so many games in a thousand. Prints a line of names, and one for each position: its FEN, its pieces, and the points that White
 * can expect by the net without a search, by the search that was played by, by that and those after it for some
 * LAMBDAs (goals.h), and by the result. tests/bench/goals_judged.mjs compares them. */
#include <stdio.h>
#include <stdlib.h>

#include "fen.h"
#include "goals.h"
#include "nnue_file.h"
#include "splitmix.h"

static const double lambdas[] = {0.5, 0.6, 0.7, 0.8, 0.9, 0.95};
enum { LAMBDAS = sizeof lambdas / sizeof *lambdas, PERMILLE = 1000 };

typedef struct {
    Nnue net;
    GameRecord record;
    double points[LAMBDAS][GAME_RECORD_PLIES_MAX];
} Shown;

static void print_names(void)
{
    printf("fen\tpieces\tstatic\tsearch");
    for (int i = 0; i < LAMBDAS; i++)
        printf("\tlambda %g", lambdas[i]);
    printf("\tresult\n");
}

static void print_position(const Shown *shown, const Position *pos, unsigned ply)
{
    char fen[FEN_MAX];
    const GameRecord *record = &shown->record;
    const int value = nnue_evaluate(&shown->net, pos);
    fen_print(pos, fen);
    printf("%s\t%d\t%.4f\t%.4f", fen, bit_count(position_occupied(pos)),
           goals_points(position_turn(pos) == WHITE ? value : -value),
           goals_points(record->moves[ply].score));
    for (int i = 0; i < LAMBDAS; i++)
        printf("\t%.4f", shown->points[i][ply]);
    printf("\t%.1f\n", record->result / 2.0);
}

static void print_one(Shown *shown, unsigned ply)
{
    const GameRecord *record = &shown->record;
    Position pos = record->start;
    for (unsigned i = 0; i < ply; i++)
        position_play(&pos, record->moves[i].move);
    if (!goals_is_quiet(&pos, &record->moves[ply]))
        return;
    for (int i = 0; i < LAMBDAS; i++)
        goals_look_ahead(record, lambdas[i], shown->points[i]);
    print_position(shown, &pos, ply);
}

static GameRecordError print_games(Shown *shown, FILE *in, unsigned permille, uint64_t seed)
{
    print_names();
    for (uint64_t game = 0;; game++) {
        size_t size;
        const GameRecordError error = game_record_read(in, &shown->record, &size);
        if (error || size == 0)
            return error;
        const uint64_t random = splitmix64(seed, 2 * game);
        if (shown->record.plies > 0 && random % PERMILLE < permille)
            print_one(shown, (unsigned)((random >> 32) % shown->record.plies));
    }
}

int main(int argc, char **argv)
{
    static Shown shown;
    if (argc != 5) {
        fputs("show_goals GAMES NET PERMILLE SEED\n", stderr);
        return 2;
    }
    attacks_init();
    const char *wrong = nnue_file_read(argv[2], &shown.net);
    if (wrong) {
        fprintf(stderr, "show_goals: %s: %s\n", argv[2], wrong);
        return 1;
    }
    FILE *in = fopen(argv[1], "rb");
    if (!in) {
        perror(argv[1]);
        return 1;
    }
    const GameRecordError error =
        print_games(&shown, in, (unsigned)strtoul(argv[3], NULL, 10), strtoull(argv[4], NULL, 10));
    if (error)
        fprintf(stderr, "show_goals: %s %s\n", argv[1], game_record_error_text(error));
    const bool failed = error || ferror(in) || ferror(stdout);
    fclose(in);
    return failed ? 1 : 0;
}
