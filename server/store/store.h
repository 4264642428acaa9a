/* store.h - what is kept on disk: games with their events, people, ratings, open challenges, the time
 * axis.
 *
 * Writes are copied into the batch of this turn of the loop; store_flush hands the batch to the store's
 * own thread and on_commit tells when it is durable. Reads by id have a thread and a connection of their
 * own. So only store_open, the loads before the loop runs, and store_close wait for the disk. It knows no
 * rules: events are bytes (event_pack), a position is its FEN. Only one store can have the directory
 * open. */
#pragma once

#include "cluster_watch.h"
#include "store_error.h"
#include "stored.h"

#include <uv.h>

typedef struct Store Store;

enum {
    STORE_SECRET_SIZE = 32,
    STORE_DUE_MAX = 64,          /* sleeping games listed at a time */
    STORE_READS_MAX = 1024,      /* reads that may wait */
    STORE_HISTORY_MAX = 50000,   /* changes of a player's rating in a category that are looked at */
    STORE_HISTORY_PIECE = 2000,  /* at once: some milliseconds */
    STORE_BACKLOG_MAX = 8 << 20, /* bytes not yet durable above which store_is_behind is true */
    STORE_CLOSE_MAX = 5000,      /* ms that store_close waits for a disk that refuses */
    /* Pages of 4 KiB, 16 MiB: four times SQLite's own default, since each page that has changed is then moved once
     * and not four times. */
    STORE_CHECKPOINT_AFTER = 4000,
};

typedef enum {
    DURABILITY_POWER,   /* a commit survives a loss of power: it is an fsync */
    DURABILITY_PROCESS, /* a commit survives kill -9: no fsync, the kernel writes when it likes */
} Durability;

/* What follows the end of a game, such as a rematch, mostly follows within five minutes. */
#define STORE_ARCHIVE_AFTER (INT64_C(6) * 60 * 1000)

/* A second place to which everything is copied as it is committed (copier.h); lent while the store is open. */
typedef struct {
    const char *directory; /* NULL: none */
    int64_t every;         /* ms: after this long a new base is made */
    unsigned keep;         /* bases with their logs; older ones are deleted */
} StoreCopyOptions;

typedef struct {
    const char *directory; /* made if missing (its parent must exist); castled.db lies in it */
    /* Where PostgreSQL is, as libpq takes it: postgresql://user@host/database. NULL: SQLite, in the directory. */
    const char *server;
    const ClusterWatch
        *watch; /* of the same directory, which it has locked, and server; NULL: none */
    uv_loop_t *loop;
    Durability durability;
    /* How long after its end a game is moved to the archive, where it takes little space; 0:
     * never. */
    int64_t archive_after;
    /* Of SQLite's log, before it is moved into the file: pages; 0: STORE_CHECKPOINT_AFTER. */
    int checkpoint_after;
    bool
        is_checked; /* store_try_out has just been content with it, and it was closed properly since */
    StoreCopyOptions copy;
    /* The opening of a game as a number to search by, 0: none; called on a thread of the store. May be
     * NULL. */
    uint32_t (*opening)(const StoredGame *game);
    void *context; /* for the callbacks, which come on the loop's thread */
    /* Every write numbered up to 'number' is durable. */
    void (*on_commit)(void *context, uint64_t number);
    /* A commit has failed, or another castled may have taken over, since the server has been silent for so long; what was put is
     * kept and tried again, in order. Called once, until on_recovered. But STORE_TAKEN, that another castled has taken
     * over, is told at once and is the end: nothing more is written. */
    void (*on_failure)(void *context, StoreError error, const char *line);
    void (*on_recovered)(void *context);
    /* While the store is opened: PostgreSQL is away, 'line' says why, and store_open waits for it; again when the reason
     * changes. NULL: that is an error. */
    void (*on_away)(void *context, const char *line);
} StoreOptions;

/* Opens or makes the database, checks it, brings its schema up to date and starts the threads. On
 * refusal *opened is NULL, nothing is left running or locked, and 'line' (STORE_LINE_MAX bytes) names
 * file and reason in one line. */
