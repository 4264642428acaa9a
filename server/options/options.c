#include "options.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_SHOWN = 60, EXPECTED_MAX = 160 };

typedef struct {
    const char *name;
    int64_t factor;
} Unit;

static const Unit SIZE_UNITS[] = {{"", 1}, {"M", 1}, {"G", 1024}, {NULL, 0}};
static const Unit TIME_UNITS[] = {{"ms", 1},          {"s", 1000},         {"m", 60 * 1000},
                                  {"h", 3600 * 1000}, {"d", 86400 * 1000}, {NULL, 0}};

/* ---- what is allowed, for people ---- */

static void print_words(const char *const *words, char text[EXPECTED_MAX])
{
    size_t used = 0;
    for (size_t i = 0; words[i] && used < EXPECTED_MAX; i++)
        used += (size_t)snprintf(text + used, EXPECTED_MAX - used, "%s%s",
                                 i == 0         ? ""
                                 : words[i + 1] ? ", "
                                                : " or ",
                                 words[i]);
}

static void print_range(const Option *option, char text[EXPECTED_MAX])
{
    const char *what = option->kind == OPTION_SIZE     ? "MiB"
                       : option->kind == OPTION_NUMBER ? "a number"
                       : option->unit == 1000          ? "seconds"
                                                       : "milliseconds";
    snprintf(text, EXPECTED_MAX, "%s from %lld to %lld%s%s", what, (long long)option->least,
             (long long)option->most, option->word ? ", or " : "",
             option->word ? option->word : "");
}

/* ---- values ---- */

static void store_number(const Option *option, void *field, int64_t number)
{
    int32_t small = (int32_t)number;
    if (option->size == sizeof number) {
        memcpy(field, &number, sizeof number);
    } else {
        assert(option->size == sizeof small && small == number);
        memcpy(field, &small, sizeof small);
    }
}

static void store_index(const Option *option, void *field, size_t index)
{
    if (option->size == sizeof(bool))
        *(bool *)field = index == 1;
    else
        store_number(option, field, (int64_t)index);
}

/* Digits, and one of the units; a number without a unit counts in 'plain'. The result is in the smallest unit. */
static bool read_quantity(const char *text, const Unit *units, int64_t plain, int64_t *number)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    int64_t factor = *end == '\0' ? plain : 0;
    if (*text < '0' || *text > '9' || errno != 0)
        return false;
    for (; units && factor == 0 && units->name; units++)
        if (strcmp(units->name, end) == 0)
            factor = units->factor;
    if (factor == 0 || value > INT64_MAX / factor)
        return false;
    *number = value * factor;
    return true;
}

static bool set_number(const Option *option, void *field, const char *text)
{
    const Unit *units = option->kind == OPTION_SIZE       ? SIZE_UNITS
                        : option->kind == OPTION_DURATION ? TIME_UNITS
                                                          : NULL;
    int64_t unit = option->kind == OPTION_DURATION ? option->unit : 1, number;
    if (option->word && strcmp(text, option->word) == 0) {
        store_number(option, field, option->word_value);
        return true;
    }
    if (!read_quantity(text, units, unit, &number) || number < option->least * unit ||
        number > option->most * unit)
        return false;
    store_number(option, field, number);
    return true;
}

static bool set_choice(const Option *option, const char *const *words, void *field,
                       const char *text)
{
    size_t index = 0;
    while (words[index] && strcmp(words[index], text) != 0)
        index++;
    if (!words[index])
        return false;
    store_index(option, field, index);
    return true;
}

static bool set_text(void *field, const char *text)
{
    memcpy(field, &text, sizeof text);
    return *text != '\0';
}

static const char *const SWITCH_WORDS[] = {"off", "on", NULL};

/* NULL when the text is valid, else what is expected, which may be written to 'space'. */
static const char *set(const Option *option, void *target, const char *text,
                       char space[EXPECTED_MAX])
{
    void *field = (char *)target + option->offset;
    switch (option->kind) {
    case OPTION_NUMBER:
    case OPTION_SIZE:
    case OPTION_DURATION:
        print_range(option, space);
        return set_number(option, field, text) ? NULL : space;
    case OPTION_SWITCH: return set_choice(option, SWITCH_WORDS, field, text) ? NULL : "on or off";
    case OPTION_CHOICE:
        print_words(option->words, space);
        return set_choice(option, option->words, field, text) ? NULL : space;
    case OPTION_TEXT: return set_text(field, text) ? NULL : option->expected;
    case OPTION_PARSED: return option->parse(field, text);
    }
    assert(!"a kind that there is not");
    return NULL;
}

/* ---- the command line ---- */

/* By their places in the table. */
typedef struct {
    bool has[OPTIONS_MAX];
} OptionSet;

