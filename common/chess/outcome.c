#include "outcome.h"

#include "movegen.h"

const char *outcome_text(Outcome outcome)
{
    static const char *const texts[] = {
#define X(name, article, text) text,
        OUTCOMES(X)
#undef X
    };
    return outcome < OUTCOME_COUNT ? texts[outcome] : "unknown";
}

const char *outcome_article(Outcome outcome)
{
    static const char *const articles[] = {
#define X(name, article, text) article,
        OUTCOMES(X)
#undef X
    };
    return outcome < OUTCOME_COUNT ? articles[outcome] : "";
}

Outcome outcome_of(const Position *pos)
{
    if (!movegen_any(pos))
        return position_is_check(pos) ? OUTCOME_CHECKMATE : OUTCOME_STALEMATE;
    if (outcome_is_dead(pos))
        return OUTCOME_INSUFFICIENT;
    return pos->halfmove >= SEVENTYFIVE_PLIES ? OUTCOME_SEVENTYFIVE : OUTCOME_NONE;
}

bool outcome_is_dead(const Position *pos)
{
    return !outcome_can_mate(pos, WHITE) && !outcome_can_mate(pos, BLACK);
}

/* The opponent helps: he gives away what disturbs, promotes to what is wanted and stands in his own
 * king's way. Whether a mate then exists is a matter of which blockers can be had:
 * - A pawn becomes a queen; queen or rook mate a bare king with their own king's help.
 * - One knight needs a blocker beside the cornered king that cannot take it: rook, bishop, knight or
 *   pawn will do, a queen always reaches the knight. Two knights mate a bare king that is helped.
 * - Bishops on one colour of squares never attack the other colour, which the cornered king must be
 *   denied by a blocker that can't interpose or capture on the bishops' colour: a knight, a bishop of the
 *   other colour, or a pawn. Rooks and queens always can. */
bool outcome_can_mate(const Position *pos, Color color)
{
    const Bitboard light = 0x55aa55aa55aa55aaull;
    Bitboard own = position_by_color(pos, color),
             other = position_by_color(pos, color_other(color));
    Bitboard knights = position_by_type(pos, KNIGHT), bishops = position_by_type(pos, BISHOP);
    Bitboard pawns = position_by_type(pos, PAWN), queens = position_by_type(pos, QUEEN);
    if (own & (pawns | queens | position_by_type(pos, ROOK)))
        return true;
    if (own & knights)
        return bit_count(own) > 2 || (other & ~queens & ~position_by_type(pos, KING));
    if (own & bishops)
        return knights || pawns || ((bishops & light) && (bishops & ~light));
    return false;
}
