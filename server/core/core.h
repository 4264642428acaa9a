/* core.h - everything that goes on in the server, composed of the parts that know who is connected (clients.h), which
 * games are in progress (live.h) and who is looking for one (matchmaker.h). Its only public header.
 *
 * It knows nothing of sockets and threads: it is told what comes in, passes it on to the part that it is for, and
 * passes what comes out of one part on to the next. The server calls core_turn at the end of each turn of the
 * loop. */
#pragma once

#include "accounts.h"
#include "bulk_pair.h"
#include "challenge.h"
#include "engines.h"
#include "game_news.h"
#include "lobby.h"
#include "metrics.h"
#include "rate_limit.h"
#include "searchers.h"
#include "session.h"
#include "store.h"
#include "text.h"
#include "tournament_news.h"

#include <uv.h>

typedef struct Broadcasts Broadcasts;
typedef struct Core Core;
typedef struct Teams Teams;
typedef struct Tournaments Tournaments;

typedef struct {
    uv_loop_t *loop; /* used only for the time */
    Store *store;
    Accounts *accounts;
    Sessions *sessions;
    Searchers *searchers;
    Engines *engines;          /* external ones; may be NULL */
    struct Outbound *outbound; /* asks for the games of broadcasts; NULL: none are asked for */
    Metrics *metrics;
    int32_t fallback; /* ms until the computer plays, when a seek doesn't say */
    int64_t
        keep_quiet; /* ms until a correspondence game may leave memory when nobody listens; 0: a minute */
    bool limits;
    const LimitRule *rules; /* LIMIT_COUNT of them; NULL: the usual. Lent for core_new */
    const int32_t *bounds;  /* BOUND_COUNT of them, likewise */
    bool hurry;             /* the computer moves as soon as it has thought */
    bool quiet;  /* only preset chat messages are allowed; the operator can also decide so */
    bool casual; /* no game is rated, whatever was asked for */
} CoreOptions;

Core *core_new(const CoreOptions *options);
/* Loads what there was when the server went down: games in progress, open challenges. Call it before the
 * first turn. On false 'line' (STORE_LINE_MAX bytes) says why. */
bool core_load(Core *core, char *line);
/* Call it after store and searchers are closed. */
void core_free(Core *core);

/* Nothing is read on from an address that is banned. The accounts are asked for all bans when the core is made, and what
 * they answer is kept up to date: the server's loop hears of it before it takes the first connection. */
bool core_bans_address(Core *core, const char *address);
/* Whether the limits let an address connect, or make a new guest. */
bool core_admits(Core *core, const char *address, bool new_guest);
/* Takes one token of the limit for that key, an address or a person's id; false when none is left. */
bool core_allows(Core *core, LimitKind limit, const char *key);
/* Whether one is left. */
bool core_would_allow(Core *core, LimitKind limit, const char *key);
/* The same for what is open at once (bounds.h): false when the key has as many as it may. Each one taken is
 * released. */
bool core_takes(Core *core, BoundKind bound, const char *key);
bool core_has_room(const Core *core, BoundKind bound, const char *key);
void core_releases(Core *core, BoundKind bound, const char *key);
/* The same for one of an address and of all addresses together (bounds.h). */
bool core_takes_place(Core *core, BoundKind own, BoundKind all, const char *address);
void core_leaves_place(Core *core, BoundKind own, BoundKind all, const char *address);
/* ms until a key that has used up the limit has a token again. */
int32_t core_limit_wait(const Core *core, LimitKind limit);
/* The wall clock, ms, as it was when this turn of the loop began. */
int64_t core_wall(Core *core);

/* How a client was let in. Texts are lent for the call. */
typedef struct {
    const char *token;      /* by which a guest is recognised next time; NULL for an account */
    const char *credential; /* the key of the account's credential; NULL or "" for a guest */
    const char *address;    /* the key that limits count by */
    bool is_metered;        /* its requests have been counted where they came in */
} ClientInfo;

/* The accounts are asked first (accounts_enter); what comes from the connection until then waits. The connection is
 * closed when its credential has ended since the handshake. */
void core_opened(Core *core, SessionId session, const Person *person, const ClientInfo *info);
/* Somebody whom the server does not know watches a game: a session without a person, which may ask for nothing. First it is told 'ok'
 * and the snapshot, or an error when there is no such game. core_closed ends it. */
void core_view(Core *core, SessionId session, const char *address, const GameId *game);
void core_received(Core *core, SessionId session, const char *text, size_t length);
void core_closed(Core *core, SessionId session);
/* Connections that end from now on are cut off by a failure between nodes, after nothing was heard of them for 'lost' ms: the clock of
 * whoever is to move, and had no other connection, is not charged for that, and stands for a while (room_excuse). 0: no longer. */
