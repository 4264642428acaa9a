/* trf_team_file.h - a tournament of teams as a report file (TRF26) tells it: players, teams, what teams did in each round, and all
 * that the next round's pairing needs. Read, written again, and paired by team_swiss.h.
 *
 * What teams did comes of their players' games, line-ups (300), byes (240, 320), forfeited matches (330) and abnormal points (299);
 * what these say must fit together. Memory is the caller's. Matches are counted by the places of teams in 'teams', whose numbers
 * may have gaps; rounds from 0, in records from 1. */
#pragma once

#include "trf_team_tournament.h"

/* Whether the file is of a tournament of teams: its type (192) says so, or it has boards of teams (352). */
bool trf_is_of_teams(const char *text, size_t length);
/* Bytes, aligned as for max_align_t. */
size_t trf_team_file_memory(const char *text, size_t length);
/* False: 'problem' says what is wrong and where. */
bool trf_read_team_file(const char *text, size_t length, void *memory, TrfTeamFile *file,
                        TrfProblem *problem);
/* Makes 'swiss' the one to pair this round from those before it; pairs are of places in 'teams' + 1. */
void trf_team_round(TrfTeamFile *file, int round);
/* What is written at the top; the rest as it was read. As trf_write: the length. */
size_t trf_write_team_file(const TrfTeamFile *file, const TrfHeader *header, char *text,
                           size_t size);
