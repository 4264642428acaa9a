#include "play_options.h"

#include "fen.h"
#include "options.h"
#include "typed_line.h"

#include <stdlib.h>
#include <string.h>

static const char *const SIDE_WORDS[] = {"white", "black", "both", NULL};
static const char *const COLOR_WORDS[] = {"auto", "on", "off", NULL};
static const char *const PIECE_WORDS[] = {"auto", "unicode", "ascii", NULL};

/* Decimal digits, and perhaps a part behind a point, as thousandths. Where it ends; NULL: there is no such number. */
static const char *read_thousandths(const char *text, int64_t *value)
{
    const char *start = text;
    *value = 0;
    for (; *text >= '0' && *text <= '9' && text - start < 6; text++)
        *value = *value * 10 + (*text - '0');
    if (text == start)
        return NULL;
    *value *= 1000;
    if (*text != '.')
        return text;
    start = ++text;
    for (int64_t part = 100; *text >= '0' && *text <= '9' && part > 0; part /= 10)
        *value += part * (*text++ - '0');
    return text > start ? text : NULL;
}

bool play_control_parse(const char *text, TimeControl *control)
{
    int64_t minutes, seconds = 0;
    *control = (TimeControl){0};
    if (strcmp(text, "none") == 0)
        return true;
    const char *end = read_thousandths(text, &minutes);
    if (end && *end == '+')
        end = read_thousandths(end + 1, &seconds);
    if (!end || *end || minutes * 60 > CLOCK_INITIAL_MAX || seconds > CLOCK_INCREMENT_MAX)
        return false;
    *control = (TimeControl){
        .timed = true, .initial = (int32_t)(minutes * 60), .increment = (int32_t)seconds};
    return time_control_is_valid(control);
}

static const char *parse_time(void *field, const char *text)
{
    PlayOptions *options = field;
    return play_control_parse(text, &options->control)
               ? NULL
               : "minutes and seconds for each move, such as 5+3, or none";
}

static const char *parse_fen(void *field, const char *text)
{
    PlayOptions *options = field;
    FenError error = fen_parse(text, strlen(text), &options->start, NULL);
    options->has_start = error == FEN_OK;
    return error == FEN_OK ? NULL : fen_error_text(error);
}

static const char *parse_960(void *field, const char *text)
{
    PlayOptions *options = field;
    char *end;
    long number = strtol(text, &end, 10);
    if (strcmp(text, "drawn") == 0)
        options->chess960 = PLAY_960_DRAWN;
    else if (*text < '0' || *text > '9' || *end || number >= CHESS960_POSITIONS)
        return "a number from 0 to 959, or drawn";
    else
        options->chess960 = (int)number;
    return NULL;
}

static const char *parse_seed(void *field, const char *text)
{
    PlayOptions *options = field;
    char *end;
    options->seed = strtoull(text, &end, 10);
    options->has_seed = *text >= '0' && *text <= '9' && *end == '\0';
    return options->has_seed ? NULL : "a number";
}

static const Option OPTIONS[] = {
    {"level", "CASTLED_PLAY_LEVEL", "N", "how strong the computer is, from 1 to 13", "4",
     OPTION_NUMBER, OPTION_FIELD(PlayOptions, level), .least = 1, .most = SKILL_LEVEL_MAX},
    {"side", "CASTLED_PLAY_SIDE", "white|black|both",
     "the side that you play; both: two people play in turns", "white", OPTION_CHOICE,
     OPTION_FIELD(PlayOptions, side), .words = SIDE_WORDS},
    {"time", "CASTLED_PLAY_TIME", "MINUTES[+SECONDS]|none",
     "the clocks: minutes for each side, and seconds for each move", "none", OPTION_PARSED,
     .parse = parse_time},
    {"960", "CASTLED_PLAY_960", "N|drawn",
     "begins with that position of Chess960, or with one that is drawn", NULL, OPTION_PARSED,
     .parse = parse_960},
    {"fen", "CASTLED_PLAY_FEN", "FEN", "begins with this position", NULL, OPTION_PARSED,
     .parse = parse_fen},
    {"load", "CASTLED_PLAY_LOAD", "FILE", "goes on with the first game of a PGN file", NULL,
     OPTION_TEXT, OPTION_FIELD(PlayOptions, file), .expected = "a file"},
    {"plain", "CASTLED_PLAY_PLAIN", "on|off",
     "speaks in sentences instead of drawing, for screen readers", "off", OPTION_SWITCH,
     OPTION_FIELD(PlayOptions, plain)},
    {"colors", "CASTLED_PLAY_COLORS", "auto|on|off",
     "draws the board with colours; auto: on a terminal, unless NO_COLOR is set", "auto",
     OPTION_CHOICE, OPTION_FIELD(PlayOptions, colors), .words = COLOR_WORDS},
    {"pieces", "CASTLED_PLAY_PIECES", "auto|unicode|ascii",
     "draws pieces as chess symbols or as letters; auto: by the locale", "auto", OPTION_CHOICE,
     OPTION_FIELD(PlayOptions, pieces), .words = PIECE_WORDS},
    {"seed", "CASTLED_PLAY_SEED", "N",
     "what the computer's moves are drawn from: the same again for the same moves", NULL,
     OPTION_PARSED, .parse = parse_seed},
};

static const OptionTable TABLE = {
    .program = "castled play",
    .usage = "usage: castled play [OPTION...]\n"
             "Plays chess in this terminal, against the computer or between two people, without a "
             "server.\n"
             "It reads moves and commands from the keyboard or a pipe, and ends with \"quit\" or "
             "the input.\n",
    .options = OPTIONS,
    .count = sizeof OPTIONS / sizeof *OPTIONS,
};

static void print_commands(void)
{
    puts("\nmoves: e4, Nbd7, O-O, e8=Q, or squares: e2e4, e1g1, e7e8q\ncommands:");
    for (int kind = TYPED_MOVE + 1; kind < TYPED_COUNT; kind++)
        printf("  %s\n      %s\n", typed_form((TypedKind)kind), typed_help((TypedKind)kind));
}

bool play_options_read(PlayOptions *options, int argc, char *const argv[], int *status)
{
    char line[OPTIONS_LINE_MAX];
    *options = (PlayOptions){.chess960 = PLAY_960_NONE};
    switch (options_read(&TABLE, options, NULL, argc, argv, getenv, line)) {
    case OPTIONS_OK: return true;
    case OPTIONS_HELP:
        options_print_help(&TABLE, stdout);
        print_commands();
        *status = EXIT_SUCCESS;
        return false;
    default:
        fprintf(stderr, "castled: %s\n", line);
        *status = 2;
        return false;
    }
}
