/* command.h - a player's request to a room: one struct for every kind that can change a game.
 *
 * The id of a rematch's game comes with the command; the time is a separate argument. There is no text any more: the
 * protocol and the bots fill these in. Plain values, nothing to free. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "types.h"

enum { GAME_ID_LENGTH = 8 };

/* A game's name on the wire: eight random letters or digits. */
typedef struct {
    char text[GAME_ID_LENGTH + 1];
} GameId;

typedef enum {
    CMD_MOVE,
    CMD_RESIGN,
    CMD_ABORT,
    CMD_DRAW,     /* offers, or accepts the offer named by .offer */
    CMD_TAKEBACK, /* asks, or grants .offer */
    CMD_REMATCH,  /* offers, or accepts .offer; .next names the game that would follow */
    CMD_REFUSE,   /* refuses .offer, whatever it offers */
    CMD_CLAIM,
    CMD_MORETIME, /* gives the opponent time */
} CommandKind;

typedef enum { CLAIM_THREEFOLD, CLAIM_FIFTY, CLAIM_WIN, CLAIM_DRAW } Claim;

/* What an arbiter does to a game that goes on. Whether they may is the caller's matter. */
typedef enum {
    ARBITER_TIME,   /* .side gets .given ms more, or less */
    ARBITER_STOP,   /* both clocks stand (FIDE 6.11) */
    ARBITER_RESUME, /* the game goes on, with the sealed move if there is one */
    ARBITER_ADJOURN, /* the player to move seals a move (Guidelines I.1); .until is agreed on, or 0 */
    ARBITER_ANNUL,   /* the game is over without a result */
    ARBITER_BERSERK, /* .side, which asked for it, plays on half of its time, without increment */
    ARBITER_KINDS
} ArbiterKind;

typedef struct {
    ArbiterKind kind;
    Color side;
    int32_t given;
    int64_t until; /* wall clock, ms */
} ArbiterAct;

typedef struct {
    CommandKind kind;
    uint32_t offer; /* seq of the offer that is accepted or refused; 0 makes a new one */
    int32_t lag;    /* the measured round trip to the player, ms; 0 unknown */
    union {
        struct {
            uint32_t ply;  /* plies played before this one: sending a move again is safe */
            uint32_t turn; /* seq of the newest move or takeback its sender had seen; 0 unknown */
            Move move;     /* MOVE_NONE when the text was no move of the position */
            bool
                draw; /* offers a draw with it (FIDE 9.1.2.1); the move counts, whatever becomes of the offer */
        } move;
        struct {
            Claim what;
            /* Claims with the move about to be played, as below; else for the position. */
            bool intends;
            uint32_t ply; /* plies played before it */
            Move move;    /* MOVE_NONE when the text was no move of the position */
        } claim;
        GameId next;
        int32_t given; /* MORETIME: ms; 0: as much as is usual. In correspondence always a day */
    };
} Command;
