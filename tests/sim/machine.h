/* machine.h - the server's parts as one process that can be stopped, killed and restarted: store, sessions, accounts and core
 * are the real ones; its loop, its sockets and its searchers are simulated. */
#pragma once

#include "core.h"
#include "settings.h"

typedef struct Machine Machine;

/* The server's end of a connection; its maker keeps it until the machine is freed. */
typedef struct {
    Machine *machine;
    SessionId session; /* 0: none yet, or no longer */
} Port;

/* When something was told: the life of the server that did, and the newest batch that its store had reported as
 * durable. */
typedef struct {
    uint64_t life, committed;
} Sent;

typedef struct {
    void *context;
    /* A packet goes to the socket; false when that is full. */
    bool (*write)(void *context, Port *port, Packet *packet, Sent sent);
    void (*close)(void *context, Port *port, CloseCode code);
    void (*ping)(void *context, Port *port);
    /* The disk is open, but nothing has been loaded from it yet. */
    void (*opened)(void *context);
    /* A turn of its loop is over. */
    void (*turned)(void *context);
} MachineHooks;

/* It is down at first. The settings are borrowed. */
Machine *machine_new(const Settings *settings, const MachineHooks *hooks);
void machine_free(Machine *machine);

/* False when a failing disk has refused: nothing has changed, and it can be tried again. */
bool machine_start(Machine *machine);
/* Stops it in order, as by SIGTERM; then it is down. */
void machine_stop(Machine *machine);
/* Kills it, as by SIGKILL or a loss of power. */
void machine_kill(Machine *machine, bool power);
bool machine_is_up(const Machine *machine);
/* It is up and has the games, so that there is what follows. */
bool machine_has_games(const Machine *machine);
/* Grows with each start. */
uint64_t machine_life(const Machine *machine);

Core *machine_core(const Machine *machine);
Store *machine_store(const Machine *machine);
Accounts *machine_accounts(const Machine *machine);
const char *machine_directory(const Machine *machine);
/* When something last kept the loop from its work: a stall, a disk that refuses. */
int64_t machine_sick_at(const Machine *machine);

/* ---- what comes in: handled in the next turn of the loop ---- */

void machine_wake(Machine *machine);
/* A connection. Texts are lent for the call. */
void machine_opens(Machine *machine, Port *port, const Person *person, const char *credential,
                   const char *address);
void machine_hears(Machine *machine, Port *port, const char *text, size_t length);
void machine_writable(Machine *machine, Port *port);
void machine_pong(Machine *machine, Port *port, int64_t time);
void machine_loses(Machine *machine, Port *port);
