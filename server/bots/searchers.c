#include "searchers.h"

#include "embedded_nnue.h"
#include "memory.h"
#include "thread_name.h"
#include "timer_heap.h"

#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum {
    /* After this much idle time a thread frees its memory. */
    IDLE_SECONDS = 20,
    /* The loop goes first when processors are scarce. */
    NICENESS = 5,
};

typedef struct Job Job;
struct Job {
    Job *next;           /* among the answers */
    Timer deadline;      /* while it waits for a thread */
    Job *older, *newer;  /* among all of them: the loop's own */
    atomic_bool dropped; /* by the loop, looked at by the search */
    Search search;
    SearchAnswer answer;
    Line line;
    Move moves[];
};

struct Searchers {
    SearchersOptions options;
    uv_async_t async;
    size_t waiting; /* the loop's own, as is the list of all jobs that are not answered yet */
    Job *newest;

    uv_mutex_t mutex; /* guards what follows */
    uv_cond_t wake;
    TimerHeap queue; /* of the jobs' deadlines */
    Job *answered, **answered_end;

    _Atomic(const Nnue *) net;          /* shared by all threads; NULL until the first needs it */
    _Atomic(const Tablebase *) endings; /* likewise; NULL: none */
    atomic_bool closing;                /* looked at by searches under way, too */
    unsigned threads;
    uv_thread_t thread[];
};

/* ---- the queue ---- */

static void queue_push(Searchers *searchers, Job *job)
{
    timer_heap_set(&searchers->queue, &job->deadline, (int64_t)job->search.by);
}

/* The most urgent. */
static Job *queue_pop(Searchers *searchers)
{
    Timer *first = timer_heap_first(&searchers->queue);
    timer_heap_set(&searchers->queue, first, INT64_MAX);
    return (Job *)((char *)first - offsetof(Job, deadline));
}

/* ---- the threads ---- */

/* A thread's engine and hash table; empty while it has nothing to do. */
typedef struct {
    void *engine_memory, *table_memory;
    Engine *engine;
    Table table;
} Workspace;

/* Mapped from the system, so that they can be given back: malloc would keep them for an idle
 * thread. */
static void *pages(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        abort();
    return memory;
}

/* Most servers play for long before somebody asks for the computer: until then this memory is not used. */
static const Nnue *net_of(Searchers *searchers)
{
    const Nnue *net = atomic_load(&searchers->net);
    if (net)
        return net;
    Nnue *loaded = pages(sizeof *loaded);
    embedded_nnue_load(loaded);
    if (atomic_compare_exchange_strong(&searchers->net, &net, loaded))
        return loaded;
    munmap(loaded, sizeof *loaded); /* another thread was faster */
    return net;
}

static void workspace_init(Workspace *workspace, const Nnue *net)
{
    workspace->table_memory = pages(SKILL_TABLE_BYTES);
    workspace->engine_memory = pages(engine_size());
    table_init(&workspace->table, workspace->table_memory, SKILL_TABLE_BYTES);
    workspace->engine = engine_init(workspace->engine_memory, &workspace->table);
    engine_set_net(workspace->engine, net);
}

static void workspace_clear(Workspace *workspace)
{
    if (!workspace->engine)
        return;
    munmap(workspace->engine_memory, engine_size());
    munmap(workspace->table_memory, SKILL_TABLE_BYTES);
    *workspace = (Workspace){0};
}

typedef struct {
    const Searchers *searchers;
    const Job *job;
} Limit;

static bool is_over(void *context, uint64_t nodes)
{
    (void)nodes;
    const Limit *limit = context;
    return uv_hrtime() >= limit->job->search.by || atomic_load(&limit->job->dropped) ||
           atomic_load(&limit->searchers->closing);
}

static void think(Searchers *searchers, Workspace *workspace, Job *job)
{
    const Book *book = searchers->options.book;
    const Search *search = &job->search;
    if (book) {
        Move move = book_choose(book, &job->line, search->rating, search->seed);
        job->answer.chosen = (SkillMove){.move = move};
        if (move != MOVE_NONE)
            return;
    }
    if (!workspace->engine)
        workspace_init(workspace, net_of(searchers));
    engine_set_tablebase(workspace->engine, atomic_load(&searchers->endings));
    Limit limit = {.searchers = searchers, .job = job};
    EngineHooks hooks = {.context = &limit, .poll = is_over};
    SkillRequest request = {
        .rating = job->search.rating, .seed = job->search.seed, .hooks = &hooks};
    skill_choose(workspace->engine, &job->line, &request, &job->answer.chosen);
}

/* The most urgent job; NULL when there has been nothing to do for a while, or when the thread is to
 * end. */
static Job *take_job(Searchers *searchers, bool has_memory)
{
    Job *job = NULL;
    uv_mutex_lock(&searchers->mutex);
    while (!searchers->queue.count && !atomic_load(&searchers->closing)) {
        if (!has_memory)
            uv_cond_wait(&searchers->wake, &searchers->mutex);
        else if (uv_cond_timedwait(&searchers->wake, &searchers->mutex,
                                   IDLE_SECONDS * UINT64_C(1000000000)) != 0)
            break;
    }
    if (searchers->queue.count && !atomic_load(&searchers->closing))
        job = queue_pop(searchers);
    uv_mutex_unlock(&searchers->mutex);
    return job;
}

