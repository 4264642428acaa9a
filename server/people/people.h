/* people.h - who has an account, what lets him in, whom he follows and blocks, who may not speak or come in.
 *
 * All in memory, some 400 bytes an account, so that nobody at the door waits for the disk; what changes is put
 * into the store, and the answer is the number of the batch that it is durable with. An account is never freed
 * while People lives: one that is closed keeps its name taken. 'now' is the wall clock in ms. */
#pragma once

#include "catalog.h"
#include "pass.h"
#include "passwords.h"
#include "person.h"
#include "scope.h"
#include "username.h"

enum {
    SESSIONS_MAX = 50, /* of an account; the one that was not used for longest goes */
    TOKENS_MAX = 50,
    RELATIONS_MAX = 500, /* whom an account follows; whom it blocks; whom it doesn't want to hear */
};

/* The numbers are in databases. */
typedef enum { RELATION_FOLLOWS, RELATION_BLOCKS, RELATION_MUTES, RELATION_COUNT } Relation;

typedef struct {
    Account **at;
    size_t count, size;
} Circle;

struct Account {
    char id[PERSON_ID_MAX + 1];     /* never changes; a guest who signs up keeps his */
    char name[PERSON_NAME_MAX + 1]; /* ANONYMOUS when it is closed */
    char skeleton[SKELETON_MAX + 1];
    char password[STORE_PASSWORD_MAX + 1];
    int64_t made, seen, closed; /* closed 0: it is open */
    bool bot;
    Pass *passes;
    Circle circles[RELATION_COUNT];
};

extern const char ANONYMOUS[];

/* Each with its code for programs and a sentence for people. */
#define PEOPLE_ERRORS(X)                                                                           \
    X(OK, "ok", "done")                                                                            \
    X(BAD_NAME, "name_bad", "This username cannot be used.")                                       \
    X(TAKEN, "name_taken", "This username is taken, or too similar to one that is.")               \
    X(CLOSED, "registration_closed", "Registration is closed on this server.")                     \
    X(HAS_ACCOUNT, "has_account", "You already have an account.")                                  \
    X(SELF, "is_self", "You cannot do that to yourself.")                                          \
    X(FULL, "list_full", "The list is full.")

typedef enum {
#define X(name, code, text) PEOPLE_##name,
    PEOPLE_ERRORS(X)
#undef X
} PeopleError;

const char *people_error_text(PeopleError error);
const char *people_error_code(PeopleError error);

typedef struct People People;

People *people_new(Store *store);
void people_free(People *people);
/* What there was before. Before the store's first flush; on false 'line' (STORE_LINE_MAX bytes) says why. */
bool people_load(People *people, char *line);

/* ---- accounts ---- */

/* NULL when there is none; one that is closed is found by its id only. */
Account *people_by_id(const People *people, const char *id);
Account *people_by_name(const People *people, const char *name);
/* Any order; begin with *at = 0. */
Account *people_next(const People *people, size_t *at);
size_t people_count(const People *people);
Person account_person(const Account *account);
/* As it stands in the Lichess API: small letters. */
const char *account_key(const Account *account, char key[PERSON_NAME_MAX + 1]);

/* Whether the name may be taken, by 'account' if it isn't NULL. */
PeopleError people_check_name(const People *people, const char *name, const Account *account);
/* An id for one who was no guest before, of the same form. */
void people_draw_id(char id[PERSON_ID_MAX + 1]);
/* 'id' is a guest's, whose player becomes the account. The name has been checked. */
uint64_t people_sign_up(People *people, const char *id, const char *name, const char *password,
                        int64_t now, Account **account);
uint64_t people_rename(People *people, Account *account, const char *name);
/* Which passes go on when others end. */
typedef bool (*PassKept)(const void *context, const Pass *pass);
typedef struct {
    size_t sessions, tokens;
} PassCount;
/* Whoever knew the old one is out: all sessions and tokens end but those kept (NULL: none is); *ended of each. */
uint64_t people_set_password(People *people, Account *account, const char *password, PassKept kept,
                             const void *context, PassCount *ended);
uint64_t people_set_bot(People *people, Account *account);
/* Nobody gets in any more, and nobody sees whose games they were. */
uint64_t people_close(People *people, Account *account, int64_t now);
/* He is here: noted on disk once an hour. */
void people_seen(People *people, Account *account, int64_t now);

/* ---- passes ---- */

/* Told of each pass that ends, by whatever way, before it is freed: connections that came in by it end, too. */
typedef void (*PassEnded)(void *context, const Pass *pass);
void people_on_pass_ended(People *people, PassEnded ended, void *context);

/* Whom the text lets in; NULL when it is no pass of ours or has expired. */
Pass *people_admit(People *people, const char *text, size_t length, int64_t now);
/* NULL when an account has TOKENS_MAX. 'label' is cut. */
Pass *people_add_pass(People *people, Account *account, PassKind kind, uint32_t scopes,
                      const char *label, int64_t now, char text[PASS_TEXT_LENGTH + 1],
                      uint64_t *number);
/* By its key; NULL when it has ended. */
Pass *people_pass(const People *people, const char *key);
/* The account's pass of that kind whose key begins with the id. */
Pass *account_pass(const Account *account, PassKind kind, const char *id);
uint64_t people_drop_pass(People *people, Pass *pass);
/* All of the kind but 'kept'; 0 when there were none. */
uint64_t people_drop_passes(People *people, Account *account, PassKind kind, const Pass *kept);

/* ---- relations (relations.c) ---- */

PeopleError people_relate(People *people, Account *account, Relation relation, Account *other,
                          int64_t now, uint64_t *number);
uint64_t people_unrelate(People *people, Account *account, Relation relation, Account *other);
bool account_is_related(const Account *account, Relation relation, const Account *other);
/* Whether the two, by their ids, may be paired: neither blocks the other. */
bool people_may_meet(const People *people, const char *one, const char *other);

/* ---- what operators decide ---- */

/* Until 'until', wall clock; 0 ends it. */
uint64_t people_mute(People *people, const char *id, int64_t until);
uint64_t people_ban(People *people, const char *id, int64_t until);
bool people_is_muted(const People *people, const char *id, int64_t now);
bool people_is_banned(const People *people, const char *id, int64_t now);

/* An address, as the key that limits count by: "192.0.2.1", "2001:db8:1:2::/64". */
typedef StoreAddressBan AddressBan;
uint64_t people_ban_address(People *people, const char *address, int64_t until);
/* 0 when it was not banned. */
uint64_t people_unban_address(People *people, const char *address);
bool people_address_is_banned(const People *people, const char *address, int64_t now);
/* Any order; begin with *at = 0, ends with NULL. Some may have ended; of persons some may not be banned at all. */
const AddressBan *people_next_address_ban(const People *people, size_t *at);
const char *people_next_ban(const People *people, size_t *at, int64_t *until);

bool people_registration(const People *people); /* open */
bool people_quiet(const People *people);
uint64_t people_set_registration(People *people, bool open);
uint64_t people_set_quiet(People *people, bool quiet);
