/* uci_session.h - the conversation with a chess program's user interface: options, position, searches.
 *
 * Lines go in from one thread; answers come out by a callback, whole lines, also from the search's thread,
 * never two at once. A search runs beside, so that stop, isready and quit are heard at once. */
#pragma once

#include "uci_command.h"

typedef struct UciSession UciSession;

typedef struct {
    void *context;
    /* A line without its end. */
    void (*print)(void *context, const char *line);
} UciOutput;

/* Ends the process when there is no memory. */
UciSession *uci_session_new(const UciOutput *output);
/* Stops and waits for a running search. */
void uci_session_free(UciSession *session);

/* False after quit. A command that cannot be understood or done is answered by an 'info string'. */
bool uci_session_line(UciSession *session, const char *line, size_t length);
/* Waits for a search that ends by itself; one that does not is stopped. */
void uci_session_finish(UciSession *session);

/* No search from now on counts more nodes; 0: no bound. For tests that feed it anything. */
void uci_session_bound(UciSession *session, uint64_t nodes);
