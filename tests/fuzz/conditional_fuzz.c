/* Any bytes are stored conditional moves or are refused; what is accepted packs to the same bytes, and can be checked
 * and followed in any game. */
#include "attacks.h"
#include "conditional.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    attacks_init();
    return 0;
}

/* A game in which the first line is played, as far as it is legal: each reply could have been saved. */
static void follow(ConditionalMoves *moves)
{
    static Move memory[LINE_PLIES_MAX];
    ConditionalLine first = moves->lines[0];
    Position start;
    Line line;
    position_start(&start);
    line_init(&line, &start, memory, LINE_PLIES_MAX);
    for (uint8_t ply = 0; ply < first.plies && position_is_legal(&line.now, first.moves[ply]);
         ply++) {
        line_push(&line, first.moves[ply]);
        if (!conditional_follow(moves, &line))
            return;
        assert(moves->count > 0 && moves->count <= CONDITIONAL_LINES_MAX);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ConditionalMoves moves;
    Position start;
    uint8_t wrong;
    unsigned char again[CONDITIONAL_PACKED_MAX];
    if (!conditional_unpack(&moves, size % 2 ? WHITE : BLACK, data, size))
        return 0;
    assert(conditional_pack(&moves, again) == size && memcmp(again, data, size) == 0);
    position_start(&start);
    ConditionalError error = conditional_check(&moves, &start, &wrong);
    assert(error == CONDITIONAL_OK || wrong < moves.count);
    follow(&moves);
    return 0;
}
