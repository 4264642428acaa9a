#include "outcome.h"

#include "chess_rig.h"

START_TEST(positions_end_as_the_laws_say)
{
    static const struct {
        const char *fen;
        Outcome outcome;
    } rows[] = {
        {START_FEN, OUTCOME_NONE},
        {"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", OUTCOME_CHECKMATE},
        {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", OUTCOME_STALEMATE},
        {"7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", OUTCOME_NONE},
        {"7k/6Q1/6K1/8/8/8/8/8 b - - 150 90", OUTCOME_CHECKMATE}, /* mate comes first (9.6.2) */
        {"7k/8/6K1/8/8/8/8/5Q2 b - - 149 90", OUTCOME_NONE},
        {"7k/8/6K1/8/8/8/8/5Q2 b - - 150 90", OUTCOME_SEVENTYFIVE},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", OUTCOME_INSUFFICIENT},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        Position pos = position_from(rows[i].fen);
        ck_assert_msg(outcome_of(&pos) == rows[i].outcome, "%s: %s", rows[i].fen,
                      outcome_text(outcome_of(&pos)));
    }
}
END_TEST

/* Each least material that can mate is shown by a mate below; that no other can, by going through
 * all placements. */
START_TEST(which_side_can_mate_with_help_is_known_by_material)
{
    static const struct {
        const char *fen;
        bool white, black;
    } rows[] = {
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", false, false},
        {"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", false, false},
        {"4k3/8/8/8/8/8/8/4KB2 w - - 0 1", false, false},
        {"4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", true, false},
        {"4k3/8/8/8/8/8/8/3BKN2 w - - 0 1", true, false},
        {"4k3/8/8/8/8/8/8/3BKB2 w - - 0 1", false, false}, /* both on light squares */
        {"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", true, false},
        {"4k3/8/8/8/8/8/8/4KR2 w - - 0 1", true, false},
        {"4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", true, false},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true, false},
        {"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", false, false}, /* bishops on dark squares only */
        {"2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", true, true},  /* on both */
        {"4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", true, true},
        {"4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", true, true},
        {"4kr2/8/8/8/8/8/8/4KN2 w - - 0 1", true, true},
        {"4kr2/8/8/8/8/8/8/4KB2 w - - 0 1", false, true},
        {"4kq2/8/8/8/8/8/8/3NK3 w - - 0 1", false, true},
        {"4kqq1/p7/8/8/8/8/8/3NK3 w - - 0 1", true, true},
        {"4kqq1/8/8/8/8/8/8/3NK3 w - - 0 1", false, true},
        {"4k3/8/8/3q4/8/8/8/4KB2 w - - 0 1", false, true},
        {"4k3/p7/8/8/8/8/8/4KB2 w - - 0 1", true, true},
        {"4k3/p7/8/8/8/8/8/4KN2 w - - 0 1", true, true},
        {"4k3/p7/8/8/8/8/8/4K3 w - - 0 1", false, true},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        Position pos = position_from(rows[i].fen);
        ck_assert_msg(outcome_can_mate(&pos, WHITE) == rows[i].white, "white in %s", rows[i].fen);
        ck_assert_msg(outcome_can_mate(&pos, BLACK) == rows[i].black, "black in %s", rows[i].fen);
        ck_assert_int_eq(outcome_is_dead(&pos), !rows[i].white && !rows[i].black);
        ck_assert_int_eq(outcome_is_bare(&pos), !rows[i].white && !rows[i].black);
    }
}
END_TEST

/* The least material that can mate, each with a mate that shows it. */
START_TEST(each_least_mating_material_has_a_mate)
{
    static const char *const mates[] = {
        "k1Q5/8/1K6/8/8/8/8/8 b - - 0 1",  "k1R5/8/1K6/8/8/8/8/8 b - - 0 1",
        "k7/8/KNN5/8/8/8/8/8 b - - 0 1",   "k7/8/KN1B4/8/8/8/8/8 b - - 0 1",
        "k7/2B5/K1B5/8/8/8/8/8 b - - 0 1", "kb6/8/1KB5/8/8/8/8/8 b - - 0 1",
        "kn6/1B6/1K6/8/8/8/8/8 b - - 0 1", "kn6/2N5/1K6/8/8/8/8/8 b - - 0 1",
        "kr6/2N5/K7/8/8/8/8/8 b - - 0 1",  "kb6/8/KN6/8/8/8/8/8 b - - 0 1",
        "8/8/8/8/8/1N6/p7/k1K5 b - - 0 1", "8/8/8/4B3/8/8/p1K5/k7 b - - 0 1",
    };
    for (size_t i = 0; i < COUNT(mates); i++) {
        Position pos = position_from(mates[i]);
        ck_assert_msg(outcome_of(&pos) == OUTCOME_CHECKMATE, "%s", mates[i]);
        ck_assert_msg(outcome_can_mate(&pos, WHITE), "%s", mates[i]);
    }
}
END_TEST

