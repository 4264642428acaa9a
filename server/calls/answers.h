/* answers.h - the ways to answer an HTTP call: at once, or when what the answer reports is durable.
 *
 * Each Asker is answered once, by whoever has a copy of it; if the client is gone by then, the answer is
 * dropped. */
#pragma once

#include "api_options.h"
#include "text.h"

typedef struct WaitingAnswer WaitingAnswer;
typedef struct Export Export;

/* The API's own struct. */
struct Api {
    ApiOptions options;
    uint64_t committed;
    Export *exports;             /* those under way (game_export.h) */
    WaitingAnswer *first, **end; /* in the order of their numbers */
};

/* Where the answer goes. 'number' is the batch of the store that it depends on, 0 for none. */
typedef struct {
    Api *api;
    ExchangeId exchange;
    uint64_t number;
    CookiePlace place;
    bool has_old_cookie; /* to be deleted when another is set */
} Asker;

/* For code that answers later. */
const ApiOptions *api_options(const Api *api);

void answers_init(Api *api);
/* Every batch of the store up to 'number' is durable. */
void answers_committed(Api *api, uint64_t number);
/* Answers that still wait are dropped. */
void answers_clear(Api *api);

/* Whether somebody still waits for it (net_awaits). It has to be answered all the same. */
bool answer_is_awaited(const Asker *asker);
void answer_send(const Asker *asker, const HttpAnswer *answer);
/* The JSON that was printed, and a line end. */
void answer_json(const Asker *asker, int status, const Text *json);
/* The same with a new cookie for a token (an empty one deletes the cookie), and with the marks of device.h. NULL:
 * that cookie stays as it is. */
void answer_signed(const Asker *asker, int status, const Text *json, const char *token,
                   const char *marks);
/* The same with a new ticket of oidc_ticket.h ("" deletes it) in place of the marks. */
void answer_with_ticket(const Asker *asker, int status, const Text *json, const char *token,
                        const char *ticket);
/* JSON objects in lines. */
void answer_lines(const Asker *asker, const Text *lines);
/* {"ok":true} */
void answer_ok(const Asker *asker);
/* 429, and when to try again. */
void answer_flood(const Asker *asker, int seconds);
/* 503, the sentence, and when to try again. */
void answer_busy_for(const Asker *asker, int seconds, const char *sentence);
/* {"error":"sentence"}, where the status alone says what went wrong. */
void answer_error(const Asker *asker, int status, const char *sentence);
/* {"error":"sentence","code":"word"}, so that a page can use its own words. */
void answer_refusal(const Asker *asker, int status, const char *code, const char *sentence);
/* 403, "banned" */
void answer_banned(const Asker *asker);
