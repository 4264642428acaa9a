/* health_command.h - "castled health": whether the server that runs on a data directory is ready, for containers and
 * supervisors. It asks by the operator's socket (admin_socket.h), so that ports, certificates and proxies do not matter; a
 * server whose event loop hangs does not answer. */
#pragma once

/* 'argv' are the arguments behind "health". The exit status: 0 ready, 1 not, 2 not understood. */
int health_command(int argc, char *const argv[]);