static bool read_board(const char board[64], Position *pos)
{
    char fen[FEN_MAX];
    int length = 0;
    for (int rank = 7; rank >= 0; rank--) {
        for (int file = 0; file < 8; file++)
            fen[length++] = board[square_of(file, rank)] ? board[square_of(file, rank)] : '1';
        fen[length++] = rank ? '/' : ' ';
    }
    fen[length++] = 'b';
    return fen_parse(fen, (size_t)length, pos, NULL) == FEN_OK;
}

static bool is_mate(Square k, Square K, Square w, char white, Square b, char black)
{
    char board[64] = {0};
    board[k] = 'k';
    board[K] = 'K';
    board[w] = white;
    board[b] = black;
    Position pos;
    return read_board(board, &pos) && outcome_of(&pos) == OUTCOME_CHECKMATE;
}

/* How many mates of the black king there are with these two pieces: all placements in which the white
 * one gives check, the black king's up to symmetries of the board (with a sanitizer, which is slow, those in and beside a corner). */
static long mates_of(PieceType type, char white, char black)
{
    long mates = 0;
    for (Square k = SQ_A1; k <= (SANITIZED ? SQ_B2 : SQ_D4); k++) {
        if (square_file(k) > (SANITIZED ? 1 : 3) || square_rank(k) > square_file(k))
            continue;
        for (Square K = SQ_A1; K <= SQ_H8; K++)
            for (Bitboard from = attacks_of(type, k, bit(K)) & ~bit(K); from;) {
                Square w = bit_pop(&from);
                for (Square b = SQ_A1; b <= SQ_H8; b++)
                    if (b != k && b != K && b != w && K != k)
                        mates += is_mate(k, K, w, white, b, black);
            }
    }
    return mates;
}

START_TEST(knight_against_queen_and_bishop_against_rook_never_mate)
{
    ck_assert_int_eq(mates_of(KNIGHT, 'N', 'q'), 0);
    ck_assert_int_eq(mates_of(BISHOP, 'B', 'q'), 0);
    ck_assert_int_eq(mates_of(BISHOP, 'B', 'r'), 0);
    ck_assert_int_gt(mates_of(KNIGHT, 'N', 'r'), 0); /* the walk finds mates where there are some */
    ck_assert_int_gt(mates_of(BISHOP, 'B', 'n'), 0);
    ck_assert_int_gt(mates_of(KNIGHT, 'N', 'b'), 0);
}
END_TEST

/* FIDE 5.2.2 asks for legal moves, not for material: a piece that must be captured no longer counts. */
START_TEST(forced_lines_to_bare_kings_are_dead)
{
    static const struct {
        const char *fen;
        bool white, black;
    } rows[] = {
        {"8/8/8/8/3k4/8/1q6/K7 w - - 0 1", false, false}, /* the king must take the queen */
        {"8/8/8/8/8/2k5/1q6/K7 w - - 0 1", false, true},  /* protected: this is mate */
        {"8/8/8/8/2q5/3k4/8/K7 b - - 0 1", false, true},  /* nothing is forced */
        {"8/8/8/8/3k4/8/pq6/K7 w - - 0 1", false, true},  /* a pawn is left */
        {"k7/1R6/8/2K5/8/8/8/8 b - - 0 1", false, false},
        {"k7/8/2K5/8/8/8/8/1R6 b - - 0 1", true, false},
        {"k7/1R6/8/8/8/8/6r1/6BK w - - 0 1", true, true},
        {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false, false}, /* stalemate: no legal moves at all */
        {START_FEN, true, true},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        Position pos = position_from(rows[i].fen);
        ck_assert_msg(outcome_can_mate(&pos, WHITE) == rows[i].white, "white in %s", rows[i].fen);
        ck_assert_msg(outcome_can_mate(&pos, BLACK) == rows[i].black, "black in %s", rows[i].fen);
    }
}
END_TEST

