/* call.h - one request to the HTTP API as its handler sees it: who asks what; and the ways to answer.
 *
 * A Call is lent for the time of its handler. Who answers later keeps a copy of the Asker; whoever is gone by
 * then swallows the answer. Each Asker is to be answered once. */
#pragma once

#include "api.h"
#include "fields.h"
#include "person.h"
#include "route.h"
#include "text.h"

/* Where the answer goes. 'number' is the batch of the store that it depends on, 0 for none. */
typedef struct {
    Api *api;
    ExchangeId exchange;
    uint64_t number;
    bool secure; /* a cookie is for https only */
} Asker;

struct Call {
    const ApiOptions *server;
    const HttpRequest *http;
    const Route *route;
    RouteParts parts; /* what the {} of the path stand for */
    Fields fields;    /* of the query, or of the body if there is one */
    Who who;
    Person person; /* unless nobody */
    Asker asker;
};

/* A body is read as JSON when it says so or looks so, else as a form; without one the query counts. NULL, or
 * what is wrong. */
const char *call_read_fields(Call *call);

/* ---- answers ---- */

void answer_send(const Asker *asker, const HttpAnswer *answer);
/* The JSON that was printed, and a line end. */
void answer_json(const Asker *asker, int status, const Text *json);
/* {"ok":true} */
void answer_ok(const Asker *asker);
/* {"error":"sentence"} */
void answer_error(const Asker *asker, int status, const char *sentence);
