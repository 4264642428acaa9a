#include "help_commands.h"

#include "command_texts.h"
#include "config.h"

#include <stdlib.h>
#include <string.h>

typedef enum { VALUE_OTHER, VALUE_WORDS, VALUE_FILE, VALUE_DIRECTORY } ValueKind;

enum { WORDS_MAX = 256 };

/* What completes the value of an option; its words, if it has any, with blanks between. */
static ValueKind value_of(const Option *option, char words[WORDS_MAX])
{
    size_t used = 0;
    words[0] = '\0';
    if (option->kind == OPTION_SWITCH)
        used = (size_t)snprintf(words, WORDS_MAX, "on off");
    for (size_t i = 0; option->kind == OPTION_CHOICE && option->words[i]; i++)
        used += (size_t)snprintf(words + used, WORDS_MAX - used, "%s%s", i ? " " : "",
                                 option->words[i]);
    if (used == 0 && option->word)
        used = (size_t)snprintf(words, WORDS_MAX, "%s", option->word);
    return used                                        ? VALUE_WORDS
           : strncmp(option->argument, "FILE", 4) == 0 ? VALUE_FILE
           : strcmp(option->argument, "DIR") == 0      ? VALUE_DIRECTORY
                                                       : VALUE_OTHER;
}

static void print_names(FILE *out)
{
    for (size_t i = 0; command_text_at(i); i++)
        fprintf(out, "%s%s", i ? " " : "", command_text_at(i)->name);
}

static void print_flags(FILE *out)
{
    const OptionTable *table = config_options();
    for (size_t i = 0; i < table->count; i++)
        fprintf(out, "--%s ", table->options[i].name);
    fputs("--help --version", out);
}

static void print_topics(FILE *out)
{
    for (const char *const *topic = CONFIG_TOPICS; *topic; topic++)
        fprintf(out, "%s ", *topic);
    fputs("all ", out);
    print_names(out);
}

static void print_bash_values(FILE *out)
{
    const OptionTable *table = config_options();
    char words[WORDS_MAX];
    for (size_t i = 0; i < table->count; i++) {
        const char *name = table->options[i].name;
        switch (value_of(&table->options[i], words)) {
        case VALUE_WORDS:
            fprintf(out, "    --%s) COMPREPLY=($(compgen -W '%s' -- \"$word\")); return ;;\n", name,
                    words);
            break;
        case VALUE_FILE:
            fprintf(out, "    --%s) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n", name);
            break;
        case VALUE_DIRECTORY:
            fprintf(out, "    --%s) COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n", name);
            break;
        case VALUE_OTHER: fprintf(out, "    --%s) return ;;\n", name); break;
        }
    }
}

static void print_bash(FILE *out)
{
    fputs("# castled's command line, completed by bash\n"
          "_castled() {\n"
          "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "  case $before in\n",
          out);
    print_bash_values(out);
    fputs("  esac\n  case ${COMP_WORDS[1]} in\n", out);
    for (size_t i = 0; command_text_at(i); i++) {
        const CommandText *command = command_text_at(i);
        if (strcmp(command->name, "config") == 0 || strcmp(command->name, "help") == 0)
            continue;
        bool is_file = strcmp(command->words, "FILE") == 0;
        fprintf(out, "    %s) ((COMP_CWORD > 1)) && { COMPREPLY=($(compgen %s -W '%s",
                command->name, is_file ? "-f" : "", is_file ? "" : command->words);
        for (const char *at = command->options; *at; at += strspn(at, " ")) {
            int length = (int)strcspn(at, " ");
            fprintf(out, " --%.*s", length, at);
            at += length;
        }
        fputs(" --help' -- \"$word\")); return; } ;;\n", out);
    }
    fputs("    help) ((COMP_CWORD > 1)) && { COMPREPLY=($(compgen -W '", out);
    print_topics(out);
    fputs("' -- \"$word\")); return; } ;;\n  esac\n  local words='", out);
    print_flags(out);
    fputs("'\n  ((COMP_CWORD == 1)) && words+=' ", out);
    print_names(out);
    fputs(
        "'\n  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}\ncomplete -F _castled castled\n",
        out);
}

/* The first sentence or line of a help text, without what quotes, brackets and colons mean to shells. */
static void print_plain(const char *text, FILE *out)
{
    for (; *text && *text != '\n' && *text != ';'; text++)
        if (!strchr("'\"[]:`$\\", *text))
            putc(*text, out);
}