void core_cut_off(Core *core, int64_t lost);
/* The session itself goes on, but until 'back' ms ago nothing could be heard of its client, who is a program; between two calls of
 * core_cut_off. */
void core_session_cut_off(Core *core, SessionId session, int64_t back);
/* Whether that is so now. */
bool core_is_cutting_off(const Core *core);

/* An arbiter's act on a live game: live_arbitrate. */
bool core_arbitrate(Core *core, const GameId *game, const ArbiterAct *act, RoomError *error,
                    uint64_t *number);
/* For developers, two lines of JSON: live_dump. False when the game is not in memory. */
bool core_dump(const Core *core, const GameId *game, Text *text);

/* ---- people (people.c, connect.c) ---- */

/* Closes all of the person's connections, or with 'credential' those that use it; with an empty one those of a
 * guest. */
void core_dismiss(Core *core, const char *id, const char *credential);
/* Finds somebody who is connected or playing, by name or id. */
bool core_find_person(const Core *core, const char *name, Person *person);
/* Whether the account is a bot's, of those who are connected or playing. */
bool core_is_bot(const Core *core, const char *id);
/* The bots that are connected, at most 'most'; how many. */
size_t core_bots_here(const Core *core, Person *bots, size_t most);
/* Whether the person is connected. */
bool core_is_here(const Core *core, const char *id);
/* The newest game that the person is playing; false when there is none. */
bool core_playing(const Core *core, const char *id, GameId *game);
/* Everybody who is connected, with what they are shown with in blitz, at most 'most' of them; how many there are in all. */
size_t core_people_here(const Core *core, Person *people, size_t most, size_t *count);
/* Why the person may not say that they like to everybody who listens; NULL when they may. */
const char *core_silence(const Core *core, const char *id);
/* The listener has neither muted nor blocked the speaker; both are connected. */
bool core_hears(const Core *core, const char *listener, const char *speaker);
/* ---- games, for those who follow many ---- */

/* What whoever follows games is told from within core_received or core_turn, when it must not ask the core for anything.
 * None of it may go out before the batch with its number is durable. */
typedef struct {
    void *context;
    /* A game has begun, or is over. */
    void (*news)(void *context, const GameNews *news);
    void (*rematch)(void *context, const RematchNews *news);
} CoreGames;
/* From now on; NULL: nobody any more. Copied. */
void core_on_games(Core *core, const CoreGames *games);
/* Whom a ban is about: a person's id, or the key of an address; the other is NULL. */
typedef struct {
    const char *person, *address;
} CoreBan;
/* Whether it is about what that person ("": nobody) has open from that address. */
bool core_ban_concerns(const CoreBan *ban, const char *person, const char *address);

/* What parts outside the core are told, from within core_received or core_turn, when they must not ask the core for anything. Any may
 * be NULL. */
typedef struct {
    void *context;
    void (*game)(void *context, const GameNews *news); /* it has begun, or is over */
    void (*seek)(void *context, const Seek *seek);     /* it is open: nobody was found at once */
    void (*tournament)(void *context, const TournamentNews *news);
    /* Somebody has moved or taken back: it is that colour's turn, who may be a computer; or, with news->turn_goes_on, its time has changed. */
    void (*turn)(void *context, const GameNews *news, Color turn);
    /* A game has begun, of the tournament with that name or (NULL) of none. */
    void (*begun)(void *context, const GameNews *news, const char *tournament);
    void (*challenge)(void *context, const Challenge *challenge, uint64_t number); /* it is open */
    void (*ended)(void *context, const CredentialInfo *credential); /* it is no longer valid */
    void (*gone)(void *context, const char *player); /* the account has been closed */
    /* What is open to them, other than connections, is to be ended; how much that was. */
    size_t (*banned)(void *context, const CoreBan *ban);
} CoreNews;
enum { CORE_NEWS_MAX = 6 };
/* For as long as the core lives; copied. At most CORE_NEWS_MAX. */
void core_on_news(Core *core, const CoreNews *news);
/* As live_best. */
size_t core_best_games(const Core *core, BestKind kind, GameNews *best, size_t most);
/* As live_offers_rematch. */
bool core_offers_rematch(const Core *core, const GameId *game, uint32_t offer);
/* What the spectators of the game have said, as in live.h. */
void core_print_chat(const Core *core, const GameId *game, Text *text);
/* The person's games in progress, oldest first: a copy, which the caller frees. */
GameId *core_games_of(const Core *core, const char *id, uint32_t *count);

