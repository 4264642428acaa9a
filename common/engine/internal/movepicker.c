#include "movepicker.h"

#include <stddef.h>

#include "parameters.h"
#include "see.h"

bool movepicker_is_tactical(const Position *pos, Move move)
{
    return move_is_promotion(move) || position_captured(pos, move) != NO_PIECE_TYPE;
}

void movepicker_init(MovePicker *picker, const Position *pos, const History *history,
                     const HistoryContext *context, const Checks *checks, Move table_move,
                     const Move *killers)
{
    picker->stage = PICK_TABLE;
    picker->captures_only = false;
    picker->checks = checks;
    picker->pos = pos;
    picker->history = history;
    picker->context = context;
    picker->table_move =
        table_move != MOVE_NONE && position_is_legal(pos, table_move) ? table_move : MOVE_NONE;
    picker->refutations[0] = killers[0];
    picker->refutations[1] = killers[1];
    picker->refutations[2] = context->counter;
    picker->threshold = 0;
    picker->bad_count = 0;
}

void movepicker_init_captures(MovePicker *picker, const Position *pos, const History *history,
                              Move table_move, int threshold)
{
    picker->stage = PICK_TABLE;
    picker->captures_only = true;
    picker->checks = NULL;
    picker->pos = pos;
    picker->history = history;
    bool usable = table_move != MOVE_NONE && position_is_legal(pos, table_move) &&
                  movepicker_is_tactical(pos, table_move) && see_ge(pos, table_move, threshold);
    picker->table_move = usable ? table_move : MOVE_NONE;
    picker->threshold = threshold;
    picker->bad_count = 0;
}

void movepicker_add_checks(MovePicker *picker, const Checks *checks)
{
    picker->checks = checks;
}

enum { PLACE_BITS = 8, PLACES = 1 << PLACE_BITS };
_Static_assert((int)MOVES_MAX <= (int)PLACES, "a move's place in the list fits");

/* The larger the better; of equal scores the first in the list. */
static int with_place(int score, int place)
{
    return score * PLACES + (PLACES - 1 - place);
}

static void add_places(MovePicker *picker)
{
    for (int i = 0; i < picker->moves.count; i++)
        picker->scores[i] = with_place(picker->scores[i], i);
    picker->next = 0;
}

/* The most valuable victim first, captured by the least valuable attacker (MVV-LVA), adjusted by capture history. */
static void make_captures(MovePicker *picker)
{
    const Position *pos = picker->pos;
    movegen_captures(pos, &picker->moves);
    for (int i = 0; i < picker->moves.count; i++) {
        Move move = picker->moves.at[i];
        PieceType captured = position_captured(pos, move);
        Piece piece = position_piece_on(pos, move_from(move));
        int promotion = see_piece_value(move_promotion(move));
        /* Underpromotions come last. */
        if (promotion && move_promotion(move) != QUEEN)
            promotion = -3000;
        picker->scores[i] = 16 * (see_piece_value(captured) + promotion - (int)piece_type(piece)) +
                            picker->history->capture[history_piece(piece)][move_to(move)][captured];
    }
    add_places(picker);
}

/* A bonus for a piece that leaves a square where something of less value attacks it, a malus for one that goes to such a
 * square (Stockfish pull request 3970). */
static int threat_score(const Position *pos, const HistoryContext *context, Move move)
{
    Bitboard attacked = 0;
    int worth = 0;
    switch (position_type_on(pos, move_from(move))) {
    case KNIGHT:
    case BISHOP:
        attacked = context->attacked_by_pawns;
        worth = PARAMETER(THREAT_TO_MINOR);
        break;
    case ROOK:
        attacked = context->attacked_by_minors;
        worth = PARAMETER(THREAT_TO_ROOK);
        break;
    case QUEEN:
        attacked = context->attacked_by_rooks;
        worth = PARAMETER(THREAT_TO_QUEEN);
        break;
    default: return 0;
    }
    return worth * ((int)(attacked >> move_from(move) & 1) - (int)(attacked >> move_to(move) & 1));
}

/* A bonus for checks that lose less than a pawn (Stormphrax pull request 320). */
static int check_score(const MovePicker *picker, Move move)
{
    const Position *pos = picker->pos;
    return checks_gives(picker->checks, pos, move) && see_ge(pos, move, -75)
               ? PARAMETER(QUIET_CHECK)
               : 0;
}

static void make_quiets(MovePicker *picker)
{
    const Position *pos = picker->pos;
    movegen_quiets(pos, &picker->moves);
    for (int i = 0; i < picker->moves.count; i++) {
        const Move move = picker->moves.at[i];
        picker->scores[i] = history_quiet(pos, picker->context, move) +
                            threat_score(pos, picker->context, move) + check_score(picker, move);
    }
    add_places(picker);
}

