#include "fuzz_loop.h"

#include "memory.h"
#include "wall_clock.h"

#include <assert.h>
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/lsan_interface.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <uv.h>

enum { STACK = 1 << 20, THREADS_MAX = 16, HANDLES_MAX = 64, TIMERS_AT_ONCE = 20 };

typedef struct {
    ucontext_t context;
    void *stack, *fake_stack;
    uv_thread_cb entry;
    void *argument;
    bool is_used, has_ended, is_ready, timed_out;
    const uv_cond_t *waits_for;
    int64_t until; /* ms at which it waits no longer */
} Thread;

typedef struct {
    uv_handle_t *handle; /* NULL: none */
    uv_timer_cb run;     /* NULL: it does not run */
    uint64_t due, every; /* ms; 0: once */
    bool is_sent;        /* of an async */
} Handle;

typedef struct Call {
    struct Call *next;
    uv_work_t *work; /* or */
    uv_work_cb run;
    uv_after_work_cb done;
    uv_handle_t *closing;
    uv_close_cb closed;
} Call;

static struct {
    Thread threads[THREADS_MAX];
    Thread *running; /* NULL: the loop */
    ucontext_t loop;
    void *loop_fake_stack;
    const void *loop_stack;
    size_t loop_stack_size, steps;
    Handle handles[HANDLES_MAX];
    Call *calls;
    int64_t passed; /* ms */
} fuzz;

/* ---- clocks ---- */

static const int64_t BEGIN = INT64_C(1767225600000); /* 2026-01-01, UTC */

void fuzz_clock_begin(void)
{
    fuzz.passed = 1000;
}

void fuzz_clock_pass(int64_t ms)
{
    fuzz.passed += ms;
}

uint64_t uv_now(const uv_loop_t *loop)
{
    (void)loop;
    return (uint64_t)fuzz.passed;
}

uint64_t uv_hrtime(void)
{
    return (uint64_t)fuzz.passed * 1000000;
}

int64_t wall_clock(void)
{
    return BEGIN + fuzz.passed;
}

/* ---- threads ---- */

static void leave(Thread *thread)
{
    fuzz.running = NULL;
    __sanitizer_start_switch_fiber(thread->has_ended ? NULL : &thread->fake_stack, fuzz.loop_stack,
                                   fuzz.loop_stack_size);
    swapcontext(&thread->context, &fuzz.loop);
    __sanitizer_finish_switch_fiber(thread->fake_stack, &fuzz.loop_stack, &fuzz.loop_stack_size);
}

static void begin_thread(void)
{
    Thread *thread = fuzz.running;
    __sanitizer_finish_switch_fiber(NULL, &fuzz.loop_stack, &fuzz.loop_stack_size);
    thread->entry(thread->argument);
    thread->has_ended = true;
    leave(thread);
}

static void resume(Thread *thread)
{
    thread->is_ready = false;
    fuzz.running = thread;
    fuzz.steps++;
    __sanitizer_start_switch_fiber(&fuzz.loop_fake_stack, thread->stack, STACK);
    swapcontext(&fuzz.loop, &thread->context);
    __sanitizer_finish_switch_fiber(fuzz.loop_fake_stack, NULL, NULL);
}

/* False: all wait. */
static bool run_threads(void)
{
    bool has_run = false;
    for (Thread *thread = fuzz.threads; thread < fuzz.threads + THREADS_MAX; thread++) {
        if (!thread->is_used || thread->has_ended)
            continue;
        if (thread->waits_for && thread->until <= fuzz.passed)
            thread->is_ready = thread->timed_out = true;
        if (!thread->is_ready)
            continue;
        resume(thread);
        has_run = true;
    }
    return has_run;
}

/* What only a waiting thread knows is no leak. */
static void *new_stack(void)
{
    void *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(stack != MAP_FAILED);
    __lsan_register_root_region(stack, STACK);
    return stack;
}

int uv_thread_create(uv_thread_t *id, uv_thread_cb entry, void *argument)
{
    Thread *thread = fuzz.threads;
    while (thread->is_used)
        thread++;
    assert(thread < fuzz.threads + THREADS_MAX);
    void *stack = thread->stack ? thread->stack : new_stack();
    *thread = (Thread){.stack = stack,
                       .entry = entry,
                       .argument = argument,
                       .is_used = true,
                       .is_ready = true,
                       .until = INT64_MAX};
    getcontext(&thread->context);
    thread->context.uc_stack.ss_sp = stack;
    thread->context.uc_stack.ss_size = STACK;
    makecontext(&thread->context, begin_thread, 0);
    *id = (uv_thread_t)(uintptr_t)thread;
    return 0;
}

int uv_thread_join(uv_thread_t *id)
{
    Thread *thread = (Thread *)(uintptr_t)*id;
    assert(!fuzz.running);
    while (!thread->has_ended)
        if (!run_threads())
            abort(); /* it waits for ever, and so would a thread that joins it */
    thread->is_used = false;
    return 0;
}

void uv_cond_signal(uv_cond_t *cond)
{
    for (Thread *thread = fuzz.threads; thread < fuzz.threads + THREADS_MAX; thread++)
        if (thread->is_used && !thread->has_ended && thread->waits_for == cond) {
            thread->waits_for = NULL;
            thread->is_ready = true;
            return;
        }
}

