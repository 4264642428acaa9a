/* pgn_main_line.h - the main line of a game in PGN, with the time that was left after each move.
 *
 * For a visitor's functions (pgn_reader.h), which pass on what they are told; variations are left out. Any text is safe. The arrays
 * are the caller's. */
#pragma once

#include "pgn_reader.h"

typedef struct {
    Move *moves;
    int32_t *clocks;   /* ms left after each move; -1: the text does not say */
    uint32_t capacity; /* of both arrays */
    uint32_t plies;
    bool is_cut; /* there were more moves than they hold */
} PgnMainLine;

/* A new game. */
void pgn_main_line_begin(PgnMainLine *line);
void pgn_main_line_move(PgnMainLine *line, const PgnReader *reader, Move move);
void pgn_main_line_comment(PgnMainLine *line, const PgnReader *reader, const char *text,
                           size_t length);
