/* tourney.h - one tournament as its acts have made it: players, boards, rounds, who may do what.
 *
 * Pure: no clock, chance, file or socket; 'now' (wall clock, ms), ids of games and drawn numbers are arguments. It allocates;
 * tourney_free frees everything. What changes it is tourney_fold alone. An act is proposed (tourney_check says whether it may be
 * done), numbered, stored, folded. Pointers into a tournament are lent until the next fold. */
#pragma once

#include "arena.h"
#include "team_swiss.h"
#include "tournament.h"
#include "tourney_act.h"

enum {
    TOURNEY_ROLES_MAX = 50,
    TOURNEY_FORBIDDEN_MAX = 1000,
    TOURNEY_ACTS_MAX = 200000, /* of one tournament; then it has to be finished */
    TOURNEY_BYES_MAX = 8,      /* asked for by one player */
    TOURNEY_JOINS_MAX = 20,    /* by one player, who left in between: each fills the log */
    TOURNEY_LINEUPS_MAX = 200, /* by the captain of one team, for the same reason */
    /* Boards that were taken back, which stay, since acts are about boards by their numbers: so many for each player, and at
     * least the second. More are only folded, as they were stored before there was a bound. */
    TOURNEY_DROPPED_EACH = 40,
    TOURNEY_DROPPED_LEAST = 20000,
};

typedef enum {
    TOURNEY_CREATED,
    TOURNEY_STARTED,
    TOURNEY_FINISHED,
    TOURNEY_CANCELLED
} TourneyStatus;
typedef enum { ROUND_NONE, ROUND_PAIRED, ROUND_PLAYING, ROUND_OVER } RoundState;
typedef enum { PLAYER_ACTIVE, PLAYER_PAUSED, PLAYER_WITHDRAWN, PLAYER_REMOVED } PlayerStatus;

typedef struct {
    uint32_t number; /* from 1 */
    uint32_t tpn;    /* pairing number; 0 before the start, and in arenas */
    TourneyPerson person;
    PlayerStatus status;
    uint32_t joined_round; /* rounds that were paired when they joined */
    uint32_t left_round;   /* rounds that were paired when they left, if they have */
    uint32_t joins;        /* how often they have joined by themselves */
    struct {
        uint32_t round;
        int32_t halves;
    } byes[TOURNEY_BYES_MAX];
    uint32_t byes_count;
    uint32_t board;            /* at which they play; 0: none */
    uint32_t team, team_place; /* for which they play, and their place in it, from 1; 0: none */
    bool is_accepted;          /* of a simul: by its host, or the host themselves */
    /* Of an arena. */
    ArenaGame *games;
    uint32_t games_count;
    size_t games_size;
    int32_t score;
    int64_t performance_sum; /* of opponents' ratings, with 500 more or less */
    uint32_t berserks;
    uint32_t last_opponent;
    int32_t strike, balance;
    int64_t since; /* they have not played since then */
    uint32_t pauses;
} TourneyPlayer;

typedef enum { HALT_NONE, HALT_STOPPED, HALT_ADJOURNED } BoardHalt;
/* STATE_LEFT: it was in play when the tournament ended, and does not count, unless the desk enters a result. */
typedef enum { STATE_PAIRED, STATE_PLAYING, STATE_OVER, STATE_DROPPED, STATE_LEFT } BoardState;

typedef struct {
    uint32_t number, table, round; /* round 0 in arenas */
    PairedBoard pair;
    BoardState state;
    BoardResult result;
    bool by_play;
    bool berserk[2];
    uint32_t plies;
    BoardHalt halt; /* by the desk */
    int64_t until;  /* of an adjourned game, as in TourneyAct */
    int64_t at, over_at;
} TourneyBoard;

typedef struct {
    char user[PERSON_ID_MAX + 1];
    char name[PERSON_NAME_MAX * 4 + 1];
    TourneyRole role;
} TourneyOfficial;

typedef struct {
    uint32_t number, tpn; /* from 1; by the strength of its first boards, at the start */
    TourneyTeamAbout about;
    bool has_left;
    uint32_t left_round;                 /* rounds that were paired when it left */
    uint32_t players;                    /* that have joined it */
    uint32_t lineup[TOURNEY_BOARDS_MAX]; /* who plays from now on; else the first who are there */
    uint32_t lineup_count;
    uint32_t lineups; /* how many there have been */
} TourneyTeam;

