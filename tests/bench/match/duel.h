/* duel.h - one game between two players by the rules, with clocks and adjudication. */
#pragma once

#include "line.h"
#include "player.h"

typedef enum {
    DUEL_PLAYED,      /* by the rules */
    DUEL_ADJUDICATED, /* both engines' scores agreed on it for long enough */
    DUEL_TIME,
    DUEL_ILLEGAL,
    DUEL_SILENT, /* crashed or hung */
} DuelEnd;

typedef struct {
    bool adjudicate;
    bool chess960;
    int64_t margin; /* ms over the limit that are forgiven: the runner's own delay */
} DuelRules;

typedef struct {
    int white_half_points; /* 0, 1, 2 */
    DuelEnd end;
    Color at_fault; /* for DUEL_TIME and later */
} DuelResult;

/* Players are White's and Black's, ready for a new game. The moves stay in the line. */
DuelResult duel_play(Player *const players[2], Line *line, const DuelRules *rules);
