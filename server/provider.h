/* provider.h - the OpenID provider at which people sign in, as the options say. */
#pragma once

#include "api_options.h"
#include "config.h"

enum { PROVIDER_LINE_MAX = 512 };

/* Zeroed at first; it has a secret, so it is kept where no core file takes it. */
typedef struct {
    ProviderRules
        rules; /* its oidc, when there is one, is closed by oidc_close; its key is the caller's */
    char secret[OIDC_SECRET_MAX + 2];
    char host[OIDC_ISSUER_MAX + 1]; /* lent to the rules as a name */
} Provider;

/* Does nothing without --oidc-issuer. On false 'line' (PROVIDER_LINE_MAX bytes) says what is wrong. */
bool provider_open(Provider *provider, const Config *config, Outbound *outbound, uv_loop_t *loop,
                   char *line);
