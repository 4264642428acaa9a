#include "nnue_threats.h"

#include <string.h>

#include "attacks.h"

enum { TYPES = 5 };

/* What one side's pieces attack. */
typedef struct {
    Bitboard by[KING + 1];    /* of each type */
    Bitboard up_to[KING + 1]; /* of that type or one that is worth less */
    Bitboard twice;           /* two pieces or more */
} Attacks;

static inline void add_attacks(Attacks *attacks, const Position *pos, Color color, PieceType type)
{
    const Bitboard occupied = position_occupied(pos);
    Bitboard all = attacks->up_to[type - 1], set = 0;
    for (Bitboard left = position_pieces(pos, color, type); left;) {
        const Bitboard attacked = attacks_of(type, bit_pop(&left), occupied);
        attacks->twice |= all & attacked;
        all |= attacked;
        set |= attacked;
    }
    attacks->by[type] = set;
    attacks->up_to[type] = all;
}

static inline void find_attacks(Attacks *attacks, const Position *pos, Color color)
{
    const Bitboard pawns = position_pieces(pos, color, PAWN);
    const Bitboard east = shift_forward(color, shift_east(pawns)),
                   west = shift_forward(color, shift_west(pawns));
    attacks->by[PAWN] = attacks->up_to[PAWN] = east | west;
    attacks->twice = east & west;
    add_attacks(attacks, pos, color, KNIGHT);
    add_attacks(attacks, pos, color, BISHOP);
    add_attacks(attacks, pos, color, ROOK);
    add_attacks(attacks, pos, color, QUEEN);
    add_attacks(attacks, pos, color, KING);
}

/* The functions below add to a list of which so many are there, and return how many there are then. */

/* A threat to that side, if it is there: it is written in any case, and kept only then, as that takes no branch. */
static inline unsigned add(NnueThreats *list, unsigned count, Color side, NnueThreatKind kind,
                           unsigned which, bool is_there)
{
    const unsigned input = nnue_threat_first(kind) + which;
    list->at[side][count] = (uint8_t)input;
    list->at[color_other(side)][count] = (uint8_t)(input + nnue_threat_apart(kind));
    return count + is_there;
}

/* So many squares: 1 to 'most' or more, for which the inputs follow each other. */
static inline unsigned add_number(NnueThreats *list, unsigned count, Color side,
                                  NnueThreatKind kind, unsigned first, Bitboard squares,
                                  unsigned most)
{
    const unsigned number = (unsigned)bit_count(squares);
    return add(list, count, side, kind, first + (number < most ? number : most) - 1, number > 0);
}

/* The inputs of pieces are sums: of the numbers of those sets that a piece is in. */
typedef struct {
    Bitboard pieces;
    unsigned number;
} Part;

enum { PARTS = 7 };

#if defined(CHESS_PEXT)
/* Eight pieces at a time, each of them a byte: the lowest is the first on x86-64. */
static inline unsigned add_sums(NnueThreats *list, unsigned count, Color side, Bitboard pieces,
                                const Part parts[PARTS])
{
    static const uint64_t each_byte = 0x0101010101010101ull;
    int left = bit_count(pieces);
    for (unsigned from = 0; left > 0; from += 8, left -= 8) {
        uint64_t inputs = 0;
        for (unsigned i = 0; i < PARTS; i++)
            inputs +=
                parts[i].number * _pdep_u64(_pext_u64(parts[i].pieces, pieces) >> from, each_byte);
        const uint64_t others = inputs + nnue_threat_apart(NNUE_ATTACKED_PIECE) * each_byte;
        memcpy(list->at[side] + count, &inputs, sizeof inputs);
        memcpy(list->at[color_other(side)] + count, &others, sizeof others);
        count += left < 8 ? (unsigned)left : 8;
    }
    return count;
}
#else
static inline unsigned add_sums(NnueThreats *list, unsigned count, Color side, Bitboard pieces,
                                const Part parts[PARTS])
{
    while (pieces) {
        const Square square = bit_pop(&pieces);
        unsigned input = 0;
        for (unsigned i = 0; i < PARTS; i++)
            input += parts[i].number * (unsigned)(parts[i].pieces >> square & 1);
        count = add(list, count, side, NNUE_ATTACKED_PIECE, input, true);
    }
    return count;
}
#endif

static unsigned add_pieces(NnueThreats *list, unsigned count, const Position *pos, Color side,
                           const Attacks *enemy, Bitboard guarded)
{
    enum { PER_TYPE = 2, PER_ATTACKER = PER_TYPE * TYPES };
    const Bitboard *up_to = enemy->up_to;
    const Bitboard pieces = position_by_color(pos, side) & ~position_by_type(pos, KING);
    /* The least valuable attacker is 0 for a pawn to 5 for a king, types are 0 for a pawn to 4 for a queen, as binary digits. */
    const Bitboard odd =
        (up_to[KNIGHT] & ~up_to[PAWN]) | (up_to[ROOK] & ~up_to[BISHOP]) | ~up_to[QUEEN];
    const Bitboard bishop_or_rook = up_to[ROOK] & ~up_to[KNIGHT], queen_or_king = ~up_to[ROOK];
    const Bitboard rooks = position_by_type(pos, ROOK), queens = position_by_type(pos, QUEEN);
    const Bitboard knights = position_by_type(pos, KNIGHT), bishops = position_by_type(pos, BISHOP);
    const Part parts[PARTS] = {
        {guarded, 1},
        {knights | rooks, PER_TYPE},
        {bishops | rooks, 2 * PER_TYPE},
        {queens, 4 * PER_TYPE},
        {odd, PER_ATTACKER},
        {bishop_or_rook, 2 * PER_ATTACKER},
        {queen_or_king, 4 * PER_ATTACKER},
    };
    return add_sums(list, count, side, pieces & up_to[KING], parts);
}

