#include "endings.h"

#include "chess_rig.h"

typedef struct {
    const char *start;
    GameRecordMove moves[4];
    unsigned plies;
} Game;

static FILE *games_file(const Game *games, size_t count)
{
    static GameRecord record;
    unsigned char bytes[GAME_RECORD_BYTES_MAX];
    FILE *file = tmpfile();
    ck_assert_ptr_nonnull(file);
    for (size_t i = 0; i < count; i++) {
        record.start = position_from(games[i].start);
        record.result = 1;
        record.plies = games[i].plies;
        memcpy(record.moves, games[i].moves, sizeof games[i].moves);
        const size_t size = game_record_pack(&record, bytes);
        ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    }
    rewind(file);
    return file;
}

static void check_ending(const Position *ending, const char *fen)
{
    const Position expected = position_from(fen);
    ck_assert(position_equal_for_repetition(ending, &expected));
    ck_assert_uint_eq(ending->halfmove, expected.halfmove);
    ck_assert_uint_eq(ending->fullmove, expected.fullmove);
}

static GameRecordMove played(Square from, Square to, int score)
{
    return (GameRecordMove){.move = move_of(from, to, MOVE_NORMAL), .score = (int16_t)score};
}

/* Sixteen pieces after the first move, at 150; fifteen after the second, at 151; the third captures nothing. */
static Game pawns(void)
{
    return (Game){"4k3/ppppppp1/7p/6P1/8/8/PPPPPP2/4K3 w - - 0 30",
                  {played(SQ_G5, SQ_H6, 0), played(SQ_G7, SQ_H6, 150), played(SQ_E1, SQ_F1, 151),
                   played(SQ_E8, SQ_F8, 0)},
                  4};
}

START_TEST(what_is_left_after_a_capture_counts_while_neither_side_is_ahead)
{
    /* In the second game the first position has few pieces, but follows no capture; in the third the capture gives check. */
    const Game games[] = {
        pawns(),
        {"4k3/4p3/8/3P4/8/8/8/4K3 w - - 0 40",
         {played(SQ_D5, SQ_D6, 0), played(SQ_E7, SQ_D6, 0), played(SQ_E1, SQ_E2, -150)},
         3},
        {"4k3/4p3/8/8/8/8/8/4RK2 w - - 0 50",
         {played(SQ_E1, SQ_E7, 0), played(SQ_E8, SQ_E7, 0)},
         2},
    };
    Endings endings = {0};
    GameRecordError error;
    FILE *file = games_file(games, COUNT(games));
    ck_assert(endings_read(&endings, file, &error));
    ck_assert_int_eq(error, GAME_RECORD_OK);
    ck_assert_uint_eq(endings.count, 2);
    check_ending(&endings.at[0], "4k3/ppppppp1/7P/8/8/8/PPPPPP2/4K3 b - - 0 30");
    check_ending(&endings.at[1], "4k3/8/3p4/8/8/8/8/4K3 w - - 0 41");
    fclose(file);
    endings_clear(&endings);
    ck_assert_uint_eq(endings.count, 0);
}
END_TEST

START_TEST(more_pieces_than_sixteen_are_no_ending)
{
    const Game game = {"4k3/pppppp1p/8/6p1/7P/8/PPPPPPP1/4K3 w - - 0 30",
                       {played(SQ_H4, SQ_G5, 0), played(SQ_E8, SQ_F8, 0)},
                       2};
    Endings endings = {0};
    GameRecordError error;
    FILE *file = games_file(&game, 1);
    ck_assert(endings_read(&endings, file, &error));
    ck_assert_uint_eq(endings.count, 0);
    fclose(file);
}
END_TEST

START_TEST(a_file_that_ends_within_a_game_keeps_what_came_before)
{
    const Game game = pawns();
    Endings endings = {0};
    GameRecordError error;
    FILE *file = games_file(&game, 1);
    ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
    ck_assert_uint_eq(fwrite("\1\2\3", 1, 3, file), 3);
    rewind(file);
    ck_assert(endings_read(&endings, file, &error));
    ck_assert_int_eq(error, GAME_RECORD_SHORT);
    ck_assert_uint_eq(endings.count, 1);
    fclose(file);
    endings_clear(&endings);
}
END_TEST

START_TEST(many_endings_find_room)
{
    static Game games[3000];
    for (size_t i = 0; i < COUNT(games); i++)
        games[i] = pawns();
    Endings endings = {0};
    GameRecordError error;
    FILE *file = games_file(games, COUNT(games));
    ck_assert(endings_read(&endings, file, &error));
    ck_assert_uint_eq(endings.count, COUNT(games));
    for (size_t i = 0; i < COUNT(games); i++)
        ck_assert_uint_eq(endings.at[i].key, endings.at[0].key);
    fclose(file);
    endings_clear(&endings);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        what_is_left_after_a_capture_counts_while_neither_side_is_ahead,
        more_pieces_than_sixteen_are_no_ending,
        a_file_that_ends_within_a_game_keeps_what_came_before,
        many_endings_find_room,
    };
    return run_tests("endings", tests, COUNT(tests));
}
