/* Tournaments shown: lists, standings, rounds, files. */
#include "game_export.h"
#include "game_query.h"
#include "routes.h"
#include "tournament_call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void on_read(void *context, bool is_read)
{
    Call *call = context;
    if (is_read)
        call->route->handle(call);
    else
        answer_error(&call->asker, 503, "The server cannot read that tournament right now.");
    call_release(call);
}

/* Whether it may have ended, and is not in memory: then the call begins anew once it has been read, or has been answered. */
static bool is_read_first(Call *call)
{
    if (call->has_sought)
        return false;
    call->has_sought = true;
    call_hold(call);
    TournamentReading reading = tournaments_read(
        core_tournaments(call->server->core), call->parts[0], call->http->address, on_read, call);
    if (reading == TOURNAMENT_BEING_READ)
        return true;
    if (reading == TOURNAMENT_BUSY)
        answer_error(&call->asker, 503,
                     "Too many tournaments are being read: try again in a second.");
    call_release(call);
    return reading == TOURNAMENT_BUSY;
}

const Tourney *tournament_of(Call *call)
{
    Tournaments *tournaments = core_tournaments(call->server->core);
    const Tourney *tourney = tournaments_find(tournaments, call->parts[0]);
    if (!tourney && is_read_first(call))
        return NULL;
    if (!tourney)
        answer_refusal(&call->asker, 404, "not_found", "There is no such tournament.");
    else
        call->asker.number = tournaments_number(tournaments, tourney);
    return tourney;
}

static bool read_number(Call *call, const char *name, int64_t least, int64_t most, int64_t *number)
{
    if (!params_find(&call->params, name) ||
        params_integer(&call->params, name, least, most, number))
        return true;
    answer_refusal(&call->asker, 400, "bad_field", "A number is out of its bounds.");
    return false;
}

static void answer_text(const Call *call, const char *type, const char *file, const Text *text)
{
    HttpAnswer answer = {.status = 200,
                         .type = type,
                         .body = text->bytes,
                         .length = text->length,
                         .cache = "no-store",
                         .file = file};
    answer_send(&call->asker, &answer);
}

