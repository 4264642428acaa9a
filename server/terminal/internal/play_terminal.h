/* play_terminal.h - what a local game and one on a server both ask of the terminal and of files. */
#pragma once

#include "board_view.h"
#include "play_options.h"

enum { PLAY_DATE_MAX = 16 };

unsigned play_columns(void);
BoardView play_view(const PlayOptions *options);
/* ms of a clock that never goes back. */
int64_t play_now(void);
/* "2024.02.29", of the local calendar. */
void play_today(char out[PLAY_DATE_MAX]);
/* Writes a new file, and says in 'out' how it went. A file that exists is never written over: it may have taken hours to
 * play. */
void play_save(const char *name, const Text *pgn, Text *out);
void play_say(Text *out, const char *name, const char *words);