StoreError store_open(Store **opened, const StoreOptions *options, char *line);
/* Whether this program could open that server's database, which another castled is using: it is there, and not of a newer one.
 * Nothing is changed; it waits for answers, and not for a server that is away. 'line' as there. */
StoreError store_try_server(const char *server, char *line);

/* Commits what was put, tells on_commit a last time and stops the threads; it blocks, for up to
 * STORE_CLOSE_MAX while the disk refuses, and then returns why the rest was lost (nobody has seen it).
 * Reads still waiting are answered with STORE_CLOSED. Run the loop once more: its last handle frees the
 * store. */
StoreError store_close(Store *store);

/* 32 random bytes, made with the database, that tokens are signed with. */
const unsigned char *store_secret(const Store *store);
/* How many ms longer no other castled can take over, counted by this machine's monotonic clock; 0 or less: one may have done so.
 * INT64_MAX with SQLite. */
int64_t store_lease_left(const Store *store);
/* After a store_load_… that has failed: whether it may succeed later, because the database server has gone away or is busy. */
bool store_is_away(const Store *store);
/* How often this database has been opened by a server: 1 the first time. */
uint64_t store_epoch(const Store *store);

/* A new game's id; it looks random, and no two calls ever give the same one, not even across
 * restarts if the first was stored. Only these ids may be put. */
GameId store_draw_game_id(Store *store);
/* Whether the id is one that was drawn. When it was drawn before a restart, and nothing that is stored shows it, it is not
 * drawn again from now on; so this must be called for each such id before the first draw. */
bool store_keep_game_id(Store *store, const GameId *id);

/* Each takes a copy and returns the number of the batch, which grows by one with each flush. What one
 * turn puts becomes durable together or not at all. A game's players must be put before or with it, an
 * event's game likewise; each (game, seq) is put once. */
uint64_t store_put_player(Store *store, const StorePlayer *player); /* again: the name changes */
uint64_t store_put_game(Store *store, const StoreGame *game);
uint64_t store_put_event(Store *store, const GameId *game, uint32_t seq, const void *bytes,
                         size_t size); /* size at most EVENT_PACKED_MAX */
/* The game sleeps until that instant of the axis: store_load_games leaves it out, store_read_due returns it.
 * STORE_AWAKE: no longer. Does nothing for a game that is over. */
uint64_t store_put_sleep(Store *store, const GameId *game, int64_t wakes);
/* The conditional moves of a player in a game in progress, in conditional_pack's bytes: replaces them, or deletes
 * them. */
uint64_t store_put_conditional(Store *store, const GameId *game, Color seat, const void *bytes,
                               size_t size);
uint64_t store_delete_conditional(Store *store, const GameId *game, Color seat);
uint64_t store_put_end(Store *store, const GameId *game, const Event *end, int64_t now_wall);
/* A finished game that was played elsewhere, at once into the archive and into the index of the player 'by',
 * whose colour is 'color'. 'opening' as in StoreOptions. */
uint64_t store_put_import(Store *store, const StoredGame *game, const char *by, Color color,
                          uint32_t opening);
uint64_t store_put_challenge(Store *store, const StoreChallenge *challenge); /* replaces */
uint64_t store_delete_challenge(Store *store, const char *id);               /* or does nothing */
uint64_t store_put_rating(Store *store, const StoreRating *rating);          /* replaces */
/* Once for each player of a rated game. */
uint64_t store_put_rating_change(Store *store, const StoreRatingChange *change);
/* The game changed no rating: its result has been taken back. */
uint64_t store_delete_changes(Store *store, const GameId *game);
uint64_t store_put_axis(Store *store, int64_t axis);
/* People; everybody named must have been put as a player. */
uint64_t store_put_account(Store *store,
                           const StoreAccount *account); /* replaces, but for 'made' */