/* Two teams that meet; 'away' is 0 for the bye. */
typedef struct {
    uint32_t round, match; /* its place in the round, as boards have it */
    uint32_t home, away;
} TeamMatch;

typedef struct {
    int64_t started_at, over_at;
    uint32_t first, count; /* of 'boards', dropped ones among them */
} TourneyRound;

typedef struct {
    TourneyId id;
    TourneySettings settings;
    TourneyStatus status;
    bool paused;
    int64_t made_at, started_at, over_at, paused_at;
    int64_t acted_at;     /* of the newest act */
    uint32_t seq;         /* of the newest act */
    uint32_t desk_seq;    /* of the newest act by an organiser or arbiter, or pairing */
    uint32_t pairing_seq; /* of the newest act that changes who is to be paired */
    uint32_t about_seq;   /* of the newest act that changed settings, roles or forbidden pairs */
    uint64_t seed;
    uint32_t rules;            /* TourneyRules; known once it has started */
    TourneyOfficial organiser; /* whoever made it */
    TourneyOfficial roles[TOURNEY_ROLES_MAX];
    uint32_t roles_count;
    TourneyPlayer *players; /* [number - 1] */
    uint32_t players_count, active_count;
    size_t players_size;
    TourneyBoard *boards; /* [number - 1] */
    uint32_t boards_count, boards_left, boards_dropped;
    size_t boards_size;
    TourneyTeam *teams; /* [number - 1] */
    uint32_t teams_count;
    size_t teams_size;
    TeamMatch *matches; /* of teams, by rounds */
    uint32_t matches_count;
    size_t matches_size;
    uint32_t tpn_count, team_tpn_count;
    uint32_t robin_players; /* of a round robin, when it started */
    struct {
        uint32_t one, other;
    } forbidden[TOURNEY_FORBIDDEN_MAX];
    uint32_t forbidden_count;
    TourneyRound rounds[TOURNAMENT_ROUNDS_MAX]; /* [round - 1] */
    uint32_t round, rounds_count;               /* now; in all, 0: not known yet */
    RoundState round_state;
} Tourney;

Tourney *tourney_new(void);
void tourney_free(Tourney *tourney);
/* False, and nothing has changed, for an act that cannot follow: not the next number, about players or boards that
 * are not there. Acts that tourney_check let pass fold. */
bool tourney_fold(Tourney *tourney, const TourneyAct *act);

TourneyPlayer *tourney_player(const Tourney *tourney, uint32_t number); /* NULL: none */
TourneyPlayer *tourney_player_of(const Tourney *tourney, const char *user);
TourneyBoard *tourney_board(const Tourney *tourney, uint32_t number); /* NULL: none, or dropped */
TourneyBoard *tourney_board_of_game(const Tourney *tourney, const GameId *game);
TourneyTeam *tourney_team(const Tourney *tourney, uint32_t number);   /* NULL: none */
TourneyTeam *tourney_team_of(const Tourney *tourney, const char *id); /* of this server's */
TourneyRole tourney_role_of(const Tourney *tourney, const char *user);
/* What a requested bye gives in that round, in halves; -1: none, or they had left before. */
int tourney_bye(const Tourney *tourney, const TourneyPlayer *player, uint32_t round);
/* Whether boards may still be taken back: those of a round at once, so that the last time there may be more than the bound. */
bool tourney_may_drop(const Tourney *tourney);
bool tourney_are_forbidden(const Tourney *tourney, uint32_t one, uint32_t other);
/* The end of an arena; 0 for others, and before the start. */
int64_t tourney_ends_at(const Tourney *tourney);
/* No new pairs in an arena from this instant on. */
int64_t tourney_closes_at(const Tourney *tourney);
/* When the next round is due: of one that pairs by itself, or at the instant that is set; 0: not yet, or by hand. */
int64_t tourney_next_round_at(const Tourney *tourney);

/* ---- simuls (simul.c): player 1, who made it, plays all the others that they have accepted ---- */

