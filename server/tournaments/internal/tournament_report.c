/* FIDE's report of a tournament. */
#include "match_boards.h"
#include "memory.h"
#include "running.h"
#include "time_control_text.h"
#include "trf_teams.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- teams ---- */

typedef struct {
    TrfTeam *teams;
    TrfForfeitedMatch *forfeits;
    TrfLineup *lineups;
    uint16_t byes[TOURNAMENT_ROUNDS_MAX];
    TrfTeamReport report;
} TeamReport;

/* As many characters as a record has room for. */
static void copy_name(const char *name, char *to)
{
    size_t at = 0, characters = 0;
    for (; name[at] && characters <= TRF_TEAM_NAME_MAX; at++)
        if (((unsigned char)name[at] & 0xc0) != 0x80 && ++characters > TRF_TEAM_NAME_MAX)
            break;
    memcpy(to, name, at);
    to[at] = '\0';
}

static void take_team(const Tourney *tourney, const TeamStanding *row, uint32_t *roster,
                      TrfTeam *of)
{
    const TourneyTeam *team = tourney_team(tourney, row->team);
    uint32_t count = tourney_roster(tourney, team, roster);
    int64_t sum = 0;
    int boards = 0;
    *of = (TrfTeam){.number = (int)team->tpn,
                    .points = 10 * row->points,
                    .game_points = 5 * row->halves,
                    .rank = (int)row->rank};
    copy_name(team->about.name, of->name);
    for (uint32_t i = 0; i < count && of->count < TRF_TEAM_PLAYERS_MAX; i++) {
        const TourneyPlayer *player = tourney_player(tourney, roster[i]);
        if (!player->tpn)
            continue;
        of->players[of->count++] = (uint16_t)player->tpn;
        if (boards < tourney->settings.boards) {
            sum += player->person.rating;
            boards++;
        }
    }
    of->strength = boards ? (int)(sum / boards) : 0;
}

/* Who sat where for both teams of a match; false when nobody played. */
static bool find_lineups(const Tourney *tourney, const MatchBoards *index, uint32_t at,
                         TrfLineup sides[2])
{
    const TeamMatch *match = match_boards_match(index, tourney, at);
    const TourneyTeam *teams[] = {tourney_team(tourney, match->home),
                                  tourney_team(tourney, match->away)};
    bool was_played = false;
    for (int side = 0; side < 2; side++)
        sides[side] = (TrfLineup){.round = (int)match->round,
                                  .team = (int)teams[side]->tpn,
                                  .opponent = (int)teams[!side]->tpn,
                                  .count = tourney->settings.boards};
    for (uint32_t board = 0; board < match_boards_count(index, at); board++) {
        const PairedBoard *pair = &match_boards_get(index, tourney, at, board)->pair;
        was_played |= pair->black != 0;
        for (int white = 0; white < 2 && board < TRF_LINEUP_MAX; white++) {
            const TourneyPlayer *player =
                tourney_player(tourney, white ? pair->white : pair->black);
            if (player)
                sides[player->team != match->home].players[board] = (uint16_t)player->tpn;
        }
    }
    return was_played;
}

/* It is not the first players of the team in their order. Teams are by their numbers, from 1. */
static bool is_unusual(const TeamReport *all, const TrfLineup *lineup)
{
    const TrfTeam *team = &all->teams[lineup->team - 1];
    for (int i = 0; i < lineup->count; i++)
        if (i >= team->count || team->players[i] != lineup->players[i])
            return true;
    return false;
}

static void take_match(const Tourney *tourney, const MatchBoards *index, uint32_t at,
                       TeamReport *all)
{
    const TeamMatch *match = match_boards_match(index, tourney, at);
    TrfLineup sides[2];
    if (!match->away) {
        all->byes[match->round - 1] = (uint16_t)tourney_team(tourney, match->home)->tpn;
        return;
    }
    if (!find_lineups(tourney, index, at, sides)) {
        TeamMatchScore score = match_boards_score(index, tourney, at);
        all->forfeits[all->report.forfeits_count++] =
            (TrfForfeitedMatch){score.halves[0]   ? FORFEIT_WHITE_WINS
                                : score.halves[1] ? FORFEIT_BLACK_WINS
                                                  : FORFEIT_BOTH_LOSE,
                                (int)match->round, sides[0].team, sides[1].team};
        return;
    }
    for (int side = 0; side < 2; side++)
        if (is_unusual(all, &sides[side]))
            all->lineups[all->report.lineups_count++] = sides[side];
}

static void take_matches(const Tourney *tourney, TeamReport *all)
{
    MatchBoards index = {.first = NULL};
    uint32_t rounds = tourney->round - (tourney->round_state == ROUND_PAIRED);
    for (uint32_t round = 1; round <= rounds; round++) {
        match_boards_build(&index, tourney, round);
        for (uint32_t at = 0; at < index.count; at++)
            take_match(tourney, &index, at, all);
    }
    match_boards_clear(&index);
}

static void take_teams(const Tourney *tourney, const TeamStandings *standings, TeamReport *all)
{
    uint32_t *roster = memory_array(tourney->players_count + 1, sizeof *roster);
    all->teams = memory_array(standings->count + 1, sizeof *all->teams);
    all->report.count = (int)standings->count;
    for (uint32_t i = 0; i < standings->count; i++) {
        const TeamStanding *row = &standings->rows[i];
        take_team(tourney, row, roster, &all->teams[tourney_team(tourney, row->team)->tpn - 1]);
    }
    free(roster);
}

