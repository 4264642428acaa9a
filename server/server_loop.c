#include "server_loop.h"

#include "log.h"
#include "thread_slice.h"
#include "watchdog.h"

#include <signal.h>

enum {
    DURABLE_WAIT =
        1000, /* ms that the disk has when the server stops, before everybody is disconnected */
    GOODBYE_WAIT = 500, /* and that their sockets have after that */
    QUIET_WAIT = 5000,  /* and that a successor waits for a moment without requests */
    LOOP_READS = 48,    /* 32 and 64: 1.15 times the moves at 400 connections; 16, 256: none more */
    TURN_NS = 5000000,  /* then what comes from outside is looked at again */
};

void server_loop_init(ServerLoop *loop)
{
    uv_loop_init(&loop->uv);
    uv_loop_configure(&loop->uv, UV_METRICS_IDLE_TIME);
}

/* The prepare hook comes before the loop sleeps; that is all there is to do. */
static void on_timer(uv_timer_t *timer)
{
    (void)timer;
}

/* The turn took the time since the last one, less the time asleep. */
static void time_turn(ServerLoop *loop)
{
    uint64_t now = uv_hrtime(), idle = uv_metrics_idle_time(&loop->uv);
    uint64_t passed = now - loop->turn_at, slept = idle - loop->turn_idle;
    if (loop->turn_at && slept <= passed)
        histogram_add(&loop->parts.metrics->turn, (double)(passed - slept) / 1e9);
    loop->turn_at = now;
    loop->turn_idle = idle;
}

/* What the clients of other nodes may be told goes out before their node hears that it has to find another owner. */
static void part(ServerLoop *loop)
{
    const LoopParts *parts = &loop->parts;
    if (parts->host) {
        sessions_flush_all(net_sessions(parts->net));
        host_leave(parts->host);
    }
    if (parts->front)
        front_close(parts->front, loop->code, NULL);
    net_stop(parts->net, loop->code);
}

static void enter(ServerLoop *loop, LoopState state, uint64_t wait)
{
    loop->state = state;
    loop->state_until = uv_now(&loop->uv) + wait;
}

static void save(ServerLoop *loop, CloseCode code)
{
    loop->code = code;
    if (loop->parts.core)
        core_stop(loop->parts.core);
    enter(loop, LOOP_SAVING, DURABLE_WAIT);
}

/* First what has happened goes to disk; then everybody is sent it, and disconnected. */
static void advance(ServerLoop *loop)
{
    const LoopParts *parts = &loop->parts;
    bool is_late = uv_now(&loop->uv) >= loop->state_until;
    if (loop->state == LOOP_SAVING && (is_late || !parts->core || core_is_durable(parts->core))) {
        part(loop);
        enter(loop, LOOP_PARTING, GOODBYE_WAIT);
    } else if (loop->state == LOOP_PARTING &&
               (is_late ||
                (sessions_count(net_sessions(parts->net)) == 0 && !net_is_busy(parts->net)))) {
        loop->state = LOOP_STOPPED;
        uv_stop(&loop->uv);
    }
}

/* Nothing that was asked for goes unanswered, and no clock runs from here on until the successor serves. */
static void hand_over(ServerLoop *loop)
{
    const LoopParts *parts = &loop->parts;
    log_info("the new castled takes over now");
    supervisor_pause(parts->supervisor);
    successor_begin(parts->successor);
    net_leave(parts->net, successor_take, parts->successor);
    save(loop, CLOSE_RESTART);
}

static void look_for_quiet(ServerLoop *loop)
{
    const LoopParts *parts = &loop->parts;
    uint64_t now = uv_now(&loop->uv);
    if (!successor_is_prepared(parts->successor)) {
        loop->quiet_until = 0;
        return;
    }
    if (!loop->quiet_until)
        loop->quiet_until = now + QUIET_WAIT;
    bool is_busy = net_is_busy(parts->net) || (parts->host && host_is_busy(parts->host));
    if (now >= loop->quiet_until || !is_busy)
        hand_over(loop);
}

