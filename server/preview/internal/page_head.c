#include "page_head.h"

#include <string.h>

static const char FROM[] = "<title>";
static const char TO[] = "<meta name=\"viewport\"";

static void put(Text *out, const char *text)
{
    text_append(out, text, strlen(text));
}

/* As text and as the value of an attribute (HTML, 13.3). */
static void put_escaped(Text *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&': put(out, "&amp;"); break;
        case '<': put(out, "&lt;"); break;
        case '>': put(out, "&gt;"); break;
        case '"': put(out, "&quot;"); break;
        case '\'': put(out, "&#39;"); break;
        default: text_append(out, text, 1);
        }
    }
}

/* <meta NAME content="VALUE REST"> */
static void put_meta(Text *out, const char *name, const char *value, const char *rest)
{
    put(out, "<meta ");
    put(out, name);
    put(out, " content=\"");
    put_escaped(out, value);
    put_escaped(out, rest);
    put(out, "\" />\n    ");
}

static void put_head(Text *out, const PageHead *head)
{
    put(out, FROM);
    put_escaped(out, head->title);
    put(out, " \xc2\xb7 ");
    put_escaped(out, head->site);
    put(out, "</title>\n    ");
    put_meta(out, "name=\"description\" property=\"og:description\"", head->description, "");
    put_meta(out, "property=\"og:title\"", head->title, "");
    put_meta(out, "property=\"og:site_name\"", head->site, "");
    put_meta(out, "property=\"og:type\"", "website", "");
    put_meta(out, "property=\"og:url\"", head->base, head->path);
    put_meta(out, "property=\"og:image\"", head->base, head->image);
    put_meta(out, "name=\"twitter:card\"", "summary", "");
}

bool page_head_fill(const char *html, size_t length, const PageHead *head, Text *out)
{
    const char *end = html + length;
    const char *from = memmem(html, length, FROM, sizeof FROM - 1);
    const char *to = from ? memmem(from, (size_t)(end - from), TO, sizeof TO - 1) : NULL;
    if (!to)
        return false;
    text_append(out, html, (size_t)(from - html));
    put_head(out, head);
    text_append(out, to, (size_t)(end - to));
    return true;
}
