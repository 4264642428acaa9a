#include "tablebase.h"

#include "outcome.h"
#include "tablebase_rig.h"

#include <unistd.h>

/* Longest mates in moves: White's, and Black's where both can win. KQK to KPK as in retrograde_test; KBNK, KQKR, KBBK,
 * KRKB, KQKB, KQKN, KQKQ, KRKR as in Nalimov's tables (Nalimov, Haworth, Heinz: Space-efficient indexing of chess
 * endgame tables, ICGA Journal 23:3, 2000); KRKP's 43 moves are Conrady's 85 plies, the longest of all four-piece
 * endings (ccc archive 113253, 2000), KPK's 28 his 56 plies. */
static const struct {
    const char *name;
    int white, black;
} longest[] = {
    {"KQK", 10, 0},   {"KRK", 16, 0},   {"KPK", 28, 0},  {"KBNK", 33, 0},  {"KBBK", 19, 0},
    {"KNNK", 1, 0},   {"KQKR", 35, 19}, {"KQKB", 17, 0}, {"KQKN", 21, 0},  {"KQKQ", 13, 13},
    {"KRKR", 19, 19}, {"KRKB", 29, 0},  {"KRKN", 40, 1}, {"KQKP", 28, 29}, {"KRKP", 26, 43},
    {"KPPK", 32, 0},  {"KPKP", 33, 33}, {"KBKP", 1, 29}, {"KNKP", 7, 29},  {"KBPK", 31, 0},
    {"KNPK", 27, 0},
};

static int longest_of(int number, Color turn)
{
    const TablebaseModel *model = &tablebase->table[number][turn].model;
    int most = 0;
    for (unsigned i = 0; i < model->count; i++)
        if (tablebase_is_win(model->values[i]) && model->values[i] > most)
            most = model->values[i];
    return most / 2;
}

START_TEST(the_longest_mates_are_the_published_ones)
{
    for (size_t i = 0; i < COUNT(longest); i++) {
        char name[TABLEBASE_NAME_MAX];
        int number = -1;
        do
            tablebase_class_name(++number, name);
        while (strcmp(name, longest[i].name) != 0);
        ck_assert_msg(longest_of(number, WHITE) == longest[i].white, "%s: %d", name,
                      longest_of(number, WHITE));
        Color other = tablebase_class_is_even(number) ? WHITE : BLACK;
        ck_assert_msg(longest_of(number, other) == longest[i].black, "%s, black: %d", name,
                      longest_of(number, other));
    }
}
END_TEST

