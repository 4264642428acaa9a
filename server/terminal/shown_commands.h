/* shown_commands.h - the commands that only look at a game or change how it is shown: board, flip, moves, clock and the
 * like. The same for a local game and for one on a server. Pure. */
#pragma once

#include "board_view.h"
#include "typed_line.h"

/* False when the line is no such command; otherwise its answer is appended, and the view may have changed. */
bool shown_command(const TypedLine *typed, BoardView *view, const BoardScene *scene, Text *out);
/* For wrapped_say. */
unsigned shown_columns(const BoardView *view);
/* "Type it as: save FILE". */
void shown_form(const TypedLine *typed, const BoardView *view, Text *out);
/* help, help COMMAND: of the commands that are understood there. */
void shown_help(const TypedLine *typed, TypedPlace place, const BoardView *view, Text *out);
/* What is neither a command nor a move, with a guess at what was meant. */
void shown_unknown(const TypedLine *typed, TypedPlace place, const BoardView *view, Text *out);
