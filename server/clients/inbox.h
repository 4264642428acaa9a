/* inbox.h - messages that wait until an earlier one from the same connection has been answered.
 *
 * The accounts answer later (accounts.h). Until then everything that comes from the connection is kept, so that
 * answers are sent in the order of the requests. Then the messages are handed on, one after the other, until one of
 * them has to wait again. A connection that ends meanwhile is forgotten with everything that it sent. inbox_free
 * frees everything. */
#pragma once

#include "clients.h"
#include "request.h"

typedef struct Inbox Inbox;

enum { INBOX_MAX = 64 * 1024 }; /* bytes that may wait for one connection */

typedef struct {
    void *context;
    /* An answer has come; called before anything else happens. */
    void (*resuming)(void *context);
    /* A message whose turn has come; the text is lent for the call. */
    void (*received)(void *context, SessionId session, const char *text, size_t length);
} InboxHooks;

/* The clients are borrowed. */
Inbox *inbox_new(const Clients *clients, const SipKey *sip, const InboxHooks *hooks);
void inbox_free(Inbox *inbox);

/* From now on the connection waits. It must not be waiting already. */
void inbox_hold(Inbox *inbox, SessionId session);
bool inbox_is_held(const Inbox *inbox, SessionId session);
/* The same, and the message that has just been handed on comes again when it no longer waits, before all others. */
void inbox_hold_again(Inbox *inbox, SessionId session, const char *text, size_t length);
/* Keeps a message from a waiting connection; false when that would exceed INBOX_MAX. */
bool inbox_put(Inbox *inbox, SessionId session, const char *text, size_t length);
/* It no longer waits: hands on what it has sent meanwhile. */
void inbox_release(Inbox *inbox, SessionId session);
/* The connection has ended. */
void inbox_forget(Inbox *inbox, SessionId session);

/* Continues a request after the accounts have answered; not called if the client is gone by then. */
typedef void (*InboxNext)(void *part, const Client *client, const Request *request,
                          const AccountsAnswer *answer);
/* These two go together in a request to the accounts: accounts_find(..., inbox_answered, inbox_wait(...)). The
 * client's connection waits for the answer. */
void *inbox_wait(Inbox *inbox, const Client *client, const Request *request, InboxNext next,
                 void *part);
void inbox_answered(void *context, const AccountsAnswer *answer);
