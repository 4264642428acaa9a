/* admission.h - who may connect by WebSocket, and as whom: a guest, an account, or nobody.
 *
 * The accounts are asked who it is, and the handshake waits for their answer. It owns nothing. */
#pragma once

#include "accounts.h"
#include "core.h"
#include "memory_room.h"
#include "net.h"

typedef struct {
    const Auth *auth;
    Accounts *accounts;
    Core *core;
    Net *net;
    MemoryRoom *memory;
} Admission;

/* NetHooks.handshake and .opened: by token or cookie; anybody new becomes a guest. When memory is about to run out only
 * those who are playing are let in. */
void admission_ask(const Admission *admission, ExchangeId exchange, const NetCaller *caller);
void admission_opened(const Admission *admission, SessionId session, const NetArrival *arrival,
                      const char *address);
