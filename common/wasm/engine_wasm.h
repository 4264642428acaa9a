/* engine_wasm.h - the computer player as flat functions for a browser's workers.
 *
 * One position, one search at a time. Text goes both ways through one buffer: the caller writes to it, passes the
 * length, and reads the answer, whose length is returned. The net is passed as bytes. Two functions are imported, and
 * called every thousand nodes or so: a clock, and whether to stop the search.
 *
 * Where memory can be shared, several workers run instances of the same module on one memory. The first worker
 * calls all functions; each of the others sets its stack to workerStack(number) and calls help(number) when 'wake'
 * asks for it, and only then. Memory grows with setup and is never released. */
#pragma once

#include "nnue.h"
#include "notation.h"
#include "skill.h"

enum {
    ENGINE_WASM_TEXT_SIZE = 128 + 6 * LINE_PLIES_MAX,
    ENGINE_WASM_WORKERS_MAX = 16,
    ENGINE_WASM_STACK = 1 << 20,
    ENGINE_WASM_HASH_MIN = SKILL_TABLE_BYTES >> 20, /* MiB */
    ENGINE_WASM_HASH_MAX = 256,
};

#define ENGINE_WASM_EXPORT(name) __attribute__((export_name(name)))
#define ENGINE_WASM_IMPORT(name) __attribute__((import_module("env"), import_name(name)))

/* Milliseconds since any point in time. */
ENGINE_WASM_IMPORT("now") double engine_wasm_now(void);
/* Not 0: stop the search. */
ENGINE_WASM_IMPORT("stopped") int engine_wasm_stopped(void);
/* A line like UCI's "info", without that word, of that length in the buffer. */
ENGINE_WASM_IMPORT("info") void engine_wasm_info(int length);

/* Of several workers the first asks the others to call help now; and waits until all have come back from it. */
ENGINE_WASM_IMPORT("wake") void engine_wasm_wake(void);
ENGINE_WASM_IMPORT("join") void engine_wasm_join(void);

/* Call once before anything else, by the first worker. Returns the start of the buffer. */
ENGINE_WASM_EXPORT("init") char *engine_wasm_init(void);

/* A table of so many MiB, and 1 or more workers; forgets everything. 0, and nothing changed, when there is not enough
 * memory or a number is out of bounds. */
ENGINE_WASM_EXPORT("setup") int engine_wasm_setup(int hash, int workers);

/* Where to write the net's bytes, up to NNUE_FILE_MAX. */
ENGINE_WASM_EXPORT("netBytes") unsigned char *engine_wasm_net_bytes(void);
/* Parses so many of them. 0, or the NnueError, and then there is no net. Needed before searches and evaluations. */
ENGINE_WASM_EXPORT("loadNet") int engine_wasm_load_net(int size);

/* For a new game: clears the table, the histories and what the player of 'play' remembers. */
ENGINE_WASM_EXPORT("clear") void engine_wasm_clear(void);

/* The buffer has a FEN and, after a newline, moves in UCI separated by blanks, with castling in either notation; with
 * chess960 it is answered as king takes rook, as it always is where king or rook did not start on their standard
 * squares. 0, the FenError, or -1 when a move is not legal; then the position does not change. */
ENGINE_WASM_EXPORT("position") int engine_wasm_position(int length, int chess960);

/* Searches; 0 is no limit. Answers "bestmove score depth nodes [ponder]", with the score as in an info line; "-" in
 * place of a move when there is none. */
ENGINE_WASM_EXPORT("go")
int engine_wasm_go(int depth, double nodes, double movetime, int multipv, int mate);
ENGINE_WASM_EXPORT("help") void engine_wasm_help(int number);
ENGINE_WASM_EXPORT("workerStack") unsigned char *engine_wasm_worker_stack(int number);

/* A move by a player of that rating (skill.h), in the same form, followed by what it decides: "resigns",
 * "offers". Seed, position and rating give the same move everywhere; movetime is a limit, 0 for none. */
ENGINE_WASM_EXPORT("play") int engine_wasm_play(int rating, double seed, double movetime);
/* Does it accept a draw, after its last move in this position? */
ENGINE_WASM_EXPORT("acceptsDraw") int engine_wasm_accepts_draw(void);

/* Centipawns for the side to move, without a search. */
ENGINE_WASM_EXPORT("evaluate") int engine_wasm_evaluate(void);
/* The signature: the nodes of fixed searches to that depth, as castled-uci's bench. */
ENGINE_WASM_EXPORT("bench") double engine_wasm_bench(int depth);
