#include "tablebase.h"

#include <assert.h>
#include <string.h>

#include "movegen.h"

enum { PIECES_MAX = 4, TABLE_HEAD = 16 };

const char *tablebase_error_text(TablebaseError error)
{
    static const char *const texts[] = {
#define X(name, text) text,
        TABLEBASE_ERRORS(X)
#undef X
    };
    return error < TABLEBASE_ERROR_COUNT ? texts[error] : "unknown";
}

uint64_t tablebase_read_number(const uint8_t *bytes, int count)
{
    uint64_t number = 0;
    while (count--)
        number = number << 8 | bytes[count];
    return number;
}

uint64_t tablebase_checksum(uint64_t sum, const uint8_t *bytes, size_t count)
{
    assert(count % 8 == 0);
    for (size_t i = 0; i < count; i += 8)
        sum = (sum ^ tablebase_read_number(bytes + i, 8)) * 0x100000001b3ull;
    return sum;
}

/* The parts of a table, none of which may go beyond its size; tablebase_pack.h has their order. */
static bool read_table(TablebaseTable *table, const uint8_t *bytes, size_t size, size_t positions)
{
    if (size < TABLE_HEAD)
        return false;
    TablebaseModel *model = &table->model;
    model->bits = (unsigned)tablebase_read_number(bytes, 4);
    model->count = (unsigned)tablebase_read_number(bytes + 4, 4);
    table->blocks = (uint32_t)tablebase_read_number(bytes + 8, 4);
    if (model->bits > TABLEBASE_BITS_MAX || model->count == 0 || model->count > 1u << model->bits ||
        table->blocks != (positions + TABLEBASE_BLOCK - 1) / TABLEBASE_BLOCK)
        return false;
    size_t values = (model->count + 7) / 8 * 8;
    size_t probabilities = tablebase_model_probabilities(model->bits, model->count) * 2;
    size_t head = TABLE_HEAD + values + probabilities + (size_t)table->blocks * 4;
    if (size < head)
        return false;
    model->values = bytes + TABLE_HEAD;
    model->probabilities = model->values + values;
    table->ends = model->probabilities + probabilities;
    table->data = bytes + head;
    table->size = size - head;
    return true;
}

TablebaseError tablebase_init(Tablebase *tablebase, const uint8_t *file, size_t size)
{
    _Static_assert(sizeof TABLEBASE_MAGIC - 1 == 16, "the file begins with so many bytes");
    if (size < TABLEBASE_TABLES_BEGIN + TABLEBASE_CHECKSUM ||
        memcmp(file, TABLEBASE_MAGIC, 16) != 0)
        return TABLEBASE_FOREIGN;
    if (tablebase_read_number(file + 16, 4) != TABLEBASE_VERSION_NOW ||
        tablebase_read_number(file + 20, 4) != TABLEBASE_TABLES)
        return TABLEBASE_VERSION;
    if (tablebase_read_number(file + 24, 8) != size || size > TABLEBASE_SIZE_MAX || size % 8 != 0)
        return TABLEBASE_SIZE;
    memset(tablebase->table, 0, sizeof tablebase->table);
    for (int number = 0; number < TABLEBASE_CLASSES; number++)
        for (int turn = WHITE; turn <= BLACK; turn++) {
            const uint8_t *entry = file + TABLEBASE_HEAD + (size_t)(2 * number + turn) * 8;
            size_t begin = tablebase_read_number(entry, 4),
                   length = tablebase_read_number(entry + 4, 4);
            if (turn == BLACK && tablebase_class_is_even(number) && length == 0)
                continue;
            if (begin < TABLEBASE_TABLES_BEGIN || begin > size - TABLEBASE_CHECKSUM ||
                length > size - TABLEBASE_CHECKSUM - begin ||
                !read_table(&tablebase->table[number][turn], file + begin, length,
                            tablebase_class_size(number)))
                return TABLEBASE_TABLE;
        }
    tablebase_geometry_init(&tablebase->geometry);
    return TABLEBASE_OK;
}