enum { SIMUL_HOST = 1 };
/* Those who applied, without the host; of other formats whoever takes part. */
uint32_t tourney_entrants(const Tourney *tourney);
/* The clock of the game at a board: a simul's host has more time. */
TimeControl tourney_board_control(const Tourney *tourney, const TourneyBoard *board);
/* The host's games. */
typedef struct {
    uint32_t wins, draws, losses, playing;
} SimulScore;
SimulScore tourney_simul_score(const Tourney *tourney);

/* ---- whether an act may be done (rules.c) ---- */

typedef struct {
    int status;       /* of HTTP: 200 when it may be done */
    const char *code; /* a word for programs */
    char why[TOURNEY_WHY_MAX];
    char field[32]; /* of bad_field */
    struct {
        const char *code;
        char text[TOURNEY_WHY_MAX];
    } warnings[8];
    uint32_t warnings_count; /* it needs to be confirmed */
} TourneyAnswer;

/* What somebody with that role may do: the one table of rights. */
bool tourney_role_may(TourneyRole role, TourneyActKind kind);
/* Whether 'act', by a person with that role, may be done now. For players' own acts (JOIN, WITHDRAW of oneself) the role is
 * ROLE_NONE. False: 'answer' says why not; with warnings it may be done once it is confirmed. */
bool tourney_check(const Tourney *tourney, const TourneyAct *act, TourneyRole role,
                   TourneyAnswer *answer);
/* Refuses in these words. */
bool tourney_refuse(TourneyAnswer *answer, int status, const char *code, const char *why);

/* Somebody who would join, as far as the conditions ask. */
typedef struct {
    int32_t games; /* rated ones of this kind */
    const char *code;
    const char *team; /* the id of the team for which they would play; NULL: not said */
    bool is_of_team;  /* they belong to 'team', or to one of those that may join */
} TourneyEntry;
bool tourney_may_join(const Tourney *tourney, const TourneyPerson *person,
                      const TourneyEntry *entry, TourneyAnswer *answer);

/* Reads the fields of a request for an act. ACT_JOIN and ACT_WITHDRAW of oneself have none. The persons of ADD and ROLE are
 * looked up by the caller, by 'person.name'. False: 'answer' says why. What it allocates is the act's. */
bool tourney_read_act(const Tourney *tourney, const Params *fields, int64_t now, TourneyAct *act,
                      TourneyAnswer *answer);

/* ---- pairing (pair_round.c) ---- */

/* Whether the next round may be paired now, or for knock-outs a game of a match. */
bool tourney_wants_pairing(const Tourney *tourney);
/* Pairs the next round, or the next games of matches, for all formats but Swiss and arena. 'act' becomes a PAIR
 * without ids of games. False: there is nothing to pair. */
bool tourney_pair(const Tourney *tourney, TourneyAct *act);
/* Whether a board is played on this server, so that it needs a game's id. */
bool tourney_plays_here(const Tourney *tourney, const PairedBoard *board);

/* Whether its rounds are paired by the Swiss system. */
bool tourney_is_swiss(const Tourney *tourney);
/* A Swiss round is paired elsewhere, since it may take long: a copy of what the pairing needs. */
typedef struct {
    Tournament field;
    TeamSwiss teams; /* instead of 'field', where these are teams */
    TeamField team_field;
    bool *present;     /* of teams */
    void *memory;      /* the field's */
    int round;         /* from 0 */
    uint32_t *numbers; /* players' or teams' numbers by pairing number - 1 */
    bool of_teams;
    int count; /* of pairs, once paired */
    RoundPair pairs[TOURNEY_PLAYERS_MAX];
} SwissRound;
SwissRound *swiss_round_new(const Tourney *tourney);
void swiss_round_free(SwissRound *round); /* may be NULL */
/* Any thread. False: there is no pairing. */
bool swiss_round_pair(SwissRound *round);
/* The tournament is as it was when the round was made, but for acts that change no pairing. */
void swiss_round_act(const SwissRound *round, const Tourney *tourney, TourneyAct *act);

/* Nor are those who wait in an arena paired on the loop's thread. */
typedef struct {
    ArenaField field;
    ArenaPlayer *players; /* who wait, in the order of their ranks */
    int count;
    RoundPair *pairs; /* once paired */
    int paired;
} ArenaRound;
/* Of those who wait (here, not playing), by their numbers. NULL when nobody is paired now. */
ArenaRound *arena_round_new(const Tourney *tourney, const uint32_t *waiting, uint32_t count,
                            uint32_t active, int64_t now, uint64_t seed);
