#include "retrograde.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attacks.h"

enum {
    STEPS_MAX = 80, /* king 8, two queens 27 each, promotions */
    KING_MOVES = -1,
    NOBODY = -2,
    NEVER_LOST = 255, /* among the counts of moves left: there is a move that does not lose */
    VALUE_END = 250,
};

struct Retrograde {
    TablebaseGeometry geometry;
    uint8_t *values[TABLEBASE_CLASSES][2];
};

/* A class while it is being solved. Counts are doubled, because of moves that are two by symmetry. */
typedef struct {
    Retrograde *retrograde;
    int number;
    bool en_passant;
    size_t size;
    uint8_t *value[2];
    uint8_t *left[2]; /* moves within the class not yet known to lose */
    /* The best result of a capture or promotion, used when its number of plies is reached. */
    uint8_t *pending[2];
    int last_pending;
    size_t
        *passing[2]; /* positions where a pawn may step past another: evaluated again each time */
    size_t passing_count[2], passing_room[2];
} Work;

typedef struct {
    int8_t mover;  /* KING_MOVES or a piece's number */
    int8_t victim; /* a piece's number or NOBODY */
    uint8_t to;
    uint8_t promotion;
    bool passes; /* a double step past a pawn that may capture it */
} Step;

static void *allocate(size_t size)
{
    void *memory = calloc(size, 1);
    if (!memory) {
        fputs("castled-endings: out of memory\n", stderr);
        abort();
    }
    return memory;
}

static Bitboard occupied(const TablebasePieces *pieces)
{
    Bitboard set = bit(pieces->king[WHITE]) | bit(pieces->king[BLACK]);
    for (int i = 0; i < pieces->count; i++)
        set |= bit(pieces->square[i]);
    return set;
}

static Bitboard attacks_from(int type, Color color, Square square, Bitboard all)
{
    switch (type) {
    case PAWN: return attacks_pawn(color, square);
    case KNIGHT: return attacks_knight(square);
    case BISHOP: return attacks_bishop(square, all);
    case ROOK: return attacks_rook(square, all);
    default: return attacks_queen(square, all);
    }
}

/* By that colour, on a board with that occupancy; a captured piece does not count. */
static Bitboard attacked(const TablebasePieces *pieces, Color by, Bitboard all, int taken)
{
    Bitboard set = attacks_king(pieces->king[by]);
    for (int i = 0; i < pieces->count; i++)
        if (pieces->color[i] == by && i != taken)
            set |= attacks_from(pieces->type[i], by, pieces->square[i], all);
    return set;
}

static bool is_check(const TablebasePieces *pieces, Color king)
{
    return attacked(pieces, color_other(king), occupied(pieces), NOBODY) >> pieces->king[king] & 1;
}

static int man_on(const TablebasePieces *pieces, int square)
{
    for (int i = 0; i < pieces->count; i++)
        if (pieces->square[i] == square)
            return i;
    return NOBODY;
}

static Bitboard pawn_targets(Color turn, Square from, Bitboard all, Bitboard theirs)
{
    Bitboard one = shift_forward(turn, bit(from)) & ~all;
    Bitboard home = rank_of(turn == WHITE ? 2 : 5);
    Bitboard two = shift_forward(turn, one & home) & ~all;
    return one | two | (attacks_pawn(turn, from) & theirs);
}

/* A double step that ends beside a pawn of the other colour. */
static bool steps_past(const TablebasePieces *pieces, int mover, int to)
{
    int from = pieces->square[mover], other = 1 - mover;
    if (pieces->count < 2 || pieces->type[other] != PAWN ||
        pieces->color[other] == pieces->color[mover] || (from - to != 16 && to - from != 16))
        return false;
    Bitboard beside = shift_east(bit((Square)to)) | shift_west(bit((Square)to));
    return beside >> pieces->square[other] & 1;
}

static int add_steps(const TablebasePieces *pieces, Color turn, int mover, Bitboard targets,
                     Step *steps)
{
    int count = 0;
    bool pawn = mover >= 0 && pieces->type[mover] == PAWN;
    while (targets) {
        Square to = bit_pop(&targets);
        Step step = {
            .mover = (int8_t)mover, .victim = (int8_t)man_on(pieces, to), .to = (uint8_t)to};
        step.passes = pawn && steps_past(pieces, mover, to);
        if (pawn && square_rank(to) == (turn == WHITE ? 7 : 0)) {
            for (step.promotion = KNIGHT; step.promotion <= QUEEN; step.promotion++)
                steps[count++] = step;
            continue;
        }
        steps[count++] = step;
    }
    return count;
}

/* With the mover taken off the board nothing attacks its king: wherever it goes, the king is safe. */
static bool free_to_move(const TablebasePieces *pieces, Color other, Bitboard others, Bitboard king)
{
    return !(attacked(pieces, other, others, NOBODY) & king);
}

