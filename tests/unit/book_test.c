#include "book_file.h"

#include <unistd.h>

#include "engine_rig.h"

/* A book of two moves in the starting position, ten to one, and a third that must not be played. */
static uint8_t entries[3 * POLYGLOT_ENTRY];

static void put_entry(int at, uint64_t key, const char *uci, unsigned weight)
{
    Position pos = position_from(START_FEN);
    Move move = move_from_uci(&pos, uci);
    unsigned raw = (unsigned)move_from(move) << 6 | (unsigned)move_to(move);
    uint8_t *entry = entries + at * POLYGLOT_ENTRY;
    for (int i = 0; i < 8; i++)
        entry[i] = (uint8_t)(key >> (56 - 8 * i));
    entry[8] = (uint8_t)(raw >> 8), entry[9] = (uint8_t)raw;
    entry[10] = (uint8_t)(weight >> 8), entry[11] = (uint8_t)weight;
}

static Book make_book(void)
{
    Book book;
    Position pos = position_from(START_FEN);
    memset(entries, 0, sizeof entries);
    ck_assert_int_eq(book_init(&book, entries, 0), POLYGLOT_OK);
    uint64_t key = polyglot_key(&book.keys, &pos);
    put_entry(0, key, "e2e4", 1000);
    put_entry(1, key, "g2g4", 90);
    put_entry(2, key, "a2a4", 0);
    ck_assert_int_eq(book_init(&book, entries, sizeof entries), POLYGLOT_OK);
    return book;
}

enum { E4, G4, A4, NONE, CHOICES, SEEDS = 2000 };

static void count_choices(const Book *book, const Line *line, int rating, int counts[CHOICES])
{
    memset(counts, 0, CHOICES * sizeof *counts);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        Move move = book_choose(book, line, rating, seed);
        HOLDS(move == book_choose(book, line, rating, seed), "not the same again");
        counts[move == MOVE_NONE        ? NONE
               : move_to(move) == SQ_E4 ? E4
               : move_to(move) == SQ_G4 ? G4
                                        : A4]++;
    }
}

START_TEST(weaker_players_choose_more_freely_and_know_less)
{
    Book book = make_book();
    Line line = line_from(START_FEN, "");
    int full[CHOICES], strong[CHOICES], middle[CHOICES], weak[CHOICES];
    count_choices(&book, &line, SKILL_RATING_FULL, full);
    count_choices(&book, &line, 2600, strong);
    count_choices(&book, &line, 1400, middle);
    count_choices(&book, &line, 400, weak);
    ck_assert_int_eq(full[E4], SEEDS);
    /* 90 of 1090 are 165 of 2000. */
    ck_assert_int_gt(strong[G4], 110);
    ck_assert_int_lt(strong[G4], 230);
    ck_assert_int_gt(middle[G4], strong[G4]);
    ck_assert_int_gt(weak[G4], middle[G4]);
    ck_assert_int_gt(weak[E4], weak[G4]);
    ck_assert_int_eq(strong[NONE], 0);
    ck_assert_int_gt(middle[NONE], 100);
    ck_assert_int_gt(weak[NONE], middle[NONE]);
    ck_assert_int_eq(full[A4] + strong[A4] + middle[A4] + weak[A4], 0);
}
END_TEST

START_TEST(a_player_knows_a_number_of_plies_of_it)
{
    static const char there_and_back[] = "g1f3 g8f6 f3g1 f6g8";
    Book book = make_book();
    Line line = line_from(START_FEN, there_and_back);
    ck_assert_uint_eq(book_plies(400), 4);
    ck_assert_uint_eq(book_plies(2600), 26);
    ck_assert_uint_gt(book_plies(SKILL_RATING_FULL), 26);
    int weak[CHOICES], middle[CHOICES];
    count_choices(&book, &line, 400, weak);
    count_choices(&book, &line, 600, middle);
    ck_assert_int_eq(weak[NONE], SEEDS);
    ck_assert_int_lt(middle[NONE], SEEDS);
}
END_TEST

START_TEST(without_the_position_there_is_no_move)
{
    Book book = make_book(), empty;
    Line line = line_from(KIWIPETE, "");
    ck_assert_uint_eq(book_choose(&book, &line, 2600, 1), MOVE_NONE);
    line = line_from(START_FEN, "");
    ck_assert_int_eq(book_init(&empty, entries, 0), POLYGLOT_OK);
    ck_assert_uint_eq(book_choose(&empty, &line, 2600, 1), MOVE_NONE);
}
END_TEST

START_TEST(a_file_is_read_or_refused_with_a_reason)
{
    char path[64];
    const char *problem = NULL;
    Book book = make_book();
    (void)book;
    snprintf(path, sizeof path, "book_test.%ld", (long)getpid());
    for (int whole = 0; whole < 2; whole++) {
        FILE *out = fopen(path, "wb");
        ck_assert_ptr_nonnull(out);
        ck_assert_uint_eq(fwrite(entries, sizeof entries - !whole, 1, out), 1);
        fclose(out);
        BookFile *file = book_file_open(path, &problem);
        ck_assert_int_eq(file != NULL, whole);
        Line line = line_from(START_FEN, "");
        if (file)
            ck_assert_uint_ne(book_choose(book_file_book(file), &line, 2600, 1), MOVE_NONE);
        book_file_close(file);
    }
    ck_assert_str_eq(problem, polyglot_error_text(POLYGLOT_SIZE));
    remove(path);
    ck_assert_ptr_null(book_file_open(path, &problem));
    ck_assert_str_eq(problem, "No such file or directory");
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        weaker_players_choose_more_freely_and_know_less,
        a_player_knows_a_number_of_plies_of_it,
        without_the_position_there_is_no_move,
        a_file_is_read_or_refused_with_a_reason,
    };
    return run_tests("book", tests, COUNT(tests));
}
