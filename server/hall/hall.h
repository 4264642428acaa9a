/* hall.h - all that goes on: the games, who is here, who looks for whom. The one door to it.
 *
 * It knows no sockets and no threads: it is told what comes in, asks the store to keep what happens and the
 * searchers to think, and queues what is to be said (session.h). Everything that changes a game enters by
 * apply.h and leaves by publish.h. The server calls hall_turn at the end of each turn of the loop. */
#pragma once

#include "allowance.h"
#include "challenge.h"
#include "engines.h"
#include "lobby.h"
#include "metrics.h"
#include "people.h"
#include "ratings.h"
#include "searchers.h"
#include "session.h"
#include "store.h"

#include <uv.h>

typedef struct Hall Hall;

typedef struct {
    uv_loop_t *loop; /* asked for the time only */
    Store *store;
    People *people;
    Sessions *sessions;
    Searchers *searchers;
    Engines *engines; /* programs of others; may be NULL */
    Metrics *metrics;
    int32_t fallback; /* ms until the computer comes, when a seek doesn't say */
    int64_t
        keep_quiet; /* ms until a game of days may leave memory when nobody listens; 0: a minute */
    bool limits;
    const LimitRule *rules; /* LIMIT_COUNT of them; NULL: the usual. Lent for hall_new */
    const int32_t *bounds;  /* BOUND_COUNT of them, likewise */
    bool hurry;             /* the computer moves as soon as it has thought */
    bool quiet; /* nobody writes chat, only presets can be said; the operator may decide so, too */
} HallOptions;

Hall *hall_new(const HallOptions *options);
/* What was there when the server went down: games that go on, open challenges. Before the first turn. On
 * false 'line' (STORE_LINE_MAX bytes) says why. */
bool hall_load(Hall *hall, char *line);
/* After store and searchers are closed. */
void hall_free(Hall *hall);

/* Whether the limits let an address connect, or make a new guest. */
bool hall_admits(Hall *hall, const char *address, bool new_guest);
/* Takes one of what a limit allows that key, an address or a person's id; false when none is left. */
bool hall_allows(Hall *hall, LimitKind limit, const char *key);
/* The same for what is open at once (bounds.h): false when the key has as many as it may. Each one taken is
 * released. */
bool hall_takes(Hall *hall, BoundKind bound, const char *key);
bool hall_has_room(const Hall *hall, BoundKind bound, const char *key);
void hall_releases(Hall *hall, BoundKind bound, const char *key);
/* ms until a key for which nothing is left has one again. */
int32_t hall_limit_wait(const Hall *hall, LimitKind limit);
/* The wall clock, ms, as it was when this turn of the loop began. */
int64_t hall_wall(Hall *hall);

/* How somebody came in. Texts are lent for the call. */
typedef struct {
    const char *token;   /* that makes the same guest again; NULL for an account */
    const char *pass;    /* the key of the account's; NULL for a guest */
    const char *address; /* where they are */
    bool by_token;       /* 'pass' is an API token's: no more is allowed than its scopes allow */
    uint32_t scopes;     /* of that token */
} Entrance;

void hall_opened(Hall *hall, SessionId session, const Person *person, const Entrance *entrance);
void hall_received(Hall *hall, SessionId session, const char *text, size_t length);
void hall_closed(Hall *hall, SessionId session);

/* Of all accounts, for who shows them. */
Ratings *hall_ratings(const Hall *hall);
/* A rated game's result is taken back: both ratings are as if it had never been, or without its points when
 * others came after it. 'done' comes on the loop with the number of players whose rating has changed, 0 when
 * the game was not rated or is taken back already, -1 when the store could not say. False, and no callback,
 * when too many are reading. */
typedef void (*HallTakenBack)(void *context, int players);
bool hall_take_back(Hall *hall, const GameId *game, HallTakenBack done, void *context);

/* ---- people who change (presence.c) ---- */

/* A person's name is new, or he is a guest no more: in all that is in memory. */
void hall_person_changed(Hall *hall, const Person *person);
/* Sends all the person's connections away, or with 'pass' those that came in by it; with an empty one those that came
 * as a guest. */
void hall_dismiss(Hall *hall, const char *id, const char *pass);
/* Of those who are here or play: by name or id. */
bool hall_find_person(const Hall *hall, const char *name, Person *person);
/* He has a connection. */
bool hall_is_here(const Hall *hall, const char *id);
/* A game that he plays, the newest; NULL when there is none. Lent until the next change. */
const GameId *hall_playing(const Hall *hall, const char *id);
/* Tells everybody who is here. */
void hall_notice(Hall *hall, const char *text);

/* ---- what an operator clears (clearing.c) ---- */

/* Which of the open challenges or seeks are meant: those that agree with all that is not NULL. */
typedef struct {
    const char *id;
    const char *person; /* the id of whoever made it, or whom a challenge is for */
    const char
        *address; /* the key of where a guest made the challenge; of where any seek was made */
} HallPick;
bool hall_picks_challenge(const HallPick *pick, const Challenge *challenge);

/* In no order. Nothing may be changed meanwhile. */
typedef void (*HallChallengeShow)(void *context, const Challenge *challenge);
typedef void (*HallSeekShow)(void *context, const Seek *seek, const char *address);
void hall_each_challenge(const Hall *hall, const HallPick *pick, HallChallengeShow show,
                         void *context);
void hall_each_seek(const Hall *hall, const HallPick *pick, HallSeekShow show, void *context);
/* The address of the person's newest connection; NULL when they have none. */
const char *hall_address(const Hall *hall, const char *id);

/* Whoever is concerned is told; how many there were. */
size_t hall_close_challenges(Hall *hall, const HallPick *pick);
size_t hall_close_seeks(Hall *hall, const HallPick *pick);
/* The person is banned: their seeks and connections go, and challenges made by and for them. Games that go on are as
 * with anybody who has left: the opponent can claim them when the time has come. */
void hall_ban(Hall *hall, const char *person);
/* The same for an address; how many connections it had. */
size_t hall_ban_address(Hall *hall, const char *address);

/* From the store and the searchers. */
void hall_committed(Hall *hall, uint64_t number);
void hall_failing(Hall *hall, bool failing);
bool hall_is_failing(const Hall *hall);
void hall_answered(Hall *hall, const SearchAnswer *answer);

/* An engine hangs, has died, … : its game's players are told in these words. 'over': it won't answer; its seat is as
 * if its player had left, so that the game can be claimed. */
void hall_engine_trouble(Hall *hall, const GameId *game, const char *words, bool over);

/* The end of a turn of the loop: does what is due, and gives the store and the wire what came together. */
void hall_turn(Hall *hall);
/* ms until hall_turn is due again although nothing happens; -1 for never. */
int64_t hall_wait(Hall *hall);

/* Notes the time for the next start and hands everything to the store; hall_is_durable says when it is. */
void hall_stop(Hall *hall);
bool hall_is_durable(const Hall *hall);

/* Fills in the gauges that the hall knows. */
void hall_count(const Hall *hall, MetricsNow *now);
