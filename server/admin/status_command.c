#include "status_command.h"

#include "admin_client.h"
#include "command_line.h"

#include <stdlib.h>

static const CommandForm HEALTH = {
    .program = "castled health",
    .usage =
        "usage: castled health [--data DIR] [--timeout SECONDS]\n"
        "Exits with 0 if the server running on the data directory is ready, otherwise with 1.\n",
    .has_timeout = true,
};

static const CommandForm STATUS = {
    .program = "castled status",
    .usage = "usage: castled status [--data DIR] [--timeout SECONDS]\n"
             "Says how the server running on the data directory is doing, and what its operator "
             "should do. Exits with 1\n"
             "when no server answers.\n",
    .has_timeout = true,
};

/* Prints what the running server answers to the one word. */
static int ask(const CommandForm *form, const char *word, int argc, char *const argv[])
{
    CommandLine line;
    Text answer;
    int status;
    if (!command_line_read(&line, form, argc, argv, &status))
        return status;
    text_init(&answer);
    status = admin_ask(line.directory, 1, &word, line.timeout, &answer);
    if (status == ADMIN_NO_SERVER)
        fprintf(stderr, "castled: no server is running on %s\n", line.directory);
    else if (status == ADMIN_NO_ANSWER)
        fputs("castled: the server does not answer\n", stderr);
    else
        fprintf(status == ADMIN_DONE ? stdout : stderr, "%.*s", (int)answer.length, answer.bytes);
    text_clear(&answer);
    return status == ADMIN_DONE ? EXIT_SUCCESS : EXIT_FAILURE;
}

int health_command(int argc, char *const argv[])
{
    return ask(&HEALTH, "health", argc, argv);
}

int status_command(int argc, char *const argv[])
{
    return ask(&STATUS, "status", argc, argv);
}
