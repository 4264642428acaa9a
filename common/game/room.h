/* room.h - one game between two seats.
 *
 * Pure: no I/O, no allocation (the caller hands memory in), no clock of its own. Time is the argument
 * 'now' in ms on the server's time axis, which stands still while the server is down. The room appends its events to
 * 'out', and one private function, record_fold, is all that changes the game. */
#pragma once

#include "clock.h"
#include "event.h"
#include "game_rules.h"
#include "helpmate.h"
#include "line.h"

typedef struct Room Room;

/* Memory for a game of so many plies (at most LINE_PLIES_MAX), aligned for any type. */
size_t room_size(unsigned plies);
/* The game is STATUS_STARTED from here on; both players count as present. A game from a position that is already over
 * cannot be played: it can only be aborted, resigned or left to the first-move time-out. */
Room *room_init(void *memory, unsigned plies, const GameSetup *setup);
/* Lends the room memory for the search when a flag falls (FIDE 6.9), for as long as it is used; many rooms may share
 * it. Without it outcome_can_mate decides, which can prove less. */
void room_lend(Room *room, HelpmateMemory *memory);
/* A copy of the room in memory for at least as many plies; the old memory is the caller's again. */
Room *room_grow(const Room *room, void *memory, unsigned plies);

/* A player's request. On refusal nothing changes and nothing is appended. A move that was already played at that
 * ply gives ROOM_OK and no events. An end that is due at 'now' (a flag that has fallen) comes first: it replaces
 * the command, and the answer is ROOM_OK. So does a flag that is held back, when the player to move plays, claims, aborts, accepts a
 * draw or grants a takeback, and the lag does not show that they did so before it fell (FIDE 6.9). */
RoomError room_apply(Room *room, Color seat, const Command *command, int64_t now, Events *out);

/* Time has passed: flag falls, first-move time-outs, the end of a pause, and of a game that has had ROOM_EVENTS_MAX events. Call at or after room_deadline;
 * earlier it does nothing. A flag is held back as long as lag.h allows for a move that may be on its way. */
void room_tick(Room *room, int64_t now, Events *out);
/* INT64_MAX when nothing is due. */
int64_t room_deadline(const Room *room);

/* The clocks run from now on, although a side has not moved: not a request of a player, but of whoever has arranged the
 * game. False when they run already, or cannot. */
bool room_start_clocks(Room *room, int64_t now, Events *out);

/* Ends a game without a result, and so without a change of ratings, however many moves were played; one that is over
 * stays as it is. Not a request of a player: for a lobby that has found them a better game, and for arbiters. */
void room_call_off(Room *room, int64_t now, Events *out);

/* An arbiter's act. On refusal nothing changes: ROOM_OVER, ROOM_FORBIDDEN (time in a game without a clock), ROOM_NOT_NOW (it
 * would leave no time, or more than CLOCK_MOST; the game is already stopped, or goes on; nothing to adjourn before both
 * have moved), ROOM_FULL. An end that is due at 'now' comes first, as in room_apply.
 *
 * Adjourned, the clock of the player to move runs until they have sealed: their next move request is that (FIDE's Guidelines
 * on adjourned games, I.1). It is checked then, so a sealed move is always legal; it is played when the game goes on. */
RoomError room_arbitrate(Room *room, const ArbiterAct *act, int64_t now, Events *out);

/* The events up to seq are on disk: the time of a turn that one of them began counts from now on. */
void room_durable(Room *room, uint32_t seq, int64_t now);

/* The seat's player came or left; after room_restart this is also called for a computer. A pause ends when the
 * player to move is back. */
void room_presence(Room *room, Color seat, bool present, int64_t now, Events *out);

/* Rebuilds a game from the journal: room_init (with as many plies as there are events), then each event in order;
 * fills in its SAN. False, and nothing changed, when the event cannot be the next one. */
bool room_replay(Room *room, Event *event);
/* After the last replayed event: the server is back at 'now' (the time of its last heartbeat on the axis), and no
 * player is present yet. Charges the player to move up to then, and stops a running clock until they are back or
 * ROOM_PAUSE_MAX is over; a first-move time-out is suspended in the same way, without an event, and starts again. */
void room_restart(Room *room, int64_t now, Events *out);

/* Through no fault of their own, the seat's player could not be reached in the last 'lost' ms, and unless room_presence has said
 * that they are back cannot be reached now. If they are to move, that time is not charged, as far as it is of this turn, and
 * while they are away the clock stands as after room_restart. Not in correspondence. */
void room_excuse(Room *room, Color seat, int64_t lost, int64_t now, Events *out);

/* For snapshots, bots and PGN. */
GameSetup room_setup(const Room *room);
const Line *room_line(const Room *room);
uint32_t room_seq(const Room *room);
/* seq of the newest move or takeback, 0 before the first. Moves carry it, so that a late one is noticed. */
uint32_t room_turn(const Room *room);
Status room_status(const Room *room);
Winner room_winner(const Room *room);
Reason room_reason(const Room *room);
const Clock *room_clock(const Room *room);
/* The seq of the seat's open offer of that kind (EV_DRAW_OFFER, EV_TAKEBACK_OFFER, EV_REMATCH_OFFER), or 0. */
uint32_t room_offer(const Room *room, Color seat, EventKind kind);
/* Why no move can be made; also while it waits for a player after a restart it is ROOM_GOES_ON. */
typedef enum { ROOM_GOES_ON, ROOM_STOPPED, ROOM_SEALING, ROOM_ADJOURNED } RoomHalt;
RoomHalt room_halt(const Room *room);
/* When a game that is adjourned, or about to be, goes on: wall clock, ms; 0: not agreed on. */
int64_t room_resumes_at(const Room *room);
/* When the opponent of 'seat' will have been gone long enough for a claim: with a clock after 40 s, twice as long
 * in rapid, three times in classical games, a third of it when they are 4 points of material behind; in
 * correspondence and without a clock after 30 days. INT64_MAX while they are present, during a pause, and before
 * both have moved. */
int64_t room_claim_at(const Room *room, Color seat);
