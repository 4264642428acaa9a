/* server_status.h - what "castled status" says of a running server: one line for each thing that a person would ask, and what
 * they should do where something is missing. */
#pragma once

#include "backups.h"
#include "config.h"
#include "core.h"
#include "host.h"
#include "mail.h"
#include "net.h"
#include "opponents.h"
#include "store.h"
#include "text.h"

/* All borrowed. */
typedef struct {
    const Store *store;
    const Config *config;
    Core *core;
    Net *net;
    const Opponents *opponents;
    const Backups *backups; /* NULL: there is no schedule */
    const Mail *mail;
    const Host *host; /* of a node of a cluster; else NULL */
    const char *
        trouble; /* of one: why it is not ready, as far as the core does not know it; NULL: it is */
    size_t connections_max;
    int64_t started_at; /* wall clock, ms */
} ServerStatus;

/* Appends whole lines. 'context' is a ServerStatus: for AdminTarget. */
void server_status_print(void *context, Text *out);
const char *server_status_trouble(void *context);
