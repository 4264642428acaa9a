/* queue.h - requests that wait for their turn, first come, first served. Only for the files of server/accounts. */
#pragma once

#include "account.h"

/* The first member of a request, which is one piece of memory with all that it says. */
typedef struct Job Job;
struct Job {
    Job *next;
    size_t size; /* of the whole request */
    void (*run)(Accounts *accounts, const void *request, AccountsAnswer *answer);
    AccountsDone done;
    void *context;
    int64_t now; /* wall clock, ms, when it was asked */
};

typedef struct {
    Job *first, **end;
} Queue;

void queue_init(Queue *queue);
/* Takes the request, which has been made with memory_new. */
void queue_put(Queue *queue, Job *job, size_t size);
/* NULL when nobody waits; the caller's from now on. */
Job *queue_take(Queue *queue);
/* Wipes and frees it: there may be secrets in it. */
void queue_drop(Job *job);
