/* rules.h - the rules of chess as flat functions for JavaScript.
 *
 * Text goes both ways through one buffer: the caller writes a question to it, passes its length, and reads the
 * answer, whose length is returned. There is one position, the last that was loaded; a WebAssembly instance has one
 * thread and one owner. Nothing is allocated. */
#pragma once

#include "movegen.h"
#include "notation.h"

enum { RULES_TEXT_SIZE = MOVES_MAX * UCI_MAX };

#define RULES_EXPORT(name) __attribute__((export_name(name)))

/* Call once before anything else. Returns the start of the buffer, which has RULES_TEXT_SIZE bytes. */
RULES_EXPORT("init") char *rules_init(void);

/* Sets the position for the other functions from a FEN. 0, or the FenError; then the position does not change. */
RULES_EXPORT("load") int rules_load(int length);

/* All legal moves as UCI, each followed by a space. */
RULES_EXPORT("moves") int rules_moves(void);

/* Plays a move given as UCI. Answers its SAN, a newline and the new FEN; nothing when it is not legal, and then
 * nothing changes. */
RULES_EXPORT("play") int rules_play(int length);

/* A move as a person types it, in UCI or SAN; answers it in UCI, or nothing when it is not a legal move. */
RULES_EXPORT("read") int rules_read(int length);

RULES_EXPORT("isCheck") int rules_is_check(void);

/* Leaves of the tree of legal moves; exact below 2^53. */
RULES_EXPORT("perft") double rules_perft(int depth);
