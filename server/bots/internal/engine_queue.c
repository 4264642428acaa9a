#include "engine_queue.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

EngineQuestion *engine_question_new(const Search *search, const Line *line)
{
    EngineQuestion *question = memory_new(sizeof *question + (line->plies + 1) * sizeof(Move));
    question->search = *search;
    question->line = *line;
    line_grow(&question->line, question->moves, line->plies + 1);
    return question;
}

void engine_queue_put(EngineQueue *queue, EngineQuestion *question)
{
    EngineQuestion **place = &queue->first;
    while (*place && (*place)->search.by <= question->search.by)
        place = &(*place)->next;
    question->next = *place;
    *place = question;
}

EngineQuestion *engine_queue_take(EngineQueue *queue)
{
    for (EngineQuestion *question; (question = queue->first);) {
        queue->first = question->next;
        if (!question->dropped)
            return question;
        free(question);
    }
    return NULL;
}

void engine_queue_forget(EngineQueue *queue, const GameId *game)
{
    for (EngineQuestion *question = queue->first; question; question = question->next)
        question->dropped |= strcmp(question->search.game.text, game->text) == 0;
}

void engine_queue_clear(EngineQueue *queue)
{
    for (EngineQuestion *question; (question = queue->first);) {
        queue->first = question->next;
        free(question);
    }
}
