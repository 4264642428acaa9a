/* rate_limit.h - how often anybody may do anything: token buckets by connection, person or address.
 *
 * Pure: 'now' in ms of a clock that never jumps is an argument, and so is the key of the table's hash.
 * Memory is fixed: full buckets are forgotten, and if there are none, the fullest. */
#pragma once

#include "bounds.h"
#include "siphash.h"

#include <stdbool.h>
#include <stdint.h>

/* Name, tokens that a bucket holds, ms in which an empty one fills. The kinds are those of lichess, and
 * so, roughly, are the figures for a person; an address has more, since a school may be behind one.
 * PROTOCOL.md, section 8, lists them. */
#define LIMIT_KINDS(X)                                                                             \
    X(MESSAGE, 400, 20 * 1000)          /* requests of a connection */                             \
    X(MESSAGE_ADDRESS, 4000, 20 * 1000) /* and of an address */                                    \
    X(REFUSAL, 100, 20 * 1000)    /* refusals of a connection as too fast, before it is closed */  \
    X(CONNECT, 600, 60 * 1000)    /* new connections of an address */                              \
    X(HANDSHAKE, 600, 60 * 1000)  /* TLS handshakes of an address, which cost the server more */   \
    X(GUEST, 300, 10 * 60 * 1000) /* new guests of an address */                                   \
    X(SEEK, 30, 60 * 1000)        /* seeks of a person */                                          \
    X(SEEK_ADDRESS, 300, 60 * 1000)            /* seeks of an address */                           \
    X(CHALLENGE, 25, 60 * 1000)                /* challenges of a person */                        \
    X(CHALLENGE_DAY, 200, 24 * 60 * 60 * 1000) /* and in a day */                                  \
    X(CHALLENGE_ADDRESS, 250, 60 * 1000)       /* challenges of an address */                      \
    X(COMPUTER, 60, 10 * 60 * 1000)            /* games of a person against the computer */        \
    X(COMPUTER_ADDRESS, 600, 10 * 60 * 1000)   /* and of an address */                             \
    X(CHAT, 10, 20 * 1000)                     /* chat messages of a person */                     \
    X(CHAT_ADDRESS, 100, 20 * 1000)            /* and of an address */                             \
    X(OFFER, 20, 60 * 1000)                    /* draw, takeback and rematch offers of a person */ \
    X(WATCH, 100, 60 * 1000)                   /* games that a connection begins to watch */       \
    X(WATCH_ADDRESS, 1000, 60 * 1000)          /* and an address */                                \
    X(HTTP, 300, 60 * 1000)                    /* requests of an address to the API */             \
    X(PLAY, 60000, 60 * 1000)                  /* and by bots and boards, for whom moves count */  \
    X(PREVIEW, 120, 60 * 1000) /* pages with a game's or challenge's own preview, of an address */ \
    X(PICTURE, 60, 60 * 1000)  /* pictures of positions, of an address */                          \
    X(ANIMATION, 10, 60 * 1000)              /* animated pictures of games, of an address */       \
    X(SIGN_UP, 60, 10 * 60 * 1000)           /* new accounts of an address */                      \
    X(PASSWORD_ADDRESS, 200, 10 * 60 * 1000) /* passwords that an address tries, */                \
    X(PASSWORD_ADDRESS_ACCOUNT, 10, 30 * 60 * 1000) /* and at one account; */                      \
    X(PASSWORD, 40, 60 * 60 * 1000)                 /* all addresses together at one account; */   \
    X(PASSWORD_DEVICE, 10, 10 * 60 * 1000)     /* a browser that was signed in to it before */     \
    X(CODE, 10, 30 * 60 * 1000)                /* codes of an account's second factor */           \
    X(PROVIDER, 60, 10 * 60 * 1000)            /* sign-ins at a provider that an address tries */  \
    X(TOKEN, 20, 60 * 60 * 1000)               /* new API tokens of an account */                  \
    X(AUTHORIZE, 30, 60 * 60 * 1000)           /* apps that an account lets in */                  \
    X(FOLLOW, 150, 72 * 60 * 60 * 1000)        /* whom an account follows or blocks anew */        \
    X(REPORT, 20, 24 * 60 * 60 * 1000)         /* reports of a person */                           \
    X(REPORT_ADDRESS, 60, 24 * 60 * 60 * 1000) /* and of an address */                             \
    X(EXPORT, 20, 60 * 1000)                   /* exports that an address begins */                \
    X(IMPORT, 10, 60 * 1000)                   /* games that an address imports */                 \
    X(TOURNAMENT, 30, 60 * 60 * 1000)          /* tournaments that an account makes */             \
    X(BROADCAST, 300, 60 * 1000)               /* pieces of an account's broadcasts */             \
    X(TEAM, 20, 24 * 60 * 60 * 1000)           /* teams that an account makes */                   \
    X(TEAM_CODE, 10, 30 * 60 * 1000)           /* wrong codes of a team that an address tries */   \
    X(PUSH, 60, 60 * 60 * 1000)                /* push messages to a person's devices */           \
    X(MAIL, 5, 60 * 60 * 1000)                 /* e-mail addresses that an account sets */         \
    X(MAIL_TO, 3, 24 * 60 * 60 * 1000)         /* and letters to one that is not confirmed */      \
    X(RECOVERY_ADDRESS, 20, 60 * 60 * 1000)    /* forgotten passwords of an address */             \
    X(RECOVERY, 3, 60 * 60 * 1000)             /* and of an account */                             \
    X(REMINDER, 20, 24 * 60 * 60 * 1000)       /* reminders by e-mail to a person */               \
    X(DATA, 5, 60 * 60 * 1000)                 /* downloads of all of an account's data */

