/* Any request to any route of the HTTP API, with any query, headers and body: it is answered or refused, and the server
 * goes on. The input is the request as it comes to the port from the club's own page (fuzz_club.h), in which names are replaced: @kA is a
 * token, @ka a browser's cookie. */
#include "fuzz_club.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { REQUEST_SIZE = 32768 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char bytes[REQUEST_SIZE];
    Club *club = club_begin(data, size);
    club_request(club, bytes, club_fill_in(club, data, size, bytes, sizeof bytes));
    club_end(club);
    return 0;
}
