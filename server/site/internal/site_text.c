#include "site_text.h"

#include <stdlib.h>
#include <string.h>

/* Puts 'value' in the place of 'count' bytes at 'at'. */
static void splice(Text *text, size_t at, size_t count, const char *value)
{
    Text made;
    text_init(&made);
    text_append(&made, text->bytes, at);
    text_append(&made, value, strlen(value));
    text_append(&made, text->bytes + at + count, text->length - at - count);
    text_clear(text);
    *text = made;
}

static const char *find(const Text *text, size_t from, const char *what)
{
    return text->length ? strstr(text->bytes + from, what) : NULL;
}

void site_text_replace(Text *text, const char *from, const char *to)
{
    const char *found;
    for (size_t at = 0; (found = find(text, at, from)) != NULL;) {
        at = (size_t)(found - text->bytes);
        splice(text, at, strlen(from), to);
        at += strlen(to);
    }
}

bool site_text_between(Text *text, const char *from, const char *to, const char *value)
{
    const char *begin = find(text, 0, from);
    const char *end = begin ? strstr(begin + strlen(from), to) : NULL;
    if (!end)
        return false;
    begin += strlen(from);
    splice(text, (size_t)(begin - text->bytes), (size_t)(end - begin), value);
    return true;
}

bool site_text_before(Text *text, const char *mark, const char *value)
{
    const char *found = find(text, 0, mark);
    if (found)
        splice(text, (size_t)(found - text->bytes), 0, value);
    return found != NULL;
}

void site_text_html(Text *out, const char *text)
{
    static const struct {
        char letter;
        const char *written;
    } REFERENCES[] = {
        {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
    for (; *text; text++) {
        const char *written = NULL;
        for (size_t i = 0; i < sizeof REFERENCES / sizeof *REFERENCES; i++)
            if (REFERENCES[i].letter == *text)
                written = REFERENCES[i].written;
        if (written)
            text_append(out, written, strlen(written));
        else
            text_append(out, text, 1);
    }
}
