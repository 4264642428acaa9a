#include "endings.h"

#include <assert.h>
#include <string.h>

#include "movegen.h"

enum { MEN_MAX = 4, TABLE_HEAD = 16 };

const char *endings_error_text(EndingsError error)
{
    static const char *const texts[] = {
#define X(name, text) text,
        ENDINGS_ERRORS(X)
#undef X
    };
    return error < ENDINGS_ERROR_COUNT ? texts[error] : "unknown";
}

uint64_t endings_number(const uint8_t *bytes, int count)
{
    uint64_t number = 0;
    while (count--)
        number = number << 8 | bytes[count];
    return number;
}

uint64_t endings_sum(uint64_t sum, const uint8_t *bytes, size_t count)
{
    assert(count % 8 == 0);
    for (size_t i = 0; i < count; i += 8)
        sum = (sum ^ endings_number(bytes + i, 8)) * 0x100000001b3ull;
    return sum;
}

/* A table's parts, none of which may reach beyond its size; ending_pack.h has their order. */
static bool read_table(EndingTable *table, const uint8_t *bytes, size_t size, size_t positions)
{
    if (size < TABLE_HEAD)
        return false;
    EndingModel *model = &table->model;
    model->bits = (unsigned)endings_number(bytes, 4);
    model->count = (unsigned)endings_number(bytes + 4, 4);
    table->blocks = (uint32_t)endings_number(bytes + 8, 4);
    if (model->bits > ENDING_BITS_MAX || model->count == 0 || model->count > 1u << model->bits ||
        table->blocks != (positions + ENDING_BLOCK - 1) / ENDING_BLOCK)
        return false;
    size_t values = (model->count + 7) / 8 * 8;
    size_t chances = ending_model_chances(model->bits, model->count) * 2;
    size_t head = TABLE_HEAD + values + chances + (size_t)table->blocks * 4;
    if (size < head)
        return false;
    model->values = bytes + TABLE_HEAD;
    model->chances = model->values + values;
    table->ends = model->chances + chances;
    table->data = bytes + head;
    table->size = size - head;
    return true;
}

EndingsError endings_init(Endings *endings, const uint8_t *file, size_t size)
{
    assert(sizeof ENDINGS_MAGIC - 1 == 16);
    if (size < ENDINGS_FIRST + ENDINGS_SUM || memcmp(file, ENDINGS_MAGIC, 16) != 0)
        return ENDINGS_FOREIGN;
    if (endings_number(file + 16, 4) != ENDINGS_VERSION_NOW ||
        endings_number(file + 20, 4) != ENDINGS_TABLES)
        return ENDINGS_VERSION;
    if (endings_number(file + 24, 8) != size || size > ENDINGS_SIZE_MAX || size % 8 != 0)
        return ENDINGS_SIZE;
    memset(endings->table, 0, sizeof endings->table);
    for (int number = 0; number < ENDING_CLASSES; number++)
        for (int turn = WHITE; turn <= BLACK; turn++) {
            const uint8_t *entry = file + ENDINGS_HEAD + (size_t)(2 * number + turn) * 8;
            size_t begin = endings_number(entry, 4), length = endings_number(entry + 4, 4);
            if (turn == BLACK && ending_class_is_even(number) && length == 0)
                continue;
            if (begin < ENDINGS_FIRST || begin > size - ENDINGS_SUM ||
                length > size - ENDINGS_SUM - begin ||
                !read_table(&endings->table[number][turn], file + begin, length,
                            ending_class_size(number)))
                return ENDINGS_TABLE;
        }
    ending_geometry_init(&endings->geometry);
    return ENDINGS_OK;
}

static int read_value(const EndingTable *table, size_t index)
{
    size_t block = index / ENDING_BLOCK;
    assert(block < table->blocks);
    size_t begin = block ? endings_number(table->ends + (block - 1) * 4, 4) : 0;
    size_t end = endings_number(table->ends + block * 4, 4);
    if (end > table->size)
        end = table->size;
    if (begin > end)
        begin = end;
    return ending_block_value(&table->model, table->data + begin, end - begin,
                              (unsigned)(index % ENDING_BLOCK));
}

static void swap_sides(EndingMen *men)
{
    uint8_t white = men->king[WHITE], first = men->square[0];
    men->king[WHITE] = men->king[BLACK] ^ 56;
    men->king[BLACK] = white ^ 56;
    men->square[0] = men->square[1] ^ 56;
    men->square[1] = first ^ 56;
}

static int value_of(const Endings *endings, EndingMen *men, Color turn)
{
    bool flipped, own;
    int number = ending_normalise(men, &flipped);
    if (number < 0)
        return ENDING_DRAW;
    if (flipped)
        turn = color_other(turn);
    if (turn == BLACK && ending_class_is_even(number)) {
        swap_sides(men);
        turn = WHITE;
    }
    const EndingTable *table = &endings->table[number][turn];
    return read_value(table, ending_index(&endings->geometry, number, men, &own));
}

static void men_of(const Position *pos, EndingMen *men)
{
    Bitboard rest = position_occupied(pos) & ~position_by_type(pos, KING);
    men->king[WHITE] = (uint8_t)position_king(pos, WHITE);
    men->king[BLACK] = (uint8_t)position_king(pos, BLACK);
    for (men->count = 0; rest; men->count++) {
        Square square = bit_pop(&rest);
        Piece piece = position_piece_on(pos, square);
        men->type[men->count] = (uint8_t)piece_type(piece);
        men->color[men->count] = (uint8_t)piece_color(piece);
        men->square[men->count] = (uint8_t)square;
    }
}

static EndingVerdict verdict_of(int value)
{
    if (value == ENDING_DRAW)
        return (EndingVerdict){.winner = 0};
    return (EndingVerdict){.winner = ending_is_win(value) ? 1 : -1, .plies = value - 1};
}

static EndingVerdict ask(const Endings *endings, const Position *pos)
{
    EndingMen men;
    men_of(pos, &men);
    return verdict_of(value_of(endings, &men, position_turn(pos)));
}

static bool is_better(EndingVerdict a, EndingVerdict b)
{
    if (a.winner != b.winner)
        return a.winner > b.winner;
    return a.winner > 0 ? a.plies < b.plies : a.plies > b.plies;
}

/* The tables know no right to take en passant: those captures are compared with what the position is else. */
static EndingVerdict ask_en_passant(const Endings *endings, const Position *pos)
{
    EndingVerdict best = ask(endings, pos);
    Moves moves;
    bool others = false, any = false;
    movegen_legal(pos, &moves);
    for (int i = 0; i < moves.count; i++)
        others |= move_kind(moves.at[i]) != MOVE_EN_PASSANT;
    for (int i = 0; i < moves.count; i++) {
        if (move_kind(moves.at[i]) != MOVE_EN_PASSANT)
            continue;
        Position next = *pos;
        position_play(&next, moves.at[i]);
        EndingVerdict reply = ask(endings, &next);
        EndingVerdict taken = {.winner = -reply.winner,
                               .plies = reply.winner ? reply.plies + 1 : 0};
        if (is_better(taken, best) || (!others && !any))
            best = taken;
        any = true;
    }
    return best;
}

bool endings_ask(const Endings *endings, const Position *pos, EndingVerdict *verdict)
{
    if (bit_count(position_occupied(pos)) > MEN_MAX || pos->castling)
        return false;
    *verdict = pos->ep == SQ_NONE ? ask(endings, pos) : ask_en_passant(endings, pos);
    return true;
}