typedef struct {
    const OptionTable *table;
    void *target;
    OptionWords *words;
    int argc;
    char *const *argv;
    OptionSet given;       /* which options came from something that wins over what is read now */
    OptionSource *sources; /* or NULL */
    char *line;
} Reader;

/* As much of a text as a line may show, without anything that controls a terminal. */
static void print_shown(const char *text, char shown[VALUE_SHOWN + 1])
{
    size_t length = 0;
    for (; length < VALUE_SHOWN && text[length]; length++)
        shown[length] = text[length] >= ' ' && text[length] <= '~' ? text[length] : '?';
    shown[length] = '\0';
}

static void note_source(const Reader *reader, const Option *option, const char *text,
                        const char *from)
{
    if (!reader->sources)
        return;
    OptionSource *source = &reader->sources[option - reader->table->options];
    unsigned times = source->from && strcmp(source->from, from) == 0 ? source->times : 0;
    *source = (OptionSource){.text = text, .times = times + 1, .from = from};
}

/* 'from' as in OptionSource; 'called' is what a message calls the option, behind 'dashes'. */
static bool set_or_refuse(Reader *reader, const Option *option, const char *text, const char *from,
                          const char *dashes, const char *called)
{
    char space[EXPECTED_MAX], shown[VALUE_SHOWN + 1];
    const char *expected = set(option, reader->target, text, space);
    note_source(reader, option, text, from);
    print_shown(text, shown);
    if (expected && option->is_secret)
        snprintf(reader->line, OPTIONS_LINE_MAX, "%s%s: expected %s", dashes, called, expected);
    else if (expected)
        snprintf(reader->line, OPTIONS_LINE_MAX, "%s%s \"%s\": expected %s", dashes, called, shown,
                 expected);
    return !expected;
}

static const Option *find(const OptionTable *table, const char *name, size_t length)
{
    for (size_t i = 0; i < table->count; i++)
        if (strlen(table->options[i].name) == length &&
            memcmp(table->options[i].name, name, length) == 0)
            return &table->options[i];
    return NULL;
}

static bool refuse_word(Reader *reader, const char *word, const char *why)
{
    char shown[VALUE_SHOWN + 1];
    print_shown(word, shown);
    snprintf(reader->line, OPTIONS_LINE_MAX, "%s: %s; see %s --help", shown, why,
             reader->table->program);
    return false;
}

/* *at moves on to the last argument that was used. */
static bool read_flag(Reader *reader, int *at)
{
    const char *flag = reader->argv[*at];
    size_t length = strncmp(flag, "--", 2) == 0 ? strcspn(flag + 2, "=") : 0;
    const Option *option = length ? find(reader->table, flag + 2, length) : NULL;
    if (!option)
        return refuse_word(reader, flag, "unknown option");
    reader->given.has[option - reader->table->options] = true;
    if (flag[2 + length] == '=')
        return set_or_refuse(reader, option, flag + 3 + length, "flag", "--", option->name);
    if (*at + 1 == reader->argc) {
        snprintf(reader->line, OPTIONS_LINE_MAX, "--%s: %s is missing", option->name,
                 option->argument);
        return false;
    }
    return set_or_refuse(reader, option, reader->argv[++*at], "flag", "--", option->name);
}

static bool add_word(Reader *reader, const char *word)
{
    if (reader->table->words == 0)
        return refuse_word(reader, word, "unknown option");
    if (reader->words->count == reader->table->words)
        return refuse_word(reader, word, "too many arguments");
    reader->words->words[reader->words->count++] = word;
    return true;
}

static bool read_arguments(Reader *reader)
{
    const OptionTable *table = reader->table;
    bool only_words = false;
    for (int i = 0; i < reader->argc; i++) {
        const char *argument = reader->argv[i];
        if (!only_words && table->words && strcmp(argument, "--") == 0)
            only_words = true;
        else if (only_words || argument[0] != '-' || (table->words && argument[1] == '\0')) {
            if (!add_word(reader, argument))
                return false;
            only_words = only_words || table->options_go_first;
        } else if (!read_flag(reader, &i))
            return false;
    }
    return true;
}

static bool read_environment(Reader *reader, char *(*env)(const char *name))
{
    for (size_t i = 0; i < reader->table->count; i++) {
        const Option *option = &reader->table->options[i];
        const char *text = reader->given.has[i] ? NULL : env(option->variable);
        if (!text || !*text)
            continue;
        reader->given.has[i] = true;
        if (!set_or_refuse(reader, option, text, "environment", "", option->variable))
            return false;
    }
    return true;
}

/* ---- files ---- */

static char *skip_blanks(char *text)
{
    return text + strspn(text, " \t\r");
}

static void cut_blanks(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r", text[length - 1]))
        text[--length] = '\0';
}

