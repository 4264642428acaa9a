#define _DEFAULT_SOURCE /* madvise */
#include "uci_search.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "bench.h"
#include "movegen.h"
#include "perft.h"

typedef struct {
    UciSearch *search;
    Engine *engine;
    pthread_t thread;
    unsigned number;
} Helper;

struct UciSearch {
    UciListener listener;
    void *table_memory;
    size_t hash_bytes;
    Table table;
    Engine *engine;
    const Nnue *net;
    const Tablebase *tablebase;
    Helper helpers[UCI_THREADS_MAX - 1];
    unsigned helper_count;

    pthread_t thread;
    bool joinable;
    _Atomic bool running;
    _Atomic bool stop;
    _Atomic bool done; /* the first worker has its result: the helpers stop */
    _Atomic bool pondering;
    _Atomic int64_t
        clock_start;        /* of our own thinking time: later than 'start' after a ponder hit */
    pthread_mutex_t mutex;  /* for 'changed' alone */
    pthread_cond_t changed; /* stop or ponderhit, for a search that has nothing left to do */

    Line line;
    Move *moves;
    UciTask task;
    int64_t start;
    bool timed;
    Timeman timeman;
};

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Tables and histories are read at random: with pages of 4 KiB most reads would also miss the TLB (Linux,
 * admin-guide/mm/transhuge). Where the system has no larger pages, nothing is lost. NULL: not enough memory. */
static void *allocate_large(size_t bytes)
{
    static const size_t huge = 2 << 20;
    void *memory = aligned_alloc(huge, (bytes + huge - 1) / huge * huge);
#ifdef MADV_HUGEPAGE
    if (memory)
        madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return memory;
}

static void *not_null(void *memory)
{
    if (!memory) {
        fputs("castled-uci: out of memory\n", stderr);
        abort();
    }
    return memory;
}

static void *allocate(size_t bytes)
{
    return not_null(aligned_alloc(64, (bytes + 63) / 64 * 64));
}

static Engine *new_engine(UciSearch *search)
{
    return engine_init(not_null(allocate_large(engine_size())), &search->table);
}

UciSearch *uci_search_new(const UciListener *listener)
{
    UciSearch *search = allocate(sizeof *search);
    memset(search, 0, sizeof *search);
    search->listener = *listener;
    search->engine = new_engine(search);
    search->moves = allocate(LINE_PLIES_MAX * sizeof(Move));
    pthread_mutex_init(&search->mutex, NULL);
    pthread_cond_init(&search->changed, NULL);
    return search;
}

void uci_search_free(UciSearch *search)
{
    uci_search_stop(search);
    uci_search_wait(search);
    for (unsigned i = 0; i < search->helper_count; i++)
        free(search->helpers[i].engine);
    pthread_cond_destroy(&search->changed);
    pthread_mutex_destroy(&search->mutex);
    free(search->moves);
    free(search->engine);
    free(search->table_memory);
    free(search);
}

static void resize_helpers(UciSearch *search, unsigned count)
{
    while (search->helper_count > count)
        free(search->helpers[--search->helper_count].engine);
    while (search->helper_count < count) {
        Helper *helper = &search->helpers[search->helper_count++];
        helper->search = search;
        helper->number = search->helper_count;
        helper->engine = new_engine(search);
        if (search->net)
            engine_set_net(helper->engine, search->net);
        engine_set_tablebase(helper->engine, search->tablebase);
    }
}

bool uci_search_resize(UciSearch *search, unsigned mebibytes, unsigned threads)
{
    assert(!search->running && mebibytes >= 1 && threads >= 1 && threads <= UCI_THREADS_MAX);
    size_t bytes = (size_t)mebibytes << 20;
    if (bytes != search->hash_bytes) {
        /* Limited strength always needs a table of the same size. */
        size_t needed = bytes < SKILL_TABLE_BYTES ? (size_t)SKILL_TABLE_BYTES : bytes;
        void *memory = allocate_large(needed);
        if (!memory)
            return false;
        free(search->table_memory);
        search->table_memory = memory;
        search->hash_bytes = bytes;
        table_init(&search->table, memory, bytes);
    }
    resize_helpers(search, threads - 1);
    return true;
}

void uci_search_clear(UciSearch *search)
{
    assert(!search->running);
    table_clear(&search->table);
    engine_clear(search->engine);
    for (unsigned i = 0; i < search->helper_count; i++)
        engine_clear(search->helpers[i].engine);
}

void uci_search_set_net(UciSearch *search, const Nnue *net)
{
    assert(!search->running);
    search->net = net;
    engine_set_net(search->engine, net);
    for (unsigned i = 0; i < search->helper_count; i++)
        engine_set_net(search->helpers[i].engine, net);
    uci_search_clear(search);
}

