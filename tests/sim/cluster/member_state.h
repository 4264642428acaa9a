/* member_state.h - what the modules of a simulated node share: the state behind member.h. */
#pragma once

#include "member_hooks.h"

#include "cluster_watch.h"
#include "credential.h"
#include "front.h"
#include "host.h"
#include "node.h"
#include "simulated_bus.h"
#include "simulated_net.h"

typedef enum { IN_OPENS, IN_HEARS, IN_WRITABLE, IN_PONG, IN_LOSES } InputKind;

typedef struct Input Input;
struct Input {
    Input *next;
    InputKind kind;
    Port *port;
    Person person;
    char credential[CREDENTIAL_TEXT_LENGTH + 1], address[CORE_ADDRESS_MAX + 1];
    int64_t time;
    size_t length;
    char text[];
};

/* What is known of an owner by its epoch, also when it is gone. */
typedef struct {
    uint64_t epoch, life, committed;
} Reign;

struct Machine {
    const Settings *settings;
    MemberHooks hooks;
    Random random;
    int number;
    char directory[64], address[160];
    bool up, is_ending, gives;
    uint64_t life;
    int64_t suspended_until;

    uv_loop_t loop;
    Net net;
    Bus *bus;
    bool has_bus, bus_is_cut;
    ClusterWatch *watch;
    ClusterView view;
    ClusterKey key;
    bool has_key;
    Node node;
    Front *front;
    Host *host;
    Store *store;
    Searchers *searchers;
    Accounts *accounts;
    Core *core;
    Metrics metrics;
    Reign *reign;

    Input *first, **end;
    uint64_t turn;   /* the number of the next turn: other planned turns are dropped */
    int64_t turn_at; /* INT64_MAX: none is planned */
    int64_t busy_until;
};

/* ---- member_role.c ---- */

/* Forgets the world before. */
void member_forget_all(void);
/* The hooks of its store, its database and its bus, and the wire of its sessions. */
SessionWire member_wire(void);
void member_changed(void *context, const ClusterView *view);
void member_bus_changed(void *context, bool is_connected, const char *why);
/* ms, monotonic. */
int64_t member_now(void *context);
/* In each turn: takes the games when nobody has them, or sees that it must end. */
void member_look(Machine *machine);
/* A session of the owner's, wherever it is connected. */
void member_opened(void *context, SessionId session, const NetArrival *arrival,
                   const char *address);
