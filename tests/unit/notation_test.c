#include "notation.h"

#include "chess_rig.h"

typedef struct {
    const char *fen, *text;
    NotationError error;
    const char *uci; /* the move meant, when there is one */
} Row;

static const Row uci_rows[] = {
    {START_FEN, "e2e4", NOTATION_OK, "e2e4"},
    {START_FEN, "", NOTATION_SYNTAX, NULL},
    {START_FEN, "e2e", NOTATION_SYNTAX, NULL},
    {START_FEN, "e2e4e5", NOTATION_SYNTAX, NULL},
    {START_FEN, "i2i4", NOTATION_SYNTAX, NULL},
    {START_FEN, "e0e4", NOTATION_SYNTAX, NULL},
    {START_FEN, "E2E4", NOTATION_SYNTAX, NULL},
    {START_FEN, "0000", NOTATION_SYNTAX, NULL},
    {START_FEN, "e2e4k", NOTATION_SYNTAX, NULL},
    {START_FEN, "e2e4Q", NOTATION_SYNTAX, NULL},
    {START_FEN, "e3e4", NOTATION_NO_SUCH_PIECE, NULL},
    {START_FEN, "e7e5", NOTATION_NO_SUCH_PIECE, NULL},
    {START_FEN, "e2e5", NOTATION_CANNOT_REACH, NULL},
    {START_FEN, "e1e2", NOTATION_CANNOT_REACH, NULL},
    {START_FEN, "e2d3", NOTATION_CANNOT_REACH, NULL},
    {START_FEN, "e2e4q", NOTATION_NO_PROMOTION, NULL},
    {START_FEN, "e1g1", NOTATION_CASTLING_BLOCKED, NULL},
    {"4k3/8/8/8/7b/8/5P2/4K3 w - - 0 1", "f2f3", NOTATION_LEAVES_KING_IN_CHECK, NULL},
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", NOTATION_PROMOTION_MISSING, NULL},
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8r", NOTATION_OK, "a7a8r"},
    {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", NOTATION_OK, "e1g1"},
    {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", NOTATION_OK, "e1g1"},
    {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", NOTATION_NO_CASTLING_RIGHT, NULL},
    {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1c1", NOTATION_NO_CASTLING_RIGHT, NULL},
    {"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", NOTATION_CASTLING_THROUGH_CHECK, NULL},
    {"4k3/8/8/8/8/8/8/1K4R1 w G - 0 1", "b1g1", NOTATION_OK, "b1g1"},
    {"4k3/8/8/8/8/8/8/1K4R1 w G - 0 1", "b1c1", NOTATION_OK, "b1c1"},
    {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e4d3", NOTATION_OK, "e4d3"},
};

static const Row san_rows[] = {
    {START_FEN, "e4", NOTATION_OK, "e2e4"},
    {START_FEN, "Nf3", NOTATION_OK, "g1f3"},
    {START_FEN, "Ng1f3!?", NOTATION_OK, "g1f3"},
    {START_FEN, "Ng1-f3", NOTATION_OK, "g1f3"},
    {START_FEN, "e2-e4", NOTATION_OK, "e2e4"},
    {START_FEN, "e2e4", NOTATION_OK, "e2e4"},
    {START_FEN, "Pe4", NOTATION_OK, "e2e4"},
    {START_FEN, "e3+", NOTATION_OK, "e2e3"}, /* a wrong mark is no reason */
    {START_FEN, "", NOTATION_SYNTAX, NULL},
    {START_FEN, "+", NOTATION_SYNTAX, NULL},
    {START_FEN, "e", NOTATION_SYNTAX, NULL},
    {START_FEN, "e9", NOTATION_SYNTAX, NULL},
    {START_FEN, "Xe4", NOTATION_SYNTAX, NULL},
    {START_FEN, "Nf3f3f3", NOTATION_SYNTAX, NULL},
    {START_FEN, "N", NOTATION_SYNTAX, NULL},
    {START_FEN, "N=Q", NOTATION_SYNTAX, NULL},
    {START_FEN, "O-", NOTATION_SYNTAX, NULL},
    {START_FEN, "O-O-O-O", NOTATION_SYNTAX, NULL},
    {START_FEN, "Ne5", NOTATION_CANNOT_REACH, NULL},
    {START_FEN, "Ncd2", NOTATION_NO_SUCH_PIECE, NULL},
    {START_FEN, "e5", NOTATION_CANNOT_REACH, NULL},
    {START_FEN, "exd3", NOTATION_NOTHING_TO_CAPTURE, NULL},
    {START_FEN, "Nxf3", NOTATION_NOTHING_TO_CAPTURE, NULL},
    {START_FEN, "e4=Q", NOTATION_NO_PROMOTION, NULL},
    {START_FEN, "Nf3=Q", NOTATION_NO_PROMOTION, NULL},
    {START_FEN, "O-O", NOTATION_CASTLING_BLOCKED, NULL},
    {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", NOTATION_OK, "e1g1"},
    {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0-0", NOTATION_OK, "e1c1"},
    {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O+", NOTATION_OK, "e1c1"},
    {"4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "O-O-O", NOTATION_NO_CASTLING_RIGHT, NULL},
    {"4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", NOTATION_CASTLING_THROUGH_CHECK, NULL},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", NOTATION_OK, "e4d5"},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "ed5", NOTATION_OK, "e4d5"},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e:d5", NOTATION_OK, "e4d5"},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", NOTATION_CANNOT_REACH, NULL},
    {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "exd3 e.p.", NOTATION_OK, "e4d3"},
    {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "exd3e.p.", NOTATION_OK, "e4d3"},
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", NOTATION_PROMOTION_MISSING, NULL},
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=N", NOTATION_OK, "a7a8n"},
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8Q+", NOTATION_OK, "a7a8q"},
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8(R)", NOTATION_OK, "a7a8r"},
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8/B", NOTATION_OK, "a7a8b"},
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=K", NOTATION_SYNTAX, NULL},
    {"4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "Rd1", NOTATION_AMBIGUOUS, NULL},
    {"4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "Rad1", NOTATION_OK, "a1d1"},
    {"4k3/8/8/3R4/8/8/8/3R2K1 w - - 0 1", "R1d3", NOTATION_OK, "d1d3"},
    {"4k3/8/8/3R4/8/8/8/3R2K1 w - - 0 1", "Rdd3", NOTATION_AMBIGUOUS, NULL},
    {"k7/8/8/8/3Q1Q2/8/8/K2Q4 w - - 0 1", "Qd4d2", NOTATION_OK, "d4d2"},
    {"4r2k/8/8/8/8/2N5/4N3/4K3 w - - 0 1", "Nd5", NOTATION_OK, "c3d5"},
    {"4r2k/8/8/8/8/2N5/4N3/4K3 w - - 0 1", "Nd4", NOTATION_LEAVES_KING_IN_CHECK, NULL},
    {"4r2k/8/8/8/8/6N1/4N3/4K3 w - - 0 1", "Nf4", NOTATION_LEAVES_KING_IN_CHECK, NULL},
};

typedef NotationError (*Parser)(const Position *, const char *, size_t, Move *);

static void check_rows(const Row *rows, size_t count, Parser parse)
{
    for (size_t i = 0; i < count; i++) {
        Position pos = position_from(rows[i].fen);
        Move move = 77;
        NotationError error = parse(&pos, rows[i].text, strlen(rows[i].text), &move);
        ck_assert_msg(error == rows[i].error, "%s in %s: %s", rows[i].text, rows[i].fen,
                      notation_error_text(error));
        if (error) {
            ck_assert_int_eq(move, MOVE_NONE);
            continue;
        }
        char uci[UCI_MAX];
        uci_print(&pos, move, uci);
        ck_assert_str_eq(uci, rows[i].uci);
    }
}

START_TEST(uci_is_read_or_refused_by_name)
{
    check_rows(uci_rows, COUNT(uci_rows), uci_parse);
}
END_TEST

START_TEST(san_is_read_or_refused_by_name)
{
    check_rows(san_rows, COUNT(san_rows), san_parse);
}
END_TEST

START_TEST(every_reason_is_shown_and_has_a_text)
{
    for (int error = NOTATION_OK; error < NOTATION_ERROR_COUNT; error++) {
        bool shown = false;
        for (size_t i = 0; i < COUNT(san_rows); i++)
            shown |= san_rows[i].error == (NotationError)error;
        ck_assert_msg(shown, "no row for: %s", notation_error_text((NotationError)error));
        ck_assert_int_gt(strlen(notation_error_text((NotationError)error)), 10);
    }
    ck_assert_str_eq(notation_error_text(NOTATION_ERROR_COUNT), "unknown");
}
END_TEST

START_TEST(castling_is_written_as_the_position_requires)
{
    Position pos = position_from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    Move move = move_of(SQ_E1, SQ_A1, MOVE_CASTLE);
    char uci[UCI_MAX];
    ck_assert_uint_eq(uci_print(&pos, move, uci), 4);
    ck_assert_str_eq(uci, "e1c1");
    pos.chess960 = true;
    uci_print(&pos, move, uci);
    ck_assert_str_eq(uci, "e1a1");
    ck_assert_uint_eq(uci_print(&pos, MOVE_NONE, uci), 4);
    ck_assert_str_eq(uci, "0000");
}
END_TEST

/* PGN 8.2.3.4, and the marks of check and mate. */
START_TEST(san_is_as_short_as_the_standard_says)
{
    static const struct {
        const char *fen, *uci, *san;
    } rows[] = {
        {START_FEN, "g1f3", "Nf3"},
        {"4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "a1d1", "Rad1"},
        {"4k3/8/8/3R4/8/8/8/3R2K1 w - - 0 1", "d1d3", "R1d3"},
        {"k7/8/8/8/3Q1Q2/8/8/K2Q4 w - - 0 1", "d4d2", "Qd4d2"},
        {"k7/8/8/8/3Q1Q2/8/8/K2Q4 w - - 0 1", "f4d2", "Qfd2"},
        {"k7/8/8/8/3Q1Q2/8/8/K2Q4 w - - 0 1", "d1d2", "Q1d2"},
        {"4r2k/8/8/8/8/2N5/4N3/4K3 w - - 0 1", "c3d5", "Nd5"},
        {"4r2k/8/8/8/8/2N5/4N3/4K3 w - - 0 1", "c3b1", "Nb1"}, /* the other one is pinned */
        {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
        {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e4d3", "exd3"},
        {"3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"},
        {"7k/P7/6K1/8/8/8/8/8 w - - 0 1", "a7a8q", "a8=Q#"},
        {"7k/P7/6K1/8/8/8/8/8 w - - 0 1", "a7a8n", "a8=N"},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"},
        {"3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O+"},
        {"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", "Qh4#"},
        {"4k3/8/8/8/8/8/8/1K4R1 w G - 0 1", "b1g1", "O-O"},
        {"6k1/5ppp/8/8/8/1Q6/Q7/Q2R1K2 w - - 0 1", "a1b1", "Q1b1"},
        {"5k2/8/8/8/Q1Q5/8/2p5/Q1K5 w - - 0 1", "a4c2", "Qaxc2"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        Position pos = position_from(rows[i].fen);
        char san[SAN_MAX];
        size_t length = san_print(&pos, move_from_uci(&pos, rows[i].uci), san);
        ck_assert_str_eq(san, rows[i].san);
        ck_assert_uint_eq(length, strlen(san));
    }
}
END_TEST

START_TEST(the_longest_san_fits)
{
    Position pos = position_from("7k/8/8/8/8/Q7/1n6/Q1Q4K w - - 0 1");
    char san[SAN_MAX];
    ck_assert_uint_eq(san_print(&pos, move_from_uci(&pos, "a1b2"), san), SAN_MAX - 1);
    ck_assert_str_eq(san, "Qa1xb2+");
}
END_TEST

START_TEST(san_and_uci_come_back_as_the_same_move)
{
    uint64_t state = 5;
    for (int game = 0; game < 100; game++) {
        Position pos;
        position_start960(&pos, game * 9 % CHESS960_POSITIONS);
        Move move;
        do {
            Moves moves;
            movegen_legal(&pos, &moves);
            for (int i = 0; i < moves.count; i++) {
                char san[SAN_MAX], uci[UCI_MAX], fen[FEN_MAX];
                Move from_san, from_uci;
                size_t san_length = san_print(&pos, moves.at[i], san);
                size_t uci_length = uci_print(&pos, moves.at[i], uci);
                fen_print(&pos, fen);
                HOLDS(!san_parse(&pos, san, san_length, &from_san) && from_san == moves.at[i],
                      "%s: %s", fen, san);
                HOLDS(!uci_parse(&pos, uci, uci_length, &from_uci) && from_uci == moves.at[i],
                      "%s: %s", fen, uci);
            }
        } while (pos.fullmove < 60 && random_move(&pos, &state, &move));
    }
}
END_TEST

START_TEST(syntax_alone_needs_no_position)
{
    San san;
    ck_assert_int_eq(san_parse_syntax("Qa1xb2#", 7, &san), NOTATION_OK);
    ck_assert_int_eq(san.piece, QUEEN);
    ck_assert_int_eq(san.from_file, 0);
    ck_assert_int_eq(san.from_rank, 0);
    ck_assert_int_eq(san.to, SQ_B2);
    ck_assert(san.capture && !san.castling);
    ck_assert_int_eq(san_parse_syntax("bxa8=N", 6, &san), NOTATION_OK);
    ck_assert_int_eq(san.piece, PAWN);
    ck_assert_int_eq(san.from_file, 1);
    ck_assert_int_eq(san.from_rank, -1);
    ck_assert_int_eq(san.promotion, KNIGHT);
    ck_assert_int_eq(san_parse_syntax("O-O-O", 5, &san), NOTATION_OK);
    ck_assert(san.castling && san.side == QUEEN_SIDE);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        uci_is_read_or_refused_by_name,         san_is_read_or_refused_by_name,
        every_reason_is_shown_and_has_a_text,   castling_is_written_as_the_position_requires,
        san_is_as_short_as_the_standard_says,   the_longest_san_fits,
        san_and_uci_come_back_as_the_same_move, syntax_alone_needs_no_position,
    };
    return run_tests("notation", tests, COUNT(tests));
}
