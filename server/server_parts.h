/* server_parts.h - the parts of a server. Private to server*.c. */
#pragma once

#include "admin_socket.h"
#include "admission.h"
#include "api.h"
#include "backups.h"
#include "core.h"
#include "figures.h"
#include "http_handler.h"
#include "ics.h"
#include "lichess.h"
#include "mail.h"
#include "net.h"
#include "opponents.h"
#include "outbound.h"
#include "preview.h"
#include "provider.h"
#include "push.h"
#include "server_loop.h"
#include "server_neighbours.h"
#include "server_status.h"
#include "site.h"
#include "trace.h"
#include "viewers.h"
#include "webhooks.h"

/* Keys, in memory of their own. */
typedef struct {
    Auth auth;
    DeviceKey devices;
    InvitationKey invitations;
    OperatorCode operator_code;
    Provider provider;
} Secrets;

typedef struct Server Server;
struct Server {
    Config config;
    ServerNeighbours *neighbours;
    ServerLoop loop;
    Store *store;
    Secrets *secrets;
    Accounts *accounts;
    Passwords *passwords;
    Opponents opponents;
    Outbound *outbound;
    Net *net;
    Core *core;
    Figures *figures;
    Webhooks *webhooks;
    Push *push;
    Mail *mail;
    Api *api;
    Lichess *lichess;
    Site *site;       /* NULL: the page is not in this build */
    Preview *preview; /* likewise */
    Viewers *viewers;
    Ics *ics;           /* NULL: there is no such port */
    Backups *backups;   /* NULL: not wanted */
    AdminSocket *admin; /* NULL: the operator's commands cannot reach us */
    MemoryRoom memory;
    Admission admission;
    HttpHandler http;
    ServerStatus status;
    Trace *trace; /* NULL: not wanted */
    Metrics metrics;
    size_t connections_max;
    char public_url[REMOTE_BASE_MAX + 1]; /* ""; lent to the site */
};
