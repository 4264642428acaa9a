#include "bot_command.h"

#include "admin_command.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { WORDS_MAX = 16 };

/* The words of "castled admin", whose options go first: those that stand before "create", or behind the name. */
static int arrange(int argc, char *const argv[], char *words[WORDS_MAX])
{
    static char command[] = "create-bot";
    int count = 0, at = 0;
    while (at < argc && strcmp(argv[at], "create") != 0)
        at++;
    if (argc > WORDS_MAX || at + 1 >= argc)
        return 0;
    for (int i = 0; i < argc; i++)
        if (i != at && i != at + 1)
            words[count++] = argv[i];
    words[count++] = command;
    words[count++] = argv[at + 1];
    return count;
}

int bot_command(int argc, char *const argv[])
{
    char *words[WORDS_MAX];
    bool asks = argc == 1 && (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0);
    int count = arrange(argc, argv, words);
    if (count > 0)
        return admin_command(count, words);
    fputs("usage: castled bot [--data DIR] [--store URL] create NAME\n"
          "Creates an account for a bot and prints its API token.\n",
          asks ? stdout : stderr);
    return asks ? 0 : 2;
}
