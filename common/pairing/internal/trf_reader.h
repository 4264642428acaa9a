/* trf_reader.h - how a report file is read: what its parts share. */
#pragma once

#include "trf.h"
#include "trf_line.h"

enum { TRF_LOOKS_MAX = 10 }; /* so many kinds of points there are */

typedef struct {
    Tournament *tournament;
    TrfProblem *problem;
    TrfLine line;
    const char *text;
    size_t length;
    int64_t looks;        /* at players and rounds, of records that are about many */
    bool by_position;     /* XXC rank: players are numbered by their place in the file */
    bool has_pairing_bye; /* its worth was given, so that it does not follow the win's */
    bool adds;            /* of abnormal points (299) those are read that are added to others */
    bool is_accelerated;
    bool
        is_of_teams; /* records that name players or teams are about teams, and are read elsewhere */
} TrfReader;

/* False, always, with the place in 'problem'. */
bool trf_refuse(TrfReader *reader, TrfError error, int column);
/* Refuses a line that is too wide for a record whose fields stand in columns. */
bool trf_check_width(TrfReader *reader);
/* For a record about many players or rounds, which looks at so many: refuses it when all such records together look at more than
 * TRF_LOOKS_MAX times what there is, so that reading takes no longer than the size of the tournament needs. */
bool trf_take_looks(TrfReader *reader, int looks, int column);
/* The kind of result that a letter is for; RESULT_COUNT for none. */
RoundResult trf_result_of(char letter);
/* Reads the line if it is one of the settings (142 to 192, XXC, XXR, XXS, BB*). */
bool trf_read_setting(TrfReader *reader);
/* Reads the line if it is about players and rounds (240 to 260, XXA, XXP, XXZ); all players are known. */
bool trf_read_record(TrfReader *reader);
/* Reads the line if it is about abnormal points; those that replace others, or those that are added. */
bool trf_read_abnormal(TrfReader *reader);
/* Rounds in two fields of three columns; made to count from 0. */
bool trf_read_round_range(TrfReader *reader, int column, int *first, int *last);
