/* games.h - struct Live, as the files of this folder see it, and the table of the games in memory.
 *
 * Finding, touching and dropping games, who listens to them, who plays them, and what of them is durable. Nothing here
 * asks a room to do anything. */
#pragma once

#include "game.h"
#include "hash_table.h"
#include "live.h"

enum {
    HEARTBEAT = 1000, /* while a clock runs the axis is stored so often */
    CROWD_AFTER =
        250, /* who is at the board is told so long after a change, for all changes at once */
    FROZEN_RETRY = 250,            /* a game that the disk holds up is looked at again */
    KEEP_FINISHED = 5 * 60 * 1000, /* a game that ended stays in memory, for rematch and chat */
    KEEP_HEARD = 60 * 60 * 1000,   /* at most, while somebody listens */
    KEEP_LOADED = 30 * 1000,       /* one that was read from the store to be watched */
    KEEP_QUIET = 60 * 1000, /* a correspondence game or one without a clock, while nobody listens */
    UNFINISHED_MAX = 200,   /* games of one person that go on */
    WATCHED_MAX = 200,      /* games that one connection hears */
    CATCH_UP_MAX = 2000,    /* events told one by one; who lacks more gets the snapshot */
};

/* A batch that says something new of a game. */
typedef struct {
    uint64_t number;
    GameId game;
    uint32_t seq; /* its newest event in that batch */
} Note;

/* The small boards (best_games.c). */
typedef struct {
    Listeners listeners;
    GameId shown[LIVE_SHOWN]; /* the best games, as they were chosen last */
    size_t count;
    uint32_t all;      /* how many there were in all */
    uint64_t told;     /* what of them was told last, hashed */
    int64_t at;        /* not told again before */
    int64_t chosen_at; /* nor chosen */
} BestGames;

struct Live {
    LiveOptions options;
    Store *store; /* these are the options', at hand */
    Clients *clients;
    Journal *journal;
    ServerTime *time;

    HashTable games;
    HashTable players;        /* who plays what goes on (games.c) */
    HashTable loads;          /* games that are being read from the store (loading.c) */
    TimerHeap timers;         /* of games */
    Text text;                /* the message that is being printed */
    HelpmateMemory *helpmate; /* lent to each room that is asked */
    bool quiet;               /* the operator has decided so */

    GameId *touched;
    size_t touched_count, touched_size;

    Note *notes; /* a queue, oldest first: not yet durable */
    size_t notes_head, notes_count, notes_size;
    bool happened; /* an event or a new game was put in this turn */

    size_t sleeping; /* games on disk that go on */
    int64_t wake_at; /* when they are looked after next, */
    bool waking;     /* and whether the store is being asked */

    size_t unfinished; /* games in memory that are not over */
    size_t running;    /* clocks */
    int64_t heartbeat_at;

    BestGames best;
};

void games_init(Live *live, const SipKey *sip);
void games_clear(Live *live);

/* NULL when it is not in memory. */
Game *games_find(const Live *live, const GameId *id);
/* To be looked at before this turn of the loop ends: call after anything that may change what is due. */
void games_touch(Live *live, Game *game);
/* Something newer than the disk has is known of the game, and the disk refuses. */
bool games_is_frozen(const Live *live, const Game *game);
/* A new game enters memory, or one that was read does. */
void games_add(Live *live, Game *game);
/* It leaves memory, and is freed. */
void games_drop(Live *live, Game *game);
/* The store was given 'number' for something of the game, whose newest event is 'seq' then. */
void games_note(Live *live, Game *game, uint64_t number, uint32_t seq);

void games_listen(Live *live, Game *game, const Client *client);
void games_stop_listening(Live *live, Game *game, SessionId session);
/* Who is at the board has changed. */
void games_crowd_changed(Live *live, Game *game);
/* Players before spectators. */
void games_tell(Live *live, const Game *game, uint64_t number);
/* The game as it is, to one session. */
void games_tell_snapshot(Live *live, SessionId session, const Game *game);

/* The person plays a game that goes on, or does so no more. */
void games_add_player(Live *live, const Person *person, const GameId *id);
void games_remove_player(Live *live, const char *person, const GameId *id);

/* A guest who plays the computer is here: from now on the game counts for their address, once, until it is over or
 * leaves memory. */
void games_count_computer(Live *live, Game *game, const Client *client);
void games_uncount_computer(Live *live, Game *game);
