/* team_tiebreak.h - tie-breaks of team competitions by FIDE's regulations (C.07, in force from 1 March 2026), where match points rank
 * first.
 *
 * Pure. Unplayed rounds count as article 16 says, as in tiebreak.h: an opponent's absences at the end count as draws; one's own
 * unplayed round is a match against a dummy with one's own score, at most that of the scheduled opponent after a forfeit,
 * otherwise a draw a round. In round robins a forfeited match counts as one with its opponent. Where boards count
 * (article 12), the pairing-allocated bye is a game won at each. Points are counted in tenths. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEAM_BOARDS_MAX = 20, TEAM_ROUNDS_MAX = 99, TEAM_FIELD_MAX = 999 };

typedef enum {
    TEAM_ABSENT,  /* not paired */
    TEAM_PLAYED,  /* a match, at some board of which a game was played */
    TEAM_FORFEIT, /* paired, but nobody played */
    TEAM_BYE      /* the pairing-allocated bye */
} TeamRoundKind;

/* A round of a team. */
typedef struct {
    uint16_t opponent; /* its index + 1, or 0 */
    uint8_t kind;      /* TeamRoundKind */
    uint8_t
        colour; /* SideColour of the player at the first board, in a match that was played: for pairing only */
    int16_t points; /* match points */
    int16_t game_points;
    int16_t board[TEAM_BOARDS_MAX]; /* points at each board */
} TeamRound;

typedef struct {
    int teams, rounds, boards; /* rounds that count */
    int win, draw;             /* match points: 20 and 10 */
    bool is_round_robin;
    const TeamRound *round; /* [team * rounds + round] */
} TeamField;

typedef enum {
    TEAM_TIEBREAK_MPVGP, /* game points */
    TEAM_TIEBREAK_WIN,   /* matches won */
    TEAM_TIEBREAK_BH,    /* Buchholz of match points */
    TEAM_TIEBREAK_EMMSB, /* extended Sonneborn-Berger: opponent's match points by own match points, */
    TEAM_TIEBREAK_EMGSB, /* by own game points; */
    TEAM_TIEBREAK_EGMSB, /* opponent's game points by own match points, */
    TEAM_TIEBREAK_EGGSB, /* by own game points */
    TEAM_TIEBREAK_EDE,   /* extended direct encounter: match points, then game points */
    TEAM_TIEBREAK_EDEC,  /* and for two teams the board count of their match */
    TEAM_TIEBREAK_EDET,  /* and for two teams its top boards */
    TEAM_TIEBREAK_EDEB,  /* and for two teams its boards without the bottom ones */
    TEAM_TIEBREAK_EDEBT, /* board count, then top boards */
    TEAM_TIEBREAK_EDEBB, /* board count, then without the bottom ones */
    TEAM_TIEBREAK_BC,    /* board count: points by the board's number, the fewer the better */
    TEAM_TIEBREAK_TBR,   /* top board results */
    TEAM_TIEBREAK_BBE,   /* bottom board elimination */
    TEAM_TIEBREAK_SSSC,  /* scores and schedule strength combined */
    TEAM_TIEBREAK_COUNT
} TeamTieBreak;

/* Reads a code; 'length' bytes. */
bool team_tiebreak_parse(const char *text, size_t length, TeamTieBreak *tiebreak);
const char *team_tiebreak_code(TeamTieBreak tiebreak);

int team_points(const TeamField *field, int team);
int team_game_points(const TeamField *field, int team);

/* values[team], in hundredths, the higher the better. 'ranks' are the teams' ranks so far, of whom equal ones are tied: direct
 * encounters, TBR and BBE, whose values are minus the places among these, are about them. */
void team_tiebreak_compute(const TeamField *field, TeamTieBreak tiebreak, const uint16_t *ranks,
                           int32_t *values);
/* ranks[team], from 1, by match points, game points and then the list; where game points (MPvGP) are in the list, they count in
 * their place there only. Unless it is NULL, values[i * teams + team] become those of list[i]. */
void team_tiebreak_rank(const TeamField *field, const TeamTieBreak *list, int count,
                        uint16_t *ranks, int32_t *values);
