/* webhook_retry.h - when a delivery is tried again. Pure. */
#pragma once

#include <stdint.h>

enum {
    WEBHOOK_TRIES_MAX = 10,                 /* over two days */
    WEBHOOK_JITTER = 20,                    /* percent, either way */
    WEBHOOK_RETRY_AFTER_MAX = 24 * 60 * 60, /* seconds that a server may ask us to wait */
};

/* ms until the next try after so many, from 1; 'chance' is any number. -1: no more. */
int64_t webhook_wait(int tries, uint32_t chance);
/* The value of Retry-After (RFC 9110, 10.2.3) in ms, if it is a number of seconds; 0 for NULL and anything else. */
int64_t webhook_retry_after(const char *value);