static void print_zsh(FILE *out)
{
    const OptionTable *table = config_options();
    char words[WORDS_MAX];
    fputs("#compdef castled\n# castled's command line, completed by zsh\n_castled() {\n"
          "  local -a commands=(\n",
          out);
    for (size_t i = 0; command_text_at(i); i++) {
        fprintf(out, "    '%s:", command_text_at(i)->name);
        print_plain(command_text_at(i)->summary, out);
        fputs("'\n", out);
    }
    fputs("  )\n  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then _describe command commands; "
          "return; fi\n"
          "  case $words[2] in\n    help) compadd ",
          out);
    print_topics(out);
    fputs("; return ;;\n    completion) compadd bash zsh fish; return ;;\n"
          "    backup|check|import|restore) _arguments '--data[the directory of the "
          "database]:directory:_files -/' "
          "'*:file:_files'; return ;;\n"
          "    migrate) _arguments '1:what:(to-postgres to-sqlite check)' '--data[the directory of "
          "the database]:directory:_files -/' '--store[the database of PostgreSQL]:URL: '; return "
          ";;\n"
          "    admin|bot|health|replay) _arguments '--data[the directory of the "
          "database]:directory:_files -/'; "
          "return ;;\n  esac\n  _arguments",
          out);
    for (size_t i = 0; i < table->count; i++) {
        ValueKind kind = value_of(&table->options[i], words);
        fprintf(out, " \\\n    '*--%s[", table->options[i].name);
        print_plain(table->options[i].help, out);
        fprintf(out, "]:value:%s%s%s'", kind == VALUE_WORDS ? "(" : "",
                kind == VALUE_WORDS       ? words
                : kind == VALUE_FILE      ? "_files"
                : kind == VALUE_DIRECTORY ? "_files -/"
                                          : " ",
                kind == VALUE_WORDS ? ")" : "");
    }
    fputs(" \\\n    '--help[explains the options]' '--version[prints the version]'\n}\n_castled "
          "\"$@\"\n",
          out);
}

static void print_fish(FILE *out)
{
    const OptionTable *table = config_options();
    char words[WORDS_MAX];
    fputs("# castled's command line, completed by fish\ncomplete -c castled -f\n", out);
    for (size_t i = 0; command_text_at(i); i++) {
        const CommandText *command = command_text_at(i);
        fprintf(out, "complete -c castled -n __fish_use_subcommand -a %s -d '", command->name);
        print_plain(command->summary, out);
        fputs("'\n", out);
        if (strcmp(command->words, "FILE") == 0)
            fprintf(out, "complete -c castled -n '__fish_seen_subcommand_from %s' -F\n",
                    command->name);
        else if (*command->words)
            fprintf(out, "complete -c castled -n '__fish_seen_subcommand_from %s' -a '%s'\n",
                    command->name, command->words);
    }
    fputs("complete -c castled -n '__fish_seen_subcommand_from help' -a '", out);
    print_topics(out);
    fputs("'\n", out);
    for (size_t i = 0; i < table->count; i++) {
        ValueKind kind = value_of(&table->options[i], words);
        fprintf(out, "complete -c castled -l %s %s%s%s -d '", table->options[i].name,
                kind == VALUE_WORDS                             ? "-x -a '"
                : kind == VALUE_FILE || kind == VALUE_DIRECTORY ? "-r -F"
                                                                : "-x",
                kind == VALUE_WORDS ? words : "", kind == VALUE_WORDS ? "'" : "");
        print_plain(table->options[i].help, out);
        fputs("'\n", out);
    }
    fputs("complete -c castled -l help -d 'explains the options'\n"
          "complete -c castled -l version -d 'prints the version'\n",
          out);
}

int completion_command(int argc, char *const argv[])
{
    static const char WRONG[] =
        "usage: castled completion bash|zsh|fish\n"
        "Prints a completion script for the shell. For bash: eval \"$(castled completion bash)\"\n";
    const char *shell = argc == 1 ? argv[0] : "";
    if (help_is_asked(argc, argv))
        fputs(WRONG, stdout);
    else if (strcmp(shell, "bash") == 0)
        print_bash(stdout);
    else if (strcmp(shell, "zsh") == 0)
        print_zsh(stdout);
    else if (strcmp(shell, "fish") == 0)
        print_fish(stdout);
    else
        return help_misuse(WRONG);
    return EXIT_SUCCESS;
}