/* Walls of pawns: a side that can get through, or at a pawn, is not walled in. */
START_TEST(kings_behind_walls_of_pawns_are_dead)
{
    static const struct {
        const char *fen;
        bool dead;
    } rows[] = {
        {"4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", true},
        {"4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1", false},       /* around by the h-file */
        {"4k3/8/8/p1p1p1p1/P1P1P1P1/8/6P1/4K3 w - - 0 1", false}, /* a pawn moves behind the wall */
        {"4k3/8/8/p1p1p1p1/P1P1P1P1/6P1/8/4K3 w - - 0 1", true},  /* it is behind its own pawns */
        {"4k3/8/8/p1p1p1p1/P1P1P1PP/8/8/4K3 w - - 0 1", false},   /* a pawn takes */
        {"4k3/8/8/pnp1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", false},   /* a knight jumps */
        {"4k3/p1p1p1p1/P1P1P1P1/8/8/8/8/4K3 w - - 0 1", true},
        {"4k3/8/8/p1pp2p1/P1PP2P1/8/8/4K3 w - - 0 1", false},
        {"8/8/4k3/p1p1p1p1/P1P1P1P1/8/8/4K3 b - - 0 1", true},
        {"4k3/1K6/8/p1p1p1p1/P1P1P1P1/8/8/8 w - - 0 1",
         false}, /* the king gets at the pawns from behind */
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        Position pos = position_from(rows[i].fen);
        ck_assert_msg(outcome_is_dead(&pos) == rows[i].dead, "%s", rows[i].fen);
        ck_assert(!outcome_is_bare(&pos));
    }
}
END_TEST

/* Whether a mate by either side comes within so many plies, every move tried. */
static bool mate_within(const Position *pos, int plies)
{
    Moves moves;
    movegen_legal(pos, &moves);
    if (moves.count == 0)
        return position_is_check(pos);
    for (int i = 0; plies && i < moves.count; i++) {
        Position next = *pos;
        position_play(&next, moves.at[i]);
        if (mate_within(&next, plies - 1))
            return true;
    }
    return false;
}

START_TEST(no_position_called_dead_has_a_mate_near)
{
    uint64_t state = 52;
    int dead = 0;
    for (int game = 0; game < (SANITIZED ? 40 : 400); game++) {
        Position pos;
        position_start(&pos);
        Move move;
        for (int ply = 0; ply < 600 && random_move(&pos, &state, &move); ply++) {
            if (!outcome_is_dead(&pos))
                continue;
            dead++;
            HOLDS(!mate_within(&pos, 3), "game %d, ply %d", game, ply);
            break;
        }
    }
    ck_assert_int_gt(dead, 0);
}
END_TEST

START_TEST(every_outcome_has_article_and_text)
{
    ck_assert_str_eq(outcome_article(OUTCOME_NONE), "");
    for (int outcome = OUTCOME_CHECKMATE; outcome < OUTCOME_COUNT; outcome++) {
        ck_assert_int_ge(outcome_article((Outcome)outcome)[0], '5');
        ck_assert_int_gt(strlen(outcome_text((Outcome)outcome)), 5);
    }
    ck_assert_str_eq(outcome_article(OUTCOME_FIVEFOLD), "9.6.1");
    ck_assert_str_eq(outcome_text(OUTCOME_COUNT), "unknown");
    ck_assert_str_eq(outcome_article(OUTCOME_COUNT), "");
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        positions_end_as_the_laws_say,
        which_side_can_mate_with_help_is_known_by_material,
        each_least_mating_material_has_a_mate,
        knight_against_queen_and_bishop_against_rook_never_mate,
        forced_lines_to_bare_kings_are_dead,
        kings_behind_walls_of_pawns_are_dead,
        no_position_called_dead_has_a_mate_near,
        every_outcome_has_article_and_text,
    };
    return run_tests("outcome", tests, COUNT(tests));
}
