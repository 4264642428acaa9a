#include "simulated_searchers.h"

#include "board.h"
#include "memory.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

enum { JOBS_MAX = 256, THINK_MOST = 2 * SECOND };

typedef struct {
    bool used, ready;
    SearchAnswer answer;
} Job;

struct Searchers {
    SearchersOptions options;
    Job jobs[JOBS_MAX];
    uint64_t life;
};

static struct {
    Random random;
    void (*woken)(void *context);
    void *context;
    Searchers *open; /* answers for closed searchers come too late */
    uint64_t lives;
} simulated;

void simulated_searchers_begin(uint64_t seed, void (*woken)(void *context), void *context)
{
    simulated.random = random_stream(seed, 6);
    simulated.woken = woken;
    simulated.context = context;
}

Searchers *searchers_open(const SearchersOptions *options)
{
    Searchers *searchers = memory_new(sizeof *searchers);
    searchers->options = *options;
    searchers->life = ++simulated.lives;
    simulated.open = searchers;
    return searchers;
}

void searchers_close(Searchers *searchers)
{
    simulated.open = NULL;
    free(searchers);
}

static void found(void *context, uint64_t number)
{
    Searchers *searchers = simulated.open;
    (void)context;
    if (!searchers || searchers->life != number / JOBS_MAX)
        return;
    searchers->jobs[number % JOBS_MAX].ready = true;
    simulated.woken(simulated.context);
}

/* Questions beyond the room for them are never answered: the game then waits for its flag. */
void searchers_ask(Searchers *searchers, const Search *search, const Line *line)
{
    uint64_t place = 0;
    while (place < JOBS_MAX && searchers->jobs[place].used)
        place++;
    Move move = board_any_move(&line->now, &simulated.random);
    if (place == JOBS_MAX || move == MOVE_NONE)
        return;
    int score = (int)random_between(&simulated.random, -1500, 1500);
    searchers->jobs[place] =
        (Job){.used = true, .answer = {search->game, search->turn, {.move = move, .score = score}}};
    world_at(world_now() + random_between(&simulated.random, 100, THINK_MOST), found, NULL,
             searchers->life * JOBS_MAX + place);
}

/* Its place becomes free when the answer would have come. */
void searchers_forget(Searchers *searchers, const GameId *game)
{
    for (int i = 0; i < JOBS_MAX; i++)
        if (searchers->jobs[i].used && strcmp(searchers->jobs[i].answer.game.text, game->text) == 0)
            searchers->jobs[i].answer.game = (GameId){{0}};
}

size_t searchers_waiting(const Searchers *searchers)
{
    size_t count = 0;
    for (int i = 0; i < JOBS_MAX; i++)
        count += searchers->jobs[i].used;
    return count;
}

void simulated_searchers_tell(Searchers *searchers)
{
    for (int i = 0; i < JOBS_MAX; i++) {
        Job *job = &searchers->jobs[i];
        if (!job->used || !job->ready)
            continue;
        SearchAnswer answer = job->answer;
        *job = (Job){0};
        if (answer.game.text[0])
            searchers->options.answer(searchers->options.context, &answer);
    }
}
