/* request_copy.h - an HTTP request that is kept until it can be answered: what the sockets lend is gone by then. */
#pragma once

#include "http.h"

/* One piece of memory with all its texts, but for those that are constant. */
HttpRequest *request_copy(const HttpRequest *request);
/* Wiped first: there may be passwords and tokens in it. NULL is none. */
void request_copy_free(HttpRequest *request);
