#include "word_link.h"

#include "memory.h"

#include <stdlib.h>

enum { FRAME_KEPT = 256 * 1024 };

static bool has_secrets(WordKind kind)
{
    return kind == WORD_HANDSHAKE || kind == WORD_REQUEST || kind == WORD_ADMIT ||
           kind == WORD_ANSWER || kind == WORD_OPENED || kind == WORD_BYTES;
}

bool word_say(Link *link, const Word *word, WordFrame *frame)
{
    word_write(word, frame);
    bool fits = frame->length <= LINK_FRAME_MAX;
    if (fits)
        link_put(link, frame->bytes, frame->length);
    if (has_secrets(word->kind) || frame->capacity > FRAME_KEPT)
        word_frame_reset(frame);
    return fits;
}

void word_frame_reset(WordFrame *frame)
{
    memory_wipe(frame->bytes, frame->length);
    frame->length = 0;
    if (frame->capacity <= FRAME_KEPT)
        return;
    free(frame->bytes);
    *frame = (WordFrame){0};
}
