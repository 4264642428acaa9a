#include "scope.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *word;
    uint32_t scope;
} WORDS[] = {
#define X(name, word, bit) {word, SCOPE_##name},
    SCOPES(X)
#undef X
};

enum { WORDS_COUNT = sizeof WORDS / sizeof *WORDS };

uint32_t scope_parse(const char *word)
{
    for (int i = 0; i < WORDS_COUNT; i++)
        if (strcmp(word, WORDS[i].word) == 0)
            return WORDS[i].scope;
    return 0;
}

const char *scope_word(uint32_t scope)
{
    for (int i = 0; i < WORDS_COUNT; i++)
        if (scope == WORDS[i].scope)
            return WORDS[i].word;
    return "";
}

const char *scopes_print(uint32_t scopes, char text[SCOPES_TEXT_MAX])
{
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < WORDS_COUNT; i++)
        if (scopes & WORDS[i].scope)
            length += (size_t)snprintf(text + length, SCOPES_TEXT_MAX - length, "%s%s",
                                       length ? "," : "", WORDS[i].word);
    return text;
}
