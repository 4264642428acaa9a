#include "host_state.h"

#include "memory.h"
#include "word_link.h"

#include <stdlib.h>
#include <string.h>

/* What an exchange is told, in the order of its address. */
typedef struct {
    FairThing thing; /* first, so that it is found by it */
    size_t length;
    unsigned char frame[];
} Waiting;

static bool is_busy(const HostLink *link)
{
    return link->waiting.count || link_unacknowledged(link->link) > HOST_BUSY;
}

static bool is_long(const Word *word, size_t length)
{
    return (word->kind == WORD_ANSWER || word->kind == WORD_PIECE) && length > HOST_SHORT;
}

static void wait(HostLink *link, uint64_t whose, const WordFrame *frame)
{
    Waiting *waiting = memory_new(sizeof *waiting + frame->length);
    waiting->length = frame->length;
    memcpy(waiting->frame, frame->bytes, frame->length);
    fair_queue_push(&link->waiting, whose, &waiting->thing, frame->length);
}

/* It may have a token. */
static void drop(HostLink *link, Waiting *waiting)
{
    fair_queue_remove(&link->waiting, &waiting->thing);
    memory_wipe(waiting->frame, waiting->length);
    free(waiting);
}

HostTold host_tell(HostLink *link, uint64_t whose, const Word *word)
{
    WordFrame *frame = &link->host->frame;
    HostTold told = TOLD_OK;
    if (!is_busy(link))
        return host_say(link, word) ? TOLD_OK : TOLD_LONG;
    word_write(word, frame);
    if (frame->length > LINK_FRAME_MAX)
        told = TOLD_LONG;
    else if (is_long(word, frame->length) &&
             !fair_queue_has_room(&link->waiting, whose, frame->length))
        told = TOLD_FULL;
    else
        wait(link, whose, frame);
    word_frame_reset(frame);
    return told;
}

void host_tell_on(HostLink *link, size_t most)
{
    Waiting *waiting;
    while (link_unacknowledged(link->link) <= most &&
           (waiting = (Waiting *)fair_queue_first(&link->waiting))) {
        link_put(link->link, waiting->frame, waiting->length);
        drop(link, waiting);
    }
}

void host_tell_nothing(HostLink *link)
{
    Waiting *waiting;
    while ((waiting = (Waiting *)fair_queue_first(&link->waiting)))
        drop(link, waiting);
    fair_queue_clear(&link->waiting);
}
