/* libpq.h - PostgreSQL's client library (14 or later: pipeline mode), loaded when it is first needed. */
#pragma once

#include <libpq-fe.h>
#include <stdbool.h>

/* X(name without "PQ", what it returns, its parameters) */
#define LIBPQ_FUNCTIONS(X)                                                                         \
    X(clear, void, (PGresult *))                                                                   \
    X(cmdStatus, char *, (PGresult *))                                                             \
    X(conninfoFree, void, (PQconninfoOption *))                                                    \
    X(conninfoParse, PQconninfoOption *, (const char *, char **))                                  \
    X(connectdbParams, PGconn *, (const char *const *, const char *const *, int))                  \
    X(connectPoll, PostgresPollingStatusType, (PGconn *))                                          \
    X(connectStartParams, PGconn *, (const char *const *, const char *const *, int))               \
    X(consumeInput, int, (PGconn *))                                                               \
    X(enterPipelineMode, int, (PGconn *))                                                          \
    X(errorMessage, char *, (const PGconn *))                                                      \
    X(exitPipelineMode, int, (PGconn *))                                                           \
    X(finish, void, (PGconn *))                                                                    \
    X(flush, int, (PGconn *))                                                                      \
    X(freemem, void, (void *))                                                                     \
    X(getCopyData, int, (PGconn *, char **, int))                                                  \
    X(getResult, PGresult *, (PGconn *))                                                           \
    X(getisnull, int, (const PGresult *, int, int))                                                \
    X(getlength, int, (const PGresult *, int, int))                                                \
    X(getvalue, char *, (const PGresult *, int, int))                                              \
    X(isBusy, int, (PGconn *))                                                                     \
    X(nfields, int, (const PGresult *))                                                            \
    X(ntuples, int, (const PGresult *))                                                            \
    X(pingParams, PGPing, (const char *const *, const char *const *, int))                         \
    X(pipelineSync, int, (PGconn *))                                                               \
    X(putCopyData, int, (PGconn *, const char *, int))                                             \
    X(putCopyEnd, int, (PGconn *, const char *))                                                   \
    X(resultErrorField, char *, (const PGresult *, int))                                           \
    X(resultStatus, ExecStatusType, (const PGresult *))                                            \
    X(sendPrepare, int, (PGconn *, const char *, const char *, int, const Oid *))                  \
    X(sendQuery, int, (PGconn *, const char *))                                                    \
    X(sendQueryParams, int,                                                                        \
      (PGconn *, const char *, int, const Oid *, const char *const *, const int *, const int *,    \
       int))                                                                                       \
    X(sendQueryPrepared, int,                                                                      \
      (PGconn *, const char *, int, const char *const *, const int *, const int *, int))           \
    X(serverVersion, int, (const PGconn *))                                                        \
    X(setErrorVerbosity, PGVerbosity, (PGconn *, PGVerbosity))                                     \
    X(setNoticeReceiver, PQnoticeReceiver, (PGconn *, PQnoticeReceiver, void *))                   \
    X(setnonblocking, int, (PGconn *, int))                                                        \
    X(socket, int, (const PGconn *))                                                               \
    X(status, ConnStatusType, (const PGconn *))

typedef struct {
    void *handle; /* NULL: not loaded */
#define X(name, returned, parameters) returned(*name) parameters;
    LIBPQ_FUNCTIONS(X)
#undef X
} LibPq;

/* False when it is not installed, or too old. */
bool libpq_open(LibPq *library);
void libpq_close(LibPq *library);
