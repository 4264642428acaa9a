/* standings_bench: what the standings of a Swiss tournament cost the server's loop after each act, everybody being tied.
 *   standings_bench [PLAYERS ROUNDS [CODES]]     2000 40, and lists of tie-breaks, unless they are given
 * All games are drawn, against whoever sits as far away as the round's number. Processor time of this thread. */
#include "memory.h"
#include "tourney.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TIMES = 5 };

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void apply(Tourney *tourney, TourneyAct *act)
{
    act->seq = tourney->seq + 1;
    act->at = INT64_C(1795000000000) + act->seq;
    if (!tourney_fold(tourney, act))
        exit(EXIT_FAILURE);
    tourney_act_clear(act);
}

static void begin(Tourney *tourney, uint32_t players, uint32_t rounds, const char *codes)
{
    TourneyAct act = {.kind = ACT_CREATED, .id = {"Ab12Cd34"}, .by = "ada", .by_name = "Ada"};
    act.settings = memory_new(sizeof *act.settings);
    tourney_settings_usual(act.settings, FORMAT_SWISS);
    strcpy(act.settings->name, "Bench");
    act.settings->rounds = (int32_t)rounds;
    snprintf(act.settings->tiebreaks, sizeof act.settings->tiebreaks, "%s", codes);
    apply(tourney, &act);
    for (uint32_t i = 0; i < players; i++) {
        act = (TourneyAct){.kind = ACT_ADD};
        act.person.kind = TOURNEY_NAME;
        act.person.rating = 1000 + (int32_t)(i * 7919 % 1400);
        snprintf(act.person.name, sizeof act.person.name, "Player%u", i);
        apply(tourney, &act);
    }
    act = (TourneyAct){.kind = ACT_START};
    apply(tourney, &act);
}

/* The first half against the second, which moves on by one place each round. */
static void play_round(Tourney *tourney, uint32_t round)
{
    uint32_t half = tourney->players_count / 2, before = tourney->boards_count;
    TourneyAct act = {.kind = ACT_PAIR, .round = round + 1, .boards_count = half};
    act.boards = memory_array(half, sizeof *act.boards);
    for (uint32_t i = 0; i < half; i++)
        act.boards[i] = (PairedBoard){.white = i + 1, .black = half + (i + round) % half + 1};
    apply(tourney, &act);
    act = (TourneyAct){.kind = ACT_ROUND};
    apply(tourney, &act);
    for (uint32_t board = before; board < before + half; board++) {
        act = (TourneyAct){.kind = ACT_RESULT, .board = board + 1, .result = BOARD_DRAW};
        apply(tourney, &act);
    }
}

static void measure(uint32_t players, uint32_t rounds, const char *codes)
{
    Tourney *tourney = tourney_new();
    Standings standings = {.rows = NULL};
    begin(tourney, players, rounds, codes);
    for (uint32_t round = 0; round < rounds; round++)
        play_round(tourney, round);
    double least = 0;
    for (int i = 0; i < TIMES; i++) {
        double since = now_ms();
        standings_compute(&standings, tourney);
        double took = now_ms() - since;
        least = !i || took < least ? took : least;
    }
    printf("%u players, %u rounds, %-40s %8.2f ms\n", players, rounds, codes, least);
    standings_clear(&standings);
    tourney_free(tourney);
}

int main(int count, char **words)
{
    static const char *const LISTS[] = {"",
                                        "DE",
                                        "BH/C1,BH,SB,DE",
                                        "BH/C1,BH,SB,DE,ARO,TPR,WIN,BWG",
                                        "BH,BH/C1,BH/M1,SB,SB/C1,AOB,FB,DE",
                                        "ARO,TPR,PTP,APRO,APPO,RTNG,DE,DE/P"};
    uint32_t players = count > 2 ? (uint32_t)strtoul(words[1], NULL, 10) : TOURNEY_PLAYERS_MAX;
    uint32_t rounds = count > 2 ? (uint32_t)strtoul(words[2], NULL, 10) : TOURNEY_ROUNDS_MAX;
    if (players < 2 || players > TOURNEY_PLAYERS_MAX || !rounds || rounds > TOURNEY_ROUNDS_MAX) {
        fprintf(stderr, "standings_bench: 2 to %d players, 1 to %d rounds\n",
                (int)TOURNEY_PLAYERS_MAX, (int)TOURNEY_ROUNDS_MAX);
        return EXIT_FAILURE;
    }
    for (size_t i = 0; count < 4 && i < sizeof LISTS / sizeof *LISTS; i++)
        measure(players, rounds, LISTS[i]);
    if (count > 3)
        measure(players, rounds, words[3]);
    return EXIT_SUCCESS;
}