typedef enum {
#define X(name, tokens, fill) LIMIT_##name,
    LIMIT_KINDS(X)
#undef X
        LIMIT_COUNT
} LimitKind;

typedef struct {
    int32_t tokens, fill; /* ms */
} LimitRule;

enum {
    LIMIT_TOKENS_MOST = 1000000,
    LIMIT_SECONDS_MOST = 2000000, /* 23 days */
};

/* The rules above. */
void limit_usual(LimitRule rules[LIMIT_COUNT]);
/* Changes the rules that the text names, as in "password=20/600,open-challenges=30": tokens and seconds, or for
 * the kinds of bounds.h how many at once. False, and nothing changed, when the text is not such a list. */
bool limit_parse(const char *text, LimitRule rules[LIMIT_COUNT], int32_t bounds[BOUND_COUNT]);
/* The name of a limit in such a text. */
const char *limit_name(LimitKind kind);

typedef struct RateLimiter RateLimiter;

/* 'on' false is --limits off: everything is allowed. rate_limiter_free frees. */
RateLimiter *rate_limiter_new(bool on, const SipKey *sip);
void rate_limiter_free(RateLimiter *limiter);

/* Replaces the usual rules; call it before anything is taken. */
void rate_limiter_set_rules(RateLimiter *limiter, const LimitRule rules[LIMIT_COUNT]);
/* ms until an empty bucket has a token again. */
int32_t rate_limiter_wait(const RateLimiter *limiter, LimitKind kind);

/* Takes a token; false, and nothing taken, when the bucket of that key is empty. */
bool rate_limiter_take(RateLimiter *limiter, LimitKind kind, const char *key, int64_t now);
/* Takes so many at once; from a bucket that never holds as many, all of a full one. */
bool rate_limiter_take_many(RateLimiter *limiter, LimitKind kind, const char *key, int32_t count,
                            int64_t now);
/* Whether there is a token that could be taken. */
bool rate_limiter_has(const RateLimiter *limiter, LimitKind kind, const char *key, int64_t now);
/* From two buckets, in this order, so that one person's excess does not use up what other people at the same address
 * have. */
bool rate_limiter_take_both(RateLimiter *limiter, LimitKind by_person, const char *person,
                            LimitKind by_address, const char *address, int64_t now);
/* The same with a number as the key, such as a connection's. */
bool rate_limiter_take_number(RateLimiter *limiter, LimitKind kind, uint64_t key, int64_t now);

int32_t limit_tokens(LimitKind kind);
int32_t limit_fill(LimitKind kind); /* ms */
