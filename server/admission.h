/* admission.h - who may connect by WebSocket, and as whom: a guest, an account, or nobody.
 It owns nothing. */
#pragma once

#include "accounts.h"
#include "core.h"
#include "net.h"

typedef struct {
    const Auth *auth;
    Accounts *accounts;
    Core *core;
} Admission;

/* NetHooks.admit and .opened: by token or cookie; anybody new becomes a guest. */
int admission_admit(const Admission *admission, const NetCaller *caller, NetArrival *arrival);
void admission_opened(const Admission *admission, SessionId session, const NetArrival *arrival,
                      const char *address);

bool admission_bans(const Admission *admission, const char *address);