static Bitboard targets_out_of_check(const TablebasePieces *pieces, Color turn, int mover,
                                     Bitboard targets)
{
    const Bitboard king = bit(pieces->king[turn]);
    const Bitboard others = occupied(pieces) ^ bit(pieces->square[mover]);
    Bitboard legal = 0;
    while (targets) {
        Square to = bit_pop(&targets);
        if (!(attacked(pieces, color_other(turn), others | bit(to), man_on(pieces, to)) & king))
            legal |= bit(to);
    }
    return legal;
}

/* All legal moves except en passant captures. */
static int legal_steps(const TablebasePieces *pieces, Color turn, Step steps[STEPS_MAX])
{
    const Color other = color_other(turn);
    const Bitboard all = occupied(pieces), king = bit(pieces->king[turn]);
    Bitboard own = king, theirs = 0;
    for (int i = 0; i < pieces->count; i++)
        *(pieces->color[i] == turn ? &own : &theirs) |= bit(pieces->square[i]);
    Bitboard safe = ~attacked(pieces, other, all ^ king, NOBODY);
    int count =
        add_steps(pieces, turn, KING_MOVES, attacks_king(pieces->king[turn]) & ~own & safe, steps);
    for (int i = 0; i < pieces->count; i++) {
        if (pieces->color[i] != turn)
            continue;
        Square from = pieces->square[i];
        Bitboard targets = pieces->type[i] == PAWN
                               ? pawn_targets(turn, from, all, theirs)
                               : attacks_from(pieces->type[i], turn, from, all) & ~own;
        targets &= ~bit(pieces->king[other]);
        Bitboard legal = free_to_move(pieces, other, all ^ bit(from), king)
                             ? targets
                             : targets_out_of_check(pieces, turn, i, targets);
        count += add_steps(pieces, turn, i, legal, steps + count);
    }
    return count;
}

static void remove_man(TablebasePieces *pieces, int index)
{
    if (index == 0) {
        pieces->type[0] = pieces->type[1];
        pieces->color[0] = pieces->color[1];
        pieces->square[0] = pieces->square[1];
    }
    pieces->count--;
}

static TablebasePieces after_step(const TablebasePieces *pieces, Color turn, const Step *step)
{
    TablebasePieces next = *pieces;
    if (step->mover == KING_MOVES)
        next.king[turn] = step->to;
    else
        next.square[step->mover] = step->to;
    if (step->promotion)
        next.type[step->mover] = step->promotion;
    if (step->victim != NOBODY)
        remove_man(&next, step->victim);
    return next;
}

static bool leaves_class(const Step *step)
{
    return step->victim != NOBODY || step->promotion;
}

static uint8_t value_of(const Retrograde *retrograde, TablebasePieces pieces, Color turn)
{
    bool flipped, own;
    int number = tablebase_normalise(&pieces, &flipped);
    if (number < 0)
        return TABLEBASE_DRAW;
    size_t index = tablebase_index(&retrograde->geometry, number, &pieces, &own);
    uint8_t value = retrograde->values[number][flipped ? color_other(turn) : turn][index];
    assert(value != TABLEBASE_UNUSED);
    return value;
}

/* ---- values as numbers that can be compared: higher is better ---- */

static int worth_of(uint8_t value)
{
    if (value == TABLEBASE_DRAW)
        return 0;
    return tablebase_is_win(value) ? 1000 - value : value - 1000;
}

/* The value of a move, from that of the position after it: one ply longer. */
static int worth_before(int worth)
{
    return worth == 0 ? 0 : worth > 0 ? -worth + 1 : -worth - 1;
}

static uint8_t value_from(int worth)
{
    return (uint8_t)(worth == 0 ? TABLEBASE_DRAW : worth > 0 ? 1000 - worth : worth + 1000);
}

/* ---- the initial value of a position ---- */

static size_t index_in(const Work *work, const TablebasePieces *pieces, bool *own)
{
    return tablebase_index(&work->retrograde->geometry, work->number, pieces, own);
}

static void note_passing(Work *work, Color turn, size_t index)
{
    if (work->passing_count[turn] == work->passing_room[turn]) {
        size_t room = work->passing_room[turn] * 2 + 1024;
        size_t *larger = allocate(room * sizeof *larger);
        if (work->passing_count[turn])
            memcpy(larger, work->passing[turn], work->passing_count[turn] * sizeof *larger);
        free(work->passing[turn]);
        work->passing[turn] = larger;
        work->passing_room[turn] = room;
    }
    work->passing[turn][work->passing_count[turn]++] = index;
}

