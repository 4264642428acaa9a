/* transfer.h - one request: what was asked for, libcurl's handle for it, what has come of the answer.
 *
 * transfer_new copies the request; transfer_free frees all. Between them it is begun, once for each hop, and what came of
 * the hop is told by transfer_result. Its rules outlive its handle. */
#pragma once

#include "address.h"
#include "curl_library.h"
#include "mail_transfer.h"
#include "outbound_request.h"
#include "sockets.h"

#include <stdatomic.h>
#include <stdint.h>

enum { TRANSFER_HOST_MAX = 300 };

/* Lent to every transfer, by the sender that it is put to. */
typedef struct {
    CurlLibrary curl;
    Sockets *sockets;
    bool is_off;                             /* nothing is sent */
    const char *agent, *proxy, *authorities; /* the last two may be NULL */
    AddressBlocks allowed;
} TransferRules;

typedef struct Transfer {
    /* Of who asks. */
    struct Transfer *other; /* in the list of all */
    uint64_t number;
    OutboundDone done;
    void *context;
    atomic_bool is_cancelled;

    /* Of the sender, until it is finished. */
    struct Transfer *next; /* in the list that it is in */
    const TransferRules *rules;
    OutboundAnswer outcome; /* when it is finished */

    OutboundRequest request; /* its texts are the transfer's */
    char **headers;
    unsigned hops;
    uint64_t late_at;             /* uv_hrtime in ms; 0 before it has begun */
    char host[TRANSFER_HOST_MAX]; /* its name, in lower case; "": not looked at yet */

    CURL *easy;               /* NULL while it waits */
    struct curl_slist *lines; /* headers, or whom mail is for */
    MailBody mail;            /* its bytes are the request's */
    char *answer;
    size_t length, capacity, header_bytes;
    bool by_proxy, is_forbidden, is_too_large;
    char words[OUTBOUND_WORDS_MAX > CURL_ERROR_SIZE ? OUTBOUND_WORDS_MAX : CURL_ERROR_SIZE];
} Transfer;

Transfer *transfer_new(const OutboundRequest *request, OutboundDone done, void *context);
void transfer_free(Transfer *transfer);

/* Whether it is asked on behalf of that person. */
bool transfer_is_for(const Transfer *transfer, const char *person);

/* Reads the URL: the host by which it is counted, and whether it may be asked for at all. */
OutboundResult transfer_look(Transfer *transfer);
/* Makes the handle, with 'time' ms left. False when there is no memory for it. */
bool transfer_begin(Transfer *transfer, unsigned time);
/* The handle has come to an end with 'code'. */
OutboundAnswer transfer_result(Transfer *transfer, CURLcode code);
/* Frees the handle and the answer. */
void transfer_end(Transfer *transfer);
/* Whether the answer is a redirect, which is then the URL of the transfer. */
bool transfer_hop(Transfer *transfer, const OutboundAnswer *answer);
