/* live.h - games in progress, and those that ended a while ago: rooms, journal, clocks, the computer's moves.
 *
 * The only public header of this part. Others know a game by its id: a request names it, and what happens is sent to
 * the clients that listen (tell.h). What other parts have to know they are told by LiveHooks. No pointer into it is
 * handed out. live_free frees everything; call it after store and searchers are closed.
 *
 * Times are of ServerTime. All functions are called on the loop's thread. */
#pragma once

#include "bounds.h"
#include "clients.h"
#include "engines.h"
#include "game_news.h"
#include "journal.h"
#include "metrics.h"
#include "print.h"
#include "rate_limit.h"
#include "searchers.h"
#include "server_time.h"

typedef struct Live Live;

/* A message to one of the players. */
enum { GREETING_MAX = 600 };
typedef struct {
    Person from;
    char words[GREETING_MAX + 1];
} Greeting;

/* What other parts have to know at once, or have to say. */
typedef struct {
    void *context;
    /* Something happened in a game: it has so many plies now, and is over or goes on. */
    void (*moved)(void *context, const GameId *game, uint32_t plies, bool over);
    /* Whether the game belongs to a tournament, also when it is over: then nobody can abort it, and there are no takebacks, more
     * time or rematches. */
    bool (*is_strict)(void *context, const GameId *game);
    /* The tournament of a game that goes on; false when it belongs to none. */
    bool (*tournament)(void *context, const GameId *game, GameTournament *tournament);
    /* A game between the two was aborted. */
    void (*aborted)(void *context, const Person *white, const Person *black);
    /* A game has begun, or is over. */
    void (*news)(void *context, const GameNews *news);
    /* Somebody has moved or taken back, and the game goes on: it is that colour's turn, who may be a computer. With news->turn_goes_on it was before, but
     * until when, or whether its time runs, has changed. */
    void (*turn)(void *context, const GameNews *news, Color turn);
    /* What an organiser tells the players of a game; false when there is nothing. */
    bool (*greeting)(void *context, const GameId *game, Color seat, Greeting *greeting);
    /* A player of a game that is over has offered a rematch. */
    void (*rematch)(void *context, const RematchNews *news);
} LiveHooks;

/* All borrowed. */
typedef struct {
    Store *store;
    Accounts *accounts;
    Clients *clients;
    Journal *journal;
    ServerTime *time;
    Searchers *searchers;
    Engines *engines; /* external ones; may be NULL */
    Metrics *metrics;
    RateLimiter *limiter;
    Bounds *bounds;
    const SipKey *sip; /* for its tables; lent for live_new */
    int64_t
        keep_quiet; /* ms until a correspondence game may leave memory when nobody listens; 0: a minute */
    bool hurry;  /* the computer moves as soon as it has thought */
    bool quiet;  /* only preset chat messages are allowed */
    bool casual; /* no game is rated, whatever was asked for */
    LiveHooks hooks;
} LiveOptions;

Live *live_new(const LiveOptions *options);
void live_free(Live *live);
/* Loads the games that were in progress when the server went down, with clocks stopped until the player to move is
 * back. A damaged game does not keep others from being played. False when the store cannot be read; 'line'
 * (STORE_LINE_MAX bytes) says why. */
bool live_load(Live *live, char *line);

/* ---- requests, each with the client that asks; answers go to its session ---- */

/* MOVE to MORETIME, by a player. */
void live_command(Live *live, const Client *client, const Request *request);
/* What a player of a correspondence game will answer to moves that the opponent may make. */
void live_save_conditional(Live *live, const Client *client, const Request *request);
void live_chat(Live *live, const Client *client, const Request *request);
/* The newest lines of the game's spectators, oldest first: an array of {"text","user"}, empty when it is not in memory. */
/* What players and spectators said, the newest lines as far as they fit: a JSON array of {"text","user","room"}; "" for none. */
void live_copy_chat(const Live *live, const GameId *id, char *chat, size_t size);
void live_print_chat(const Live *live, const GameId *id, Text *text);
/* Starts or stops listening to a game. */
void live_watch(Live *live, const Client *client, const Request *request);
void live_unwatch(Live *live, const Client *client, const Request *request);
/* The games in progress: as a list, once; the best of them as small boards, repeatedly. */
void live_list(Live *live, const Client *client, const Request *request);
void live_watch_best(Live *live, const Client *client, const Request *request);
/* The best of the games with a clock in which both sides have moved and that are of that kind, best first; how many, at most
 * 'most'. They are kept as games come and go: to ask for them costs next to nothing, however many games there are. */
enum { LIVE_BEST_MAX = 50 };
size_t live_best(Live *live, BestKind kind, GameNews *best, size_t most);
/* The external engines. */
void live_list_engines(Live *live, const Client *client, const Request *request);

/* ---- games begin ---- */

/* How long each side has for its first move, in a game that was not found by a seek. */
enum { FIRST_MOVE_PATIENT = 24 * 60 * 60 * 1000 };

typedef struct {
    const GameId *id; /* NULL: one is drawn */
    TimeControl control;
    Variant variant;
    const Position *start; /* of VARIANT_FROM_POSITION, or played again; else NULL */
    bool again;            /* a rematch from the same position of Chess960 */
    bool rated;
    uint8_t rules; /* a sum of RULE_ */
    int32_t first_move;
    Person seat[2]; /* by Color */
    Origin origin[2];
} NewGame;

/* Puts players and game into the journal and lets both players listen on all their connections. Nobody is told yet: an
 * answer may have to come first. It says by which batch the game is durable. */
