/* start_game.h - games begin here: from a pairing, a challenge, a rematch. */
#pragma once

#include "inside_core.h"

/* How long each side has for its first move, in a game that was not found by a seek. */
enum { FIRST_MOVE_PATIENT = 24 * 60 * 60 * 1000 };

typedef struct {
    const GameId *id; /* NULL: one is drawn */
    TimeControl control;
    Variant variant;
    const Position *start; /* of VARIANT_FROM_POSITION, or played again; else NULL */
    bool again;            /* a rematch from the same position of Chess960 */
    bool rated;
    int32_t first_move;
    Person seat[2]; /* by Color */
    Origin origin[2];
} Beginning;

/* Puts players and game into the journal and subscribes both players on all their connections. Nobody is
 * told yet: an answer may have to come first. */
Game *begin_game(Core *core, const Beginning *beginning);
/* Tells both players of it: start, snapshot. */
void start_game_telling(Core *core, Game *game, const Beginning *beginning);

/* What the lobby found; it points into the pairing. */
void pairing_beginning(const Pairing *pairing, Beginning *beginning);
/* Both, for that. */
void beginning_of_pairing(Core *core, const Pairing *pairing);
/* Both: the same game with the colours changed. */
void beginning_of_rematch(Core *core, const Game *before, const GameId *next);

/* Of a seek's game, by its speed. */
int32_t first_move_limit(const TimeControl *control, Variant variant);
