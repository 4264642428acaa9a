/* spsa - tunes the numbers of castled's search by games of the engine against itself: see spsa --help. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "duel.h"
#include "openings.h"
#include "parameters.h"
#include "spsa.h"

enum { THREADS_MAX = 64, OPTION_MAX = 64, COMMAND_MAX = 1024, SAVED_EVERY = 10 };

typedef struct {
    const char *engine, *openings_path, *state_path;
    const char *hash;
    uint64_t nodes, seed;
    int concurrency;
    SpsaSchedule schedule;
} Options;

typedef struct {
    const Options *options;
    Openings openings;
    pthread_mutex_t mutex; /* for everything below */
    SpsaParameter parameters[PARAMETER_COUNT];
    uint64_t random_state;
    long next, finished;
    long wins, draws, losses; /* of the side +1: far from even, a step is too large */
} Tuning;

static const char *const names[PARAMETER_COUNT] = {
#define X(name, value, least, most, step) #name,
    SEARCH_PARAMETERS(X)
#undef X
};

static const SpsaParameter first[PARAMETER_COUNT] = {
#define X(name, value, least, most, step) {value, least, most, step},
    SEARCH_PARAMETERS(X)
#undef X
};

static const char usage[] =
    "spsa -e ENGINE [options]\n"
    "Tunes the numbers in common/engine/internal/parameters.h together, by pairs of games of the "
    "engine against itself.\n"
    "ENGINE is a castled-uci built with -DCASTLED_TUNE=ON.\n"
    "  --nodes N            for each move (20000)\n"
    "  --pairs N            of games, in all (10000)\n"
    "  --rate R             how far a won game moves a parameter in the end (0.002)\n"
    "  --openings FILE      one FEN or EPD a line; else the usual start\n"
    "  --seed N             of the openings and of the directions (1)\n"
    "  --hash MB            of each engine (16)\n"
    "  --concurrency N      games at a time (1)\n"
    "  --state FILE         where the values are kept, and read from when it is there (spsa.txt)\n";

static void fail(const char *what, const char *about)
{
    fprintf(stderr, "spsa: %s: %s\n", what, about);
    exit(2);
}

static double read_real(const char *text)
{
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end || !(value > 0 && value < 1e15))
        fail("not a positive number", text);
    return value;
}

static bool read_option(Options *options, const char *name, const char *value)
{
    if (strcmp(name, "-e") == 0)
        options->engine = value;
    else if (strcmp(name, "--openings") == 0)
        options->openings_path = value;
    else if (strcmp(name, "--state") == 0)
        options->state_path = value;
    else if (strcmp(name, "--hash") == 0)
        options->hash = value;
    else if (strcmp(name, "--nodes") == 0)
        options->nodes = (uint64_t)read_real(value);
    else if (strcmp(name, "--pairs") == 0)
        options->schedule.pairs = (long)read_real(value);
    else if (strcmp(name, "--rate") == 0)
        options->schedule.rate = read_real(value);
    else if (strcmp(name, "--seed") == 0)
        options->seed = (uint64_t)read_real(value);
    else if (strcmp(name, "--concurrency") == 0)
        options->concurrency = (int)read_real(value);
    else
        return false;
    return true;
}

static void read_options(Options *options, int argc, char **argv)
{
    *options = (Options){.state_path = "spsa.txt",
                         .hash = "16",
                         .nodes = 20000,
                         .seed = 1,
                         .concurrency = 1,
                         .schedule = {.pairs = 10000, .rate = 0.002}};
    for (int i = 1; i < argc; i += 2) {
        if (strcmp(argv[i], "--help") == 0) {
            fputs(usage, stdout);
            exit(0);
        }
        if (i + 1 == argc || !read_option(options, argv[i], argv[i + 1]))
            fail("no such option, or no value", argv[i]);
    }
    if (!options->engine || strlen(options->engine) > COMMAND_MAX / 2)
        fail("an engine is needed", "-e");
    if (options->concurrency < 1 || options->concurrency > THREADS_MAX ||
        options->schedule.pairs < 1)
        fail("out of range", "--concurrency or --pairs");
}

/* Other builds would play all games with the same numbers. */
static void check_engine(const char *engine)
{
    char command[COMMAND_MAX], line[256];
    bool found = false;
    snprintf(command, sizeof command, "echo uci | %s", engine);
    FILE *pipe = popen(command, "r");
    while (pipe && fgets(line, sizeof line, pipe))
        found = found || strstr(line, names[0]);
    if (!pipe || pclose(pipe) != 0 || !found)
        fail("has no options for the numbers of its search (CASTLED_TUNE)", engine);
}

static void save(const Tuning *tuning, const char *path)
{
    char fresh[COMMAND_MAX];
    snprintf(fresh, sizeof fresh, "%s.new", path);
    FILE *file = fopen(fresh, "w");
    if (!file)
        fail(strerror(errno), fresh);
    fprintf(file, "PAIRS %ld\n", tuning->finished);
    for (int i = 0; i < PARAMETER_COUNT; i++)
        fprintf(file, "%s %.3f\n", names[i], tuning->parameters[i].value);
    if (fclose(file) != 0 || rename(fresh, path) != 0)
        fail(strerror(errno), path);
}

