#include "movegen.h"

#include "chess_rig.h"
#include "generator.h"

START_TEST(captures_and_quiets_together_are_all_moves)
{
    uint64_t state = 31;
    for (int game = 0; game < 60; game++) {
        Position pos;
        position_start960(&pos, game * 16 % CHESS960_POSITIONS);
        Move move;
        do {
            Moves all, captures, quiets;
            movegen_legal(&pos, &all);
            movegen_captures(&pos, &captures);
            movegen_quiets(&pos, &quiets);
            ck_assert_int_eq(all.count, captures.count + quiets.count);
            for (int i = 0; i < captures.count; i++) {
                HOLDS(moves_have(&all, captures.at[i]), "not among all");
                HOLDS(position_captured(&pos, captures.at[i]) != NO_PIECE_TYPE ||
                          move_is_promotion(captures.at[i]),
                      "takes nothing");
            }
            for (int i = 0; i < quiets.count; i++) {
                HOLDS(moves_have(&all, quiets.at[i]), "not among all");
                HOLDS(position_captured(&pos, quiets.at[i]) == NO_PIECE_TYPE &&
                          !move_is_promotion(quiets.at[i]),
                      "takes");
            }
            ck_assert_int_eq(movegen_count(&pos), all.count);
            ck_assert_int_eq(movegen_any(&pos), all.count > 0);
        } while (pos.fullmove < 80 && random_move(&pos, &state, &move));
    }
}
END_TEST

START_TEST(no_move_is_generated_twice)
{
    Position pos =
        position_from("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1");
    Moves moves;
    movegen_legal(&pos, &moves);
    for (int i = 0; i < moves.count; i++)
        for (int j = 0; j < i; j++)
            ck_assert_int_ne(moves.at[i], moves.at[j]);
}
END_TEST

/* Counts by hand or from the literature. */
START_TEST(known_positions_have_their_number_of_moves)
{
    static const struct {
        const char *fen;
        int moves;
    } rows[] = {
        {START_FEN, 20},
        {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218}, /* Petrovic 1964: the most */
        {"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", 0}, /* fool's mate */
        {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0},                                /* stalemate */
        {"4k3/8/8/8/1B6/5n2/4r3/4K3 w - - 0 1", 3}, /* double check: the king alone moves */
        {"4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1", 4},   /* a pinned bishop stays */
        {"4k3/8/8/8/7b/8/5P2/4K3 w - - 0 1", 4},    /* a pinned pawn stays */
        {"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", 6},   /* en passant would bare the king */
        {"8/8/8/4k3/3Pp3/8/8/3K4 b - d3 0 1", 8}, /* the checking pawn may be captured en passant */
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        Position pos = position_from(rows[i].fen);
        Moves moves;
        movegen_legal(&pos, &moves);
        ck_assert_msg(moves.count == rows[i].moves, "%s: %d", rows[i].fen, moves.count);
        ck_assert_int_eq(movegen_count(&pos), rows[i].moves);
        ck_assert_int_eq(generator_count_base(&pos), rows[i].moves);
    }
}
END_TEST

/* FIDE 3.8.2 and guideline II of Chess960, each condition by itself. */
START_TEST(castling_is_possible_when_the_laws_allow_it)
{
    static const struct {
        const char *fen, *uci;
        bool legal;
    } rows[] = {
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", true},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1h1", false},   /* the right is lost */
        {"4k3/8/8/8/8/8/8/4KN1R w K - 0 1", "e1h1", false},  /* a piece between */
        {"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", false},  /* the king would cross */
        {"4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", false}, /* the king would arrive */
        {"4k2r/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", true},   /* the rook may be attacked */
        {"1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", true},  /* the rook may cross */
        {"4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", "e1h1", false}, /* out of check */
        {"4k3/8/8/8/8/8/8/1N2K2R w K - 0 1", "e1h1", true},
        {"4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1a1", false},  /* the rook's path */
        {"4k3/8/8/8/8/8/8/qRK5 w B - 0 1", "c1b1", false},   /* Chess960: the rook uncovers */
        {"4k3/8/8/8/8/8/8/1RK1q3 w B - 0 1", "c1b1", false}, /* in check */
        {"4k3/8/8/8/8/8/8/1RKN4 w B - 0 1", "c1b1", false},  /* the rook's square is taken */
        {"1r2k3/8/8/8/8/8/8/1K4R1 w G - 0 1", "b1g1", false},
        {"4k3/8/8/8/8/8/8/1K4R1 w G - 0 1", "b1g1", true}, /* a long way */
        {"3rk3/8/8/8/8/8/8/1K4R1 w G - 0 1", "b1g1", false},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        Position pos = position_from(rows[i].fen);
        Square king = square_of(rows[i].uci[0] - 'a', 0), rook = square_of(rows[i].uci[2] - 'a', 0);
        Move castling = move_of(king, rook, MOVE_CASTLE);
        Moves moves;
        movegen_legal(&pos, &moves);
        ck_assert_msg(moves_have(&moves, castling) == rows[i].legal, "%s", rows[i].fen);
        ck_assert_int_eq(position_is_legal(&pos, castling), rows[i].legal);
    }
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        captures_and_quiets_together_are_all_moves,
        no_move_is_generated_twice,
        known_positions_have_their_number_of_moves,
        castling_is_possible_when_the_laws_allow_it,
    };
    return run_tests("movegen", tests, COUNT(tests));
}
