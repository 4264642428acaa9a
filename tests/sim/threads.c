#include "threads.h"

#include "wall_clock.h"

#include <assert.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#endif
#ifdef HAS_ASAN
#include <sanitizer/common_interface_defs.h>
#endif

enum { STACK = 1 << 20, THREADS_MAX = 24, HANDLES_MAX = 24, LOOPS_MAX = 4 };

typedef struct {
    ucontext_t context;
    void *stack;
    uv_thread_cb entry;
    void *argument;
    bool used, ended;
    const uv_cond_t *waits_for;
    bool timed_out;
    const uv_loop_t *loop; /* of its process */
    uint64_t turn;         /* the number of its waits, by which a late wake is recognised */
    void *fake_stack;
} Thread;

typedef struct {
    uv_timer_t *timer; /* NULL: none */
    int64_t due;       /* INT64_MAX: it does not run */
    bool is_due;       /* the loop is to be told */
    uint64_t turn;     /* the number of its starts */
} Timer;

typedef struct {
    Random random;
    ThreadsPace pace;
    void (*woken)(uv_loop_t *loop);
    const uv_loop_t *entered;
    struct {
        const uv_loop_t *loop;
        int64_t until;
    } suspended[LOOPS_MAX];
    Timer timers[HANDLES_MAX];
    Thread threads[THREADS_MAX];
    Thread *running; /* NULL: the loop */
    ucontext_t loop;
    void *loop_fake_stack;
    const void *loop_stack;
    size_t loop_stack_size;
    uint64_t loop_now; /* ms */
    uv_async_t *asyncs[HANDLES_MAX];
    bool sent[HANDLES_MAX];
    struct {
        uv_handle_t *handle;
        uv_close_cb done;
    } closing[HANDLES_MAX];
    size_t async_count, closing_count;
} Threads;

static Threads threads;

void threads_begin(uint64_t seed, const ThreadsPace *pace, void (*woken)(uv_loop_t *loop))
{
    void *stacks[THREADS_MAX];
    for (int i = 0; i < THREADS_MAX; i++)
        stacks[i] = threads.threads[i].stack;
    threads = (Threads){.random = random_stream(seed, 2), .pace = *pace, .woken = woken};
    for (int i = 0; i < THREADS_MAX; i++)
        threads.threads[i].stack = stacks[i]; /* they are reused from world to world */
    threads_turn();
}

void threads_end(void)
{
    for (int i = 0; i < THREADS_MAX; i++)
        assert(!threads.threads[i].used);
}

/* ---- from stack to stack ---- */

static void leave_for(const void *stack, size_t size, void **kept)
{
#ifdef HAS_ASAN
    __sanitizer_start_switch_fiber(kept, stack, size);
#else
    (void)stack, (void)size, (void)kept;
#endif
}

static void arrive(void *kept, const void **from, size_t *size)
{
#ifdef HAS_ASAN
    __sanitizer_finish_switch_fiber(kept, from, size);
#else
    (void)kept, (void)from, (void)size;
#endif
}

static void back_to_loop(Thread *thread)
{
    threads.running = NULL;
    leave_for(threads.loop_stack, threads.loop_stack_size,
              thread->ended ? NULL : &thread->fake_stack);
    swapcontext(&thread->context, &threads.loop);
    arrive(thread->fake_stack, &threads.loop_stack, &threads.loop_stack_size);
}

static void begin_thread(void)
{
    Thread *thread = threads.running;
    arrive(NULL, &threads.loop_stack, &threads.loop_stack_size);
    thread->entry(thread->argument);
    thread->ended = true;
    back_to_loop(thread);
}

static int64_t suspended_until(const uv_loop_t *loop)
{
    for (int i = 0; i < LOOPS_MAX; i++)
        if (threads.suspended[i].loop == loop)
            return threads.suspended[i].until;
    return 0;
}

/* An event of the world: the thread goes on, unless another wake has come first. */
static void resume(void *context, uint64_t number)
{
    Thread *thread = context;
    if (!thread->used || thread->ended || thread->turn != number)
        return;
    if (suspended_until(thread->loop) > world_now()) {
        world_at(suspended_until(thread->loop), resume, thread, number);
        return;
    }
    thread->turn++;
    threads.running = thread;
    leave_for(thread->stack, STACK, &threads.loop_fake_stack);
    swapcontext(&threads.loop, &thread->context);
    arrive(threads.loop_fake_stack, NULL, NULL);
}

