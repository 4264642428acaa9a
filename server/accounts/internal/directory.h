/* directory.h - all accounts, in memory, about 400 bytes each, so that nothing waits for the disk.
 *
 * Changes are put into the store, and the functions return the number of the batch with which they become durable.
 * An account is never freed while its Directory lives: a closed one keeps its name taken. 'now' is the wall clock
 * in ms. Only the files of server/accounts see this; all others use accounts.h. */
#pragma once

#include "account.h"
#include "hash_table.h"
#include "second_factor.h"
#include "store.h"

typedef struct Account Account;
typedef struct Credential Credential; /* credential_list.h */
typedef struct Subject Subject;       /* subject_list.h */

typedef struct {
    Account **at;
    size_t count, size;
} AccountList;

/* Whom an account follows, blocks or has muted, and where each has it among its 'known_by'. */
typedef struct {
    Account *other;
    size_t place;
} Related;

typedef struct {
    Related *at;
    size_t count, size;
} Circle;

typedef struct {
    Account *account;
    Relation relation;
} Knower;

typedef struct {
    Knower *at;
    size_t count, size;
} Knowers;

struct Account {
    char id[PERSON_ID_MAX + 1];
    char name[PERSON_NAME_MAX + 1]; /* ANONYMOUS when it is closed */
    char skeleton[SKELETON_MAX + 1];
    char password[STORE_PASSWORD_MAX + 1];
    int64_t made, seen, closed;         /* closed 0: it is open */
    char second[STORE_SECOND_MAX + 1];  /* second_factor.h; empty: none */
    char offered[STORE_SECOND_MAX + 1]; /* one that is not confirmed yet; only in memory */
    bool bot, is_operator;
    int8_t balance;                 /* of colours */
    Credential *credentials;        /* newest first */
    Subject *subjects;              /* whom providers call so */
    Circle circles[RELATION_COUNT]; /* relation_list.h */
    Knowers known_by;               /* who has this one in a circle, once for each */
    bool is_parting;                /* closed, with relations that have not ended yet */
};

typedef struct {
    Store *store;
    HashTable by_id, by_skeleton; /* of accounts; closed ones, too */
    AccountList bots;             /* those seen last, at most BOTS_LISTED, the latest first */
    AccountList parting;          /* relation_list.h */
    uint64_t parted;              /* the batch with the latest relations of theirs that ended */
} Directory;

enum { SEEN_EVERY = 60 * 60 * 1000 }; /* ms: how old the time on disk may become */

void directory_init(Directory *directory, Store *store, const SipKey *sip);
/* Call it when no account has credentials or relations any more. */
void directory_clear(Directory *directory);
void directory_load(Directory *directory, const StoreAccount *row);

/* NULL when there is none; a closed one is only found by its id. */
Account *directory_by_id(const Directory *directory, const char *id);
Account *directory_by_name(const Directory *directory, const char *name);
Account *directory_find(const Directory *directory, const AccountRef *ref);
/* In any order; start with *at = 0. */
Account *directory_next(const Directory *directory, size_t *at);
/* Without ratings. */
AccountInfo directory_info(const Account *account);

/* Whether the name is available, to 'account' if that isn't NULL. */
AccountsError directory_check_name(const Directory *directory, const char *name,
                                   const Account *account);
/* 'id' is a guest's, whose player becomes the account. The name has been checked. */
uint64_t directory_add(Directory *directory, const char *id, const char *name, const char *password,
                       int64_t now, Account **made);
/* The name has been checked. */
uint64_t directory_rename(Directory *directory, Account *account, const char *name);
uint64_t directory_set_password(Directory *directory, Account *account, const char *password);
uint64_t directory_set_bot(Directory *directory, Account *account);
/* Ends it when there is none any more. */
uint64_t directory_set_second(Directory *directory, Account *account, const SecondFactor *factor);
uint64_t directory_set_operator(Directory *directory, Account *account, bool on);
/* Closes it: nobody can sign in any more, it is no operator's, and nobody sees whose games they were. */
uint64_t directory_close(Directory *directory, Account *account, int64_t now);
/* The account's owner is here, which is noted on disk once an hour. */
void directory_seen(Directory *directory, Account *account, int64_t now);
