/* ics_options.h - what the ICS port works with, and its bounds. */
#pragma once

#include "accounts.h"
#include "auth.h"
#include "core.h"
#include "memory_room.h"
#include "net.h"

typedef struct Ics Ics;

enum {
    ICS_LOGIN_TIME = 60 * 1000, /* ms to sign in */
    ICS_PASSWORDS_MOST = 3,     /* tried on a connection */
    ICS_UNSENT_MAX = 64 * 1024, /* bytes that wait to be sent before nothing more is read or said */
    ICS_PERSON_MAX = 20,        /* connections of a person, who is told everything on each */
    ICS_SILENCE = 30,           /* s; then the system asks whether the other side is there */
    ICS_MARK_EVERY =
        25 * 1000,        /* ms between measurements of the round trip, where telnet is spoken */
    ICS_WHO_MAX = 300,    /* people who are listed */
    ICS_HISTORY_MAX = 10, /* games */
};

/* All borrowed. */
typedef struct {
    uv_loop_t *loop; /* asked for the time only */
    Store *store;
    Accounts *accounts;
    Passwords *passwords;
    Core *core;
    Net *net;
    const Auth *auth;
    MemoryRoom *memory;
    bool takes_passwords; /* accounts come in with theirs; else nobody but guests does */
    bool shouts;          /* everybody may speak to everybody */
    /* session_silence of those who are connected to the node with that number; NULL: there are none. */
    int64_t (*silence)(void *context, uint64_t front);
    void *context; /* of that */
} IcsOptions;
