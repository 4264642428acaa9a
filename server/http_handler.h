/* http_handler.h - what answers an HTTP request: the API, the page, the health check or the metrics.
 *
 * It owns nothing except the text of its last answer. */
#pragma once

#include "api.h"
#include "figures.h"
#include "metrics.h"
#include "net.h"
#include "preview.h"
#include "site.h"
#include "viewers.h"

enum { HTTP_HANDLER_HEALTH_MAX = 320 };

typedef struct {
    Api *api;
    Preview *preview; /* NULL without the page */
    Site *site;       /* likewise */
    Viewers *viewers;
    Core *core;
    Net *net;
    Metrics *metrics;
    Figures *figures;
    const char *trouble; /* why this node is not ready though its games go on, lent; NULL: it is */
    const char
        *role; /* of a node of a cluster (node.h), as the health check says it; NULL: it is none */
    const char *embed_from; /* which sites may show the embedded page (web_origin.h) */
    char health[HTTP_HANDLER_HEALTH_MAX];
    char metrics_text[METRICS_TEXT_MAX];
} HttpHandler;

/* The files of the page in this build; NULL without. */
typedef const PageFile *(*PageFind)(const char *path);
PageFind http_handler_page(void);
/* Each of them in turn (page_file), likewise. */
typedef const PageFile *(*PageEach)(size_t index);
PageEach http_handler_page_files(void);
/* Its pieces, likewise. */
const PagePiece *http_handler_pieces(void);

/* What NetHooks.request asks. */
bool http_handler_request(HttpHandler *handler, ExchangeId exchange, const HttpRequest *request,
                          HttpAnswer *answer);
