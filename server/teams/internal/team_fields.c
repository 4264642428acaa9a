/* What a captain decides, read from the fields of a request. */
#include "teams_state.h"

#include "utf8.h"

#include <stdio.h>
#include <string.h>

static const char *const ENTRIES[TEAM_ENTRIES] = {"open", "request", "code"};

const char *team_entry_word(TeamEntry entry)
{
    return ENTRIES[entry];
}

bool team_words_are_good(const char *words)
{
    return utf8_is_line(words) && utf8_count(words) <= TEAM_WORDS_MAX;
}

/* An absent field changes nothing. */
static bool read_text(const Params *fields, const char *name, bool has_lines, size_t most,
                      char *text, size_t size, TeamAnswer *answer)
{
    const char *value = params_find(fields, name);
    char why[TEAMS_WHY_MAX];
    if (!value)
        return true;
    bool is_good = has_lines ? utf8_is_lines(value) : utf8_is_line(value);
    if (is_good && utf8_count(value) <= most && strlen(value) < size) {
        snprintf(text, size, "%s", value);
        return true;
    }
    snprintf(why, sizeof why,
             is_good ? "%s: at most %zu characters" : "%s: has characters that cannot be shown",
             name, most);
    return team_refuse(answer, 400, "bad_field", why);
}

static bool read_entry(const Params *fields, TeamAbout *about, TeamAnswer *answer)
{
    const char *word = params_find(fields, "entry");
    for (int i = 0; word && i < TEAM_ENTRIES; i++)
        if (strcmp(word, ENTRIES[i]) == 0) {
            about->entry = (TeamEntry)i;
            return true;
        }
    return !word || team_refuse(answer, 400, "bad_field", "entry: must be open, request or code");
}

/* Spaces around a name are none of it. */
static void trim(char *text)
{
    size_t start = strspn(text, " "), length = strlen(text + start);
    memmove(text, text + start, length + 1);
    while (length && text[length - 1] == ' ')
        text[--length] = '\0';
}

bool team_read_about(const Params *fields, TeamAbout *about, TeamAnswer *answer)
{
    if (!read_text(fields, "name", false, TEAM_NAME_MAX, about->name, sizeof about->name, answer) ||
        !read_text(fields, "description", true, TEAM_DESCRIPTION_MAX, about->description,
                   sizeof about->description, answer) ||
        !read_text(fields, "code", false, TEAM_CODE_MAX, about->code, sizeof about->code, answer) ||
        !read_entry(fields, about, answer))
        return false;
    trim(about->name);
    if (utf8_count(about->name) < TEAM_NAME_LEAST || !utf8_is_seen(about->name))
        return team_refuse(answer, 400, "bad_field", "name: at least 3 characters");
    if (about->entry == TEAM_BY_CODE && !about->code[0])
        return team_refuse(answer, 400, "bad_field", "code: missing");
    return true;
}
