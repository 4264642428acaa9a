/* trf_team_tournament.h - a tournament of teams as a report file has it (trf_team_file.h). */
#pragma once

#include "team_pairing.h"
#include "trf_teams.h"

/* 240: a bye that was asked for, or an absence. */
typedef struct {
    int round, team; /* from 1; pairing number */
    char kind;       /* F, H, Z */
} TrfTeamAbsence;

/* 250 */
typedef struct {
    int match_points, game_points; /* tenths */
    int first, last;               /* rounds, from 1 */
    int from, to;                  /* pairing numbers */
} TrfTeamAcceleration;

/* 299: what a round brings instead of what is usual; kind ' ': in addition. */
typedef struct {
    char kind; /* W D L F H Z + - or ' ' */
    bool has_match_points, has_game_points;
    int match_points, game_points;        /* tenths; may be negative */
    int round;                            /* from 1; 0: all */
    uint16_t teams[TRF_TEAM_PLAYERS_MAX]; /* pairing numbers; none: all */
    int count;
} TrfAbnormal;

typedef struct {
    Tournament people; /* its forbidden groups are of teams */
    TrfTeam *teams;    /* in the order of their numbers */
    int count;
    char code[40];                      /* 192; empty when it is not said */
    bool is_baku;                       /* by the code, and not written out (250) */
    int boards;                         /* 352, or as many as played */
    char sequence[TEAM_BOARDS_MAX + 1]; /* 352 */
    int win, draw, loss;                /* 362, tenths */
    bool has_bye_points;                /* 320 */
    int bye_points, bye_game_points;
    uint16_t *byes; /* by round: the team's number, or 0 */
    TrfForfeitedMatch *forfeits;
    TrfLineup *lineups;
    TrfTeamAbsence *absences;
    TrfTeamAcceleration *accelerations;
    TrfAbnormal *abnormal;
    int forfeits_count, lineups_count, absences_count, accelerations_count, abnormal_count;
    TeamRound *rounds; /* of 'field' */
    TeamField field;
    int16_t *extra;
    bool *present;
    RoundPair *forbidden;
    uint16_t *team_of; /* by player: place + 1, or 0 */
    TeamSwiss swiss;   /* of the round that trf_team_round was asked for */
} TrfTeamFile;
