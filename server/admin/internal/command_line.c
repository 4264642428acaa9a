#include "command_line.h"

#include <stdlib.h>

static const Option OPTIONS[] = {
    {"data", "CASTLED_DATA", "DIR", "the directory of the database", "data", OPTION_TEXT,
     OPTION_FIELD(CommandLine, directory), .expected = "a directory"},
    {"timeout", "CASTLED_TIMEOUT", "SECONDS", "how long to wait for an answer", "3",
     OPTION_DURATION, OPTION_FIELD(CommandLine, timeout), .least = 1, .most = 3600, .unit = 1000},
};

static const Option PLACE_OPTIONS[] = {
    {"data", "CASTLED_DATA", "DIR", "the directory of the database", "data", OPTION_TEXT,
     OPTION_FIELD(CommandLine, directory), .expected = "a directory"},
    {"from", "CASTLED_RESTORE_FROM", "DIR", "a second place, which --copy-to has written", NULL,
     OPTION_TEXT, OPTION_FIELD(CommandLine, from), .expected = "a directory"},
    {"until", "CASTLED_RESTORE_UNTIL", "TIME",
     "with --from: as it was then, such as 2026-11-01T12:00:00Z (default: the newest)", NULL,
     OPTION_TEXT, OPTION_FIELD(CommandLine, until), .expected = "a time"},
};

enum { WITHOUT_TIMEOUT = 1, WITH_TIMEOUT = sizeof OPTIONS / sizeof *OPTIONS };

bool command_line_read(CommandLine *line, const CommandForm *form, int argc, char *const argv[],
                       int *status)
{
    OptionTable table = {.program = form->program,
                         .usage = form->usage,
                         .options = form->has_place ? PLACE_OPTIONS : OPTIONS,
                         .count = form->has_place     ? sizeof PLACE_OPTIONS / sizeof *PLACE_OPTIONS
                                  : form->has_timeout ? WITH_TIMEOUT
                                                      : WITHOUT_TIMEOUT,
                         .words = form->words_most,
                         .options_go_first = form->options_go_first};
    char problem[OPTIONS_LINE_MAX];
    line->from = line->until = NULL;
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
