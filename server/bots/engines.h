/* engines.h - UCI programs of others that play for the computer: started, asked, watched over, started again.
 *
 * Each program is one process that thinks about one game at a time, the most urgent first, within the memory and
 * the threads that it is told. One that hangs, dies, floods or plays what is not legal is ended and started again,
 * and the question is asked again, a few times; then it is answered by 'trouble'. All on the loop's thread. */
#pragma once

#include "engine_sandbox.h"
#include "engine_words.h"
#include "searchers.h"

enum {
    ENGINES_MAX = 8,
    ENGINE_CALLED_MAX = 16,
    ENGINE_HASH = 16,         /* MiB, unless told */
    ENGINE_HANDSHAKE = 10000, /* ms for uciok and readyok */
    ENGINE_GRACE = 2000,      /* ms that it may think longer than it was told */
    ENGINE_TRIES = 3,         /* of one question */
    ENGINE_REST =
        1000, /* ms before it is started again; twice that after each failure in a row, … */
    ENGINE_REST_MAX = 60000, /* … up to this */
    ENGINE_THINK_LEAST = 50, /* ms */
    ENGINE_THINK = 1000,
    ENGINE_IDLE = 300000, /* ms without a question after which it is ended */
    ENGINE_MEMORY = 2048, /* MiB of address space, unless told; and its table … */
    ENGINE_THREAD_MEMORY =
        128, /* … and this for each thread: a stack, and what malloc sets aside */
};

typedef struct Engines Engines;

/* What can be known of one: all of it once it has been started for the first time. */
typedef struct {
    char name[ENGINE_CALLED_MAX + 1];
    char title[ENGINE_TITLE_MAX + 1]; /* as it calls itself; "" until known */
    bool ready;                       /* it has been heard of and plays */
    bool rated;                       /* UCI_LimitStrength and UCI_Elo */
    int32_t rating_least, rating_most;
    bool skilled; /* Skill Level */
    int32_t skill_least, skill_most;
    bool chess960;
} EngineAbout;

typedef struct {
    char name[ENGINE_CALLED_MAX + 1];
    const char *path; /* outlives the engines */
} EngineProgram;

/* In ms; 0 stands for the default. A test shortens what it waits for, and lengthens the rest: then it doesn't
 * matter how fast the machine is. */
typedef struct {
    unsigned greeting; /* for uciok: ENGINE_HANDSHAKE */
    unsigned setting;  /* for readyok: ENGINE_HANDSHAKE */
    unsigned grace;    /* ENGINE_GRACE */
    unsigned rest;     /* ENGINE_REST */
} EngineWaits;

typedef struct {
    uv_loop_t *loop;
    const EngineProgram *programs;
    size_t count;
    unsigned hash, threads; /* MiB and threads for each: 0: ENGINE_HASH, 1 */
    EngineWaits waits;
    EngineSandbox sandbox; /* 'memory' without the table and the threads */
    void *context;
    void (*answer)(void *context, const SearchAnswer *answer);
    /* Something is wrong: 'words' say what, for the game's players. 'over': it won't be answered. */
    void (*trouble)(void *context, const GameId *game, const char *words, bool over);
} EnginesOptions;

Engines *engines_open(const EnginesOptions *options);
/* Ends all programs; no answer comes any more. Run the loop until its handles are closed, then free. */
void engines_close(Engines *engines);
void engines_free(Engines *engines);

size_t engines_count(const Engines *engines);
const EngineAbout *engines_about(const Engines *engines, size_t number);
/* -1 when there is none of that name. */
int engines_find(const Engines *engines, const char *name);

/* As searchers_ask; 'rating' is in the engine's own range, or for one that is 'skilled' a step of its skill, counted
 * from 1, or 0 for full strength. 'by' is when the answer is wanted at the latest. */
void engines_ask(Engines *engines, int number, const Search *search, const Line *line);
void engines_forget(Engines *engines, const GameId *game);
