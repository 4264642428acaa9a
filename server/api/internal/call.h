/* call.h - one request to the HTTP API as its handler sees it: who asks what.
 *
 * A Call lives until its handler and all that it waits for have returned: whatever is asked of the accounts is answered
 * later, and then the call goes on (call_wait). Who answers later by other ways keeps a copy of the Asker; whoever is
 * gone by then swallows the answer. */
#pragma once

#include "answers.h"
#include "identity.h"
#include "params.h"
#include "route.h"

/* Goes on with a call when the accounts have answered; the answer is lent. */
typedef void (*CallNext)(Call *call, const AccountsAnswer *answer);

struct Call {
    const ApiOptions *server;
    HttpRequest *http; /* its own copy */
    const Route *route;
    RouteParts parts; /* what the {} of the path stand for */
    Params params;    /* of the query, or of the body if there is one */
    IdentityClaim claim;
    Identity identity;
    int64_t now; /* wall clock, ms */
    Asker asker;
    CallNext next; /* while it waits */
    unsigned holds;
    void *extra; /* what a handler keeps while it waits; freed with the call */
};

/* Both for a request to the accounts: accounts_find(..., call_answered, call_wait(call, next)). A call waits for one
 * answer at a time. */
void *call_wait(Call *call, CallNext next);
void call_answered(void *context, const AccountsAnswer *answer);
/* The account whose name is the path's part, in answer->list[0], as the one that asks is related to it. */
void call_find(Call *call, int part, CallNext next);
/* It; NULL, and the call is answered, when there is none. */
const AccountInfo *call_found(Call *call, const AccountsAnswer *answer);

/* A call begins with one hold, and is freed with the last. */
void call_hold(Call *call);
void call_release(Call *call);

/* Whether the limit lets that key do it once more; if not the call is answered. */
bool call_is_allowed(Call *call, LimitKind limit, const char *key);
/* A field that must be there, of at most so many bytes; NULL and the call is answered. */
const char *call_text(Call *call, const char *name, size_t most);
/* The same for what people will read in one line: no control characters, nothing that turns the writing. */
const char *call_line(Call *call, const char *name, size_t most);
/* A password that is good enough for the account of that name; NULL and the call is answered. */
const char *call_new_password(Call *call, const char *field, const char *name);

/* A body is read as JSON when it says so or looks so, else as a form; without one the query counts. NULL, or
 * what is wrong. */
const char *call_read_fields(Call *call);
