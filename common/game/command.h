/* command.h - what a seat asks of a room: one struct per request that can change a game.
 *
 * Ids and chance come in with the command (the next game's id of a rematch), time comes in beside it.
 * Text is gone by now: the protocol and the bots fill these in. Plain values, nothing to free. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "types.h"

enum { GAME_ID_LENGTH = 8 };

/* A game's name on the wire: eight letters or digits, drawn at the edge. */
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

typedef struct {
    CommandKind kind;
    uint32_t offer; /* seq of the offer that is accepted or refused; 0 makes one */
    int32_t lag;    /* the trusted round trip to who asks, ms; 0 unknown. Counts for moves */
    union {
        struct {
            uint32_t ply;  /* plies played before this one: sending a move again is safe */
            uint32_t turn; /* seq of the newest move or takeback its sender had seen; 0 unknown */
            Move move;     /* MOVE_NONE when the text was no move of the position */
        } move;
        struct {
            Claim what;
            bool intends; /* with the move about to be played, as below; else by the position */
            uint32_t ply; /* plies played before it */
            Move move;    /* MOVE_NONE when the text was no move of the position */
        } claim;
        GameId next;
    };
} Command;
