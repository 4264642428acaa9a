/* teams.h - teams: a name, a captain, and a list of players who belong to it.
 *
 * Who may do what is one table (team_acts.c). A team always has a captain, who belongs to it. Everything is in memory, loaded at
 * the start, and written through to the store; it is asked and changed on the loop's thread only. Players are ids of accounts;
 * their names are the accounts'. What is lent is lent until the next change. */
#pragma once

#include "bounds.h"
#include "hash_table.h"
#include "journal.h"
#include "params.h"
#include "person.h"
#include "server_time.h"

enum {
    TEAM_ID_LENGTH = 8,
    TEAM_NAME_LEAST = 3, /* characters, like the next ones */
    TEAM_NAME_MAX = 60,
    TEAM_DESCRIPTION_MAX = 2000,
    TEAM_CODE_MAX = 40,
    TEAM_WORDS_MAX = 200,
    TEAMS_MAX = 5000,           /* on this server */
    TEAMS_CAPTAIN_MAX = 20,     /* of which one person is the captain */
    TEAMS_OF_MAX = 50,          /* to which one person belongs, or asks to */
    TEAM_MEMBERS_MAX = 2000,    /* of one team, as many as a tournament has players */
    TEAM_REQUESTS_MAX = 200,    /* that wait in one team */
    TEAMS_MEMBERS_MAX = 200000, /* memberships and requests of all teams */
    TEAMS_WHY_MAX = 120,
    TEAM_ADDRESS_MAX = 45, /* bytes */
};

/* ms after which a team to which only its captain belongs makes room for others, where there are as many as there can be */
#define TEAM_KEPT (INT64_C(30) * 24 * 60 * 60 * 1000)

/* ms for which somebody whose request was declined asks in vain */
#define TEAM_DECLINED (INT64_C(24) * 60 * 60 * 1000)

/* How one joins. The numbers are in databases. */
typedef enum { TEAM_OPEN, TEAM_BY_REQUEST, TEAM_BY_CODE, TEAM_ENTRIES } TeamEntry;

typedef struct {
    char text[TEAM_ID_LENGTH + 1];
} TeamId;

/* Somebody who belongs to a team, or has asked to. */
typedef struct {
    char player[PERSON_ID_MAX + 1];
    bool asks;
    int64_t since;                      /* wall clock, ms */
    char address[TEAM_ADDRESS_MAX + 1]; /* from which they joined or asked; "": not known */
    char words[4 * TEAM_WORDS_MAX + 1]; /* with the request */
} TeamMember;

/* Somebody whose request was declined. */
typedef struct {
    char player[PERSON_ID_MAX + 1];
    int64_t at; /* wall clock, ms */
} TeamDecline;

/* What its captain decides. */
typedef struct {
    char name[4 * TEAM_NAME_MAX + 1];
    char description[4 * TEAM_DESCRIPTION_MAX + 1];
    TeamEntry entry;
    char code[4 * TEAM_CODE_MAX + 1];
} TeamAbout;

/* A name, or a part of one, in which capitals of ASCII are small letters. */
typedef struct {
    char text[4 * TEAM_NAME_MAX + 1];
} TeamNameKey;

typedef struct {
    TeamId id;
    TeamAbout about;
    TeamNameKey key;
    char captain[PERSON_ID_MAX + 1];
    /* At which it was founded; "": not known, as after a restart. */
    char address[TEAM_ADDRESS_MAX + 1];
    int64_t made;
    TeamMember **members; /* who have belonged or asked longest first */
    size_t count, size;
    HashTable by_player; /* the same, found by their ids */
    size_t belong;       /* of these; the others ask */
    /* The newest TEAM_REQUESTS_MAX since the start: the oldest is written over. */
    TeamDecline *declines;
    size_t declines_count, declines_size; /* how many there have been */
    uint64_t number;                      /* the newest batch of the store with something of it */
} Team;

typedef struct Teams Teams;

/* All borrowed. */
typedef struct {
    Store *store;
    Journal *journal;
    ServerTime *time;
    Bounds *bounds;
    const SipKey *sip; /* lent for teams_new */
} TeamsOptions;

