#include "team_records.h"

#include <string.h>

bool team_file_refuse(TeamFileReader *r, TrfError error, int column)
{
    *r->problem = (TrfProblem){.error = error, .row = r->line.row, .column = column};
    return false;
}

int team_file_find(const TrfTeamFile *file, int number)
{
    for (int i = 0; i < file->count; i++)
        if (file->teams[i].number == number)
            return i;
    return -1;
}

/* ---- fields ---- */

/* A team's number, which must be known, in a field of so many columns. */
static bool read_team(TeamFileReader *r, int column, int width, int *number)
{
    if (trf_line_number(&r->line, column, column + width - 1, number) != FIELD_OK)
        return team_file_refuse(r, TRF_BAD_ID, column);
    return team_file_find(r->file, *number) >= 0 || team_file_refuse(r, TRF_UNKNOWN_TEAM, column);
}

/* A round, from 1. */
static bool read_round(TeamFileReader *r, int column, int *round)
{
    if (trf_line_number(&r->line, column, column + 2, round) != FIELD_OK || *round < 1)
        return team_file_refuse(r, TRF_BAD_NUMBER, column);
    return *round < r->rounds || team_file_refuse(r, TRF_TOO_MANY_ROUNDS, column);
}

static bool read_range(TeamFileReader *r, int column, int *first, int *last)
{
    if (trf_line_number(&r->line, column, column + 2, first) != FIELD_OK || *first < 1)
        return team_file_refuse(r, TRF_BAD_NUMBER, column);
    if (trf_line_number(&r->line, column + 4, column + 6, last) != FIELD_OK || *last < *first)
        return team_file_refuse(r, TRF_BAD_NUMBER, column + 4);
    return true;
}

/* Points that are not negative, or none. */
static bool read_points(TeamFileReader *r, int column, int *tenths)
{
    return (trf_line_points(&r->line, column, column + 3, tenths) != FIELD_BAD && *tenths >= 0) ||
           team_file_refuse(r, TRF_BAD_POINTS, column);
}

/* ---- the tournament ---- */

static bool read_192(TeamFileReader *r)
{
    TrfTeamFile *file = r->file;
    trf_line_copy(&r->line, 5, 5 + (int)sizeof file->code - 2, file->code, sizeof file->code);
    const char *code = file->code;
    if (!strstr(code, "TEAM"))
        return true;
    file->is_baku = strstr(code, "_BAKU") != NULL;
    bool games_first = strstr(code, "_GP_MP") != NULL,
         matches_first = strstr(code, "_MP_GP") != NULL;
    bool is_default = !strstr(code, "_MP") && !strstr(code, "_GP");
    file->swiss.by_game_points = games_first || (strstr(code, "_GP") && !matches_first);
    file->swiss.ignores_second = !games_first && !matches_first && !is_default;
    file->swiss.colours = strstr(code, "TYPEB")                 ? TEAM_COLOURS_B
                          : strstr(code, "TYPEA") || is_default ? TEAM_COLOURS_A
                                                                : TEAM_COLOURS_NONE;
    if (file->is_baku && file->swiss.by_game_points) /* C.04.7, 1.4.4 */
        return team_file_refuse(r, TRF_BAD_VALUE, 5);
    return true;
}

static bool read_352(TeamFileReader *r)
{
    TrfTeamFile *file = r->file;
    char words[TEAM_BOARDS_MAX + 2];
    trf_line_copy(&r->line, 5, 5 + TEAM_BOARDS_MAX, words, sizeof words);
    file->boards = (int)strlen(words);
    if (!file->boards || file->boards > TEAM_BOARDS_MAX)
        return team_file_refuse(r, TRF_BAD_VALUE, 5);
    for (int i = 0; i < file->boards; i++)
        if (words[i] != 'W' && words[i] != 'B')
            return team_file_refuse(r, TRF_BAD_COLOUR, 5 + i);
    memcpy(file->sequence, words, (size_t)file->boards + 1);
    return true;
}

