/* The teams of a tournament as JSON. */
#include "match_boards.h"
#include "memory.h"
#include "running.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    Tournaments *tournaments;
    Text *text;
} Printing;

static bool print_named(void *context, const char *id)
{
    const Printing *printing = context;
    const Team *team = teams_find(printing->tournaments->options.teams, id);
    text_open(printing->text, NULL, '{');
    text_string(printing->text, "id", id);
    text_string(printing->text, "name", team ? team->about.name : NULL);
    text_close(printing->text, '}');
    return true;
}

void json_entry_teams(Tournaments *tournaments, const Tourney *tourney, Text *text)
{
    Printing printing = {tournaments, text};
    text_open(text, "teams", '[');
    tourney_settings_each_team(&tourney->settings, print_named, &printing);
    text_close(text, ']');
}

static void print_numbers(const char *name, const uint32_t *numbers, uint32_t count, Text *text)
{
    text_open(text, name, '[');
    for (uint32_t i = 0; i < count; i++)
        text_integer(text, NULL, numbers[i]);
    text_close(text, ']');
}

void json_team(const Tourney *tourney, const TeamStandings *standings, const TeamStanding *row,
               Text *text)
{
    const TourneyTeam *team = tourney_team(tourney, row->team);
    uint32_t *roster = memory_array(tourney->players_count + 1, sizeof *roster);
    uint32_t count = tourney_roster(tourney, team, roster);
    bool is_battle = tourney->settings.format == FORMAT_ARENA;
    text_open(text, NULL, '{');
    text_integer(text, "team", row->team);
    text_integer(text, "rank", row->rank);
    text_string(text, "id", team->about.id[0] ? team->about.id : NULL);
    text_string(text, "name", team->about.name);
    text_string(text, "captain", team->about.captain[0] ? team->about.captain : NULL);
    text_bool(text, "left", team->has_left);
    text_integer(text, "points", row->points);
    if (is_battle)
        text_null(text, "gamePoints");
    else
        text_halves(text, "gamePoints", row->halves);
    text_open(text, "tiebreaks", '[');
    for (uint32_t i = 0; i < standings->tiebreaks_count; i++)
        text_hundredths(text, NULL, row->tiebreaks[i]);
    text_close(text, ']');
    text_integer(text, "played", row->played);
    text_integer(text, "players", count);
    print_numbers("roster", roster, is_battle ? 0 : count, text);
    print_numbers("lineup", team->lineup, team->lineup_count, text);
    print_numbers("leaders", row->leaders, is_battle ? row->played : 0, text);
    text_close(text, '}');
    free(roster);
}

void json_teams(Running *running, Text *text)
{
    if (!tourney_settings_has_teams(&running->tourney->settings)) {
        text_null(text, "teams");
        return;
    }
    const TeamStandings *standings = running_teams(running);
    text_open(text, "teams", '[');
    for (uint32_t i = 0; i < standings->count; i++)
        json_team(running->tourney, standings, &standings->rows[i], text);
    text_close(text, ']');
}

static void print_side(const Tourney *tourney, uint32_t number, int32_t halves, int32_t points,
                       const char *name, Text *text)
{
    const TourneyTeam *team = tourney_team(tourney, number);
    if (!team) {
        text_null(text, name);
        return;
    }
    text_open(text, name, '{');
    text_integer(text, "team", number);
    text_string(text, "name", team->about.name);
    text_halves(text, "gamePoints", halves);
    text_integer(text, "points", points);
    text_close(text, '}');
}

void json_matches(const Tourney *tourney, uint32_t round, Text *text)
{
    MatchBoards index = {.first = NULL};
    match_boards_build(&index, tourney, round);
    text_open(text, "matches", '[');
    for (uint32_t i = 0; i < index.count; i++) {
        const TeamMatch *match = match_boards_match(&index, tourney, i);
        TeamMatchScore score = match_boards_score(&index, tourney, i);
        text_open(text, NULL, '{');
        text_integer(text, "match", match->match);
        print_side(tourney, match->home, score.halves[0], score.points[0], "home", text);
        print_side(tourney, match->away, score.halves[1], score.points[1], "away", text);
        text_bool(text, "over", score.is_over);
        text_close(text, '}');
    }
    text_close(text, ']');
    match_boards_clear(&index);
}

/* Teams of the viewer's: those for which they may play, and those whose captain they are. */
void json_own_teams(Tournaments *tournaments, const Tourney *tourney, const Person *viewer,
                    Text *text)
{
    text_open(text, "teams", '[');
    for (uint32_t i = 0; i < tourney->teams_count; i++)
        if (teams_may_play(tournaments, &tourney->teams[i], viewer->id))
            text_integer(text, NULL, i + 1);
    text_close(text, ']');
    text_open(text, "captainOf", '[');
    for (uint32_t i = 0; i < tourney->teams_count; i++)
        if (viewer->id[0] && strcmp(tourney->teams[i].about.captain, viewer->id) == 0)
            text_integer(text, NULL, i + 1);
    text_close(text, ']');
}
