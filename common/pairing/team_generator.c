#include "team_generator.h"

#include "team_rounds.h"
#include "team_swiss.h"

#include <string.h>

/* splitmix64 (Steele, Lea, Flood 2014) */
static uint64_t draw(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15;
    uint64_t x = *state;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static int draw_below(uint64_t *state, int limit)
{
    return (int)(draw(state) % (uint64_t)limit);
}

static bool happens(uint64_t *state, int thousandths)
{
    return draw_below(state, 1000) < thousandths;
}

TeamGeneratorOptions team_generator_draw(uint64_t seed, int teams_min, int teams_max)
{
    uint64_t state = seed ^ 0x7465616d73ull;
    TeamGeneratorOptions o = {.seed = seed};
    o.teams = teams_min + draw_below(&state, teams_max - teams_min + 1);
    o.boards = 1 + draw_below(&state, 6);
    int most = o.teams - 1 < 11 ? o.teams - 1 : 11;
    o.rounds = 1 + draw_below(&state, most < 1 ? 1 : most);
    o.draws = draw_below(&state, 700);
    o.forfeits = draw_below(&state, 2) ? draw_below(&state, 100) : 0;
    o.absences = draw_below(&state, 2) ? draw_below(&state, 60) : 0;
    o.forbidden = draw_below(&state, 3) == 0 ? draw_below(&state, 1000) : 0;
    o.substitutes = draw_below(&state, 2) ? draw_below(&state, 300) : 0;
    o.colours = (TeamColours)draw_below(&state, 3);
    o.by_game_points = draw_below(&state, 4) == 0;
    o.accelerated = draw_below(&state, 5) == 0;
    return o;
}

static TeamFileSize size_of(const TeamGeneratorOptions *o)
{
    int pairs = o->teams * o->forbidden / 1000;
    return (TeamFileSize){.people = {o->teams * (o->boards + 1), o->rounds + 2, 2 * pairs, pairs},
                          .teams = o->teams,
                          .forfeits = o->teams * o->rounds,
                          .lineups = o->teams * o->rounds,
                          .absences = o->teams * o->rounds,
                          .accelerations = 2,
                          .forbidden = pairs};
}

size_t team_generator_memory(const TeamGeneratorOptions *options)
{
    static char nothing[16];
    TrfTeamFile measured;
    TeamFileSize size = size_of(options);
    return team_file_lay_out(&measured, nothing, &size);
}

/* ---- who takes part ---- */

/* "Team 007"; what is counted ends with three digits. */
static void set_name(char *name, const char *kind, int number)
{
    size_t length = strlen(kind);
    memcpy(name, kind, length);
    for (int digit = 3; digit >= 0; digit--, number /= 10)
        name[length + (size_t)digit] = (char)('0' + number % 10);
    name[length + 4] = '\0';
}

static void add_teams(const TeamGeneratorOptions *o, TrfTeamFile *f)
{
    Tournament *t = &f->people;
    for (int i = 0; i < o->teams; i++) {
        TrfTeam *team = &f->teams[i];
        *team = (TrfTeam){.number = i + 1, .rank = i + 1, .strength = 2600 - 2 * i};
        set_name(team->name, "Team ", i + 1);
        for (int j = 0; j <= o->boards; j++) {
            TournamentPlayer *player = &t->players[t->player_count];
            int id = t->player_count + 1;
            *player = (TournamentPlayer){.id = (uint16_t)id, .sex = ' ', .rank = id};
            player->rating = 2600 - 2 * i - 10 * j > 1000 ? 2600 - 2 * i - 10 * j : 1000;
            set_name(player->name, "Player ", id);
            f->team_of[t->player_count++] = (uint16_t)(i + 1);
            team->players[team->count++] = (uint16_t)id;
        }
    }
    f->count = o->teams;
    tournament_index(t);
}

static void add_forbidden(const TeamGeneratorOptions *o, TrfTeamFile *f, uint64_t *state)
{
    Tournament *t = &f->people;
    for (int i = 0; i < o->teams * o->forbidden / 1000 && o->teams > 1; i++) {
        int one = draw_below(state, o->teams), other = draw_below(state, o->teams - 1);
        other += other >= one;
        int first = draw_below(state, o->rounds),
            last = first + draw_below(state, o->rounds - first);
        t->groups[t->group_count++] = (ForbiddenGroup){first, last, t->forbidden_count, 2};
        t->forbidden[t->forbidden_count++] = (uint16_t)(one + 1);
        t->forbidden[t->forbidden_count++] = (uint16_t)(other + 1);
    }
}

static void set_settings(const TeamGeneratorOptions *o, TrfTeamFile *f)
{
    static const char *const CODES[2][3] = {
        {"FIDE_TEAM_TYPEA_MP_GP", "FIDE_TEAM_TYPEB_MP_GP", "FIDE_TEAM_MP_GP"},
        {"FIDE_TEAM_TYPEA_GP_MP", "FIDE_TEAM_TYPEB_GP_MP", "FIDE_TEAM_GP_MP"}};
    const char *code = CODES[o->by_game_points][o->colours];
    memcpy(f->code, code, strlen(code) + 1);
    f->swiss.colours = o->colours;
    f->swiss.by_game_points = o->by_game_points;
    f->people.rounds = o->rounds;
    f->boards = o->boards;
    for (int i = 0; i < o->boards; i++)
        f->sequence[i] = "WB"[i % 2];
    int favoured = (o->teams + 3) / 4 * 2, fast = (o->rounds + 1) / 2, full = (fast + 1) / 2;
    if (o->accelerated && !o->by_game_points && full && favoured <= o->teams) {
        f->accelerations[f->accelerations_count++] =
            (TrfTeamAcceleration){20, 0, 1, full, 1, favoured};
        if (fast > full)
            f->accelerations[f->accelerations_count++] =
                (TrfTeamAcceleration){10, 0, full + 1, fast, 1, favoured};
    }
}

/* ---- rounds ---- */

typedef struct {
    const TeamGeneratorOptions *options;
    TrfTeamFile *file;
    uint64_t state;
    int round;
} TeamDraw;

/* Byes of players who would have sat at the boards. */
static void give_byes(const TeamDraw *d, int team, RoundResult result)
{
    for (int board = 0; board < d->options->boards; board++) {
        int player = team * (d->options->boards + 1) + board;
        *tournament_game(&d->file->people, player, d->round) =
            (RoundGame){0, SIDE_NONE, (uint8_t)result};
    }
}

static void draw_absences(TeamDraw *d)
{
    static const struct {
        char letter;
        RoundResult result;
    } KINDS[] = {{'H', RESULT_HALF_BYE}, {'Z', RESULT_ZERO_BYE}, {'F', RESULT_FULL_BYE}};
    TrfTeamFile *f = d->file;
    for (int kind = 0; kind < 3; kind++)
        for (int team = 0; team < f->count; team++) {
            bool has_one = false;
            for (int i = 0; i < f->absences_count; i++)
                has_one |= f->absences[i].round == d->round + 1 && f->absences[i].team == team + 1;
            if (has_one || !happens(&d->state, d->options->absences / (kind == 2 ? 4 : 1)))
                continue;
            f->absences[f->absences_count++] =
                (TrfTeamAbsence){d->round + 1, team + 1, KINDS[kind].letter};
            give_byes(d, team, KINDS[kind].result);
        }
}

/* Who plays: the first of the team, or in some matches without one of them, whom the last stands in for. */
static void draw_lineup(TeamDraw *d, int team, int opponent, uint16_t *seats)
{
    TrfTeamFile *f = d->file;
    int boards = d->options->boards;
    int missing =
        happens(&d->state, d->options->substitutes) ? draw_below(&d->state, boards) : boards;
    for (int board = 0; board < boards; board++)
        seats[board] = f->teams[team].players[board < missing ? board : board + 1];
    if (missing == boards)
        return;
    TrfLineup *lineup = &f->lineups[f->lineups_count++];
    *lineup = (TrfLineup){.round = d->round + 1, .team = team + 1, .opponent = opponent + 1};
    lineup->count = boards;
    memcpy(lineup->players, seats, (size_t)boards * sizeof *seats);
}

static void set_game(const TeamDraw *d, int id, int opponent, SideColour colour, RoundResult result)
{
    *tournament_game(&d->file->people, id - 1, d->round) =
        (RoundGame){(uint16_t)opponent, (uint8_t)colour, (uint8_t)result};
}

static void play_match(TeamDraw *d, int white, int black)
{
    uint16_t home[TRF_LINEUP_MAX] = {0}, away[TRF_LINEUP_MAX] = {0};
    draw_lineup(d, white, black, home);
    draw_lineup(d, black, white, away);
    for (int board = 0; board < d->options->boards; board++) {
        bool turned = board % 2, drawn = happens(&d->state, d->options->draws);
        bool home_wins = happens(&d->state, white < black ? 600 : 400);
        RoundResult result = drawn ? RESULT_DRAW : home_wins ? RESULT_WIN : RESULT_LOSS;
        RoundResult other = drawn ? RESULT_DRAW : home_wins ? RESULT_LOSS : RESULT_WIN;
        set_game(d, home[board], away[board], turned ? SIDE_BLACK : SIDE_WHITE, result);
        set_game(d, away[board], home[board], turned ? SIDE_WHITE : SIDE_BLACK, other);
    }
}

static void forfeit_match(TeamDraw *d, int white, int black)
{
    TrfTeamFile *f = d->file;
    int kind = draw_below(&d->state, 10);
    TrfForfeit forfeit = kind == 0  ? FORFEIT_BOTH_LOSE
                         : kind % 2 ? FORFEIT_WHITE_WINS
                                    : FORFEIT_BLACK_WINS;
    f->forfeits[f->forfeits_count++] =
        (TrfForfeitedMatch){forfeit, d->round + 1, white + 1, black + 1};
    if (forfeit != FORFEIT_BOTH_LOSE)
        give_byes(d, forfeit == FORFEIT_WHITE_WINS ? white : black, RESULT_FORFEIT_WIN);
}

static bool play_round(TeamDraw *d, void *work, RoundPair *pairs)
{
    TrfTeamFile *f = d->file;
    int count;
    draw_absences(d);
    trf_team_round(f, d->round);
    if (team_swiss_pair(&f->swiss, work, pairs, &count) != TEAM_SWISS_OK || !count)
        return false;
    for (int i = 0; i < count; i++) {
        if (!pairs[i].black) {
            f->byes[d->round] = pairs[i].white;
            give_byes(d, pairs[i].white - 1, RESULT_PAIRING_BYE);
        } else if (happens(&d->state, d->options->forfeits)) {
            forfeit_match(d, pairs[i].white - 1, pairs[i].black - 1);
        } else {
            play_match(d, pairs[i].white - 1, pairs[i].black - 1);
        }
    }
    f->people.played = d->round + 1;
    return true;
}

/* ---- the whole ---- */

static void count(TrfTeamFile *f, const TeamFileSize *size)
{
    TrfProblem problem;
    TeamFileReader reader = {
        .file = f, .problem = &problem, .text = "", .rounds = size->people.rounds};
    (void)team_file_count(&reader); /* what was made here fits together */
}

static void set_points(TrfTeamFile *f)
{
    for (int i = 0; i < f->count; i++) {
        f->teams[i].points = team_points(&f->field, i);
        f->teams[i].game_points = team_game_points(&f->field, i);
    }
    for (int i = 0; i < f->people.player_count; i++)
        f->people.players[i].points = tournament_points(&f->people, i, f->people.played);
}

void team_generator_make(const TeamGeneratorOptions *o, void *memory, TrfTeamFile *f, void *work,
                         RoundPair *pairs)
{
    TeamFileSize size = size_of(o);
    *f = (TrfTeamFile){.win = 20, .draw = 10};
    team_file_lay_out(f, memory, &size);
    tournament_open(&f->people, memory, size.people);
    memset(f->byes, 0, (size_t)size.people.rounds * sizeof *f->byes);
    TeamDraw draws = {.options = o, .file = f, .state = o->seed};
    f->people.initial = draw_below(&draws.state, 2) ? SIDE_WHITE : SIDE_BLACK;
    add_teams(o, f);
    add_forbidden(o, f, &draws.state);
    set_settings(o, f);
    count(f, &size);
    for (; draws.round < o->rounds && play_round(&draws, work, pairs); draws.round++)
        count(f, &size);
    count(f, &size);
    set_points(f);
}
