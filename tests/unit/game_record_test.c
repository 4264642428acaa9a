#include "game_record.h"

#include "chess_rig.h"

/* GOLDEN was written by a program in Python that knew only the format's description in game_record.h: a fool's mate
 * from the start; a game that begins with an en passant capture and castles by Chess960 twice; one without moves. */
enum { GAMES = 3, GOLDEN_BYTES = GAMES * GAME_RECORD_HEAD + 7 * GAME_RECORD_MOVE_BYTES };

static unsigned char golden[GOLDEN_BYTES + 1];
static GameRecord record;

static void read_golden(void)
{
    FILE *file = fopen(GOLDEN, "rb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fread(golden, 1, sizeof golden, file), GOLDEN_BYTES);
    fclose(file);
}

typedef struct {
    const char *start;
    unsigned result;
    const char *moves;
    int scores[4];
} Expected;

static const Expected expected[GAMES] = {
    {START_FEN, 0, "f2f3 e7e5 g2g4 d8h4 ", {-64, -70, -31998, -31999}},
    {"1r2k2r/8/8/3pP3/8/8/8/1R2K1R1 w QGkq d6 0 12", 1, "e5d6 e8b8 e1g1 ", {25, -300, 256}},
    {"8/8/8/8/8/2k5/8/K7 b - - 99 300", 1, "", {0}},
};

static void check_game(const Expected *game)
{
    char text[64] = "";
    const Position start = position_from(game->start);
    ck_assert(position_equal_for_repetition(&record.start, &start));
    ck_assert_uint_eq(record.start.halfmove, start.halfmove);
    ck_assert_uint_eq(record.start.fullmove, start.fullmove);
    ck_assert_uint_eq(record.result, game->result);
    for (unsigned i = 0; i < record.plies; i++) {
        const Move move = record.moves[i].move;
        const Square from = move_from(move), to = move_to(move);
        snprintf(text + 5 * i, sizeof text - 5 * i, "%c%c%c%c ", 'a' + square_file(from),
                 '1' + square_rank(from), 'a' + square_file(to), '1' + square_rank(to));
        ck_assert_int_eq(record.moves[i].score, game->scores[i]);
    }
    ck_assert_str_eq(text, game->moves);
}

START_TEST(the_golden_file_is_read_and_written_again)
{
    unsigned char again[GAME_RECORD_BYTES_MAX];
    size_t at = 0, used;
    read_golden();
    for (int i = 0; i < GAMES; i++, at += used) {
        const GameRecordError error =
            game_record_unpack(golden + at, GOLDEN_BYTES - at, &record, &used);
        ck_assert_msg(!error, "game %d %s", i, game_record_error_text(error));
        ck_assert_uint_eq(game_record_size(golden + at), used);
        check_game(&expected[i]);
        ck_assert_uint_eq(game_record_pack(&record, again), used);
        ck_assert_mem_eq(again, golden + at, used);
    }
    ck_assert_uint_eq(at, GOLDEN_BYTES);
}
END_TEST

START_TEST(every_cut_is_noticed)
{
    read_golden();
    for (size_t size = 0; size < GAME_RECORD_HEAD + 4 * GAME_RECORD_MOVE_BYTES; size++) {
        size_t used;
        unsigned char *bytes = malloc(size + !size); /* so that a sanitizer sees a read beyond */
        memcpy(bytes, golden, size);
        ck_assert_int_eq(game_record_unpack(bytes, size, &record, &used), GAME_RECORD_SHORT);
        free(bytes);
    }
}
END_TEST

/* Every record that is accepted is one that would be written so. */
START_TEST(every_damaged_byte_is_refused_or_another_game)
{
    unsigned char again[GAME_RECORD_BYTES_MAX];
    int refused = 0, accepted = 0;
    read_golden();
    for (size_t place = 0; place < GOLDEN_BYTES; place++) {
        for (unsigned value = 0; value < 256; value++) {
            unsigned char bytes[GOLDEN_BYTES];
            size_t used;
            memcpy(bytes, golden, sizeof bytes);
            bytes[place] = (unsigned char)value;
            for (size_t at = 0; at < sizeof bytes; at += used) {
                if (game_record_unpack(bytes + at, sizeof bytes - at, &record, &used)) {
                    refused++;
                    break;
                }
                accepted++;
                HOLDS(game_record_pack(&record, again) == used &&
                          memcmp(again, bytes + at, used) == 0,
                      "byte %zu as %u is read as another game", place, value);
            }
        }
    }
    ck_assert_int_gt(refused, 10000);
    ck_assert_int_gt(accepted, 10000);
}
END_TEST

static GameRecordError error_with(size_t place, unsigned value)
{
    unsigned char bytes[GOLDEN_BYTES];
    size_t used;
    memcpy(bytes, golden, sizeof bytes);
    bytes[place] = (unsigned char)value;
    return game_record_unpack(bytes, sizeof bytes, &record, &used);
}

START_TEST(errors_say_what_is_wrong)
{
    read_golden();
    ck_assert_int_eq(error_with(24, 0x20), GAME_RECORD_FORMAT);
    ck_assert_int_eq(error_with(24, 0x18), GAME_RECORD_FORMAT);
    ck_assert_int_eq(error_with(24, 0x16), GAME_RECORD_FORMAT);
    ck_assert_int_eq(error_with(31, 2), GAME_RECORD_LONG); /* 516 moves */
    ck_assert_int_eq(error_with(31, 1), GAME_RECORD_SHORT);
    ck_assert_int_eq(error_with(25, 65), GAME_RECORD_POSITION);
    ck_assert_int_eq(error_with(25, SQ_E3), GAME_RECORD_POSITION);
    ck_assert_int_eq(error_with(8, 0x26), GAME_RECORD_POSITION); /* two white kings */
    ck_assert_int_eq(error_with(33, 0xff), GAME_RECORD_MOVE_ILLEGAL);
}
END_TEST

START_TEST(the_longest_game_is_packed)
{
    static unsigned char bytes[GAME_RECORD_BYTES_MAX];
    static GameRecord read;
    size_t used;
    record = (GameRecord){.result = 2, .plies = GAME_RECORD_PLIES_MAX};
    position_start(&record.start);
    for (unsigned i = 0; i < record.plies; i++) {
        static const Square squares[4][2] = {
            {SQ_G1, SQ_F3}, {SQ_G8, SQ_F6}, {SQ_F3, SQ_G1}, {SQ_F6, SQ_G8}};
        record.moves[i].move = move_of(squares[i % 4][0], squares[i % 4][1], MOVE_NORMAL);
        record.moves[i].score = (int16_t)(i % 2 ? INT16_MIN : INT16_MAX);
    }
    ck_assert_uint_eq(game_record_pack(&record, bytes), GAME_RECORD_BYTES_MAX);
    ck_assert_int_eq(game_record_unpack(bytes, sizeof bytes, &read, &used), GAME_RECORD_OK);
    ck_assert_uint_eq(used, sizeof bytes);
    ck_assert_mem_eq(read.moves, record.moves, sizeof read.moves);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        the_golden_file_is_read_and_written_again,
        every_cut_is_noticed,
        every_damaged_byte_is_refused_or_another_game,
        errors_say_what_is_wrong,
        the_longest_game_is_packed,
    };
    return run_tests("game_record", tests, COUNT(tests));
}