uint64_t store_put_settings(Store *store, const char *player, const char *json, size_t size);
uint64_t store_put_credential(Store *store, const StoreCredential *credential); /* replaces */
uint64_t store_delete_credential(Store *store, const char *key);
uint64_t store_put_relation(Store *store, const StoreRelation *relation);
uint64_t store_delete_relation(Store *store, const StoreRelation *relation);
uint64_t store_put_subject(Store *store, const StoreSubject *subject); /* replaces */
uint64_t store_delete_subject(Store *store, const StoreSubject *subject);
uint64_t store_delete_ratings(Store *store, const char *player);
uint64_t store_put_sanction(Store *store, const StoreSanction *sanction); /* replaces */
uint64_t store_put_address_ban(Store *store, const StoreAddressBan *ban); /* replaces */
uint64_t store_delete_address_ban(Store *store, const char *address);
uint64_t store_put_act(Store *store, const StoreAct *act);
uint64_t store_put_tournament(Store *store, const StoreTournament *tournament); /* replaces */
/* Each (tournament, seq) once; UTF-8, at most STORE_TOURNAMENT_ACT_MAX bytes. */
uint64_t store_put_tournament_act(Store *store, const char *id, uint32_t seq, const char *text,
                                  size_t size);
uint64_t store_put_team(Store *store, const StoreTeam *team); /* replaces */
uint64_t store_delete_team(Store *store, const char *id);     /* its members one by one */
uint64_t store_put_team_member(Store *store, const StoreTeamMember *member); /* replaces */
uint64_t store_delete_team_member(Store *store, const StoreTeamMember *member);
/* UTF-8, at most STORE_BROADCAST_MAX bytes; replaces. */
uint64_t store_put_broadcast(Store *store, const char *id, const char *of, const char *text,
                             size_t size);
uint64_t store_delete_broadcast(Store *store, const char *id); /* or a round */
uint64_t store_put_report(Store *store, const StoreReport *report);
uint64_t store_put_decision(Store *store, const StoreDecision *decision);
uint64_t store_put_site(Store *store, const StoreSite *site); /* replaces */

uint64_t store_put_webhook(Store *store, const StoreWebhook *webhook); /* replaces */
uint64_t store_delete_webhook(Store *store, const char *id);           /* and all its deliveries */
uint64_t store_put_delivery(Store *store, const StoreDelivery *delivery); /* replaces */
uint64_t store_delete_delivery(Store *store, const char *id);
uint64_t store_put_push_device(Store *store, const StorePushDevice *device);
uint64_t store_delete_push_device(Store *store, const char *id);
uint64_t store_put_mail_address(Store *store, const StoreMailAddress *address); /* replaces */
uint64_t store_delete_mail_address(Store *store, const char *player);
uint64_t store_put_mail_turn(Store *store, const StoreMailTurn *turn); /* replaces */
uint64_t store_delete_mail_turn(Store *store, const char *game);
uint64_t store_put_request_key(Store *store, const StoreRequestKey *key); /* replaces */
uint64_t store_delete_request_key(Store *store, const StoreRequestKey *key);
uint64_t store_put_page_file(Store *store, const StorePageFile *file); /* replaces */
uint64_t store_delete_pages(Store *store, int64_t before); /* files whose page is an earlier one */

/* How the second place is. */
typedef struct {
    bool is_failing;
    uint64_t failures;         /* how often a copy was given up */
    int64_t behind;            /* ms since when it lacks something; 0: it has everything */
    char line[STORE_LINE_MAX]; /* what failed last */
} StoreCopyState;
/* False when there is none. */
bool store_copy_state(const Store *store, StoreCopyState *state);

/* At the end of each turn of the loop: hands the batch to the writer. Does nothing without
 * writes. */
void store_flush(Store *store);

/* The newest number that on_commit was called with, 0 before the first. */
uint64_t store_committed(const Store *store);
/* Bytes put and not yet durable. */
size_t store_backlog(const Store *store);
/* The backlog is above STORE_BACKLOG_MAX: what has happened is still put, but requests should be
 * refused (not_now). */
