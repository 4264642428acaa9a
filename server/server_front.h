/* server_front.h - what a node of a cluster says of itself while it has no games (node.h): by HTTP, to castled admin, to who
 * connects to the ICS port. Private to server*.c. */
#pragma once

#include "server_parts.h"

/* NetHooks.request: health and metrics here, all else by the front. */
bool server_front_request(Server *server, ExchangeId exchange, const HttpRequest *request,
                          HttpAnswer *answer);
/* For AdminTarget; 'context' is the Server. */
void server_front_status(void *context, Text *out);
const char *server_front_elsewhere(void *context);
const char *server_front_trouble(void *context);
/* Fills in what there is to count of the cluster, for any role. */
void server_front_count(void *context, MetricsNow *now);
