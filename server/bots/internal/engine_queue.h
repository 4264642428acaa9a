/* engine_queue.h - the questions that wait for an external engine, the most urgent first.
 *
 * Embedded, empty when zeroed; engine_queue_clear frees what is in it. A question that was taken is free()d by
 * whoever took it, or put back. */
#pragma once

#include "search_request.h"

typedef struct EngineQuestion EngineQuestion;
struct EngineQuestion {
    EngineQuestion *next;
    Search search;
    int tries;
    bool dropped; /* the answer is no longer wanted */
    Line line;
    Move moves[];
};

typedef struct {
    EngineQuestion *first;
} EngineQueue;

/* A copy of both. */
EngineQuestion *engine_question_new(const Search *search, const Line *line);
void engine_queue_put(EngineQueue *queue, EngineQuestion *question);
/* The most urgent one that is not dropped; NULL when there is none. */
EngineQuestion *engine_queue_take(EngineQueue *queue);
/* Drops all questions about a game. */
void engine_queue_forget(EngineQueue *queue, const GameId *game);
void engine_queue_clear(EngineQueue *queue);
