/* oauth_request.h - what an app asks for at GET /oauth (RFC 6749, 4.1.1, and RFC 7636, 4.3), and what was wrong with it.
 * Pure; texts are borrowed from the params. */
#pragma once

#include "oauth_codes.h"
#include "params.h"
#include "redirect_uri.h"
#include "text.h"

enum {
    OAUTH_CLIENT_ID_MAX = 200, /* bytes */
    OAUTH_STATE_MAX = 2000,
    OAUTH_DESCRIPTION_MAX = 150,
};

typedef struct {
    OauthProof proof;
    const char *state; /* or NULL */
    RedirectSite site;
    bool can_return; /* client and address are good, so that the app can be told what was wrong */
    uint32_t scopes; /* those of the ones asked for that there are here */
} OauthRequest;

typedef struct {
    const char *error; /* RFC 6749, 4.1.2.1 and 5.2; NULL: none */
    char description[OAUTH_DESCRIPTION_MAX + 1];
} OauthFault;

/* False, and *fault says why. 'request' is then good for oauth_print_return only, if it can_return. */
bool oauth_request_read(const Params *params, OauthRequest *request, OauthFault *fault);

/* Sets the fault. */
void oauth_fault(OauthFault *fault, const char *error, const char *description);
/* A field that must be there once and have at most 'most' bytes; NULL, and the fault, otherwise. */
const char *oauth_field(const Params *params, const char *name, size_t most, OauthFault *fault);

/* Appends the address to which the browser goes back with a code, or with an error when 'code' is NULL. */
void oauth_print_return(const OauthRequest *request, const char *code, const OauthFault *fault,
                        Text *text);
