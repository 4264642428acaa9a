/* preview.h - what chat programs and social sites show for a link to a game or a challenge: the page with its own
 * head, by the Open Graph protocol (ogp.me), and the picture that it names, "/game/ID.png". Also
 * "/game/ID.gif", a whole game as an animated picture.
 *
 * All other pages have the site's own head, which is constant. A page is put together for each request and sent
 * uncompressed: it is smaller than two packets. LIMIT_PREVIEW limits an address; beyond it the page has the site's
 * head, so that nobody is locked out. Pictures are drawn on another thread, and limited by LIMIT_PICTURE and LIMIT_ANIMATION (429).
 * preview_free frees; call it after the store is closed. */
#pragma once

#include "core.h"
#include "net.h"

typedef struct Preview Preview;

/* All borrowed. */
typedef struct {
    Store *store;
    Core *core;
    Net *net;
    uv_loop_t *loop;
    const char *site;        /* its name: "castled" */
    const PageFile *page;    /* index.html */
    const PagePiece *pieces; /* PAGE_PIECES of them */
} PreviewOptions;

/* The options are copied. */
Preview *preview_new(const PreviewOptions *options);
/* Nothing more is drawn. Run the loop before preview_free. */
void preview_close(Preview *preview);
void preview_free(Preview *preview);

/* False: the page has the site's head, because of its path or of the limit. Otherwise the exchange has been or will
 * be answered. */
bool preview_request(Preview *preview, ExchangeId exchange, const HttpRequest *request);
