/* searchers.h - threads that think for the computer's seats, so that the loop never waits for a search.
 *
 * Who asks gives a copy of all that the search needs and hears of it on the loop, by the game's id and turn:
 * what the answer means there is not known here. The most urgent is thought about first. A thread has its
 * memory only while there is work. */
#pragma once

#include "book.h"
#include "command.h"
#include "skill.h"

#include <uv.h>

typedef struct Searchers Searchers;

typedef struct {
    GameId game;
    uint32_t turn; /* room_turn, for who gets the answer to compare */
    int rating;
    uint64_t seed;
    uint64_t by; /* uv_hrtime when the search is cut short, if its budget of nodes was not enough */
} Search;

typedef struct {
    GameId game;
    uint32_t turn;
    SkillMove chosen;
} SearchAnswer;

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
/* Waits for searches under way, which end at once; no answer comes any more. Its last handle frees it:
 * run the loop until that is closed. */
void searchers_close(Searchers *searchers);

/* Copies the line. The answer always comes, unless searchers_forget or searchers_close does. */
void searchers_ask(Searchers *searchers, const Search *search, const Line *line);

/* Nobody waits for a move in this game any more: its searches end at once and answer nothing, so that
 * games which were left don't take the threads from those that go on. */
void searchers_forget(Searchers *searchers, const GameId *game);

/* Asked and not yet answered. */
size_t searchers_waiting(const Searchers *searchers);
