#include "nnue_input.h"

#include "chess_rig.h"

/* By hand: 384 for the other side's piece, 64 times the type from pawn 0 to king 5, and the square (a1 0, b1 1,
 * h8 63), flipped vertically for Black, and horizontally if the net is mirrored and the own king is on the
 * files e to h. */
static const struct {
    Color side;
    Square king;
    bool mirrored;
    Piece piece;
    Square square;
    unsigned expected;
} cases[] = {
    {WHITE, 4, false, W_PAWN, 28, 28},                       /* Ke1, pawn e4 */
    {WHITE, 4, true, W_PAWN, 28, 27},                        /* seen on d4 */
    {WHITE, 3, true, W_PAWN, 28, 28},                        /* Kd1: not mirrored */
    {WHITE, 6, true, (Piece)(W_PAWN + KING - PAWN), 6, 321}, /* Kg1: seen on b1 */
    {BLACK, 60, false, W_PAWN, 28, 420},                     /* Ke8; White's e4 is seen on e5 */
    {BLACK, 60, true, W_PAWN, 28, 419},                      /* on d5 */
    {BLACK, 60, false, (Piece)(B_PAWN + QUEEN - PAWN), 59, 259},
    {BLACK, 60, true, (Piece)(B_PAWN + QUEEN - PAWN), 59, 260},
    {BLACK, 59, true, (Piece)(B_PAWN + QUEEN - PAWN), 59, 259},
    {WHITE, 4, false, (Piece)(B_PAWN + QUEEN - PAWN), 59, 699},
    {WHITE, 0, false, (Piece)(B_PAWN + KING - PAWN), 63, 767},
    {WHITE, 0, true, (Piece)(B_PAWN + KING - PAWN), 63, 767},
};

START_TEST(indices_are_as_computed_by_hand)
{
    for (size_t i = 0; i < COUNT(cases); i++)
        ck_assert_msg(nnue_input_index(cases[i].side, cases[i].king, cases[i].mirrored,
                                       cases[i].piece, cases[i].square) == cases[i].expected,
                      "case %zu", i);
}
END_TEST

static NnueInput input_of(const char *fen, bool mirrored)
{
    Position pos = position_from(fen);
    Sample sample;
    NnueInput input;
    sample_pack(&pos, 0, 0, &sample);
    nnue_input_of(&sample, mirrored, &input);
    return input;
}

static int compare(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

static bool has_same(const NnueInput *a, int a_half, const NnueInput *b, int b_half)
{
    NnueInput left = *a, right = *b;
    qsort(left.at[a_half], left.count, sizeof(uint16_t), compare);
    qsort(right.at[b_half], right.count, sizeof(uint16_t), compare);
    return left.count == right.count &&
           memcmp(left.at[a_half], right.at[b_half], left.count * sizeof(uint16_t)) == 0;
}

/* With the colours exchanged the position is the same for the side to move and for the other side. */
START_TEST(colours_are_alike)
{
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        NnueInput white = input_of("6k1/5ppp/8/3n4/8/2B5/PP3P2/1K6 w - - 0 1", mirrored);
        NnueInput black = input_of("1k6/pp3p2/2b5/8/3N4/8/5PPP/6K1 b - - 0 1", mirrored);
        ck_assert_uint_eq(white.pieces, 10);
        ck_assert_uint_eq(white.count, 17);
        ck_assert(has_same(&white, 0, &black, 0));
        ck_assert(has_same(&white, 1, &black, 1));
        ck_assert(!has_same(&white, 0, &white, 1));
    }
}
END_TEST

static bool has(const NnueInput *input, int half, unsigned index)
{
    for (unsigned i = input->pieces; i < input->count; i++)
        if (input->at[half][i] == index)
            return true;
    return false;
}

/* By hand: after the 768, 80 for attacks on own pieces and king, then 80 for those on the other side's. On a piece: ten times the
 * attacker (pawn 0 to king 5), twice the piece, one more if it is guarded. On a king: 60, four times the attacker, squares less one. */
START_TEST(attacks_are_as_computed_by_hand)
{
    /* The knight attacks the bishop, which a pawn guards. The bishop attacks a pawn, which the king guards: one square at the king. */
    const NnueInput pair = input_of("6k1/5ppp/8/3n4/8/2B5/PP3P2/1K6 w - - 0 1", true);
    ck_assert(has(&pair, 0, 768 + 15) && has(&pair, 1, 768 + 80 + 15));
    ck_assert(has(&pair, 0, 768 + 80 + 21) && has(&pair, 1, 768 + 21));
    ck_assert(has(&pair, 0, 768 + 80 + 68) && has(&pair, 1, 768 + 68));
    /* Queen and rook attack each other, and nobody guards either; the queen also attacks one square at the king. */
    const NnueInput queen = input_of("4k3/8/8/4q3/8/8/8/4R2K b - - 0 1", true);
    ck_assert(has(&queen, 0, 768 + 38) && has(&queen, 1, 768 + 80 + 38));
    ck_assert(has(&queen, 0, 768 + 80 + 46) && has(&queen, 1, 768 + 46));
    ck_assert(has(&queen, 0, 768 + 80 + 76) && has(&queen, 1, 768 + 76));
}
END_TEST

