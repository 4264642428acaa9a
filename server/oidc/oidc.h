/* oidc.h - signing in at an OpenID provider, that of a company, a school or a club: what is asked of it
 * (OpenID Connect Core 1.0, code flow; PKCE, RFC 7636; Discovery 1.0).
 *
 * The provider is asked over TLS only, by server/outbound, with a time and a size for each answer, and redirects are
 * not followed. The operator has named the issuer, so that it may be at a private address; other addresses that it
 * names may not, unless --outbound-private allows them. What it tells about itself is kept for an hour.
 *
 * One thread: that of the loop. */
#pragma once

#include "oidc_ticket.h"
#include "outbound.h"

typedef struct Oidc Oidc;

enum {
    OIDC_ISSUER_MAX = STORE_ISSUER_MAX,
    OIDC_CLIENT_MAX = 255, /* bytes, as the rest */
    OIDC_SECRET_MAX = 1024,
    OIDC_SCOPES_MAX = 255,
    OIDC_CLAIM_MAX = 64,
    OIDC_CODE_MAX = 2048,        /* of a code that a provider has given */
    OIDC_REDIRECT_MAX = 512,     /* our own address */
    OIDC_URL_MAX = 6144,         /* that the browser is sent to */
    OIDC_ANSWER_MAX = 64 * 1024, /* of the provider */
    OIDC_TIME_MAX = 10 * 1000,   /* ms for each answer */
    OIDC_AT_ONCE = 64,           /* questions that wait for the provider */
    OIDC_KEPT = 60 * 60 * 1000,  /* ms */
};

/* The texts are copied. */
typedef struct {
    Outbound *outbound;
    uv_loop_t *loop;
    const char *issuer, *client;
    const char *secret;     /* NULL: a public client, which has none */
    const char *scopes;     /* with blanks between */
    const char *name_claim; /* which claim suggests a username */
} OidcOptions;

/* Whether a text may be an issuer: an https URL without query and fragment, at most OIDC_ISSUER_MAX bytes. */
bool oidc_issuer_is_good(const char *text);

Oidc *oidc_new(const OidcOptions *options);
/* Answers everything that waits with OIDC_STOPPED. Call it before outbound_close. */
void oidc_close(Oidc *oidc);
const char *oidc_issuer(const Oidc *oidc);

/* Each with its code for programs and a sentence for people; the log has the details. */
#define OIDC_RESULTS(X)                                                                            \
    X(OK, "ok", "done")                                                                            \
    X(UNREACHABLE, "provider_unreachable",                                                         \
      "The sign-in service does not answer: try again later.")                                     \
    X(WRONG, "provider_wrong", "The sign-in service gave an answer that cannot be used.")          \
    X(REFUSED, "provider_refused", "The sign-in service did not confirm it: start again.")         \
    X(BUSY, "busy", "The server is busy: try again in a second.")                                  \
    X(STOPPED, "stopped", "The server is stopping.")

typedef enum {
#define X(name, code, text) OIDC_##name,
    OIDC_RESULTS(X)
#undef X
} OidcResult;

const char *oidc_result_text(OidcResult result);
const char *oidc_result_code(OidcResult result);

/* 'text' is lent, and NULL unless the result is OIDC_OK. */
typedef void (*OidcDone)(void *context, OidcResult result, const char *text);

/* The address at which the browser's owner signs in; the provider sends them back to 'redirect'. 'done' is called once,
 * perhaps at once. */
void oidc_ask(Oidc *oidc, const OidcTicket *ticket, const char *redirect, OidcDone done,
              void *context);
/* Redeems the code that came back with them; 'redirect' as before. *ticket gets subject and suggestion, and must live
 * until 'done' is called, whose text is the subject. */
void oidc_redeem(Oidc *oidc, OidcTicket *ticket, const char *code, const char *redirect,
                 OidcDone done, void *context);

/* A username made of a name, such as "anna-schmidt" of "anna.schmidt@club.example"; "" when there is none in it. Any
 * bytes are safe. */
void oidc_suggest(const char *name, char out[USERNAME_MAX + 1]);
