#include "polyglot.h"

#include "chess_rig.h"

static PolyglotKeys keys;

static Position position_after(const char *moves)
{
    Position pos;
    position_start(&pos);
    for (; *moves; moves += 4 + (moves[4] == ' ')) {
        char uci[5] = {moves[0], moves[1], moves[2], moves[3], '\0'};
        position_play(&pos, move_from_uci(&pos, uci));
    }
    return pos;
}

/* The test positions of the book format's description. */
START_TEST(keys_are_the_published_ones)
{
    static const struct {
        const char *moves;
        uint64_t key;
    } rows[] = {
        {"", 0x463b96181691fc9cull},
        {"e2e4", 0x823c9b50fd114196ull},
        {"e2e4 d7d5", 0x0756b94461c50fb0ull},
        {"e2e4 d7d5 e4e5", 0x662fafb965db29d4ull},
        {"e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78ull},
        {"e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1ull},
        {"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9ull},
        {"a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637ull},
        {"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560ull},
    };
    polyglot_init(&keys);
    for (size_t i = 0; i < COUNT(rows); i++) {
        Position pos = position_after(rows[i].moves);
        ck_assert_msg(polyglot_key(&keys, &pos) == rows[i].key, "%s", rows[i].moves);
    }
}
END_TEST

/* The published table's ends. */
START_TEST(numbers_are_those_of_isaac)
{
    polyglot_init(&keys);
    ck_assert_uint_eq(keys.number[0], 0x9d39247e33776d41ull);
    ck_assert_uint_eq(keys.number[1], 0x2af7398005aaa5c7ull);
    ck_assert_uint_eq(keys.number[780], 0xf8d626aaaf278509ull);
}
END_TEST

static size_t put_entry(uint8_t *book, size_t at, uint64_t key, unsigned move, unsigned weight,
                        uint32_t learn)
{
    for (int i = 0; i < 8; i++)
        book[at + (size_t)i] = (uint8_t)(key >> (56 - 8 * i));
    book[at + 8] = (uint8_t)(move >> 8);
    book[at + 9] = (uint8_t)move;
    book[at + 10] = (uint8_t)(weight >> 8);
    book[at + 11] = (uint8_t)weight;
    for (int i = 0; i < 4; i++)
        book[at + 12 + (size_t)i] = (uint8_t)(learn >> (24 - 8 * i));
    return at + POLYGLOT_ENTRY;
}

enum {
    E2E4 = 12 << 6 | 28,
    D2D4 = 11 << 6 | 27,
    E2E5 = 12 << 6 | 36,
    E1H1 = 4 << 6 | 7,
    E1G1 = 4 << 6 | 6
};

START_TEST(moves_of_the_position_are_found_in_the_books_order)
{
    uint8_t book[160];
    PolyglotMove found[MOVES_MAX];
    polyglot_init(&keys);
    uint64_t start = 0x463b96181691fc9cull;
    size_t size = put_entry(book, 0, 5, E2E4, 1, 0);
    size = put_entry(book, size, start, E2E4, 300, 0x01020304);
    size = put_entry(book, size, start, E2E5, 200, 0); /* not legal: left out */
    size = put_entry(book, size, start, D2D4, 100, 7);
    size = put_entry(book, size, start, E2E4, 50, 7); /* twice: the first counts */
    size = put_entry(book, size, ~0ull, D2D4, 9, 0);
    size_t entry;
    ck_assert_int_eq(polyglot_check(book, size, &entry), POLYGLOT_OK);
    Position pos = position_after("");
    ck_assert_int_eq(polyglot_find(&keys, book, size, &pos, found), 2);
    ck_assert_int_eq(found[0].move, move_of(SQ_E2, SQ_E4, MOVE_DOUBLE));
    ck_assert_uint_eq(found[0].weight, 300);
    ck_assert_uint_eq(found[0].learn, 0x01020304);
    ck_assert_int_eq(found[1].move, move_of(SQ_D2, SQ_D4, MOVE_DOUBLE));
    pos = position_after("e2e4");
    ck_assert_int_eq(polyglot_find(&keys, book, size, &pos, found), 0);
    ck_assert_int_eq(polyglot_find(&keys, book, 0, &pos, found), 0);
}
END_TEST

START_TEST(castling_and_promotion_are_understood)
{
    uint8_t book[32];
    PolyglotMove found[MOVES_MAX];
    polyglot_init(&keys);
    static const unsigned raws[] = {E1H1, E1G1};
    for (int i = 0; i < 2; i++) {
        Position pos = position_from("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        size_t size = put_entry(book, 0, polyglot_key(&keys, &pos), raws[i], 1, 0);
        ck_assert_int_eq(polyglot_find(&keys, book, size, &pos, found), 1);
        ck_assert_int_eq(found[0].move, move_of(SQ_E1, SQ_H1, MOVE_CASTLE));
    }
    Position pos = position_from("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    size_t size = put_entry(book, 0, polyglot_key(&keys, &pos), 4u << 12 | 48 << 6 | 56, 1, 0);
    ck_assert_int_eq(polyglot_find(&keys, book, size, &pos, found), 1);
    ck_assert_int_eq(found[0].move, move_of(SQ_A7, SQ_A8, MOVE_PROMOTE_QUEEN));
    size = put_entry(book, 0, polyglot_key(&keys, &pos), 48 << 6 | 56, 1, 0);
    ck_assert_int_eq(polyglot_find(&keys, book, size, &pos, found), 0);
}
END_TEST

START_TEST(bad_books_are_refused_by_name)
{
    uint8_t book[48];
    size_t entry;
    put_entry(book, 0, 7, E2E4, 1, 0);
    put_entry(book, 16, 6, E2E4, 1, 0);
    ck_assert_int_eq(polyglot_check(book, 32, &entry), POLYGLOT_ORDER);
    ck_assert_uint_eq(entry, 1);
    ck_assert_int_eq(polyglot_check(book, 17, &entry), POLYGLOT_SIZE);
    ck_assert_uint_eq(entry, 1);
    ck_assert_int_eq(polyglot_check(book, 16, &entry), POLYGLOT_OK);
    ck_assert_int_eq(polyglot_check(book, 0, &entry), POLYGLOT_OK);
    for (int error = 0; error < POLYGLOT_ERROR_COUNT; error++)
        ck_assert_int_gt(strlen(polyglot_error_text((PolyglotError)error)), 3);
    ck_assert_str_eq(polyglot_error_text(POLYGLOT_ERROR_COUNT), "unknown");
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        keys_are_the_published_ones,
        numbers_are_those_of_isaac,
        moves_of_the_position_are_found_in_the_books_order,
        castling_and_promotion_are_understood,
        bad_books_are_refused_by_name,
    };
    return run_tests("polyglot", tests, COUNT(tests));
}
