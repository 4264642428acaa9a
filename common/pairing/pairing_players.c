#include "pairing_players.h"

#include "dutch.h"
#include "generator.h"
#include "trf.h"

#include <stdlib.h>
#include <string.h>

/* --- pairing -------------------------------------------------------------------------------- */

static int explain_error(DutchError error)
{
    switch (error) {
    case DUTCH_NO_PAIRING:
        return pairing_complain(END_NO_PAIRING, "No valid pairing exists for this round", "");
    case DUTCH_TOO_LARGE: return pairing_complain(END_TOO_LARGE, "the tournament is too large", "");
    case DUTCH_NO_COLOUR:
        return pairing_complain(END_BAD_REQUEST,
                                "the initial colour has to be given (152, or XXC white1)", "");
    default: return END_OK;
    }
}

static int pair(const Request *request, const Tournament *t, void *memory, RoundPair *pairs)
{
    int count;
    if (!t->rounds)
        return pairing_complain(END_BAD_REQUEST,
                                "the number of rounds has to be given (142, or XXR)", "");
    if (t->played >= t->rounds)
        return pairing_complain(END_BAD_REQUEST, "all rounds are played", "");
    int status = explain_error(dutch_pair(t, t->played, memory, pairs, &count));
    if (status)
        return status;
    FILE *file = pairing_open_output(request->output);
    if (!file)
        return END_FILE;
    fprintf(file, "%d\n", count);
    for (int i = 0; i < count; i++)
        fprintf(file, "%u %u\n", (unsigned)pairs[i].white, (unsigned)pairs[i].black);
    return pairing_close_output(file);
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
    return different ? END_NO_PAIRING : pairing_close_output(stdout);
}

static int write_again(const Request *request, const char *text, size_t length, const Tournament *t)
{
    TrfHeader header = {.name = NULL};
    size_t size = trf_write(t, TRF_26, &header, NULL, 0) + 1, kept = length + 1;
    char *written = pairing_checked(malloc(size + 2 * kept));
    size_t at = pairing_keep_lines(text, length, written);
    trf_write(t, TRF_26, &header, written + at, size);
    int status = pairing_write(request, written, at + size - 1);
    free(written);
    return status;
}

int player_work(const Request *request, const char *text, size_t length)
{
    Tournament t;
    TournamentSize size = trf_measure(text, length);
    TrfProblem problem;
    char message[TRF_MESSAGE_MAX];
    int status;
    void *memory = pairing_checked(malloc(tournament_memory(size)));
    tournament_open(&t, memory, size);
    if (!trf_read(text, length, &t, &problem)) {
        free(memory);
        trf_explain(&problem, message);
        return pairing_complain(END_BAD_REQUEST, request->input, message);
    }
    void *work = pairing_checked(malloc(dutch_memory(t.player_count)));
    RoundPair *pairs = pairing_checked(malloc(((size_t)t.player_count + 1) * sizeof *pairs));
    if (request->writes)
        status = write_again(request, text, length, &t);
    else
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
    const PairingOption options[] = {{"players", &o->players, 1, DUTCH_PLAYERS_MAX},
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
    bool is_set = pairing_set_option(setting, options, sizeof options / sizeof *options);
    o->accelerated = accelerated;
    return is_set;
}

static int write_tournament(const Request *request, const Tournament *t,
                            const GeneratorOptions *options)
{
    char name[64];
    snprintf(name, sizeof name, "Random tournament, seed %llu", (unsigned long long)options->seed);
    TrfHeader header = {.name = name, .type = "Swiss: Dutch System", .program = "castled-pairing"};
    size_t size = trf_write(t, TRF_26, &header, NULL, 0) + 1;
    char *text = pairing_checked(malloc(size));
    trf_write(t, TRF_26, &header, text, size);
    int status = pairing_write(request, text, size - 1);
    free(text);
    return status;
}

int player_make(const Request *request)
{
    GeneratorOptions options = generator_draw(request->seed, 2, 200);
    for (int i = 0; i < request->setting_count; i++)
        if (!set_option(&options, request->settings[i]))
            return pairing_complain(END_BAD_REQUEST, "not an option, or not a value for it",
                                    request->settings[i]);
    Tournament t;
    TournamentSize size = generator_size(&options);
    void *memory = pairing_checked(malloc(tournament_memory(size)));
    void *work = pairing_checked(malloc(dutch_memory(options.players)));
    RoundPair *pairs = pairing_checked(malloc(((size_t)options.players + 1) * sizeof *pairs));
    tournament_open(&t, memory, size);
    generator_make(&options, &t, work, pairs);
    int status = write_tournament(request, &t, &options);
    free(pairs);
    free(work);
    free(memory);
    return status;
}
