/* http_handler.h - what answers an HTTP request: the API, the page, the health check or the metrics.
 *
 * It owns nothing but the texts of its last answer. */
#pragma once

#include "admission.h"
#include "api.h"
#include "metrics.h"
#include "net.h"
#include "server_loop.h"

enum { HTTP_HANDLER_HEALTH_MAX = 128 };

typedef struct {
    const Admission *admission;
    Api *api;
    Core *core;
    Net *net;
    Metrics *metrics;
    const ServerLoop *loop; /* GET /healthz answers 200 while it runs */
    char health[HTTP_HANDLER_HEALTH_MAX];
    char metrics_text[METRICS_TEXT_MAX];
} HttpHandler;

/* What NetHooks.request asks. */
bool http_handler_request(HttpHandler *handler, ExchangeId exchange, const HttpRequest *request,
                          HttpAnswer *answer);
