#include "load_wanted.h"

#include <stdio.h>

typedef enum { AT_MOST, AT_LEAST } Side;

typedef struct {
    const char *what;
    Side side;
    double bound, times; /* the bound, and so many times what is measured beside it */
    const char *unit;
} Row;

/* A KB has 1,000 bytes. */
static const Row ROWS[] = {
    [WANTED_FLAT] = {"processor time of a move at 9,000 connections by that at 400", AT_MOST, 1.3,
                     0, "times"},
    [WANTED_ECHOES] = {"moves with process", AT_LEAST, 0.25, 0, "of the echoes"},
    /* beside: the smaller of what is wanted with process and (games at once / p50 of a bare sync) */
    [WANTED_POWER] = {"moves with power", AT_LEAST, 0, 0.5, "a second"},
    /* beside: p99 of a bare sync */
    [WANTED_P99] = {"p99 from the mover to the opponent", AT_MOST, 10, 2, "ms"},
    [WANTED_CORE] = {"processor without searches", AT_MOST, 1 / 3.0, 0, "of a core"},
    [WANTED_RESUMED] = {"10,000 connections and their games are back", AT_MOST, 5, 0, "s"},
    [WANTED_READY] = {"ready with 5,000 live games", AT_MOST, 300, 0, "ms"},
    [WANTED_CROWD] = {"a move reaches all of 10,000 spectators", AT_MOST, 300, 0, "ms"},
    [WANTED_CONNECTION] = {"a connection beyond libwebsockets", AT_MOST, 1500, 0, "bytes"},
    [WANTED_GAME] = {"a live game that has just begun", AT_MOST, 2000, 0, "bytes"},
    [WANTED_IDLE] = {"idle, with the files' pages", AT_MOST, 10, 0, "MB"},
    [WANTED_GROWTH] = {"growth of the heap for each game played", AT_MOST, 1, 0, "bytes"},
};

double wanted_bound(Wanted wanted, double beside)
{
    return ROWS[wanted].bound + ROWS[wanted].times * beside;
}

bool wanted_print(Wanted wanted, double figure, double beside)
{
    const Row *row = &ROWS[wanted];
    double bound = wanted_bound(wanted, beside);
    bool is_kept = row->side == AT_MOST ? figure <= bound : figure >= bound;
    printf("      %s: %.2f %s, wanted at %s %.2f: %s\n", row->what, figure, row->unit,
           row->side == AT_MOST ? "most" : "least", bound, is_kept ? "kept" : "MISSED");
    return is_kept;
}
