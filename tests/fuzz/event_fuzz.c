/* Any bytes are an event's journal form or are refused; what is accepted packs to the same bytes, except version 3, whose
 * extras are skipped. */
#include "event.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Event event;
    unsigned char again[EVENT_PACKED_MAX];
    if (event_unpack(&event, data, size)) {
        size_t packed = event_pack(&event, again);
        assert(!event_is_newer(data, size));
        if (data[0] < 3)
            assert(packed == size && memcmp(again, data, size) == 0);
        else
            assert(event_unpack(&event, again, packed));
    } else {
        event_is_newer(data, size);
    }
    return 0;
}
