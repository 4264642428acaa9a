#include "pgn_main_line.h"

#include "pgn_comment.h"

void pgn_main_line_begin(PgnMainLine *line)
{
    line->plies = 0;
    line->is_cut = false;
}

void pgn_main_line_move(PgnMainLine *line, const PgnReader *reader, Move move)
{
    if (reader->depth > 0)
        return;
    line->is_cut |= line->plies == line->capacity;
    if (line->is_cut)
        return;
    line->clocks[line->plies] = -1;
    line->moves[line->plies++] = move;
}

void pgn_main_line_comment(PgnMainLine *line, const PgnReader *reader, const char *text,
                           size_t length)
{
    if (reader->depth == 0 && line->plies > 0 && !line->is_cut)
        pgn_comment_clock(text, length, &line->clocks[line->plies - 1]);
}