/* What is in the file goes on from there; a parameter that is new begins at its value in the source. */
static void load(Tuning *tuning)
{
    char name[64];
    double value;
    memcpy(tuning->parameters, first, sizeof first);
    FILE *file = fopen(tuning->options->state_path, "r");
    if (!file)
        return;
    while (fscanf(file, "%63s %lf", name, &value) == 2) {
        if (strcmp(name, "PAIRS") == 0)
            tuning->next = tuning->finished = (long)value;
        for (int i = 0; i < PARAMETER_COUNT; i++)
            if (strcmp(name, names[i]) == 0 && value >= first[i].least && value <= first[i].most)
                tuning->parameters[i].value = value;
    }
    fclose(file);
}

/* One side of a pair: its numbers as options. */
typedef struct {
    PlayerSetup setup;
    char options[PARAMETER_COUNT][OPTION_MAX];
    char hash[OPTION_MAX];
} Side;

static void set_up(Side *side, const Options *options, const double *values)
{
    side->setup = (PlayerSetup){.command = options->engine, .nodes = options->nodes};
    snprintf(side->hash, sizeof side->hash, "Hash=%.20s", options->hash);
    side->setup.options[side->setup.option_count++] = side->hash;
    for (int i = 0; i < PARAMETER_COUNT; i++) {
        snprintf(side->options[i], OPTION_MAX, "%s=%ld", names[i], lround(values[i]));
        side->setup.options[side->setup.option_count++] = side->options[i];
    }
}

_Static_assert((int)PARAMETER_COUNT < (int)PLAYER_OPTIONS_MAX,
               "all numbers are options of a player");

static const DuelRules rules = {.adjudicate = true};

/* Half points of the first player. */
static int play(Player players[2], const Position *start, Move *moves, int white)
{
    Line line;
    Player *seats[2] = {&players[white], &players[!white]};
    line_init(&line, start, moves, LINE_PLIES_MAX);
    if (!player_new_game(&players[0]) || !player_new_game(&players[1]))
        fail("does not answer", players[0].setup->command);
    const DuelResult result = duel_play(seats, &line, &rules);
    if (result.end >= DUEL_TIME)
        fail("lost by a fault", players[0].setup->command);
    return white == 0 ? result.white_half_points : 2 - result.white_half_points;
}

/* Half points of the side +1 in two games. */
static int play_pair(Tuning *tuning, Side sides[2], Player players[2], Move *moves, long pair)
{
    const Position *start = &tuning->openings.at[pair % tuning->openings.count];
    for (int i = 0; i < 2; i++)
        if (!player_open(&players[i], &sides[i].setup, false))
            fail("does not answer as a UCI engine", tuning->options->engine);
    const int points = play(players, start, moves, 0) + play(players, start, moves, 1);
    for (int i = 0; i < 2; i++)
        player_close(&players[i]);
    return points;
}

static void note(Tuning *tuning, long pair, const int8_t *signs, int points)
{
    spsa_update(tuning->parameters, PARAMETER_COUNT, &tuning->options->schedule, pair, signs,
                points - 2);
    tuning->wins += points > 2;
    tuning->draws += points == 2;
    tuning->losses += points < 2;
    tuning->finished++;
    if (tuning->finished % SAVED_EVERY == 0) {
        save(tuning, tuning->options->state_path);
        printf("%ld/%ld pairs  +%ld =%ld -%ld\n", tuning->finished, tuning->options->schedule.pairs,
               tuning->wins, tuning->draws, tuning->losses);
        fflush(stdout);
    }
}

static void *work(void *argument)
{
    Tuning *tuning = argument;
    const Options *options = tuning->options;
    Side *sides = calloc(2, sizeof *sides);
    Player *players = calloc(2, sizeof *players);
    Move *moves = malloc(LINE_PLIES_MAX * sizeof *moves);
    if (!sides || !players || !moves)
        fail("out of memory", options->engine);
    pthread_mutex_lock(&tuning->mutex);
    while (tuning->next < options->schedule.pairs) {
        const long pair = tuning->next++;
        int8_t signs[PARAMETER_COUNT];
        double values[PARAMETER_COUNT];
        spsa_draw(signs, PARAMETER_COUNT, &tuning->random_state);
        for (int i = 0; i < 2; i++) {
            spsa_values(tuning->parameters, PARAMETER_COUNT, &options->schedule, pair, signs,
                        i == 0 ? 1 : -1, values);
            set_up(&sides[i], options, values);
        }
        pthread_mutex_unlock(&tuning->mutex);
        const int points = play_pair(tuning, sides, players, moves, pair);
        pthread_mutex_lock(&tuning->mutex);
        note(tuning, pair, signs, points);
    }
    pthread_mutex_unlock(&tuning->mutex);
    free(sides);
    free(players);
    free(moves);
    return NULL;
}

int main(int argc, char **argv)
{
    static Tuning tuning = {.mutex = PTHREAD_MUTEX_INITIALIZER};
    Options options;
    pthread_t threads[THREADS_MAX];
    attacks_init();
    signal(SIGPIPE, SIG_IGN);
    read_options(&options, argc, argv);
    check_engine(options.engine);
    tuning.options = &options;
    load(&tuning);
    tuning.random_state = options.seed * 0x9e3779b97f4a7c15ull + (uint64_t)tuning.next;
    openings_read(&tuning.openings, options.openings_path, options.seed);
    for (int i = 0; i < options.concurrency; i++)
        if (pthread_create(&threads[i], NULL, work, &tuning) != 0)
            fail("no thread", options.engine);
    for (int i = 0; i < options.concurrency; i++)
        pthread_join(threads[i], NULL);
    save(&tuning, options.state_path);
    for (int i = 0; i < PARAMETER_COUNT; i++)
        printf("%-24s %5.0f -> %7.1f\n", names[i], first[i].value, tuning.parameters[i].value);
    openings_clear(&tuning.openings);
    return 0;
}