/* Sends the person an operator's warning; false when they are not connected. */
bool core_warn(Core *core, const char *id, const char *words);
/* What was said in the game, newest lines as far as they fit: a JSON array, or "" when nothing was. */
void core_copy_chat(const Core *core, const GameId *game, char chat[STORE_CHAT_MAX + 1]);
/* Sends it to everybody who is connected. */
void core_notice(Core *core, const char *text);

/* ---- what an operator clears (clearing.c) ---- */

/* Selects open challenges or seeks: those that match every member that is not NULL. */
typedef struct {
    const char *id;
    const char *person; /* the id of whoever made it, or whom a challenge or pair is for */
    /* The key of the address from which a guest made the challenge, or anybody the seek or pair. */
    const char *address;
} CorePick;
bool core_picks_challenge(const CorePick *pick, const Challenge *challenge);
/* A game of a bulk pairing that has not begun; its 'id' may be the bulk's. */
bool core_picks_pair(const CorePick *pick, const BulkPair *pair);

/* The open challenge with that id; false when there is none. */
bool core_find_challenge(const Core *core, const char *id, Challenge *found);

/* The open challenge whose game will have that id. */
bool core_find_challenge_of_game(const Core *core, const GameId *game, Challenge *found);

/* In no particular order. Nothing may be changed meanwhile. */
typedef void (*CoreChallengeShow)(void *context, const Challenge *challenge);
typedef void (*CoreSeekShow)(void *context, const Seek *seek, const char *address);
void core_each_challenge(const Core *core, const CorePick *pick, CoreChallengeShow show,
                         void *context);
void core_each_seek(const Core *core, const CorePick *pick, CoreSeekShow show, void *context);
/* Bulk pairings, as in matchmaker.h. */
BulkError core_add_bulk(Core *core, BulkPair *pairs, size_t count, uint64_t *number);
void core_each_pair(const Core *core, void (*show)(void *context, const BulkPair *pair),
                    void *context);
BulkError core_cancel_bulk(Core *core, const char *owner, const GameId *bulk, uint64_t *number);
BulkError core_start_bulk_clocks(Core *core, const char *owner, const GameId *bulk,
                                 uint64_t *number);
/* As live_start_clocks. */
bool core_start_clocks(Core *core, const GameId *game, const char *const *players, size_t count,
                       uint64_t *number);

/* The teams, for those who ask by HTTP (teams.h). */
Teams *core_teams(Core *core);
/* The broadcasts, for those who ask by HTTP (broadcasts.h). */
Broadcasts *core_broadcasts(Core *core);
/* The tournaments, for those who ask by HTTP (tournaments.h). */
Tournaments *core_tournaments(Core *core);

/* The address of the person's newest connection; false when they have none. */
enum { CORE_ADDRESS_MAX = 45 };
bool core_address(const Core *core, const char *id, char address[CORE_ADDRESS_MAX + 1]);

/* Everybody concerned is told. Returns how many there were, games of bulk pairings that have not begun among them. */
size_t core_close_challenges(Core *core, const CorePick *pick);
size_t core_close_seeks(Core *core, const CorePick *pick);
/* How much has been closed: connections of castled.v1, to which those who watch a game and players of the Lichess API count; and
 * streams of that API, exports of games, and connections to the ICS port at the login. */
typedef struct {
    size_t connections, others;
} CoreClosed;
/* The person is banned: closes their seeks and all that is open to them, challenges by and to them, and games of bulk pairings,
 * and withdraws them from tournaments. In games in progress they count as somebody who has left: in due time the opponent can claim the game. */
void core_ban(Core *core, const char *person);
/* The same for an address. */
CoreClosed core_ban_address(Core *core, const char *address);

/* From the store and the searchers. */
void core_committed(Core *core, uint64_t number);
void core_failing(Core *core, bool failing);

/* For GET /healthz and castled health. */
typedef enum {
    CORE_READY,
    CORE_STOPPING, /* core_stop has been called */
    CORE_FAILING,  /* the disk cannot be written */
} CoreHealth;
CoreHealth core_health(const Core *core);
void core_answered(Core *core, const SearchAnswer *answer);

/* An engine hangs, has died, …: its game's players are told in these words. 'over': it won't answer, and counts as a
 * player who has left, so that the game can be claimed. */
void core_engine_trouble(Core *core, const GameId *game, const char *words, bool over);

/* The end of a turn of the loop: does what is due, has the accounts carry out what they were asked, and gives the store and
 * the wire what came together. */
void core_turn(Core *core);
/* ms until core_turn is due again even if nothing happens; -1 for never. */
int64_t core_wait(Core *core);

/* Notes the time for the next start and hands everything to the store; core_is_durable tells when it is on
 * disk. */
void core_stop(Core *core);
bool core_is_durable(const Core *core);

/* Fills in the core's gauges. */
void core_count(const Core *core, MetricsNow *now);
