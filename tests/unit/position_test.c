#include "position.h"

#include "chess_rig.h"

enum { GAMES = 300, PLIES = 120 };

static void check_key(const Position *pos, const char *after)
{
    HOLDS(pos->key == position_hash_from_scratch(pos), "after %s", after);
}

START_TEST(the_updated_key_is_the_key_from_scratch)
{
    uint64_t state = 2026;
    for (int game = 0; game < GAMES; game++) {
        Position pos;
        if (game % 2)
            position_start(&pos);
        else
            position_start960(&pos, game % CHESS960_POSITIONS);
        Move move;
        for (int ply = 0; ply < PLIES && random_move(&pos, &state, &move); ply++) {
            char uci[UCI_MAX];
            uci_print(&pos, move, uci);
            check_key(&pos, uci);
        }
    }
}
END_TEST

START_TEST(a_null_move_passes_and_keeps_the_key)
{
    Position pos = position_from("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 7");
    ck_assert_int_eq(pos.ep, SQ_D3);
    position_play_null(&pos);
    ck_assert_int_eq(pos.turn, WHITE);
    ck_assert_int_eq(pos.ep, SQ_NONE);
    ck_assert_int_eq(pos.fullmove, 8);
    check_key(&pos, "null");
}
END_TEST

/* Scharnagl's table: 0, 518 and 959 are published, 692 and 534 from the same list. */
START_TEST(numbered_arrays_are_scharnagls)
{
    static const struct {
        int number;
        const char *fen;
    } rows[] = {
        {0, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"},
        {518, START_FEN},
        {959, "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1"},
        {534, "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        Position pos;
        char fen[FEN_MAX];
        position_start960(&pos, rows[i].number);
        fen_print(&pos, fen);
        ck_assert_str_eq(fen, rows[i].fen);
        ck_assert(pos.chess960);
    }
}
END_TEST

START_TEST(all_arrays_differ_and_have_the_king_between_rooks)
{
    static Bitboard seen[CHESS960_POSITIONS][3];
    for (int number = 0; number < CHESS960_POSITIONS; number++) {
        Position pos;
        position_start960(&pos, number);
        check_key(&pos, "start");
        ck_assert_int_ne(position_castling_rook(&pos, WHITE, KING_SIDE), SQ_NONE);
        ck_assert_int_ne(position_castling_rook(&pos, BLACK, QUEEN_SIDE), SQ_NONE);
        Bitboard bishops = position_pieces(&pos, WHITE, BISHOP);
        ck_assert_int_eq((int)(bit_first(bishops) + bit_last(bishops)) % 2, 1);
        memcpy(seen[number], pos.plane, sizeof seen[number]);
        for (int other = 0; other < number; other++)
            HOLDS(memcmp(seen[other], seen[number], sizeof seen[number]) != 0, "%d and %d", other,
                  number);
    }
}
END_TEST

START_TEST(accessors_agree_with_each_other)
{
    Position pos = position_from(KIWIPETE);
    for (Square s = SQ_A1; s <= SQ_H8; s++) {
        Piece piece = position_piece_on(&pos, s);
        ck_assert_int_eq(position_type_on(&pos, s), piece_type(piece));
        ck_assert((position_by_type(&pos, piece_type(piece)) & bit(s)) != 0);
        if (piece == NO_PIECE)
            ck_assert(!(position_occupied(&pos) & bit(s)));
        else
            ck_assert(position_pieces(&pos, piece_color(piece), piece_type(piece)) & bit(s));
    }
    ck_assert_int_eq(position_piece_on(&pos, SQ_E8), B_KING);
    ck_assert_int_eq(position_piece_on(&pos, SQ_F3), W_QUEEN);
    ck_assert_int_eq(position_king(&pos, WHITE), SQ_E1);
    ck_assert_int_eq(position_castling_rook(&pos, WHITE, QUEEN_SIDE), SQ_A1);
    ck_assert_int_eq(position_castling_rook(&pos, BLACK, KING_SIDE), SQ_H8);
    ck_assert_uint_eq(position_by_color(&pos, WHITE) ^ position_by_color(&pos, BLACK),
                      position_occupied(&pos));
}
END_TEST

typedef struct {
    const char *fen, *uci, *after;
} Played;

/* Each row is one way in which a move changes more than two squares or a right. */
START_TEST(moves_change_what_the_laws_say)
{
    static const Played rows[] = {
        {START_FEN, "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
        {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 3 9", "e2e4", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 9"},
        {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 9", "d4e3", "4k3/8/8/8/8/4p3/8/4K3 w - - 0 10"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 5 9"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9", "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 5 9"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 4 9", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 5 10"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9", "e1e2", "r3k2r/8/8/8/8/8/4K3/R6R b kq - 5 9"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9", "a1b1", "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 5 9"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9", "h1h8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 9"},
        {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "1Q2k3/8/8/8/8/8/8/4K3 b - - 0 1"},
        {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "Nn2k3/8/8/8/8/8/8/4K3 b - - 0 1"},
        /* Chess960: king and rook change places, only the rook moves, only the king moves. */
        {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
        {"4k3/8/8/8/8/8/8/R1K5 w A - 0 1", "c1a1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
        {"4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        Position pos = position_from(rows[i].fen);
        char fen[FEN_MAX];
        position_play(&pos, move_from_uci(&pos, rows[i].uci));
        fen_print(&pos, fen);
        ck_assert_str_eq(fen, rows[i].after);
        check_key(&pos, rows[i].uci);
    }
}
END_TEST

/* FIDE 9.2.3.1: en passant makes a difference only when a pawn can really capture. */
START_TEST(en_passant_is_noted_only_while_it_is_legal)
{
    static const struct {
        const char *fen, *uci;
        Square ep;
    } rows[] = {
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", SQ_NONE},    /* nobody beside */
        {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", SQ_E3},    /* can capture */
        {"8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", SQ_NONE},  /* both leave the rank */
        {"3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4", SQ_NONE}, /* pinned on the file */
        {"8/8/8/8/3pkp2/8/4P3/4K3 w - - 0 1", "e2e3", SQ_NONE},  /* one step */
        {"6k1/8/8/3p4/3p4/8/B3P3/4K3 w - - 0 1", "e2e4", SQ_E3}, /* pin on another line */
        {"4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1", "e7e5", SQ_E6},
        {"8/8/8/1k6/3p4/8/4P3/4KB2 w - - 0 1", "e2e4",
         SQ_NONE}, /* uncovers the bishop: check remains */
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        Position pos = position_from(rows[i].fen);
        position_play(&pos, move_from_uci(&pos, rows[i].uci));
        ck_assert_msg(pos.ep == rows[i].ep, "%s", rows[i].fen);
        check_key(&pos, rows[i].fen);
    }
}
END_TEST

START_TEST(equality_includes_turn_castling_and_en_passant)
{
    static const char *const rows[] = {
        "4k2r/8/8/8/3pP3/8/8/R3K3 b Qk e3 0 1", "4k2r/8/8/8/3pP3/8/8/R3K3 b Qk - 0 1",
        "4k2r/8/8/8/3pP3/8/8/R3K3 w Qk - 0 1",  "4k2r/8/8/8/3pP3/8/8/R3K3 b Q - 0 1",
        "4k2r/8/8/8/3pP3/8/8/R3K3 b k - 0 1",   "4k2r/8/8/8/3pP3/8/8/RB2K3 b Qk - 0 1",
        "4k2r/8/8/8/3pP3/8/8/Rb2K3 b Qk - 0 1", "4k2r/8/8/8/3pP3/8/8/Rn2K3 b Qk - 0 1",
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        for (size_t j = 0; j < COUNT(rows); j++) {
            Position a = position_from(rows[i]), b = position_from(rows[j]);
            ck_assert_msg(position_equal_for_repetition(&a, &b) == (i == j), "%s and %s", rows[i],
                          rows[j]);
            ck_assert_int_eq(a.key == b.key, i == j);
        }
    }
    Position a = position_from("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), b = a;
    b.halfmove = 40;
    b.fullmove = 60;
    b.chess960 = true;
    ck_assert(position_equal_for_repetition(&a, &b));
}
END_TEST

START_TEST(attackers_come_from_both_sides_and_through_removed_pieces)
{
    Position pos = position_from("4k3/8/4r3/3p4/4P3/2N5/4R3/4RK2 w - - 0 1");
    Bitboard all = position_occupied(&pos);
    ck_assert_uint_eq(position_attackers_to(&pos, SQ_E4, all),
                      bit(SQ_E6) | bit(SQ_D5) | bit(SQ_C3) | bit(SQ_E2));
    ck_assert_uint_eq(position_attackers_to(&pos, SQ_E4, all ^ bit(SQ_E2)),
                      bit(SQ_E6) | bit(SQ_D5) | bit(SQ_C3) | bit(SQ_E2) | bit(SQ_E1));
    ck_assert(!position_is_check(&pos));
    pos = position_from("4k3/8/8/8/7b/2n5/8/4K3 w - - 0 1");
    ck_assert_uint_eq(position_checkers(&pos), bit(SQ_H4));
}
END_TEST

START_TEST(a_move_gives_check_when_the_next_side_is_in_check)
{
    static const char *const fens[] = {
        KIWIPETE,
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "5k2/8/8/8/8/8/8/4K2R w K - 0 1", /* castling checks with the rook */
        "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "8/2P1k3/8/8/8/8/8/4K3 w - - 0 1",    /* promotion */
        "8/8/8/1k1pP2R/8/8/8/4K3 w - d6 0 1", /* en passant opens the rank */
        "k6q/8/8/3pP3/8/8/8/B3K2B w - d6 0 1",
        "8/8/2k5/8/4N3/8/6B1/4K3 w - - 0 1", /* discovered */
        "4k3/8/8/8/8/8/8/2RK3R w HC - 0 1",
    };
    uint64_t state = 99;
    for (size_t i = 0; i < COUNT(fens); i++) {
        Position pos = position_from(fens[i]);
        for (int ply = 0; ply < 60; ply++) {
            Moves moves;
            movegen_legal(&pos, &moves);
            for (int j = 0; j < moves.count; j++) {
                Position next = pos;
                position_play(&next, moves.at[j]);
                char fen[FEN_MAX], uci[UCI_MAX];
                fen_print(&pos, fen);
                uci_print(&pos, moves.at[j], uci);
                ck_assert_msg(position_gives_check(&pos, moves.at[j]) == position_is_check(&next),
                              "%s %s", fen, uci);
            }
            Move move;
            if (!random_move(&pos, &state, &move))
                break;
        }
    }
}
END_TEST

/* All 65,536 values, so that a hash table or a journal may supply anything. */
START_TEST(one_move_is_legal_exactly_when_it_is_generated)
{
    static const char *const fens[] = {
        START_FEN,
        KIWIPETE,
        "8/8/8/1k1pP2R/8/8/8/4K3 w - d6 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "r3k2r/8/8/8/4q3/8/8/R3K2R w KQkq - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "8/8/8/8/8/8/6k1/4K2R w K - 0 1",
        "4k3/8/8/8/8/8/8/q1RK3R w HC - 0 1",
        "3k4/3r4/8/8/8/3B4/3K4/3n4 w - - 0 1",
    };
    uint64_t state = 4;
    for (size_t i = 0; i < COUNT(fens); i++) {
        Position pos = position_from(fens[i]);
        for (int ply = 0; ply < 12; ply++) {
            Moves moves;
            movegen_legal(&pos, &moves);
            int legal = 0;
            for (unsigned value = 0; value < 0x10000; value++)
                if (position_is_legal(&pos, (Move)value)) {
                    legal++;
                    HOLDS(moves_have(&moves, (Move)value), "%s: %04x", fens[i], value);
                }
            ck_assert_int_eq(legal, moves.count);
            Move move;
            if (!random_move(&pos, &state, &move))
                break;
        }
    }
}
END_TEST

START_TEST(what_is_captured_is_named)
{
    Position pos = position_from("r3k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1");
    ck_assert_int_eq(position_captured(&pos, move_from_uci(&pos, "a1a8")), ROOK);
    ck_assert_int_eq(position_captured(&pos, move_from_uci(&pos, "e5d6")), PAWN);
    ck_assert_int_eq(position_captured(&pos, move_from_uci(&pos, "e1g1")), NO_PIECE_TYPE);
    ck_assert_int_eq(position_captured(&pos, move_from_uci(&pos, "e5e6")), NO_PIECE_TYPE);
}
END_TEST

START_TEST(a_position_is_one_cache_line)
{
    ck_assert_uint_eq(sizeof(Position), 64);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        the_updated_key_is_the_key_from_scratch,
        a_null_move_passes_and_keeps_the_key,
        numbered_arrays_are_scharnagls,
        all_arrays_differ_and_have_the_king_between_rooks,
        accessors_agree_with_each_other,
        moves_change_what_the_laws_say,
        en_passant_is_noted_only_while_it_is_legal,
        equality_includes_turn_castling_and_en_passant,
        attackers_come_from_both_sides_and_through_removed_pieces,
        a_move_gives_check_when_the_next_side_is_in_check,
        one_move_is_legal_exactly_when_it_is_generated,
        what_is_captured_is_named,
        a_position_is_one_cache_line,
    };
    return run_tests("position", tests, COUNT(tests));
}
