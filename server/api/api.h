/* api.h - the HTTP API as the server sees it: everything below /api/, and what lichess has beside it.
 *
 * routes.c lists what there is, call.h is what a handler has at hand. Requests come in by api_request, answers
 * go out by net_answer, at once or when what they tell is durable. PROTOCOL.md, part "HTTP", describes them. */
#pragma once

#include "api_options.h"

/* The options are copied, what they point to is borrowed. */
Api *api_new(const ApiOptions *options);
void api_free(Api *api);

/* How long the body of a request may be. Where none is taken a usual one is read and let go. */
size_t api_body_max(const HttpRequest *request);
/* False: the path is none of the API's. Otherwise the exchange has been or will be answered. */
bool api_request(Api *api, ExchangeId exchange, const HttpRequest *request);
/* Every batch of the store up to 'number' is durable. */
void api_committed(Api *api, uint64_t number);
