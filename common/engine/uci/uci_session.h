/* uci_session.h - a UCI session: options, position, searches.
 *
 * Lines come in from one thread; answers go out by a callback, line by line, also from the search's thread, but
 * never two at once. Searches run on a thread of their own, so that stop, isready and quit are handled at once. */
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

/* False after quit. A command that is not understood or not possible is answered by an 'info string'. */
bool uci_session_line(UciSession *session, const char *line, size_t length);
/* Waits for a search that will end by itself; stops any other. */
void uci_session_finish(UciSession *session);

/* From now on no search counts more nodes than that; 0: no bound. For tests with random input. */
void uci_session_bound(UciSession *session, uint64_t nodes);