void tournament_list(Call *call)
{
    enum { USUAL = 50, MOST = 100 };
    const char *status = params_find(&call->params, "status");
    const char *word = params_find(&call->params, "format");
    Format format = FORMAT_COUNT;
    int64_t most = USUAL;
    Text text;
    if (status && strcmp(status, "created") != 0 && strcmp(status, "started") != 0 &&
        strcmp(status, "finished") != 0) {
        answer_refusal(&call->asker, 400, "bad_field",
                       "status: must be created, started or finished");
        return;
    }
    if (word && !format_parse(word, &format)) {
        answer_refusal(&call->asker, 400, "bad_field", "format: there is no such format");
        return;
    }
    if (!read_number(call, "nb", 1, MOST, &most))
        return;
    TournamentsListed listed = {status, (int)format, (size_t)most};
    text_init(&text);
    tournaments_print_list(core_tournaments(call->server->core), &listed, &text);
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

void tournament_calendar(Call *call)
{
    const char *base = call->http->base ? call->http->base : "";
    Text text;
    text_init(&text);
    tournaments_print_calendar(core_tournaments(call->server->core), call->server->site_name, base,
                               call->now, &text);
    answer_text(call, "text/calendar; charset=utf-8", "tournaments.ics", &text);
    text_clear(&text);
}

static const Person *viewer_of(const Call *call)
{
    return call->identity.who == WHO_NOBODY ? NULL : &call->identity.person;
}

void tournament_answer(Call *call, int status, const Tourney *tourney)
{
    Text text;
    text_init(&text);
    tournaments_print(core_tournaments(call->server->core), tourney, viewer_of(call), &text);
    answer_json(&call->asker, status, &text);
    text_clear(&text);
}

void tournament_show(Call *call)
{
    const Tourney *tourney = tournament_of(call);
    if (tourney)
        tournament_answer(call, 200, tourney);
}

void tournament_players(Call *call)
{
    const Tourney *tourney = tournament_of(call);
    Text text;
    if (!tourney)
        return;
    text_init(&text);
    tournaments_print_players(core_tournaments(call->server->core), tourney, viewer_of(call),
                              &text);
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

void tournament_standings(Call *call)
{
    enum { USUAL = 100, MOST = 1000 };
    const Tourney *tourney = tournament_of(call);
    int64_t from = 1, count = USUAL;
    Text text;
    if (!tourney || !read_number(call, "from", 1, TOURNEY_PLAYERS_MAX, &from) ||
        !read_number(call, "nb", 1, MOST, &count))
        return;
    text_init(&text);
    tournaments_print_standings(core_tournaments(call->server->core), tourney, (uint32_t)from,
                                (uint32_t)count, &text);
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

void tournament_teams(Call *call)
{
    const Tourney *tourney = tournament_of(call);
    Text text;
    if (!tourney)
        return;
    text_init(&text);
    if (tournaments_print_teams(core_tournaments(call->server->core), tourney, &text))
        answer_json(&call->asker, 200, &text);
    else
        answer_refusal(&call->asker, 404, "no_teams", "No teams play in this tournament.");
    text_clear(&text);
}

void tournament_standings_csv(Call *call)
{
    const Tourney *tourney = tournament_of(call);
    Text text;
    if (!tourney)
        return;
    text_init(&text);
    tournaments_print_csv(core_tournaments(call->server->core), tourney, &text);
    answer_text(call, "text/csv; charset=utf-8", "standings.csv", &text);
    text_clear(&text);
}

void tournament_round(Call *call)
{
    const Tourney *tourney = tournament_of(call);
    const char *part = call->parts[1];
    char *end;
    Text text;
    if (!tourney)
        return;
    text_init(&text);
    long round = strtol(part, &end, 10);
    bool is_number = *part >= '0' && *part <= '9' && !*end && round >= 0 && round < 1000;
    if (is_number && tournaments_print_round(core_tournaments(call->server->core), tourney,
                                             (uint32_t)round, &text))
        answer_json(&call->asker, 200, &text);
    else
        answer_refusal(&call->asker, 404, "no_round", "There is no such round.");
    text_clear(&text);
}

void tournament_crosstable(Call *call)
{
    const Tourney *tourney = tournament_of(call);
    Text text;
    if (!tourney)
        return;
    text_init(&text);
    tournaments_print_crosstable(core_tournaments(call->server->core), tourney, &text);
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

void tournament_report(Call *call)
{
    const Tourney *tourney = tournament_of(call);
    const char *format = params_find(&call->params, "format");
    Text text;
    if (!tourney)
        return;
    if (format && strcmp(format, "16") != 0 && strcmp(format, "26") != 0) {
        answer_refusal(&call->asker, 400, "bad_field", "format: must be 16 or 26");
        return;
    }
    text_init(&text);
    if (tournaments_print_trf(tourney, format && format[0] == '1' ? 16 : 26, viewer_of(call),
                              &text))
        answer_text(call, "text/plain; charset=utf-8", "report.trf", &text);
    else
        answer_refusal(
            &call->asker, 404, "no_report",
            "FIDE's reports are of Swiss tournaments, round robins and team matches that have "
            "started.");
    text_clear(&text);
}

void tournament_log(Call *call)
{
    enum { MOST = 10000 };
    const Tourney *tourney = tournament_of(call);
    int64_t from = 1;
    Text text;
    if (!tourney || !read_number(call, "from", 1, UINT32_MAX, &from))
        return;
    text_init(&text);
    tournaments_print_log(core_tournaments(call->server->core), tourney, viewer_of(call),
                          (uint32_t)from, MOST, &text);
    answer_lines(&call->asker, &text);
    text_clear(&text);
}

static uint32_t team_of(const Tourney *tourney, uint32_t number)
{
    const TourneyPlayer *player = tourney_player(tourney, number);
    return player ? player->team : 0;
}

GameOccasions *tournament_occasions(const Tourney *tourney)
{
    GameOccasions *all = game_occasions_new(tourney->boards_count, tourney->teams_count);
    snprintf(all->event, sizeof all->event, "%s", tourney->settings.name);
    for (uint32_t i = 0; i < tourney->teams_count; i++)
        snprintf(all->team[i], sizeof all->team[i], "%s", tourney->teams[i].about.name);
    for (uint32_t i = 0; i < tourney->boards_count; i++) {
        const TourneyBoard *board = &tourney->boards[i];
        if (board->pair.game.text[0])
            all->games[all->count++] = (OccasionGame){
                board->pair.game,
                board->round,
                board->table,
                {team_of(tourney, board->pair.white), team_of(tourney, board->pair.black)}};
    }
    game_occasions_sort(all);
    return all;
}

static void export_games(Call *call, const AccountsAnswer *answer)
{
    static const GameShow SHOW = {.moves = true, .tags = true};
    const Tourney *tourney = tournament_of(call);
    GameQuery query;
    int64_t round = 0;
    size_t count;
    if (!tourney || !read_number(call, "round", 0, TOURNAMENT_ROUNDS_MAX, &round))
        return;
    const char *fault = game_query_read(&query, &call->params, answer->list, SHOW);
    if (fault) {
        answer_error(&call->asker, 400, fault);
        return;
    }
    GameId *games = tournaments_games(tourney, (uint32_t)round, &count);
    game_export_of(call, &query, false, games, count, tournament_occasions(tourney));
    free(games);
}

void tournament_games(Call *call)
{
    AccountRef nobody = account_ref_id("");
    accounts_find(call->server->accounts, &nobody, 1, "", call_answered,
                  call_wait(call, export_games));
}
