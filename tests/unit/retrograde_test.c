#include "retrograde.h"

#include "chess_rig.h"

/* Longest mates in moves, and how many positions have them, counted without mirror images: guido in "Longest Mate in
 * kqk" on kirill-kryukov.com/chess/discussion-board, 2006; KBNK from Karrer's statistics in the same thread. */
static const struct {
    const char *name;
    int moves;
    size_t won, lost; /* with White, and with Black to move; 0: not published there */
} longest[] = {
    {"KQK", 10, 1, 8},
    {"KRK", 16, 121, 390},
    {"KPK", 28, 3, 2},
    {"KBNK", 33, 138, 0},
};

static int class_of(const char *name)
{
    char of[TABLEBASE_NAME_MAX];
    for (int number = 0; number < TABLEBASE_CLASSES; number++) {
        tablebase_class_name(number, of);
        if (strcmp(of, name) == 0)
            return number;
    }
    ck_abort_msg("no class %s", name);
}

static size_t count_longest(const Retrograde *retrograde, int number, Color turn, int *most)
{
    const uint8_t *values = retrograde_values(retrograde, number, turn);
    size_t count = 0;
    *most = 0;
    for (size_t i = tablebase_class_size(number); i-- > 0;) {
        if (values[i] == TABLEBASE_UNUSED || values[i] < *most)
            continue;
        count = values[i] > *most ? 1 : count + 1;
        *most = values[i];
    }
    return count;
}

START_TEST(the_longest_mates_are_the_published_ones)
{
    Retrograde *retrograde = retrograde_new();
    for (int rank = 0; rank < 2; rank++)
        for (int number = 0; number < TABLEBASE_CLASSES; number++)
            if (retrograde_rank(number) == rank)
                retrograde_solve(retrograde, number);
    for (size_t i = 0; i < COUNT(longest); i++) {
        int number = class_of(longest[i].name), most;
        if (retrograde_rank(number) > 1 && SANITIZED)
            continue;
        if (retrograde_rank(number) > 1)
            retrograde_solve(retrograde, number);
        size_t won = count_longest(retrograde, number, WHITE, &most);
        ck_assert_int_eq(most / 2, longest[i].moves);
        ck_assert_uint_eq(won, longest[i].won);
        size_t lost = count_longest(retrograde, number, BLACK, &most);
        ck_assert_int_eq(most / 2, longest[i].moves);
        ck_assert(!longest[i].lost || lost == longest[i].lost);
    }
    retrograde_free(retrograde);
}
END_TEST

START_TEST(a_class_needs_only_lower_ranks)
{
    ck_assert_int_eq(retrograde_rank(class_of("KQK")), 0);
    ck_assert_int_lt(retrograde_rank(class_of("KRK")), retrograde_rank(class_of("KPK")));
    ck_assert_int_lt(retrograde_rank(class_of("KPK")), retrograde_rank(class_of("KQKR")));
    ck_assert_int_lt(retrograde_rank(class_of("KQKQ")), retrograde_rank(class_of("KQKP")));
    ck_assert_int_lt(retrograde_rank(class_of("KQKP")), retrograde_rank(class_of("KPKP")));
    ck_assert_int_lt(retrograde_rank(class_of("KPKP")), RETROGRADE_RANKS);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        the_longest_mates_are_the_published_ones,
        a_class_needs_only_lower_ranks,
    };
    return run_tests("retrograde", tests, COUNT(tests));
}
