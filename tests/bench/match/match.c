/* match - plays two UCI engines against each other: openings with both colours, clocks or nodes,
 * several games at once, adjudication, Elo with error bars, SPRT. See match --help. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "duel.h"
#include "fen.h"
#include "notation.h"
#include "openings.h"
#include "tally.h"

enum { THREADS_MAX = 64, MARGIN_MS = 50 };

typedef struct {
    PlayerSetup engines[2];
    const char *openings_path;
    const char *log_path;
    int games;
    int concurrency;
    uint64_t seed;
    bool has_sprt;
    Sprt sprt;
    DuelRules rules;
} Options;

typedef struct {
    const Options *options;
    Openings openings;
    FILE *log;
    pthread_mutex_t mutex; /* for everything below */
    Tally tally;
    int next_pair;
    bool over;
    int64_t start;
} Match;

static const char usage[] =
    "match -a ENGINE -b ENGINE [options]\n"
    "  -a, -b COMMAND       the engines: program and arguments in one word\n"
    "  --a-option, --b-option, --option NAME=VALUE   UCI options, of one or both\n"
    "  --tc BASE+INCREMENT  seconds; --a-tc, --b-tc for one of them\n"
    "  --nodes N, --depth N, --movetime MS           and --a-nodes … for one of them\n"
    "  --games N            in all, an even number (100)\n"
    "  --openings FILE      one FEN or EPD a line; else the usual start\n"
    "  --seed N             order of the openings (1)\n"
    "  --concurrency N      games at a time (1)\n"
    "  --sprt ELO0,ELO1     stop when one is accepted (alpha = beta = 0.05)\n"
    "  --chess960           set UCI_Chess960\n"
    "  --no-adjudication    play every game to its end\n"
    "  --margin MS          over the clock that is forgiven (50)\n"
    "  --log FILE           a line for each game: opening, colours, result, end, moves\n";

static void fail(const char *what, const char *about)
{
    fprintf(stderr, "match: %s%s%s\n", what, about ? ": " : "", about ? about : "");
    exit(2);
}

static double read_real(const char *text)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || value < -1e9 || value > 1e9)
        fail("not a number", text);
    return value;
}

static uint64_t read_count(const char *text)
{
    double value = read_real(text);
    if (value < 0)
        fail("not a count", text);
    return (uint64_t)value;
}

static void read_clock(const char *text, PlayerSetup *setup)
{
    double base, increment = 0;
    if (sscanf(text, "%lf+%lf", &base, &increment) < 1 || base <= 0 || increment < 0)
        fail("not a time control", text);
    setup->base = (int64_t)(base * 1000 + 0.5);
    setup->increment = (int64_t)(increment * 1000 + 0.5);
}

static void add_option(PlayerSetup *setup, const char *option)
{
    if (setup->option_count == PLAYER_OPTIONS_MAX)
        fail("too many options", option);
    setup->options[setup->option_count++] = option;
}

/* The options that can be given for one engine or for both. False when it is not one of them. */
static bool read_engine_option(PlayerSetup *setup, const char *name, const char *value)
{
    if (strcmp(name, "option") == 0)
        add_option(setup, value);
    else if (strcmp(name, "tc") == 0)
        read_clock(value, setup);
    else if (strcmp(name, "nodes") == 0)
        setup->nodes = read_count(value);
    else if (strcmp(name, "depth") == 0)
        setup->depth = (int)read_count(value);
    else if (strcmp(name, "movetime") == 0)
        setup->movetime = (int64_t)read_count(value);
    else
        return false;
    return true;
}