/* By hand: after the attacks, 37 for what else threatens the own side, then 37 for the other side. Checks: twice the type (knight 0 to
 * queen 3), one more for two squares or more; pins: 8 and the type (pawn 0 to queen 4); discoveries 13; weak squares 15, attacked twice
 * 20, less one. */
START_TEST(threats_to_a_king_are_as_computed_by_hand)
{
    /* Nothing but the king guards the pawn that the bishop attacks. */
    const NnueInput pair = input_of("6k1/5ppp/8/3n4/8/2B5/PP3P2/1K6 w - - 0 1", true);
    ck_assert(has(&pair, 0, 768 + 160 + 37 + 15) && has(&pair, 1, 768 + 160 + 15));
    /* The queen is pinned, and the rook can take it with check. It can give check on d5, h5, h8 and e1, and attacks h2. */
    const NnueInput queen = input_of("4k3/8/8/4q3/8/8/8/4R2K b - - 0 1", true);
    ck_assert_uint_eq(queen.count - queen.pieces, 3 + 4);
    ck_assert(has(&queen, 0, 768 + 160 + 12) && has(&queen, 1, 768 + 160 + 37 + 12));
    ck_assert(has(&queen, 0, 768 + 160 + 4) && has(&queen, 1, 768 + 160 + 37 + 4));
    ck_assert(has(&queen, 0, 768 + 160 + 37 + 7) && has(&queen, 1, 768 + 160 + 7));
    ck_assert(has(&queen, 0, 768 + 160 + 37 + 15) && has(&queen, 1, 768 + 160 + 15));
    /* The knight would give check by moving away, and also on d6 and f6. The rook guards it. */
    const NnueInput knight = input_of("4k3/8/8/8/4N3/8/8/K3R3 b - - 0 1", true);
    ck_assert_uint_eq(knight.count - knight.pieces, 2);
    ck_assert(has(&knight, 0, 768 + 160 + 13) && has(&knight, 1, 768 + 160 + 37 + 13));
    ck_assert(has(&knight, 0, 768 + 160 + 1) && has(&knight, 1, 768 + 160 + 37 + 1));
    /* Bishop and knight attack h7, the knight also f7, and only the king guards them: the bishop can take on h7 with check. */
    const NnueInput both = input_of("6k1/5ppp/8/6N1/8/3B4/8/K7 b - - 0 1", true);
    ck_assert(has(&both, 0, 768 + 160 + 16) && has(&both, 0, 768 + 160 + 20));
    ck_assert(has(&both, 0, 768 + 160 + 2) && has(&both, 1, 768 + 160 + 37 + 2));
}
END_TEST

/* By hand: 25 after the other threats to a side, twice the ranks that the enemy's pawn has gone, one more if something stands before it. */
START_TEST(passed_pawns_are_as_counted_by_hand)
{
    /* White's on a2 and b2, Black's on h7. */
    const NnueInput start = input_of("6k1/5ppp/8/3n4/8/2B5/PP3P2/1K6 w - - 0 1", true);
    ck_assert(has(&start, 0, 768 + 160 + 25) && has(&start, 1, 768 + 160 + 37 + 25));
    ck_assert(has(&start, 1, 768 + 160 + 25) && has(&start, 0, 768 + 160 + 37 + 25));
    const NnueInput blocked = input_of("4k3/4n3/4P3/8/8/8/8/4K3 b - - 0 1", true);
    ck_assert(has(&blocked, 0, 768 + 160 + 25 + 9) && has(&blocked, 1, 768 + 160 + 37 + 25 + 9));
}
END_TEST

START_TEST(left_and_right_are_alike_only_when_mirrored)
{
    NnueInput right = input_of("1k6/8/8/8/8/8/P7/6K1 w - - 0 1", true);
    NnueInput left = input_of("6k1/8/8/8/8/8/7P/1K6 w - - 0 1", true);
    ck_assert(has_same(&right, 0, &left, 0) && has_same(&right, 1, &left, 1));
    right = input_of("1k6/8/8/8/8/8/P7/6K1 w - - 0 1", false);
    left = input_of("6k1/8/8/8/8/8/7P/1K6 w - - 0 1", false);
    ck_assert(!has_same(&right, 0, &left, 0) && !has_same(&right, 1, &left, 1));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        indices_are_as_computed_by_hand,     colours_are_alike,
        attacks_are_as_computed_by_hand,     threats_to_a_king_are_as_computed_by_hand,
        passed_pawns_are_as_counted_by_hand, left_and_right_are_alike_only_when_mirrored,
    };
    return run_tests("nnue_input", tests, COUNT(tests));
}
