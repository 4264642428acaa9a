/* discovery.h - what an OpenID provider tells about itself (OpenID Connect Discovery 1.0, 3). Pure. */
#pragma once

#include "outbound_request.h"

typedef struct {
    char authorization[OUTBOUND_URL_MAX + 1]; /* where the browser goes */
    char token[OUTBOUND_URL_MAX + 1];         /* where a code is redeemed */
    bool secret_in_body; /* it takes the secret only there (OpenID Connect Core 1.0, 9) */
} Discovery;

/* NULL, or what is wrong with it, in words. The issuer has to be exactly the one that was asked (4.3), and both
 * addresses https. Any bytes are safe. */
const char *discovery_read(const char *text, size_t length, const char *issuer,
                           Discovery *discovery);
/* Whether the text is an issuer: an https URL without query and fragment (OpenID Connect Discovery 1.0, 4.1). */
bool discovery_issuer_is_good(const char *text);
