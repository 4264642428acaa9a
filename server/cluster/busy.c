#include "busy.h"

#include <string.h>

bool busy_is_api(const HttpRequest *request)
{
    return strncmp(request->path, "/api/", 5) == 0;
}

void busy_answer(Busy busy, bool is_api, int retry_after, HttpAnswer *answer)
{
#define SENTENCE(words, code)                                                                      \
    {                                                                                              \
        words "\n", "{\"error\":\"" words "\",\"code\":\"" code "\"}\n"                            \
    }
    static const struct {
        const char *plain, *json;
    } SENTENCES[] = {
        [BUSY_RESTART] =
            SENTENCE("The server is starting again: try again in a second.", "restarting"),
        [BUSY_FULL] = SENTENCE("Too much is under way: try again.", "busy"),
        [BUSY_LONG] = SENTENCE("This answer is too long.", "answer_too_long"),
    };
#undef SENTENCE
    http_plain(answer, 503, is_api ? SENTENCES[busy].json : SENTENCES[busy].plain);
    if (is_api)
        answer->type = "application/json";
    answer->cors = is_api;
    answer->retry_after = retry_after;
}
