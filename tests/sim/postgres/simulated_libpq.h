/* simulated_libpq.h - stands in for PostgreSQL's client library: what it sends goes over a line to a backend
 * (simulated_postgres.h), and what that answers comes back. What lines are like is up to the program that this is linked into.
 *
 * The address of a database is postgresql://NODE@simulated/FILE. */
#pragma once

#include "simulated_postgres.h"

/* Each is called by the thread that uses the connection. */
typedef struct {
    /* Connects; NULL: there is no way, which may have taken a while to find out. */
    void *(*dial)(PGconn *connection, const char *node, const char *file);
    bool (*ping)(const char *node);
    /* A list, oldest first, which is the line's from now on. */
    void (*send)(void *line, Query *queries);
    /* Until something has come, or so many ms have passed. */
    void (*wait)(void *line, int ms);
    int (*socket)(const void *line); /* for poll: readable when it is to be looked at again */
    /* The client has gone; what it has sent may still be carried out. */
    void (*hang_up)(void *line);
} LineHooks;

/* By the program. */
extern const LineHooks simulated_lines;

/* The next answer has come, or none will come any more. */
void line_answer(PGconn *connection, PGresult *result);
void line_lose(PGconn *connection);
