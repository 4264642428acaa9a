/* sender.h - a thread in which libcurl works. Not on the server's loop: libcurl waits for the other side in places, such as
 * for the reply to a mail server's QUIT, and reads all the system's certificates for a connection by TLS.
 *
 * A transfer belongs to the sender from sender_put until sender_take gives it back, finished. */
#pragma once

#include "transfer.h"

typedef struct Sender Sender;

/* The rules' texts are lent; library and sockets are the sender's own. 'finished' is called by the thread: there is something
 * to take. NULL when no thread can be started. */
Sender *sender_start(const TransferRules *rules, void (*finished)(void *context), void *context);
void sender_put(Sender *sender, Transfer *transfer);
/* It is given back soon, whatever it does; its outcome is of no interest. */
void sender_cancel(Sender *sender, Transfer *transfer);
/* All that are finished, oldest first; NULL: none. */
Transfer *sender_take(Sender *sender);
/* Gives up what is under way, and ends the thread at once, whatever others do not answer. Returns all that had not been taken;
 * the sender is gone. NULL is allowed. */
Transfer *sender_stop(Sender *sender);