/* 362: TW, TD or TL in two columns, points in the four after them; the next after nine columns. */
static bool read_362(TeamFileReader *r)
{
    for (int column = 5; !trf_line_is_blank_from(&r->line, column); column += 9) {
        char second = trf_line_char(&r->line, column + 1);
        int tenths;
        if (trf_line_points(&r->line, column + 2, column + 5, &tenths) != FIELD_OK || tenths < 0)
            return team_file_refuse(r, TRF_BAD_POINTS, column + 2);
        if (trf_line_char(&r->line, column) != 'T' || !second || !strchr("WDL", second))
            return team_file_refuse(r, TRF_BAD_VALUE, column);
        *(second == 'W' ? &r->file->win : second == 'D' ? &r->file->draw : &r->file->loss) = tenths;
    }
    return true;
}

/* ---- teams ---- */

static bool read_240(TeamFileReader *r)
{
    TrfTeamFile *file = r->file;
    TrfTeamAbsence absence = {.kind = trf_line_char(&r->line, 5)};
    if (absence.kind != 'F' && absence.kind != 'H' && absence.kind != 'Z')
        return team_file_refuse(r, TRF_BAD_RESULT, 5);
    if (!read_round(r, 7, &absence.round))
        return false;
    for (int column = 11; !trf_line_is_blank_from(&r->line, column); column += 5) {
        if (!read_team(r, column, 4, &absence.team))
            return false;
        file->absences[file->absences_count++] = absence;
    }
    return true;
}

static bool read_250(TeamFileReader *r)
{
    TrfTeamAcceleration a = {.match_points = 0};
    if (!read_points(r, 5, &a.match_points) || !read_points(r, 10, &a.game_points))
        return false;
    if (!a.match_points && !a.game_points)
        return team_file_refuse(r, TRF_BAD_POINTS, 5);
    if (!read_range(r, 15, &a.first, &a.last))
        return false;
    if (trf_line_number(&r->line, 23, 26, &a.from) != FIELD_OK || a.from < 1)
        return team_file_refuse(r, TRF_BAD_ID, 23);
    if (trf_line_number(&r->line, 28, 31, &a.to) != FIELD_OK || a.to < a.from)
        return team_file_refuse(r, TRF_BAD_ID, 28);
    r->file->accelerations[r->file->accelerations_count++] = a;
    return true;
}

static bool read_260(TeamFileReader *r)
{
    Tournament *t = &r->file->people;
    int first, last, number;
    if (!read_range(r, 5, &first, &last))
        return false;
    ForbiddenGroup *group = &t->groups[t->group_count++];
    *group = (ForbiddenGroup){first - 1, last - 1, t->forbidden_count, 0};
    for (int column = 13; !trf_line_is_blank_from(&r->line, column); column += 5) {
        if (!read_team(r, column, 4, &number))
            return false;
        if (t->forbidden_count >= t->room.forbidden)
            return team_file_refuse(r, TRF_LINE_TOO_LONG, column);
        t->forbidden[t->forbidden_count++] = (uint16_t)number;
        group->count++;
    }
    return true;
}

static bool read_299(TeamFileReader *r)
{
    const TrfLine *line = &r->line;
    TrfAbnormal *a = &r->file->abnormal[r->file->abnormal_count++];
    *a = (TrfAbnormal){.kind = trf_line_char(line, 5)};
    if (!a->kind || !strchr("WDLFHZ+- ", a->kind))
        return team_file_refuse(r, TRF_BAD_RESULT, 5);
    FieldState match = trf_line_points(line, 8, 11, &a->match_points),
               game = trf_line_points(line, 14, 17, &a->game_points);
    if (match == FIELD_BAD || (match == FIELD_EMPTY && game == FIELD_EMPTY))
        return team_file_refuse(r, TRF_BAD_POINTS, 8);
    if (game == FIELD_BAD)
        return team_file_refuse(r, TRF_BAD_POINTS, 14);
    a->has_match_points = match == FIELD_OK;
    a->has_game_points = game == FIELD_OK;
    if (trf_line_number(line, 20, 22, &a->round) == FIELD_BAD || a->round < 0 ||
        a->round >= r->rounds)
        return team_file_refuse(r, TRF_BAD_NUMBER, 20);
    for (int column = 24, number; !trf_line_is_blank_from(line, column); column += 5) {
        if (!read_team(r, column, 4, &number))
            return false;
        if (a->count == TRF_TEAM_PLAYERS_MAX)
            return team_file_refuse(r, TRF_LINE_TOO_LONG, column);
        a->teams[a->count++] = (uint16_t)number;
    }
    return true;
}

