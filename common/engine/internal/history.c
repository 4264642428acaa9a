#include "history.h"

#include <stddef.h>
#include <string.h>

enum { CORRECTION_MAX = 48 * CORRECTION_GRAIN };

static void clear_written(Continuation *rows, bool *written, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (written[i])
            memset(rows[i], 0, sizeof rows[i]);
    memset(written, 0, count * sizeof *written);
}

void history_clear(History *history)
{
    clear_written(history->pawn, history->pawn_written, PAWN_SLOTS);
    clear_written(history->continuation[0], history->continuation_written, HISTORY_PIECES * 64);
    memset(history->quiet, 0, sizeof history->quiet);
    memset(history->capture, 0, sizeof history->capture);
    memset(history->counter, 0, sizeof history->counter);
    memset(history->pawn_correction, 0, sizeof history->pawn_correction);
    memset(history->piece_correction, 0, sizeof history->piece_correction);
    memset(history->move_correction, 0, sizeof history->move_correction);
}

/* The nearer to the bound, the smaller the effect of a bonus. */
static void pull(int16_t *value, int bonus)
{
    int size = bonus < 0 ? -bonus : bonus;
    *value = (int16_t)(*value + bonus - *value * size / HISTORY_MAX);
}

/* Moves out of an attack and into one are counted separately (threats in the butterfly boards:
 * https://www.chessprogramming.org/History_Heuristic). */
static int16_t *by_squares(const HistoryContext *context, Move move)
{
    Square from = move_from(move), to = move_to(move);
    unsigned flees = context->attacked >> from & 1, risks = context->attacked >> to & 1;
    return &(*context->squares)[flees][risks][from][to];
}

int history_quiet(const Position *pos, const HistoryContext *context, Move move)
{
    Square to = move_to(move);
    unsigned piece = history_piece(position_piece_on(pos, move_from(move)));
    return *by_squares(context, move) + (*context->pawns)[piece][to] + (*context->one)[piece][to] +
           (*context->two)[piece][to] + (*context->four)[piece][to];
}

int history_capture(const History *history, const Position *pos, Move move)
{
    unsigned piece = history_piece(position_piece_on(pos, move_from(move)));
    return history->capture[piece][move_to(move)][position_captured(pos, move)];
}

void history_note_squares(const HistoryContext *context, Move move, int bonus)
{
    pull(by_squares(context, move), bonus);
}

static void note_following(History *history, Continuation *before, unsigned piece, Square to,
                           int bonus)
{
    if (before == &history->no_continuation)
        return;
    pull(&(*before)[piece][to], bonus);
    history->continuation_written[before - history->continuation[0]] = true;
}

void history_note_continuations(History *history, const Position *pos,
                                const HistoryContext *context, Move move, int bonus)
{
    Square to = move_to(move);
    unsigned piece = history_piece(position_piece_on(pos, move_from(move)));
    note_following(history, context->one, piece, to, bonus);
    note_following(history, context->two, piece, to, bonus);
    note_following(history, context->four, piece, to, bonus);
}

void history_note_quiet(History *history, const Position *pos, const HistoryContext *context,
                        Move move, int bonus)
{
    Square to = move_to(move);
    unsigned piece = history_piece(position_piece_on(pos, move_from(move)));
    history_note_squares(context, move, bonus);
    pull(&(*context->pawns)[piece][to], bonus);
    history->pawn_written[context->pawns - history->pawn] = true;
    history_note_continuations(history, pos, context, move, bonus);
}

void history_note_capture(History *history, const Position *pos, Move move, int bonus)
{
    unsigned piece = history_piece(position_piece_on(pos, move_from(move)));
    pull(&history->capture[piece][move_to(move)][position_captured(pos, move)], bonus);
}

/* A hash (the multipliers are those of MurmurHash3's finalizer, public domain). */
static unsigned slot_of(uint64_t a, uint64_t b)
{
    a = (a ^ (a >> 33)) * 0xff51afd7ed558ccdull;
    a ^= b;
    a = (a ^ (a >> 33)) * 0xc4ceb9fe1a85ec53ull;
    return (unsigned)(a >> 40) % CORRECTION_SLOTS;
}

typedef struct {
    unsigned pawns;
    unsigned pieces[2];
} Slots;

static Slots slots_of(const Position *pos)
{
    Bitboard pawns = position_by_type(pos, PAWN);
    Slots slots = {.pawns = slot_of(pawns & ~pos->black, pawns & pos->black)};
    for (Color color = WHITE; color <= BLACK; color++) {
        Bitboard rest = position_by_color(pos, color) & ~pawns;
        uint64_t mixed = (pos->plane[0] & rest) * 0x9e3779b97f4a7c15ull ^ (pos->plane[1] & rest);
        slots.pieces[color] = slot_of(mixed, pos->plane[2] & rest);
    }
    return slots;
}

Continuation *history_pawns(History *history, const Position *pos)
{
    Bitboard pawns = position_by_type(pos, PAWN);
    return &history->pawn[slot_of(pawns & ~pos->black, pawns & pos->black) % PAWN_SLOTS];
}

int16_t *history_of_moves(History *history, PieceTo first, PieceTo second)
{
    return &history->move_correction[slot_of(first, second)];
}

int history_correction(const History *history, const Position *pos, const int16_t *after)
{
    Slots slots = slots_of(pos);
    int sum = 4 * *after + 4 * history->pawn_correction[pos->turn][slots.pawns];
    sum += 3 * history->piece_correction[pos->turn][WHITE][slots.pieces[WHITE]];
    sum += 3 * history->piece_correction[pos->turn][BLACK][slots.pieces[BLACK]];
    return sum / (2 * CORRECTION_GRAIN);
}

static void correct(int16_t *value, int target, int weight)
{
    int next = (*value * (256 - weight) + target * weight) / 256;
    *value = (int16_t)(next > CORRECTION_MAX    ? CORRECTION_MAX
                       : next < -CORRECTION_MAX ? -CORRECTION_MAX
                                                : next);
}

void history_note_correction(History *history, const Position *pos, int16_t *after, int depth,
                             int difference)
{
    Slots slots = slots_of(pos);
    int weight = depth < 15 ? depth + 1 : 16;
    int target = difference * CORRECTION_GRAIN;
    int most = CORRECTION_MAX * 4;
    target = target > most ? most : target < -most ? -most : target;
    correct(&history->pawn_correction[pos->turn][slots.pawns], target, weight);
    correct(after, target, weight);
    for (Color color = WHITE; color <= BLACK; color++)
        correct(&history->piece_correction[pos->turn][color][slots.pieces[color]], target, weight);
}