/* From books: Philidor and Lucena, Réti's study, Troitzky's two knights, the KPK opposition, a stalemate. */
static const struct {
    const char *fen;
    int winner;
    int plies; /* 0: only the winner is known */
} known[] = {
    {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", -1, 0},
    {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0, 0},
    {"7k/8/6K1/8/8/8/8/R7 w - - 0 1", 1, 1},
    {"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", 1, 0},
    {"4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", -1, 0},
    {"4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", 0, 0},
    {"4k3/8/8/8/4PK2/8/8/8 b - - 0 1", 0, 0},
    {"7K/8/k1P5/7p/8/8/8/8 w - - 0 1", 0, 0}, /* Réti 1921: drawn */
    {"8/8/8/8/8/8/8/K1k1B3 w - - 0 1", 0, 0},
    {"8/8/8/4k3/8/8/8/2NNK3 w - - 0 1", 0, 0},
    {"8/8/8/8/8/8/8/K1k5 w - - 0 1", 0, 0},
    {"8/8/8/8/4k3/8/1Q6/K7 b - - 0 1", -1, 20}, /* KQK: guido, see retrograde_test */
    {"8/8/8/5k2/8/8/1Q6/K7 w - - 0 1", 1, 19},
    {"8/8/8/1k6/8/8/K5P1/8 w - - 0 1", 1, 55},
};

START_TEST(known_positions_are_judged_as_they_are)
{
    for (size_t i = 0; i < COUNT(known); i++) {
        Position pos = position_from(known[i].fen);
        TablebaseResult verdict;
        ck_assert(tablebase_probe(tablebase, &pos, &verdict));
        ck_assert_msg(verdict.winner == known[i].winner, "%s: %d in %d", known[i].fen,
                      verdict.winner, verdict.plies);
        ck_assert_msg(!known[i].plies || verdict.plies == known[i].plies, "%s: %d", known[i].fen,
                      verdict.plies);
    }
}
END_TEST

START_TEST(five_pieces_and_castling_are_not_known)
{
    static const char *const fens[] = {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", START_FEN,
                                       "4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1"};
    for (size_t i = 0; i < COUNT(fens); i++) {
        Position pos = position_from(fens[i]);
        TablebaseResult verdict;
        ck_assert(!tablebase_probe(tablebase, &pos, &verdict));
    }
}
END_TEST

static bool is_better(TablebaseResult a, TablebaseResult b)
{
    if (a.winner != b.winner)
        return a.winner > b.winner;
    return a.winner > 0 ? a.plies < b.plies : a.plies > b.plies;
}

/* The positions after each move, by the rules' own generator, which shares nothing with the one that solved the endings. */
static TablebaseResult look_ahead(const Position *pos)
{
    Moves moves;
    TablebaseResult best = {.winner = -2};
    movegen_legal(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = *pos;
        TablebaseResult reply;
        position_play(&next, moves.at[i]);
        HOLDS(tablebase_probe(tablebase, &next, &reply), "a move leads out of the tables");
        TablebaseResult verdict = {-reply.winner, reply.winner ? reply.plies + 1 : 0};
        if (best.winner == -2 || is_better(verdict, best))
            best = verdict;
    }
    if (moves.count == 0)
        best = (TablebaseResult){.winner = position_is_check(pos) ? -1 : 0};
    return best;
}

static void check_ahead(const Position *pos)
{
    TablebaseResult told, seen = look_ahead(pos);
    char fen[FEN_MAX];
    fen_print(pos, fen);
    HOLDS(tablebase_probe(tablebase, pos, &told), "%s", fen);
    HOLDS(told.winner == seen.winner && told.plies == seen.plies,
          "%s: %d in %d, by its moves %d in %d", fen, told.winner, told.plies, seen.winner,
          seen.plies);
}

/* A random position of the class with either colour; false when it is not legal. */
static bool draw_position(int number, uint64_t *seed, char fen[FEN_MAX], Position *pos)
{
    static const char letters[] = " pnbrqk";
    char board[64] = {0};
    TablebasePieces pieces;
    tablebase_class_pieces(number, &pieces);
    bool swapped = random_next(seed) % 2;
    for (int i = -2; i < pieces.count; i++) {
        bool pawn = i >= 0 && pieces.type[i] == PAWN;
        unsigned square = (unsigned)(random_next(seed) % (pawn ? 48 : 64)) + (pawn ? 8 : 0);
        if (board[square])
            return false;
        char letter = letters[i < 0 ? KING : pieces.type[i]];
        bool black = (i < 0 ? i == -1 : pieces.color[i] == BLACK) != swapped;
        board[square] = black ? letter : (char)(letter - 32);
    }
    size_t length = 0;
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            char letter = board[rank * 8 + file];
            if (letter && empty)
                fen[length++] = (char)('0' + empty);
            if (letter)
                fen[length++] = letter;
            empty = letter ? 0 : empty + 1;
        }
        if (empty)
            fen[length++] = (char)('0' + empty);
        fen[length++] = rank ? '/' : ' ';
    }
    snprintf(fen + length, FEN_MAX - length, "%c - - 0 1", random_next(seed) % 2 ? 'w' : 'b');
    return fen_parse(fen, strlen(fen), pos, NULL) == FEN_OK;
}

enum { DRAWN = 400 };

START_TEST(every_value_follows_from_those_a_move_ahead)
{
    uint64_t seed = 43;
    for (int number = 0; number < TABLEBASE_CLASSES; number++)
        for (int drawn = 0; drawn < DRAWN;) {
            Position pos;
            char fen[FEN_MAX];
            if (!draw_position(number, &seed, fen, &pos))
                continue;
            check_ahead(&pos);
            drawn++;
        }
}
END_TEST

START_TEST(a_right_to_take_en_passant_counts)
{
    uint64_t seed = 4711;
    int counted = 0, number = -1;
    char name[TABLEBASE_NAME_MAX];
    do
        tablebase_class_name(++number, name);
    while (strcmp(name, "KPKP") != 0);
    while (counted < 300) {
        Position pos;
        Moves moves;
        char fen[FEN_MAX];
        if (!draw_position(number, &seed, fen, &pos))
            continue;
        movegen_legal(&pos, &moves);
        for (int i = 0; i < moves.count; i++) {
            Position next = pos;
            position_play(&next, moves.at[i]);
            if (next.ep == SQ_NONE)
                continue;
            check_ahead(&pos);
            check_ahead(&next);
            counted++;
        }
    }
}
END_TEST