void arena_round_free(ArenaRound *round); /* may be NULL */
/* Any thread. */
void arena_round_pair(ArenaRound *round);
/* Whether a player may still be paired: much may have happened meanwhile. */
typedef bool ArenaMay(void *context, uint32_t player);
/* A PAIR of the pairs of which both may. False: there are none, and nothing to clear. */
bool arena_round_act(const ArenaRound *round, ArenaMay *may, void *context, TourneyAct *act);

/* ---- standings ---- */

enum { STANDING_TIEBREAKS_MAX = TOURNEY_TIEBREAKS_MAX };

typedef struct {
    uint32_t rank, player;
    int32_t halves; /* points in halves; of an arena whole points twice */
    int32_t tiebreaks[STANDING_TIEBREAKS_MAX]; /* hundredths */
    uint32_t games;
    int32_t performance; /* 0: none */
} Standing;

typedef struct {
    Standing *rows; /* in the order of ranks */
    uint32_t count;
    uint32_t tiebreaks_count;
    char tiebreaks[STANDING_TIEBREAKS_MAX][12];
} Standings;

/* Frees what was there. 'standings' is zeroed before the first time. */
void standings_compute(Standings *standings, const Tourney *tourney);
void standings_clear(Standings *standings);

/* ---- teams (team_standings.c) ---- */

typedef struct {
    uint32_t rank, team;
    int32_t points; /* of matches; of a battle the sum of its best players' points */
    int32_t halves; /* of games; of a battle 0 */
    int32_t tiebreaks[STANDING_TIEBREAKS_MAX]; /* hundredths */
    uint32_t played;                           /* matches; of a battle players whose points count */
    uint32_t leaders[TOURNEY_LEADERS_MAX];     /* of a battle: those players, the best first */
} TeamStanding;

typedef struct {
    TeamStanding *rows; /* in the order of ranks */
    uint32_t count;
    uint32_t tiebreaks_count;
    char tiebreaks[STANDING_TIEBREAKS_MAX][12];
} TeamStandings;

/* Frees what was there; 'standings' is zeroed before the first time. 'players' are those of the players, which only a battle
 * needs: else it may be NULL. No rows where no teams are rivals. */
void team_standings_compute(TeamStandings *standings, const Tourney *tourney,
                            const Standings *players);
void team_standings_clear(TeamStandings *standings);

TeamMatch *tourney_match(const Tourney *tourney, uint32_t round, uint32_t match); /* NULL: none */
/* The players of a team in its order; 'players' has room for all. Returns how many. */
uint32_t tourney_roster(const Tourney *tourney, const TourneyTeam *team, uint32_t *players);
/* The boards of the paired round as the line-ups are now: 'act' becomes a BOARDS without ids of games. False: no round of
 * teams is paired that has not begun. */
bool tourney_seat_again(const Tourney *tourney, TourneyAct *act);

/* As pairing and tie-breaks need it: only players with a pairing number, in its order. 'numbers' (may be NULL) becomes theirs, by
 * pairing number - 1. Returns the memory of both, which the caller frees. */
void *tourney_field(const Tourney *tourney, Tournament *field, uint32_t **numbers);
/* The same for FIDE's report: it also has the games of those who left a round robin before half of theirs, for ratings and
 * as what happened, and takes their points away again ('abnormal'). */
void *tourney_report_field(const Tourney *tourney, Tournament *field);

/* The points of each game of an arena's player, the oldest first, into points[games_count]; returns their sum. */
int arena_sheet(const Tourney *tourney, const TourneyPlayer *player, uint8_t *points);
bool arena_is_on_fire(const Tourney *tourney, const TourneyPlayer *player);

/* ---- files ---- */

/* Reads players of a TRF or CSV: one ADD act's person for each, an array that the caller frees. False: 'answer' says why, with row
 * and column. */
bool tourney_read_csv(const char *text, size_t length, TourneyPerson **people, size_t *count,
                      int *row, int *column, TourneyAnswer *answer);
bool tourney_read_trf(const char *text, size_t length, TourneyPerson **people, size_t *count,
                      int *row, int *column, TourneyAnswer *answer);
