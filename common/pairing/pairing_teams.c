#include "pairing_teams.h"

#include "team_generator.h"
#include "team_swiss.h"
#include "trf_team_file.h"

#include <stdlib.h>

typedef struct {
    TrfTeamFile file;
    void *memory, *work;
    RoundPair *pairs;
    int count;
} TeamWork;

static void make_room(TeamWork *w, int teams)
{
    w->work = pairing_checked(malloc(team_swiss_memory(teams)));
    w->pairs = pairing_checked(malloc(((size_t)teams + 1) * sizeof *w->pairs));
}

static void clear(TeamWork *w)
{
    free(w->memory);
    free(w->work);
    free(w->pairs);
}

static unsigned number_of(const TeamWork *w, int place)
{
    return place ? (unsigned)w->file.teams[place - 1].number : 0;
}

static int pair_round(TeamWork *w, int round)
{
    trf_team_round(&w->file, round);
    switch (team_swiss_pair(&w->file.swiss, w->work, w->pairs, &w->count)) {
    case TEAM_SWISS_NO_PAIRING: return END_NO_PAIRING;
    case TEAM_SWISS_TOO_LARGE:
        return pairing_complain(END_TOO_LARGE, "the tournament is too large", "");
    case TEAM_SWISS_NO_COLOUR:
        return pairing_complain(END_BAD_REQUEST, "the initial colour has to be given (152)", "");
    default: return END_OK;
    }
}

static int pair(const Request *request, TeamWork *w)
{
    int rounds = w->file.people.rounds, played = w->file.field.rounds;
    if (!rounds)
        return pairing_complain(END_BAD_REQUEST, "the number of rounds has to be given (142)", "");
    if (played >= rounds)
        return pairing_complain(END_BAD_REQUEST, "all rounds are played", "");
    int status = pair_round(w, played);
    if (status == END_NO_PAIRING)
        return pairing_complain(status, "No valid pairing exists for this round", "");
    FILE *file = status ? NULL : pairing_open_output(request->output);
    if (!file)
        return status ? status : END_FILE;
    fprintf(file, "%d\n", w->count);
    for (int i = 0; i < w->count; i++)
        fprintf(file, "%u %u\n", number_of(w, w->pairs[i].white), number_of(w, w->pairs[i].black));
    return pairing_close_output(file);
}

/* Whether the round has this match, with these colours where it was played. */
static bool has_match(const TeamWork *w, int round, RoundPair pair)
{
    const TeamField *field = &w->file.field;
    const TeamRound *own = &field->round[(pair.white - 1) * field->rounds + round];
    if (!pair.black)
        return own->kind == TEAM_BYE;
    return own->opponent == pair.black && own->colour != SIDE_BLACK;
}

/* Prints what differs in a round. */
static bool check_round(TeamWork *w, int round)
{
    int status = pair_round(w, round);
    if (status == END_NO_PAIRING)
        printf("Round #%d: no valid pairing exists\n", round + 1);
    bool same = status == END_OK;
    for (int i = 0; status == END_OK && i < w->count; i++) {
        if (has_match(w, round, w->pairs[i]))
            continue;
        if (same)
            printf("Round #%d: the rules say\n", round + 1);
        same = false;
        printf("  %u %u\n", number_of(w, w->pairs[i].white), number_of(w, w->pairs[i].black));
    }
    return same;
}

static int check(TeamWork *w)
{
    int different = 0, played = w->file.field.rounds;
    for (int round = 0; round < played; round++)
        different += !check_round(w, round);
    printf("%d rounds checked, %d differ\n", played, different);
    return different ? END_NO_PAIRING : pairing_close_output(stdout);
}

/* What was read or made, behind the lines that are kept. */
static int write_file(const Request *request, const TrfTeamFile *file, const TrfHeader *header,
                      const char *text, size_t length)
{
    size_t size = trf_write_team_file(file, header, NULL, 0) + 1;
    char *written = pairing_checked(malloc(size + 2 * (length + 1)));
    size_t at = pairing_keep_lines(text, length, written);
    trf_write_team_file(file, header, written + at, size);
    int status = pairing_write(request, written, at + size - 1);
    free(written);
    return status;
}

int team_work(const Request *request, const char *text, size_t length)
{
    TeamWork w = {.memory = pairing_checked(malloc(trf_team_file_memory(text, length)))};
    TrfProblem problem;
    TrfHeader header = {.name = NULL};
    char message[TRF_MESSAGE_MAX];
    int status;
    if (trf_read_team_file(text, length, w.memory, &w.file, &problem)) {
        make_room(&w, w.file.count);
        status = request->writes   ? write_file(request, &w.file, &header, text, length)
                 : request->checks ? check(&w)
                                   : pair(request, &w);
    } else {
        trf_explain(&problem, message);
        status = pairing_complain(END_BAD_REQUEST, request->input, message);
    }
    clear(&w);
    return status;
}

/* ---- random tournaments ---- */

static bool set_option(TeamGeneratorOptions *o, const char *setting)
{
    int colours = o->colours, games = o->by_game_points, accelerated = o->accelerated;
    const PairingOption options[] = {{"teams", &o->teams, 1, TEAM_FIELD_MAX},
                                     {"boards", &o->boards, 1, TRF_LINEUP_MAX},
                                     {"rounds", &o->rounds, 1, TOURNAMENT_ROUNDS_MAX},
                                     {"draws", &o->draws, 0, 1000},
                                     {"forfeits", &o->forfeits, 0, 1000},
                                     {"absences", &o->absences, 0, 1000},
                                     {"forbidden", &o->forbidden, 0, 10000},
                                     {"substitutes", &o->substitutes, 0, 1000},
                                     {"colours", &colours, 0, TEAM_COLOURS_NONE},
                                     {"game-points", &games, 0, 1},
                                     {"accelerated", &accelerated, 0, 1}};
    bool is_set = pairing_set_option(setting, options, sizeof options / sizeof *options);
    o->colours = (TeamColours)colours;
    o->by_game_points = games;
    o->accelerated = accelerated;
    return is_set;
}

int team_make(const Request *request)
{
    TeamGeneratorOptions options = team_generator_draw(request->seed, 2, 60);
    for (int i = 0; i < request->setting_count; i++)
        if (!set_option(&options, request->settings[i]))
            return pairing_complain(END_BAD_REQUEST, "not an option, or not a value for it",
                                    request->settings[i]);
    if (options.teams * (options.boards + 1) > TOURNAMENT_PLAYERS_MAX)
        return pairing_complain(END_BAD_REQUEST, "more than 9999 players", "");
    TeamWork w = {.memory = pairing_checked(malloc(team_generator_memory(&options)))};
    make_room(&w, options.teams);
    team_generator_make(&options, w.memory, &w.file, w.work, w.pairs);
    char name[64];
    snprintf(name, sizeof name, "Random tournament of teams, seed %llu",
             (unsigned long long)options.seed);
    TrfHeader header = {.name = name, .type = "Swiss: teams", .program = "castled-pairing"};
    int status = write_file(request, &w.file, &header, "", 0);
    clear(&w);
    return status;
}