static int64_t delay(void)
{
    int64_t time = random_between(&threads.random, 1, threads.pace.wake);
    return random_once_in(&threads.random, threads.pace.late_once_in) ? 100 * time : time;
}

static void wake_at(Thread *thread, int64_t at)
{
    world_at(at, resume, thread, thread->turn);
}

void threads_enter(uv_loop_t *loop)
{
    threads.entered = loop;
}

void threads_suspend(const uv_loop_t *loop, int64_t until)
{
    int at = 0;
    while (threads.suspended[at].loop && threads.suspended[at].loop != loop)
        at++;
    assert(at < LOOPS_MAX);
    threads.suspended[at].loop = loop;
    threads.suspended[at].until = until;
}

bool threads_is_thread(void)
{
    return threads.running != NULL;
}

void threads_sleep(int64_t time)
{
    Thread *thread = threads.running;
    if (!thread)
        return;
    wake_at(thread, world_now() + time);
    back_to_loop(thread);
}

/* ---- libuv: threads ---- */

int uv_thread_create(uv_thread_t *id, uv_thread_cb entry, void *argument)
{
    Thread *thread = threads.threads;
    while (thread->used)
        thread++;
    assert(thread < threads.threads + THREADS_MAX);
    void *stack = thread->stack;
    if (!stack)
        stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(stack != MAP_FAILED);
    *thread = (Thread){.stack = stack,
                       .entry = entry,
                       .argument = argument,
                       .used = true,
                       .loop = threads.entered,
                       .turn = thread->turn + 1}; /* wakes of an earlier one come too late */
    getcontext(&thread->context);
    thread->context.uc_stack.ss_sp = stack;
    thread->context.uc_stack.ss_size = STACK;
    makecontext(&thread->context, begin_thread, 0);
    *id = (uv_thread_t)(uintptr_t)thread;
    wake_at(thread, world_now() + delay());
    return 0;
}

static bool is_of_loop(const void *context, const void *loop)
{
    return ((const Thread *)context)->loop == loop;
}

int uv_thread_join(uv_thread_t *id)
{
    Thread *thread = (Thread *)(uintptr_t)*id;
    assert(!threads.running);
    while (!thread->ended && world_step_of(resume, is_of_loop, thread->loop))
        ;
    if (!thread->ended)
        abort(); /* it waits for ever, and so would a thread that joins it */
    thread->used = false;
    return 0;
}

void uv_cond_signal(uv_cond_t *cond)
{
    for (Thread *thread = threads.threads; thread < threads.threads + THREADS_MAX; thread++)
        if (thread->used && !thread->ended && thread->waits_for == cond) {
            thread->waits_for = NULL;
            thread->timed_out = false;
            thread->turn++; /* the time-out comes too late */
            wake_at(thread, world_now() + delay());
            return;
        }
}

static void wait_for(uv_cond_t *cond, uv_mutex_t *mutex)
{
    Thread *thread = threads.running;
    assert(thread);
    thread->waits_for = cond;
    thread->timed_out = true;
    uv_mutex_unlock(mutex);
    back_to_loop(thread);
    thread->waits_for = NULL;
    uv_mutex_lock(mutex);
}

void uv_cond_wait(uv_cond_t *cond, uv_mutex_t *mutex)
{
    wait_for(cond, mutex);
}

int uv_cond_timedwait(uv_cond_t *cond, uv_mutex_t *mutex, uint64_t timeout)
{
    Thread *thread = threads.running;
    wake_at(thread, world_now() + (int64_t)(timeout / 1000) + 1);
    wait_for(cond, mutex);
    return thread->timed_out ? UV_ETIMEDOUT : 0;
}

/* ---- libuv: the loop ---- */

int uv_async_init(uv_loop_t *loop, uv_async_t *async, uv_async_cb tell)
{
    assert(threads.async_count < HANDLES_MAX);
    async->loop = loop;
    async->async_cb = tell;
    threads.sent[threads.async_count] = false;
    threads.asyncs[threads.async_count++] = async;
    return 0;
}

