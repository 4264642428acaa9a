/* Matchings of greatest weight, against all matchings of small graphs. */
#include "check_rig.h"
#include "matching.h"

#include <stdlib.h>

enum { VERTICES_MAX = 12, TABLE = (VERTICES_MAX + 1) * (VERTICES_MAX + 1) };

static uint64_t random_next(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15;
    uint64_t x = *state;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static uint32_t weight_of(const uint32_t *table, int count, int a, int b)
{
    return table[(a < b ? a : b) * (count + 1) + (a < b ? b : a)];
}

/* The greatest weight of all matchings of the vertices that are left. */
static uint64_t best_of_all(const uint32_t *table, int count, unsigned left, uint64_t *known)
{
    if (!left)
        return 0;
    if (known[left] != UINT64_MAX)
        return known[left];
    int a = __builtin_ctz(left);
    unsigned without = left & ~(1u << a);
    uint64_t best = best_of_all(table, count, without, known);
    for (int b = a + 1; b < count; b++) {
        uint32_t weight = weight_of(table, count, a + 1, b + 1);
        if (!(without >> b & 1) || !weight)
            continue;
        uint64_t sum = weight + best_of_all(table, count, without & ~(1u << b), known);
        best = sum > best ? sum : best;
    }
    return known[left] = best;
}

static void check_graph(const uint32_t *table, int count)
{
    static uint64_t known[1 << VERTICES_MAX];
    for (int i = 0; i < 1 << count; i++)
        known[i] = UINT64_MAX;
    PairingGraph graph = {.count = count, .extra = table};
    void *memory = malloc(SIZED(matching_memory)(count));
    Matching matching;
    SIZED(matching_open)(&matching, memory, &graph);
    SIZED(matching_solve)(&matching);
    uint64_t sum = 0;
    for (int a = 1; a <= count; a++) {
        int b = matching.mate[a].outside;
        if (!b)
            continue;
        ck_assert_int_eq(matching.mate[b].outside, a);
        if (a < b) {
            ck_assert_uint_ne(weight_of(table, count, a, b), 0);
            sum += weight_of(table, count, a, b);
        }
    }
    ck_assert_uint_eq(sum, best_of_all(table, count, (1u << count) - 1, known));
    free(memory);
}

/* Few different weights make many blossoms; many make deep ones. */
START_TEST(is_the_greatest_of_all)
{
    static const uint32_t kinds[] = {1, 2, 3, 7, 30, 1000, 1000000};
    uint64_t state = (uint64_t)_i;
    uint32_t table[TABLE];
    for (int round = 0; round < 400; round++) {
        int count = 1 + (int)(random_next(&state) % VERTICES_MAX);
        uint32_t kind = kinds[random_next(&state) % 7], density = random_next(&state) % 100;
        memset(table, 0, sizeof table);
        for (int a = 1; a <= count; a++)
            for (int b = a + 1; b <= count; b++)
                if (random_next(&state) % 100 <= density)
                    table[a * (count + 1) + b] = 1 + (uint32_t)(random_next(&state) % kind);
        check_graph(table, count);
    }
}
END_TEST

/* Words carry into each other. */
START_TEST(weights_are_added_and_compared_over_words)
{
    Weight zero = {{0}}, one = weight_add_at(zero, 1, 0), high = weight_add_at(zero, 1, 64);
    Weight below = weight_subtract(high, one);
    ck_assert(weight_is_less(&below, &high));
    ck_assert(weight_is_less(&one, &below));
    Weight again = weight_add(below, one);
    ck_assert(weight_is_equal(&again, &high));
    Weight negative = weight_subtract(zero, one);
    ck_assert(weight_is_negative(&negative));
    ck_assert(weight_is_zero(&zero));
    Weight half = weight_half(high);
    Weight expected = weight_add_at(zero, 1, 63);
    ck_assert(weight_is_equal(&half, &expected));
    Weight crossing = weight_add_at(zero, 5, 62);
    ck_assert_uint_eq(crossing.word[0], 1ull << 62);
    ck_assert_uint_eq(crossing.word[1], 1);
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("matching");
    TCase *graphs = tcase_create("graphs");
    tcase_add_loop_test(graphs, is_the_greatest_of_all, 0, 10);
    tcase_add_test(graphs, weights_are_added_and_compared_over_words);
    suite_add_tcase(s, graphs);
    return s;
}

int main(void)
{
    return run_suite(suite());
}
