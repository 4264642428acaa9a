/* command_line.h - the arguments of castled's commands: "--data DIR", or CASTLED_DATA, and words; of some also
 * "--timeout SECONDS". */
#pragma once

#include "options.h"

enum { COMMAND_USAGE = 2 /* exit status of a command line that is wrong */ };

typedef struct {
    const char *program; /* as messages call it: "castled import" */
    const char *usage;   /* whole lines */
    size_t words_least, words_most;
    bool options_go_first; /* all behind the first word are words, too */
    bool has_timeout;
} CommandForm;

typedef struct {
    const char *directory; /* of the database */
    int timeout;           /* ms, when the form has it */
    OptionWords words;
} CommandLine;

/* 'argv' are the arguments behind the command. False when there is nothing to do: help was printed, or on stderr what
 * is wrong; *status is then the exit status. */
bool command_line_read(CommandLine *line, const CommandForm *form, int argc, char *const argv[],
                       int *status);
