/* room_wasm.h - a room as flat functions, so that a page can play without a server.
 *
 * The server's own room and printer: the output is messages of castled.v1. Each WebAssembly instance is one room.
 * Text goes both ways through one buffer: the caller writes to it, passes the length, and reads the answer, whose
 * length is returned. Times are as in room.h, seats are Colors. */
#pragma once

#include "room.h"

enum { ROOM_WASM_TEXT_SIZE = 8 * LINE_PLIES_MAX + 4096 }; /* the snapshot of the longest game */

#ifdef __wasm__
#define ROOM_WASM_EXPORT(name) __attribute__((export_name(name)))
#else
#define ROOM_WASM_EXPORT(name)
#endif

/* Call once before anything else. Returns the start of the buffer. */
ROOM_WASM_EXPORT("init") char *room_wasm_init(void);

/* ---- Setup: position, clock, odds if any, begin ---- */

typedef enum {
    ROOM_WASM_UNTIMED,
    ROOM_WASM_INCREMENT,
    ROOM_WASM_BRONSTEIN,
    ROOM_WASM_DELAY,
    ROOM_WASM_DAYS, /* 'initial' of them for each move */
} RoomWasmClock;

/* The buffer has a FEN; with length 0 the game starts as the variant does, in Chess960 from the position of that
 * number. Returns the FenError. */
ROOM_WASM_EXPORT("position") int room_wasm_position(int length, int variant, int number);
/* 0 for a control that is not valid. */
ROOM_WASM_EXPORT("clock") int room_wasm_clock(int kind, int initial, int bonus);
/* That side has these instead; 0 if they are not valid. */
ROOM_WASM_EXPORT("odds") int room_wasm_odds(int side, int initial, int bonus);
/* Once for the first stage, of which only the moves count, and then for each later one; 0 when the control, so far, is not
 * valid. */
ROOM_WASM_EXPORT("stage") int room_wasm_stage(int moves, int initial, int bonus);
/* A casual game, made at 'created'; the buffer holds its id. */
ROOM_WASM_EXPORT("begin") void room_wasm_begin(int first_move, double created);

/* ---- What can happen: returns the number of events, or minus the RoomError ---- */

/* The buffer holds a move in UCI. */
ROOM_WASM_EXPORT("move") int room_wasm_move(int seat, int length, int ply, int turn, double now);
/* The buffer holds the move that the seat is about to play, if any. */
ROOM_WASM_EXPORT("claim")
int room_wasm_claim(int seat, int what, int length, int ply, double now);
/* Any other CommandKind; the buffer holds the next game's id, for a rematch. */
ROOM_WASM_EXPORT("command") int room_wasm_command(int seat, int kind, int offer, double now);
ROOM_WASM_EXPORT("tick") int room_wasm_tick(double now);
ROOM_WASM_EXPORT("presence") int room_wasm_presence(int seat, int present, double now);
/* The events up to seq are stored. */
ROOM_WASM_EXPORT("durable") void room_wasm_durable(int seq, double now);

/* From the journal: the buffer holds one packed event, the next. 0 when it does not follow. */
ROOM_WASM_EXPORT("replay") int room_wasm_replay(int length);
ROOM_WASM_EXPORT("restart") int room_wasm_restart(double now);

/* ---- What to send ---- */

/* An event of the last call, as on the wire and as in the journal. */
ROOM_WASM_EXPORT("event") int room_wasm_event(int number);
ROOM_WASM_EXPORT("packed") int room_wasm_packed(int number);
/* The answers without their ids: 'error' for a RoomError, 'ok' to a watch. */
ROOM_WASM_EXPORT("refusal") int room_wasm_refusal(int error);
ROOM_WASM_EXPORT("watched") int room_wasm_watched(double now, double wall);
/* The caller fills in the players. */
ROOM_WASM_EXPORT("snapshot") int room_wasm_snapshot(double now);
/* Infinity: nothing is due, or there is nothing to claim. */
ROOM_WASM_EXPORT("deadline") double room_wasm_deadline(void);
ROOM_WASM_EXPORT("claimAt") double room_wasm_claim_at(int seat);
/* A computer's pace in that seat (pace.h). */
ROOM_WASM_EXPORT("delay") double room_wasm_delay(int seat, double random, double now);
ROOM_WASM_EXPORT("thinkMax") double room_wasm_think_max(int seat, double now);
