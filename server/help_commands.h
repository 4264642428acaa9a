/* help_commands.h - "castled config", "castled manual" and "castled completion".
 *
 * 'argv' are the arguments behind the command's name. The exit status: 0, or 2 when it was not understood. */
#pragma once

#include <stdbool.h>

enum { HELP_USAGE_STATUS = 2 };

int config_command(int argc, char *const argv[]);
int manual_command(int argc, char *const argv[]);
int completion_command(int argc, char *const argv[]);

/* Whether the only argument is --help. */
bool help_is_asked(int argc, char *const argv[]);
/* Prints how the command is used to stderr; HELP_USAGE_STATUS. */
int help_misuse(const char *usage);
