/* generate - the engine plays itself and writes the games.
 *
 *   generate OUT GAMES NODES SEED [NET [ENDINGS]]
 *
 * No iteration begins after NODES nodes; a search ends in any case at eight times as many. Each game starts with a few
 * random moves, every eighth from a position of Chess960; one in two starts from some position of the game before it, with a
 * random move or two, since a search has to judge much that nobody would play. With ENDINGS, a file of games, all start from
 * the balanced endings in it instead (endings.h). Appends to OUT: game_record.h; positions makes samples of it. With NET the engine
 * evaluates by that net, otherwise by the classical evaluation. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "endings.h"
#include "movegen.h"
#include "training_engine.h"

enum {
    HASH_BYTES = 1 << 20,
    HARD_LIMIT = 8, /* times the soft limit of nodes */
    CHESS960_EVERY = 8,
    RANDOM_PLIES = 8,
    RANDOM_PLIES_LATER = 1, /* from an ending or a position of another game */
    START_LIMIT = 150,      /* centipawns: little is learned from a start that is already decided */
    START_LIMIT_FORK = 500,
    PLIES_MAX = 400,
    WIN_SCORE = 1000, /* for so many plies: the game is over */
    WIN_PLIES = 4,
    DRAW_SCORE = 6,
    DRAW_PLIES = 12,
    DRAW_FROM = 80,
};

typedef struct {
    TrainingEngine training_engine;
    uint64_t nodes; /* the soft limit */
    Endings endings;
    GameRecord record;
    unsigned char bytes[GAME_RECORD_BYTES_MAX];
} Generator;

_Static_assert((int)PLIES_MAX <= (int)GAME_RECORD_PLIES_MAX, "every game fits");

/* One of the positions of the game before this one. */
static Position fork_start(Generator *generator)
{
    const GameRecord *before = &generator->record;
    const unsigned plies = training_engine_below(&generator->training_engine, before->plies);
    Position pos = before->start;
    for (unsigned ply = 0; ply < plies; ply++)
        position_play(&pos, before->moves[ply].move);
    return pos;
}

/* What comes before a game: a position, so many random moves and one more or not, and a score within a limit. */
typedef struct {
    Position from;
    int random_plies;
    int limit;
} Start;

static void choose_start(Generator *generator, bool chess960, Start *start)
{
    TrainingEngine *training_engine = &generator->training_engine;
    const Endings *endings = &generator->endings;
    *start = (Start){.random_plies = RANDOM_PLIES, .limit = START_LIMIT};
    if (endings->count) {
        start->from = endings->at[training_engine_below(training_engine, endings->count)];
        start->random_plies = RANDOM_PLIES_LATER;
    } else if (generator->record.plies && training_engine_random(training_engine) >> 63) {
        *start = (Start){fork_start(generator), RANDOM_PLIES_LATER, START_LIMIT_FORK};
    } else if (chess960) {
        position_start960(&start->from,
                          (int)training_engine_below(training_engine, CHESS960_POSITIONS));
    } else {
        position_start(&start->from);
    }
}

/* Plays some random moves from a start. False when the game is over by then, or decided. */
static bool open_game(Generator *generator, bool chess960)
{
    TrainingEngine *training_engine = &generator->training_engine;
    Line *line = &training_engine->line;
    Start start;
    choose_start(generator, chess960, &start);
    line_init(line, &start.from, training_engine->moves, LINE_PLIES_MAX);
    const int plies = start.random_plies + (int)(training_engine_random(training_engine) >> 63);
    for (int ply = 0; ply < plies; ply++) {
        Moves legal;
        movegen_legal(&line->now, &legal);
        if (!legal.count)
            return false;
        line_push(line, legal.at[training_engine_below(training_engine, (size_t)legal.count)]);
    }
    if (line_outcome(line) != OUTCOME_NONE)
        return false;
    const EngineResult result = training_engine_search(training_engine, generator->nodes * 4);
    if (result.score > start.limit || result.score < -start.limit)
        return false;
    const Position opened = line->now;
    line_init(line, &opened, training_engine->moves, LINE_PLIES_MAX);
    return true;
}

/* How the game stands by the scores of both sides. */
typedef struct {
    int winning; /* plies, less than 0 for Black */
    int even;
} Verdict;

static void judge(Verdict *verdict, int white)
{
    verdict->winning = white >= WIN_SCORE    ? (verdict->winning > 0 ? verdict->winning + 1 : 1)
                       : white <= -WIN_SCORE ? (verdict->winning < 0 ? verdict->winning - 1 : -1)
                                             : 0;
    verdict->even = white <= DRAW_SCORE && white >= -DRAW_SCORE ? verdict->even + 1 : 0;
}

