/* Any bytes typed into a game for two: each line is answered by whole lines of text, a move that is accepted is legal,
 * and the game can always be written as PGN and read again. */
#include "local_game.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES_MAX = 200 };

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    attacks_init();
    return 0;
}

static void type_move(const LocalGame *game, const char *line, size_t length)
{
    char why[TYPED_REASON_MAX];
    Move move;
    const Position *pos = &local_game_position(game)->now;
    NotationError error = typed_move(pos, line, length, &move, why);
    assert(error ? move == MOVE_NONE && why[0] : position_is_legal(pos, move));
}

static void type_lines(LocalGame *game, const char *bytes, size_t size, Text *out)
{
    int64_t now = 0;
    for (int i = 0; size > 0 && i < LINES_MAX; i++) {
        const char *end = memchr(bytes, '\n', size);
        size_t length = end ? (size_t)(end - bytes) : size;
        type_move(game, bytes, length);
        text_reset(out);
        local_game_line(game, bytes, length, now += 100, out);
        assert(out->length == 0 || out->bytes[out->length - 1] == '\n');
        bytes += length + (end != NULL);
        size -= length + (end != NULL);
    }
}

static void load_again(LocalGame *game, Text *out)
{
    Text pgn;
    uint32_t plies = local_game_position(game)->plies;
    text_init(&pgn);
    local_game_pgn(game, "2000.01.01", &pgn);
    local_game_load(game, pgn.bytes, pgn.length, INT64_C(1) << 40, out);
    assert(local_game_position(game)->plies == plies);
    text_clear(&pgn);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    LocalSetup setup = {.side = size > 0 && data[0] & 1 ? LOCAL_WHITE : LOCAL_BOTH, .level = 1};
    BoardView view = {.columns = size > 1 ? data[1] : 80, .unicode = true};
    Text out;
    position_start(&setup.start);
    if (size > 2 && data[2] & 1)
        setup.control = (TimeControl){.timed = true, .initial = 5000, .increment = 1000};
    text_init(&out);
    LocalGame *game = local_game_new(&setup, &view, 0, &out);
    if (size > 3)
        type_lines(game, (const char *)data + 3, size - 3, &out);
    load_again(game, &out);
    local_game_load(game, (const char *)data, size, INT64_C(1) << 41, &out);
    local_game_free(game);
    text_clear(&out);
    return 0;
}
