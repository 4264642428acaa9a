/* process.h - a castled of a cluster in a simulated world: node.h and link.h as they are, around games that are only numbered
 * values, one after another.
 *
 * What it asks the database is on its way for a while (Call); nothing that is not committed leaves it. A process ends when
 * it has lost the leases, or gives them up, and the world starts it again. */
#pragma once

#include "bus.h"
#include "link.h"
#include "node.h"

enum { CLIENTS = 10, LISTENERS_MAX = NODES * CLIENTS };

/* What a client hears. 'seq' 0: the connection is closed. */
typedef struct {
    void *context;
    void (*event)(void *context, int client, int game, int seq, uint64_t value);
    void (*answer)(void *context, int client, bool ok, int seq);
    void (*closed)(void *context, int client);
} ClientHooks;

typedef enum { CALL_LOOK, CALL_SIGN, CALL_TAKE, CALL_GIVE, CALL_COMMIT, CALL_RETAKE } CallKind;

typedef struct {
    CallKind kind;
    int node;
    uint64_t life; /* of the process */
    uint64_t epoch, batch;
    Event events[BATCH_MAX];
    int count;
    bool has_bus;
    /* The answer. */
    bool is_lost;
    DatabaseResult result;
    ClusterView view;
} Call;

/* Sends a copy to the database. */
typedef void (*CallSend)(void *context, const Call *call);

typedef struct {
    int link; /* of the owner's links, -1: here */
    int client, game, told;
    uint32_t session;
    bool is_used;
} Listener;

typedef struct {
    int listener, game, seq;
    uint32_t session;
} Waiting; /* for the commit of what it has asked for */

typedef struct Process Process;

/* One of the owner's links, for its hooks. */
typedef struct {
    Process *process;
    int index;
    char down[SUBJECT_MAX];
} OwnerEnd;

struct Process {
    int number;
    Bus *bus;
    Random *random;
    const ClusterKey *key;
    ClientHooks hooks;
    CallSend send;
    void *context;

    bool runs, is_ending;
    uint64_t life;
    int64_t now;
    Node node;
    ClusterView view;
    uint64_t epoch_seen;
    int64_t look_at, sign_at;
    bool is_looking, is_taking, had_bus;

    /* A front. */
    Link *up;
    uint32_t sessions[CLIENTS], session; /* of clients here, never used twice; 0: not here */

    /* The owner. */
    Link *links[NODES * 2];
    OwnerEnd ends[NODES * 2];
    uint64_t epoch, batch;
    uint64_t values[GAMES][EVENTS_MAX];
    int lengths[GAMES], durable[GAMES];
    Listener listeners[LISTENERS_MAX];
    Waiting waiting[BATCH_MAX];
    int waiting_count;
    Event growing[BATCH_MAX], going[BATCH_MAX];
    int growing_count, going_count;
    bool is_committing, is_in_doubt;
    int64_t retake_at;
};

void process_start(Process *process, int64_t now);
/* As by kill -9. */
void process_kill(Process *process);
/* As by SIGTERM. */
void process_stop(Process *process);
/* What has come, what is due, what goes out. */
void process_turn(Process *process, int64_t now);
void process_answered(Process *process, const Call *call, const Database *database);
bool process_is_owner(const Process *process);

/* A client of this node. False: it cannot be served now. */
bool process_open(Process *process, int client, int game, int since);
void process_close(Process *process, int client);
void process_ask(Process *process, int client, int game, int seq, uint64_t value);
