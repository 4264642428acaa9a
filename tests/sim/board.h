/* board.h - a game as one client knows it: from snapshots and events, by the rules of chess alone. */
#pragma once

#include "line.h"
#include "notation.h"
#include "random.h"

#include <cjson/cJSON.h>

enum { BOARD_OFFERS = 3 }; /* draw, takeback, rematch */

typedef struct {
    char game[9];
    bool mine, known, over, asked; /* 'asked': a watch is still to be answered */
    bool left;                     /* the player does not want to hear it any more */
    bool by_days;                  /* correspondence */
    Color seat;
    uint32_t seq;
    uint32_t turn; /* seq of the newest move or takeback */
    Position start, now;
    Move *moves;
    uint32_t plies, size;
    uint32_t offers[BOARD_OFFERS]; /* of the opponent, open */
    uint32_t own_offer;            /* of any kind */
} Board;

void board_clear(Board *board);
/* From the message 'game'. False when such a game is impossible. */
bool board_set(Board *board, const cJSON *snapshot);
/* Applies the next event. False when it does not follow. */
bool board_event(Board *board, const cJSON *event);
bool board_is_turn(const Board *board);

/* A legal move, the same for the same numbers on every processor; MOVE_NONE when there is none. */
Move board_any_move(const Position *position, Random *random);

/* Members of messages; 0 or "" when there is none. */
double json_number(const cJSON *object, const char *name);
const char *json_text(const cJSON *object, const char *name);
