/* team_generator.h - random tournaments of teams, as report files have them, for testing programs against each other.
 *
 * Pure: all chance is drawn from the seed. Rounds are paired by team_swiss.h, so a tournament may end early when no pairing is left. */
#pragma once

#include "trf_team_file.h"

typedef struct {
    uint64_t seed;
    int teams, boards, rounds;
    /* In thousandths. */
    int draws;       /* of games */
    int forfeits;    /* of matches; a tenth of them double ones */
    int absences;    /* of teams, each round: byes that were asked for, of each kind */
    int forbidden;   /* pairs per team */
    int substitutes; /* of teams, each round */
    TeamColours colours;
    bool by_game_points, accelerated;
} TeamGeneratorOptions;

/* Options of all kinds, drawn from the seed, with teams between the two. */
TeamGeneratorOptions team_generator_draw(uint64_t seed, int teams_min, int teams_max);
/* Bytes for the file, aligned as for max_align_t. */
size_t team_generator_memory(const TeamGeneratorOptions *options);
/* 'work' is for team_swiss_pair; 'pairs' has room for (teams + 1) / 2. The file lives in 'memory'. */
void team_generator_make(const TeamGeneratorOptions *options, void *memory, TrfTeamFile *file,
                         void *work, RoundPair *pairs);
