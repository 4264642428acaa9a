/* FIDE's report of a tournament. */
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
static bool find_lineups(const Tourney *tourney, const TeamMatch *match, TrfLineup sides[2])
{
    const TourneyRound *of = &tourney->rounds[match->round - 1];
    const TourneyTeam *teams[] = {tourney_team(tourney, match->home),
                                  tourney_team(tourney, match->away)};
    bool was_played = false;
    for (int side = 0; side < 2; side++)
        sides[side] = (TrfLineup){.round = (int)match->round,
                                  .team = (int)teams[side]->tpn,
                                  .opponent = (int)teams[!side]->tpn,
                                  .count = tourney->settings.boards};
    for (uint32_t i = of->first, board = 0; i < of->first + of->count; i++) {
        const TourneyBoard *at = &tourney->boards[i];
        if (at->state == STATE_DROPPED || at->pair.match != match->match)
            continue;
        was_played |= at->pair.black != 0;
        for (int white = 0; white < 2 && board < TRF_LINEUP_MAX; white++) {
            const TourneyPlayer *player =
                tourney_player(tourney, white ? at->pair.white : at->pair.black);
            if (player)
                sides[player->team != match->home].players[board] = (uint16_t)player->tpn;
        }
        board++;
    }
    return was_played;
}

/* It is not the first players of the team in their order. */
static bool is_unusual(const TeamReport *all, const TrfLineup *lineup)
{
    for (int i = 0; i < all->report.count; i++)
        for (int j = 0; all->teams[i].number == lineup->team && j < lineup->count; j++)
            if (j >= all->teams[i].count || all->teams[i].players[j] != lineup->players[j])
                return true;
    return false;
}

static void take_match(const Tourney *tourney, const TeamMatch *match, TeamReport *all)
{
    TrfLineup sides[2];
    if (!match->away) {
        all->byes[match->round - 1] = (uint16_t)tourney_team(tourney, match->home)->tpn;
        return;
    }
    if (!find_lineups(tourney, match, sides)) {
        TeamMatchScore score = tourney_match_score(tourney, match);
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

static void print_teams(const Tourney *tourney, Text *text)
{
    TeamReport all = {.report = {.boards = tourney->settings.boards,
                                 .bye_points = 10,
                                 .bye_game_points = 5 * tourney->settings.boards,
                                 .rounds = (int)tourney->round}};
    TeamStandings standings = {.rows = NULL};
    Standings nobody = {.rows = NULL};
    uint32_t *roster = memory_array(tourney->players_count + 1, sizeof *roster);
    team_standings_compute(&standings, tourney, &nobody);
    all.teams = memory_array(standings.count + 1, sizeof *all.teams);
    all.forfeits = memory_array(tourney->matches_count + 1, sizeof *all.forfeits);
    all.lineups = memory_array(2 * tourney->matches_count + 1, sizeof *all.lineups);
    for (uint32_t tpn = 1; tpn <= standings.count; tpn++)
        for (uint32_t i = 0; i < standings.count; i++)
            if (tourney_team(tourney, standings.rows[i].team)->tpn == tpn)
                take_team(tourney, &standings.rows[i], roster, &all.teams[all.report.count++]);
    for (uint32_t i = 0; i < tourney->matches_count; i++)
        if (tourney->matches[i].round < tourney->round || tourney->round_state != ROUND_PAIRED)
            take_match(tourney, &tourney->matches[i], &all);
    all.report.teams = all.teams;
    all.report.byes = all.byes;
    all.report.forfeits = all.forfeits;
    all.report.lineups = all.lineups;
    size_t length = trf_write_teams(&all.report, NULL, 0);
    char *bytes = memory_array(1, length + 1);
    trf_write_teams(&all.report, bytes, length + 1);
    text_append(text, bytes, length);
    free(bytes);
    free(roster);
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
    size_t length = trf_write(&field, version, &header, NULL, 0);
    char *bytes = memory_array(1, length + 1);
    trf_write(&field, version, &header, bytes, length + 1);
    text_append(text, bytes, length);
    free(bytes);
    if (of == FORMAT_TEAMS && version == TRF_26)
        print_teams(tourney, text);
    free(memory);
    return true;
}
