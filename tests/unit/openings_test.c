/* Names of the Encyclopaedia of Chess Openings, in common use; skipped where scid-data is missing. */
#include "openings.h"

#include "chess_rig.h"

enum { SKIPPED = 77 };

static const struct {
    const char *moves, *eco, *name; /* how the name begins */
    unsigned ply;
    uint32_t
        key; /* as stored in databases, computed by the program that wrote tests/data/golden/zobrist_v1.txt */
} KNOWN[] = {
    {"e2e4", "B00", "King's Pawn", 1, 0x38e9d8f9},
    {"e2e4 c7c5", "B20", "Sicilian", 2, 0x787828ab},
    {"e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6", "B90", "Sicilian: Najdorf", 10,
     0xaf5650fb},
    {"e2e4 e7e5 g1f3 b8c6 f1b5", "C60", "Spanish", 5, 0xad8ae7ab},
    /* the same by transposition */
    {"g1f3 b8c6 e2e4 e7e5 f1b5", "C60", "Spanish", 5, 0xad8ae7ab},
    {"d2d4 d7d5 c2c4", "D06", "Queen's Gambit", 3, 0x6befaccf},
    {"c2c4 d7d5 d2d4", "D06", "Queen's Gambit", 3, 0x6befaccf},
    {"e2e4 e7e6", "C00", "French", 2, 0x002d8b94},
    {"d2d4 g8f6 c2c4 g7g6 b1c3 f8g7", "E61", "King's Indian", 6, 0x43af7020},
    /* later positions keep the name */
    {"e2e4 e7e6 a2a3 h7h5 a1a2 h8h6 a2a1", "C00", "French", 2, 0x002d8b94},
};

static uint32_t read_moves(const char *text, Position *start, Move *moves)
{
    char copy[256];
    uint32_t count = 0;
    position_start(start);
    Position pos = *start;
    snprintf(copy, sizeof copy, "%s", text);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
        if (uci_parse(&pos, word, strlen(word), &moves[count]) != NOTATION_OK)
            return 0;
        position_play(&pos, moves[count++]);
    }
    return count;
}

START_TEST(openings_have_the_names_that_people_use)
{
    for (size_t i = 0; i < COUNT(KNOWN); i++) {
        Position start;
        Move moves[64];
        Opening opening, again;
        uint32_t count = read_moves(KNOWN[i].moves, &start, moves);
        bool found = opening_of_moves(&start, moves, count, &opening);
        ck_assert_msg(found == (KNOWN[i].ply > 0), "%s", KNOWN[i].moves);
        if (!found)
            continue;
        ck_assert_str_eq(opening.eco, KNOWN[i].eco);
        ck_assert_msg(strncmp(opening.name, KNOWN[i].name, strlen(KNOWN[i].name)) == 0, "%s: %s",
                      KNOWN[i].moves, opening.name);
        ck_assert_uint_le(opening.ply, count);
        if (KNOWN[i].ply == count)
            ck_assert_uint_eq(opening.ply, count);
        ck_assert_uint_eq(opening.key, KNOWN[i].key);
        ck_assert(opening_of_key(opening.key, &again));
        ck_assert_str_eq(again.name, opening.name);
    }
}
END_TEST

START_TEST(other_starts_have_no_openings)
{
    Position start;
    Opening opening;
    Move move = move_of(SQ_E2, SQ_E4, MOVE_DOUBLE);
    position_start960(&start, CHESS960_STANDARD);
    ck_assert(!opening_of_moves(&start, &move, 1, &opening));
    position_start960(&start, 0);
    ck_assert(!opening_of_moves(&start, &move, 1, &opening));
    position_start(&start);
    ck_assert(!opening_of_moves(&start, &move, 0, &opening));
    ck_assert(!opening_of_key(0, &opening));
    ck_assert(!opening_of_key(12345, &opening));
}
END_TEST

START_TEST(codes_are_numbers)
{
    ck_assert_int_eq(opening_eco_number("A00"), 0);
    ck_assert_int_eq(opening_eco_number("B20"), 120);
    ck_assert_int_eq(opening_eco_number("E99"), 499);
    static const char *const OTHERS[] = {"", "A", "A0", "F00", "a00", "A0a", "A000"};
    for (size_t i = 0; i < COUNT(OTHERS); i++)
        ck_assert_int_eq(opening_eco_number(OTHERS[i]), -1);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {openings_have_the_names_that_people_use, other_starts_have_no_openings,
                            codes_are_numbers};
    if (openings_count() == 0)
        return SKIPPED;
    return run_tests("openings", tests, COUNT(tests));
}
