#include "help_commands.h"

#include "command_texts.h"
#include "config.h"

#include <stdlib.h>
#include <string.h>

/* Text whose backslashes, hyphens and leading dots mean themselves. */
static void print_roff(const char *text, FILE *out)
{
    bool starts = true;
    for (; *text; text++) {
        if (starts && (*text == '.' || *text == '\''))
            fputs("\\&", out);
        if (starts && *text == ' ')
            continue;
        starts = *text == '\n';
        if (*text == '\\')
            fputs("\\e", out);
        else if (*text == '-')
            fputs("\\-", out);
        else
            putc(*text, out);
    }
}

static void print_manual_option(const Option *option, FILE *out)
{
    fputs(".TP\n.BI \\-\\-", out);
    print_roff(option->name, out);
    fputs(" \" ", out);
    print_roff(option->argument, out);
    fputs("\"\n", out);
    print_roff(option->help, out);
    if (option->usual) {
        fputs(" (default: ", out);
        print_roff(option->usual, out);
        putc(')', out);
    }
    fprintf(out, ".\nEnvironment: %s.\n", option->variable);
}

static void print_manual_options(FILE *out)
{
    const OptionTable *table = config_options();
    for (const char *const *topic = CONFIG_TOPICS; *topic; topic++) {
        fprintf(out, ".SS %s\n", *topic);
        for (size_t i = 0; i < table->count; i++)
            if (strcmp(table->options[i].topic, *topic) == 0)
                print_manual_option(&table->options[i], out);
    }
}

static void print_manual_commands(FILE *out)
{
    for (size_t i = 0; command_text_at(i); i++) {
        const CommandText *command = command_text_at(i);
        fputs(".TP\n.BI \"castled ", out);
        print_roff(command->name, out);
        fputs(*command->arguments ? "\" \" " : "\"", out);
        print_roff(command->arguments, out);
        fputs(*command->arguments ? "\"\n" : "\n", out);
        print_roff(command->summary, out);
        fputs(".\n", out);
    }
}

static const char MANUAL_START[] =
    ".TH CASTLED 1 \"\" \"castled " CASTLED_VERSION "\" \"User Commands\"\n"
    ".SH NAME\ncastled \\- a chess server\n"
    ".SH SYNOPSIS\n.B castled\n.RI [ OPTION ...]\n.br\n.B castled\n.I COMMAND\n.RI [ ARGUMENT "
    "...]\n"
    ".SH DESCRIPTION\n.B castled\n"
    "serves a page on which people play chess with each other and with the computer. All data is "
    "kept in one\n"
    "SQLite file. A move is on disk before anybody sees it.\n"
    ".SH COMMANDS\n"
    "Each explains itself with\n.BR \\-\\-help .\n";

static const char MANUAL_OPTIONS[] =
    ".SH OPTIONS\n"
    "Each option is a flag, an environment variable, and a line NAME = VALUE in the file given by\n"
    ".BR \\-\\-config .\n"
    "A flag overrides the variable, the variable the file, and the file the preset. A "
    "duration may end\n"
    "with ms, s, m, h or d, a size with M or G.\n";

static const char MANUAL_END[] =
    ".SH SIGNALS\n"
    "SIGTERM and SIGINT stop the server: everything is written to disk, and everybody is told to "
    "reconnect.\n"
    "SIGHUP makes it reload its certificate.\n"
    ".PP\n"
    "SIGUSR2 starts the program that is now where this one was started from, such as a newer "
    "version, with\n"
    "the same command line. Once that is prepared, it takes over the ports, the database and the "
    "games within\n"
    "about a second, and this process ends. When it cannot, it says why on stderr, and the server "
    "goes on.\n"
    ".SH EXIT STATUS\n"
    ".TP\n0\nit was told to stop; the command did what it was asked\n"
    ".TP\n1\nit could not start, or the command could not be carried out; stderr says why\n"
    ".TP\n2\nthe command line, the environment or the options file is wrong\n"
    ".TP\n70\nthe server hung, and exited so that it could be restarted\n"
    ".SH FILES\n"
    ".TP\n.I castled.db\nin the directory of\n.BR \\-\\-data :\nthe database\n"
    ".TP\n.I /etc/castled/castled.conf\nthe options of the systemd service\n"
    ".SH SEE ALSO\n.BR castled\\-uci (1),\n.BR castled\\-pgn (1),\n.BR castled\\-endings (1)\n";

int manual_command(int argc, char *const argv[])
{
    static const char WRONG[] = "usage: castled manual\nPrints the manual page, for man -l -.\n";
    if (help_is_asked(argc, argv)) {
        fputs(WRONG, stdout);
        return EXIT_SUCCESS;
    }
    if (argc > 0)
        return help_misuse(WRONG);
    fputs(MANUAL_START, stdout);
    print_manual_commands(stdout);
    fputs(MANUAL_OPTIONS, stdout);
    print_manual_options(stdout);
    fputs(MANUAL_END, stdout);
    return EXIT_SUCCESS;
}
