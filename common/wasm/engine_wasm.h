/* engine_wasm.h - the computer player as flat functions for a browser's workers.
 *
 * One position, one search at a time. Text goes both ways through one buffer: the caller writes there, says the
 * length, and reads the answer, whose length is returned. The net is handed in as bytes. What only the outside
 * has is imported, and asked every thousand nodes or so: a clock, and whether the search is to stop.
 *
 * Where memory can be shared, several workers run instances of the same module on one memory. The first calls
 * all functions; each other sets its stack to workerStack(number) and calls help(number) when 'wake' asks for
 * it, and only then. Memory grows with setup and is never given back. */
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

/* Milliseconds from any point. */
ENGINE_WASM_IMPORT("now") double engine_wasm_now(void);
/* Not 0: stop the search. */
ENGINE_WASM_IMPORT("stopped") int engine_wasm_stopped(void);
/* A line of what the search knows, as UCI's "info" without that word, so long in the buffer. */
ENGINE_WASM_IMPORT("info") void engine_wasm_info(int length);

/* Of several workers the first asks the others to call help now; and waits until all have come back from it. */
ENGINE_WASM_IMPORT("wake") void engine_wasm_wake(void);
ENGINE_WASM_IMPORT("join") void engine_wasm_join(void);

/* Once before all else, by the first worker. Answers where the buffer begins. */
ENGINE_WASM_EXPORT("init") char *engine_wasm_init(void);

/* Table of so many MiB, workers from 1 on; forgets all. 0 when there is not so much memory or the numbers are
 * out of bounds: then all stays as it was. */
ENGINE_WASM_EXPORT("setup") int engine_wasm_setup(int hash, int workers);

/* Where the net's bytes are to be written; NNUE_FILE_MAX fit. */
ENGINE_WASM_EXPORT("netBytes") unsigned char *engine_wasm_net_bytes(void);
/* Reads so many of them: 0, or the NnueError and there is no net. Needed before all that judges. */
ENGINE_WASM_EXPORT("loadNet") int engine_wasm_load_net(int size);

/* As for a new game: table, histories and the mood of 'play'. */
ENGINE_WASM_EXPORT("clear") void engine_wasm_clear(void);

/* The buffer holds a FEN and, behind a newline, moves in UCI parted by blanks, castling either way; with
 * chess960 it is answered as king takes rook, as it always is where the king or the rook began elsewhere. 0, the
 * FenError, or -1 when a move is not legal there: then the position before stays. */
ENGINE_WASM_EXPORT("position") int engine_wasm_position(int length, int chess960);

/* Searches; 0 is no limit. Answers "bestmove score depth nodes [ponder]", score as in an info line; "-" for a
 * move when there is none. */
ENGINE_WASM_EXPORT("go")
int engine_wasm_go(int depth, double nodes, double movetime, int multipv, int mate);
ENGINE_WASM_EXPORT("help") void engine_wasm_help(int number);
ENGINE_WASM_EXPORT("workerStack") unsigned char *engine_wasm_worker_stack(int number);

/* A move by a player of that rating (skill.h), in the same words, and behind them what he decides: "resigns",
 * "offers". With seed, position and rating the same move everywhere; movetime as a limit above, 0 for none. */
ENGINE_WASM_EXPORT("play") int engine_wasm_play(int rating, double seed, double movetime);
/* Does he accept a draw, after his last move in this position? */
ENGINE_WASM_EXPORT("acceptsDraw") int engine_wasm_accepts_draw(void);

/* Centipawns for the side to move, without a search. */
ENGINE_WASM_EXPORT("evaluate") int engine_wasm_evaluate(void);
/* The signature: the nodes of fixed searches to that depth, as castled-uci's bench. */
ENGINE_WASM_EXPORT("bench") double engine_wasm_bench(int depth);
