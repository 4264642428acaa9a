/* games.h - struct Live, and the table of the games in memory.
 *
 * Finding, touching and dropping games, who listens to them, who plays them, and how far they are durable. Nothing
 * here changes a room. */
#pragma once

#include "game.h"
#include "hash_table.h"
#include "live.h"
#include "ranking.h"

enum {
    HEARTBEAT = 1000, /* how often the axis is stored while a clock runs */
    CROWD_AFTER =
        250, /* changes of who is present are collected for so long before they are sent */
    FROZEN_RETRY = 250, /* when a game that waits for the disk is looked at again */
    UNHEARD_RETRY = 20, /* and one whose flag may have fallen (games_flag_is_uncertain) */
    KEEP_FINISHED =
        5 * 60 * 1000, /* how long a game that has ended stays in memory, for rematch and chat */
    KEEP_HEARD = 60 * 60 * 1000, /* at most, while somebody listens */
    KEEP_LOADED = 30 * 1000,     /* and and one that was read from the store to be watched */
    KEEP_QUIET =
        60 * 1000, /* and and a correspondence game or one without a clock, while nobody listens */
    UNFINISHED_MAX = 200, /* games in progress of one person */
    WATCHED_MAX = 200,    /* games that one connection hears */
    CATCH_UP_MAX = 2000,  /* events sent one by one; clients that lack more get the snapshot */
};

/* A batch with something new of a game. */
typedef struct {
    uint64_t number;
    GameId game;
    uint32_t seq; /* its newest event in that batch */
} Note;

/* The small boards (best_games.c). */
typedef struct {
    Listeners listeners;
    Listeners late;           /* those of them who have not been sent the newest state */
    GameId shown[LIVE_SHOWN]; /* the best games when they were last chosen */
    size_t count;
    uint32_t all;      /* how many there were in all */
    uint64_t told;     /* a hash of what was last sent of them */
    int64_t at;        /* not told again before */
    int64_t chosen_at; /* nor chosen */
} BestGames;

struct Live {
    LiveOptions options;
    Store *store; /* from the options, for convenience */
    Clients *clients;
    Journal *journal;
    ServerTime *time;

    HashTable games;
    HashTable players;        /* who plays which games in progress (games.c) */
    HashTable loads;          /* games that are being read from the store (stored_games.c) */
    TimerHeap timers;         /* of games */
    Text text;                /* the message that is being printed */
    HelpmateMemory *helpmate; /* lent to rooms for their searches */
    bool quiet;               /* the operator has decided so */

    GameId *touched;
    size_t touched_count, touched_size;

    Note *notes; /* a queue, oldest first: not yet durable */
    size_t notes_head, notes_count, notes_size;
    bool happened; /* an event or a new game was put in this turn */

    size_t sleeping; /* games in progress that are only on disk */
    int64_t wake_at; /* when they are checked next, */
    bool waking;     /* and whether the store is being asked */

    size_t unfinished; /* games in memory that are not over */
    size_t running;    /* clocks */
    int64_t heartbeat_at;

    Ranking ranking;
    BestGames best;
};

void games_init(Live *live, const SipKey *sip);
void games_clear(Live *live);

/* NULL when it is not in memory. */
Game *games_find(const Live *live, const GameId *id);
/* The game is looked at before this turn of the loop ends: call it after anything that may change what
 * is due. */
void games_touch(Live *live, Game *game);
/* The disk refuses writes, and something of the game is not on disk yet. */
bool games_is_frozen(const Live *live, const Game *game);
/* The clock of the player to move runs, and has come to its deadline; not of a correspondence game. */
bool games_flag_is_due(const Live *live, const Game *game);
/* The flag of the player to move is due, but nothing has been heard since then of the node where they are connected, so that a
 * move of theirs may be on its way, or the node may be lost. That is known within 2 s (LINK_SILENCE). */
bool games_flag_is_uncertain(const Live *live, const Game *game);
/* Adds a new game, or one that was read from the store. */
void games_add(Live *live, Game *game);
/* Removes the game from memory and frees it. */
void games_drop(Live *live, Game *game);
/* Something of the game has been put into the store with the batch 'number'; its newest event is
 * now 'seq'. */
void games_note(Live *live, Game *game, uint64_t number, uint32_t seq);

void games_listen(Live *live, Game *game, const Client *client);
void games_stop_listening(Live *live, Game *game, SessionId session);
/* What those are told of it who follow many games. */
GameNews games_news(const Live *live, const Game *game);
/* Who is present has changed. */
void games_crowd_changed(Live *live, Game *game);
/* Players before spectators. */
void games_tell(Live *live, const Game *game, uint64_t number);
/* Sends the snapshot of the game to one session. */
void games_print_snapshot(const Live *live, const Game *game, Text *text);
void games_tell_snapshot(Live *live, SessionId session, const Game *game);
/* Prints that the player has muted the opponent; nothing when they have not. */
void games_print_muted(Live *live, const Game *game, Color seat);

/* The person plays this game in progress, or no longer does. */
void games_add_player(Live *live, const Person *person, const GameId *id);
void games_remove_player(Live *live, const char *person, const GameId *id);

/* Somebody who plays the computer has connected: from now on the game counts for their address, once, until it is
 * over or leaves memory. */
void games_count_computer(Live *live, Game *game, const Client *client);
void games_uncount_computer(Live *live, Game *game);
