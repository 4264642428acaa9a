/* room.h - one game between two seats.
 *
 * Pure: no I/O, no allocation (the caller hands memory in), no clock of its own. Time is the argument
 * 'now' in ms on the server's axis, which stands still while the server is down. Whatever the room
 * wants known it appends to 'out', and one private function, fold, is all that changes its game. */
#pragma once

#include "clock.h"
#include "event.h"
#include "game_rules.h"
#include "helpmate.h"
#include "line.h"

typedef struct Room Room;

/* Memory for a game of so many plies (at most LINE_PLIES_MAX), aligned for any type. */
size_t room_size(unsigned plies);
/* A game is STATUS_STARTED from here on; both players count as present. A start position that is over
 * already is nothing to play: it can only be aborted, resigned or left to the first-move time-out. */
Room *room_init(void *memory, unsigned plies, const GameSetup *setup);
/* Memory to search in when a flag falls, for as long as the room is asked; many rooms may share it. Without, FIDE
 * 6.9 is decided by outcome_can_mate, which proves less. */
void room_lend(Room *room, HelpmateMemory *memory);
/* A copy of the room in memory for at least as many plies; the old memory is the caller's again. */
Room *room_grow(const Room *room, void *memory, unsigned plies);

/* A player's request. On refusal nothing changes and nothing is appended. A move that was already
 * played at that ply is ROOM_OK with no events. An end that is due at 'now' (a flag that has fallen)
 * comes first: it takes the command's place, and the answer is ROOM_OK. */
RoomError room_apply(Room *room, Color seat, const Command *command, int64_t now, Events *out);

/* Time has passed: flag falls, first-move time-outs, the end of a pause. Call at or after room_deadline;
 * earlier it does nothing. A flag is held back as long as lag.h allows for a move that may be under way. */
void room_tick(Room *room, int64_t now, Events *out);
/* INT64_MAX when nothing is due. */
int64_t room_deadline(const Room *room);

/* Ends a casual game without a result, however far it is; one that is over stays as it is. Not a request of
 * a player's: for who has found him a better game than this one. */
void room_call_off(Room *room, int64_t now, Events *out);

/* The events up to seq are on disk: a turn that one of them began is charged from now on. */
void room_durable(Room *room, uint32_t seq, int64_t now);

/* The seat's player came or went; a computer, too, must be said to be there after room_restart. The
 * mover's coming back ends a pause. */
void room_presence(Room *room, Color seat, bool present, int64_t now, Events *out);

/* Rebuild from the journal: room_init (as many plies as there are events will do), then each event in
 * order; its SAN is filled in. False, and nothing changed, when the event does not follow. */
bool room_replay(Room *room, Event *event);
/* After the last replayed event: the server is back at 'now' (the axis as the last heartbeat left it), and
 * nobody is there yet. Charges the mover up to it and lets a running clock stand until he is back or
 * ROOM_PAUSE_MAX is over; a first-move time-out is held likewise, without an event, and begins anew. */
void room_restart(Room *room, int64_t now, Events *out);

/* What a snapshot, a bot or a PGN needs. */
const GameSetup *room_setup(const Room *room);
const Line *room_line(const Room *room);
uint32_t room_seq(const Room *room);
/* seq of the newest move or takeback, 0 before the first: a late answer carries it. */
uint32_t room_turn(const Room *room);
Status room_status(const Room *room);
Winner room_winner(const Room *room);
Reason room_reason(const Room *room);
const Clock *room_clock(const Room *room);
/* The seq of the seat's open offer of that kind (EV_DRAW_OFFER, EV_TAKEBACK_OFFER, EV_REMATCH_OFFER), or 0. */
uint32_t room_offer(const Room *room, Color seat, EventKind kind);
/* When the opponent of 'seat' will have been gone long enough for a claim: with a clock after 40 s, twice
 * that in rapid, thrice in classical games, a third when he is 4 points of material down; without a
 * clock after 30 days. INT64_MAX while he is there or a pause lasts, and before both have moved. */
int64_t room_claim_at(const Room *room, Color seat);
