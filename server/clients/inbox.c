#include "inbox.h"

#include "hash_table.h"
#include "memory.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_LENGTH = 16 };

typedef struct Message Message;
struct Message {
    Message *next;
    size_t length;
    char text[];
};

/* A connection that waits, or whose messages are being handed on. */
typedef struct {
    char key[KEY_LENGTH + 1]; /* the session's number in hexadecimal */
    bool held;
    Message *first, **end;
    size_t bytes;
} Backlog;

struct Inbox {
    const Clients *clients;
    InboxHooks hooks;
    HashTable backlogs;
};

/* ---- those who wait ---- */

static void print_key(SessionId session, char key[KEY_LENGTH + 1])
{
    snprintf(key, KEY_LENGTH + 1, "%016" PRIx64, session);
}

static Backlog *find(const Inbox *inbox, SessionId session)
{
    char key[KEY_LENGTH + 1];
    if (inbox->backlogs.count == 0)
        return NULL;
    print_key(session, key);
    return hash_table_find(&inbox->backlogs, key);
}

static Message *take(Backlog *backlog)
{
    Message *message = backlog->first;
    backlog->first = message->next;
    if (!backlog->first)
        backlog->end = &backlog->first;
    backlog->bytes -= sizeof *message + message->length;
    return message;
}

static void drop(Inbox *inbox, Backlog *backlog)
{
    hash_table_remove(&inbox->backlogs, backlog);
    while (backlog->first)
        free(take(backlog));
    free(backlog);
}

void inbox_hold(Inbox *inbox, SessionId session)
{
    Backlog *backlog = find(inbox, session);
    if (!backlog) {
        backlog = memory_new(sizeof *backlog);
        print_key(session, backlog->key);
        backlog->end = &backlog->first;
        hash_table_put(&inbox->backlogs, backlog);
    }
    assert(!backlog->held);
    backlog->held = true;
}

bool inbox_is_held(const Inbox *inbox, SessionId session)
{
    const Backlog *backlog = find(inbox, session);
    return backlog && backlog->held;
}

static Message *message_new(const char *text, size_t length)
{
    Message *message = memory_new(sizeof *message + length);
    message->length = length;
    if (length)
        memcpy(message->text, text, length);
    return message;
}

void inbox_hold_again(Inbox *inbox, SessionId session, const char *text, size_t length)
{
    inbox_hold(inbox, session);
    Backlog *backlog = find(inbox, session);
    Message *message = message_new(text, length);
    message->next = backlog->first;
    if (!backlog->first)
        backlog->end = &message->next;
    backlog->first = message;
    backlog->bytes += sizeof *message + length;
}

bool inbox_put(Inbox *inbox, SessionId session, const char *text, size_t length)
{
    Backlog *backlog = find(inbox, session);
    Message *message;
    assert(backlog && backlog->held);
    if (backlog->bytes + sizeof *message + length > INBOX_MAX)
        return false;
    message = message_new(text, length);
    *backlog->end = message;
    backlog->end = &message->next;
    backlog->bytes += sizeof *message + length;
    return true;
}

void inbox_release(Inbox *inbox, SessionId session)
{
    Backlog *backlog = find(inbox, session);
    if (backlog)
        backlog->held = false;
    /* Looked up again each time: a message may hold the connection again, or end the connection. */
    while ((backlog = find(inbox, session)) && !backlog->held && backlog->first) {
        Message *message = take(backlog);
        inbox->hooks.received(inbox->hooks.context, session, message->text, message->length);
        free(message);
    }
    if (backlog && !backlog->held)
        drop(inbox, backlog);
}

void inbox_forget(Inbox *inbox, SessionId session)
{
    Backlog *backlog = find(inbox, session);
    if (backlog)
        drop(inbox, backlog);
}

Inbox *inbox_new(const Clients *clients, const SipKey *sip, const InboxHooks *hooks)
{
    Inbox *inbox = memory_new(sizeof *inbox);
    inbox->clients = clients;
    inbox->hooks = *hooks;
    hash_table_init(&inbox->backlogs, offsetof(Backlog, key), sip);
    return inbox;
}

void inbox_free(Inbox *inbox)
{
    Backlog *backlog;
    for (size_t at = 0; (backlog = hash_table_next(&inbox->backlogs, &at));) {
        while (backlog->first)
            free(take(backlog));
        free(backlog);
    }
    hash_table_clear(&inbox->backlogs);
    free(inbox);
}

/* ---- requests that wait ---- */

typedef struct {
    Inbox *inbox;
    SessionId session;
    Request request;
    InboxNext next;
    void *part;
} Waiting;

void *inbox_wait(Inbox *inbox, const Client *client, const Request *request, InboxNext next,
                 void *part)
{
    Waiting *waiting = memory_new(sizeof *waiting);
    *waiting = (Waiting){inbox, client->session, *request, next, part};
    inbox_hold(inbox, client->session);
    return waiting;
}

void inbox_answered(void *context, const AccountsAnswer *answer)
{
    Waiting *waiting = context;
    Inbox *inbox = waiting->inbox;
    Client client;
    if (answer->error != ACCOUNTS_STOPPED &&
        clients_find(inbox->clients, waiting->session, &client)) {
        inbox->hooks.resuming(inbox->hooks.context);
        waiting->next(waiting->part, &client, &waiting->request, answer);
        inbox_release(inbox, waiting->session);
    }
    free(waiting);
}
