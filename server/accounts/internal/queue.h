/* queue.h - requests that wait for their turn, in the order in which they came. Only for the files of
 * server/accounts. */
#pragma once

#include "account.h"

/* The first member of a request, which is one block of memory with everything in it. */
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
/* The next one, which is the caller's from now on; NULL when none waits. */
Job *queue_take(Queue *queue);
/* Wipes and frees it: there may be secrets in it. */
void queue_drop(Job *job);
