#include "endgame.h"

/* a1, c1, … */
#define DARK_SQUARES 0xaa55aa55aa55aa55ull

/* Steps from the middle four squares: 0 there, 3 on the edge, 6 in a corner counting both ways. */
static int from_centre(Square square)
{
    int file = square_file(square), rank = square_rank(square);
    return (file < 4 ? 3 - file : file - 4) + (rank < 4 ? 3 - rank : rank - 4);
}

static int count(const Position *pos, Color color, PieceType type)
{
    return bit_count(position_pieces(pos, color, type));
}

/* Knights, bishops, rooks and queens at 3, 3, 5 and 9. */
static int pieces_value(const Position *pos, Color color)
{
    return 3 * count(pos, color, KNIGHT) + 3 * count(pos, color, BISHOP) +
           5 * count(pos, color, ROOK) + 9 * count(pos, color, QUEEN);
}

/* A rook pawn whose promotion square the bishop does not control, with the bare king in front of it
 * (https://www.chessprogramming.org/Wrong_Color_Bishop). */
static bool wrong_rook_pawn(const Position *pos, Color strong)
{
    Bitboard pawns = position_pieces(pos, strong, PAWN);
    Bitboard bishops = position_pieces(pos, strong, BISHOP);
    bool on_a = !(pawns & ~FILE_A), on_h = !(pawns & ~FILE_H);
    if (!pawns || (!on_a && !on_h) || bit_count(bishops) > 1)
        return false;
    Square corner = square_of(on_a ? 0 : 7, strong == WHITE ? 7 : 0);
    bool corner_is_dark = (bit(corner) & DARK_SQUARES) != 0;
    if (bishops && ((bishops & DARK_SQUARES) != 0) == corner_is_dark)
        return false;
    return square_distance(position_king(pos, color_other(strong)), corner) <= 1;
}

int endgame_scale(const Position *pos, Color strong)
{
    Color weak = color_other(strong);
    int strong_pieces = pieces_value(pos, strong), weak_pieces = pieces_value(pos, weak);
    if (count(pos, strong, PAWN) == 0) {
        /* Without pawns an advantage of a minor piece does not win, nor do two knights. */
        if (strong_pieces <= 3)
            return 0;
        if (strong_pieces == 6 && count(pos, strong, KNIGHT) == 2 && !position_by_type(pos, PAWN))
            return weak_pieces ? 0 : 1;
        if (strong_pieces - weak_pieces <= 3)
            return strong_pieces <= 5 ? 4 : 10;
    }
    if (strong_pieces <= 3 && count(pos, strong, KNIGHT) == 0 && weak_pieces == 0 &&
        wrong_rook_pawn(pos, strong))
        return 0;
    return ENDGAME_SCALE_NORMAL;
}

int endgame_mop_up(const Position *pos, Color strong)
{
    Color weak = color_other(strong);
    Bitboard bare_side = position_by_color(pos, weak);
    if (bit_many(bare_side))
        return 0;
    bool heavy = count(pos, strong, ROOK) + count(pos, strong, QUEEN) > 0;
    Bitboard bishops = position_pieces(pos, strong, BISHOP);
    bool pair = (bishops & DARK_SQUARES) && (bishops & ~DARK_SQUARES);
    bool bishop_and_knight = bishops && count(pos, strong, KNIGHT) > 0;
    if (!heavy && !pair && !bishop_and_knight)
        return 0;
    Square king = position_king(pos, strong), bare = position_king(pos, weak);
    int bonus = 400 + 20 * (7 - square_distance(king, bare));
    if (heavy || pair)
        return bonus + 20 * from_centre(bare);
    /* Bishop and knight can mate only in a corner of the bishop's colour. */
    bool dark = (bishops & DARK_SQUARES) != 0;
    int to_one = square_distance(bare, dark ? SQ_A1 : SQ_A8),
        to_other = square_distance(bare, dark ? SQ_H8 : SQ_H1);
    int corner = to_one < to_other ? to_one : to_other;
    return bonus + 30 * (7 - corner) + 5 * from_centre(bare);
}