static void give_answer(Searchers *searchers, Job *job)
{
    uv_mutex_lock(&searchers->mutex);
    *searchers->answered_end = job;
    searchers->answered_end = &job->next;
    uv_mutex_unlock(&searchers->mutex);
    uv_async_send(&searchers->async);
}

static void work(void *argument)
{
    Searchers *searchers = argument;
    Workspace workspace = {0};
    thread_name_set("searcher");
    /* On Linux: of this thread. */
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + NICENESS);
    while (!atomic_load(&searchers->closing)) {
        Job *job = take_job(searchers, workspace.engine != NULL);
        if (job) {
            if (!atomic_load(&job->dropped))
                think(searchers, &workspace, job);
            give_answer(searchers, job);
        } else {
            workspace_clear(&workspace);
        }
    }
    workspace_clear(&workspace);
}

/* ---- the loop's side ---- */

static Job *take_answers(Searchers *searchers)
{
    uv_mutex_lock(&searchers->mutex);
    Job *answers = searchers->answered;
    searchers->answered = NULL;
    searchers->answered_end = &searchers->answered;
    uv_mutex_unlock(&searchers->mutex);
    return answers;
}

static void list_job(Searchers *searchers, Job *job)
{
    job->older = searchers->newest;
    if (job->older)
        job->older->newer = job;
    searchers->newest = job;
    searchers->waiting++;
}

static void unlist_job(Searchers *searchers, Job *job)
{
    *(job->newer ? &job->newer->older : &searchers->newest) = job->older;
    if (job->older)
        job->older->newer = job->newer;
    searchers->waiting--;
}

static void on_async(uv_async_t *async)
{
    Searchers *searchers = async->data;
    Job *next;
    for (Job *job = take_answers(searchers); job; job = next) {
        next = job->next;
        unlist_job(searchers, job);
        if (!atomic_load(&job->dropped))
            searchers->options.answer(searchers->options.context, &job->answer);
        free(job);
    }
}

static void stop_threads(Searchers *searchers)
{
    uv_mutex_lock(&searchers->mutex);
    atomic_store(&searchers->closing, true);
    uv_cond_broadcast(&searchers->wake);
    uv_mutex_unlock(&searchers->mutex);
    while (searchers->threads > 0)
        uv_thread_join(&searchers->thread[--searchers->threads]);
}

static void on_closed(uv_handle_t *handle)
{
    Searchers *searchers = handle->data;
    while (searchers->queue.count)
        free(queue_pop(searchers));
    for (Job *job = take_answers(searchers), *next; job; job = next) {
        next = job->next;
        free(job);
    }
    const Nnue *net = atomic_load(&searchers->net);
    if (net)
        munmap((void *)net, sizeof *net);
    uv_cond_destroy(&searchers->wake);
    uv_mutex_destroy(&searchers->mutex);
    timer_heap_clear(&searchers->queue);
    free(searchers);
}

Searchers *searchers_open(const SearchersOptions *options)
{
    assert(options->threads > 0);
    Searchers *searchers =
        memory_new(sizeof *searchers + options->threads * sizeof *searchers->thread);
    searchers->options = *options;
    atomic_init(&searchers->endings, options->endings);
    atomic_init(&searchers->net, NULL);
    searchers->answered_end = &searchers->answered;
    atomic_init(&searchers->closing, false);
    uv_async_init(options->loop, &searchers->async, on_async);
    searchers->async.data = searchers;
    uv_mutex_init(&searchers->mutex);
    uv_cond_init(&searchers->wake);
    while (searchers->threads < options->threads &&
           uv_thread_create(&searchers->thread[searchers->threads], work, searchers) == 0)
        searchers->threads++;
    if (searchers->threads == options->threads)
        return searchers;
    searchers_close(searchers);
    return NULL;
}

void searchers_close(Searchers *searchers)
{
    stop_threads(searchers);
    uv_close((uv_handle_t *)&searchers->async, on_closed);
}

void searchers_ask(Searchers *searchers, const Search *search, const Line *line)
{
    Job *job = memory_new(sizeof *job + (line->plies + 1) * sizeof *job->moves);
    job->search = *search;
    atomic_init(&job->dropped, false);
    job->answer = (SearchAnswer){.game = search->game, .turn = search->turn};
    job->line = *line;
    line_grow(&job->line, job->moves, line->plies + 1);
    list_job(searchers, job);
    uv_mutex_lock(&searchers->mutex);
    queue_push(searchers, job);
    uv_cond_signal(&searchers->wake);
    uv_mutex_unlock(&searchers->mutex);
}

void searchers_forget(Searchers *searchers, const GameId *game)
{
    for (Job *job = searchers->newest; job; job = job->older)
        if (strcmp(job->search.game.text, game->text) == 0)
            atomic_store(&job->dropped, true);
}

void searchers_set_endings(Searchers *searchers, const Tablebase *endings)
{
    atomic_store(&searchers->endings, endings);
}

size_t searchers_waiting(const Searchers *searchers)
{
    return searchers->waiting;
}
