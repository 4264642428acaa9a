#include "busy.h"

#include <string.h>

bool busy_is_api(const HttpRequest *request)
{
    return strncmp(request->path, "/api/", 5) == 0;
}

void busy_answer(Busy busy, bool is_api, int retry_after, HttpAnswer *answer)
{
    static const struct {
        const char *plain, *json;
    } SENTENCES[] = {
        [BUSY_RESTART] = {"The server is starting again: try again in a second.\n",
                          "{\"error\":\"The server is starting again: try again in a second.\"}\n"},
        [BUSY_FULL] = {"Too much is under way: try again.\n",
                       "{\"error\":\"Too much is under way: try again.\"}\n"},
        [BUSY_LONG] = {"This answer is too long.\n", "{\"error\":\"This answer is too long.\"}\n"},
    };
    http_plain(answer, 503, is_api ? SENTENCES[busy].json : SENTENCES[busy].plain);
    if (is_api)
        answer->type = "application/json";
    answer->cors = is_api;
    answer->retry_after = retry_after;
}
