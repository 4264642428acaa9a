/* game.h - one game in memory: its room, who plays, what happened, who listens, what its computer thinks.
 *
 * It decides nothing: the room does, and apply.c tells. Ids lead to the sessions that listen. game_free
 * frees all of it. */
#pragma once

#include "conditional.h"
#include "listeners.h"
#include "person.h"
#include "room.h"
#include "skill.h"
#include "terms.h"
#include "timer_heap.h"

enum { GAME_ADDRESS_MAX = 45 };

/* The computer's side of a game: what it was asked, and what it will do when a human being would. */
typedef struct {
    bool asked; /* a search for 'turn' is under way or has answered */
    bool ready; /* it has answered: at play_at the computer acts */
    uint32_t turn;
    Move move;
    bool resigns, offers_draw;
    int64_t play_at;
    SkillMemory mood;
} Thinking;

typedef struct {
    GameId id; /* the key under which it is found */
    Person seat[2];
    Room *room;
    void *memory; /* the room's */
    unsigned plies;
    Event *events; /* numbered from 1 */
    uint32_t count;
    size_t size;
    Listeners players, watchers;
    uint64_t
        journal; /* the newest batch that tells of it: nothing of it leaves before that is durable */
    bool present[2]; /* as the room was told */
    bool again;      /* its start position has stood before its players, with the other colours */
    bool touched;    /* to be looked at before the turn of the loop ends */
    bool running;    /* its clock counts in the live's */
    Timer due;
    int64_t crowd_at; /* when to tell who is at the board; INT64_MAX: nothing new */
    bool awake;       /* it stays in memory: something is kept beside it */
    int64_t drop_at;  /* when it may leave memory; INT64_MAX while it goes on */
    int64_t sleep_at; /* when it may go to sleep; INT64_MAX while it may not */
    Thinking thinking;
    ConditionalMoves *conditional[2]; /* by Color; NULL for none */
    bool conditional_changed[2];      /* their owner has not been told yet */
    char address[GAME_ADDRESS_MAX +
                 1]; /* of the guest whom the computer plays, while it counts there */
} Game;

/* Takes over the room's memory and the events (both may have come from replay_room). */
Game *game_take(const GameId *id, const Person seat[2], Room *room, void *memory, unsigned plies,
                Event *events, uint32_t count);
Game *game_new(const GameId *id, const Person seat[2], const GameSetup *setup);
void game_free(Game *game);

/* Twice the room. False when it is as large as a game can become. */
bool game_grow(Game *game);
void game_note(Game *game, const Event *event);
/* The event of that number, from 1. */
const Event *game_event(const Game *game, uint32_t seq);

bool game_is_over(const Game *game);
/* Which seat is the person's; false for neither. */
bool game_seat_of(const Game *game, const char *person, Color *seat);
/* The computer's seat; false when two human beings play. */
bool game_computer(const Game *game, Color *seat);
