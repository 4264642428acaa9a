/* The API's description of itself: for programs as OpenAPI, for people as a page that needs no script. */
#include "description.h"
#include "routes.h"

#include <assert.h>
#include <string.h>

static const char STYLE[] =
    ":root{color-scheme:light dark;--line:#8886;--soft:#6a6a6a;--link:#1a5f3f}\n"
    "@media(prefers-color-scheme:dark){:root{--soft:#a6a6a6;--link:#8fd3ae}}\n"
    "body{max-width:52rem;margin:0 auto;padding:1rem;font:1rem/1.5 system-ui,sans-serif;"
    "overflow-wrap:anywhere}\n"
    "a{color:var(--link)}code{font-size:.95em}small,dd,.who,summary span{color:var(--soft)}\n"
    "nav a{display:inline-block;padding:.6rem .6rem .6rem 0}\n"
    "summary{padding:.6rem 0;cursor:pointer}summary span{margin-left:.5rem}\n"
    "details{border-top:1px solid var(--line)}details[open]{padding-bottom:1rem}\n"
    "h2,nav a{text-transform:capitalize}h2{margin:2.5rem 0 .5rem}h3{margin:1.5rem 0 "
    ".25rem;font-size:1rem}\n"
    "h4{margin:.75rem 0 .25rem;font-size:.9rem}p{margin:.25rem 0}\n"
    "dl{margin:0}dt{margin-top:.25rem}dd{margin-left:1.25rem}\n";

bool description_find(const char *path, HttpAnswer *answer)
{
    const struct {
        const char *path, *type;
        const void *body;
        size_t length;
    } TEXTS[] = {
        {"/api/openapi.json", "application/json", DESCRIPTION_JSON, DESCRIPTION_JSON_LENGTH},
        {"/api", "text/html; charset=utf-8", DESCRIPTION_PAGE, DESCRIPTION_PAGE_LENGTH},
        {"/api/style.css", "text/css", STYLE, sizeof STYLE - 1},
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        if (strcmp(path, TEXTS[i].path) != 0)
            continue;
        *answer = (HttpAnswer){.status = 200,
                               .type = TEXTS[i].type,
                               .body = TEXTS[i].body,
                               .length = TEXTS[i].length,
                               .constant = true,
                               .cache = "public, max-age=600",
                               .cors = true};
        return true;
    }
    return false;
}

void description_show(Call *call)
{
    HttpAnswer answer;
    bool is_one = description_find(call->route->path, &answer);
    assert(is_one);
    answer_send(&call->asker, &answer);
}