static bool read_match_option(Options *options, const char *name, const char *value)
{
    if (strcmp(name, "games") == 0) {
        options->games = (int)read_count(value);
    } else if (strcmp(name, "openings") == 0) {
        options->openings_path = value;
    } else if (strcmp(name, "seed") == 0) {
        options->seed = read_count(value);
    } else if (strcmp(name, "concurrency") == 0) {
        options->concurrency = (int)read_count(value);
    } else if (strcmp(name, "margin") == 0) {
        options->rules.margin = (int64_t)read_count(value);
    } else if (strcmp(name, "log") == 0) {
        options->log_path = value;
    } else if (strcmp(name, "sprt") == 0) {
        options->sprt.alpha = options->sprt.beta = 0.05;
        options->has_sprt = true;
        if (sscanf(value, "%lf,%lf", &options->sprt.elo0, &options->sprt.elo1) != 2)
            fail("sprt takes ELO0,ELO1", value);
    } else {
        return false;
    }
    return true;
}

static void read_option(Options *options, const char *name, const char *value)
{
    if (!value)
        fail("a value is missing", name);
    if (strcmp(name, "-a") == 0 || strcmp(name, "-b") == 0) {
        options->engines[name[1] - 'a'].command = value;
        return;
    }
    if (strncmp(name, "--", 2) != 0)
        fail("no such option", name);
    name += 2;
    if (read_match_option(options, name, value))
        return;
    bool one = (name[0] == 'a' || name[0] == 'b') && name[1] == '-';
    for (int i = 0; i < 2; i++) {
        if (one && name[0] - 'a' != i)
            continue;
        if (!read_engine_option(&options->engines[i], one ? name + 2 : name, value))
            fail("no such option", name);
    }
}

static void read_options(Options *options, int argc, char **argv)
{
    *options = (Options){.games = 100,
                         .concurrency = 1,
                         .seed = 1,
                         .rules = {.adjudicate = true, .margin = MARGIN_MS}};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            fputs(usage, stdout);
            exit(0);
        } else if (strcmp(argv[i], "--chess960") == 0) {
            options->rules.chess960 = true;
        } else if (strcmp(argv[i], "--no-adjudication") == 0) {
            options->rules.adjudicate = false;
        } else {
            read_option(options, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
            i++;
        }
    }
    for (int i = 0; i < 2; i++) {
        const PlayerSetup *setup = &options->engines[i];
        if (!setup->command)
            fail("two engines are needed: -a and -b", NULL);
        if (!setup->base && !setup->nodes && !setup->depth && !setup->movetime)
            fail("no limit on thinking: --tc, --nodes, --depth or --movetime", setup->command);
    }
    if (options->concurrency < 1 || options->concurrency > THREADS_MAX)
        fail("concurrency is out of range", NULL);
}

static const char *end_text(DuelEnd end)
{
    static const char *const texts[] = {"played", "adjudicated", "time", "illegal", "silent"};
    return texts[end];
}

static void log_game(Match *match, const Line *line, int white, const DuelResult *result)
{
    char fen[FEN_MAX];
    if (!match->log)
        return;
    fen_print(&line->start, fen);
    fprintf(match->log, "%s\twhite %c\t%d\t%s\t%u plies\t", fen, 'a' + white,
            result->white_half_points, end_text(result->end), line->plies);
    Position pos = line->start;
    for (uint32_t ply = 0; ply < line->plies; ply++) {
        char move[UCI_MAX];
        uci_print(&pos, line->moves[ply], move);
        position_play(&pos, line->moves[ply]);
        fprintf(match->log, "%s%s", ply ? " " : "", move);
    }
    fputc('\n', match->log);
    fflush(match->log);
}

static void show_progress(const Match *match)
{
    const Tally *tally = &match->tally;
    TallyElo elo = tally_elo(tally);
    int games = tally_games(tally);
    double seconds = (double)(player_now() - match->start) / 1000;
    printf("%s%d/%d  +%d =%d -%d  %.1f %%  Elo %+.1f ± %.1f", isatty(STDOUT_FILENO) ? "\r" : "",
           games, match->options->games, tally->wins, tally->draws, tally->losses, 100 * elo.score,
           elo.elo, elo.error);
    if (match->options->has_sprt)
        printf("  LLR %.2f (%.2f, %.2f)", tally_llr(tally, &match->options->sprt),
               sprt_lower(&match->options->sprt), sprt_upper(&match->options->sprt));
    printf("  time %d/%d faults %d/%d  %.1f s a game%s", tally->times[0], tally->times[1],
           tally->faults[0], tally->faults[1], seconds / games, isatty(STDOUT_FILENO) ? " " : "\n");
    fflush(stdout);
}