/* What stands between the king and an enemy slider that would give check. */
static inline unsigned add_blockers(NnueThreats *list, unsigned count, const Position *pos,
                                    Color side, Bitboard diagonals, Bitboard files)
{
    const Square king = position_king(pos, side);
    const Bitboard occupied = position_occupied(pos), own = position_by_color(pos, side);
    const Bitboard queens = position_by_type(pos, QUEEN);
    const Bitboard bishops = (position_by_type(pos, BISHOP) | queens) & ~own & ~diagonals;
    const Bitboard rooks = (position_by_type(pos, ROOK) | queens) & ~own & ~files;
    Bitboard blockers = 0;
    for (Bitboard sliders = (attacks_bishop(king, occupied & ~diagonals) & bishops) |
                            (attacks_rook(king, occupied & ~files) & rooks);
         sliders;)
        blockers |= attacks_between(king, bit_pop(&sliders)) & occupied;
    for (Bitboard pinned = blockers & own; pinned;) {
        const PieceType type = position_type_on(pos, bit_pop(&pinned));
        count = add(list, count, side, NNUE_PINNED, (unsigned)type - PAWN, true);
    }
    return add_number(list, count, side, NNUE_DISCOVERIES, 0, blockers & ~own,
                      NNUE_DISCOVERIES_INPUTS);
}

static inline unsigned add_zone(NnueThreats *list, unsigned count, Color side, Bitboard zone,
                                const Attacks *enemy, const Attacks *own)
{
    enum { SQUARES = NNUE_ATTACKED_ZONE_INPUTS / TYPES };
    for (PieceType type = PAWN; type <= QUEEN; type++)
        count = add_number(list, count, side, NNUE_ATTACKED_ZONE, (type - PAWN) * SQUARES,
                           zone & enemy->by[type], SQUARES);
    count = add_number(list, count, side, NNUE_WEAK_ZONE, 0,
                       zone & enemy->up_to[KING] & ~own->up_to[QUEEN], NNUE_WEAK_ZONE_INPUTS);
    return add_number(list, count, side, NNUE_WEAKER_ZONE, 0, zone & enemy->twice & ~own->twice,
                      NNUE_WEAKER_ZONE_INPUTS);
}

static inline unsigned add_checks(NnueThreats *list, unsigned count, const Position *pos,
                                  Color side, const Attacks *enemy, const Attacks *own)
{
    enum { SQUARES = NNUE_SAFE_CHECKS_INPUTS / 4 };
    const Square king = position_king(pos, side);
    const Bitboard diagonals = attacks_bishop(king, position_occupied(pos));
    const Bitboard files = attacks_rook(king, position_occupied(pos));
    const Bitboard from[] = {attacks_knight(king), diagonals, files, diagonals | files};
    const Bitboard safe = ~own->up_to[QUEEN] & (~own->by[KING] | enemy->twice) &
                          ~position_by_color(pos, color_other(side));
    for (PieceType type = KNIGHT; type <= QUEEN; type++)
        count = add_number(list, count, side, NNUE_SAFE_CHECKS, (type - KNIGHT) * SQUARES,
                           from[type - KNIGHT] & enemy->by[type] & safe, SQUARES);
    return add_blockers(list, count, pos, side, diagonals, files);
}

static unsigned add_passed_pawns(NnueThreats *list, unsigned count, const Position *pos, Color side)
{
    const Color enemy = color_other(side);
    const Bitboard files = front_of(side, position_pieces(pos, side, PAWN));
    const Bitboard stopped = files | shift_east(files) | shift_west(files);
    for (Bitboard passed = position_pieces(pos, enemy, PAWN) & ~stopped; passed;) {
        const Square square = bit_pop(&passed);
        const unsigned rank = (unsigned)square / 8, gone = enemy == WHITE ? rank - 1 : 6 - rank;
        const bool blocked = shift_forward(enemy, bit(square)) & position_occupied(pos);
        count = add(list, count, side, NNUE_PASSED_PAWN, 2 * gone + blocked, true);
    }
    return count;
}

void nnue_threats_of(const Position *pos, NnueThreats *threats)
{
    Attacks attacks[2];
    unsigned count = 0;
    for (Color side = WHITE; side <= BLACK; side++)
        find_attacks(&attacks[side], pos, side);
    for (Color side = WHITE; side <= BLACK; side++) {
        const Attacks *own = &attacks[side], *enemy = &attacks[color_other(side)];
        const Square king = position_king(pos, side);
        count = add_pieces(threats, count, pos, side, enemy, own->up_to[KING]);
        count = add_zone(threats, count, side, attacks_king(king) | bit(king), enemy, own);
        count = add_checks(threats, count, pos, side, enemy, own);
        count = add_passed_pawns(threats, count, pos, side);
    }
    threats->count = count;
}
