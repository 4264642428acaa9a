/* Any bytes as PGN: read to the end without a fault of ours, the same from a whole text as piece by piece
 * from a source, and every reported move is legal. The first byte is the size of a piece. */
#include "pgn_comment.h"
#include "pgn_reader.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    attacks_init();
    return 0;
}

/* A sum over everything reported, except where comments are cut. */
typedef struct {
    uint64_t sum;
    int depth;
} Told;

static void add(Told *told, uint64_t value)
{
    told->sum = (told->sum ^ value) * 0x9e3779b97f4a7c15ull;
}

static void add_text(Told *told, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        add(told, (unsigned char)text[i]);
}

static void on_begin(void *context)
{
    ((Told *)context)->depth = 0;
}

static void on_tag(void *context, const char *name, size_t name_length, const char *value,
                   size_t length)
{
    assert(name_length > 0 && length <= PGN_TAG_MAX);
    add_text(context, name, name_length);
    add_text(context, value, length);
}

static bool on_start(void *context, const Position *pos)
{
    add(context, pos->key);
    assert(pos->key == position_hash_from_scratch(pos));
    return true;
}

static void on_move(void *context, const Position *before, Move move)
{
    assert(move == MOVE_NONE ? ((Told *)context)->depth > 0 : position_is_legal(before, move));
    add(context, move);
}

static void on_nag(void *context, int nag)
{
    assert(nag >= 0 && nag <= 255);
    add(context, (uint64_t)nag);
}

static void on_comment(void *context, const char *text, size_t length)
{
    int32_t ms;
    PgnEval eval;
    if (pgn_comment_clock(text, length, &ms))
        assert(ms >= 0);
    pgn_comment_eval(text, length, &eval);
    add_text(context, text, length);
}

static void on_variation_begin(void *context)
{
    Told *told = context;
    told->depth++;
    assert(told->depth <= PGN_DEPTH_MAX);
}

static void on_variation_end(void *context)
{
    Told *told = context;
    told->depth--;
    assert(told->depth >= 0);
}

static void on_end(void *context, PgnResult result)
{
    assert(((Told *)context)->depth == 0);
    add(context, result);
}

static const PgnVisitor visitor = {
    .begin = on_begin,
    .tag = on_tag,
    .start = on_start,
    .move = on_move,
    .nag = on_nag,
    .comment = on_comment,
    .variation_begin = on_variation_begin,
    .variation_end = on_variation_end,
    .end = on_end,
};

static Told read_all(PgnReader *reader, size_t size)
{
    Told told = {0};
    PgnError error;
    size_t games = 0;
    while ((error = pgn_reader_next(reader, &visitor, &told)) != PGN_END) {
        assert(++games <= size);
        add(&told, error);
        if (!error)
            continue;
        assert(reader->fault.error == error && reader->fault.line >= 1 &&
               reader->fault.column >= 1);
        add(&told, reader->fault.line << 32 | reader->fault.column);
    }
    return told;
}

typedef struct {
    const char *text;
    size_t left, step;
} Drip;

static size_t drip(void *context, char *buffer, size_t size)
{
    Drip *from = context;
    size_t length = from->left < from->step ? from->left : from->step;
    length = length < size ? length : size;
    memcpy(buffer, from->text, length);
    from->text += length;
    from->left -= length;
    return length;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static PgnReader reader;
    static char buffer[PGN_BUFFER_MIN];
    if (size == 0)
        return 0;
    Drip from = {(const char *)data + 1, size - 1, data[0] + 1u};
    pgn_reader_open_text(&reader, from.text, from.left);
    Told whole = read_all(&reader, size);
    pgn_reader_open(&reader, buffer, sizeof buffer, drip, &from);
    Told dripped = read_all(&reader, size);
    assert(whole.sum == dripped.sum);
    return 0;
}
