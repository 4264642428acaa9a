#include "see.h"

int see_piece_value(PieceType type)
{
    static const int values[PIECE_TYPES] = {
        [PAWN] = 100, [KNIGHT] = 320, [BISHOP] = 330, [ROOK] = 500, [QUEEN] = 950,
    };
    return values[type];
}

/* What the move itself gains, and the piece that is then on its target square. */
static int first_gain(const Position *pos, Move move, PieceType *standing)
{
    int gain = see_piece_value(position_captured(pos, move));
    *standing = position_type_on(pos, move_from(move));
    if (move_is_promotion(move)) {
        *standing = move_promotion(move);
        gain += see_piece_value(*standing) - see_piece_value(PAWN);
    }
    return gain;
}

static Bitboard sliders_behind(const Position *pos, Square to, PieceType gone, Bitboard occupied)
{
    Bitboard queens = position_by_type(pos, QUEEN), found = 0;
    if (gone == PAWN || gone == BISHOP || gone == QUEEN)
        found |= attacks_bishop(to, occupied) & (position_by_type(pos, BISHOP) | queens);
    if (gone == ROOK || gone == QUEEN)
        found |= attacks_rook(to, occupied) & (position_by_type(pos, ROOK) | queens);
    return found;
}

static PieceType least_valuable(const Position *pos, Bitboard attackers, Bitboard *of_type)
{
    for (PieceType type = PAWN; type < KING; type++) {
        *of_type = attackers & position_by_type(pos, type);
        if (*of_type)
            return type;
    }
    *of_type = attackers;
    return KING;
}

bool see_ge(const Position *pos, Move move, int threshold)
{
    if (move_kind(move) == MOVE_CASTLE)
        return threshold <= 0;
    PieceType standing;
    /* 'balance' is what the side that has just captured is ahead of the threshold. */
    int balance = first_gain(pos, move, &standing) - threshold;
    if (balance < 0)
        return false;
    balance -= see_piece_value(standing);
    if (balance >= 0)
        return true;

    Square from = move_from(move), to = move_to(move);
    Bitboard occupied = (position_occupied(pos) & ~bit(from)) | bit(to);
    if (move_kind(move) == MOVE_EN_PASSANT)
        occupied &= ~bit(square_of(square_file(to), square_rank(from)));
    Bitboard attackers = position_attackers_to(pos, to, occupied) & occupied;
    Color mover = position_turn(pos), side = color_other(mover);
    /* Each turn: the side to capture is behind by 'balance', from the other's view; it captures or stops. */
    for (;;) {
        Bitboard own = attackers & position_by_color(pos, side), of_type;
        if (!own)
            break;
        PieceType type = least_valuable(pos, own, &of_type);
        Bitboard enemy = attackers & ~position_by_color(pos, side);
        /* A king may not capture a defended piece. */
        if (type == KING && enemy)
            break;
        occupied ^= bit(bit_first(of_type));
        attackers |= sliders_behind(pos, to, type, occupied);
        attackers &= occupied;
        side = color_other(side);
        balance = -balance - 1 - see_piece_value(type);
        if (balance >= 0)
            break;
    }
    /* The side that would have to capture, and cannot or need not, has lost the exchange. */
    return side != mover;
}