void uci_search_set_tablebase(UciSearch *search, const Tablebase *tablebase)
{
    assert(!search->running);
    search->tablebase = tablebase;
    engine_set_tablebase(search->engine, tablebase);
    for (unsigned i = 0; i < search->helper_count; i++)
        engine_set_tablebase(search->helpers[i].engine, tablebase);
    uci_search_clear(search);
}

/* From here on the clock may stop the search; pondering and infinite searches have no clock. */
static bool clock_runs(UciSearch *search)
{
    return search->timed && !atomic_load(&search->pondering);
}

static bool poll(void *context, uint64_t nodes)
{
    UciSearch *search = context;
    (void)nodes;
    if (atomic_load_explicit(&search->stop, memory_order_relaxed))
        return true;
    return clock_runs(search) && now() - atomic_load(&search->clock_start) >= search->timeman.hard;
}

static bool poll_helper(void *context, uint64_t nodes)
{
    UciSearch *search = context;
    (void)nodes;
    return atomic_load_explicit(&search->stop, memory_order_relaxed) ||
           atomic_load_explicit(&search->done, memory_order_relaxed);
}

static void tell_info(void *context, const EngineInfo *info)
{
    UciSearch *search = context;
    EngineInfo all = *info;
    for (unsigned i = 0; i < search->helper_count; i++) {
        all.nodes += engine_nodes(search->helpers[i].engine);
        all.tablebase_hits += engine_tablebase_hits(search->helpers[i].engine);
    }
    search->listener.info(search->listener.context, &all, now() - search->start);
}

static bool iterated(void *context, const EngineInfo *info)
{
    UciSearch *search = context;
    /* Time spent pondering counts as thinking time, but was not taken from the clock. */
    if (!search->timed || search->task.go.movetime)
        return false;
    bool enough = timeman_is_enough(&search->timeman, info, now() - search->start);
    return enough && clock_runs(search);
}

static void tell_move(void *context, int depth, Move move, unsigned number)
{
    UciSearch *search = context;
    search->listener.move(search->listener.context, depth, move, number, now() - search->start);
}

static EngineLimits limits_of(const UciTask *task, unsigned helper)
{
    EngineLimits limits = {
        .depth = task->go.depth,
        .nodes = task->go.nodes,
        .mate = task->go.mate,
        .multipv = task->multipv,
        .only = task->go.only,
        .only_count = (unsigned)task->go.only_count,
        .helper = helper,
    };
    if (task->bound && (!limits.nodes || limits.nodes > task->bound))
        limits.nodes = task->bound;
    if (helper)
        limits.nodes = 0;
    return limits;
}

static void *run_helper(void *argument)
{
    Helper *helper = argument;
    EngineLimits limits = limits_of(&helper->search->task, helper->number);
    EngineHooks hooks = {.context = helper->search, .poll = poll_helper};
    EngineResult result;
    engine_think(helper->engine, &helper->search->line, &limits, &hooks, &result);
    return NULL;
}

/* A search with a node limit runs without helpers: it is exact and repeatable. */
static unsigned helpers_wanted(const UciSearch *search)
{
    return search->task.go.nodes || search->task.bound ? 0 : search->helper_count;
}

static void think(UciSearch *search, EngineResult *result)
{
    EngineHooks hooks = {.context = search,
                         .poll = poll,
                         .info = tell_info,
                         .iterated = iterated,
                         .move = tell_move};
    EngineLimits limits = limits_of(&search->task, 0);
    unsigned wanted = helpers_wanted(search), started = 0;
    table_age(&search->table);
    atomic_store(&search->done, false);
    while (started < wanted) {
        Helper *helper = &search->helpers[started];
        if (pthread_create(&helper->thread, NULL, run_helper, helper) != 0)
            break;
        started++;
    }
    engine_think(search->engine, &search->line, &limits, &hooks, result);
    atomic_store(&search->done, true);
    for (unsigned i = 0; i < started; i++)
        pthread_join(search->helpers[i].thread, NULL);
}

static void think_limited(UciSearch *search, EngineResult *result)
{
    EngineHooks hooks = {.context = search, .poll = poll};
    SkillRequest request = {
        .rating = search->task.rating, .seed = search->task.seed, .hooks = &hooks};
    SkillMove chosen;
    skill_choose(search->engine, &search->line, &request, &chosen);
    *result = (EngineResult){.move = chosen.move,
                             .score = chosen.score,
                             .depth = 1,
                             .nodes = chosen.nodes,
                             .stopped = chosen.cut};
    EngineInfo info = {.depth = 1,
                       .selective_depth = 1,
                       .multipv = 1,
                       .score = chosen.score,
                       .bound = BOUND_EXACT,
                       .nodes = chosen.nodes,
                       .pv = &chosen.move,
                       .pv_length = chosen.move != MOVE_NONE};
    tell_info(search, &info);
}