/* Castling is left out. */
static void make_checks(MovePicker *picker)
{
    const Position *pos = picker->pos;
    Moves *moves = &picker->moves;
    int count = 0;
    movegen_quiets(pos, moves);
    for (int i = 0; i < moves->count; i++) {
        Move move = moves->at[i];
        if (move_kind(move) != MOVE_CASTLE && checks_gives(picker->checks, pos, move))
            moves->at[count++] = move;
    }
    moves->count = count;
    picker->next = 0;
}

/* One step of a selection sort: most nodes never get to the end of the list. Score and place are one number, so that
 * the best is found without a branch. */
static Move take_best(MovePicker *picker)
{
    Moves *moves = &picker->moves;
    int *scores = picker->scores, next = picker->next++, best = scores[next];
    for (int i = next + 1; i < moves->count; i++)
        best = best > scores[i] ? best : scores[i];
    const int place = PLACES - 1 - (best & (PLACES - 1));
    const Move move = moves->at[place];
    moves->at[place] = moves->at[next];
    scores[place] = (scores[next] & ~(PLACES - 1)) | (PLACES - 1 - place);
    return move;
}

static Move next_capture(MovePicker *picker)
{
    while (picker->next < picker->moves.count) {
        Move move = take_best(picker);
        if (move == picker->table_move)
            continue;
        if (see_ge(picker->pos, move, picker->threshold))
            return move;
        if (!picker->captures_only && picker->bad_count < (int)(sizeof picker->bad / sizeof(Move)))
            picker->bad[picker->bad_count++] = move;
        else if (!picker->captures_only)
            return move;
    }
    return MOVE_NONE;
}

static bool is_refutation(const MovePicker *picker, Move move)
{
    return move == picker->refutations[0] || move == picker->refutations[1] ||
           move == picker->refutations[2];
}

/* The next one that is legal here, quiet and not yet tried. The others are removed from the list, so that the quiet
 * stage does not skip them. */
static Move next_refutation(MovePicker *picker)
{
    for (; picker->next < 3; picker->next++) {
        Move *slot = &picker->refutations[picker->next], move = *slot;
        bool twice = false;
        for (int i = 0; i < picker->next; i++)
            twice = twice || picker->refutations[i] == move;
        if (twice || move == MOVE_NONE || move == picker->table_move ||
            !position_is_legal(picker->pos, move) || movepicker_is_tactical(picker->pos, move)) {
            *slot = MOVE_NONE;
            continue;
        }
        picker->next++;
        return move;
    }
    return MOVE_NONE;
}

static Move next_quiet(MovePicker *picker)
{
    while (picker->next < picker->moves.count) {
        Move move = take_best(picker);
        if (move != picker->table_move && !is_refutation(picker, move))
            return move;
    }
    return MOVE_NONE;
}

static Move next_check(MovePicker *picker)
{
    while (picker->next < picker->moves.count) {
        Move move = picker->moves.at[picker->next++];
        if (see_ge(picker->pos, move, 0))
            return move;
    }
    return MOVE_NONE;
}

static void advance(MovePicker *picker, PickStage stage)
{
    picker->stage = stage;
    picker->next = 0;
}

Move movepicker_next(MovePicker *picker)
{
    Move move;
    switch (picker->stage) {
    case PICK_TABLE:
        picker->stage = PICK_MAKE_CAPTURES;
        if (picker->table_move != MOVE_NONE)
            return picker->table_move;
        /* fall through */
    case PICK_MAKE_CAPTURES:
        make_captures(picker);
        picker->stage = PICK_CAPTURES;
        /* fall through */
    case PICK_CAPTURES:
        if ((move = next_capture(picker)) != MOVE_NONE)
            return move;
        advance(picker, !picker->captures_only ? PICK_REFUTATIONS
                        : picker->checks       ? PICK_MAKE_CHECKS
                                               : PICK_DONE);
        if (picker->captures_only)
            return movepicker_next(picker);
        /* fall through */
    case PICK_REFUTATIONS:
        if ((move = next_refutation(picker)) != MOVE_NONE)
            return move;
        picker->stage = PICK_MAKE_QUIETS;
        /* fall through */
    case PICK_MAKE_QUIETS:
        make_quiets(picker);
        picker->stage = PICK_QUIETS;
        /* fall through */
    case PICK_QUIETS:
        if ((move = next_quiet(picker)) != MOVE_NONE)
            return move;
        advance(picker, PICK_BAD_CAPTURES);
        /* fall through */
    case PICK_BAD_CAPTURES:
        if (picker->next < picker->bad_count)
            return picker->bad[picker->next++];
        picker->stage = PICK_DONE;
        break;
    case PICK_MAKE_CHECKS:
        make_checks(picker);
        picker->stage = PICK_CHECKS;
        /* fall through */
    case PICK_CHECKS:
        if ((move = next_check(picker)) != MOVE_NONE)
            return move;
        picker->stage = PICK_DONE;
        /* fall through */
    case PICK_DONE: break;
    }
    return MOVE_NONE;
}

void movepicker_skip_quiets(MovePicker *picker)
{
    if (picker->stage >= PICK_REFUTATIONS && picker->stage <= PICK_QUIETS)
        advance(picker, PICK_BAD_CAPTURES);
}
