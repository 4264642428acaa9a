/* inside_core.h - the core as its own parts see it. Nobody else includes this.
 *
 * Times: 'now' is the axis that rooms, lobby and limits share (ms, stands still while the server is down),
 * 'wall' is the wall clock. Both are read once a turn of the loop, by core_read_clocks. */
#pragma once

#include "challenge.h"
#include "core.h"
#include "farming.h"
#include "game.h"
#include "hash_table.h"
#include "player.h"
#include "print.h"
#include "rate_limit.h"
#include "ratings.h"
#include "timer_heap.h"

enum {
    HEARTBEAT = 1000,         /* while a clock runs the axis is stored so often */
    LOBBY_EVERY = 1000,       /* the list of seeks is told at most so often */
    POOLS_EVERY = 5000,       /* and who is here, how many wait for what */
    LIVE_EVERY = 1000,        /* small boards are told at most so often */
    LIVE_CHOOSE_EVERY = 5000, /* and chosen anew */
    FOUND_PLIES = 20,         /* so far a game against the computer may give way to a person */
    CROWD_AFTER =
        250, /* who is at the board is told so long after a change, for all changes at once */
    CLAIM_SOON = 10 * 60 * 1000,   /* a claim further off is no news for the board */
    FROZEN_RETRY = 250,            /* a game that the disk holds up is looked at again */
    KEEP_FINISHED = 5 * 60 * 1000, /* a game that ended stays in memory, for rematch and chat */
    KEEP_HEARD = 60 * 60 * 1000,   /* at most, while somebody listens */
    KEEP_LOADED = 30 * 1000,       /* one that was read from the store to be watched */
    KEEP_QUIET = 60 * 1000, /* one that goes on by days or without a clock, while nobody listens */
    WAKE_EVERY = 60 * 1000, /* sleeping games are looked after so often, */
    WAKE_AHEAD = 2 * WAKE_EVERY,   /* and read so long before they are due */
    UNFINISHED_MAX = 200,          /* games of one person that go on */
    WATCHED_MAX = 200,             /* games that one connection hears */
    CATCH_UP_MAX = 2000,           /* events told one by one; who lacks more gets the snapshot */
    CHALLENGE_WATCHES_MAX = 10000, /* of all */
};

/* A batch that says something new of a game. */
typedef struct {
    uint64_t number;
    GameId game;
    uint32_t seq; /* its newest event in that batch */
} Note;

typedef struct {
    LobbyId challenge;
    SessionId session;
    char address[VISITOR_ADDRESS_MAX + 1];
} ChallengeWatch;

struct Core {
    CoreOptions options;
    int64_t now, wall;
    int64_t axis_base; /* the axis when the loop's clock showed loop_base */
    uint64_t loop_base, loop_now;

    SipKey sip; /* for all tables */
    HashTable games, players;
    HashTable loads;  /* of games that are being read from the store */
    TimerHeap timers; /* of games */
    Lobby *lobby;
    Challenges *challenges;
    RateLimiter *limiter;
    Bounds *bounds;
    Ratings *ratings;
    Recents *recents;         /* rated games of late */
    Text text;                /* the message that is being printed */
    HelpmateMemory *helpmate; /* lent to each room that is asked */

    GameId *touched;
    size_t touched_count, touched_size;

    Note *notes; /* a queue, oldest first: not yet durable */
    size_t notes_head, notes_count, notes_size;
    uint64_t newest;                 /* the newest batch that was put into */
    uint64_t committed;              /* the newest that is durable */
    uint64_t timed_number, timed_at; /* a batch that is being timed, and since when (uv_hrtime) */
    bool failing;                    /* the disk refuses */
    bool happened;                   /* an event was put in this turn */

    size_t sleeping; /* games on disk that go on */
    int64_t wake_at; /* when they are looked after next, */
    bool waking;     /* and whether the store is being asked */

    size_t unfinished; /* games in memory that are not over */
    size_t running;    /* clocks */
    int64_t heartbeat_at;

    int64_t pools_at;    /* the pools are not told again before */
    uint64_t pools_told; /* a hash of what was told last */

    Listeners lobby_listeners;
    uint64_t lobby_told; /* lobby_version of the list that was told last */
    int64_t lobby_at;    /* not again before */

    Listeners live_listeners;
    GameId live[LIVE_SHOWN]; /* the best games, as they were chosen last */
    size_t live_count;
    uint32_t live_games;    /* how many there were in all */
    uint64_t live_told;     /* what of them was told last, hashed */
    int64_t live_at;        /* not told again before */
    int64_t live_chosen_at; /* nor chosen */

    ChallengeWatch *watches;
    size_t watches_count, watches_size;
};

void core_read_clocks(Core *core);
/* Takes one of what the two rates allow the person and their address, in this order: what one person asks for too
 * often does not use up what others at the address have. */
bool core_lets(Core *core, const Visitor *visitor, LimitKind by_person, LimitKind by_address);

/* ---- finding and changing games (core.c) ---- */

Game *core_game(const Core *core, const GameId *id);
/* To be looked at before this turn of the loop ends: call after anything that may change what is due. */
void core_touch(Core *core, Game *game);
/* Something newer than the disk has is known of the game, and the disk refuses. */
bool core_is_frozen(const Core *core, const Game *game);
/* Another game may be begun by the person. */
bool core_has_room_for(const Core *core, const Person *person);
/* A new game enters memory, or one that was read does. */
void core_add_game(Core *core, Game *game);
void core_drop_game(Core *core, Game *game);
/* The store was given 'number' for something of the game. */
void core_note(Core *core, Game *game, uint64_t number, uint32_t seq);
void core_listen(Core *core, Game *game, Visitor *visitor);
/* Who is at the board has changed. */
void core_crowd_changed(Core *core, Game *game);

/* Letters and digits, drawn at random. */
LobbyId core_draw_id(void);
uint64_t core_chance(void);
