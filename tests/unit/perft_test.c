#include "perft.h"

#include "chess_rig.h"
#include "generator.h"
#include "soak.h"

/* The most nodes that a row may cost; its deeper counts are left out. */
#if SANITIZED
enum { ROW_NODES = 20000, FIRST_NODES = 1000000 };
#else
enum { ROW_NODES = 1000000, FIRST_NODES = 200000000 };
#endif

/* Walks a table: the first 'full' rows with FIRST_NODES, the others with ROW_NODES. Returns the rows. */
static int walk_table(const char *path, int full, uint64_t (*counter)(const Position *, int))
{
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s is missing", path);
    char line[512];
    int rows = 0;
    while (fgets(line, sizeof line, file)) {
        char *field = strchr(line, ';');
        if (line[0] == '#' || !field)
            continue;
        *field = '\0';
        Position pos = position_from(line);
        uint64_t limit = (uint64_t)soak() * (rows++ < full ? FIRST_NODES : ROW_NODES);
        for (int depth; (depth = (int)strtol(field + 1, &field, 10)) > 0;) {
            uint64_t expected = strtoull(field, &field, 10);
            if (expected > limit)
                break;
            uint64_t counted = counter(&pos, depth);
            ck_assert_msg(counted == expected, "%s depth %d: %llu, not %llu", line, depth,
                          (unsigned long long)counted, (unsigned long long)expected);
        }
    }
    fclose(file);
    return rows;
}

START_TEST(standard_counts_hold_six_of_them_deep)
{
    ck_assert_int_ge(walk_table(TEST_DATA "/perft_standard.txt", 6, perft), 100);
}
END_TEST

START_TEST(chess960_counts_hold_ten_of_them_deep)
{
    ck_assert_int_ge(walk_table(TEST_DATA "/perft_chess960.txt", 10, perft), 100);
}
END_TEST

/* Builds that other tests never use on a new machine. */
START_TEST(the_builds_for_older_machines_count_the_same)
{
    ck_assert_int_ge(walk_table(TEST_DATA "/perft_standard.txt", 0, generator_perft_base), 100);
    ck_assert_int_ge(walk_table(TEST_DATA "/perft_chess960.txt", 0, generator_perft_base), 100);
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("popcnt"))
        return;
    ck_assert_int_ge(walk_table(TEST_DATA "/perft_standard.txt", 0, generator_perft_popcnt), 100);
    ck_assert_int_ge(walk_table(TEST_DATA "/perft_chess960.txt", 0, generator_perft_popcnt), 100);
#endif
}
END_TEST

START_TEST(playing_every_leaf_counts_the_same)
{
    Position pos = position_from(KIWIPETE);
    ck_assert_uint_eq(perft_played(&pos, 0), 1);
    ck_assert_uint_eq(perft_played(&pos, 3), 97862);
    ck_assert_uint_eq(generator_played_base(&pos, 3), 97862);
    pos = position_from("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1");
    ck_assert_uint_eq(perft_played(&pos, 5), 674624);
}
END_TEST

/* Stockfish 15.1: position startpos, go perft 3. */
START_TEST(a_split_lists_each_move_once_in_order)
{
    static const struct {
        const char *uci;
        uint64_t nodes;
    } expected[] = {{"a2a3", 380}, {"a2a4", 420}, {"b1a3", 400}, {"b1c3", 440}, {"b2b3", 420},
                    {"b2b4", 421}, {"c2c3", 420}, {"c2c4", 441}, {"d2d3", 539}, {"d2d4", 560},
                    {"e2e3", 599}, {"e2e4", 600}, {"f2f3", 380}, {"f2f4", 401}, {"g1f3", 440},
                    {"g1h3", 400}, {"g2g3", 420}, {"g2g4", 421}, {"h2h3", 380}, {"h2h4", 420}};
    Position pos = position_from(START_FEN);
    static PerftSplit split;
    perft_split(&pos, 3, &split);
    ck_assert_int_eq(split.count, COUNT(expected));
    ck_assert_uint_eq(split.nodes, 8902);
    for (int i = 0; i < split.count; i++) {
        char uci[UCI_MAX];
        uci_print(&pos, split.at[i].move, uci);
        ck_assert_str_eq(uci, expected[i].uci);
        ck_assert_uint_eq(split.at[i].nodes, expected[i].nodes);
    }
}
END_TEST

START_TEST(depth_zero_is_one_and_a_mated_side_has_none)
{
    Position pos = position_from(START_FEN);
    ck_assert_uint_eq(perft(&pos, 0), 1);
    pos = position_from("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    ck_assert_uint_eq(perft(&pos, 1), 0);
    ck_assert_uint_eq(perft(&pos, 4), 0);
    static PerftSplit split;
    perft_split(&pos, 2, &split);
    ck_assert_int_eq(split.count, 0);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        standard_counts_hold_six_of_them_deep,        chess960_counts_hold_ten_of_them_deep,
        the_builds_for_older_machines_count_the_same, playing_every_leaf_counts_the_same,
        a_split_lists_each_move_once_in_order,        depth_zero_is_one_and_a_mated_side_has_none,
    };
    return run_tests("perft", tests, COUNT(tests));
}
