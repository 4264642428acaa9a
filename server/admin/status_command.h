/* status_command.h - "castled health" and "castled status": what the server that runs on a data directory says of itself.
 * They ask by the operator's socket (admin_socket.h), so that ports, certificates and proxies do not matter; a server whose
 * event loop hangs does not answer.
 *
 * 'argv' are the arguments behind the command's name. They return the exit status. */
#pragma once

/* Whether it is ready, for containers and supervisors: 0 if it is, 1 if not, 2 if the arguments are not understood. */
int health_command(int argc, char *const argv[]);

/* How it is doing, on one screen: 0, 1 if no server answers, 2 if the arguments are not understood. */
int status_command(int argc, char *const argv[]);