/* Like perft, but checks for a stop between branches that take milliseconds. */
static uint64_t count_lines(UciSearch *search, const Position *pos, int depth)
{
    if (depth <= 3)
        return perft(pos, depth);
    Moves moves;
    uint64_t nodes = 0;
    movegen_legal(pos, &moves);
    for (int i = 0; i < moves.count && !atomic_load(&search->stop); i++) {
        Position next = *pos;
        position_play(&next, moves.at[i]);
        nodes += count_lines(search, &next, depth - 1);
    }
    return nodes;
}

static void run_perft(UciSearch *search)
{
    const Position *pos = &search->line.now;
    uint64_t sum = 0;
    Moves moves;
    movegen_legal(pos, &moves);
    for (int i = 0; i < moves.count && !atomic_load(&search->stop); i++) {
        Position next = *pos;
        position_play(&next, moves.at[i]);
        uint64_t nodes = count_lines(search, &next, search->task.go.perft - 1);
        sum += nodes;
        search->listener.perft(search->listener.context, moves.at[i], nodes);
    }
    search->listener.perft_done(search->listener.context, sum, now() - search->start);
}

/* The protocol forbids an answer to 'infinite' or 'ponder' before the stop or the ponder hit. */
static void wait_for_leave(UciSearch *search)
{
    pthread_mutex_lock(&search->mutex);
    while (!atomic_load(&search->stop) &&
           (search->task.go.infinite || atomic_load(&search->pondering)))
        pthread_cond_wait(&search->changed, &search->mutex);
    pthread_mutex_unlock(&search->mutex);
}

static void *run(void *argument)
{
    UciSearch *search = argument;
    if (search->task.go.perft) {
        run_perft(search);
    } else {
        EngineResult result;
        if (search->task.rating)
            think_limited(search, &result);
        else
            think(search, &result);
        wait_for_leave(search);
        search->listener.done(search->listener.context, &result);
    }
    atomic_store(&search->running, false);
    return NULL;
}

static void set_clock(UciSearch *search)
{
    const UciGo *go = &search->task.go;
    Color turn = position_turn(&search->line.now);
    search->timed = !go->infinite && (go->movetime || go->has_clock[turn]);
    if (go->movetime) {
        int64_t budget = go->movetime - search->task.overhead;
        search->timeman =
            (Timeman){.soft = budget > 1 ? budget : 1, .hard = budget > 1 ? budget : 1};
    } else if (search->timed) {
        TimemanClock clock = go->clock[turn];
        clock.overhead = search->task.overhead;
        timeman_start(&search->timeman, &clock);
    }
}

void uci_search_start(UciSearch *search, const Line *line, const UciTask *task)
{
    assert(!search->running);
    uci_search_wait(search);
    search->start = now();
    search->line = *line;
    line_grow(&search->line, search->moves, LINE_PLIES_MAX);
    search->task = *task;
    atomic_store(&search->stop, false);
    atomic_store(&search->pondering, task->go.ponder);
    atomic_store(&search->clock_start, search->start);
    set_clock(search);
    atomic_store(&search->running, true);
    if (pthread_create(&search->thread, NULL, run, search) != 0) {
        fputs("castled-uci: no thread for the search\n", stderr);
        abort();
    }
    search->joinable = true;
}

static void wake(UciSearch *search)
{
    pthread_mutex_lock(&search->mutex);
    pthread_cond_signal(&search->changed);
    pthread_mutex_unlock(&search->mutex);
}

void uci_search_stop(UciSearch *search)
{
    atomic_store(&search->stop, true);
    wake(search);
}

void uci_search_ponderhit(UciSearch *search)
{
    atomic_store(&search->clock_start, now());
    atomic_store(&search->pondering, false);
    wake(search);
}

bool uci_search_is_running(UciSearch *search)
{
    return atomic_load(&search->running);
}

bool uci_search_is_perft(UciSearch *search)
{
    return uci_search_is_running(search) && search->task.go.perft;
}

bool uci_search_ends(UciSearch *search)
{
    const UciGo *go = &search->task.go;
    if (atomic_load(&search->stop))
        return true;
    if (go->infinite || atomic_load(&search->pondering))
        return false;
    return search->timed || go->nodes || go->depth || go->perft || go->mate ||
           search->task.rating || search->task.bound;
}

void uci_search_wait(UciSearch *search)
{
    if (!search->joinable)
        return;
    pthread_join(search->thread, NULL);
    search->joinable = false;
}

uint64_t uci_search_bench(UciSearch *search, int depth, int64_t *elapsed)
{
    int64_t start = now();
    BenchResult result;
    /* The count is the engine's signature: the same with a tablebase and without. */
    engine_set_tablebase(search->engine, NULL);
    bench_run(search->engine, &search->table, depth, &result);
    engine_set_tablebase(search->engine, search->tablebase);
    *elapsed = now() - start;
    return result.nodes;
}
