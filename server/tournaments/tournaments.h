/* tournaments.h - the tournaments of this server: kept in memory, stored act by act, moved on by the clock and by the ends of
 * games, told to those who watch.
 *
 * The only public header of this part. What a tournament is, and what may be done in it, is server/tourney's. Games begin
 * by live_begin, in the same batch of the store as the act that pairs them, with ids that the act has: so a crash
 * loses neither, and no game begins twice. All functions are called on the loop's thread. tournaments_free frees everything. */
#pragma once

#include "bounds.h"
#include "clients.h"
#include "game_behind.h"
#include "game_news.h"
#include "journal.h"
#include "live.h"
#include "rate_limit.h"
#include "request.h"
#include "server_time.h"
#include "teams.h"
#include "tournament_news.h"
#include "tourney.h"

typedef struct Tournaments Tournaments;

enum {
    TOURNAMENTS_OPEN_MAX = 500, /* that have not ended */
    TOURNAMENTS_RESERVED = 100, /* of these, for accounts older than TOURNAMENTS_NEW_ACCOUNT */
    TOURNAMENTS_OWNER_MAX = 20, /* by one organiser; how many new accounts may have: bounds.h */
    TOURNAMENTS_NEW_ACCOUNT = 24 * 60 * 60 * 1000, /* ms */
    TOURNAMENTS_KEPT_MAX = 500, /* that have ended, in memory; others are read when asked for */
    /* That have ended, at the start: those that were cancelled before their start stay on disk. */
    TOURNAMENTS_LOOKED_AT_MAX = 5000,
    TOURNAMENTS_ACTS_MAX = 500000, /* of those that have ended, in memory */
    TOURNAMENTS_CALENDAR_MAX = 500,
    TOURNAMENT_WATCHED_MAX = 50, /* by one connection */
    TOURNAMENT_ROWS_TOLD = 50,   /* of the standings, to those who watch */
    TOURNAMENT_BOARDS_TOLD =
        200,                  /* changed at once; more: those who watch are told to look again */
    TOURNAMENT_CHAT_MAX = 50, /* lines of chat that are kept */
    TOURNAMENT_WAITS_PLAYERS =
        60 * 60 * 1000, /* ms after its start at which one without players is cancelled */
    /* Days after the newest act at which one ends by itself: that waits for its organiser to start it, and that has been started
     * and has no game in play. */
    TOURNAMENT_WAITS_START_DAYS = 30,
    TOURNAMENT_WAITS_DESK_DAYS = 365,
};

/* What other parts are told; may be NULL. */
typedef struct {
    void *context;
    void (*changed)(void *context, const TournamentNews *news);
} TournamentsHooks;

/* All borrowed. */
typedef struct {
    uv_loop_t *loop; /* for pairings on its pool of threads */
    Store *store;
    Clients *clients;
    Live *live;
    Journal *journal;
    ServerTime *time;
    RateLimiter *limiter;
    Bounds *bounds;
    const Teams *teams; /* of this server */
    const SipKey *sip;  /* for its tables; lent for tournaments_new */
    TournamentsHooks hooks;
} TournamentsOptions;

Tournaments *tournaments_new(const TournamentsOptions *options);
void tournaments_free(Tournaments *tournaments);
/* Call it after live_load. On false 'line' (STORE_LINE_MAX bytes) says why. */
bool tournaments_load(Tournaments *tournaments, char *line);
/* Nothing is put into the store any more, and rounds that are being paired are dropped: store and journal may be closed next. */
void tournaments_stop(Tournaments *tournaments);

/* ---- what is asked by HTTP ---- */

/* NULL: there is none in memory. Lent until the next change. */
const Tourney *tournaments_find(const Tournaments *tournaments, const char *id);
/* Reads one that has ended and is not in memory. 'done' is called, later, if it is TOURNAMENT_BEING_READ: from then on it is found,
 * if there is one; is_read is false when it could not be read. How many are read for an address is bounded. */
typedef enum { TOURNAMENT_NONE, TOURNAMENT_BUSY, TOURNAMENT_BEING_READ } TournamentReading;
typedef void (*TournamentRead)(void *context, bool is_read);
TournamentReading tournaments_read(Tournaments *tournaments, const char *id, const char *address,
                                   TournamentRead done, void *context);
/* Calls 'visit' with each in memory, in no order. */
void tournaments_each(const Tournaments *tournaments,
                      void (*visit)(void *context, const Tourney *tourney), void *context);
const TeamStandings *tournaments_team_standings(const Tournaments *tournaments,
                                                const Tourney *tourney);
/* As they are now. Lent until the next change. */
const Standings *tournaments_standings(const Tournaments *tournaments, const Tourney *tourney);
/* The batch of the store that its state depends on. */
uint64_t tournaments_number(const Tournaments *tournaments, const Tourney *tourney);
/* Whoever makes one. */
typedef struct {
    const Person *person;
    const TourneyPerson *host; /* of a simul: the same as its first player; NULL of others */
    const char *address;
    bool is_new; /* their account is younger than TOURNAMENTS_NEW_ACCOUNT */
} TournamentMaker;
/* Makes one; 'number' is the batch with which it is durable. On false 'answer' says why. */
bool tournaments_create(Tournaments *tournaments, const TourneySettings *settings,
                        const TournamentMaker *maker, TourneyId *id, uint64_t *number,
                        TourneyAnswer *answer);
