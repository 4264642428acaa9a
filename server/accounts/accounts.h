/* accounts.h - who has an account, what lets him in, whom he follows and blocks, who may not speak or come in.
 *
 * All in memory, some 400 bytes an account, so that nobody at the door waits for the disk; what changes is put
 * into the store, and the answer is the number of the batch that it is durable with. An account is never freed
 * while People lives: one that is closed keeps its name taken. 'now' is the wall clock in ms. */
#pragma once

#include "credential.h"
#include "hash_table.h"
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
    Credential *credentials;
    Circle circles[RELATION_COUNT];
};

extern const char ANONYMOUS[];

/* Each with its code for programs and a sentence for people. */
#define ACCOUNTS_ERRORS(X)                                                                         \
    X(OK, "ok", "done")                                                                            \
    X(BAD_NAME, "name_bad", "This username cannot be used.")                                       \
    X(TAKEN, "name_taken", "This username is taken, or too similar to one that is.")               \
    X(CLOSED, "registration_closed", "Registration is closed on this server.")                     \
    X(HAS_ACCOUNT, "has_account", "You already have an account.")                                  \
    X(SELF, "is_self", "You cannot do that to yourself.")                                          \
    X(FULL, "list_full", "The list is full.")

typedef enum {
#define X(name, code, text) ACCOUNTS_##name,
    ACCOUNTS_ERRORS(X)
#undef X
} AccountsError;

const char *accounts_error_text(AccountsError error);
const char *accounts_error_code(AccountsError error);

typedef struct Accounts Accounts;

Accounts *accounts_new(Store *store);
void accounts_free(Accounts *accounts);
/* What there was before. Before the store's first flush; on false 'line' (STORE_LINE_MAX bytes) says why. */
bool accounts_load(Accounts *accounts, char *line);

/* ---- accounts ---- */

/* NULL when there is none; one that is closed is found by its id only. */
Account *accounts_by_id(const Accounts *accounts, const char *id);
Account *accounts_by_name(const Accounts *accounts, const char *name);
/* Any order; begin with *at = 0. */
Account *accounts_next(const Accounts *accounts, size_t *at);
size_t accounts_count(const Accounts *accounts);
Person account_person(const Account *account);
/* As it stands in the Lichess API: small letters. */
const char *account_key(const Account *account, char key[PERSON_NAME_MAX + 1]);

/* Whether the name may be taken, by 'account' if it isn't NULL. */
AccountsError accounts_check_name(const Accounts *accounts, const char *name,
                                  const Account *account);
/* An id for one who was no guest before, of the same form. */
void accounts_draw_id(char id[PERSON_ID_MAX + 1]);
/* 'id' is a guest's, whose player becomes the account. The name has been checked. */
uint64_t accounts_sign_up(Accounts *accounts, const char *id, const char *name,
                          const char *password, int64_t now, Account **account);
uint64_t accounts_rename(Accounts *accounts, Account *account, const char *name);
/* Which credentials go on when others end. */
typedef bool (*CredentialKept)(const void *context, const Credential *credential);
typedef struct {
    size_t sessions, tokens;
} CredentialCount;
/* Whoever knew the old one is out: all sessions and tokens end but those kept (NULL: none is); *ended of each. */
uint64_t accounts_set_password(Accounts *accounts, Account *account, const char *password,
                               CredentialKept kept, const void *context, CredentialCount *ended);
uint64_t accounts_set_bot(Accounts *accounts, Account *account);
/* Nobody gets in any more, and nobody sees whose games they were. */
uint64_t accounts_close(Accounts *accounts, Account *account, int64_t now);
/* He is here: noted on disk once an hour. */
void accounts_seen(Accounts *accounts, Account *account, int64_t now);

/* ---- credentials ---- */

/* Told of each credential that ends, by whatever way, before it is freed: connections that came in by it end, too. */
typedef void (*CredentialEnded)(void *context, const Credential *credential);
void accounts_on_credential_ended(Accounts *accounts, CredentialEnded ended, void *context);

/* Whom the text lets in; NULL when it is no credential of ours or has expired. */
Credential *accounts_admit(Accounts *accounts, const char *text, size_t length, int64_t now);
/* NULL when an account has TOKENS_MAX. 'label' is cut. */
Credential *accounts_add_credential(Accounts *accounts, Account *account, CredentialKind kind,
                                    uint32_t scopes, const char *label, int64_t now,
                                    char text[CREDENTIAL_TEXT_LENGTH + 1], uint64_t *number);
/* By its key; NULL when it has ended. */
Credential *accounts_credential(const Accounts *accounts, const char *key);
/* The account's pass of that kind whose key begins with the id. */
Credential *account_credential(const Account *account, CredentialKind kind, const char *id);
uint64_t accounts_drop_credential(Accounts *accounts, Credential *credential);
/* All of the kind but 'kept'; 0 when there were none. */
uint64_t accounts_drop_credentiales(Accounts *accounts, Account *account, CredentialKind kind,
                                    const Credential *kept);

/* ---- relations (relations.c) ---- */

AccountsError accounts_relate(Accounts *accounts, Account *account, Relation relation,
                              Account *other, int64_t now, uint64_t *number);
uint64_t accounts_unrelate(Accounts *accounts, Account *account, Relation relation, Account *other);
bool account_is_related(const Account *account, Relation relation, const Account *other);
/* Whether the two, by their ids, may be paired: neither blocks the other. */
bool accounts_may_meet(const Accounts *accounts, const char *one, const char *other);

/* ---- what operators decide ---- */

/* Until 'until', wall clock; 0 ends it. */
uint64_t accounts_mute(Accounts *accounts, const char *id, int64_t until);
uint64_t accounts_ban(Accounts *accounts, const char *id, int64_t until);
bool accounts_is_muted(const Accounts *accounts, const char *id, int64_t now);
bool accounts_is_banned(const Accounts *accounts, const char *id, int64_t now);

/* An address, as the key that limits count by: "192.0.2.1", "2001:db8:1:2::/64". */
typedef StoreAddressBan AddressBan;
uint64_t accounts_ban_address(Accounts *accounts, const char *address, int64_t until);
/* 0 when it was not banned. */
uint64_t accounts_unban_address(Accounts *accounts, const char *address);
bool accounts_address_is_banned(const Accounts *accounts, const char *address, int64_t now);
/* Any order; begin with *at = 0, ends with NULL. Some may have ended; of persons some may not be banned at all. */
const AddressBan *accounts_next_address_ban(const Accounts *accounts, size_t *at);
const char *accounts_next_ban(const Accounts *accounts, size_t *at, int64_t *until);

bool accounts_registration(const Accounts *accounts); /* open */
bool accounts_quiet(const Accounts *accounts);
uint64_t accounts_set_registration(Accounts *accounts, bool open);
uint64_t accounts_set_quiet(Accounts *accounts, bool quiet);
