/* api_options.h - what the HTTP API works with. */
#pragma once

#include "accounts.h"
#include "core.h"
#include "device.h"
#include "figures.h"
#include "invitation.h"
#include "metrics.h"
#include "net.h"
#include "oidc.h"
#include "passwords.h"

typedef struct Api Api;
typedef struct Lichess Lichess;
typedef struct Mail Mail;
typedef struct Push Push;
typedef struct Webhooks Webhooks;

/* Signing in at an OpenID provider. */
typedef struct {
    Oidc *oidc;       /* NULL: there is none */
    OidcKey key;      /* of the tickets */
    const char *name; /* of the provider, for people */
    bool is_only_way; /* nobody signs in or up with a password */
    bool makes_accounts;
} ProviderRules;

typedef struct {
    Store *store;
    Accounts *accounts;
    Passwords *passwords;
    Core *core;
    Webhooks *webhooks;
    Push *push;
    Mail *mail;
    Net *net;
    const Auth *auth;
    const DeviceKey *devices;
    const InvitationKey *invitations;
    OperatorCode *operator_code; /* of this start */
    const ProviderRules *provider;
    Lichess *lichess;
    Metrics *metrics;
    Figures *figures;
    const char *site_name; /* of this place */
} ApiOptions;
