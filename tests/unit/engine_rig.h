/* engine_rig.h - what the tests of the computer player share: an engine with its table and the program's net,
 * lines from text.
 *
 * One engine per test program; each test begins with it cleared. */
#pragma once

#include "chess_rig.h"
#include "embedded_nnue.h"
#include "skill.h"

static _Alignas(64) unsigned char rig_table_memory[SKILL_TABLE_BYTES];
static Move rig_moves[LINE_PLIES_MAX];
static Table rig_table;
static _Alignas(64) Nnue rig_net;
static Engine *rig_engine;

static inline void engine_fresh(void)
{
    static void *memory;
    if (!rig_net.kernel)
        embedded_nnue_load(&rig_net);
    if (!memory)
        memory = aligned_alloc(64, engine_size());
    ck_assert_ptr_nonnull(memory);
    table_init(&rig_table, rig_table_memory, sizeof rig_table_memory);
    rig_engine = engine_init(memory, &rig_table);
    engine_set_net(rig_engine, &rig_net);
}

/* Moves in UCI, separated by blanks. */
static inline Line line_from(const char *fen, const char *moves)
{
    Line line;
    Position pos = position_from(fen);
    line_init(&line, &pos, rig_moves, LINE_PLIES_MAX);
    while (*moves) {
        size_t length = strcspn(moves, " ");
        Move move;
        NotationError error = uci_parse(&line.now, moves, length, &move);
        ck_assert_msg(!error, "%s: %s", moves, notation_error_text(error));
        ck_assert(line_push(&line, move));
        moves += length + (moves[length] == ' ');
    }
    return line;
}

static inline EngineResult think(const Line *line, EngineLimits limits)
{
    EngineResult result;
    engine_fresh();
    engine_think(rig_engine, line, &limits, NULL, &result);
    return result;
}
