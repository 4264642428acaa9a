/* outcome.h - how a game ends by the rules: FIDE Laws of Chess (2023), articles 5, 6.9 and 9.
 *
 * For a position alone; repetition, which depends on the moves before, is in line.h. Resignation, agreement and
 * time belong to the game, not to the rules of the board. */
#pragma once

#include "position.h"

#define OUTCOMES(X)                                                                                \
    X(NONE, "", "the game goes on")                                                                \
    X(CHECKMATE, "5.1.1", "checkmate")                                                             \
    X(STALEMATE, "5.2.1", "stalemate")                                                             \
    X(INSUFFICIENT, "5.2.2", "dead position: no sequence of legal moves mates")                    \
    X(FIVEFOLD, "9.6.1", "the same position for the fifth time")                                   \
    X(SEVENTYFIVE, "9.6.2", "75 moves by each side without capture or pawn move")                  \
    X(THREEFOLD, "9.2", "the same position for the third time, claimed")                           \
    X(FIFTY, "9.3", "50 moves by each side without capture or pawn move, claimed")

typedef enum {
#define X(name, article, text) OUTCOME_##name,
    OUTCOMES(X)
#undef X
        OUTCOME_COUNT
} Outcome;

const char *outcome_text(Outcome outcome);
/* The article of the FIDE Laws, "" for OUTCOME_NONE. */
const char *outcome_article(Outcome outcome);

enum { FIFTY_PLIES = 100, SEVENTYFIVE_PLIES = 150 };

/* Checkmate, stalemate, 75 moves or a dead position; checkmate takes precedence over 75 moves (FIDE 9.6.2). */
Outcome outcome_of(const Position *pos);

/* A dead position (FIDE 5.2.2): neither side can mate by any sequence of legal moves. Found by material,
 * by following forced lines to their end, and behind walls of pawns only; mobility.h sees walls with pieces, too. */
bool outcome_is_dead(const Position *pos);
/* The same by material alone, for searches: a few instructions. */
bool outcome_is_bare(const Position *pos);
/* Whether the pieces could be arranged so that it is mate by that side: by material alone. */
bool outcome_has_material(const Position *pos, Color color);
/* Whether that side can mate by any sequence of legal moves, with the opponent's help (FIDE 6.9), as far as a few
 * moves show; helpmate.h decides it. */
bool outcome_can_mate(const Position *pos, Color color);
