/* busy.h - 503 in the answers of the cluster itself: a page's visitor reads a sentence, who asks the API gets it as that
 * refuses (PROTOCOL.md, 9), which scripts of other sites may read. */
#pragma once

#include "net_options.h"

typedef enum {
    BUSY_RESTART, /* the owner is gone, or none was found in time */
    BUSY_FULL,    /* too much is under way */
    BUSY_LONG,    /* what the owner has answered is too long for the link */
} Busy;

/* To somebody at the ICS port. */
#define BUSY_SENTENCE "The games cannot be reached right now. Connect again in a few seconds."

bool busy_is_api(const HttpRequest *request);
/* Its body is constant. */
void busy_answer(Busy busy, bool is_api, int retry_after, HttpAnswer *answer);
