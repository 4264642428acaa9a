/* Any bytes are an event's journal form or are refused; what is taken packs to the same bytes. */
#include "event.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Event event;
    unsigned char again[EVENT_PACKED_MAX];
    if (event_unpack(&event, data, size))
        assert(event_pack(&event, again) == size && memcmp(again, data, size) == 0);
    return 0;
}
