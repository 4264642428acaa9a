/* rules.h - the rules of chess as flat functions for JavaScript.
 *
 * Text goes both ways through one buffer: the caller writes a question there, says its length, and
 * reads the answer, whose length is returned. One position is held, the last that was loaded; an
 * instance of WebAssembly has one thread and one owner. Nothing is allocated. */
#pragma once

#include "movegen.h"
#include "notation.h"

enum { RULES_TEXT_SIZE = MOVES_MAX * UCI_MAX };

#define RULES_EXPORT(name) __attribute__((export_name(name)))

/* Call once before all else. Answers where the buffer begins; it has RULES_TEXT_SIZE bytes. */
RULES_EXPORT("init") char *rules_init(void);

/* A FEN becomes the position that the other functions speak of. 0, or the FenError: then the position
 * before stays. */
RULES_EXPORT("load") int rules_load(int length);

/* All legal moves as UCI, each followed by a space. */
RULES_EXPORT("moves") int rules_moves(void);

/* Plays a move given as UCI. Answers its SAN, a newline and the new FEN; nothing, and nothing changed,
 * when it is not legal. */
RULES_EXPORT("play") int rules_play(int length);

/* A move as a person types it, UCI or SAN, as UCI; nothing when it is no legal move. */
RULES_EXPORT("read") int rules_read(int length);

RULES_EXPORT("isCheck") int rules_is_check(void);

/* An Outcome, of the position alone. */
RULES_EXPORT("outcome") int rules_outcome(void);

/* Leaves of the tree of legal moves; exact below 2^53. */
RULES_EXPORT("perft") double rules_perft(int depth);