int uv_async_send(uv_async_t *async)
{
    for (size_t i = 0; i < threads.async_count; i++)
        if (threads.asyncs[i] == async)
            threads.sent[i] = true;
    threads.woken(async->loop);
    return 0;
}

void uv_close(uv_handle_t *handle, uv_close_cb done)
{
    assert(threads.closing_count < HANDLES_MAX);
    for (size_t i = 0; i < threads.async_count; i++)
        if ((uv_handle_t *)threads.asyncs[i] == handle) {
            threads.asyncs[i] = threads.asyncs[--threads.async_count];
            threads.sent[i] = threads.sent[threads.async_count];
            break;
        }
    for (int i = 0; i < HANDLES_MAX; i++)
        if ((uv_handle_t *)threads.timers[i].timer == handle)
            threads.timers[i].timer = NULL;
    threads.closing[threads.closing_count].handle = handle;
    threads.closing[threads.closing_count++].done = done;
}

/* Handles may be closed, and freed, by what is called. */
static void tell_closed(const uv_loop_t *loop)
{
    for (size_t i = threads.closing_count; i-- > 0;) {
        uv_handle_t *handle = threads.closing[i].handle;
        uv_close_cb done = threads.closing[i].done;
        if (handle->loop != loop)
            continue;
        threads.closing[i] = threads.closing[--threads.closing_count];
        if (done)
            done(handle);
    }
}

void threads_tell_loop(uv_loop_t *loop)
{
    for (int i = 0; i < HANDLES_MAX; i++) {
        Timer *timer = &threads.timers[i];
        if (timer->timer && timer->is_due && timer->timer->loop == loop) {
            timer->is_due = false;
            timer->timer->timer_cb(timer->timer);
        }
    }
    for (size_t i = 0; i < threads.async_count; i++)
        if (threads.sent[i] && threads.asyncs[i]->loop == loop) {
            threads.sent[i] = false;
            threads.asyncs[i]->async_cb(threads.asyncs[i]);
        }
    tell_closed(loop);
}

/* ---- timers that run once ---- */

static Timer *find_timer(const uv_timer_t *wanted)
{
    for (int i = 0; i < HANDLES_MAX; i++)
        if (threads.timers[i].timer == wanted)
            return &threads.timers[i];
    abort();
}

int uv_timer_init(uv_loop_t *loop, uv_timer_t *timer)
{
    Timer *place = find_timer(NULL);
    timer->loop = loop;
    *place = (Timer){.timer = timer, .due = INT64_MAX, .turn = place->turn + 1};
    return 0;
}

static void run_out(void *context, uint64_t number)
{
    Timer *timer = context;
    if (!timer->timer || timer->turn != number)
        return;
    timer->due = INT64_MAX;
    timer->is_due = true;
    threads.woken(timer->timer->loop);
}

int uv_timer_start(uv_timer_t *handle, uv_timer_cb run, uint64_t timeout, uint64_t repeat)
{
    Timer *timer = find_timer(handle);
    assert(repeat == 0);
    (void)repeat;
    handle->timer_cb = run;
    timer->due = world_now() + (int64_t)timeout * 1000;
    world_at(timer->due, run_out, timer, ++timer->turn);
    return 0;
}

int uv_timer_stop(uv_timer_t *handle)
{
    Timer *timer = find_timer(handle);
    timer->turn++;
    timer->due = INT64_MAX;
    timer->is_due = false;
    return 0;
}

/* Of a timer. */
int uv_is_active(const uv_handle_t *handle)
{
    return find_timer((const uv_timer_t *)handle)->due < INT64_MAX;
}

void threads_turn(void)
{
    threads.loop_now = (uint64_t)world_now() / 1000;
}

uint64_t uv_now(const uv_loop_t *loop)
{
    (void)loop;
    return threads.loop_now;
}

uint64_t uv_hrtime(void)
{
    return (uint64_t)world_now() * 1000;
}

/* ---- and the wall clock of server/base ---- */

int64_t wall_clock(void)
{
    return world_wall();
}
