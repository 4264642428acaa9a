#include "help_commands.h"

#include "config.h"
#include "unknown_variables.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { UNKNOWN_SHOWN = 512 }; /* bytes */

int help_misuse(const char *usage)
{
    fputs(usage, stderr);
    return HELP_USAGE_STATUS;
}

bool help_is_asked(int argc, char *const argv[])
{
    return argc == 1 && (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0);
}

static const char CONFIG_USAGE[] = "usage: castled config [OPTION...]\n"
                                   "Prints what castled would run with, given these options and "
                                   "this environment: each option, its value,\n"
                                   "and where that comes from: a flag, the environment, the "
                                   "--config file, the preset, or the default.\n";

int config_command(int argc, char *const argv[])
{
    Config config;
    OptionSource sources[CONFIG_OPTIONS_MAX];
    char line[OPTIONS_LINE_MAX];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    /* argv[-1] is "config": there is a word before the options, as config_read expects. */
    OptionsResult result = config_read_sources(&config, argc + 1, argv - 1, getenv,
                                               cores > 0 ? (unsigned)cores : 1, sources, line);
    if (result == OPTIONS_HELP) {
        fputs(CONFIG_USAGE, stdout);
        return EXIT_SUCCESS;
    }
    if (result != OPTIONS_OK) {
        fprintf(stderr, "castled: %s\n",
                result == OPTIONS_BAD ? line : "--version: see castled --version");
        return HELP_USAGE_STATUS;
    }
    config_print_sources(sources, stdout);
    char names[UNKNOWN_SHOWN];
    if (unknown_variables(environ, names, sizeof names) > 0)
        printf("\nin the environment, but no option of the server: %s\n", names);
    config_clear(&config);
    return EXIT_SUCCESS;
}
