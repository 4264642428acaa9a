/* ics_hooks.h - what an IcsClient asks of whoever has it. Plain values. */
#pragma once

#include "command.h"
#include "person.h"
#include "telnet.h"

#include <stdbool.h>

enum {
    ICS_LINE_MAX = 2 * TELNET_LINE_MAX, /* bytes of a line as UTF-8 */
    ICS_OBSERVED_MAX = 30,              /* games that somebody observes at a time */
    ICS_OFFERS_MAX = 64,                /* offers that wait for an answer */
    ICS_ASK_TEXT_MAX = 512,             /* bytes that somebody tells somebody else */
};

/* What is asked besides castled.v1, of whoever has the client. */
typedef enum {
    ICS_ASK_WHO,       /* 'text': the people who are here, as lines */
    ICS_ASK_FINGER,    /* 'name'; 'text' */
    ICS_ASK_HISTORY,   /* 'name'; 'text' */
    ICS_ASK_MOVES,     /* 'game'; 'text': its moves */
    ICS_ASK_OLD_MOVES, /* 'name' and 'index', from 1, in their history; 'text' */
    ICS_ASK_TELL,      /* 'name' and 'words'; 'person' */
    ICS_ASK_SHOUT,     /* 'words'; 'count': who hears it */
    ICS_ASK_PLAYING,   /* 'name'; 'game': which they play */
    ICS_ASK_PERSON,    /* 'name'; 'person' */
    ICS_ASK_CENSORED,  /* 'text': the names of those whom they have muted, with blanks between */
} IcsAskKind;

typedef struct {
    IcsAskKind kind;
    char name[PERSON_NAME_MAX + 1]; /* as the server knows them; "": whoever asks */
    const char *words;              /* lent for the call */
    GameId game;
    int number; /* of that game on this port; 0: none */
    int index;
    bool thousandths; /* of seconds, in lists of moves */
    bool startpos;    /* lists of moves begin with the position, unless it is the usual one */
    bool for_program; /* a list of people in the form that programs read ("who I") */
} IcsAsk;

typedef struct {
    const char *refusal; /* NULL: it was done */
    const char *text;    /* lines ended by LF; lent for the call */
    Person person;
    GameId game;
    int count;
} IcsAnswer;

typedef struct {
    void *context;
    /* A request of castled.v1. */
    void (*send)(void *context, const char *text, size_t length);
    /* Answered by one call of ics_client_answered, from within the call or later. */
    void (*ask)(void *context, const IcsAsk *ask);
    /* They want to go. */
    void (*quit)(void *context);
} IcsHooks;

typedef struct IcsClient IcsClient;
