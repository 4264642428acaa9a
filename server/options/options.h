/* options.h - a program's options, declared once in a table: read from flags and environment, and printed as help.
 *
 * A flag is "--name value" or "--name=value". It wins over its environment variable, which wins over a file of options; what
 * loses is ignored, even for an option that may be given several times. An empty variable counts as unset. When an option that takes one value
 * is given twice, the last flag counts. Pure: any words are safe; nothing is allocated. Texts that are stored point
 * into the arguments and the environment, which outlive them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum {
    OPTION_NUMBER,   /* from least to most */
    OPTION_SIZE,     /* in MiB; with M or G behind it in MiB or GiB */
    OPTION_DURATION, /* stored in ms; in 'unit' ms, or with ms, s, m, h or d behind it */
    OPTION_SWITCH,   /* on or off: a bool */
    OPTION_CHOICE,   /* one of 'words': its index */
    OPTION_TEXT,     /* stored as it is, unless it is empty */
    OPTION_PARSED    /* by 'parse': lists, key=value, addresses */
} OptionKind;

/* Stores the text at 'field'. NULL when it is valid, else what was expected, such as "a file". */
typedef const char *(*OptionParse)(void *field, const char *text);

typedef struct {
    const char *name;     /* of the flag, without its dashes */
    const char *variable; /* of the environment */
    const char *argument; /* as help shows it: "N", "on|off" */
    const char *help;
    const char *usual; /* read as if it had been given; NULL: what the target held before */
    OptionKind kind;
    size_t offset, size; /* of the field in the target: OPTION_FIELD */
    int64_t least, most; /* of numbers, in the unit in which they are written */
    int64_t unit;        /* of a duration: ms of a number without a unit, 1 or 1000 */
    const char *word;    /* instead of a number, as "never"; NULL: none */
    int64_t word_value;
    const char *const *words; /* of a choice; ends with NULL */
    const char *expected;     /* of a text: what is wanted, such as "a file" */
    OptionParse parse;
    const char *topic;  /* of help, such as "network"; NULL: none */
    bool not_in_a_file; /* a file of options is refused that sets it */
    bool is_secret;     /* it may have a password in it, so no message shows its value */
} Option;

/* Numbers are stored in fields of 4 or 8 bytes, switches in a bool, choices in either. */
#define OPTION_FIELD(type, member)                                                                 \
    .offset = offsetof(type, member), .size = sizeof((type *)NULL)->member

enum {
    OPTIONS_MAX = 128,
    OPTIONS_WORDS_MAX = 12,
    OPTIONS_LINE_MAX = 256,
    OPTIONS_FILE_MAX = 64 * 1024, /* bytes */
};

typedef struct {
    const char *program; /* as messages call it: "castled import" */
    const char *usage;   /* what help prints before the options, whole lines */
    const Option *options;
    size_t count;          /* at most OPTIONS_MAX */
    size_t words;          /* how many words besides options may be given */
    bool options_go_first; /* everything after the first word is a word, too */
    bool has_version;      /* it takes --version */
} OptionTable;

/* The words that are not options. */
typedef struct {
    const char *words[OPTIONS_WORDS_MAX];
    size_t count;
} OptionWords;

typedef enum { OPTIONS_OK, OPTIONS_HELP, OPTIONS_VERSION, OPTIONS_BAD } OptionsResult;

/* Options as a text: on each line a name, =, and its value; spaces around them do not count, nor empty lines and those that
 * begin with #. An option that may be given several times has a line for each. */
typedef struct {
    char *text; /* is changed: each value gets its NUL. Values that are stored point into it */
    const char *name; /* as messages call it: "castled.conf" */
} OptionsFile;

/* Where the value of an option is from. */
typedef struct {
    const char *text; /* as it was written last; NULL: nowhere */
    unsigned times;   /* that it was given there: of a list each time counts */
    const char *from; /* "default", "flag", "environment" or the file's name */
} OptionSource;

/* Fills in 'target' from the defaults, the flags argv[0] to argv[argc - 1], and 'env', which is getenv. 'words' may
 * be NULL when the table takes none. "--help", "-h" and "--version" win over everything else. On OPTIONS_BAD 'line'
 * (OPTIONS_LINE_MAX bytes) says in one line what is wrong: the option, the value and what is allowed. */
OptionsResult options_read(const OptionTable *table, void *target, OptionWords *words, int argc,
                           char *const argv[], char *(*env)(const char *name), char *line);
/* The same, also from files, of which the earlier one wins. 'sources', unless it is NULL, gets one for each option. */
OptionsResult options_read_files(const OptionTable *table, void *target, OptionWords *words,
                                 int argc, char *const argv[], char *(*env)(const char *name),
                                 OptionsFile *files, size_t count, OptionSource *sources,
                                 char *line);
/* The usage, then each option with its argument, what it does, its default and its variable. */
void options_print_help(const OptionTable *table, FILE *out);
/* Only the options of a topic. */
void options_print_topic(const OptionTable *table, const char *topic, FILE *out);

/* For 'parse' of a list: the next part of a text with commas between, and its length; NULL behind the last. 'rest'
 * is the text at first. */
const char *options_next_part(const char **rest, size_t *length);
