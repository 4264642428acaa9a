/* game.h - one game in memory: its room, who plays, what happened, who listens, what its computer thinks.
 *
 * It decides nothing: the room does, and apply.c tells the listeners, which are ids of sessions.
 * game_free frees everything. */
#pragma once

#include "chat_log.h"
#include "conditional.h"
#include "listeners.h"
#include "person.h"
#include "room.h"
#include "skill.h"
#include "terms.h"
#include "timer_heap.h"

enum { GAME_ADDRESS_MAX = 45 };

/* The computer's side of a game: what it was asked, and what it will do at a human pace. */
typedef struct {
    bool asked; /* a search for 'turn' is under way or has answered */
    bool ready; /* it has answered: at play_at the computer acts */
    uint32_t turn;
    Move move;
    bool resigns, offers_draw;
    int64_t play_at;
    SkillMemory mood;
    char address[GAME_ADDRESS_MAX + 1]; /* of whoever plays it, while the game counts there */
    bool is_guests;                     /* it counts for the guests there, too */
} Thinking;

typedef struct {
    GameId id; /* the key under which it is found */
    Person seat[2];
    Room *room;
    void *memory;          /* the room's */
    unsigned char *events; /* what happened, packed (game_note) */
    size_t size, capacity; /* of these: bytes */
    uint32_t count;        /* and how many there are */
    unsigned plies;        /* for which the room has memory */
    Listeners players, watchers;
    uint64_t
        journal; /* the newest batch with something of it: nothing about it is sent before that is durable */
    int64_t cut_off_until[2]; /* by Color: whose player is waited for until then; 0: nobody's */
    Timer due;
    int64_t crowd_at;         /* when to tell who is present; INT64_MAX: nothing new */
    int64_t drop_at;          /* when it may leave memory; INT64_MAX while it is in progress */
    int64_t sleep_at;         /* when it may go to sleep; INT64_MAX while it may not */
    ChatLog *said;            /* by spectators; NULL: nothing */
    ChatLog *said_by_players; /* likewise, for those who report one of them */
    Thinking *thinking;       /* NULL when two human beings play */
    ConditionalMoves *conditional[2]; /* by Color; NULL for none */
    bool conditional_changed[2];      /* their owner has not been sent them yet */
    bool present[2];                  /* as the room was told */
    bool again; /* the players have already played from its start position, with colours reversed */
    bool touched;   /* to be looked at before the turn of the loop ends */
    bool running;   /* it counts among the games with a running clock */
    bool awake;     /* it stays in memory, since a seek is kept during it */
    int32_t worth;  /* as long as it is on a list of the best (ranking.c), */
    uint32_t kinds; /* namely on those of these kinds: a bit 1 << BestKind each; 0: on none */
    GameId next;    /* the rematch, drawn with the first offer; "": none was offered */
} Game;

/* Takes over the room's memory and the events (both may be from replay_room). */
Game *game_take(const GameId *id, const Person seat[2], Room *room, void *memory, unsigned plies,
                Event *events, uint32_t count);
Game *game_new(const GameId *id, const Person seat[2], const GameSetup *setup);
void game_free(Game *game);

/* Doubles the room. False when it is as large as a game can become. */
bool game_grow(Game *game);
/* Keeps the event, which has the next number. Each takes about 25 bytes: what a journal's row has, and its SAN. */
void game_note(Game *game, const Event *event);
/* Reads the event at this place, 0 for the first, and returns the place of the next. There must be one. */
size_t game_event(const Game *game, size_t place, Event *event);

bool game_is_over(const Game *game);
/* Which seat is the person's; false when neither is. */
bool game_seat_of(const Game *game, const char *person, Color *seat);
/* The computer's seat, of two computers that of the one to move; false when two human beings play. */
bool game_computer(const Game *game, Color *seat);
