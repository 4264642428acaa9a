/* request_copy.h - a copy of an HTTP request that is kept until it can be answered; what the sockets lend is gone
 * by then. */
#pragma once

#include "http.h"

/* One block of memory with all its texts, except those that are constant. */
HttpRequest *request_copy(const HttpRequest *request);
/* Wipes it first, since it may contain passwords and tokens. NULL is allowed. */
void request_copy_free(HttpRequest *request);