/* Carries an act out that tourney_read_act or the caller has filled in, by that person, if it may be done. The act stays the caller's
 * to clear. */
bool tournaments_act(Tournaments *tournaments, const char *id, TourneyAct *act, const Person *by,
                     uint64_t *number, TourneyAnswer *answer);
/* Reads the games that an act would change and that sleep on disk: 'woken' is called when all of them are in memory, or cannot be
 * read. False: there are none, and 'woken' is not called. */
bool tournaments_wake(Tournaments *tournaments, const char *id, const TourneyAct *act,
                      LiveWoken woken, void *context);
/* The person joins; 'entry' says what the conditions ask about them. */
bool tournaments_join(Tournaments *tournaments, const char *id, const TourneyPerson *person,
                      const TourneyEntry *entry, uint64_t *number, TourneyAnswer *answer);
/* What the conditions ask about teams; where one is to be chosen, and it can be only one, that one. */
void tournaments_fill_entry(Tournaments *tournaments, const Tourney *tourney, const char *user,
                            TourneyEntry *entry);
/* Adds people, all or none; 'at' becomes the place of the one who cannot be added. */
bool tournaments_import(Tournaments *tournaments, const char *id, const TourneyPerson *people,
                        size_t count, const Person *by, uint64_t *number, TourneyAnswer *answer);
/* The person can play here no more: they take part in none that is not over, and a simul of theirs that has not begun is cancelled. 'why'
 * is told in the log. */
void tournaments_leave(Tournaments *tournaments, const char *person, const char *why);

/* JSON, as README.md has it. 'viewer' is whoever asks, NULL for nobody: only those who may change them see players' dates of birth
 * and sex. */
typedef struct {
    const char *status; /* NULL: created, started and finished */
    int format;         /* Format; FORMAT_COUNT: all */
    size_t most;        /* of each */
} TournamentsListed;
void tournaments_print_list(Tournaments *tournaments, const TournamentsListed *listed, Text *text);
/* Those with a start, TOURNAMENTS_CALENDAR_MAX of them, as an iCalendar file (RFC 5545) with that name. 'base' is what links to
 * this server begin with, "" when it is not known; 'now' the wall clock. */
void tournaments_print_calendar(const Tournaments *tournaments, const char *name, const char *base,
                                int64_t now, Text *text);
void tournaments_print(Tournaments *tournaments, const Tourney *tourney, const Person *viewer,
                       Text *text);
void tournaments_print_players(Tournaments *tournaments, const Tourney *tourney,
                               const Person *viewer, Text *text);
void tournaments_print_standings(Tournaments *tournaments, const Tourney *tourney, uint32_t from,
                                 uint32_t count, Text *text);
/* Teams that are rivals, in the order of their ranks; false where there are none. */
bool tournaments_print_teams(Tournaments *tournaments, const Tourney *tourney, Text *text);
void tournaments_print_csv(Tournaments *tournaments, const Tourney *tourney, Text *text);
bool tournaments_print_round(Tournaments *tournaments, const Tourney *tourney, uint32_t round,
                             Text *text);
void tournaments_print_crosstable(Tournaments *tournaments, const Tourney *tourney, Text *text);
/* FIDE's report; 16 or 26. False for formats that have none (arena, knock-out). */
bool tournaments_print_trf(const Tourney *tourney, int format, const Person *viewer, Text *text);
/* The ids of a round's games (0: of all), which the caller frees. */
GameId *tournaments_games(const Tourney *tourney, uint32_t round, size_t *count);
/* How far exports of the game are behind because of the tournament in memory that it belongs to. */
GameDelay tournaments_delay(const Tournaments *tournaments, const GameId *game);
/* All games for which that is something. The caller frees them. */
GameDelays *tournaments_delays(const Tournaments *tournaments);
/* The acts from that number on, at most 'most', as lines. */
void tournaments_print_log(Tournaments *tournaments, const Tourney *tourney, const Person *viewer,
                           uint32_t from, size_t most, Text *text);

/* ---- requests of castled.v1 ---- */

void tournaments_watch(Tournaments *tournaments, const Client *client, const Request *request);
void tournaments_unwatch(Tournaments *tournaments, const Client *client, const Request *request);
void tournaments_chat(Tournaments *tournaments, const Client *client, const Request *request);
/* A player of an arena's game gives up half of their time for one more point. */
void tournaments_berserk(Tournaments *tournaments, const Client *client, const Request *request);
void tournaments_connection_ends(Tournaments *tournaments, SessionId session);

/* ---- what the live games tell ---- */

/* A game is over: if it is one of a tournament's, its result is put with the next tick, in the same batch. */
void tournaments_news(Tournaments *tournaments, const GameNews *news);
/* The game is a tournament's, or was one of a tournament that is in memory: it cannot be aborted, and has no takebacks, more time
 * and rematches. */
bool tournaments_play(const Tournaments *tournaments, const GameId *game);
/* The tournament in which the game goes on; NULL: none. Lent until the next change. */
const Tourney *tournaments_played_in(const Tournaments *tournaments, const GameId *game);

/* The tournament of a game that goes on, or was played in one that is in memory; false when it belongs to none. */
bool tournaments_of_game(const Tournaments *tournaments, const GameId *game,
                         GameTournament *tournament);

/* ---- what is due, as in live.h ---- */

int64_t tournaments_due(const Tournaments *tournaments);
void tournaments_tick(Tournaments *tournaments);
