/* question.h - a request that is coming in: what its head said, and its body as far as it is there.
 *
 * The body grows as it comes: a length that is only announced costs nothing. */
#pragma once

#include "chunked.h"
#include "client.h"
#include "http_head.h"

typedef struct Question Question;

struct Question {
    HttpRequest request; /* its texts are here, too */
    HttpBodyKind kind;
    uint64_t expected; /* of a body of known length */
    uint64_t came;     /* bytes of it that were read, kept or not */
    size_t most;       /* that are kept */
    bool too_long;     /* it is read and let go */
    bool expects;      /* 100-continue */
    uint64_t begun_at; /* uv_now at which the body began */
    Chunked chunked;
    char *body;
    size_t body_size;
    Client client;
    bool is_proxied; /* the client is whom a proxy names */
    size_t texts_size;
    char texts[];
};

/* Copies what it needs of the head. NULL: the path or query cannot be decoded. 'peer': the connection's other end. */
Question *question_new(const HttpHead *head, const ClientRules *rules, const Address *peer,
                       bool is_tls);
void question_free(Question *question); /* wipes it, since it may tell a password; NULL is none */

typedef enum { QUESTION_MORE, QUESTION_WHOLE, QUESTION_BAD } QuestionResult;
/* Takes bytes of the body; *used is how many. */
QuestionResult question_take(Question *question, const char *bytes, size_t length, size_t *used);
