#include "ics_variables.h"

#include "ics_board.h"
#include "ics_line.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const char *word;
    int usual, least, most;
    const char *help;
} Variable;

static const Variable VARIABLES[] = {
#define X(name, word, usual, least, most, help) {word, usual, least, most, help},
    ICS_VARIABLES(X)
#undef X
};

static const struct {
    const char *word, *help;
} SWITCHES[] = {
#define X(name, word, help) {word, help},
    ICS_SWITCHES(X)
#undef X
};

void ics_variables_init(IcsVariables *variables)
{
    *variables = (IcsVariables){.interface = ""};
    for (int i = 0; i < ICS_SETTINGS; i++)
        variables->setting[i] = VARIABLES[i].usual;
}

static const char *variable_word(int at)
{
    return VARIABLES[at].word;
}

static const char *switch_word(int at)
{
    return SWITCHES[at].word;
}

/* By its name, or the beginning of just one; -1 when there is none, and *out says so. */
static int find(const char *name, const char *(*word)(int at), int count, Text *out)
{
    int found = -1, several = 0;
    for (int i = 0; i < count; i++) {
        if (strcmp(word(i), name) == 0)
            return i;
        if (*name && ics_begins(word(i), name)) {
            found = i;
            several++;
        }
    }
    if (several == 1)
        return found;
    const char *similar = several ? NULL : ics_similar(name, word, count);
    if (several)
        ics_put(out, "Ambiguous variable name \"%s\": more than one begins so.\n", name);
    else if (similar)
        ics_put(out, "No such variable name \"%s\". Did you mean %s?\n", name, similar);
    else
        ics_put(out, "No such variable name \"%s\".\n", name);
    return -1;
}

/* 0 and 1 in words, too. */
static int read_value(const char *value)
{
    static const char *const ON[] = {"on", "true", "yes", "t"}, *const OFF[] = {"off", "false",
                                                                                "no", "f"};
    for (int i = 0; i < 4; i++)
        if (strcmp(value, ON[i]) == 0 || strcmp(value, OFF[i]) == 0)
            return strcmp(value, ON[i]) == 0;
    return ics_number(value);
}

static IcsSetResult set_text(char *field, const char *name, const char *value, Text *out)
{
    if (strlen(value) > ICS_TEXT_MAX) {
        ics_put(out, "%s may have at most %d bytes.\n", name, ICS_TEXT_MAX);
        return ICS_SET_BAD_VALUE;
    }
    memcpy(field, value, strlen(value) + 1);
    ics_put(out, "%s set to %s.\n", name, *value ? value : "nothing");
    return ICS_SET_OK;
}

IcsSetResult ics_variables_set(IcsVariables *variables, const char *name, const char *value,
                               Text *out)
{
    if (strcmp(name, "interface") == 0)
        return set_text(variables->interface, "interface", value, out);
    if (strcmp(name, "prompt") == 0)
        return set_text(variables->prompt, "prompt", value, out);
    int at = find(name, variable_word, ICS_SETTINGS, out);
    if (at < 0)
        return ICS_SET_UNKNOWN;
    const Variable *variable = &VARIABLES[at];
    int number = read_value(value);
    if (!*value && variable->most == 1)
        number = !variables->setting[at];
    bool fits = number >= variable->least && number <= variable->most;
    if (at == ICS_SET_STYLE)
        fits = ics_style_is_known(number);
    if (!fits && at == ICS_SET_STYLE)
        ics_put(out, "The styles are 1, 2, 3, 9 and 12; see help style.\n");
    else if (!fits)
        ics_put(out, "%s is a number from %d to %d.\n", variable->word, variable->least,
                variable->most);
    if (!fits)
        return ICS_SET_BAD_VALUE;
    variables->setting[at] = number;
    if (at == ICS_SET_STYLE)
        ics_put(out, "Style %d set.\n", number);
    else
        ics_put(out, "%s set to %d.\n", variable->word, number);
    return ICS_SET_OK;
}

IcsSetResult ics_variables_switch(IcsVariables *variables, const char *name, const char *value,
                                  Text *out)
{
    int at = find(name, switch_word, ICS_SWITCH_COUNT, out);
    if (at < 0)
        return ICS_SET_UNKNOWN;
    if (variables->on[ICS_SWITCH_LOCK]) {
        ics_put(out, "Cannot alter: Interface setting locked.\n");
        return ICS_SET_LOCKED;
    }
    int number = *value ? read_value(value) : !variables->on[at];
    if (number != 0 && number != 1) {
        ics_put(out, "%s is 0 or 1.\n", SWITCHES[at].word);
        return ICS_SET_BAD_VALUE;
    }
    variables->on[at] = number;
    ics_put(out, "%s %sset.\n", SWITCHES[at].word, number ? "" : "un");
    return ICS_SET_OK;
}

void ics_variables_print(const IcsVariables *variables, const char *name, Text *out)
{
    ics_put(out, "Variable settings of %s:\n\n", name);
    for (int i = 0; i < ICS_SETTINGS; i++) {
        char entry[32];
        snprintf(entry, sizeof entry, "%s=%d", VARIABLES[i].word, variables->setting[i]);
        ics_put(out, "%-18s%s", entry, i % 4 == 3 ? "\n" : "");
    }
    ics_put(out, "\n\nInterface: \"%s\"\nPrompt: \"%s\"\n", variables->interface,
            variables->prompt);
}

void ics_switches_print(const IcsVariables *variables, const char *name, Text *out)
{
    ics_put(out, "Interface variable settings of %s:\n\n", name);
    for (int i = 0; i < ICS_SWITCH_COUNT; i++) {
        char entry[32];
        snprintf(entry, sizeof entry, "%s=%d", SWITCHES[i].word, variables->on[i]);
        ics_put(out, "%-18s%s", entry, i % 4 == 3 ? "\n" : "");
    }
    ics_put(out, "\n");
}

void ics_variables_help(Text *out)
{
    for (int i = 0; i < ICS_SETTINGS; i++)
        ics_put(out, "  %-11s %s\n", VARIABLES[i].word, VARIABLES[i].help);
}

void ics_switches_help(Text *out)
{
    for (int i = 0; i < ICS_SWITCH_COUNT; i++)
        ics_put(out, "  %2d %-13s %s\n", i + 1, SWITCHES[i].word,
                *SWITCHES[i].help ? SWITCHES[i].help : "changes nothing here");
}
