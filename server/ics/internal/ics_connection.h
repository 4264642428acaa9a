/* ics_connection.h - somebody's connection to the ICS port, from the login on. */
#pragma once

#include "ics_client.h"
#include "ics_numbers.h"
#include "ics_options.h"
#include "telnet.h"

typedef enum {
    ICS_AT_LOGIN,
    ICS_AT_RETURN, /* a guest is asked to press return */
    ICS_AT_PASSWORD,
    ICS_WAITING, /* for the accounts, or a password to be compared */
    ICS_SIGNED_IN,
    ICS_ENDING, /* the rest is sent, nothing is read */
} IcsState;

enum { ICS_SWITCHES_MAX = 40 };

typedef struct IcsConnection IcsConnection;
struct IcsConnection {
    IcsConnection *before, *after;
    IcsConnection *next_awake;
    bool is_awake;
    Ics *ics;
    uint64_t number;
    uint64_t front;       /* the node to which they are connected; 0: this one */
    Transport *transport; /* NULL: gone */
    TelnetReader reader;
    IcsState state;
    bool is_confidential; /* nobody can listen */
    bool is_unknown;      /* one of BOUND_ICS_LOGINS: they have not signed in */
    bool is_paused;       /* ICS_UNSENT_MAX waits to be sent */
    bool speaks_telnet;
    uint64_t mark_at;               /* uv_hrtime of the timing mark that is under way; 0: none */
    unsigned held;                  /* pending answers that will look at it */
    char address[ADDRESS_MAX + 1];  /* the key of limits */
    char line_key[ADDRESS_MAX + 1]; /* and of the connection */
    char switches[ICS_SWITCHES_MAX + 1]; /* "%b…" */
    Person person;                       /* whom they become, or are */
    bool is_new_guest;
    Proof proof; /* of a password */
    char skeleton[SKELETON_MAX + 1];
    unsigned passwords;
    char credential[STORE_CREDENTIAL_MAX +
                    1]; /* the key of the session that a password has opened; or "" */
    IcsClient *client;  /* once signed in */
    SessionId session;
    Packet **heard;
    size_t heard_count, heard_size;
    Text out;
};

struct Ics {
    IcsOptions options;
    IcsConnection *first;
    IcsConnection *awake, *awake_last; /* in the order in which they were woken */
    uint64_t newest;
    IcsNumbers *games, *seeks;
    bool asked; /* the core was asked for something in this turn */
};

/* Somebody else will answer: the connection stays until ics_let_go, which is false when it is gone. */
void ics_hold(IcsConnection *connection);
bool ics_let_go(IcsConnection *connection);
/* Bytes that wait to be sent. */
size_t ics_unsent(const IcsConnection *connection);
/* It is looked at before the turn ends. */
void ics_wake(IcsConnection *connection);
void ics_write(IcsConnection *connection, const char *text);
/* The rest is sent, with these words unless they are NULL; nothing more is read. */
void ics_end(IcsConnection *connection, const char *words);
/* The same for somebody who does not read what they are told. */
void ics_end_unread(IcsConnection *connection);
void ics_wipe_line(IcsConnection *connection);

/* ---- the login (ics_login.c) ---- */

void ics_login_begin(IcsConnection *connection);
/* A line before they are signed in. */
void ics_login_line(IcsConnection *connection, const char *line, size_t length);
/* They are gone, or were not let in: what the password has opened ends. */
void ics_login_end(IcsConnection *connection);

/* ---- what is asked (ics_asked.c) ---- */

void ics_asked(IcsConnection *connection, const IcsAsk *ask);