/* Fills in the record. */
static void play_game(Generator *generator)
{
    TrainingEngine *training_engine = &generator->training_engine;
    Line *line = &training_engine->line;
    GameRecord *record = &generator->record;
    Verdict verdict = {0, 0};
    record->start = line->start;
    record->plies = 0;
    record->result = 1;
    while (record->plies < PLIES_MAX) {
        const Outcome outcome = line_outcome(line);
        if (outcome == OUTCOME_CHECKMATE)
            record->result = position_turn(&line->now) == WHITE ? 0 : 2;
        if (outcome != OUTCOME_NONE || line_repetitions(line) >= 3 ||
            line->now.halfmove >= FIFTY_PLIES)
            return;
        const EngineResult result = training_engine_search_soft(training_engine, generator->nodes,
                                                                generator->nodes * HARD_LIMIT);
        const int white = position_turn(&line->now) == WHITE ? result.score : -result.score;
        record->moves[record->plies++] =
            (GameRecordMove){.move = result.move, .score = (int16_t)white};
        judge(&verdict, white);
        if (verdict.winning >= WIN_PLIES || verdict.winning <= -WIN_PLIES) {
            record->result = verdict.winning > 0 ? 2 : 0;
            return;
        }
        if (2 * line->now.fullmove >= DRAW_FROM && verdict.even >= DRAW_PLIES)
            return;
        line_push(line, result.move);
    }
}

/* What a generator that was ended in the middle of a game has left cannot be added to. False, with a message. */
static bool ends_with_a_game(FILE *file, const char *path)
{
    unsigned char head[GAME_RECORD_HEAD];
    struct stat about;
    off_t at = 0;
    if (fstat(fileno(file), &about) != 0)
        return false;
    while (at < about.st_size) {
        const size_t size =
            fseeko(file, at, SEEK_SET) == 0 && fread(head, sizeof head, 1, file) == 1
                ? game_record_size(head)
                : 0;
        if (size == 0 || at + (off_t)size > about.st_size) {
            fprintf(stderr, "generate: %s: no whole games after %lld bytes\n", path, (long long)at);
            return false;
        }
        at += (off_t)size;
    }
    return true;
}

static bool generate(Generator *generator, FILE *out, long games)
{
    long positions = 0;
    for (long game = 0; game < games; game++) {
        table_clear(&generator->training_engine.table);
        engine_clear(generator->training_engine.engine);
        while (!open_game(generator, game % CHESS960_EVERY == CHESS960_EVERY - 1))
            continue;
        play_game(generator);
        const size_t size = game_record_pack(&generator->record, generator->bytes);
        if (fwrite(generator->bytes, 1, size, out) != size || fflush(out) != 0)
            return false;
        positions += generator->record.plies;
        printf("\r%ld/%ld games, %ld positions ", game + 1, games, positions);
        fflush(stdout);
    }
    putchar('\n');
    return true;
}

/* False, with a message. */
static bool read_endings(Endings *endings, const char *path)
{
    GameRecordError error = GAME_RECORD_OK;
    FILE *in = fopen(path, "rb");
    if (!in) {
        perror(path);
        return false;
    }
    const bool room = endings_read(endings, in, &error);
    const bool failed = ferror(in);
    fclose(in);
    const char *wrong = !room                 ? "is more than memory holds"
                        : failed              ? "cannot be read to its end"
                        : error               ? game_record_error_text(error)
                        : endings->count == 0 ? "has no balanced endings"
                                              : NULL;
    if (wrong)
        fprintf(stderr, "generate: %s %s\n", path, wrong);
    return !wrong;
}

/* The net and the endings, where they are given. False, with a message. */
static bool prepare(Generator *generator, int argc, char **argv)
{
    training_engine_init(&generator->training_engine, HASH_BYTES, strtoull(argv[4], NULL, 10));
    generator->nodes = strtoull(argv[3], NULL, 10);
    const char *wrong =
        argc > 5 ? training_engine_use_net(&generator->training_engine, argv[5]) : NULL;
    if (wrong) {
        fprintf(stderr, "generate: %s: %s\n", argv[5], wrong);
        return false;
    }
    return argc <= 6 || read_endings(&generator->endings, argv[6]);
}

int main(int argc, char **argv)
{
    static Generator generator;
    if (argc < 5 || argc > 7) {
        fputs("generate OUT GAMES NODES SEED [NET [ENDINGS]]\n", stderr);
        return 2;
    }
    attacks_init();
    FILE *out = fopen(argv[1], "a+b");
    if (!out) {
        perror(argv[1]);
        return 1;
    }
    bool written = false;
    if (ends_with_a_game(out, argv[1]) && prepare(&generator, argc, argv)) {
        written = generate(&generator, out, strtol(argv[2], NULL, 10));
        if (!written)
            perror(argv[1]);
    }
    endings_clear(&generator.endings);
    return fclose(out) == 0 && written ? 0 : 1;
}
