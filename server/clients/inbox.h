/* inbox.h - messages of connections that wait until an earlier one has been answered.
 *
 * What a request asks of the accounts is answered later (accounts.h). Until then all that comes from the connection is
 * kept, so that answers go out in the order of the requests; then it is handed on, one message after the other, until one
 * of them waits again. A connection that ends meanwhile is forgotten with all that it sent. inbox_free frees. */
#pragma once

#include "clients.h"
#include "request.h"

typedef struct Inbox Inbox;

enum { INBOX_MAX = 64 * 1024 }; /* bytes that one connection may have waiting */

typedef struct {
    void *context;
    /* Somebody's answer has come: before anything goes on. */
    void (*resuming)(void *context);
    /* A message that has waited; the text is lent. */
    void (*received)(void *context, SessionId session, const char *text, size_t length);
} InboxHooks;

/* The clients are borrowed. */
Inbox *inbox_new(const Clients *clients, const SipKey *sip, const InboxHooks *hooks);
void inbox_free(Inbox *inbox);

/* From now on the connection waits. It must not wait already. */
void inbox_hold(Inbox *inbox, SessionId session);
bool inbox_is_held(const Inbox *inbox, SessionId session);
/* Keeps a message of a connection that waits; false when that would be more than INBOX_MAX. */
bool inbox_put(Inbox *inbox, SessionId session, const char *text, size_t length);
/* It waits no longer: hands on what it sent meanwhile. */
void inbox_release(Inbox *inbox, SessionId session);
/* The connection has ended. */
void inbox_forget(Inbox *inbox, SessionId session);

/* Goes on with a request when the accounts have answered; not called when the client is gone by then. */
typedef void (*InboxNext)(void *part, const Client *client, const Request *request,
                          const AccountsAnswer *answer);
/* Both for a request to the accounts: accounts_find(..., inbox_answered, inbox_wait(...)). The client's connection waits
 * for the answer. */
void *inbox_wait(Inbox *inbox, const Client *client, const Request *request, InboxNext next,
                 void *part);
void inbox_answered(void *context, const AccountsAnswer *answer);