static int read_value(const TablebaseTable *table, size_t index)
{
    size_t block = index / TABLEBASE_BLOCK;
    assert(block < table->blocks);
    size_t begin = block ? tablebase_read_number(table->ends + (block - 1) * 4, 4) : 0;
    size_t end = tablebase_read_number(table->ends + block * 4, 4);
    if (end > table->size)
        end = table->size;
    if (begin > end)
        begin = end;
    return tablebase_block_value(&table->model, table->data + begin, end - begin,
                                 (unsigned)(index % TABLEBASE_BLOCK));
}

static void swap_sides(TablebasePieces *pieces)
{
    uint8_t white = pieces->king[WHITE], first = pieces->square[0];
    pieces->king[WHITE] = pieces->king[BLACK] ^ 56;
    pieces->king[BLACK] = white ^ 56;
    pieces->square[0] = pieces->square[1] ^ 56;
    pieces->square[1] = first ^ 56;
}

static int value_of(const Tablebase *tablebase, TablebasePieces *pieces, Color turn)
{
    bool flipped, own;
    int number = tablebase_normalise(pieces, &flipped);
    if (number < 0)
        return TABLEBASE_DRAW;
    if (flipped)
        turn = color_other(turn);
    if (turn == BLACK && tablebase_class_is_even(number)) {
        swap_sides(pieces);
        turn = WHITE;
    }
    const TablebaseTable *table = &tablebase->table[number][turn];
    return read_value(table, tablebase_index(&tablebase->geometry, number, pieces, &own));
}

static void pieces_of(const Position *pos, TablebasePieces *pieces)
{
    Bitboard rest = position_occupied(pos) & ~position_by_type(pos, KING);
    pieces->king[WHITE] = (uint8_t)position_king(pos, WHITE);
    pieces->king[BLACK] = (uint8_t)position_king(pos, BLACK);
    for (pieces->count = 0; rest; pieces->count++) {
        Square square = bit_pop(&rest);
        Piece piece = position_piece_on(pos, square);
        pieces->type[pieces->count] = (uint8_t)piece_type(piece);
        pieces->color[pieces->count] = (uint8_t)piece_color(piece);
        pieces->square[pieces->count] = (uint8_t)square;
    }
}

static TablebaseResult result_of(int value)
{
    if (value == TABLEBASE_DRAW)
        return (TablebaseResult){.winner = 0};
    return (TablebaseResult){.winner = tablebase_is_win(value) ? 1 : -1, .plies = value - 1};
}

static TablebaseResult probe(const Tablebase *tablebase, const Position *pos)
{
    TablebasePieces pieces;
    pieces_of(pos, &pieces);
    return result_of(value_of(tablebase, &pieces, position_turn(pos)));
}

static bool is_better(TablebaseResult a, TablebaseResult b)
{
    if (a.winner != b.winner)
        return a.winner > b.winner;
    return a.winner > 0 ? a.plies < b.plies : a.plies > b.plies;
}

/* The tables ignore en passant: those captures are compared with the value of the position without them. */
static TablebaseResult probe_en_passant(const Tablebase *tablebase, const Position *pos)
{
    TablebaseResult best = probe(tablebase, pos);
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
        TablebaseResult reply = probe(tablebase, &next);
        TablebaseResult taken = {.winner = -reply.winner,
                                 .plies = reply.winner ? reply.plies + 1 : 0};
        if (is_better(taken, best) || (!others && !any))
            best = taken;
        any = true;
    }
    return best;
}

bool tablebase_probe(const Tablebase *tablebase, const Position *pos, TablebaseResult *result)
{
    if (bit_count(position_occupied(pos)) > PIECES_MAX || pos->castling)
        return false;
    *result = pos->ep == SQ_NONE ? probe(tablebase, pos) : probe_en_passant(tablebase, pos);
    return true;
}
