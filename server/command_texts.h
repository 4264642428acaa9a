/* command_texts.h - what castled does besides serving, in words: "castled admin", "castled backup" and the others, each in a table with a line of help;
 * and what is made from that table and the one of the options: help, the manual page, the completion of shells. */
#pragma once

#include <stddef.h>
#include <stdio.h>

typedef struct {
    const char *name;
    const char *arguments; /* "FILE [--data DIR]" */
    const char *summary;   /* without a full stop */
    const char *words; /* that can follow it, blanks between, for completion; "FILE": a file; "" */
    const char *options; /* its own, likewise, without their dashes */
} CommandText;

/* The i-th; NULL behind the last. */
const CommandText *command_text_at(size_t i);

/* What fits a screen: 24 lines of 80 columns. */
void commands_print_help(FILE *out);
