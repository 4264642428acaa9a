/* nnue_threats.h - what the net is told of threats, whatever the squares: to pieces and kings, and by passed pawns.
 *
 * An input is a threat to one side, as either side sees it, of one of these kinds. Versions of the net's file from 3 on know the
 * first two, from 4 on all.
 *
 *   NNUE_ATTACKED_PIECE  a piece that is attacked: by its least valuable attacker, its own type, guarded or not
 *   NNUE_ATTACKED_ZONE   squares on and around the king that enemy pieces of a type attack: by type, 1 to 4 or more
 *   NNUE_SAFE_CHECKS     squares on which an enemy piece of a type could give check with its next move, that nothing guards,
 *                        or only the king while another enemy piece attacks them, too: by type, one or more
 *   NNUE_PINNED          a piece that is pinned to its king, by type
 *   NNUE_DISCOVERIES     enemy pieces that would give check by moving away: one or more
 *   NNUE_WEAK_ZONE       squares on and around the king that are attacked, and that nothing but the king guards: 1 to 5 or
 *                        more
 *   NNUE_WEAKER_ZONE     squares on and around the king that two pieces or more attack and less than two guard: 1 to 5 or
 *                        more
 *   NNUE_PASSED_PAWN     a passed pawn of the enemy: by rank, and whether something stands before it
 *
 * The kings are not among the pieces: a check is searched, not evaluated. Attackers and guards may be pinned. A net that only
 * knows where the pieces are is most wrong about what is attacked (https://www.chessprogramming.org/Hanging_Piece,
 * https://www.chessprogramming.org/King_Safety, https://www.chessprogramming.org/Passed_Pawn). */
#pragma once

#include "position.h"

/* Kind, how many inputs it has for one side, and how many of them can be there at once. */
#define NNUE_THREAT_KINDS(X)                                                                       \
    X(ATTACKED_PIECE, 6 * 5 * 2, 15)                                                               \
    X(ATTACKED_ZONE, 5 * 4, 5)                                                                     \
    X(SAFE_CHECKS, 4 * 2, 4)                                                                       \
    X(PINNED, 5, 8)                                                                                \
    X(DISCOVERIES, 2, 1)                                                                           \
    X(WEAK_ZONE, 5, 1)                                                                             \
    X(WEAKER_ZONE, 5, 1)                                                                           \
    X(PASSED_PAWN, 6 * 2, 8)

typedef enum {
#define X(kind, inputs, most) NNUE_##kind,
    NNUE_THREAT_KINDS(X)
#undef X
} NnueThreatKind;

enum {
#define X(kind, inputs, most) NNUE_##kind##_INPUTS = (inputs),
    NNUE_THREAT_KINDS(X)
#undef X
        NNUE_THREATS = 2 * (0
#define X(kind, inputs, most) +(inputs)
                            NNUE_THREAT_KINDS(X)
#undef X
                                ),
    NNUE_THREATS_MOST = 2 * (0
#define X(kind, inputs, most) +(most)
                             NNUE_THREAT_KINDS(X)
#undef X
                                 ),
    /* Of the two kinds that a file of version 3 knows: they come first. */
    NNUE_ATTACKED_INPUTS = NNUE_ATTACKED_PIECE_INPUTS + NNUE_ATTACKED_ZONE_INPUTS,
};

/* The first input of a kind, of threats to the side whose view it is. First come those that a file of version 3 knows, to this side and
 * to the other one, then likewise all others. */
static inline unsigned nnue_threat_first(NnueThreatKind kind)
{
    static const unsigned inputs[] = {
#define X(kind, inputs, most) inputs,
        NNUE_THREAT_KINDS(X)
#undef X
    };
    unsigned first = kind > NNUE_ATTACKED_ZONE ? NNUE_ATTACKED_INPUTS : 0;
    for (NnueThreatKind before = 0; before < kind; before++)
        first += inputs[before];
    return first;
}
/* The same threat to the other side is an input so much later. */
static inline unsigned nnue_threat_apart(NnueThreatKind kind)
{
    return kind > NNUE_ATTACKED_ZONE ? NNUE_THREATS / 2 - NNUE_ATTACKED_INPUTS
                                     : NNUE_ATTACKED_INPUTS;
}

typedef struct {
    unsigned count;
    /* By view: white's, black's; each below NNUE_THREATS. Up to eight more are written, but not kept. */
    uint8_t at[2][NNUE_THREATS_MOST + 8];
} NnueThreats;

/* The position has at most sixteen pieces of each side. */
void nnue_threats_of(const Position *pos, NnueThreats *threats);
