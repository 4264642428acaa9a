/* Any bytes may come in a frame: in a trace they are one bounded line, in which nothing is left to be masked. */
#include "trace.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static TraceFrame frame, again;
    trace_mask((const char *)data, size, &frame);
    size_t length = strlen(frame.text);
    assert(length < sizeof frame.text);
    for (size_t i = 0; i < length; i++)
        assert((unsigned char)frame.text[i] >= 0x20 && frame.text[i] != 0x7f);
    assert(strlen(frame.game) == TRACE_GAME_LENGTH || strcmp(frame.game, "-") == 0);
    if (length < TRACE_FRAME_MAX) {
        trace_mask(frame.text, length, &again);
        assert(strcmp(frame.text, again.text) == 0);
    }
    return 0;
}
