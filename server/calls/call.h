/* call.h - a request to the HTTP API as its handler sees it.
 *
 * A Call lives until its handler and everything that it waits for have returned: the accounts answer later, and then
 * the call continues (call_wait). Code that answers later for other reasons keeps a copy of the Asker; if the client
 * is gone by then, the answer is dropped. */
#pragma once

#include "answers.h"
#include "identity.h"
#include "params.h"
#include "route.h"

/* Continues a call after the accounts have answered; the answer is lent. */
typedef void (*CallNext)(Call *call, const AccountsAnswer *answer);

struct Call {
    const ApiOptions *server;
    HttpRequest *http; /* its own copy */
    const Route *route;
    RouteParts parts; /* what the {} of the path stand for */
    Params params;    /* from the query, or from the body if there is one */
    IdentityClaim claim;
    Identity identity;
    int64_t now; /* wall clock, ms */
    Asker asker;
    CallNext next; /* while it waits */
    unsigned holds;
    bool has_sought; /* what it is about was not in memory, and was looked for on disk */
    void *extra;     /* whatever a handler keeps while it waits; freed with the call */
};

/* These two go together in a request to the accounts: accounts_find(..., call_answered, call_wait(call, next)). A
 * call waits for one answer at a time. */
void *call_wait(Call *call, CallNext next);
void call_answered(void *context, const AccountsAnswer *answer);
/* Looks up the account named by that part of the path: answer->list[0], with how the account that asks is
 * related to it. */
void call_find(Call *call, int part, CallNext next);
/* The account found; NULL, and the call answered, when there is none. */
const AccountInfo *call_found(Call *call, const AccountsAnswer *answer);

enum { CALL_FRESH = 15 * 60 * 1000 }; /* ms */
/* Whether they have signed in recently enough for what is grave. */
bool call_is_fresh(const Call *call);

/* A call begins with one hold, and is freed with the last release. */
void call_hold(Call *call);
void call_release(Call *call);

/* Whether the limit allows that key one more; if not, the call has been answered. */
bool call_is_allowed(Call *call, LimitKind limit, const char *key);
/* The same, but none is taken. */
bool call_would_be_allowed(Call *call, LimitKind limit, const char *key);
/* A required field of at most 'most' bytes; NULL, and the call answered, when it is missing or too
 * long. */
const char *call_text(Call *call, const char *name, size_t most);
/* The same for text that is shown in one line: no control characters, none that change the direction of
 * writing. */
const char *call_line(Call *call, const char *name, size_t most);
/* A password that is good enough for an account with that name; NULL, and the call answered, when
 * it is not. */
const char *call_new_password(Call *call, const char *field, const char *name);

/* Reads the body as JSON when it says or looks so, else as a form; without a body, the query. NULL, or what
 * is wrong. */
const char *call_read_fields(Call *call);
