/* The members of a club, a bot, an operator, guests and strangers ask anything by HTTP and WebSocket, in any order, while time passes and
 * streams stay open: each request is answered, what is answered is well-formed and tells nobody's secrets, and the server goes on.
 * fuzz_club.h says what an input looks like. */
#include "fuzz_club.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Club *club = club_begin(data, size);
    for (const uint8_t *at = data, *end = data + size; at < end;) {
        const uint8_t *line_end = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((line_end ? line_end : end) - at);
        club_step(club, at, length);
        at += length + 1;
    }
    club_end(club);
    return 0;
}
