/* trf_teams.h - the records of teams in FIDE's report files (TRF26): read and written.
 *
 * 310 (and 013 before it): the teams and their players; 352 the colours at the boards of the first team named; 320 the
 * pairing-allocated byes; 330 forfeited matches; 300 line-ups that are not the first players in their order. What players did is in
 * their own records (trf.h). Memory is the caller's. */
#pragma once

#include "trf.h"

enum {
    TRF_TEAM_PLAYERS_MAX = 40,
    TRF_TEAM_NAME_MAX = 32 /* characters */,
    TRF_NICKNAME_MAX = 5,
    TRF_LINEUP_MAX = 20
};

typedef struct {
    int number;                           /* pairing number, 1 to 999 */
    char name[4 * TRF_TEAM_NAME_MAX + 1]; /* UTF-8 */
    int strength;                         /* 0: not said */
    int points, game_points;              /* tenths */
    int rank;
    uint16_t players[TRF_TEAM_PLAYERS_MAX]; /* pairing numbers, in the order of boards */
    int count;
    char nickname[4 * TRF_NICKNAME_MAX + 1];
    bool has_points, has_game_points; /* they are said */
    int row;                          /* where it was read */
} TrfTeam;

/* Reads records 310, and 013 where there is none of these. *count becomes how many; none is no fault. False: 'problem' says
 * what is wrong, where, and nothing of 'teams' counts. */
bool trf_read_teams(const char *text, size_t length, TrfTeam *teams, int most, int *count,
                    TrfProblem *problem);

/* Of a team in a round; 0 for an empty board. */
typedef struct {
    int round; /* from 1 */
    int team, opponent;
    uint16_t players[TRF_LINEUP_MAX];
    int count;
} TrfLineup;

typedef enum { FORFEIT_WHITE_WINS, FORFEIT_BLACK_WINS, FORFEIT_BOTH_LOSE } TrfForfeit;

typedef struct {
    TrfForfeit kind;
    int round, white, black;
} TrfForfeitedMatch;

typedef struct {
    const TrfTeam *teams;
    int count;
    int boards;
    int bye_points, bye_game_points; /* tenths */
    const uint16_t *byes; /* [round], from 0: the team with the bye, or 0; NULL: none at all */
    int rounds;
    const TrfForfeitedMatch *forfeits;
    int forfeits_count;
    const TrfLineup *lineups;
    int lineups_count;
    bool says_bye_points; /* 320 is written without byes, too */
    const char *sequence; /* colours at the boards (352); NULL: in turn, White first */
} TrfTeamReport;

/* As trf_write: the length, whether or not it fitted. */
size_t trf_write_teams(const TrfTeamReport *report, char *text, size_t size);
