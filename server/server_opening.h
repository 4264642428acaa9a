/* server_opening.h - opens and closes the parts of a server. Private to server*.c. */
#pragma once

#include "server_parts.h"

/* All but what answers whoever connects. A predecessor goes on when something refuses before it has handed over. False, and
 * 'line' (SERVER_LINE_MAX bytes) says what refuses; then server_close_parts. */
bool server_open_parts(Server *server, char *line);
/* What answers whoever connects. */
void server_open_answers(Server *server);
/* Closes what is open, in reverse order, and frees the server. */
void server_close_parts(Server *server);
