/* checks.h - which moves of a position give check: what is the same for all of them is found out once.
 *
 * Inside the engine only. */
#pragma once

#include "position.h"

typedef struct {
    Bitboard from[PIECE_TYPES]; /* the squares from which a piece of each type gives check */
    Bitboard before;            /* pieces that stand on these may uncover a check */
} Checks;

static inline Checks checks_of(const Position *pos)
{
    Color them = color_other(position_turn(pos));
    Square king = position_king(pos, them);
    Bitboard occupied = position_occupied(pos);
    Bitboard straight = attacks_rook(king, occupied), slanting = attacks_bishop(king, occupied);
    return (Checks){
        .from = {[PAWN] = attacks_pawn(them, king),
                 [KNIGHT] = attacks_knight(king),
                 [BISHOP] = slanting,
                 [ROOK] = straight,
                 [QUEEN] = straight | slanting},
        .before = straight | slanting,
    };
}

/* position_gives_check of a legal move. Most moves give no check, which these sets show. */
static inline bool checks_gives(const Checks *checks, const Position *pos, Move move)
{
    MoveKind kind = move_kind(move);
    if (kind == MOVE_NORMAL || kind == MOVE_DOUBLE) {
        Bitboard good = checks->from[position_type_on(pos, move_from(move))];
        if (!((good & bit(move_to(move))) | (checks->before & bit(move_from(move)))))
            return false;
    }
    return position_gives_check(pos, move);
}
