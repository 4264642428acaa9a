/* host.h - the server's parts as one process that can be stopped, killed and restarted: store, sessions, accounts and core
 * are the real ones; its loop, its sockets and its searchers are simulated. */
#pragma once

#include "core.h"
#include "settings.h"

typedef struct Host Host;

/* The server's end of a connection; its maker keeps it until the host is freed. */
typedef struct {
    Host *host;
    SessionId session; /* 0: none yet, or no longer */
} Port;

typedef struct {
    void *context;
    /* A packet goes to the socket; false when that is full. 'committed': what the store had reported as durable. */
    bool (*write)(void *context, Port *port, Packet *packet, uint64_t committed);
    void (*close)(void *context, Port *port, CloseCode code);
    void (*ping)(void *context, Port *port);
    /* The disk is open, but nothing has been loaded from it yet. */
    void (*opened)(void *context);
    /* A turn of its loop is over. */
    void (*turned)(void *context);
} HostHooks;

/* It is down at first. The settings are borrowed. */
Host *host_new(const Settings *settings, const HostHooks *hooks);
void host_free(Host *host);

/* False when a failing disk has refused: nothing has changed, and it can be tried again. */
bool host_start(Host *host);
/* Stops it in order, as by SIGTERM; then it is down. */
void host_stop(Host *host);
/* Kills it, as by SIGKILL or a loss of power. */
void host_kill(Host *host, bool power);
bool host_is_up(const Host *host);
/* Grows with each start. */
uint64_t host_life(const Host *host);

Core *host_core(const Host *host);
Store *host_store(const Host *host);
Accounts *host_accounts(const Host *host);
const char *host_directory(const Host *host);
/* When something last kept the loop from its work: a stall, a disk that refuses. */
int64_t host_sick_at(const Host *host);

/* ---- what comes in: handled in the next turn of the loop ---- */

void host_wake(Host *host);
/* A connection. Texts are lent for the call. */
void host_opens(Host *host, Port *port, const Person *person, const char *credential,
                const char *address);
void host_hears(Host *host, Port *port, const char *text, size_t length);
void host_writable(Host *host, Port *port);
void host_pong(Host *host, Port *port, int64_t time);
void host_loses(Host *host, Port *port);
