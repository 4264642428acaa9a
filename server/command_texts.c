#include "command_texts.h"

static const CommandText TEXTS[] = {
    {"admin", "COMMAND [WORD...]", "what operators do: accounts, bans, registration, messages", "",
     "data store"},
    {"backup", "FILE", "copies the database while the server runs", "FILE", "data store"},
    {"bench", "", "measures how many games this machine and its disk can handle", "",
     "data connections seconds"},
    {"bot", "create NAME", "makes an account for a bot and prints its token", "create",
     "data store"},
    {"check", "[FILE]", "checks the database or a copy of it, every row and every game", "FILE",
     "data store"},
    {"completion", "bash|zsh|fish", "prints a completion script for a shell", "bash zsh fish", ""},
    {"config", "[OPTION...]", "prints every option's value and where it comes from", "", ""},
    {"health", "", "says whether the server is ready, by its exit status", "", "data timeout"},
    {"help", "[TOPIC|COMMAND]", "explains a topic of the options, or a command", "", ""},
    {"import", "FILE.pgn NAME", "imports games into an account", "FILE", "data store"},
    {"manual", "", "prints the manual page castled(1), for man -l -", "", ""},
    {"migrate", "to-postgres|to-sqlite|check", "moves a database to PostgreSQL or back",
     "to-postgres to-sqlite check", "data store"},
    {"play", "[OPTION...]", "plays against the computer in a terminal, without a server", "", ""},
    {"replay", "GAME", "rebuilds a stored game and prints its events", "", "data store"},
    {"restore", "FILE", "replaces the database with a backup", "FILE", "data store"},
    {"status", "", "says on one screen how the server is doing", "", "data timeout"},
};

const CommandText *command_text_at(size_t i)
{
    return i < sizeof TEXTS / sizeof *TEXTS ? &TEXTS[i] : NULL;
}

void commands_print_help(FILE *out)
{
    fputs("castled: a chess server\n"
          "\n"
          "usage: castled [OPTION...]             serves chess on http://localhost:8080\n"
          "       castled COMMAND [ARGUMENT...]   runs a command\n"
          "\n"
          "Common options; each is also an environment variable: CASTLED_PORT for --port\n"
          "  --port N             the port to listen on (8080)\n"
          "  --data DIR           where the database is kept (data)\n"
          "  --public-url URL     the server's address for browsers\n"
          "  --preset WORD        settings for a family, club, school or public place\n"
          "  --backup-dir DIR     copies the database there every day\n"
          "  --engine NAME=/PATH  another engine to play against\n"
          "  --config FILE        reads options from a file\n"
          "\n"
          "Commands\n"
          "  admin  backup  bench  bot  check  completion  config  health  help  import\n"
          "  manual  migrate  play  replay  restore  status\n"
          "\n"
          "castled help COMMAND explains a command. castled help TOPIC lists the options:\n"
          "network, outbound, mail, data, people, site, computer, limits, ics, service; all\n",
          out);
}
