#include "nnue_threats.h"

#include "attacks.h"

enum { TYPES = 5, SQUARES_MOST = 4 };

/* What one side's pieces attack, by type. */
typedef struct {
    Bitboard by[KING + 1];
    Bitboard up_to[KING + 1]; /* by that type or one that is worth less */
} Attacks;

static Attacks attacks_by(const Position *pos, Color color)
{
    Attacks attacks = {.by = {[PAWN] = position_attacked_by(pos, color, PAWN),
                              [KNIGHT] = position_attacked_by(pos, color, KNIGHT),
                              [BISHOP] = position_attacked_by(pos, color, BISHOP),
                              [ROOK] = position_attacked_by(pos, color, ROOK),
                              [QUEEN] = position_attacked_by(pos, color, QUEEN),
                              [KING] = position_attacked_by(pos, color, KING)}};
    for (PieceType type = PAWN; type <= KING; type++)
        attacks.up_to[type] = attacks.up_to[type - 1] | attacks.by[type];
    return attacks;
}

/* 'input' counts from the first of the threats to that side. Without a branch: it is written in any case, and kept if it is there. */
static void add(NnueThreats *threats, Color side, unsigned input, bool is_there)
{
    threats->at[side][threats->count] = (uint8_t)input;
    threats->at[color_other(side)][threats->count] = (uint8_t)(NNUE_THREATS_TO_SIDE + input);
    threats->count += is_there;
}

static void add_pieces(NnueThreats *threats, const Position *pos, Color side, const Attacks *enemy,
                       Bitboard guarded)
{
    const Bitboard pieces = position_by_color(pos, side) & ~position_by_type(pos, KING);
    for (Bitboard attacked = pieces & enemy->up_to[KING]; attacked;) {
        const Square square = bit_pop(&attacked);
        unsigned by = 0; /* the least valuable attacker, counted from the pawn */
        for (PieceType type = PAWN; type < KING; type++)
            by += !(enemy->up_to[type] >> square & 1);
        const unsigned type = (unsigned)piece_type(position_piece_on(pos, square)) - PAWN;
        add(threats, side, (by * TYPES + type) * 2 + (unsigned)(guarded >> square & 1), true);
    }
}

static void add_king(NnueThreats *threats, const Position *pos, Color side, const Attacks *enemy)
{
    const Square king = position_king(pos, side);
    const Bitboard around = attacks_king(king) | bit(king);
    for (PieceType by = PAWN; by <= QUEEN; by++) {
        const unsigned squares = (unsigned)bit_count(around & enemy->by[by]);
        add(threats, side,
            NNUE_THREATS_TO_PIECES + (by - PAWN) * SQUARES_MOST +
                (squares < SQUARES_MOST ? squares : SQUARES_MOST) - 1,
            squares > 0);
    }
}

void nnue_threats_of(const Position *pos, NnueThreats *threats)
{
    Attacks attacks[2];
    for (Color side = WHITE; side <= BLACK; side++)
        attacks[side] = attacks_by(pos, side);
    threats->count = 0;
    for (Color side = WHITE; side <= BLACK; side++) {
        const Attacks *enemy = &attacks[color_other(side)];
        add_pieces(threats, pos, side, enemy, attacks[side].up_to[KING]);
        add_king(threats, pos, side, enemy);
    }
}
