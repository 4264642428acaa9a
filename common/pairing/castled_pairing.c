/* castled-pairing: pairs a round from a tournament report file, checks and makes tournaments. castled-pairing --help tells
 * how. The command line is that of bbpPairings and JaVaFo. */
#define _POSIX_C_SOURCE 200809L

#include "dutch.h"
#include "generator.h"
#include "trf.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As bbpPairings ends. */
enum { END_OK, END_NO_PAIRING, END_UNEXPECTED, END_BAD_REQUEST, END_TOO_LARGE, END_FILE };
enum { FILE_MAX = 64 << 20 };

static const char HELP[] =
    "castled-pairing --dutch FILE -p [OUTPUT]     pairs the next round\n"
    "castled-pairing --dutch FILE -c              checks the pairing of each round\n"
    "castled-pairing --dutch -g [-o FILE] [-s SEED] [OPTION=NUMBER ...]\n"
    "                                             makes a random tournament\n"
    "castled-pairing --help | --version\n"
    "\n"
    "FILE is a tournament report file: TRF26, or TRF16 with the extensions of JaVaFo and\n"
    "bbpPairings. \"-\" is standard input. Rounds are paired by FIDE's Dutch system as in force "
    "from\n"
    "1 February 2026.\n"
    "\n"
    "-p writes the number of pairs, then a line for each: the pairing numbers of White and Black;\n"
    "   \"7 0\" when player 7 has the bye. Without OUTPUT to standard output.\n"
    "-c writes what differs from the rules' pairing, round by round.\n"
    "-g draws everything from the seed (1); these options are drawn, too, where they are not "
    "given:\n"
    "   players rounds draws forfeits half-byes full-byes zero-byes withdrawals late forbidden\n"
    "   (from draws on in thousandths) accelerated (0 or 1)\n"
    "\n"
    "Ends with 0; 1 when no pairing exists or a check found differences; 3 when FILE or the "
    "request is\n"
    "bad, with row and column on standard error; 4 when it is too large; 5 when a file cannot be "
    "read\n"
    "or written.\n";

typedef struct {
    const char *input, *output;
    bool pairs, checks, makes;
    uint64_t seed;
    const char *settings[16];
    int setting_count;
} Request;

static void *checked(void *memory)
{
    if (memory)
        return memory;
    fputs("castled-pairing: out of memory\n", stderr);
    exit(END_TOO_LARGE);
}

static int complain(int status, const char *what, const char *detail)
{
    fprintf(stderr, "castled-pairing: %s%s%s\n", what, *detail ? ": " : "", detail);
    return status;
}

/* --- files ---------------------------------------------------------------------------------- */

/* The whole file in memory; NULL after a complaint. */
static char *read_file(const char *path, size_t *length, int *status)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    if (!file) {
        *status = complain(END_FILE, path, strerror(errno));
        return NULL;
    }
    size_t size = 1 << 16, got;
    char *text = checked(malloc(size));
    *length = 0;
    while ((got = fread(text + *length, 1, size - *length, file)) > 0) {
        *length += got;
        if (*length == size)
            text = checked(realloc(text, size *= 2));
        if (*length > FILE_MAX)
            break;
    }
    bool failed = ferror(file);
    if (file != stdin)
        fclose(file);
    if (!failed && *length <= FILE_MAX)
        return text;
    free(text);
    *status = failed ? complain(END_FILE, path, "cannot be read")
                     : complain(END_TOO_LARGE, path, "larger than 64 MB");
    return NULL;
}

static FILE *open_output(const char *path)
{
    if (!path)
        return stdout;
    FILE *file = fopen(path, "wb");
    if (!file)
        complain(END_FILE, path, strerror(errno));
    return file;
}

static int close_output(FILE *file)
{
    bool failed = fflush(file) || ferror(file);
    if (file != stdout && fclose(file))
        failed = true;
    return failed ? complain(END_FILE, "the output cannot be written", "") : END_OK;
}

/* Reads the tournament; *memory is to be freed. */
static int read_tournament(const char *path, Tournament *t, void **memory)
{
    int status = END_UNEXPECTED;
    size_t length;
    char *text = read_file(path, &length, &status);
    if (!text)
        return status;
    TournamentSize size = trf_measure(text, length);
    TrfProblem problem;
    char message[TRF_MESSAGE_MAX];
    *memory = checked(malloc(tournament_memory(size)));
    tournament_open(t, *memory, size);
    bool read = trf_read(text, length, t, &problem);
    free(text);
    if (read)
        return END_OK;
    free(*memory);
    trf_explain(&problem, message);
    return complain(END_BAD_REQUEST, path, message);
}

