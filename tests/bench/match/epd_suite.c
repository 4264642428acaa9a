/* epd_suite - gives a UCI engine the positions of an EPD file, and counts how often it finds the solution:
 * one of the best moves (bm), none of the moves to avoid (am). See epd_suite --help. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "epd.h"
#include "notation.h"
#include "player.h"

enum { WAIT_MS = 600000, GRACE_MS = 10000, NAME_MAX_SHOWN = 40, LINE_MAX_IN = 1024 };

typedef struct {
    PlayerSetup engine;
    const char *path;
} Options;

typedef struct {
    Moves best, avoid;
    char name[NAME_MAX_SHOWN + 1];
} Question;

static const char usage[] = "epd_suite -e ENGINE [options] FILE\n"
                            "  -e COMMAND           the engine: program and arguments in one word\n"
                            "  --option NAME=VALUE  a UCI option\n"
                            "  --movetime MS, --nodes N, --depth N   for each position\n";

static void fail(const char *what, const char *about)
{
    fprintf(stderr, "epd_suite: %s%s%s\n", what, about ? ": " : "", about ? about : "");
    exit(2);
}

static uint64_t read_count(const char *text)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (end == text || *end || *text == '-' || errno || value == 0 || value > INT32_MAX)
        fail("not a count", text);
    return value;
}

static void read_options(Options *options, int argc, char **argv)
{
    PlayerSetup *engine = &options->engine;
    *options = (Options){.path = NULL};
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(name, "--help") == 0) {
            fputs(usage, stdout);
            exit(0);
        }
        if (*name != '-' && !options->path) {
            options->path = name;
            continue;
        }
        if (!value)
            fail("a value is missing", name);
        i++;
        if (strcmp(name, "-e") == 0)
            engine->command = value;
        else if (strcmp(name, "--option") == 0 && engine->option_count < PLAYER_OPTIONS_MAX)
            engine->options[engine->option_count++] = value;
        else if (strcmp(name, "--movetime") == 0)
            engine->movetime = (int64_t)read_count(value);
        else if (strcmp(name, "--nodes") == 0)
            engine->nodes = read_count(value);
        else if (strcmp(name, "--depth") == 0)
            engine->depth = (int)read_count(value);
        else
            fail("no such option", name);
    }
    if (!engine->command || !options->path)
        fail("an engine (-e) and a file are needed", NULL);
    if (!engine->movetime && !engine->nodes && !engine->depth)
        fail("no limit on thinking: --movetime, --nodes or --depth", NULL);
}

static void read_moves(const Position *pos, EpdOperation *operation, Moves *moves)
{
    const char *text;
    size_t length;
    while (epd_operand(operation, &text, &length)) {
        Move move = MOVE_NONE;
        if (moves->count == MOVES_MAX || san_parse(pos, text, length, &move) != NOTATION_OK)
            fail("not a move there", operation->opcode);
        moves->at[moves->count++] = move;
    }
}

static bool is_opcode(const EpdOperation *operation, const char *name)
{
    return operation->opcode_length == strlen(name) &&
           memcmp(operation->opcode, name, operation->opcode_length) == 0;
}

static void read_question(Epd *epd, const char *line, Question *question)
{
    EpdOperation operation;
    EpdError error;
    *question = (Question){.name = "?"};
    if (epd_open(epd, line, strlen(line)) != FEN_OK)
        fail("not a position", line);
    while ((error = epd_next(epd, &operation)) == EPD_OK) {
        const char *text;
        size_t length;
        if (is_opcode(&operation, "bm"))
            read_moves(&epd->pos, &operation, &question->best);
        else if (is_opcode(&operation, "am"))
            read_moves(&epd->pos, &operation, &question->avoid);
        else if (is_opcode(&operation, "id") && epd_operand(&operation, &text, &length))
            snprintf(question->name, sizeof question->name, "%.*s", (int)length, text);
    }
    if (error != EPD_END)
        fail(epd_error_text(error), line);
    if (!question->best.count && !question->avoid.count)
        fail("neither bm nor am", line);
}

static bool has(const Moves *moves, Move move)
{
    for (int i = 0; i < moves->count; i++)
        if (moves->at[i] == move)
            return true;
    return false;
}

/* What the engine plays, or MOVE_NONE when it has no legal answer. */
static Move ask(Player *player, const Position *pos, char played[8])
{
    const PlayerSetup *setup = player->setup;
    char position[FEN_MAX + 32], go[96] = "go", fen[FEN_MAX];
    size_t length = 2;
    fen_print(pos, fen);
    snprintf(position, sizeof position, "position fen %s\n", fen);
    if (setup->movetime)
        length += (size_t)snprintf(go + length, sizeof go - length, " movetime %" PRId64,
                                   setup->movetime);
    if (setup->nodes)
        length +=
            (size_t)snprintf(go + length, sizeof go - length, " nodes %" PRIu64, setup->nodes);
    if (setup->depth)
        length += (size_t)snprintf(go + length, sizeof go - length, " depth %d", setup->depth);
    snprintf(go + length, sizeof go - length, "\n");
    PlayerMove answer;
    int64_t wait = setup->movetime ? setup->movetime + GRACE_MS : WAIT_MS;
    if (!player_new_game(player) || !player_move(player, position, go, wait, &answer))
        fail("the engine does not answer", setup->command);
    Move move;
    snprintf(played, 8, "%s", answer.move);
    uci_parse(pos, answer.move, strlen(answer.move), &move);
    return move;
}

int main(int argc, char **argv)
{
    Options options;
    char line[LINE_MAX_IN];
    int asked = 0, solved = 0;
    attacks_init();
    signal(SIGPIPE, SIG_IGN);
    read_options(&options, argc, argv);
    FILE *file = fopen(options.path, "r");
    if (!file)
        fail(strerror(errno), options.path);
    Player *player = calloc(1, sizeof *player);
    if (!player || !player_open(player, &options.engine, false))
        fail("does not answer as a UCI engine", options.engine.command);
    while (fgets(line, sizeof line, file)) {
        Epd epd;
        Question question;
        char played[8];
        line[strcspn(line, "\r\n")] = '\0';
        if (!*line || *line == '#')
            continue;
        read_question(&epd, line, &question);
        Move move = ask(player, &epd.pos, played);
        bool right = move != MOVE_NONE && !has(&question.avoid, move) &&
                     (!question.best.count || has(&question.best, move));
        asked++;
        solved += right;
        if (!right)
            printf("%s%s: %s\n", isatty(STDOUT_FILENO) ? "\r" : "", question.name, played);
        if (isatty(STDOUT_FILENO))
            printf("\r%d of %d ", solved, asked);
        fflush(stdout);
    }
    printf("%s%d of %d\n", isatty(STDOUT_FILENO) ? "\r" : "", solved, asked);
    fclose(file);
    player_close(player);
    free(player);
    return 0;
}
