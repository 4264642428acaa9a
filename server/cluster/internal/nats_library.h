/* nats_library.h - Debian's libnats (3.4), NATS's client for C, loaded when it is first needed. */
#pragma once

#include <nats/nats.h>
#include <stdbool.h>

/* X(name without "nats", what it returns, its parameters) */
#define NATS_FUNCTIONS(X)                                                                          \
    X(Connection_Connect, natsStatus, (natsConnection **, natsOptions *))                          \
    X(Connection_Destroy, void, (natsConnection *))                                                \
    X(Connection_FlushTimeout, natsStatus, (natsConnection *, int64_t))                            \
    X(Connection_GetMaxPayload, int64_t, (natsConnection *))                                       \
    X(Connection_IsClosed, bool, (natsConnection *))                                               \
    X(Connection_Publish, natsStatus, (natsConnection *, const char *, const void *, int))         \
    X(Connection_Subscribe, natsStatus,                                                            \
      (natsSubscription **, natsConnection *, const char *, natsMsgHandler, void *))               \
    X(Msg_Destroy, void, (natsMsg *))                                                              \
    X(Msg_GetData, const char *, (const natsMsg *))                                                \
    X(Msg_GetDataLength, int, (const natsMsg *))                                                   \
    X(Msg_GetSubject, const char *, (const natsMsg *))                                             \
    X(Options_Create, natsStatus, (natsOptions **))                                                \
    X(Options_Destroy, void, (natsOptions *))                                                      \
    X(Options_SetAllowReconnect, natsStatus, (natsOptions *, bool))                                \
    X(Options_SetMaxPingsOut, natsStatus, (natsOptions *, int))                                    \
    X(Options_SetName, natsStatus, (natsOptions *, const char *))                                  \
    X(Options_SetPingInterval, natsStatus, (natsOptions *, int64_t))                               \
    X(Options_SetSecure, natsStatus, (natsOptions *, bool))                                        \
    X(Options_SetSendAsap, natsStatus, (natsOptions *, bool))                                      \
    X(Options_SetServers, natsStatus, (natsOptions *, const char **, int))                         \
    X(Options_SetTimeout, natsStatus, (natsOptions *, int64_t))                                    \
    X(Options_SetToken, natsStatus, (natsOptions *, const char *))                                 \
    X(Options_SetUserInfo, natsStatus, (natsOptions *, const char *, const char *))                \
    X(Options_SetWriteDeadline, natsStatus, (natsOptions *, int64_t))                              \
    X(Options_UseGlobalMessageDelivery, natsStatus, (natsOptions *, bool))                         \
    X(Status_GetText, const char *, (natsStatus))                                                  \
    X(Subscription_Destroy, void, (natsSubscription *))                                            \
    X(Subscription_SetOnCompleteCB, natsStatus, (natsSubscription *, natsOnCompleteCB, void *))

typedef struct {
    void *handle; /* NULL: not loaded */
#define X(name, returned, parameters) returned(*name) parameters;
    NATS_FUNCTIONS(X)
#undef X
} NatsLibrary;

/* False when it is not installed. It stays loaded until the process ends: its threads do as well. */
bool nats_library_open(NatsLibrary *library);
