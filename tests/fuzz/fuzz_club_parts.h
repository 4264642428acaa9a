/* fuzz_club_parts.h - what the parts of fuzz_club.h share: who is there, what they have asked, what has been told. */
#pragma once

#include "fuzz_server.h"
#include "route.h"

#include <stdio.h>

enum {
    CLUB_NAME_SIZE = 96,
    CLUB_LETTERS = 26,
    CLUB_CALLERS = 14,
    CLUB_EXCHANGES_MAX = 64,
    CLUB_ROUTES_MAX = 256,
};

typedef struct Club Club;

/* ---- who is there (fuzz_club.c) ---- */

enum { ANNA, BORIS, CLARA, OLGA, ROBOT, CLUB_ACCOUNTS, NO_ACCOUNT = CLUB_ACCOUNTS };

typedef enum { BY_COOKIE, BY_TOKEN } Bearing;

/* In the order of Club.callers. */
extern const struct CallerKind {
    char letter;
    int account;
    Bearing by;
    uint32_t scopes; /* of a token */
} CALLERS[CLUB_CALLERS];

typedef struct {
    char credential[AUTH_TICKET_MAX + 1]; /* "": none */
    char ticket[AUTH_TICKET_MAX + 1];     /* of somebody who signs in elsewhere */
    char id[PERSON_ID_MAX + 1];
} Bearer;

typedef struct {
    Club *club;
    char letter;
    Bearing by;
    Bearer first, now; /* at the beginning of each input; and as the answers have changed it */
    SessionId session;
    bool is_open, is_closed; /* the server has closed it */
} Caller;

typedef struct {
    ExchangeId id; /* 0: free */
    const Caller *caller;
    const Route *route; /* NULL: none */
    bool is_stream, is_slow;
    StreamHooks hooks;
} Exchange;

struct Club {
    FuzzServer *server;
    Caller callers[CLUB_CALLERS];
    Exchange exchanges[CLUB_EXCHANGES_MAX];
    ExchangeId last;
    char things[CLUB_LETTERS][CLUB_NAME_SIZE], told[CLUB_LETTERS][CLUB_NAME_SIZE];
    char first_things[CLUB_LETTERS][CLUB_NAME_SIZE];
    bool is_made, knows_secrets, shows;
    int written; /* what has come by streams since the last look */
    FILE *inputs;
    bool was_answered_well[CLUB_ROUTES_MAX]; /* by route: those of Lichess first */
};

/* NULL: nobody has that letter. */
Caller *club_find_caller(Club *club, uint8_t letter);

/* ---- what is told, and what must hold of it (fuzz_answers.c) ---- */

/* Prints it, where that is wanted. */
void club_show(const Club *club, const char *what, int status, const char *text, size_t length);
/* Notes ids and the like. */
void club_note(Club *club, char letter, const char *text, size_t length);
void club_hear(Club *club, const char *text, size_t length);
void club_hear_letter(void *context, const char *text, size_t length);
/* It is JSON (RFC 8259) in UTF-8. */
void club_check_json(const char *text, size_t length);
/* What lets the members in, their passwords and Anna's e-mail address are told to nobody, unless the input shows that it knows them. */
void club_check_secrets(const Club *club, const Caller *caller, const char *text, size_t length);

/* The server answers here from now on. */
void club_take_answers(Club *club);
/* The one with that number; with 0 a free one. NULL: none. */
Exchange *club_find_exchange(Club *club, ExchangeId id);
/* Its place in Club.was_answered_well: those of Lichess come first. */
size_t club_route_number(const Route *route);
/* All that was written to them has left. */
void club_read_streams(Club *club, bool slow_too);
void club_break_streams(Club *club, const Caller *caller);

/* ---- what they do (fuzz_steps.c) ---- */

/* Waits until each request is answered, and streams that have an end have come to it: if not, the input takes too long. */
void club_await(Club *club);
/* Names and credentials are as at the beginning. */
void club_begin_again(Club *club);
/* All streams and WebSockets end. */
void club_end_input(Club *club);