/* Written once, where the room that most need is enough. */
static void append_teams(const TrfTeamReport *report, Text *text)
{
    enum { LINE_USUAL = 256, LINEUP_USUAL = 128 };
    size_t size = (size_t)(report->count + report->forfeits_count + 4) * LINE_USUAL +
                  (size_t)report->lineups_count * LINEUP_USUAL;
    char *bytes = memory_array(1, size);
    size_t length = trf_write_teams(report, bytes, size);
    if (length >= size) {
        free(bytes);
        bytes = memory_array(1, length + 1);
        trf_write_teams(report, bytes, length + 1);
    }
    text_append(text, bytes, length);
    free(bytes);
}

static void print_teams(const Tourney *tourney, Text *text)
{
    TeamReport all = {.report = {.boards = tourney->settings.boards,
                                 .bye_points = 10,
                                 .bye_game_points = 5 * tourney->settings.boards,
                                 .rounds = (int)tourney->round}};
    TeamStandings standings = {.rows = NULL};
    team_standings_compute(&standings, tourney, NULL);
    take_teams(tourney, &standings, &all);
    all.forfeits = memory_array(tourney->matches_count + 1, sizeof *all.forfeits);
    all.lineups = memory_array(2 * (size_t)tourney->matches_count + 1, sizeof *all.lineups);
    take_matches(tourney, &all);
    all.report.teams = all.teams;
    all.report.byes = all.byes;
    all.report.forfeits = all.forfeits;
    all.report.lineups = all.lineups;
    append_teams(&all.report, text);
    free(all.teams);
    free(all.forfeits);
    free(all.lineups);
    team_standings_clear(&standings);
}

/* ---- the report ---- */

static void print_day(int64_t wall, char day[16])
{
    time_t seconds = (time_t)(wall / 1000);
    struct tm parts;
    if (!gmtime_r(&seconds, &parts) || !strftime(day, 16, "%Y/%m/%d", &parts))
        day[0] = '\0';
}

static const char *type_of(const TourneySettings *settings)
{
    if (settings->format == FORMAT_SWISS)
        return "Individual: Swiss-System (Dutch)";
    if (settings->format == FORMAT_ROBIN)
        return "Individual: Round-Robin";
    return settings->system == SYSTEM_SWISS ? "Team: Swiss-System" : "Team: Round-Robin";
}

/* Likewise. */
static void append_field(const Tournament *field, TrfFormat version, const TrfHeader *header,
                         Text *text)
{
    enum { HEAD_USUAL = 4096, PLAYER_USUAL = 96, ROUND_USUAL = 10 };
    size_t size = HEAD_USUAL + (size_t)field->player_count *
                                   (size_t)(PLAYER_USUAL + ROUND_USUAL * (field->played + 1));
    char *bytes = memory_array(1, size);
    size_t length = trf_write(field, version, header, bytes, size);
    if (length >= size) {
        free(bytes);
        bytes = memory_array(1, length + 1);
        trf_write(field, version, header, bytes, length + 1);
    }
    text_append(text, bytes, length);
    free(bytes);
}

bool tournaments_print_trf(const Tourney *tourney, int format, const Person *viewer, Text *text)
{
    const TourneySettings *settings = &tourney->settings;
    Format of = (Format)settings->format;
    if ((of != FORMAT_SWISS && of != FORMAT_ROBIN && of != FORMAT_TEAMS) || !tourney->started_at)
        return false;
    Tournament field;
    char start[16], end[16], control[TIME_CONTROL_TEXT_MAX];
    char standings[TOURNEY_TIEBREAKS_SIZE + 11];
    const char *arbiter = tourney->organiser.name;
    for (uint32_t i = 0; i < tourney->roles_count; i++)
        if (tourney->roles[i].role == ROLE_ARBITER)
            arbiter = tourney->roles[i].name;
    print_day(tourney->started_at, start);
    print_day(tourney->over_at ? tourney->over_at : tourney->started_at, end);
    TimeControl clock = tourney_settings_control(settings);
    time_control_print(&clock, false, control);
    snprintf(standings, sizeof standings, "PTS%s%s%s",
             of == FORMAT_TEAMS && !strstr(settings->tiebreaks, "MPvGP") ? ",MPvGP" : "",
             settings->tiebreaks[0] ? "," : "", settings->tiebreaks);
    TrfHeader header = {.name = settings->name,
                        .start = start,
                        .end = end,
                        .type = type_of(settings),
                        .chief_arbiter = arbiter,
                        .time_control = settings->days ? NULL : control,
                        .program = "castled",
                        .coded_type = of == FORMAT_TEAMS && settings->system == SYSTEM_SWISS
                                          ? "FIDE_TEAM_TYPEA_MP_GP"
                                          : NULL,
                        .tiebreaks = settings->tiebreaks[0] ? settings->tiebreaks : NULL,
                        .standings = standings,
                        .coded_control = settings->days ? NULL : control};
    TrfFormat version = format == 16 ? TRF_16 : TRF_26;
    void *memory = tourney_report_field(tourney, &field);
    for (int i = 0; i < field.player_count && !json_tells_birth(tourney, viewer); i++) {
        field.players[i].birth[0] = '\0';
        field.players[i].sex = ' ';
    }
    append_field(&field, version, &header, text);
    if (of == FORMAT_TEAMS && version == TRF_26)
        print_teams(tourney, text);
    free(memory);
    return true;
}