/* One line, without its end. 'given' gets the options that the file sets. */
static bool read_line(Reader *reader, const OptionsFile *file, unsigned number, char *text,
                      OptionSet *given)
{
    char called[VALUE_SHOWN + EXPECTED_MAX], shown[VALUE_SHOWN + 1];
    char *name = skip_blanks(text), *equals = strchr(name, '=');
    if (*name == '\0' || *name == '#')
        return true;
    if (equals)
        *equals = '\0';
    cut_blanks(name);
    const Option *option = equals ? find(reader->table, name, strlen(name)) : NULL;
    print_shown(name, shown);
    if (!option || option->not_in_a_file) {
        snprintf(reader->line, OPTIONS_LINE_MAX, "%s:%u: %s: %s", file->name, number, shown,
                 option   ? "a file cannot set this option"
                 : equals ? "there is no such option"
                          : "expected NAME = VALUE");
        return false;
    }
    size_t place = (size_t)(option - reader->table->options);
    if (reader->given.has[place])
        return true;
    given->has[place] = true;
    char *value = skip_blanks(equals + 1);
    cut_blanks(value);
    snprintf(called, sizeof called, "%s:%u: %s", file->name, number, shown);
    return set_or_refuse(reader, option, value, file->name, "", called);
}

static bool read_file(Reader *reader, const OptionsFile *file)
{
    OptionSet given = {{false}};
    unsigned number = 1;
    for (char *rest = file->text, *line; rest; number++) {
        line = rest;
        rest = strchr(line, '\n');
        if (rest)
            *rest++ = '\0';
        if (!read_line(reader, file, number, line, &given))
            return false;
    }
    for (size_t i = 0; i < OPTIONS_MAX; i++)
        reader->given.has[i] = reader->given.has[i] || given.has[i];
    return true;
}

static void set_usual(const Reader *reader)
{
    const OptionTable *table = reader->table;
    char space[EXPECTED_MAX];
    for (size_t i = 0; i < table->count; i++) {
        const Option *option = &table->options[i];
        const char *problem =
            option->usual ? set(option, reader->target, option->usual, space) : NULL;
        assert(!problem);
        (void)problem;
        note_source(reader, option, option->usual, "default");
    }
}

/* Help or the version, wherever they are asked for among the options. */
static OptionsResult find_question(const OptionTable *table, int argc, char *const argv[])
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return OPTIONS_HELP;
        if (table->has_version && strcmp(argv[i], "--version") == 0)
            return OPTIONS_VERSION;
        if (table->options_go_first && argv[i][0] != '-')
            break;
    }
    return OPTIONS_OK;
}

OptionsResult options_read_files(const OptionTable *table, void *target, OptionWords *words,
                                 int argc, char *const argv[], char *(*env)(const char *name),
                                 OptionsFile *files, size_t count, OptionSource *sources,
                                 char *line)
{
    assert(table->count <= OPTIONS_MAX && table->words <= OPTIONS_WORDS_MAX);
    assert(words || table->words == 0);
    Reader reader = {.table = table, .target = target, .words = words, .argc = argc, .argv = argv};
    reader.line = line;
    reader.sources = sources;
    if (sources)
        memset(sources, 0, table->count * sizeof *sources);
    if (words)
        words->count = 0;
    set_usual(&reader);
    OptionsResult question = find_question(table, argc, argv);
    if (question != OPTIONS_OK)
        return question;
    bool sound = read_arguments(&reader) && read_environment(&reader, env);
    for (size_t i = 0; i < count && sound; i++)
        sound = read_file(&reader, &files[i]);
    return sound ? OPTIONS_OK : OPTIONS_BAD;
}

OptionsResult options_read(const OptionTable *table, void *target, OptionWords *words, int argc,
                           char *const argv[], char *(*env)(const char *name), char *line)
{
    return options_read_files(table, target, words, argc, argv, env, NULL, 0, NULL, line);
}

static void print_option(const Option *option, FILE *out)
{
    fprintf(out, "  --%s %s\n      %s", option->name, option->argument, option->help);
    if (option->usual)
        fprintf(out, " (default: %s)", option->usual);
    fprintf(out, "\n      environment: %s\n", option->variable);
}

void options_print_topic(const OptionTable *table, const char *topic, FILE *out)
{
    for (size_t i = 0; i < table->count; i++)
        if (table->options[i].topic && strcmp(table->options[i].topic, topic) == 0)
            print_option(&table->options[i], out);
}

void options_print_help(const OptionTable *table, FILE *out)
{
    fprintf(out, "%s\n", table->usage);
    for (size_t i = 0; i < table->count; i++)
        print_option(&table->options[i], out);
    fputs(table->has_version ? "  --help, --version\n" : "  --help\n", out);
}

const char *options_next_part(const char **rest, size_t *length)
{
    const char *part = *rest;
    if (!part)
        return NULL;
    *length = strcspn(part, ",");
    *rest = part[*length] ? part + *length + 1 : NULL;
    return part;
}
