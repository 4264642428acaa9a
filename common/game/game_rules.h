/* game_rules.h - the setup of a game, why a request in it may be refused, and the limits of what may be asked.
 *
 * The rules of chess are common/chess's; room.h plays a game by both. */
#pragma once

#include "clock.h"
#include "position.h"

typedef enum { VARIANT_STANDARD, VARIANT_CHESS960, VARIANT_FROM_POSITION } Variant;

/* What players may not do in a game that somebody has arranged: the words of the Lichess API. The bits are stored in
 * databases: they never change. */
#define GAME_RULES(X)                                                                              \
    X(NO_ABORT, noAbort, 1)                                                                        \
    X(NO_REMATCH, noRematch, 2)                                                                    \
    X(NO_GIVE_TIME, noGiveTime, 4)                                                                 \
    X(NO_CLAIM_WIN, noClaimWin, 8)    /* nor a draw, when the opponent has left */                 \
    X(NO_EARLY_DRAW, noEarlyDraw, 16) /* draws are not agreed before ROOM_EARLY_PLIES */

enum {
#define X(name, word, bit) RULE_##name = bit,
    GAME_RULES(X)
#undef X
        RULES_ALL = 31,
};

typedef struct {
    Variant variant;
    Position start;
    TimeControl control;
    bool rated;
    int32_t first_move; /* ms for each side's first move, while no clock runs yet; 0: no limit */
    uint8_t rules;      /* a sum of RULE_ */
    int64_t created;    /* the axis when the game was made: game time 0 */
} GameSetup;

/* The rule with that word; 0 for no such word. And the word of one. */
unsigned game_rule_read(const char *word);
const char *game_rule_word(unsigned rule);

/* For setups from outside: whether room_init takes this one. A game with time odds is casual, and the odds are
 * already given to a colour. The start position is not looked at. */
bool game_setup_is_valid(const GameSetup *setup);

#define ROOM_ERRORS(X)                                                                             \
    X(OK, "done")                                                                                  \
    X(ILLEGAL_MOVE, "illegal move")                                                                \
    X(NOT_YOUR_TURN, "it is not your turn")                                                        \
    X(STALE, "too late: the position has changed")                                                 \
    X(OVER, "the game is over")                                                                    \
    X(TOO_FAST, "too soon: wait a while")                                                          \
    X(FORBIDDEN, "not allowed in this game")                                                       \
    X(NOT_NOW, "not possible right now")                                                           \
    X(FULL, "the room's memory is full: grow it and ask again")

typedef enum {
#define X(name, text) ROOM_##name,
    ROOM_ERRORS(X)
#undef X
} RoomError;

const char *room_error_text(RoomError error);

/* Limits of what may be asked, as lichess.org has them; after n refusals of a takeback the next one waits 10 *
 * min(n, 10)^2 s. */
enum {
    ROOM_DRAW_PLIES = 20,                /* from a seat's draw offer to its next */
    ROOM_EARLY_PLIES = 60,               /* with RULE_NO_EARLY_DRAW: 30 moves of each side */
    ROOM_TAKEBACKS_MAX = 500,            /* granted in a game; then nobody may ask for one */
    ROOM_REMATCH_WAIT = 60 * 1000,       /* from the refusal of a rematch to the next offer */
    ROOM_MORETIME = 15 * 1000,           /* what is given at a time */
    ROOM_GIFTS_MAX = 20,                 /* how many times each side gives it in a turn */
    ROOM_MORETIME_MAX = 120 * 60 * 1000, /* a player who has that much gets no more */
    ROOM_MOREDAYS_MAX =
        CLOCK_DAYS_MAX * CLOCK_DAY, /* the same in correspondence, a day at a time */
    ROOM_ABANDONED =
        21 * CLOCK_DAY, /* without a clock: a player who does not move for so long has left */
    /* The events of a game that is over. Once one that goes on has ROOM_EVENTS_RESERVE fewer, more than any game needs, it is
     * called off; the reserve is for its end, and for offers of a rematch. */
    ROOM_EVENTS_MAX = (1 << 16) + 64,
    ROOM_EVENTS_RESERVE = 64,
    ROOM_PAUSE_MAX = 30 * 1000, /* how long the player to move is waited for after a restart */
};
