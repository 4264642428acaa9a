/* Of ics_state.h: the pages of help. */
#include "ics_state.h"

#include <string.h>

static void print_styles(IcsClient *client)
{
    ics_say(client, "Styles of boards (set style NUMBER):\n"
                    "   1  a board with lines, with clocks and the last move beside it\n"
                    "   2  letters and dots, in 20 columns: capitals are White's\n"
                    "   3  the same with the players' names\n"
                    "   9  no board: the last move in words, for screen readers and slow lines\n"
                    "  12  a line for programs\n"
                    "\"flip\" turns the board round, \"set width 20\" suits a narrow terminal.\n");
}

static void print_variables(IcsClient *client)
{
    ics_say(client, "Variables (set VARIABLE VALUE):\n");
    ics_variables_help(client->sink);
    ics_say(client, "  interface   what your program calls itself\n"
                    "  prompt      kept for programs\n");
}

static void print_switches(IcsClient *client)
{
    ics_say(client, "Switches (iset SWITCH 0|1), numbered as for \"%%b\" at the login:\n");
    ics_switches_help(client->sink);
}

static void print_login(IcsClient *client)
{
    ics_say(
        client,
        "At \"login:\" say guest, or the name of your account and then its password. A password is "
        "asked for only where nobody can listen: over TLS, or on the server's own machine. "
        "Accounts are made on the page. A guest who gives the text that was shown at the login "
        "comes back as the same guest. Whoever loses the connection has only left for a while: "
        "the next login goes on with the game.\n");
}

static void print_moves(IcsClient *client)
{
    ics_say(
        client,
        "A move is typed as it is: e4, e2e4, e2-e4, Nbd7, nf3, exd5, O-O, o-o-o, e8=Q, e7e8q. What "
        "cannot be played is refused with the reason.\n");
}

static void print_computer(IcsClient *client)
{
    ics_say(client,
            "\"match computer LEVEL\" plays the server's computer at once, from level 1 to 13; "
            "levels 1 "
            "to 12 play about as well as a rating of 400 to 2600, 13 as well as it can. Times, "
            "colour and 960 follow as in \"match\". It takes back moves when you ask.\n");
}

static const struct {
    const char *name;
    void (*print)(IcsClient *client);
} TOPICS[] = {
    {"styles", print_styles},       {"style", print_styles},      {"style12", print_styles},
    {"variables", print_variables}, {"switches", print_switches}, {"iset", print_switches},
    {"ivariables", print_switches}, {"login", print_login},       {"guest", print_login},
    {"guests", print_login},        {"register", print_login},    {"moving", print_moves},
    {"move", print_moves},          {"computer", print_computer},
};
enum { TOPIC_COUNT = sizeof TOPICS / sizeof *TOPICS };

static void list_all(IcsClient *client)
{
    ics_say(client, "Commands; \"help COMMAND\" explains one, and each can be shortened to what is "
                    "unambiguous:\n\n");
    for (int i = 0; i < ICS_COMMAND_COUNT; i++)
        ics_say(client, "%-14s%s", ICS_COMMANDS[i].name, i % 5 == 4 ? "\n" : "");
    ics_say(client, "\n\nMore help: moving, computer, styles, variables, switches, login.\n"
                    "To begin: \"seek 5 3\", \"sought\", \"match computer 3\", \"games\", "
                    "\"observe 1\".\n");
}

static const char *name_at(int at)
{
    return at < ICS_COMMAND_COUNT ? ICS_COMMANDS[at].name : TOPICS[at - ICS_COMMAND_COUNT].name;
}

/* The command of that name, or the only one that begins so. */
static const IcsCommand *find(const char *word)
{
    const IcsCommand *found = NULL;
    int several = 0;
    for (int i = 0; i < ICS_COMMAND_COUNT; i++) {
        if (strcmp(ICS_COMMANDS[i].name, word) == 0)
            return &ICS_COMMANDS[i];
        if (ics_begins(ICS_COMMANDS[i].name, word)) {
            found = &ICS_COMMANDS[i];
            several++;
        }
    }
    return several == 1 ? found : NULL;
}

void ics_help(IcsClient *client, char *rest)
{
    const char *word = ics_word(&rest, true);
    const IcsCommand *command = *word ? find(word) : NULL;
    bool is_known = command != NULL;
    if (!*word || strcmp(word, "commands") == 0) {
        list_all(client);
        return;
    }
    if (command)
        ics_say(client, "Usage: %s\n\n%s\n", command->usage, command->help);
    for (int i = 0; i < TOPIC_COUNT; i++)
        if (strcmp(TOPICS[i].name, command ? command->name : word) == 0) {
            ics_say(client, is_known && command ? "\n" : "");
            TOPICS[i].print(client);
            is_known = true;
        }
    if (is_known)
        return;
    const char *similar = ics_similar(word, name_at, ICS_COMMAND_COUNT + TOPIC_COUNT);
    ics_say(client, "There is no help on \"%.40s\".", word);
    if (similar)
        ics_say(client, " Did you mean \"%s\"?", similar);
    ics_say(client, "\n");
}