bool store_is_behind(const Store *store);

/* What there was at store_open; to be called before the first flush, on the loop's thread. store_load_games calls
 * 'each' for every unfinished game that is awake, oldest first; the others likewise. What 'each' is given is lent
 * for the call. On an error, 'line' says what is wrong, as in store_open. */
int64_t store_axis(const Store *store);
StoreError store_load_games(Store *store, void (*each)(void *context, const StoredGame *game),
                            void *context, char *line);
/* Those that sleep, without their events. */
StoreError store_load_sleeping(Store *store, void (*each)(void *context, const StoreGame *game),
                               void *context, char *line);
/* Every account, and then the ratings of them all. */
StoreError store_load_accounts(Store *store, void (*each)(void *context, const StorePlayer *player),
                               void *context, char *line);
StoreError store_load_ratings(Store *store, void (*each)(void *context, const StoreRating *rating),
                              void *context, char *line);
StoreError store_load_challenges(Store *store, int64_t now_wall,
                                 void (*each)(void *context, const StoreChallenge *challenge),
                                 void *context, char *line);

/* Tournaments, those that go on first, then those that ended last; and what happened in one, in order. 'each' answers whether it
 * wants to hear more. */
typedef bool (*StoreTournamentEach)(void *context, const StoreTournament *tournament);
typedef bool (*StoreTournamentActEach)(void *context, uint32_t seq, const char *text, size_t size);
StoreError store_load_tournaments(Store *store, StoreTournamentEach each, void *context,
                                  char *line);
StoreError store_load_tournament_acts(Store *store, const char *id, StoreTournamentActEach each,
                                      void *context, char *line);

/* Every team, then those who belong to them or ask to: by team, those who have done so longest first. */
typedef struct {
    void (*team)(void *context, const StoreTeam *team);
    void (*member)(void *context, const StoreTeamMember *member);
} StoreTeams;
StoreError store_load_teams(Store *store, const StoreTeams *each, void *context, char *line);

/* Webhooks in the order in which they were made, then their deliveries likewise. */
StoreError store_load_webhooks(Store *store,
                               void (*each)(void *context, const StoreWebhook *webhook),
                               void (*each_delivery)(void *context, const StoreDelivery *delivery),
                               void *context, char *line);

/* All broadcasts, then their rounds. 'each' answers whether a row makes sense. */
typedef bool (*StoreBroadcastEach)(void *context, const StoreBroadcast *broadcast);
StoreError store_load_broadcasts(Store *store, StoreBroadcastEach each, void *context, char *line);

/* Devices whose session has not ended, in the order in which they were added. */
StoreError store_load_push_devices(Store *store,
                                   void (*each)(void *context, const StorePushDevice *device),
                                   void *context, char *line);

/* All e-mail addresses, then all turns. */
typedef void (*StoreMailAddressEach)(void *context, const StoreMailAddress *address);
typedef void (*StoreMailTurnEach)(void *context, const StoreMailTurn *turn);
StoreError store_load_mail(Store *store, StoreMailAddressEach address, StoreMailTurnEach turn,
                           void *context, char *line);

/* All keys of requests, the oldest first. */
typedef void (*StoreRequestKeyEach)(void *context, const StoreRequestKey *key);
StoreError store_load_request_keys(Store *store, StoreRequestKeyEach each, void *context,
                                   char *line);

/* The names of all files of the page, the newest page's first; then those of the pages from 'from' to before 'before'. */
typedef void (*StorePageNameEach)(void *context, const StorePageName *name);
typedef void (*StorePageFileEach)(void *context, const StorePageFile *file);
StoreError store_load_page_names(Store *store, StorePageNameEach each, void *context, char *line);
StoreError store_load_page_files(Store *store, int64_t from, int64_t before, StorePageFileEach each,
                                 void *context, char *line);

