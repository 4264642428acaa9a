/* answers.h - the ways to answer an HTTP call: at once, or when what the answer tells is durable.
 *
 * Each Asker is to be answered once, by whoever keeps a copy of it; whoever is gone by then swallows the answer. */
#pragma once

#include "api_options.h"
#include "text.h"

typedef struct WaitingAnswer WaitingAnswer;
typedef struct Export Export;

/* The API, as the files of this folder see it. */
struct Api {
    ApiOptions options;
    uint64_t committed;
    Export *exports;             /* that are under way (game_export.h) */
    WaitingAnswer *first, **end; /* in the order of their numbers */
};

/* Where the answer goes. 'number' is the batch of the store that it depends on, 0 for none. */
typedef struct {
    Api *api;
    ExchangeId exchange;
    uint64_t number;
    CookiePlace place;
    bool has_old_cookie; /* one to be taken back when another is set */
} Asker;

/* For whoever answers later. */
const ApiOptions *api_options(const Api *api);

void answers_init(Api *api);
/* Every batch of the store up to 'number' is durable. */
void answers_committed(Api *api, uint64_t number);
/* Those that wait are not sent any more. */
void answers_clear(Api *api);

void answer_send(const Asker *asker, const HttpAnswer *answer);
/* The JSON that was printed, and a line end. */
void answer_json(const Asker *asker, int status, const Text *json);
/* The same with a new cookie for a token, an empty one takes the cookie back; and the marks of device.h. NULL: that
 * cookie stays as it is. */
void answer_signed(const Asker *asker, int status, const Text *json, const char *token,
                   const char *marks);
/* JSON objects in lines. */
void answer_lines(const Asker *asker, const Text *lines);
/* {"ok":true} */
void answer_ok(const Asker *asker);
/* 429, and when to try again. */
void answer_flood(const Asker *asker, int seconds);
/* 503, the sentence, and when to try again. */
void answer_busy_for(const Asker *asker, int seconds, const char *sentence);
/* {"error":"sentence"}: what went wrong is plain from the status. */
void answer_error(const Asker *asker, int status, const char *sentence);
/* {"error":"sentence","code":"word"}: a page has its own words for it. */
void answer_refusal(const Asker *asker, int status, const char *code, const char *sentence);
/* 403, "banned" */
void answer_banned(const Asker *asker);
