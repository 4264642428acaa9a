/* member_state.h - what the modules of a simulated node share: the state behind member.h. */
#pragma once

#include "member_hooks.h"

#include "cluster_watch.h"
#include "front.h"
#include "host.h"
#include "node.h"
#include "process.h"
#include "simulated_bus.h"
#include "simulated_net.h"

/* What is known of an owner by its epoch, also when it is gone. */
typedef struct {
    uint64_t epoch, life, committed;
} Reign;

struct Machine {
    Process base;
    MemberHooks hooks;
    int number;
    char address[160];
    bool is_ending, gives;
    int64_t suspended_until;

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
    Reign *reign;
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
/* As server_is_in_doubt. */
bool member_is_in_doubt(const Machine *machine);
/* A session of the owner's, wherever it is connected. */
void member_opened(void *context, SessionId session, const NetArrival *arrival,
                   const char *address);
