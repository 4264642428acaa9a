/* api.h - the HTTP API: everything below /api/, and the paths that lichess has beside it.
 *
 * routes.c lists the routes, and openapi/ describes them; call.h is what handlers work with. Requests come in by
 * api_request, answers go out by net_answer, at once or when what they report is durable. PROTOCOL.md, section 9, describes
 * them, too. */
#pragma once

#include "api_options.h"

/* The options are copied, what they point to is borrowed. */
Api *api_new(const ApiOptions *options);
void api_free(Api *api);

/* How long the body of a request may be. Where none is expected, one of the usual length is read
 * and ignored. 0: whoever sends it shows nothing by which they could be let do that, and will be refused. */
size_t api_body_max(const HttpRequest *request);
/* False: the path is not the API's. Otherwise the exchange has been or will be answered. */
bool api_request(Api *api, ExchangeId exchange, const HttpRequest *request);
/* The answer where the program describes itself, which is the same for everybody: a node that has no Api can give it. False:
 * that is not asked for. */
bool api_describe(const HttpRequest *request, HttpAnswer *answer);
/* Every batch of the store up to 'number' is durable. */
void api_committed(Api *api, uint64_t number);
