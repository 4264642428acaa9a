#include "trf_team_file.h"

#include "team_rounds.h"

#include <string.h>

/* ---- memory ---- */

static TeamFileSize measure(const char *text, size_t length)
{
    TeamFileSize size = {.people = trf_measure(text, length)};
    TrfLine line;
    size_t at = 0;
    int row = 0;
    while (trf_line_next(&line, text, length, &at, &row)) {
        size.teams += trf_line_has_tag(&line, "310") || trf_line_has_tag(&line, "013");
        size.forfeits += trf_line_has_tag(&line, "330");
        size.lineups += trf_line_has_tag(&line, "300");
        size.accelerations += trf_line_has_tag(&line, "250");
        size.abnormal += trf_line_has_tag(&line, "299");
        if (trf_line_has_tag(&line, "240"))
            size.absences += line.columns / 5;
        if (trf_line_has_tag(&line, "260")) /* all pairs of those that are named in columns */
            size.forbidden += line.columns / 5 * (line.columns / 5) / 2;
    }
    size.teams = size.teams > TEAM_FIELD_MAX ? TEAM_FIELD_MAX : size.teams;
    return size;
}

size_t trf_team_file_memory(const char *text, size_t length)
{
    static char nothing[16];
    TrfTeamFile measured;
    TeamFileSize size = measure(text, length);
    return team_file_lay_out(&measured, nothing, &size);
}

bool trf_is_of_teams(const char *text, size_t length)
{
    TrfLine line;
    size_t at = 0;
    int row = 0;
    while (trf_line_next(&line, text, length, &at, &row)) {
        char code[40];
        if (trf_line_has_tag(&line, "352"))
            return true;
        trf_line_copy(&line, 5, 43, code, sizeof code);
        if (trf_line_has_tag(&line, "192") && strstr(code, "TEAM"))
            return true;
    }
    return false;
}

/* ---- teams ---- */

static void sort_teams(TrfTeamFile *f)
{
    for (int i = 1; i < f->count; i++) {
        TrfTeam team = f->teams[i];
        int at = i;
        for (; at > 0 && f->teams[at - 1].number > team.number; at--)
            f->teams[at] = f->teams[at - 1];
        f->teams[at] = team;
    }
}

static bool read_rosters(TeamFileReader *r, int most)
{
    TrfTeamFile *f = r->file;
    if (!trf_read_teams(r->text, r->length, f->teams, most, &f->count, r->problem))
        return false;
    if (!f->count)
        return team_file_refuse_row(r, TRF_NO_TEAMS, 0, 0);
    sort_teams(f);
    memset(f->team_of, 0, (size_t)f->people.player_count * sizeof *f->team_of);
    for (int i = 0; i < f->count; i++) {
        const TrfTeam *team = &f->teams[i];
        if (i && team[-1].number == team->number)
            return team_file_refuse_row(r, TRF_DUPLICATE_TEAM, team->row, 5);
        for (int j = 0; j < team->count; j++) {
            int player = tournament_find(&f->people, team->players[j]);
            bool known = player >= 0;
            if (!known || f->team_of[player]) {
                team_file_refuse_row(r, known ? TRF_OTHER_TEAM : TRF_UNKNOWN_PLAYER, team->row,
                                     74 + 5 * j);
                r->problem->player = team->players[j];
                return false;
            }
            f->team_of[player] = (uint16_t)(i + 1);
        }
    }
    return true;
}

static bool read_records(TeamFileReader *r)
{
    size_t at = 0;
    int row = 0;
    while (trf_line_next(&r->line, r->text, r->length, &at, &row))
        if (!team_file_read_record(r))
            return false;
    return true;
}

/* The points that teams are said to have may be without or with those that only count for pairing. */
static bool check_points(TeamFileReader *r)
{
    TrfTeamFile *f = r->file;
    for (int i = 0; i < f->count; i++) {
        const TrfTeam *team = &f->teams[i];
        int extra = f->extra[i * f->people.room.rounds + f->field.rounds];
        int points = team_points(&f->field, i), games = team_game_points(&f->field, i);
        bool fits = !team->has_points || team->points == points || team->points == points + extra;
        bool games_fit = !team->has_game_points || team->game_points == games ||
                         team->game_points == games + extra;
        if (fits && games_fit)
            continue;
        team_file_refuse_row(r, TRF_POINTS_DO_NOT_FIT, team->row, fits ? 62 : 55);
        r->problem->team = team->number;
        r->problem->stated = fits ? team->game_points : team->points;
        r->problem->counted = fits ? games : points;
        return false;
    }
    return true;
}

bool trf_read_team_file(const char *text, size_t length, void *memory, TrfTeamFile *f,
                        TrfProblem *problem)
{
    TeamFileSize size = measure(text, length);
    *f = (TrfTeamFile){.win = 20, .draw = 10};
    team_file_lay_out(f, memory, &size);
    tournament_open(&f->people, memory, size.people);
    memset(f->byes, 0, (size_t)size.people.rounds * sizeof *f->byes);
    if (!trf_read_people(text, length, &f->people, problem))
        return false;
    TeamFileReader reader = {.file = f,
                             .problem = problem,
                             .text = text,
                             .length = length,
                             .rounds = size.people.rounds},
                   *r = &reader;
    return read_rosters(r, size.teams) && read_records(r) && team_file_count(r) && check_points(r);
}

/* ---- the round to be paired ---- */

static void forbid_groups(TrfTeamFile *f, int round)
{
    const Tournament *t = &f->people;
    f->swiss.forbidden_count = 0;
    for (int g = 0; g < t->group_count; g++) {
        const ForbiddenGroup *group = &t->groups[g];
        if (round < group->first_round || round > group->last_round)
            continue;
        for (int i = group->start; i < group->start + group->count; i++)
            for (int j = group->start; j < i; j++)
                f->forbidden[f->swiss.forbidden_count++] =
                    (RoundPair){(uint16_t)(team_file_find(f, t->forbidden[i]) + 1),
                                (uint16_t)(team_file_find(f, t->forbidden[j]) + 1)};
    }
}

void trf_team_round(TrfTeamFile *f, int round)
{
    for (int team = 0; team < f->count; team++)
        f->present[team] = round < f->field.rounds
                               ? f->rounds[team * f->field.rounds + round].kind != TEAM_ABSENT
                               : !team_find_absence(f, team, round);
    f->swiss.field = &f->field;
    f->swiss.round = round;
    f->swiss.rounds = f->people.rounds;
    f->swiss.present = f->present;
    f->swiss.extra = f->extra;
    f->swiss.extra_rounds = f->people.room.rounds;
    f->swiss.initial = f->people.initial;
    f->swiss.forbidden = f->forbidden;
    forbid_groups(f, round);
}