/* --- pairing -------------------------------------------------------------------------------- */

static int explain_error(DutchError error)
{
    switch (error) {
    case DUTCH_NO_PAIRING:
        return complain(END_NO_PAIRING, "No valid pairing exists for this round", "");
    case DUTCH_TOO_LARGE: return complain(END_TOO_LARGE, "the tournament is too large", "");
    case DUTCH_NO_COLOUR:
        return complain(END_BAD_REQUEST, "the initial colour has to be given (152, or XXC white1)",
                        "");
    default: return END_OK;
    }
}

static int pair(const Request *request, const Tournament *t, void *memory, RoundPair *pairs)
{
    int count;
    if (!t->rounds)
        return complain(END_BAD_REQUEST, "the number of rounds has to be given (142, or XXR)", "");
    if (t->played >= t->rounds)
        return complain(END_BAD_REQUEST, "all rounds are played", "");
    int status = explain_error(dutch_pair(t, t->played, memory, pairs, &count));
    if (status)
        return status;
    FILE *file = open_output(request->output);
    if (!file)
        return END_FILE;
    fprintf(file, "%d\n", count);
    for (int i = 0; i < count; i++)
        fprintf(file, "%u %u\n", (unsigned)pairs[i].white, (unsigned)pairs[i].black);
    return close_output(file);
}

/* Whether the round has this pair, with these colours. */
static bool has_pair(const Tournament *t, int round, RoundPair pair)
{
    const RoundGame *game = tournament_game(t, tournament_find(t, pair.white), round);
    if (!pair.black)
        return game->result == RESULT_PAIRING_BYE;
    return game->opponent == pair.black && game->colour != SIDE_BLACK;
}

/* Prints what differs in a round. */
static bool check_round(const Tournament *t, int round, void *memory, RoundPair *pairs)
{
    int count;
    DutchError error = dutch_pair(t, round, memory, pairs, &count);
    if (error == DUTCH_NO_PAIRING) {
        printf("Round #%d: no valid pairing exists\n", round + 1);
        return false;
    }
    if (error) {
        explain_error(error);
        return false;
    }
    bool same = true;
    for (int i = 0; i < count; i++) {
        if (has_pair(t, round, pairs[i]))
            continue;
        if (same)
            printf("Round #%d: the rules say\n", round + 1);
        same = false;
        printf("  %u %u\n", (unsigned)pairs[i].white, (unsigned)pairs[i].black);
    }
    return same;
}

static int check(const Tournament *t, void *memory, RoundPair *pairs)
{
    int different = 0;
    for (int round = 0; round < t->played; round++)
        different += !check_round(t, round, memory, pairs);
    printf("%d rounds checked, %d differ\n", t->played, different);
    return different ? END_NO_PAIRING : close_output(stdout);
}

static int work_on_file(const Request *request)
{
    Tournament t = {0};
    void *memory = NULL;
    int status = read_tournament(request->input, &t, &memory);
    if (status)
        return status;
    void *work = checked(malloc(dutch_memory(t.player_count)));
    RoundPair *pairs = checked(malloc(((size_t)t.player_count + 1) * sizeof *pairs));
    status = request->checks ? check(&t, work, pairs) : pair(request, &t, work, pairs);
    free(pairs);
    free(work);
    free(memory);
    return status;
}

/* --- random tournaments --------------------------------------------------------------------- */

