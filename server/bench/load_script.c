#include "load_script.h"

#include "line.h"
#include "memory.h"
#include "movegen.h"
#include "notation.h"

#include <stdlib.h>

struct LoadScripts {
    uint64_t chance;
    char moves[LOAD_SCRIPTS][LOAD_SCRIPT_PLIES][UCI_MAX];
};

/* Marsaglia's xorshift. */
static uint64_t draw(LoadScripts *scripts)
{
    scripts->chance ^= scripts->chance << 13;
    scripts->chance ^= scripts->chance >> 7;
    scripts->chance ^= scripts->chance << 17;
    return scripts->chance;
}

/* False when the game was over too soon. */
static bool fill(LoadScripts *scripts, unsigned number)
{
    Move played[LOAD_SCRIPT_PLIES];
    Position start;
    Line line;
    Moves legal;
    position_start(&start);
    line_init(&line, &start, played, LOAD_SCRIPT_PLIES);
    for (unsigned ply = 0; ply < LOAD_SCRIPT_PLIES; ply++) {
        movegen_legal(&line.now, &legal);
        Move move = legal.at[draw(scripts) % (uint64_t)legal.count];
        uci_print(&line.now, move, scripts->moves[number][ply]);
        line_push(&line, move);
        if (line_outcome(&line) != OUTCOME_NONE)
            return false;
    }
    return true;
}

LoadScripts *load_scripts_new(void)
{
    LoadScripts *scripts = memory_new(sizeof *scripts);
    scripts->chance = 1;
    for (unsigned number = 0; number < LOAD_SCRIPTS; number++)
        while (!fill(scripts, number))
            ;
    return scripts;
}

void load_scripts_free(LoadScripts *scripts)
{
    free(scripts);
}

const char *load_scripts_move(const LoadScripts *scripts, uint32_t number, uint32_t ply)
{
    return scripts->moves[number % LOAD_SCRIPTS][ply];
}
