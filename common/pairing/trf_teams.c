#include "trf_teams.h"

#include "letters.h"
#include "trf_line.h"

#include <string.h>

/* ---- read ---- */

static bool refuse(TrfProblem *problem, TrfError error, const TrfLine *line, int column)
{
    *problem = (TrfProblem){.error = error, .row = line->row, .column = column};
    return false;
}

static bool read_players(const TrfLine *line, int column, TrfTeam *team, TrfProblem *problem)
{
    for (; !trf_line_is_blank_from(line, column); column += 5) {
        int id;
        FieldState state = trf_line_number(line, column, column + 3, &id);
        if (state == FIELD_BAD || (state == FIELD_OK && (id < 0 || id > TOURNAMENT_PLAYERS_MAX)))
            return refuse(problem, TRF_BAD_ID, line, column);
        if (state == FIELD_EMPTY || id == 0)
            continue;
        if (team->count == TRF_TEAM_PLAYERS_MAX)
            return refuse(problem, TRF_LINE_TOO_LONG, line, column);
        team->players[team->count++] = (uint16_t)id;
    }
    return true;
}

static bool read_310(const TrfLine *line, TrfTeam *team, TrfProblem *problem)
{
    if (trf_line_number(line, 5, 7, &team->number) != FIELD_OK || team->number < 1)
        return refuse(problem, TRF_BAD_ID, line, 5);
    trf_line_copy(line, 9, 40, team->name, sizeof team->name);
    trf_line_copy(line, 42, 46, team->nickname, sizeof team->nickname);
    if (trf_line_number(line, 48, 53, &team->strength) == FIELD_BAD)
        return refuse(problem, TRF_BAD_NUMBER, line, 48);
    FieldState points = trf_line_points(line, 55, 60, &team->points),
               game_points = trf_line_points(line, 62, 67, &team->game_points);
    if (points == FIELD_BAD)
        return refuse(problem, TRF_BAD_POINTS, line, 55);
    if (game_points == FIELD_BAD)
        return refuse(problem, TRF_BAD_POINTS, line, 62);
    team->has_points = points == FIELD_OK;
    team->has_game_points = game_points == FIELD_OK;
    if (trf_line_number(line, 69, 71, &team->rank) == FIELD_BAD)
        return refuse(problem, TRF_BAD_NUMBER, line, 69);
    return read_players(line, 74, team, problem);
}

static bool read_013(const TrfLine *line, int number, TrfTeam *team, TrfProblem *problem)
{
    team->number = number;
    trf_line_copy(line, 5, 36, team->name, sizeof team->name);
    return read_players(line, 37, team, problem);
}

static bool has_records(const char *text, size_t length, const char *tag)
{
    TrfLine line;
    size_t at = 0;
    int row = 0;
    while (trf_line_next(&line, text, length, &at, &row))
        if (trf_line_has_tag(&line, tag))
            return true;
    return false;
}

bool trf_read_teams(const char *text, size_t length, TrfTeam *teams, int most, int *count,
                    TrfProblem *problem)
{
    const char *tag = has_records(text, length, "310") ? "310" : "013";
    TrfLine line;
    size_t at = 0;
    int row = 0;
    *count = 0;
    *problem = (TrfProblem){.error = TRF_OK};
    while (trf_line_next(&line, text, length, &at, &row)) {
        if (!trf_line_has_tag(&line, tag))
            continue;
        if (line.is_wide)
            return refuse(problem, TRF_LINE_TOO_LONG, &line, TRF_COLUMNS_MAX);
        if (*count == most)
            return refuse(problem, TRF_TOO_MANY_PLAYERS, &line, 1);
        TrfTeam *team = &teams[*count];
        *team = (TrfTeam){.row = line.row};
        if (tag[0] == '3' ? !read_310(&line, team, problem)
                          : !read_013(&line, *count + 1, team, problem))
            return false;
        if (!team->name[0])
            return refuse(problem, TRF_BAD_VALUE, &line, tag[0] == '3' ? 9 : 5);
        ++*count;
    }
    return true;
}

/* ---- written ---- */

static const char *const LINE_END = "\r\n";

static void add_team(Letters *l, const TrfTeam *team)
{
    letters_add(l, "310 ");
    letters_number(l, team->number, 3, ' ');
    letters_char(l, ' ');
    letters_padded(l, team->name, TRF_TEAM_NAME_MAX);
    letters_char(l, ' ');
    letters_padded(l, team->nickname, TRF_NICKNAME_MAX);
    letters_char(l, ' ');
    if (team->strength)
        letters_number(l, team->strength, 6, ' ');
    else
        letters_spaces(l, 6);
    letters_char(l, ' ');
    letters_points(l, team->points, 6);
    letters_char(l, ' ');
    letters_points(l, team->game_points, 6);
    letters_char(l, ' ');
    letters_number(l, team->rank, 3, ' ');
    letters_char(l, ' ');
    for (int i = 0; i < team->count; i++) {
        letters_char(l, ' ');
        letters_number(l, team->players[i], 4, ' ');
    }
    letters_add(l, LINE_END);
}

static void add_byes(Letters *l, const TrfTeamReport *report)
{
    int last = report->byes ? report->rounds : 0;
    while (last > 0 && !report->byes[last - 1])
        last--;
    if (!last && !report->says_bye_points)
        return;
    letters_add(l, "320 ");
    letters_points(l, report->bye_points, 4);
    letters_char(l, ' ');
    letters_points(l, report->bye_game_points, 4);
    for (int round = 0; round < last; round++) {
        letters_char(l, ' ');
        letters_number(l, report->byes[round], 3, '0');
    }
    letters_add(l, LINE_END);
}

static void add_forfeit(Letters *l, const TrfForfeitedMatch *match)
{
    static const char *const KINDS[] = {"+-", "-+", "--"};
    const int numbers[] = {match->round, match->white, match->black};
    letters_add(l, "330 ");
    letters_add(l, KINDS[match->kind]);
    for (int i = 0; i < 3; i++) {
        letters_char(l, ' ');
        letters_number(l, numbers[i], 3, '0');
    }
    letters_add(l, LINE_END);
}

static void add_lineup(Letters *l, const TrfLineup *lineup)
{
    const int numbers[] = {lineup->round, lineup->team, lineup->opponent};
    letters_add(l, "300");
    for (int i = 0; i < 3; i++) {
        letters_char(l, ' ');
        letters_number(l, numbers[i], 3, ' ');
    }
    for (int i = 0; i < lineup->count; i++) {
        letters_char(l, ' ');
        letters_number(l, lineup->players[i], 4, lineup->players[i] ? ' ' : '0');
    }
    letters_add(l, LINE_END);
}

size_t trf_write_teams(const TrfTeamReport *report, char *text, size_t size)
{
    Letters letters = {text, size, 0}, *l = &letters;
    letters_add(l, "352 ");
    for (int board = 0; board < report->boards; board++)
        letters_char(l, report->sequence ? report->sequence[board] : "WB"[board % 2]);
    letters_add(l, LINE_END);
    for (int i = 0; i < report->count; i++)
        add_team(l, &report->teams[i]);
    add_byes(l, report);
    for (int i = 0; i < report->forfeits_count; i++)
        add_forfeit(l, &report->forfeits[i]);
    for (int i = 0; i < report->lineups_count; i++)
        add_lineup(l, &report->lineups[i]);
    letters_end(l);
    return l->length;
}
