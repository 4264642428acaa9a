/* What it costs to decide a fallen flag and a dead position: microseconds of CPU time a question.
 *
 *   helpmate_bench [FILE]        rows as in tests/data/helpmates.txt, which is the default
 *
 * Each position is decided for both sides, with the search (helpmate.h) and without (mobility.h). */
#define _POSIX_C_SOURCE 200809L

#include "fen.h"
#include "helpmate.h"
#include "mobility.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    const char *name;
    double sum, worst;
    int count, none;
} Cost;

static double now_us(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

static void add(Cost *cost, double took, bool none)
{
    cost->sum += took;
    cost->worst = took > cost->worst ? took : cost->worst;
    cost->count++;
    cost->none += none;
}

static void measure(const Position *pos, HelpmateMemory *memory, Cost costs[3])
{
    for (Color color = WHITE; color <= BLACK; color++) {
        double start = now_us();
        Helpmate answer = helpmate_search(pos, color, memory);
        double searched = now_us();
        bool can = mobility_allows_mate(pos, color);
        double looked = now_us();
        add(&costs[0], searched - start, answer == HELPMATE_NONE);
        add(&costs[1], looked - searched, !can);
    }
    double start = now_us();
    bool dead = mobility_is_dead(pos);
    add(&costs[2], now_us() - start, dead);
}

int main(int count, char **words)
{
    Cost costs[3] = {{.name = "helpmate_search"},
                     {.name = "mobility_allows_mate"},
                     {.name = "mobility_is_dead"}};
    const char *path = count > 1 ? words[1] : TEST_DATA "/helpmates.txt";
    HelpmateMemory *memory = malloc(sizeof *memory);
    FILE *file = fopen(path, "r");
    char line[200], fen[220];
    if (!file || !memory) {
        perror(path);
        free(memory);
        return 1;
    }
    attacks_init();
    while (fgets(line, sizeof line, file)) {
        Position pos;
        line[strcspn(line, "\n")] = '\0';
        snprintf(fen, sizeof fen, "%s 0 1", strlen(line) > 3 ? line + 3 : "");
        if (line[0] != '#' && fen_parse(fen, strlen(fen), &pos, NULL) == FEN_OK)
            measure(&pos, memory, costs);
    }
    for (int i = 0; i < 3; i++)
        printf("%-20s %6d asked, %5d none, mean %7.1f us, worst %7.1f us\n", costs[i].name,
               costs[i].count, costs[i].none, costs[i].sum / (costs[i].count ? costs[i].count : 1),
               costs[i].worst);
    fclose(file);
    free(memory);
    return 0;
}