Teams *teams_new(const TeamsOptions *options);
void teams_free(Teams *teams);
/* Call it before the store's first flush. On false 'line' (STORE_LINE_MAX bytes) says why. */
bool teams_load(Teams *teams, char *line);
/* Nothing is put into the store any more. */
void teams_stop(Teams *teams);

/* ---- asked ---- */

const Team *teams_find(const Teams *teams, const char *id); /* NULL: none */
/* Calls 'visit' with each, in no order. */
void teams_each(const Teams *teams, void (*visit)(void *context, const Team *team), void *context);
/* Likewise with each to which that player belongs or asks to, and no look at others. */
void teams_each_of(const Teams *teams, const char *player,
                   void (*visit)(void *context, const Team *team), void *context);
/* False: it is longer than any name. */
bool team_name_key(const char *text, TeamNameKey *key);
/* Whether that is a part of the team's name. */
bool team_is_called(const Team *team, const TeamNameKey *part);
const TeamMember *team_member(const Team *team,
                              const char *player); /* NULL: neither belongs nor asks */
bool team_has(const Team *team, const char *player);
/* Whether that player belongs to the team with that id. */
bool teams_have(const Teams *teams, const char *id, const char *player);
const char *team_entry_word(TeamEntry entry);

/* ---- what may be done ---- */

#define TEAM_ACTS(X)                                                                               \
    X(JOIN, join)         /* by oneself: joins, or asks to */                                      \
    X(LEAVE, leave)       /* by oneself: leaves, or takes the request back */                      \
    X(ACCEPT, accept)     /* a request */                                                          \
    X(DECLINE, decline)   /* a request */                                                          \
    X(REMOVE, remove)     /* somebody who belongs to it */                                         \
    X(CAPTAIN, captain)   /* another member becomes the captain */                                 \
    X(SETTINGS, settings) /* name, description, how one joins */                                   \
    X(DELETE, delete)

typedef enum {
#define X(name, word) TEAM_##name,
    TEAM_ACTS(X)
#undef X
        TEAM_ACTS_COUNT
} TeamActKind;

typedef enum { TEAM_STRANGER, TEAM_ASKS, TEAM_MEMBER, TEAM_CAPTAIN_ROLE, TEAM_OPERATOR } TeamRole;

/* What somebody is to a team; the captain is the captain even if they are an operator. */
TeamRole team_role(const Team *team, const char *player, bool is_operator);
/* The one table of rights. */
bool team_role_may(TeamRole role, TeamActKind kind);
/* The same for somebody in particular. */
bool team_may(const Team *team, const char *player, bool is_operator, TeamActKind kind);
const char *team_act_word(TeamActKind kind);
bool team_act_parse_word(const char *word, TeamActKind *kind);

typedef struct {
    TeamActKind kind;
    char by[PERSON_ID_MAX + 1];
    bool is_operator;
    char player[PERSON_ID_MAX + 1]; /* ACCEPT to CAPTAIN */
    const char *code, *words;       /* JOIN; NULL: none */
    const char *address;            /* JOIN: where they are; "": not known */
    const TeamAbout *about;         /* SETTINGS */
} TeamAct;

typedef struct {
    int status; /* of HTTP */
    const char *code;
    char why[TEAMS_WHY_MAX];
} TeamAnswer;

/* Reads name, description, entry and code where they are among the fields; what is not there stays. False: 'answer' says why. */
bool team_read_about(const Params *fields, TeamAbout *about, TeamAnswer *answer);
/* Makes a team; its maker, who is at that address ("": not known), is its captain and first member. NULL: 'answer' says why. */
const Team *teams_make(Teams *teams, const TeamAbout *about, const char *captain,
                       const char *address, TeamAnswer *answer);
/* Does it, if it may be done. '*number' is the batch of the store that the answer depends on. */
bool teams_act(Teams *teams, const char *id, const TeamAct *act, uint64_t *number,
               TeamAnswer *answer);
/* An account has been closed: it leaves all teams. Where it was the captain, whoever has belonged to the team longest is the
 * next one; a team in which nobody is left is deleted. */
void teams_forget_player(Teams *teams, const char *player);