/* Keeps both engines alive: one that failed is restarted before the next game. */
static void make_ready(Player players[2], const Options *options)
{
    for (int i = 0; i < 2; i++) {
        if (players[i].pid > 0 && player_new_game(&players[i]))
            continue;
        player_close(&players[i]);
        if (!player_open(&players[i], &options->engines[i], options->rules.chess960) ||
            !player_new_game(&players[i]))
            fail("does not answer as a UCI engine", options->engines[i].command);
    }
}

/* Half points for engine a. */
static int play_game(Match *match, Player players[2], Move *moves, int opening, int white)
{
    Line line;
    make_ready(players, match->options);
    line_init(&line, &match->openings.at[opening], moves, LINE_PLIES_MAX);
    Player *seats[2] = {&players[white], &players[!white]};
    DuelResult result = duel_play(seats, &line, &match->options->rules);
    if (result.end == DUEL_SILENT)
        player_close(seats[result.at_fault]);
    pthread_mutex_lock(&match->mutex);
    if (result.end >= DUEL_TIME) {
        int engine = result.at_fault == WHITE ? white : !white;
        int *count = result.end == DUEL_TIME ? match->tally.times : match->tally.faults;
        count[engine]++;
    }
    log_game(match, &line, white, &result);
    pthread_mutex_unlock(&match->mutex);
    return white == 0 ? result.white_half_points : 2 - result.white_half_points;
}

static bool take_pair(Match *match, int *pair)
{
    pthread_mutex_lock(&match->mutex);
    bool any = !match->over && 2 * match->next_pair < match->options->games;
    *pair = any ? match->next_pair++ : 0;
    pthread_mutex_unlock(&match->mutex);
    return any;
}

static void note_pair(Match *match, int first, int second)
{
    const Options *options = match->options;
    pthread_mutex_lock(&match->mutex);
    tally_pair(&match->tally, first, second);
    show_progress(match);
    if (options->has_sprt && sprt_verdict(&match->tally, &options->sprt) != 0)
        match->over = true;
    pthread_mutex_unlock(&match->mutex);
}

static void *work(void *argument)
{
    Match *match = argument;
    Player *players = calloc(2, sizeof *players);
    Move *moves = malloc(LINE_PLIES_MAX * sizeof *moves);
    if (!players || !moves)
        fail("out of memory", NULL);
    int pair;
    while (take_pair(match, &pair)) {
        int opening = pair % match->openings.count;
        int first = play_game(match, players, moves, opening, 0);
        int second = play_game(match, players, moves, opening, 1);
        note_pair(match, first, second);
    }
    for (int i = 0; i < 2; i++)
        player_close(&players[i]);
    free(players);
    free(moves);
    return NULL;
}

int main(int argc, char **argv)
{
    Options options;
    Match match = {.options = &options, .mutex = PTHREAD_MUTEX_INITIALIZER};
    pthread_t threads[THREADS_MAX];
    attacks_init();
    signal(SIGPIPE, SIG_IGN);
    read_options(&options, argc, argv);
    openings_read(&match.openings, options.openings_path, options.seed);
    if (options.log_path && !(match.log = fopen(options.log_path, "w")))
        fail(strerror(errno), options.log_path);
    match.start = player_now();
    for (int i = 0; i < options.concurrency; i++)
        if (pthread_create(&threads[i], NULL, work, &match) != 0)
            fail("no thread", NULL);
    for (int i = 0; i < options.concurrency; i++)
        pthread_join(threads[i], NULL);
    putchar('\n');
    if (match.log)
        fclose(match.log);
    openings_clear(&match.openings);
    return match.tally.faults[0] + match.tally.faults[1] ? 1 : 0;
}