static bool set_option(GeneratorOptions *o, const char *setting)
{
    int accelerated = o->accelerated;
    const struct {
        const char *name;
        int *value, least, most;
    } options[] = {{"players", &o->players, 1, DUTCH_PLAYERS_MAX},
                   {"rounds", &o->rounds, 1, TOURNAMENT_ROUNDS_MAX},
                   {"draws", &o->draws, 0, 1000},
                   {"forfeits", &o->forfeits, 0, 1000},
                   {"half-byes", &o->half_byes, 0, 1000},
                   {"full-byes", &o->full_byes, 0, 1000},
                   {"zero-byes", &o->zero_byes, 0, 1000},
                   {"withdrawals", &o->withdrawals, 0, 1000},
                   {"late", &o->late, 0, 1000},
                   {"forbidden", &o->forbidden, 0, 10000},
                   {"accelerated", &accelerated, 0, 1}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        size_t length = strlen(options[i].name);
        if (strncmp(setting, options[i].name, length) != 0 || setting[length] != '=')
            continue;
        char *end;
        long value = strtol(setting + length + 1, &end, 10);
        if (*end || end == setting + length + 1 || value < options[i].least ||
            value > options[i].most)
            return false;
        *options[i].value = (int)value;
        o->accelerated = accelerated;
        return true;
    }
    return false;
}

static int write_tournament(const Request *request, const Tournament *t,
                            const GeneratorOptions *options)
{
    char name[64];
    snprintf(name, sizeof name, "Random tournament, seed %llu", (unsigned long long)options->seed);
    TrfHeader header = {.name = name, .type = "Swiss: Dutch System", .program = "castled-pairing"};
    size_t size = trf_write(t, TRF_26, &header, NULL, 0) + 1;
    char *text = checked(malloc(size));
    trf_write(t, TRF_26, &header, text, size);
    FILE *file = open_output(request->output);
    int status = END_FILE;
    if (file) {
        (void)fwrite(text, 1, size - 1, file); /* close_output looks for errors */
        status = close_output(file);
    }
    free(text);
    return status;
}

static int make(const Request *request)
{
    GeneratorOptions options = generator_draw(request->seed, 2, 200);
    for (int i = 0; i < request->setting_count; i++)
        if (!set_option(&options, request->settings[i]))
            return complain(END_BAD_REQUEST, "not an option, or not a value for it",
                            request->settings[i]);
    Tournament t;
    TournamentSize size = generator_size(&options);
    void *memory = checked(malloc(tournament_memory(size)));
    void *work = checked(malloc(dutch_memory(options.players)));
    RoundPair *pairs = checked(malloc(((size_t)options.players + 1) * sizeof *pairs));
    tournament_open(&t, memory, size);
    generator_make(&options, &t, work, pairs);
    int status = write_tournament(request, &t, &options);
    free(pairs);
    free(work);
    free(memory);
    return status;
}

/* --- the command line ----------------------------------------------------------------------- */

static bool read_arguments(Request *request, int count, char **arguments)
{
    bool dutch = false;
    *request = (Request){.seed = 1};
    for (int i = 1; i < count; i++) {
        const char *argument = arguments[i], *next = i + 1 < count ? arguments[i + 1] : NULL;
        assert(argument);
        bool has_value = next && (next[0] != '-' || !next[1]);
        if (!strcmp(argument, "--dutch")) {
            dutch = true;
        } else if (!strcmp(argument, "-c")) {
            request->checks = true;
        } else if (!strcmp(argument, "-g")) {
            request->makes = true;
        } else if (!strcmp(argument, "-p") || !strcmp(argument, "-o")) {
            request->pairs |= argument[1] == 'p';
            if (has_value)
                request->output = arguments[++i];
        } else if (!strcmp(argument, "-s") && has_value) {
            char *end;
            request->seed = strtoull(arguments[++i], &end, 10);
            if (*end)
                return false;
        } else if (strchr(argument, '=') && request->setting_count < 16) {
            request->settings[request->setting_count++] = argument;
        } else if ((argument[0] != '-' || !argument[1]) && !request->input) {
            request->input = argument;
        } else {
            return false;
        }
    }
    int modes = request->pairs + request->checks + request->makes;
    return dutch && modes == 1 &&
           (request->makes ? !request->input : request->input && !request->setting_count);
}

int main(int count, char **arguments)
{
    if (count == 2 && !strcmp(arguments[1], "--help")) {
        fputs(HELP, stdout);
        return close_output(stdout);
    }
    if (count == 2 && (!strcmp(arguments[1], "--version") || !strcmp(arguments[1], "-r"))) {
        puts("castled-pairing " CASTLED_VERSION);
        return close_output(stdout);
    }
    Request request;
    if (!read_arguments(&request, count, arguments)) {
        fputs(HELP, stderr);
        return END_BAD_REQUEST;
    }
    return request.makes ? make(&request) : work_on_file(&request);
}
