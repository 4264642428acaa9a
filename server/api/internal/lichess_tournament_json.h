/* lichess_tournament_json.h - tournaments as the Lichess API shows them. */
#pragma once

#include "call.h"
#include "tournaments.h"

/* What the lists and the standings of a tournament are printed from. */
typedef struct {
    Call *call; /* whoever asks */
    const Tourney *tourney;
    const Standings *standings;
} LichessTournament;

/* An arena as lists have it. */
/* Teams of a battle, the best first. */
void lichess_battle_json(const LichessTournament *of, uint32_t most, const char *name, Text *text);
void lichess_arena_json(const LichessTournament *of, const char *name, Text *text);
/* With that page of its standings, from 1. */
void lichess_arena_full_json(const LichessTournament *of, int64_t page, Text *text);
/* A line of its results. */
void lichess_arena_row_json(const LichessTournament *of, const Standing *row, bool with_sheet,
                            Text *text);
/* Of somebody who took part. */
void lichess_arena_player_json(const LichessTournament *of, const Standing *row,
                               bool with_performance, Text *text);
void lichess_swiss_json(const LichessTournament *of, Text *text);
void lichess_swiss_row_json(const LichessTournament *of, const Standing *row, Text *text);
