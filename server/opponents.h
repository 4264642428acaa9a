/* opponents.h - whatever plays as the computer: the search threads with their tablebase and opening book, and the
 * external engines in their sandbox, opened as the options say.
 *
 * Embedded: opponents_close, then run the loop until its handles are closed, then opponents_free; also after
 * opponents_open returned false. */
#pragma once

#include "book_file.h"
#include "config.h"
#include "endings_maker.h"
#include "engines.h"
#include "searchers.h"
#include "tablebase_file.h"

#include <limits.h>

enum { OPPONENTS_LINE_MAX = 512 };

typedef struct {
    Searchers *searchers;
    Engines *engines;         /* NULL when there are none */
    TablebaseFile *tablebase; /* NULL without; and its path */
    char tablebase_path[TABLEBASE_FILE_PATH_MAX];
    bool makes_endings; /* --endings make, and there are none yet */
    EndingsMaker maker;
    BookFile *book; /* likewise */
    const char *book_path;
    char data_path[PATH_MAX]; /* as realpath has it; hidden from the engines */
} Opponents;

typedef struct {
    void *context;
    void (*answer)(void *context, const SearchAnswer *answer);
    void (*trouble)(void *context, const GameId *game, const char *words, bool over);
} OpponentsHooks;

/* The data directory exists. On false 'line' (OPPONENTS_LINE_MAX bytes) says what is wrong. 'opponents' is zeroed
 * before; the hooks are called when the loop runs. */
bool opponents_open(Opponents *opponents, const Config *config, uv_loop_t *loop,
                    const OpponentsHooks *hooks, char *line);
/* The data directory is ours: begins to make the tablebase, if that is wanted and there is none. */
void opponents_serve(Opponents *opponents, const Config *config, uv_loop_t *loop);
void opponents_close(Opponents *opponents);
void opponents_free(Opponents *opponents);
