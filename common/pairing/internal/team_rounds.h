/* team_rounds.h - what each team did in each round of a team file, as players' games and records have it. */
#pragma once

#include "team_records.h"

typedef struct {
    TournamentSize people;
    int teams, forfeits, lineups, absences, accelerations, abnormal, forbidden;
} TeamFileSize;

/* Bytes; lays out the arrays, with the people's tournament first. */
size_t team_file_lay_out(TrfTeamFile *file, void *memory, const TeamFileSize *size);
/* Makes rounds and points of games and records. */
bool team_file_count(TeamFileReader *reader);
/* The bye or absence that a team asked for: F, H, Z, or 0. */
char team_find_absence(const TrfTeamFile *file, int team, int round);
/* False, always, with the place in 'problem'. */
bool team_file_refuse_row(TeamFileReader *reader, TrfError error, int row, int column);