/* Best play by both sides from a won position: mate comes on exactly the predicted ply. */
START_TEST(best_play_mates_as_predicted)
{
    static const char *const fens[] = {"8/8/8/8/3k4/8/8/K1B1N3 w - - 0 1",
                                       "8/8/8/2k5/8/8/1r6/3K3Q w - - 0 1",
                                       "8/8/8/1k6/8/8/K5P1/8 w - - 0 1"};
    for (size_t i = 0; i < COUNT(fens); i++) {
        Position pos = position_from(fens[i]);
        TablebaseResult verdict;
        ck_assert(tablebase_probe(tablebase, &pos, &verdict));
        for (int left = verdict.plies; left > 0; left--) {
            Moves moves;
            movegen_legal(&pos, &moves);
            for (int m = 0; m < moves.count; m++) {
                Position next = pos;
                position_play(&next, moves.at[m]);
                HOLDS(tablebase_probe(tablebase, &next, &verdict), "%s", fens[i]);
                if (verdict.winner && verdict.plies == left - 1 &&
                    verdict.winner == (left % 2 ? -1 : 1)) {
                    pos = next;
                    break;
                }
            }
            ck_assert_int_eq(verdict.plies, left - 1);
        }
        ck_assert_int_eq(outcome_of(&pos), OUTCOME_CHECKMATE);
    }
}
END_TEST

static const char *write_copy(const uint8_t *bytes, size_t size)
{
    static char path[64];
    snprintf(path, sizeof path, "tablebase_test.%ld", (long)getpid());
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    fclose(file);
    return path;
}

static uint8_t *read_file(size_t *size)
{
    FILE *file = fopen(TABLEBASE_FILE, "rb");
    ck_assert_ptr_nonnull(file);
    uint8_t *bytes = malloc(TABLEBASE_SIZE_MAX);
    ck_assert_ptr_nonnull(bytes);
    *size = fread(bytes, 1, TABLEBASE_SIZE_MAX, file);
    fclose(file);
    return bytes;
}

START_TEST(a_damaged_or_foreign_file_is_refused_with_a_reason)
{
    size_t size;
    uint8_t *bytes = read_file(&size);
    ck_assert_uint_le(size, TABLEBASE_SIZE_MAX);
    const struct {
        size_t place, size;
        TablebaseError error;
    } damages[] = {
        {0, size, TABLEBASE_FOREIGN},
        {16, size, TABLEBASE_VERSION},
        {24, size, TABLEBASE_SIZE},
        {TABLEBASE_HEAD + 3, size, TABLEBASE_TABLE},
        {TABLEBASE_TABLES_BEGIN, size, TABLEBASE_TABLE},
        {size / 2, size, TABLEBASE_DAMAGED},
        {size - 1, size, TABLEBASE_DAMAGED},
        {size / 2, size - 8, TABLEBASE_SIZE},
        {size / 2, 100, TABLEBASE_FOREIGN},
    };
    for (size_t i = 0; i < COUNT(damages); i++) {
        const char *problem = NULL;
        bytes[damages[i].place] ^= 0x40;
        const char *path = write_copy(bytes, damages[i].size);
        bytes[damages[i].place] ^= 0x40;
        ck_assert_ptr_null(tablebase_file_open(path, &problem));
        ck_assert_str_eq(problem, tablebase_error_text(damages[i].error));
        remove(path);
    }
    free(bytes);
}
END_TEST

START_TEST(a_missing_file_is_reported)
{
    const char *problem = NULL;
    ck_assert_ptr_null(tablebase_file_open("no/such/file", &problem));
    ck_assert_str_eq(problem, "No such file or directory");
    ck_assert_ptr_null(tablebase_file_open(".", &problem));
    ck_assert_str_eq(problem, "not a file");
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        the_longest_mates_are_the_published_ones,
        known_positions_are_judged_as_they_are,
        five_pieces_and_castling_are_not_known,
        every_value_follows_from_those_a_move_ahead,
        a_right_to_take_en_passant_counts,
        best_play_mates_as_predicted,
        a_damaged_or_foreign_file_is_refused_with_a_reason,
        a_missing_file_is_reported,
    };
    return run_tests_with_tablebase("endings", tests, COUNT(tests));
}