static bool read_300(TeamFileReader *r)
{
    TrfTeamFile *file = r->file;
    TrfLineup *lineup = &file->lineups[file->lineups_count++];
    *lineup = (TrfLineup){.round = 0};
    if (!read_round(r, 5, &lineup->round) || !read_team(r, 9, 3, &lineup->team) ||
        !read_team(r, 13, 3, &lineup->opponent))
        return false;
    int team = team_file_find(file, lineup->team);
    for (int column = 17, id; !trf_line_is_blank_from(&r->line, column); column += 5) {
        if (lineup->count == TRF_LINEUP_MAX)
            return team_file_refuse(r, TRF_LINE_TOO_LONG, column);
        if (trf_line_number(&r->line, column, column + 3, &id) != FIELD_OK)
            return team_file_refuse(r, TRF_BAD_ID, column);
        int player = tournament_find(&file->people, id);
        if (id && (player < 0 || file->team_of[player] != team + 1))
            return team_file_refuse(r, TRF_UNKNOWN_PLAYER, column);
        for (int i = 0; i < lineup->count; i++)
            if (id && lineup->players[i] == id)
                return team_file_refuse(r, TRF_DUPLICATE_PLAYER, column);
        lineup->players[lineup->count++] = (uint16_t)id;
    }
    for (int i = 0; i < file->lineups_count - 1; i++)
        if (file->lineups[i].round == lineup->round && file->lineups[i].team == lineup->team)
            return team_file_refuse(r, TRF_CONTRADICTION, 9);
    return lineup->count > 0 || team_file_refuse(r, TRF_LINE_TOO_SHORT, r->line.columns);
}

static bool read_320(TeamFileReader *r)
{
    TrfTeamFile *file = r->file;
    int number;
    if (!read_points(r, 5, &file->bye_points) || !read_points(r, 10, &file->bye_game_points))
        return false;
    file->has_bye_points = true;
    for (int round = 1, column = 15; !trf_line_is_blank_from(&r->line, column);
         round++, column += 4) {
        if (round >= r->rounds)
            return team_file_refuse(r, TRF_TOO_MANY_ROUNDS, column);
        if (trf_line_number(&r->line, column, column + 2, &number) != FIELD_OK)
            return team_file_refuse(r, TRF_BAD_ID, column);
        if (number && team_file_find(file, number) < 0)
            return team_file_refuse(r, TRF_UNKNOWN_TEAM, column);
        file->byes[round - 1] = (uint16_t)number;
    }
    return true;
}

static bool read_330(TeamFileReader *r)
{
    TrfForfeitedMatch *match = &r->file->forfeits[r->file->forfeits_count++];
    char white = trf_line_char(&r->line, 5), black = trf_line_char(&r->line, 6);
    *match = (TrfForfeitedMatch){.kind = white == '+'   ? FORFEIT_WHITE_WINS
                                         : black == '+' ? FORFEIT_BLACK_WINS
                                                        : FORFEIT_BOTH_LOSE};
    bool is_kind =
        (white == '+' || white == '-') && (black == '-' || (black == '+' && white == '-'));
    if (!is_kind)
        return team_file_refuse(r, TRF_BAD_RESULT, 5);
    if (!read_round(r, 8, &match->round) || !read_team(r, 12, 3, &match->white) ||
        !read_team(r, 16, 3, &match->black))
        return false;
    return match->white != match->black || team_file_refuse(r, TRF_BAD_ID, 16);
}

bool team_file_read_record(TeamFileReader *r)
{
    static const struct {
        const char *tag;
        bool (*read)(TeamFileReader *);
    } RECORDS[] = {{"192", read_192}, {"352", read_352}, {"362", read_362}, {"240", read_240},
                   {"250", read_250}, {"260", read_260}, {"299", read_299}, {"300", read_300},
                   {"320", read_320}, {"330", read_330}};
    for (size_t i = 0; i < sizeof RECORDS / sizeof *RECORDS; i++)
        if (trf_line_has_tag(&r->line, RECORDS[i].tag)) {
            if (r->line.is_wide)
                return team_file_refuse(r, TRF_LINE_TOO_LONG, TRF_COLUMNS_MAX);
            return RECORDS[i].read(r);
        }
    return true;
}