/* All accounts, then what belongs to them. Any of the callbacks may be NULL. */
typedef struct {
    void (*account)(void *context, const StoreAccount *account);
    void (*credential)(void *context, const StoreCredential *credential);
    void (*relation)(void *context, const StoreRelation *relation);
    void (*subject)(void *context, const StoreSubject *subject);
    void (*sanction)(void *context, const StoreSanction *sanction);
    void (*address_ban)(void *context, const StoreAddressBan *ban);
    void (*site)(void *context, const StoreSite *site);
} StorePeople;
StoreError store_load_people(Store *store, const StorePeople *each, void *context, char *line);

/* Each of the following looks up something that is durable, and calls 'done' on the loop. What 'done' is given is
 * lent for the call, unless it says otherwise, and NULL or 0 on an error. False, and no callback, when
 * STORE_READS_MAX are waiting. */

/* A game, finished or not, which 'done' has to free (stored_game_free). STORE_SERVER, too, when the lease has run out
 * meanwhile: another castled may have written it. NULL with STORE_OK: there
 * is none. */
typedef void (*StoreGameDone)(void *context, StoreError error, StoredGame *game);
bool store_read_game(Store *store, const GameId *id, StoreGameDone done, void *context);

/* The sleeping games that are due by an instant of the axis, the earliest first, at most STORE_DUE_MAX. */
typedef void (*StoreDueDone)(void *context, StoreError error, const GameId *ids, int count);
bool store_read_due(Store *store, int64_t by, StoreDueDone done, void *context);

/* How a rated game changed its players' ratings: one change for each player. */
typedef void (*StoreChangesDone)(void *context, StoreError error, const StoreRatingChange *changes,
                                 size_t count);
bool store_read_changes(Store *store, const GameId *game, StoreChangesDone done, void *context);

/* A player's ratings at the end of each day on which one changed, by category and then by day, from the newest STORE_HISTORY_MAX
 * changes in each category. Read in the background, in pieces. */
typedef void (*StoreRatingHistoryDone)(void *context, StoreError error, const StoreRatingDay *days,
                                       size_t count);
bool store_read_rating_history(Store *store, const char *player, StoreRatingHistoryDone done,
                               void *context);

/* What happened in a tournament: 'each' is told on the reading thread, in order, and 'done' is called when it has heard all or
 * wanted no more. */
typedef void (*StoreTournamentDone)(void *context, StoreError error);
bool store_read_tournament(Store *store, const char *id, StoreTournamentActEach each,
                           void *each_context, StoreTournamentDone done, void *context);

/* Text for people to read, in lines. */
typedef enum {
    LISTING_SETTINGS, /* of the player 'key': their JSON, as it was put */
    LISTING_ACCOUNT, /* of the player 'key': everything that is stored about them except games, one JSON object per line; in the background */
    LISTING_ACTS,    /* the newest acts */
    LISTING_REPORTS, /* the newest reports */
    LISTING_ACTS_JSON,
    LISTING_REPORTS_JSON, /* both likewise, as one JSON object per line; of the reports the open ones first */
    LISTING_UNDO, /* of the act with the number 'key': the command that undoes it, empty if none does */
    LISTING_REPORT, /* of the report with the number 'key': who has closed it, empty if nobody has */
} StoreListing;
typedef void (*StoreListingDone)(void *context, StoreError error, const char *text, size_t length);
bool store_read_listing(Store *store, StoreListing what, const char *key, StoreListingDone done,
                        void *context);

/* Where a database is: as 'directory' and 'server' of StoreOptions. */
typedef struct {
    const char *directory, *server;
} StorePlace;

/* What happened in a tournament, as store_inspect_game reads a game. */
StoreError store_inspect_tournament(const StorePlace *place, const char *id,
                                    StoreTournamentActEach each, void *context, char *line);

/* Reads one game of a database that a server may be using at this moment, without a store and without changing
 * anything. *game is NULL when there is none, else the caller's to stored_game_free. 'line' as in store_open. */
StoreError store_inspect_game(const StorePlace *place, const GameId *id, StoredGame **game,
                              char *line);
