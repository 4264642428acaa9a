#include "handicap.h"

#include "splitmix.h"

static int length_of(Move move)
{
    int files = square_file(move_from(move)) - square_file(move_to(move));
    int ranks = square_rank(move_from(move)) - square_rank(move_to(move));
    if (files < 0)
        files = -files;
    if (ranks < 0)
        ranks = -ranks;
    return files > ranks ? files : ranks;
}

static bool goes_back(const Position *pos, Move move)
{
    int ranks = square_rank(move_to(move)) - square_rank(move_from(move));
    return position_turn(pos) == WHITE ? ranks < 0 : ranks > 0;
}

/* What people miss: quiet moves before captures and checks, long ones before short ones, retreats before
 * advances, and more the further ahead. Nobody overlooks a recapture. */
static int missed_permille(const Handicap *handicap, const Node *node, Move move)
{
    const Position *pos = &node->pos;
    int missed = handicap->blindness;
    PieceType victim = position_captured(pos, move);
    if (victim != NO_PIECE_TYPE) {
        if (node->ply > 0 && node[-1].move != MOVE_NONE && move_to(node[-1].move) == move_to(move))
            return 0;
        missed = victim == PAWN ? missed / 3 : missed / 5;
    } else if (move_is_promotion(move) || node->in_check) {
        missed /= 4;
    } else if (position_gives_check(pos, move)) {
        missed /= 3;
    } else {
        if (length_of(move) >= 4)
            missed = missed * 3 / 2;
        if (goes_back(pos, move))
            missed = missed * 5 / 4;
    }
    int beyond = 4 * node->ply - handicap->foresight;
    return beyond > 0 ? missed * (16 + beyond) / 16 : missed;
}

bool handicap_overlooks(const Handicap *handicap, const Node *node, Move move)
{
    if (!handicap->blindness)
        return false;
    int missed = missed_permille(handicap, node, move);
    if (missed > 900)
        missed = 900;
    return (int)(splitmix64(handicap->seed ^ move, node->pos.key) % 1000) < missed;
}

/* The sum of two dice: small errors are likelier than large ones. */
int handicap_eval_error(const Handicap *handicap, const Position *pos)
{
    if (!handicap->noise)
        return 0;
    uint64_t drawn = splitmix64(~handicap->seed, pos->key);
    unsigned sides = (unsigned)handicap->noise + 1;
    int first = (int)((uint32_t)drawn % sides), second = (int)((uint32_t)(drawn >> 32) % sides);
    return position_turn(pos) == WHITE ? first - second : second - first;
}
