/* trf.h - FIDE's tournament report files, read and written: TRF16 with the extensions of JaVaFo and bbpPairings (XX*, BB*), and
 * TRF26.
 *
 * Reads from memory into a Tournament, whose memory is the caller's; any bytes are read to their end and either taken or
 * refused with row, column and reason. Columns count characters where the line is UTF-8, otherwise bytes. A file whose
 * points do not fit its results is refused.
 *
 * Formats: TRF26 (handbook.fide.com/files/handbook/TRF26.pdf, from 1 September 2025), TRF16 (FIDE C.04 annex 2), JaVaFo's Advanced
 * User Manual (www.rrweb.org/javafo/aum/JaVaFo2_AUM.htm), the README of bbpPairings. */
#pragma once

#include "tournament.h"

typedef enum {
    TRF_OK,
    TRF_BAD_NUMBER,
    TRF_BAD_POINTS,
    TRF_BAD_ID,
    TRF_BAD_RESULT,
    TRF_BAD_COLOUR,
    TRF_BAD_VALUE,
    TRF_UNKNOWN_PLAYER,
    TRF_DUPLICATE_PLAYER,
    TRF_LINE_TOO_SHORT,
    TRF_LINE_TOO_LONG,
    TRF_NO_PLAYERS,
    TRF_TOO_MANY_PLAYERS,
    TRF_TOO_MANY_ROUNDS,
    TRF_CONTRADICTION,     /* the opponent's line says something else */
    TRF_POINTS_DO_NOT_FIT, /* the points are not the sum of the results */
    TRF_UNKNOWN_TEAM,
    TRF_DUPLICATE_TEAM,
    TRF_OTHER_TEAM, /* the player is in two teams, or plays against another team than the others do */
    TRF_NO_TEAMS,
    TRF_BYE_CONTRADICTED, /* the record says something else than the players' games */
    TRF_TOO_MANY_RECORDS  /* of players and rounds, so that they must repeat each other */
} TrfError;

typedef struct {
    TrfError error;
    int row, column;     /* from 1; 0 when it is about the whole file */
    int player, team;    /* pairing number, or 0 */
    int stated, counted; /* TRF_POINTS_DO_NOT_FIT: points in tenths */
} TrfProblem;

/* As trf_read, of a tournament of teams: only the players and what stands by itself, without records that name teams. The points
 * of players are not checked. */
bool trf_read_people(const char *text, size_t length, Tournament *tournament, TrfProblem *problem);

enum { TRF_MESSAGE_MAX = 160 };

/* How much room the file may need. */
TournamentSize trf_measure(const char *text, size_t length);
/* Reads into a tournament that was opened with at least that size. */
bool trf_read(const char *text, size_t length, Tournament *tournament, TrfProblem *problem);

typedef enum { TRF_16, TRF_26 } TrfFormat;

/* What is written at the top, each where it is not NULL. */
typedef struct {
    const char *name, *city, *federation, *start, *end, *type; /* 012 to 052, 092 */
    const char *chief_arbiter, *time_control, *program;        /* 102, 122, 182 (TRF26) */
    const char *coded_type;                            /* 192 (TRF26), where 'type' is TYPE_OTHER */
    const char *tiebreaks, *standings, *coded_control; /* 202, 212, 222 (all TRF26) */
} TrfHeader;

/* Writes a tournament; rounds that are over, and byes of the next one. Returns the length, without the 0 at the end, whether
 * or not it fitted; 'text' may be NULL when size is 0. Lines end with CR LF, as most programs write and all read them. */
size_t trf_write(const Tournament *tournament, TrfFormat format, const TrfHeader *header,
                 char *text, size_t size);

/* "row 3, column 84: …"; 'message' has room for TRF_MESSAGE_MAX. */
void trf_explain(const TrfProblem *problem, char *message);
