/* commands.h - what castled does besides serving: "castled admin", "castled backup" and the others (command_texts.h). */
#pragma once

/* The arguments behind the command's name; the exit status. */
typedef int (*CommandRun)(int argc, char *const argv[]);

/* NULL when there is no such command. */
CommandRun command_find(const char *name);
