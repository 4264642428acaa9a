/* round_robin.h - everybody against everybody: Berger tables, drawing of numbers by Varma's tables, withdrawals.
 *
 * FIDE's General Regulations for Competitions (C.05): annex 1 (Berger), annex 2 (Varma), 6.6 (withdrawals). Pure. */
#pragma once

#include "round_pair.h"
#include "tournament.h"

enum { VARMA_PLAYERS_MIN = 9, VARMA_PLAYERS_MAX = 24 };

typedef struct {
    int players; /* at least 2; when odd, one rests in each round, which is no bye and scores nothing */
    int cycles; /* 1 or 2; in the second colours are the other way round */
    bool
        swaps_rounds; /* the last two rounds of the first of two cycles, so that nobody has one colour three times */
} RobinSchedule;

int robin_rounds(RobinSchedule schedule);
/* The games of a round (from 0) in the order of the tables, by pairing numbers 1 to 'players'; returns how many. 'pairs' has
 * room for players / 2. */
int robin_pair(RobinSchedule schedule, int round, RoundPair *pairs);
/* Whom a player meets in the round, and with which colour; 0 when they rest. */
int robin_opponent(RobinSchedule schedule, int round, int player, SideColour *colour);

/* Draws numbers so that those of one federation meet early (Varma). federations[player] are codes of three letters; players are
 * in the order of their names. numbers[player] becomes the pairing number. All chance is from the seed. False when the table does
 * not have so many players. */
bool varma_draw(const char (*federations)[4], int players, uint64_t seed, uint8_t *numbers);

typedef enum {
    WITHDRAWAL_ANNULS, /* less than half of the games were completed: the player's results do not count in the standings */
    WITHDRAWAL_FORFEITS /* half or more: the remaining games are lost by forfeit */
} Withdrawal;

/* What a withdrawal before round 'from' (from 0) means (6.6). Forfeited games are not completed ones. Of several players all are
 * judged before any of it is carried out: a game stays a completed one when the opponent's results are annulled. */
Withdrawal robin_judge_withdrawal(const Tournament *tournament, RobinSchedule schedule, int player,
                                  int from);
/* Carries it out: takes the player's games out of the tournament, or writes the forfeits of all rounds from 'from' on, for
 * which there is room in the tournament. Pairing numbers are 1 to 'players'. */
void robin_withdraw(Tournament *tournament, RobinSchedule schedule, int player, int from,
                    Withdrawal withdrawal);
