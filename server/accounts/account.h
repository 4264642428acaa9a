/* account.h - what other parts know of an account, and what the accounts answer: plain values, copied
 * freely. */
#pragma once

#include "credential.h"
#include "farming.h"
#include "passwords.h"
#include "person.h"
#include "rating.h"
#include "second_factor.h"
#include "username.h"

enum {
    SESSIONS_MAX = 50, /* of an account; the one that has been unused for longest ends */
    TOKENS_MAX = 50,
    APP_TOKENS_MAX = 50, /* those that apps were given; likewise */
    ALL_TOKENS_MAX = TOKENS_MAX + APP_TOKENS_MAX,
    BOTS_LISTED =
        512, /* of very many; the others are listed again when they have been seen again */
    RELATIONS_MAX = 500, /* whom an account follows; whom it blocks; whom it has muted */
    LEADERS_MAX = 200,   /* places on a leaderboard, as in the Lichess API */
};

/* The numbers are in databases. */
typedef enum { RELATION_FOLLOWS, RELATION_BLOCKS, RELATION_MUTES, RELATION_COUNT } Relation;

/* The name of a closed account. */
extern const char ANONYMOUS[];

/* Each with its code for programs and a sentence for people. */
#define ACCOUNTS_ERRORS(X)                                                                         \
    X(OK, "ok", "done")                                                                            \
    X(BAD_NAME, "name_bad", "This username cannot be used.")                                       \
    X(TAKEN, "name_taken", "This username is taken, or too similar to one that is.")               \
    X(CLOSED, "registration_closed", "Registration is closed on this server.")                     \
    X(HAS_ACCOUNT, "has_account", "You already have an account.")                                  \
    X(SELF, "is_self", "You cannot do that to yourself.")                                          \
    X(FULL, "list_full", "The list is full.")                                                      \
    X(NOT_FOUND, "not_found", "Account not found.")                                                \
    X(NEW_PASSWORD, "wrong_password", "The password has been changed meanwhile.")                  \
    X(SIGNED_OUT, "signed_out", "You have been signed out.")                                       \
    X(BANNED, "banned", "You have been banned from this server.")                                  \
    X(BLOCKED, "blocked", "One of you has blocked the other.")                                     \
    X(NEEDS_CODE, "needs_code", "Enter the code that your authenticator app shows.")               \
    X(WRONG_CODE, "wrong_code", "That code is wrong, or has been used already.")                   \
    X(HAS_SECOND, "has_second_factor", "The account has a second factor already.")                 \
    X(NO_SECOND, "no_second_factor", "The account has no second factor.")                          \
    X(SUBJECT_TAKEN, "provider_taken", "That sign-in belongs to another account.")                 \
    X(HAS_SUBJECT, "has_provider", "The account has a sign-in of that service already.")           \
    X(NO_PASSWORD, "no_password", "Set a password first: there would be no way in any more.")      \
    X(BUSY, "busy", "The server is busy: try again in a second.")                                  \
    X(STOPPED, "stopped", "The server is stopping.")

typedef enum {
#define X(name, code, text) ACCOUNTS_##name,
    ACCOUNTS_ERRORS(X)
#undef X
} AccountsError;

const char *accounts_error_text(AccountsError error);
const char *accounts_error_code(AccountsError error);

/* With an empty id there is no such account. */
typedef struct {
    char id[PERSON_ID_MAX + 1]; /* never changes; guests who sign up keep theirs */
    char name[PERSON_NAME_MAX + 1];
    int64_t made, seen; /* wall clock, ms */
    bool bot, closed;
    bool marked;                   /* as a cheat's */
    bool has_second;               /* it asks for a code beside the password */
    bool has_password;             /* else they sign in at an OpenID provider */
    bool has_subject;              /* they can sign in there */
    bool is_operator;              /* may do on the page what "castled admin" does */
    bool followed, blocked, muted; /* by the account that asks, if one does */
    bool blocks;                   /* that account */
    int8_t balance;                /* of colours, as in Person */
    PublicRating ratings[CATEGORY_COUNT];
} AccountInfo;

bool account_is_found(const AccountInfo *account);
Person account_person(const AccountInfo *account);
/* The id in the Lichess API: the name in lower case. */
const char *account_handle(const AccountInfo *account, char handle[PERSON_NAME_MAX + 1]);

/* Which account is meant. */
typedef struct {
    bool by_id;
    char text[PERSON_NAME_MAX + 1];
} AccountRef;

/* A name that is too long, or NULL, is nobody's. A closed account is found only by its id. */
AccountRef account_ref_name(const char *name);
AccountRef account_ref_id(const char *id);

/* Whom a provider has named: its URL and what it calls them (OpenID Connect Core 1.0, 5.7). */
typedef struct {
    char issuer[STORE_ISSUER_MAX + 1], subject[STORE_SUBJECT_MAX + 1];
} SubjectRef;
/* Texts that are too long are nobody's. */
SubjectRef subject_ref(const char *issuer, const char *subject);

/* The ban of a person or of an address (the key for limits: "192.0.2.1", "2001:db8:1:2::/64"). */
typedef struct {
    bool is_address;
    char who[STORE_ADDRESS_MAX + 1]; /* an id or an address */
    char name[PERSON_NAME_MAX + 1];  /* of an account; "" for others */
    int64_t until;                   /* wall clock, ms; INT64_MAX: for ever */
} AccountBan;

/* A rated game that is over; its players' ids are by Color. */
typedef struct {
    GameId game;
    char player[2][PERSON_ID_MAX + 1];
    Category category;
    Status status;
    Winner winner;
    uint32_t plies;
    Move moves[FARMING_OPENING]; /* the first ones */
    int64_t lasted;              /* ms, from the game's making to its end */
    bool related;                /* both players come from one address */
} GameResult;

typedef struct Accounts Accounts;

/* The answer to every request (accounts.h): each request says what it fills in; the rest is zero. Lent for the
 * call, with everything that it points to. */
typedef struct {
    AccountsError error;
    uint64_t
        number; /* the batch of the store with which the change is durable; 0: nothing was changed */
    AccountInfo account;
    const AccountInfo *list;
    size_t count; /* of 'list' */
    CredentialInfo credential;
    const CredentialInfo *credentials;
    size_t credentials_count;
    char text[CREDENTIAL_TEXT_LENGTH + 1]; /* of the new credential; it is stored nowhere */
    char skeleton[SKELETON_MAX + 1];       /* of the account's name */
    char password[STORE_PASSWORD_MAX + 1]; /* its hash */
    char secret[TOTP_SECRET_TEXT + 1];
    char recovery[SECOND_RECOVERY_CODES][SECOND_RECOVERY_LENGTH + 1];
    size_t sessions_ended, tokens_ended;
    bool banned;
    bool guest_banned[2], guest_has_account[2];
    int64_t muted_until, banned_until;
    bool marked;
    char warning[STORE_WARNING_MAX + 1];
    const AccountBan *bans;
    size_t bans_count;
    bool registration, quiet; /* open; only preset chat messages are allowed */
    size_t accounts_count;    /* open ones */
    RatedResult rated;
    size_t leaders[CATEGORY_COUNT]; /* how many of 'list' are of each category */
} AccountsAnswer;

typedef void (*AccountsDone)(void *context, const AccountsAnswer *answer);

_Static_assert((int)STORE_ADDRESS_MAX >= (int)PERSON_ID_MAX, "an id fits where an address does");
