/* server_loop.h - the event loop of the server: its turns, its signals, and how it comes to a stop.
 *
 * A turn: receive, then accounts_turn, viewers_turn and core_turn, then sleep until something comes or is due. When much comes at
 * once, these three are called in between, too (server_loop_read). Of a node that has
 * no games (node.h) it is front_turn. SIGTERM and SIGINT stop it: first
 * everything that happened goes to disk, then everybody is told and disconnected, then server_loop_run returns.
 * SIGHUP reads the certificate again. SIGUSR2 starts the castled that takes over (successor.h); when that one is prepared, the
 * loop stops in the same way as soon as no request is under way, and requests that come from then on wait for the new one.
 *
 * Embedded: server_loop_init, server_loop_start, server_loop_run, server_loop_stop, server_loop_close; without
 * start and run when opening failed. */
#pragma once

#include "accounts.h"
#include "core.h"
#include "front.h"
#include "host.h"
#include "ics.h"
#include "lichess.h"
#include "metrics.h"
#include "net.h"
#include "successor.h"
#include "supervisor.h"
#include "viewers.h"

#include <uv.h>

typedef enum { LOOP_RUNNING, LOOP_SAVING, LOOP_PARTING, LOOP_STOPPED } LoopState;

typedef struct {
    Net *net;
    /* Of whoever has the games; else all are NULL. */
    Accounts *accounts;
    Core *core;
    Lichess *lichess;
    Viewers *viewers;
    Ics *ics;     /* or NULL */
    Host *host;   /* NULL: there are no other nodes */
    Front *front; /* of a node that has no games; NULL until it knows its cluster */
    Metrics *metrics;
    Supervisor *supervisor;
    Successor *successor;
    bool has_certificate;
} LoopParts;

typedef struct {
    uv_loop_t uv;
    LoopParts parts;
    struct Watchdog *watchdog; /* NULL: none */
    uv_prepare_t prepare;      /* before the loop sleeps: the end of a turn */
    uv_timer_t timer;          /* wakes it when something is due */
    uv_signal_t terminate, interrupt, hang_up, replace;
    LoopState state;
    CloseCode code;       /* with which clients are told to leave */
    uint64_t state_until; /* uv_now at which the next state comes anyway */
    uint64_t quiet_until; /* a moment without requests is waited for until then; 0: it is not */
    uint64_t turn_at;     /* uv_hrtime at the end of the last turn */
    uint64_t turn_idle;   /* and the time slept until then */
    unsigned reads;       /* since the games had their last turn */
    bool goes_on;         /* that one ended before all was done */
} ServerLoop;

void server_loop_init(ServerLoop *loop);
/* Hears of signals and gives the core its turns, from the next uv_run on. */
void server_loop_start(ServerLoop *loop, const LoopParts *parts);
/* Something has been read from a connection. After LOOP_READS of them the games have a turn before the loop goes on, so that disk,
 * server and clients work at the same time: otherwise all moves that are under way come, are stored and leave together, and
 * each part waits for the others. */
void server_loop_read(ServerLoop *loop);
/* This node has another role from now on; only the parts of a role may differ. */
void server_loop_change(ServerLoop *loop, const LoopParts *parts);
/* Until a signal has stopped it, or server_loop_leave or server_loop_end. 'watchdog' in ms, 0: none; 'core_file' as in watchdog.h. */
void server_loop_run(ServerLoop *loop, unsigned watchdog, bool core_file);
/* From true to false a turn may take as long as it likes: games are loaded. */
void server_loop_load(ServerLoop *loop, bool loads);
/* It stops as by a signal: what has happened goes to disk, clients are told to come again. */
void server_loop_leave(ServerLoop *loop);
/* It stops at once: nothing that is in memory is written or told any more. */
void server_loop_end(ServerLoop *loop);
/* Neither has been called, and no signal to stop has come yet. */
bool server_loop_is_running(const ServerLoop *loop);
/* It has come to a stop: whatever is still heard in this turn is not answered any more. */
bool server_loop_has_ended(const ServerLoop *loop);
/* Closes what start opened. */
void server_loop_stop(ServerLoop *loop);
/* Runs until all handles are closed; nothing is due any more. */
void server_loop_drain(ServerLoop *loop);
void server_loop_close(ServerLoop *loop);