typedef struct {
    GameId id;
    uint64_t number;
} BegunGame;
BegunGame live_begin(Live *live, const NewGame *asked);
/* Tells both players of it: start, snapshot. */
void live_announce(Live *live, const GameId *id, const NewGame *asked);
/* Of a seek's game, by its speed. */
int32_t live_first_move(const TimeControl *control, Variant variant);

/* How many more games the person may begin, and whether one. */
uint32_t live_room_for(const Live *live, const char *person);
bool live_has_room_for(const Live *live, const char *person);
/* Whether the computer may begin another one with the client: everybody at an address has BOUND_ADDRESS_COMPUTER_GAMES, of
 * these its guests BOUND_COMPUTER_GAMES. */
bool live_computer_has_room(const Live *live, const Client *client);
/* There is an external engine of that name, it answers, and it plays the variant. */
bool live_engine_plays(const Live *live, const char *name, Variant variant);
/* Which external engine a request 'challenge' asks for; false after a refusal. */
bool live_find_engine(Live *live, const Client *client, const Request *request, Person *engine);

/* The clocks of a game run from now on, although a side may not have moved; those that run already go on. False when there is no
 * such game, or it is over, or when 'players' are not all people who play in it (NULL: whoever they are). *number as in live_begin. */
bool live_start_clocks(Live *live, const GameId *id, const char *const *players, size_t count,
                       uint64_t *number);

/* A game that goes on is over without a result; nothing when there is none. */
void live_call_off(Live *live, const GameId *id);
/* Whether the rematch that was offered in the game, with the event 'offer', may still be accepted. */
bool live_offers_rematch(const Live *live, const GameId *id, uint32_t offer);
/* The game is in memory. */
bool live_has(const Live *live, const GameId *id);
/* Reads a game that sleeps on disk: 'woken' is called once it is in memory, or cannot be read. False: it is in memory already, or
 * the disk is not asked, and 'woken' is not called. */
typedef void (*LiveWoken)(void *context);
bool live_wake(Live *live, const GameId *id, LiveWoken woken, void *context);
/* An arbiter's act on a game in memory, of which its players and spectators are told; whether the arbiter may is the caller's
 * matter. False: the game is not in memory (it is over, sleeps on disk, or never was). *error is the room's answer; *number the
 * journal's batch with what came of it, the newest one of the game. An adjourned game goes on by itself when it was agreed to. */
bool live_arbitrate(Live *live, const GameId *id, const ArbiterAct *act, RoomError *error,
                    uint64_t *number);
/* While 'awake', the game stays in memory. */
void live_keep_awake(Live *live, const GameId *id, bool awake);

/* ---- people ---- */

/* The person can play now, on the connection 'client' among others, or can no longer. */
void live_person_came(Live *live, const Client *client);
void live_person_left(Live *live, const char *person);
/* For so many ms until now the person could not be reached, through no fault of their own: room_excuse in all their games. If they have
 * left, they are waited for as after a restart, also when a turn of theirs begins meanwhile. */
void live_person_cut_off(Live *live, const char *person, int64_t lost);
/* The connection is about to end: it no longer listens to anything. */
void live_connection_ends(Live *live, SessionId session);
/* The person has a new name, or has signed up. */
void live_person_changed(Live *live, const Person *person);

/* The person's games in progress, oldest first: a copy, which the caller frees. */
GameId *live_games_of(const Live *live, const char *person, uint32_t *count);
/* The person is in the middle of a game that asks for them now: its clock runs in real time, or is about to, and nobody has stopped
 * it. Correspondence games, those without a clock, and those that may wait long for their first move do not count. The cost is
 * that of the person's own games. */
bool live_is_busy(const Live *live, const char *person);
/* Whether that is one of them. */
bool live_plays(const Live *live, const char *person, const GameId *id);
/* The newest of them; false when there is none. */
bool live_newest_game_of(const Live *live, const char *person, GameId *game);
/* The journal's batch that the state of these games depends on. */
uint64_t live_number_of(const Live *live, const char *person);

/* Only preset chat messages are allowed. */
bool live_is_quiet(const Live *live);
/* The operator has decided so, or no longer. */
void live_set_quiet(Live *live, bool quiet);
/* No game that begins is rated. */
bool live_is_casual(const Live *live);

/* ---- from the store and the searchers ---- */

/* Every batch up to 'number' is durable. */
void live_committed(Live *live, uint64_t number);
void live_answered(Live *live, const SearchAnswer *answer);
/* An engine hangs, has died, … : its game's players are told in these words. 'over': it won't answer; its seat is as if
 * its player had left, so that the game can be claimed. */
void live_engine_trouble(Live *live, const GameId *id, const char *words, bool over);

/* ---- what is due: the instant of ServerTime.now at which there is something to do (INT64_MAX: none), and doing it ---- */

/* Games in which something has happened, and games that are due. */
int64_t live_due(const Live *live);
void live_tick(Live *live);
/* The small boards. */
int64_t live_best_due(const Live *live);
void live_best_tick(Live *live);
/* Games on disk that are due soon. */
int64_t live_wake_due(const Live *live);
void live_wake_tick(Live *live);
/* The end of a turn: afterwards no game is left to be looked at, and the axis is in the journal together with what
 * happened. */
int64_t live_end_due(const Live *live);
void live_end_tick(Live *live);

/* For developers: the snapshot of a game in memory as spectators get it, and a line with what only the server knows:
 * clocks, timers, what is not durable yet, who listens. False when the game is not in memory. */
bool live_dump(const Live *live, const GameId *id, Text *text);

size_t live_count(const Live *live);            /* in memory */
size_t live_unfinished_count(const Live *live); /* of these, those in progress */