static int64_t earlier(int64_t wait, int64_t other)
{
    return other >= 0 && (wait < 0 || other < wait) ? other : wait;
}

static int64_t left_until(const ServerLoop *loop, uint64_t instant)
{
    uint64_t now = uv_now(&loop->uv);
    return instant > now ? (int64_t)(instant - now) : 0;
}

static void set_timer(ServerLoop *loop)
{
    const LoopParts *parts = &loop->parts;
    int64_t wait = parts->core ? earlier(core_wait(parts->core), lichess_wait(parts->lichess)) : -1;
    if (parts->host)
        wait = earlier(wait, host_wait(parts->host));
    if (parts->front)
        wait = earlier(wait, front_wait(parts->front));
    if (loop->quiet_until)
        wait = earlier(wait, left_until(loop, loop->quiet_until));
    if (loop->state != LOOP_RUNNING)
        wait = left_until(loop, loop->state_until);
    if (loop->goes_on)
        wait = 0;
    if (wait < 0)
        uv_timer_stop(&loop->timer);
    else
        uv_timer_start(&loop->timer, on_timer, (uint64_t)wait, 0);
}

/* The turn of whoever has the games. */
static void turn_games(ServerLoop *loop)
{
    const LoopParts *parts = &loop->parts;
    uint64_t end = uv_hrtime() + TURN_NS;
    loop->reads = 0;
    do { /* what each of them does may ask the others for more */
        accounts_turn(parts->accounts);
        viewers_turn(parts->viewers);
        if (loop->state == LOOP_RUNNING)
            core_turn(parts->core);
        bool goes_on = lichess_turn(parts->lichess);
        if (parts->ics)
            goes_on = ics_turn(parts->ics) || goes_on;
        if (parts->host)
            goes_on = host_turn(parts->host) || goes_on;
        loop->goes_on = accounts_is_asked(parts->accounts) || viewers_have_ended(parts->viewers) ||
                        lichess_has_more(parts->lichess) ||
                        (parts->ics && ics_has_more(parts->ics)) ||
                        (goes_on && loop->state == LOOP_RUNNING);
    } while (loop->goes_on && uv_hrtime() < end);
}

void server_loop_read(ServerLoop *loop)
{
    if (++loop->reads < LOOP_READS || !loop->parts.core || loop->state != LOOP_RUNNING)
        return;
    turn_games(loop);
}

static void on_prepare(uv_prepare_t *prepare)
{
    ServerLoop *loop = prepare->data;
    if (loop->parts.core)
        turn_games(loop);
    if (loop->parts.front)
        front_turn(loop->parts.front);
    if (loop->state == LOOP_RUNNING)
        look_for_quiet(loop);
    if (loop->state != LOOP_RUNNING)
        advance(loop);
    set_timer(loop);
    time_turn(loop);
}

static void on_signal(uv_signal_t *handle, int number)
{
    ServerLoop *loop = handle->data;
    if (loop->state != LOOP_RUNNING)
        return; /* of a successor that takes over, successor_finish sees to it */
    successor_leave(loop->parts.successor);
    log_info("%s: stopping", number == SIGTERM ? "SIGTERM" : "SIGINT");
    supervisor_stopping(loop->parts.supervisor);
    save(loop, CLOSE_GOING_AWAY);
}

static void on_replace(uv_signal_t *handle, int number)
{
    ServerLoop *loop = handle->data;
    NetDoor doors[NET_DOORS_MAX];
    (void)number;
    if (loop->state == LOOP_RUNNING)
        successor_start(loop->parts.successor, &loop->uv, doors, net_doors(loop->parts.net, doors));
}

