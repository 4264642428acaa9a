/* server_opening.h - opens and closes the parts of a server. Private to server*.c. */
#pragma once

#include "server_parts.h"

/* All but what answers whoever connects; of a node of a cluster, what it has in any role. A predecessor goes on when something
 * refuses before it has handed over. False, and 'line' (SERVER_LINE_MAX bytes) says what refuses; then server_close_parts. */
bool server_open_parts(Server *server, char *line);
/* A node takes the games: first the store, with the leases. On an error it is not open, and 'line' (SERVER_LINE_MAX bytes) says
 * why. */
StoreError server_open_store(Server *server, char *line);
/* Then all that server_open_parts has left out. False as there. */
bool server_open_games(Server *server, char *line);
/* What answers whoever connects. */
void server_open_answers(Server *server);
/* What the loop works with, as it is now. */
LoopParts server_loop_parts(Server *server);
/* Closes what is open, in reverse order, and frees the server. False: as server_close. */
bool server_close_parts(Server *server);
