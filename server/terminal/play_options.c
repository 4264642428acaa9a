#include "play_options.h"

#include "fen.h"
#include "memory.h"
#include "options.h"
#include "play_control.h"
#include "typed_line.h"

#include <stdlib.h>
#include <string.h>

static const char *const SIDE_WORDS[] = {"white", "black", "both", NULL};
static const char *const COLOR_WORDS[] = {"auto", "on", "off", NULL};
static const char *const PIECE_WORDS[] = {"auto", "unicode", "ascii", NULL};

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
     "begins with that position of Chess960, or with a random one (drawn)", NULL, OPTION_PARSED,
     .parse = parse_960},
    {"fen", "CASTLED_PLAY_FEN", "FEN", "begins with this position", NULL, OPTION_PARSED,
     .parse = parse_fen},
    {"load", "CASTLED_PLAY_LOAD", "FILE", "continues the first game of a PGN file", NULL,
     OPTION_TEXT, OPTION_FIELD(PlayOptions, file), .expected = "a file"},
    {"token-file", "CASTLED_PLAY_TOKEN_FILE", "FILE",
     "a file with the token of an account on the server; else the variable CASTLED_TOKEN has it, "
     "or "
     "you are a guest",
     NULL, OPTION_TEXT, OPTION_FIELD(PlayOptions, token_file), .expected = "a file"},
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
     "the seed of the computer's choice of moves: the same one again gives the same moves", NULL,
     OPTION_PARSED, .parse = parse_seed},
};

static const OptionTable TABLE = {
    .program = "castled play",
    .usage = "usage: castled play [OPTION...] [URL]\n"
             "Plays chess in this terminal: against the computer or between two people, without a "
             "server; or\n"
             "with the URL of a castled server against whoever is there, as with "
             "https://club.example\n"
             "It reads moves and commands from the keyboard or a pipe, and ends at \"quit\" or at "
             "the end of the input.\n",
    .options = OPTIONS,
    .count = sizeof OPTIONS / sizeof *OPTIONS,
    .words = 1,
};

static void print_commands(void)
{
    puts("\nmoves: e4, Nbd7, O-O, e8=Q, or squares: e2e4, e1g1, e7e8q\ncommands:");
    for (int i = TYPED_MOVE + 1; i < TYPED_COUNT; i++) {
        TypedKind kind = (TypedKind)i;
        const char *place = !typed_is_here(kind, TYPED_LOCAL)    ? "On a server: "
                            : !typed_is_here(kind, TYPED_REMOTE) ? "Without a server: "
                                                                 : "";
        printf("  %s\n      %s%s\n", typed_form(kind), place, typed_help(kind));
    }
}

/* --plain and --960 may stand alone: then they mean what is meant by that. */
static const struct {
    const char *flag, *values, *meant; /* 'values': first letters of a value that may follow */
} ALONE[] = {{"--plain", "o", "--plain=on"}, {"--960", "d0123456789", "--960=drawn"}};

/* Writes the arguments with such flags filled in to 'out', which has room for them. */
static void fill_in(int argc, char *const argv[], char **out)
{
    for (int i = 0; i < argc; i++) {
        out[i] = argv[i];
        for (size_t k = 0; k < sizeof ALONE / sizeof *ALONE; k++)
            if (strcmp(argv[i], ALONE[k].flag) == 0 &&
                (i + 1 == argc || !argv[i + 1][0] || !strchr(ALONE[k].values, argv[i + 1][0])))
                out[i] = (char *)ALONE[k].meant; /* which is only read */
    }
}

bool play_options_read(PlayOptions *options, int argc, char *const argv[], int *status)
{
    char line[OPTIONS_LINE_MAX];
    OptionWords words;
    char **filled = memory_array((size_t)argc + 1, sizeof *filled);
    fill_in(argc, argv, filled);
    *options = (PlayOptions){.chess960 = PLAY_960_NONE};
    OptionsResult result = options_read(&TABLE, options, &words, argc, filled, getenv, line);
    free(filled); /* what is kept points into the arguments themselves */
    switch (result) {
    case OPTIONS_OK: options->url = words.count > 0 ? words.words[0] : NULL; return true;
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
