/* team_records.h - the records of a team file, line by line. */
#pragma once

#include "trf_line.h"
#include "trf_team_tournament.h"

typedef struct {
    TrfTeamFile *file;
    TrfProblem *problem;
    TrfLine line;
    const char *text;
    size_t length;
    int rounds; /* there is room for */
} TeamFileReader;

/* False, always, with the place in 'problem'. */
bool team_file_refuse(TeamFileReader *reader, TrfError error, int column);
/* A team's place, or -1. */
int team_file_find(const TrfTeamFile *file, int number);
/* Reads the line if it is about the tournament or about teams that are known: 192, 240, 250, 260, 299, 300, 320, 330, 352, 362. */
bool team_file_read_record(TeamFileReader *reader);
