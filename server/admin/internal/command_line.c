#include "command_line.h"

#include <stdlib.h>

static const Option DATA = {"data",
                            "CASTLED_DATA",
                            "DIR",
                            "the directory of the database",
                            "data",
                            OPTION_TEXT,
                            OPTION_FIELD(CommandLine, directory),
                            .expected = "a directory"};

static const Option STORE = {"store",
                             "CASTLED_STORE",
                             "URL",
                             "a PostgreSQL database instead: postgresql://USER@HOST/DATABASE",
                             NULL,
                             OPTION_TEXT,
                             OPTION_FIELD(CommandLine, server),
                             .expected = "a URL",
                             .is_secret = true};

static const Option TIMEOUT = {"timeout",
                               "CASTLED_TIMEOUT",
                               "SECONDS",
                               "how long to wait for an answer",
                               "3",
                               OPTION_DURATION,
                               OPTION_FIELD(CommandLine, timeout),
                               .least = 1,
                               .most = 3600,
                               .unit = 1000};

static const Option PLACE[] = {
    {"from", "CASTLED_RESTORE_FROM", "DIR", "a second place, which --copy-to has written", NULL,
     OPTION_TEXT, OPTION_FIELD(CommandLine, from), .expected = "a directory"},
    {"until", "CASTLED_RESTORE_UNTIL", "TIME",
     "with --from: as it was then, such as 2026-11-01T12:00:00Z (default: the newest)", NULL,
     OPTION_TEXT, OPTION_FIELD(CommandLine, until), .expected = "a time"},
};

enum { MOST = 5 };

static size_t list_options(const CommandForm *form, Option options[MOST])
{
    size_t count = 0;
    options[count++] = DATA;
    if (form->has_store)
        options[count++] = STORE;
    if (form->has_timeout)
        options[count++] = TIMEOUT;
    for (size_t i = 0; form->has_place && i < sizeof PLACE / sizeof *PLACE; i++)
        options[count++] = PLACE[i];
    return count;
}

bool command_line_read(CommandLine *line, const CommandForm *form, int argc, char *const argv[],
                       int *status)
{
    Option options[MOST];
    OptionTable table = {.program = form->program,
                         .usage = form->usage,
                         .options = options,
                         .count = list_options(form, options),
                         .words = form->words_most,
                         .options_go_first = form->options_go_first};
    char problem[OPTIONS_LINE_MAX];
    line->server = line->from = line->until = NULL;
    OptionsResult result = options_read(&table, line, &line->words, argc, argv, getenv, problem);
    bool is_whole = result == OPTIONS_OK && line->words.count >= form->words_least;
    if (result == OPTIONS_HELP) {
        options_print_help(&table, stdout);
        *status = EXIT_SUCCESS;
    } else if (result != OPTIONS_OK) {
        fprintf(stderr, "castled: %s\n", problem);
        *status = COMMAND_USAGE;
    } else if (!is_whole) {
        fputs(form->usage, stderr);
        *status = COMMAND_USAGE;
    }
    return is_whole;
}
