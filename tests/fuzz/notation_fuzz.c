/* A FEN, a line end, then any bytes as a move: refused by name, or a legal move that prints and reads
 * back as itself in UCI and SAN. Without a FEN the move is read in the start position. */
#include "fen.h"
#include "notation.h"

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

static void check_move(const Position *pos, Move move)
{
    char san[SAN_MAX], uci[UCI_MAX];
    Move from_san, from_uci;
    assert(position_is_legal(pos, move));
    size_t san_length = san_print(pos, move, san), uci_length = uci_print(pos, move, uci);
    assert(san_length < SAN_MAX && san[san_length] == '\0');
    assert(uci_length < UCI_MAX && uci[uci_length] == '\0');
    assert(san_parse(pos, san, san_length, &from_san) == NOTATION_OK && from_san == move);
    assert(uci_parse(pos, uci, uci_length, &from_uci) == NOTATION_OK && from_uci == move);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const char *end = memchr(text, '\n', size);
    Position pos;
    position_start(&pos);
    if (end && fen_parse(text, (size_t)(end - text), &pos, NULL) == FEN_OK) {
        size -= (size_t)(end + 1 - text);
        text = end + 1;
    }
    Move move;
    if (san_parse(&pos, text, size, &move) == NOTATION_OK)
        check_move(&pos, move);
    else
        assert(move == MOVE_NONE);
    if (uci_parse(&pos, text, size, &move) == NOTATION_OK)
        check_move(&pos, move);
    else
        assert(move == MOVE_NONE);
    return 0;
}
