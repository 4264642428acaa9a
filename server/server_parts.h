/* server_parts.h - the parts of a server. Private to server*.c. */
#pragma once

#include "admin_socket.h"
#include "admission.h"
#include "api.h"
#include "backups.h"
#include "bus.h"
#include "cluster_watch.h"
#include "core.h"
#include "figures.h"
#include "front.h"
#include "host.h"
#include "http_handler.h"
#include "ics.h"
#include "lichess.h"
#include "mail.h"
#include "net.h"
#include "node.h"
#include "opponents.h"
#include "outbound.h"
#include "preview.h"
#include "provider.h"
#include "push.h"
#include "seal.h"
#include "server_loop.h"
#include "server_neighbours.h"
#include "server_status.h"
#include "site.h"
#include "text.h"
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

/* The server as a node of a cluster (node.h); zeroed without --bus. */
typedef struct {
    ClusterWatch *watch;
    ClusterView view; /* what it has said last */
    bool told_away;   /* the log says that the database cannot be reached */
    ClusterKey *key;  /* in memory of its own; NULL until the database has answered */
    Bus *bus;
    bool has_bus; /* it is connected */
    Node node;
    Front *front; /* NULL without a key, and where the games are */
    Host *host;   /* where the games are; else NULL */
    Text health;  /* the last answer */
    char elsewhere[CLUSTER_NODE_MAX + 120];
    uv_timer_t timer; /* for node_wait */
    uv_timer_t late;  /* while it starts */
    bool is_open;
    char line[SERVER_LINE_MAX]; /* why the process ends; or "" */
    char clock[100];            /* how wrong this node's clock is; "": it is right */
} ServerCluster;

/* Why this node is not ready though it could serve; NULL: its clock is right. */
static inline const char *server_clock_trouble(const ServerCluster *cluster)
{
    return *cluster->clock ? cluster->clock : NULL;
}

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
    ServerCluster cluster;
    void (*on_games)(Server *server); /* this one has the games from now on; or NULL */
    int exit_status;                  /* of the process, when no signal has stopped it */
    Trace *trace;                     /* NULL: not wanted */
    Metrics metrics;
    size_t connections_max;
    char public_url[REMOTE_BASE_MAX + 1]; /* ""; lent to the site */
};