static bool wait_until(uv_cond_t *cond, uv_mutex_t *mutex, int64_t until)
{
    Thread *thread = fuzz.running;
    assert(thread);
    thread->waits_for = cond;
    thread->until = until;
    thread->timed_out = false;
    uv_mutex_unlock(mutex);
    leave(thread);
    thread->waits_for = NULL;
    uv_mutex_lock(mutex);
    return !thread->timed_out;
}

void uv_cond_wait(uv_cond_t *cond, uv_mutex_t *mutex)
{
    wait_until(cond, mutex, INT64_MAX);
}

int uv_cond_timedwait(uv_cond_t *cond, uv_mutex_t *mutex, uint64_t timeout)
{
    return wait_until(cond, mutex, fuzz.passed + (int64_t)(timeout / 1000000) + 1) ? 0
                                                                                   : UV_ETIMEDOUT;
}

/* ---- handles ---- */

static Handle *find_handle(const void *wanted)
{
    for (int i = 0; i < HANDLES_MAX; i++)
        if ((const void *)fuzz.handles[i].handle == wanted)
            return &fuzz.handles[i];
    return NULL;
}

static Handle *add_handle(void *handle)
{
    Handle *place = find_handle(NULL);
    assert(place && !find_handle(handle));
    *place = (Handle){.handle = handle};
    return place;
}

int uv_async_init(uv_loop_t *loop, uv_async_t *async, uv_async_cb tell)
{
    async->type = UV_ASYNC;
    async->loop = loop;
    async->async_cb = tell;
    add_handle(async);
    return 0;
}

int uv_async_send(uv_async_t *async)
{
    find_handle(async)->is_sent = true;
    return 0;
}

int uv_timer_init(uv_loop_t *loop, uv_timer_t *timer)
{
    timer->type = UV_TIMER;
    timer->loop = loop;
    add_handle(timer);
    return 0;
}

int uv_timer_start(uv_timer_t *timer, uv_timer_cb run, uint64_t timeout, uint64_t repeat)
{
    Handle *handle = find_handle(timer);
    handle->run = run;
    handle->due = uv_now(NULL) + timeout;
    handle->every = repeat;
    return 0;
}

int uv_timer_stop(uv_timer_t *timer)
{
    find_handle(timer)->run = NULL;
    return 0;
}

int uv_is_active(const uv_handle_t *handle)
{
    const Handle *found = find_handle(handle);
    return found && found->run;
}

void uv_ref(uv_handle_t *handle)
{
    (void)handle;
}

void uv_unref(uv_handle_t *handle)
{
    (void)handle;
}

static void add_call(Call wanted)
{
    Call **end = &fuzz.calls, *call = memory_new(sizeof *call);
    *call = wanted;
    while (*end)
        end = &(*end)->next;
    *end = call;
}

void uv_close(uv_handle_t *handle, uv_close_cb closed)
{
    Handle *found = find_handle(handle);
    assert(found); /* once, and one of those above */
    *found = (Handle){0};
    add_call((Call){.closing = handle, .closed = closed});
}

int uv_queue_work(uv_loop_t *loop, uv_work_t *work, uv_work_cb run, uv_after_work_cb done)
{
    work->loop = loop;
    add_call((Call){.work = work, .run = run, .done = done});
    return 0;
}

/* ---- the loop ---- */

int uv_loop_init(uv_loop_t *loop)
{
    memset(loop, 0, sizeof *loop);
    return 0;
}

int uv_loop_close(uv_loop_t *loop)
{
    (void)loop;
    for (int i = 0; i < HANDLES_MAX; i++)
        if (fuzz.handles[i].handle)
            return UV_EBUSY;
    return fuzz.calls ? UV_EBUSY : 0;
}

static Handle *first_due(void)
{
    Handle *first = NULL;
    for (int i = 0; i < HANDLES_MAX; i++) {
        Handle *handle = &fuzz.handles[i];
        if (handle->handle && handle->run && handle->due <= uv_now(NULL) &&
            (!first || handle->due < first->due))
            first = handle;
    }
    return first;
}

static void run_timers(void)
{
    Handle *handle;
    for (int i = 0; i < TIMERS_AT_ONCE && (handle = first_due()); i++) {
        uv_timer_cb run = handle->run;
        if (handle->every)
            handle->due = uv_now(NULL) + handle->every;
        else
            handle->run = NULL;
        fuzz.steps++;
        run((uv_timer_t *)handle->handle);
    }
}

static void tell_asyncs(void)
{
    for (int i = 0; i < HANDLES_MAX; i++) {
        uv_async_t *async = (uv_async_t *)fuzz.handles[i].handle;
        if (!async || !fuzz.handles[i].is_sent)
            continue;
        fuzz.handles[i].is_sent = false;
        fuzz.steps++;
        async->async_cb(async);
    }
}

static void make_calls(void)
{
    for (Call *call; (call = fuzz.calls);) {
        fuzz.calls = call->next;
        fuzz.steps++;
        if (call->work) {
            call->run(call->work);
            call->done(call->work, 0);
        } else if (call->closed) {
            call->closed(call->closing);
        }
        free(call);
    }
}

int uv_run(uv_loop_t *loop, uv_run_mode mode)
{
    size_t before;
    (void)loop, (void)mode;
    run_timers();
    do {
        before = fuzz.steps;
        while (run_threads())
            ;
        tell_asyncs();
        make_calls();
    } while (fuzz.steps != before);
    return 0;
}

size_t fuzz_loop_steps(void)
{
    return fuzz.steps;
}
