#include "commands.h"

#include "admin_command.h"
#include "backup_command.h"
#include "bench_command.h"
#include "bot_command.h"
#include "command_texts.h"
#include "config.h"
#include "help_commands.h"
#include "import_command.h"
#include "migrate_command.h"
#include "play_command.h"
#include "replay_command.h"
#include "status_command.h"

#include <stdlib.h>
#include <string.h>

static const char HELP_USAGE[] =
    "usage: castled help [TOPIC|COMMAND]\n"
    "Topics are network, outbound, mail, data, people, site, computer, "
    "limits, ics, service, and all of them: all.\n";

static int help_command(int argc, char *const argv[])
{
    char question[] = "--help", *words[] = {question};
    if (argc > 1)
        return help_misuse(HELP_USAGE);
    if (argc == 0) {
        commands_print_help(stdout);
        return EXIT_SUCCESS;
    }
    CommandRun command = command_find(argv[0]);
    if (help_is_asked(argc, argv))
        fputs(HELP_USAGE, stdout);
    else if (command)
        return command(1, words);
    else if (strcmp(argv[0], "all") == 0)
        config_print_help(stdout);
    else if (!config_print_topic(argv[0], stdout))
        return help_misuse(HELP_USAGE);
    return EXIT_SUCCESS;
}

static const struct {
    const char *name;
    CommandRun run;
} COMMANDS[] = {
    {"admin", admin_command},   {"backup", backup_command}, {"bench", bench_command},
    {"bot", bot_command},       {"check", check_command},   {"completion", completion_command},
    {"config", config_command}, {"health", health_command}, {"help", help_command},
    {"import", import_command}, {"manual", manual_command}, {"migrate", migrate_command},
    {"play", play_command},     {"replay", replay_command}, {"restore", restore_command},
    {"status", status_command},
};

CommandRun command_find(const char *name)
{
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++)
        if (strcmp(COMMANDS[i].name, name) == 0)
            return COMMANDS[i].run;
    return NULL;
}
