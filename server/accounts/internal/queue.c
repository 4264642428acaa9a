#include "queue.h"

#include "memory.h"

#include <stdlib.h>

void queue_init(Queue *queue)
{
    queue->first = NULL;
    queue->end = &queue->first;
}

void queue_put(Queue *queue, Job *job, size_t size)
{
    job->size = size;
    job->next = NULL;
    *queue->end = job;
    queue->end = &job->next;
}

Job *queue_take(Queue *queue)
{
    Job *job = queue->first;
    if (!job)
        return NULL;
    queue->first = job->next;
    if (!queue->first)
        queue->end = &queue->first;
    return job;
}

void queue_drop(Job *job)
{
    memory_wipe(job, job->size);
    free(job);
}
