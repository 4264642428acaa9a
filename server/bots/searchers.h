/* searchers.h - threads that search for the computer's moves, so that the loop never waits for a search.
 *
 * A question is a copy of all that the search needs; its answer comes on the loop and names the game and the turn;
 * what it means for the game is up to the caller. The most urgent is searched first. A thread has its memory only
 * while there is work. */
#pragma once

#include "book.h"
#include "search_request.h"

#include <uv.h>

typedef struct Searchers Searchers;

typedef struct {
    uv_loop_t *loop;
    unsigned threads;         /* at least 1 */
    const Tablebase *endings; /* for full strength; NULL: none. Both are borrowed */
    const Book *book;         /* NULL: none */
    void *context;
    void (*answer)(void *context, const SearchAnswer *answer); /* on the loop's thread */
} SearchersOptions;

/* NULL when the threads cannot be started. */
Searchers *searchers_open(const SearchersOptions *options);
/* Waits for searches under way, which end at once; no more answers come. The last handle frees it: run
 * the loop until that is closed. */
void searchers_close(Searchers *searchers);

/* From the next search on; NULL: none. Borrowed, until the searchers have ended. */
void searchers_set_endings(Searchers *searchers, const Tablebase *endings);

/* Copies the line. The answer always comes, unless searchers_forget or searchers_close does. */
void searchers_ask(Searchers *searchers, const Search *search, const Line *line);

/* No move is wanted in this game any more: its searches end at once without an answer, so that
 * abandoned games don't keep threads from others. */
void searchers_forget(Searchers *searchers, const GameId *game);

/* Asked and not yet answered. */
size_t searchers_waiting(const Searchers *searchers);
