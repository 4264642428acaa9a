/* server.h - the whole of castled: opened, run until it is told to stop, closed.
 *
 * It joins the parts: the sockets (net), the core where games are played, the store, the searchers, on one
 * libuv loop. A turn of it: receive, publish, tick, flush. server_close frees it. */
#pragma once

#include "config.h"
#include "invitation.h"
#include "net.h"
#include "server_neighbours.h"

typedef struct Server Server;

/* The supervisor's sockets are taken instead of those that the options name: one called redirect or metrics for that, any
 * other for everybody; likewise the predecessor's, as far as the options still name them. NULL when something refuses, with nothing left open, and 'line' (SERVER_LINE_MAX bytes) says what. */
Server *server_open(const Config *config, ServerNeighbours *neighbours, char *line);
const Net *server_net(const Server *server); /* lent, and so are these: */
const Config *server_config(const Server *server);
/* 0 without. */
int server_metrics_port(const Server *server);
int server_redirect_port(const Server *server);
int server_ics_port(const Server *server);
/* Always, but for a node of a cluster that is a front (node.h). That one may have them later: then 'on_games' is called, on the loop. */
bool server_has_games(const Server *server);
void server_on_games(Server *server, void (*on_games)(Server *server));
/* False: of a node of a cluster that has found no other one and no database yet, and waits for them. */
bool server_is_ready(Server *server);
/* Games in progress that were loaded, and how many connections are possible. */
size_t server_games(const Server *server);
/* While no account is an operator's: a new code, by which somebody becomes the first (invitation.h). Call it once, where the games are,
 * before server_run or by on_games. False, and no code, when there is one. */
bool server_operator_code(Server *server, char code[OPERATOR_CODE_MAX + 1]);
size_t server_connections_max(const Server *server);

/* Runs until SIGTERM or SIGINT, or until a successor is prepared: then everything is written to disk, and everybody is told
 * to reconnect. Returns the exit status: NODE_STATUS when it has to be started again. */
int server_run(Server *server);
/* Frees it. False: a thread is left that waits for a bus that does not answer (bus_close), so the process must end by _exit. */
bool server_close(Server *server);