static void look(Work *work, const TablebasePieces *pieces, Color turn, size_t index)
{
    Step steps[STEPS_MAX];
    int count = legal_steps(pieces, turn, steps), within = 0, outside = 0, best = -1000;
    bool passes = false;
    for (int i = 0; i < count; i++) {
        passes |= steps[i].passes;
        if (!leaves_class(&steps[i])) {
            within++;
            continue;
        }
        TablebasePieces next = after_step(pieces, turn, &steps[i]);
        int worth = worth_before(worth_of(value_of(work->retrograde, next, color_other(turn))));
        best = worth > best ? worth : best;
        outside++;
    }
    work->left[turn][index] = (uint8_t)(2 * within);
    if (count == 0) {
        work->value[turn][index] = is_check(pieces, turn) ? TABLEBASE_MATED : TABLEBASE_DRAW;
        work->left[turn][index] = NEVER_LOST;
    }
    if (passes) {
        work->left[turn][index] = NEVER_LOST;
        note_passing(work, turn, index);
    }
    if (!outside)
        return;
    if (best >= 0)
        work->left[turn][index] = NEVER_LOST;
    uint8_t value = value_from(best);
    work->pending[turn][index] = value;
    work->last_pending = value > work->last_pending ? value : work->last_pending;
}

static bool is_position(const Work *work, const TablebasePieces *pieces, size_t index)
{
    bool own;
    if (bit_count(occupied(pieces)) != pieces->count + 2)
        return false;
    return index_in(work, pieces, &own) == index;
}

static void look_at_all(Work *work)
{
    for (size_t index = 0; index < work->size; index++) {
        TablebasePieces pieces;
        tablebase_place(&work->retrograde->geometry, work->number, index, &pieces);
        bool exists = is_position(work, &pieces, index);
        for (int turn = WHITE; turn <= BLACK; turn++) {
            if (exists && !is_check(&pieces, color_other((Color)turn)))
                look(work, &pieces, (Color)turn, index);
            else
                work->value[turn][index] = TABLEBASE_UNUSED;
        }
    }
}

/* ---- backwards ---- */

/* A position from which a move leads to one that was just settled, as won or lost for the side to move there. */
static void settle(Work *work, const TablebasePieces *pieces, Color turn, int value, bool own_after)
{
    bool own;
    if (tablebase_kings_touch(&work->retrograde->geometry, pieces->king[WHITE],
                              pieces->king[BLACK]))
        return;
    size_t index = index_in(work, pieces, &own);
    if (work->value[turn][index] != TABLEBASE_DRAW)
        return;
    if (tablebase_is_win(value)) {
        work->value[turn][index] = (uint8_t)value;
        return;
    }
    uint8_t *left = &work->left[turn][index];
    if (*left == NEVER_LOST)
        return;
    *left = (uint8_t)(*left - (own && !own_after ? 4 : !own && own_after ? 1 : 2));
    if (*left == 0 && work->pending[turn][index] <= value)
        work->value[turn][index] = (uint8_t)value;
}

static Bitboard pawn_sources(Color color, Square to, Bitboard all)
{
    Bitboard one = (color == WHITE ? shift_south(bit(to)) : shift_north(bit(to))) & ~all;
    Bitboard two = color == WHITE ? shift_south(one & rank_of(2)) : shift_north(one & rank_of(5));
    return (one | (two & ~all)) & ~RANK_1 & ~RANK_8;
}

static void go_back(Work *work, size_t index, Color turn, int value)
{
    TablebasePieces pieces;
    bool own;
    const Color mover = color_other(turn);
    tablebase_place(&work->retrograde->geometry, work->number, index, &pieces);
    index_in(work, &pieces, &own);
    const Bitboard all = occupied(&pieces);
    TablebasePieces before = pieces;
    for (Bitboard from = attacks_king(pieces.king[mover]) & ~all; from;) {
        before.king[mover] = (uint8_t)bit_pop(&from);
        settle(work, &before, mover, value, own);
    }
    for (int i = 0; i < pieces.count; i++) {
        if (pieces.color[i] != mover)
            continue;
        before = pieces;
        Square to = pieces.square[i];
        bool pawn = pieces.type[i] == PAWN;
        Bitboard from = pawn ? pawn_sources(mover, to, all)
                             : attacks_from(pieces.type[i], mover, to, all) & ~all;
        while (from) {
            before.square[i] = (uint8_t)bit_pop(&from);
            if (pawn && steps_past(&before, i, to))
                continue;
            settle(work, &before, mover, value, own);
        }
    }
}

/* ---- en passant ---- */

static bool takes_en_passant(const TablebasePieces *pieces, Color turn, int pawn,
                             TablebasePieces *after)
{
    int taker = 1 - pawn, step = turn == WHITE ? 8 : -8;
    *after = *pieces;
    after->square[taker] = (uint8_t)(pieces->square[pawn] + step);
    remove_man(after, pawn);
    return !is_check(after, turn);
}

