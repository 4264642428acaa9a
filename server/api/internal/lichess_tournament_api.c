#include "lichess_tournament_api.h"

#include "game_export.h"
#include "lichess_fields.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

static LichessTournament with_standings(Call *call, const Tourney *tourney)
{
    Tournaments *tournaments = core_tournaments(call->server->core);
    return (LichessTournament){call, tourney, tournaments_standings(tournaments, tourney)};
}

/* For calls that go on after a lookup, too. */
static const Tourney *find(Call *call, Format format)
{
    const Tourney *tourney = tournament_of(call);
    if (!tourney ||
        ((Format)tourney->settings.format == format && tourney->status != TOURNEY_CANCELLED))
        return tourney;
    answer_refusal(&call->asker, 404, "not_found", "There is no such tournament.");
    return NULL;
}

bool lichess_tournament_of(Call *call, Format format, LichessTournament *of)
{
    const Tourney *tourney = find(call, format);
    if (tourney)
        *of = with_standings(call, tourney);
    return tourney != NULL;
}

/* ---- made, changed ---- */

/* A Swiss is for the team that its path names, if there is one. */
static bool read_team(const Call *call, TourneySettings *settings)
{
    char why[TOURNEY_WHY_MAX];
    Params team = {.at = {{"teams", call->parts[0]}}, .count = 1};
    return settings->format != FORMAT_SWISS ||
           !teams_find(core_teams(call->server->core), call->parts[0]) ||
           tourney_settings_read(settings, &team, call->now, why);
}

bool lichess_tournament_make(Call *call, Format format, LichessTournament *of)
{
    TourneySettings *settings = memory_new(sizeof *settings);
    TourneyAnswer answer;
    const Tourney *tourney = NULL;
    tourney_settings_usual(settings, format);
    if (lichess_fields_read(call, NULL, settings, &answer) && read_team(call, settings))
        tourney = tournament_make(call, settings);
    else
        tournament_refuse(call, &answer);
    free(settings);
    if (tourney)
        *of = with_standings(call, tourney);
    return tourney != NULL;
}

/* Only those who may change it hear what is wrong with the fields. */
static const Tourney *find_to_change(Call *call, Format format, TourneyActKind kind)
{
    const Tourney *tourney = find(call, format);
    if (!tourney || tourney_role_may(tourney_role_of(tourney, call->identity.person.id), kind))
        return tourney;
    answer_refusal(&call->asker, 403, "not_allowed", "You may not do that here.");
    return NULL;
}

bool lichess_tournament_change(Call *call, Format format, LichessTournament *of)
{
    const Tourney *tourney = find_to_change(call, format, ACT_SETTINGS);
    TourneyAct act = {.kind = ACT_SETTINGS, .confirmed = true};
    TourneyAnswer answer;
    if (!tourney)
        return false;
    act.settings = memory_new(sizeof *act.settings);
    *act.settings = tourney->settings;
    bool is_good = lichess_fields_read(call, tourney, act.settings, &answer);
    if (!is_good)
        tournament_refuse(call, &answer);
    bool is_done = is_good && tournament_carry_out(call, &act);
    tourney_act_clear(&act);
    if (is_done)
        *of = with_standings(call, tourney);
    return is_done;
}

void lichess_tournament_terminate(Call *call, Format format)
{
    const Tourney *tourney = find_to_change(call, format, ACT_FINISH);
    if (!tourney)
        return;
    bool is_ahead = tourney->status == TOURNEY_CREATED;
    TourneyAct act = {.kind = is_ahead ? ACT_CANCEL : ACT_FINISH, .confirmed = true};
    if (tournament_carry_out(call, &act))
        answer_ok(&call->asker);
}

/* ---- players ---- */

/* Programs join again after they have been restarted. */
void lichess_tournament_join(Call *call, Format format)
{
    const Tourney *tourney = find(call, format);
    TourneyAnswer answer;
    if (!tourney)
        return;
    if (tournament_enter(call, tourney, params_find(&call->params, "password"),
                         params_find(&call->params, "team"), &answer) ||
        strcmp(answer.code, "joined") == 0)
        answer_ok(&call->asker);
    else
        tournament_refuse(call, &answer);
}

void lichess_tournament_withdraw(Call *call, Format format)
{
    const Tourney *tourney = find(call, format);
    if (tourney && tournament_leave(call, tourney))
        answer_ok(&call->asker);
}

/* ---- games ---- */

static bool is_of(const Tourney *tourney, const TourneyBoard *board, const char *player)
{
    const TourneyPlayer *white = tourney_player(tourney, board->pair.white);
    const TourneyPlayer *black = tourney_player(tourney, board->pair.black);
    return !*player || strcmp(white->person.user, player) == 0 ||
           (black && strcmp(black->person.user, player) == 0);
}

static GameId *list_games(const Tourney *tourney, const char *player, size_t *count)
{
    GameId *games = memory_array(tourney->boards_count + 1, sizeof *games);
    bool is_arena = tourney->settings.format == FORMAT_ARENA;
    *count = 0;
    for (uint32_t i = 0; i < tourney->boards_count; i++) {
        const TourneyBoard *board = &tourney->boards[is_arena ? tourney->boards_count - 1 - i : i];
        bool is_played = board->state == STATE_OVER || board->state == STATE_PLAYING;
        if (is_played && board->pair.game.text[0] && is_of(tourney, board, player))
            games[(*count)++] = board->pair.game;
    }
    return games;
}

static void export(Call *call, const AccountsAnswer *answer)
{
    static const GameShow SHOW = {.moves = true, .tags = true};
    const Tourney *tourney = tournament_of(call);
    GameQuery query;
    size_t count;
    if (!tourney)
        return;
    const char *fault = game_query_read(&query, &call->params, answer->list, SHOW);
    if (fault) {
        answer_error(&call->asker, 400, fault);
        return;
    }
    GameId *games = list_games(tourney, query.search.player, &count);
    bool json = call->http->accept && strstr(call->http->accept, "json");
    game_export_of(call, &query, json, games, count, tournament_occasions(tourney));
    free(games);
}

void lichess_tournament_games(Call *call, Format format)
{
    AccountRef refs[NAMED_COUNT];
    if (!find(call, format))
        return;
    game_query_refs(&call->params, NULL, refs);
    accounts_find(call->server->accounts, refs, NAMED_COUNT, "", call_answered,
                  call_wait(call, export));
}

/* ---- results ---- */

void lichess_tournament_results(Call *call, Format format)
{
    LichessTournament of;
    int64_t most = TOURNEY_PLAYERS_MAX;
    Text text;
    if (!lichess_tournament_of(call, format, &of))
        return;
    if (params_find(&call->params, "nb") &&
        !params_integer(&call->params, "nb", 1, INT32_MAX, &most)) {
        answer_refusal(&call->asker, 400, "bad_field", "nb: must be a number above 0");
        return;
    }
    bool with_sheet = params_flag(&call->params, "sheet", false);
    text_init(&text);
    for (uint32_t i = 0; i < of.standings->count && i < most; i++) {
        if (format == FORMAT_ARENA)
            lichess_arena_row_json(&of, &of.standings->rows[i], with_sheet, &text);
        else
            lichess_swiss_row_json(&of, &of.standings->rows[i], &text);
        text_append(&text, "\n", 1);
    }
    answer_lines(&call->asker, &text);
    text_clear(&text);
}
