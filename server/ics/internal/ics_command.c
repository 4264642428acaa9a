/* Of ics_state.h: which command is meant. */
#include "ics_state.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *word, *name;
} OTHER_NAMES[] = {
    {"a", "accept"}, {"bye", "quit"},      {"exit", "quit"},     {"logout", "quit"},
    {"f", "finger"}, {"k", "kibitz"},      {"m", "match"},       {"o", "observe"},
    {"t", "tell"},   {"w", "who"},         {"undo", "takeback"}, {"p", "play"},
    {"?", "help"},   {"?f", "help"},       {"h", "help"},        {"s", "seek"},
    {"g", "games"},  {"commands", "help"}, {"time", "date"},     {"handles", "who"},
};

enum { UNKNOWN_CODE = 512, AMBIGUOUS_CODE = 514 };

static const char *name_at(int at)
{
    return ICS_COMMANDS[at].name;
}

static const IcsCommand *find_exact(const char *word)
{
    for (size_t i = 0; i < sizeof OTHER_NAMES / sizeof *OTHER_NAMES; i++)
        if (strcmp(OTHER_NAMES[i].word, word) == 0)
            word = OTHER_NAMES[i].name;
    for (int i = 0; i < ICS_COMMAND_COUNT; i++)
        if (strcmp(ICS_COMMANDS[i].name, word) == 0)
            return &ICS_COMMANDS[i];
    return NULL;
}

/* The one that begins so; NULL when none does, or *several. */
static const IcsCommand *find_begun(const char *word, int *several)
{
    const IcsCommand *found = NULL;
    *several = 0;
    for (int i = 0; i < ICS_COMMAND_COUNT; i++)
        if (ics_begins(ICS_COMMANDS[i].name, word)) {
            found = &ICS_COMMANDS[i];
            ++*several;
        }
    return *several == 1 ? found : NULL;
}

static void say_ambiguous(IcsClient *client, const char *word)
{
    client->block_code = AMBIGUOUS_CODE;
    ics_say(client, "Ambiguous command \"%s\". Matches:", word);
    for (int i = 0; i < ICS_COMMAND_COUNT; i++)
        if (ics_begins(ICS_COMMANDS[i].name, word))
            ics_say(client, " %s", ICS_COMMANDS[i].name);
    ics_say(client, "\n");
}

static void say_unknown(IcsClient *client, const char *word)
{
    const char *similar = ics_similar(word, name_at, ICS_COMMAND_COUNT);
    client->block_code = UNKNOWN_CODE;
    ics_say(client, "%.40s: Command not found.\n", word);
    if (similar)
        ics_say(client, "Did you mean \"%s\"?\n", similar);
}

static void run(IcsClient *client, const IcsCommand *command, char *rest)
{
    client->block_code = command->code;
    if (command->run)
        command->run(client, rest);
    else
        ics_help(client, rest);
}

/* "!hello" is "shout hello", "+censor bob" is "addlist censor bob". */
static const IcsCommand *find_sign(char **line)
{
    static const struct {
        char sign;
        const char *name;
    } SIGNS[] = {{'!', "shout"},   {';', "kibitz"},  {',', "whisper"},
                 {'+', "addlist"}, {'-', "sublist"}, {'=', "showlist"}};
    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++)
        if (**line == SIGNS[i].sign) {
            ++*line;
            return find_exact(SIGNS[i].name);
        }
    return NULL;
}

void ics_command(IcsClient *client, char *line)
{
    char word[64], text[64];
    int several;
    while (*line == '$' || *line == '@')
        line++; /* on FICS, a command by which nobody counts as awake */
    const IcsCommand *command = find_sign(&line);
    if (!command && *line == '.' && line[1] == ' ') {
        run(client, find_exact("tell"), line);
        return;
    }
    if (command || !*line) {
        if (command)
            run(client, command, line);
        return;
    }
    char *rest = line;
    snprintf(text, sizeof text, "%.60s", line);
    snprintf(word, sizeof word, "%.60s", ics_word(&rest, true));
    command = find_exact(word);
    if (!command && strlen(text) < 24) {
        char *end = text;
        const char *move = ics_word(&end, false);
        if (!*ics_rest(end) && ics_try_move(client, move))
            return;
    }
    if (!command)
        command = find_begun(word, &several);
    if (command)
        run(client, command, rest);
    else if (several > 1)
        say_ambiguous(client, word);
    else
        say_unknown(client, word);
}