/* After a double step of piece 'pawn', with the right to take it. */
static int worth_passed(const Work *work, const TablebasePieces *pieces, Color turn, int pawn)
{
    TablebasePieces after;
    Step steps[STEPS_MAX];
    int worth = worth_of(value_of(work->retrograde, *pieces, turn));
    if (!takes_en_passant(pieces, turn, pawn, &after))
        return worth;
    int taken = worth_before(worth_of(value_of(work->retrograde, after, color_other(turn))));
    return taken > worth || legal_steps(pieces, turn, steps) == 0 ? taken : worth;
}

static void look_at_passing(Work *work, Color turn, size_t index, int value)
{
    TablebasePieces pieces;
    Step steps[STEPS_MAX];
    int best = -1000;
    if (work->value[turn][index] != TABLEBASE_DRAW)
        return;
    tablebase_place(&work->retrograde->geometry, work->number, index, &pieces);
    int count = legal_steps(&pieces, turn, steps);
    for (int i = 0; i < count; i++) {
        TablebasePieces next = after_step(&pieces, turn, &steps[i]);
        Color reply = color_other(turn);
        int worth = steps[i].passes ? worth_passed(work, &next, reply, steps[i].mover)
                                    : worth_of(value_of(work->retrograde, next, reply));
        worth = worth_before(worth);
        best = worth > best ? worth : best;
    }
    if (value_from(best) == value)
        work->value[turn][index] = (uint8_t)value;
}

/* ---- all of a class ---- */

/* Handles the positions that were settled with the value before; true when there were any. */
static bool go_back_from(Work *work, Color turn, int value)
{
    const uint8_t *values = work->value[turn], *found = values;
    bool any = false;
    while ((found = memchr(found, value - 1, work->size - (size_t)(found - values)))) {
        go_back(work, (size_t)(found - values), turn, value);
        any = true;
        if ((size_t)(++found - values) == work->size)
            break;
    }
    return any;
}

static void settle_pending(Work *work, Color turn, int value)
{
    const uint8_t *pending = work->pending[turn], *found = pending;
    while ((found = memchr(found, value, work->size - (size_t)(found - pending)))) {
        size_t index = (size_t)(found - pending);
        bool due = tablebase_is_win(value) || work->left[turn][index] == 0;
        if (work->value[turn][index] == TABLEBASE_DRAW && due)
            work->value[turn][index] = (uint8_t)value;
        if (++index == work->size)
            break;
        found++;
    }
}

static void solve(Work *work)
{
    int idle = 0;
    for (int value = 2; value < VALUE_END && (idle < 2 || value <= work->last_pending); value++) {
        bool any = false;
        for (int turn = WHITE; turn <= BLACK; turn++)
            any |= go_back_from(work, (Color)turn, value);
        for (int turn = WHITE; turn <= BLACK; turn++) {
            settle_pending(work, (Color)turn, value);
            for (size_t i = 0; i < work->passing_count[turn]; i++)
                look_at_passing(work, (Color)turn, work->passing[turn][i], value);
        }
        idle = any ? 0 : idle + 1;
    }
}

Retrograde *retrograde_new(void)
{
    Retrograde *retrograde = allocate(sizeof *retrograde);
    tablebase_geometry_init(&retrograde->geometry);
    return retrograde;
}

void retrograde_free(Retrograde *retrograde)
{
    for (int i = 0; i < TABLEBASE_CLASSES; i++) {
        free(retrograde->values[i][WHITE]);
        free(retrograde->values[i][BLACK]);
    }
    free(retrograde);
}

int retrograde_rank(int number)
{
    TablebasePieces pieces;
    tablebase_class_pieces(number, &pieces);
    int pawns = 0;
    for (int i = 0; i < pieces.count; i++)
        pawns += pieces.type[i] == PAWN;
    return pieces.count == 1 ? pawns : 2 + pawns;
}

void retrograde_solve(Retrograde *retrograde, int number)
{
    Work work = {.retrograde = retrograde, .number = number, .size = tablebase_class_size(number)};
    for (int turn = WHITE; turn <= BLACK; turn++) {
        work.value[turn] = retrograde->values[number][turn] = allocate(work.size);
        work.left[turn] = allocate(work.size);
        work.pending[turn] = allocate(work.size);
    }
    look_at_all(&work);
    solve(&work);
    for (int turn = WHITE; turn <= BLACK; turn++) {
        free(work.left[turn]);
        free(work.pending[turn]);
        free(work.passing[turn]);
    }
}

const uint8_t *retrograde_values(const Retrograde *retrograde, int number, Color turn)
{
    return retrograde->values[number][turn];
}

const TablebaseGeometry *retrograde_geometry(const Retrograde *retrograde)
{
    return &retrograde->geometry;
}
