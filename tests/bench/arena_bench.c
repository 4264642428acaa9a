/* arena_bench: what an arena of many players costs, by hours of it that are simulated: pairing, which another thread does, and what the
 * server's loop does for each look at those who wait, each result, and each second of standings that are told.
 *   arena_bench [PLAYERS ...]     100 500 1000 unless they are given
 * Games of 3+0 take between 20 seconds and 6 minutes. Processor time of this thread. */
#include "memory.h"
#include "tourney.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SECONDS = 3600, PLAYERS_LEAST = 2 };

static uint64_t state;

static uint32_t draw(uint32_t below)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33) % below;
}

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

typedef struct {
    double sum, longest;
    uint64_t count;
} Cost;

static void add_cost(Cost *cost, double since)
{
    double took = now_ms() - since;
    cost->sum += took;
    cost->count++;
    if (took > cost->longest)
        cost->longest = took;
}

typedef struct {
    Tourney *tourney;
    int64_t now;
    int64_t *ends; /* of each board's game, by its number - 1 */
    Cost look, pairing, act, standings;
    uint64_t games;
} Arena;

/* As the server does it: folded, and printed for the store. */
static void apply(Arena *arena, TourneyAct *act)
{
    double since = now_ms();
    Text text;
    text_init(&text);
    act->seq = arena->tourney->seq + 1;
    act->at = arena->now;
    if (!tourney_fold(arena->tourney, act))
        exit(EXIT_FAILURE);
    tourney_act_print(act, true, &text);
    text_clear(&text);
    add_cost(&arena->act, since);
    tourney_act_clear(act);
}

static void begin(Arena *arena, uint32_t players)
{
    TourneyAct act = {.kind = ACT_CREATED, .id = {"Ab12Cd34"}, .by = "ada", .by_name = "Ada"};
    act.settings = memory_new(sizeof *act.settings);
    tourney_settings_usual(act.settings, FORMAT_ARENA);
    strcpy(act.settings->name, "Bench");
    act.settings->increment = 0;
    act.settings->minutes = SECONDS / 60 + 10;
    apply(arena, &act);
    for (uint32_t i = 0; i < players; i++) {
        act = (TourneyAct){.kind = ACT_JOIN};
        act.person.kind = TOURNEY_ACCOUNT;
        act.person.rating = 1000 + (int32_t)draw(1400);
        snprintf(act.person.user, sizeof act.person.user, "p%u", i);
        snprintf(act.person.name, sizeof act.person.name, "Player%u", i);
        apply(arena, &act);
    }
    act = (TourneyAct){.kind = ACT_START, .seed = state};
    apply(arena, &act);
    memset(&arena->act, 0, sizeof arena->act);
}

static bool everybody(void *context, uint32_t player)
{
    (void)context, (void)player;
    return true;
}

static void look(Arena *arena)
{
    const Tourney *tourney = arena->tourney;
    uint32_t count = 0, before = tourney->boards_count;
    uint32_t *waiting = memory_array(tourney->players_count, sizeof *waiting);
    TourneyAct act;
    double since = now_ms();
    for (uint32_t i = 0; i < tourney->players_count; i++)
        if (!tourney->players[i].board)
            waiting[count++] = i + 1;
    ArenaRound *round =
        arena_round_new(tourney, waiting, count, tourney->active_count, arena->now, state);
    add_cost(&arena->look, since);
    free(waiting);
    if (!round)
        return;
    since = now_ms();
    arena_round_pair(round);
    add_cost(&arena->pairing, since);
    if (arena_round_act(round, everybody, NULL, &act))
        apply(arena, &act);
    arena_round_free(round);
    arena->ends = realloc(arena->ends, (tourney->boards_count + 1) * sizeof *arena->ends);
    for (uint32_t i = before; arena->ends && i < tourney->boards_count; i++)
        arena->ends[i] = arena->now + 20000 + draw(340000);
}

static void end_games(Arena *arena)
{
    static const BoardResult RESULTS[] = {BOARD_WHITE, BOARD_BLACK, BOARD_WHITE, BOARD_BLACK,
                                          BOARD_DRAW};
    for (uint32_t i = 0; i < arena->tourney->boards_count; i++) {
        if (arena->tourney->boards[i].state != STATE_PLAYING || arena->ends[i] > arena->now)
            continue;
        TourneyAct act = {.kind = ACT_RESULT, .board = i + 1, .plies = 70, .by_play = true};
        act.result = RESULTS[draw(5)];
        apply(arena, &act);
        arena->games++;
    }
}

static void print_cost(const char *name, const Cost *cost)
{
    printf("  %-34s %8.3f ms   longest %8.3f ms   %8llu times\n", name,
           cost->count ? cost->sum / (double)cost->count : 0, cost->longest,
           (unsigned long long)cost->count);
}

static void measure(uint32_t players)
{
    Arena arena = {.tourney = tourney_new(), .now = INT64_C(1795000000000)};
    Standings standings = {.rows = NULL};
    state = players;
    begin(&arena, players);
    for (int second = 0; second < SECONDS; second++) {
        arena.now += 1000;
        end_games(&arena);
        look(&arena);
        double since = now_ms();
        standings_compute(&standings, arena.tourney);
        add_cost(&arena.standings, since);
    }
    double loop = arena.look.sum + arena.act.sum + arena.standings.sum;
    printf("%u players, an hour, %llu games\n", players, (unsigned long long)arena.games);
    print_cost("pairing (another thread)", &arena.pairing);
    print_cost("a look at who waits (loop)", &arena.look);
    print_cost("standings (loop)", &arena.standings);
    print_cost("an act folded and printed (loop)", &arena.act);
    printf("  the loop: %.3f %% of one processor, %.3f ms for each game\n", loop / (SECONDS * 10.0),
           loop / (double)(arena.games ? arena.games : 1));
    standings_clear(&standings);
    tourney_free(arena.tourney);
    free(arena.ends);
}

int main(int count, char **words)
{
    static const uint32_t USUAL[] = {100, 500, 1000};
    for (int i = 1; i < count; i++) {
        long players = strtol(words[i], NULL, 10);
        if (players < PLAYERS_LEAST || players > TOURNEY_PLAYERS_MAX) {
            fprintf(stderr, "arena_bench: 2 to %d players\n", (int)TOURNEY_PLAYERS_MAX);
            return EXIT_FAILURE;
        }
        measure((uint32_t)players);
    }
    for (size_t i = 0; count == 1 && i < sizeof USUAL / sizeof *USUAL; i++)
        measure(USUAL[i]);
    return EXIT_SUCCESS;
}
