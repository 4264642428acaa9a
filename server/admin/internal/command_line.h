/* command_line.h - the arguments of castled's commands: "--data DIR", or CASTLED_DATA, and words; some also
 * take "--store URL" or "--timeout SECONDS". */
#pragma once

#include "options.h"

enum { COMMAND_USAGE = 2 /* exit status for a wrong command line */ };

typedef struct {
    const char *program; /* as messages call it: "castled import" */
    const char *usage;   /* whole lines */
    size_t words_least, words_most;
    bool options_go_first; /* everything after the first word is a word, too */
    bool has_store;
    bool has_timeout;
    bool has_place; /* "--from DIR" and "--until TIME" */
} CommandForm;

typedef struct {
    const char *directory; /* of the database */
    const char
        *server; /* PostgreSQL's address, when the form has it; NULL: the database is a file */
    int timeout; /* ms, when the form has it */
    const char *from, *until; /* NULL, or when the form has them */
    OptionWords words;
} CommandLine;

/* 'argv' are the arguments after the command. False when there is nothing to do: help was printed, or on stderr what
 * is wrong; *status is then the exit status. */
bool command_line_read(CommandLine *line, const CommandForm *form, int argc, char *const argv[],
                       int *status);