/* Connections that are open keep the old certificate. */
static void on_hang_up(uv_signal_t *handle, int number)
{
    ServerLoop *loop = handle->data;
    char line[NET_LINE_MAX];
    (void)number;
    if (!loop->parts.has_certificate)
        return;
    if (net_reload_keys(loop->parts.net, line))
        log_info("SIGHUP: the certificate has been read again");
    else
        log_warning("SIGHUP: %s; the old certificate stays in use", line);
}

void server_loop_start(ServerLoop *loop, const LoopParts *parts)
{
    loop->parts = *parts;
    uv_prepare_init(&loop->uv, &loop->prepare);
    uv_timer_init(&loop->uv, &loop->timer);
    uv_signal_init(&loop->uv, &loop->terminate);
    uv_signal_init(&loop->uv, &loop->interrupt);
    uv_signal_init(&loop->uv, &loop->hang_up);
    uv_signal_init(&loop->uv, &loop->replace);
    loop->prepare.data = loop;
    loop->terminate.data = loop->interrupt.data = loop->hang_up.data = loop;
    loop->replace.data = loop;
    uv_prepare_start(&loop->prepare, on_prepare);
    uv_signal_start(&loop->terminate, on_signal, SIGTERM);
    uv_signal_start(&loop->interrupt, on_signal, SIGINT);
    uv_signal_start(&loop->hang_up, on_hang_up, SIGHUP);
    uv_signal_start(&loop->replace, on_replace, SIGUSR2);
}

void server_loop_change(ServerLoop *loop, const LoopParts *parts)
{
    loop->parts = *parts;
}

void server_loop_leave(ServerLoop *loop)
{
    if (loop->state != LOOP_RUNNING)
        return;
    successor_leave(loop->parts.successor);
    supervisor_stopping(loop->parts.supervisor);
    save(loop, CLOSE_RESTART);
}

void server_loop_end(ServerLoop *loop)
{
    if (loop->state == LOOP_STOPPED)
        return;
    successor_leave(loop->parts.successor);
    loop->state = LOOP_STOPPED;
    uv_prepare_stop(&loop->prepare);
    uv_stop(&loop->uv);
}

void server_loop_run(ServerLoop *loop, unsigned watchdog, bool core_file)
{
    if (loop->state == LOOP_STOPPED)
        return;
    if (watchdog > 0) {
        loop->watchdog = watchdog_start(&loop->uv, watchdog, core_file);
        if (!loop->watchdog)
            log_warning("the watchdog cannot be started");
        /* Before the watchdog's again, which looks when the next timer is due. */
        uv_prepare_stop(&loop->prepare);
        uv_prepare_start(&loop->prepare, on_prepare);
    }
    thread_slice_shorten();
    uv_run(&loop->uv, UV_RUN_DEFAULT);
    watchdog_stop(loop->watchdog);
    loop->watchdog = NULL;
}

void server_loop_load(ServerLoop *loop, bool loads)
{
    watchdog_look_away(loop->watchdog, loads);
}

bool server_loop_is_running(const ServerLoop *loop)
{
    return loop->state == LOOP_RUNNING;
}

bool server_loop_has_ended(const ServerLoop *loop)
{
    return loop->state == LOOP_STOPPED;
}

void server_loop_stop(ServerLoop *loop)
{
    uv_close((uv_handle_t *)&loop->prepare, NULL);
    uv_close((uv_handle_t *)&loop->timer, NULL);
    uv_close((uv_handle_t *)&loop->terminate, NULL);
    uv_close((uv_handle_t *)&loop->interrupt, NULL);
    uv_close((uv_handle_t *)&loop->hang_up, NULL);
    uv_close((uv_handle_t *)&loop->replace, NULL);
    successor_leave(loop->parts.successor);
}

void server_loop_drain(ServerLoop *loop)
{
    uv_run(&loop->uv, UV_RUN_DEFAULT);
}

void server_loop_close(ServerLoop *loop)
{
    uv_loop_close(&loop->uv);
}
