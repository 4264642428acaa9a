/* tiebreak.h - tie-breaks by FIDE's regulations (C.07, in force from 1 March 2026), and standings by them.
 *
 * Pure, for tournaments of single players. Unplayed rounds count as article 16 says: an opponent's byes and absences at the
 * end count as draws; one's own unplayed round is a game against a dummy with one's own score, which is at most the score of the
 * scheduled opponent after a forfeit, otherwise a draw a round; cuts take voluntarily unplayed rounds first. Before the
 * end, "rounds" are those played so far. In round robins a forfeited game counts as one with its opponent. */
#pragma once

#include "tournament.h"

typedef enum {
    TIEBREAK_PTS,  /* points */
    TIEBREAK_DE,   /* direct encounter */
    TIEBREAK_WIN,  /* rounds with as many points as for a win */
    TIEBREAK_WON,  /* games won at the board */
    TIEBREAK_BPG,  /* games played with Black */
    TIEBREAK_BWG,  /* games won with Black */
    TIEBREAK_REP,  /* rounds that the player elected to play; formerly GE */
    TIEBREAK_STD,  /* points by 1, 1/2, 0 */
    TIEBREAK_PS,   /* progressive scores */
    TIEBREAK_KS,   /* Koya: points against those who have half of the points */
    TIEBREAK_BH,   /* Buchholz */
    TIEBREAK_FB,   /* Fore Buchholz: the last round counts as drawn */
    TIEBREAK_SB,   /* Sonneborn-Berger */
    TIEBREAK_AOB,  /* average of the opponents' Buchholz */
    TIEBREAK_ARO,  /* average rating of opponents */
    TIEBREAK_TPR,  /* tournament performance rating */
    TIEBREAK_PTP,  /* perfect tournament performance */
    TIEBREAK_APRO, /* average of the opponents' TPR */
    TIEBREAK_APPO, /* average of the opponents' PTP */
    TIEBREAK_RTNG, /* the player's rating */
    TIEBREAK_TPN,  /* pairing number; the lower is the better */
    TIEBREAK_COUNT
} TieBreakCode;

/* A code with its modifiers: "BH/C1", "BH/M2", "KS/L-1", "KS/L60", "RTNG/R", "DE/P", "ARO/U1400". */
typedef struct {
    TieBreakCode code;
    int cut_low, cut_high; /* /Cn, /Mn (14.1, 14.2) */
    int limit_percent;     /* KS: 50 */
    int limit_tenths;      /* KS: half-points above or below that */
    int unrated;           /* the rating of those without one; 0 when there is none */
    bool is_reversed;      /* /R */
    bool counts_forfeits;  /* /P: forfeits are taken as played */
} TieBreak;

typedef struct {
    const Tournament *tournament;
    int rounds; /* that count, of those played */
    bool is_round_robin;
    bool
        leaves_out_open; /* paired games without a result are still played: they add nothing, and are not cut */
} TieBreakInput;

typedef enum {
    TIEBREAK_OK,
    TIEBREAK_UNKNOWN,      /* no such code */
    TIEBREAK_BAD_MODIFIER, /* not one of this code */
    TIEBREAK_FORBIDDEN,    /* Buchholz and its kin, in a round robin */
    TIEBREAK_NEEDS_RATINGS /* somebody has no rating */
} TieBreakError;

/* Reads a code; 'length' bytes. */
TieBreakError tiebreak_parse(const char *text, size_t length, TieBreak *tiebreak);
/* Whether it may be chosen for such a tournament. */
TieBreakError tiebreak_check(const TieBreak *tiebreak, bool is_round_robin);
/* The codes that software has to offer for round robins (FIDE's checklist VCL4THP, question 104); NULL after the last. */
const char *const *tiebreak_round_robin_codes(void);

size_t tiebreak_memory(int players);
/* values[player], in hundredths, the higher the better: those of TPN and of reversed ones are negative. For DE
 * 'ranks' are the players' ranks so far, of whom equal ones are tied, and the values minus their places among these; otherwise it
 * may be NULL. */
TieBreakError tiebreak_compute(const TieBreakInput *input, const TieBreak *tiebreak,
                               const uint16_t *ranks, void *memory, int32_t *values);
/* ranks[player], from 1, equal where all tie-breaks are; order[place] is a player. The list usually begins with PTS. Unless it is
 * NULL, values[i * players + player] become those of list[i]. */
TieBreakError tiebreak_rank(const TieBreakInput *input, const TieBreak *list, int count,
                            void *memory, uint16_t *ranks, uint16_t *order, int32_t *values);
/* Whether somebody lacks the rating that it needs: then tiebreak_compute answers TIEBREAK_NEEDS_RATINGS. */
bool tiebreak_lacks_ratings(const TieBreakInput *input, const TieBreak *tiebreak);
