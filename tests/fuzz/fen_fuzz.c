/* Any bytes as a FEN: refused with a place inside the text, or a position that prints and reads back,
 * whose generated moves are the legal ones and whose key is the key from scratch. */
#include "fen.h"
#include "movegen.h"

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

static void check_moves(const Position *pos)
{
    Moves moves, captures, quiets;
    movegen_legal(pos, &moves);
    movegen_captures(pos, &captures);
    movegen_quiets(pos, &quiets);
    assert(moves.count == captures.count + quiets.count);
    assert(moves.count == movegen_count(pos));
    for (int i = 0; i < moves.count; i++) {
        assert(position_is_legal(pos, moves.at[i]));
        Position next = *pos;
        position_play(&next, moves.at[i]);
        assert(next.key == position_hash_from_scratch(&next));
        assert(position_is_check(&next) == position_gives_check(pos, moves.at[i]));
        Position passed = next;
        passed.turn ^= 1;
        assert(!position_is_check(&passed));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Position pos, again;
    char out[FEN_MAX];
    size_t place = SIZE_MAX;
    FenError error = fen_parse((const char *)data, size, &pos, &place);
    assert(place <= size);
    if (error) {
        assert(strlen(fen_error_text(error)) > 0);
        return 0;
    }
    size_t length = fen_print(&pos, out);
    assert(length < FEN_MAX && out[length] == '\0');
    assert(fen_parse(out, length, &again, NULL) == FEN_OK);
    assert(memcmp(&pos, &again, sizeof pos) == 0);
    check_moves(&pos);
    return 0;
}
