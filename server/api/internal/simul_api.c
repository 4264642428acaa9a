/* Simuls as the Lichess API has them. */
#include "lichess_tournament_list.h"
#include "message_parts.h"
#include "routes.h"

#include <stdio.h>
#include <stdlib.h>

enum { LISTED_MAX = 20 };

/* The newest of the host's games that goes on; "" when none does. */
static const char *game_of_host(const Tourney *tourney)
{
    for (uint32_t i = tourney->boards_count; tourney->boards_left && i-- > 0;)
        if (tourney->boards[i].state == STATE_PLAYING)
            return tourney->boards[i].pair.game.text;
    return "";
}

static void print_host(const LichessTournament *of, Text *text)
{
    const Tourney *tourney = of->tourney;
    const TourneyPerson *host = &tourney_player(tourney, 1)->person;
    char handle[PERSON_NAME_MAX + 1], name[PERSON_NAME_MAX + 1];
    snprintf(name, sizeof name, "%.*s", PERSON_NAME_MAX, host->name);
    text_open(text, "host", '{');
    text_string(text, "id", name_handle(name, handle));
    text_string(text, "name", name);
    if (host->bot || host->title[0])
        text_string(text, "title", host->bot ? "BOT" : host->title);
    if (host->rating)
        text_integer(text, "rating", host->rating);
    if (host->provisional)
        text_bool(text, "provisional", true);
    const char *game = game_of_host(tourney);
    if (*game)
        text_string(text, "gameId", game);
    if (core_is_here(of->call->server->core, host->user))
        text_bool(text, "online", true);
    text_close(text, '}');
}

static void print_variant(const TourneySettings *settings, Text *text)
{
    bool is_960 = settings->variant == VARIANT_CHESS960;
    text_open(text, "variants", '[');
    text_open(text, NULL, '{');
    text_string(text, "key", variant_word((Variant)settings->variant));
    text_string(text, "icon", "");
    text_string(text, "name", is_960 ? "Chess960" : "Standard");
    text_close(text, '}');
    text_close(text, ']');
}

/* Before the start everybody but the host has applied; from then on those who were accepted play. */
static void print_numbers(const Tourney *tourney, Text *text)
{
    bool is_ahead = tourney->status == TOURNEY_CREATED;
    uint32_t others = tourney->active_count ? tourney->active_count - 1 : 0;
    text_integer(text, "nbApplicants", is_ahead ? others : 0);
    text_integer(text, "nbPairings", tourney->boards_count);
}

static void print_instant(Text *text, const char *name, int64_t at)
{
    if (at)
        text_integer(text, name, at);
}

static void print_simul(const LichessTournament *of, Text *text)
{
    const Tourney *tourney = of->tourney;
    const TourneySettings *settings = &tourney->settings;
    char full[sizeof settings->name + sizeof " simul"];
    snprintf(full, sizeof full, "%s simul", settings->name);
    text_open(text, NULL, '{');
    text_string(text, "id", tourney->id.text);
    print_host(of, text);
    text_string(text, "name", settings->name);
    text_string(text, "fullName", full);
    print_variant(settings, text);
    text_bool(text, "isCreated", tourney->status == TOURNEY_CREATED);
    text_bool(text, "isRunning", tourney->status == TOURNEY_STARTED);
    text_bool(text, "isFinished", tourney->status == TOURNEY_FINISHED);
    text_string(text, "text", settings->description);
    print_instant(text, "estimatedStartAt",
                  tourney->started_at ? tourney->started_at : settings->starts_at);
    print_instant(text, "startedAt", tourney->started_at);
    if (tourney->status == TOURNEY_FINISHED)
        print_instant(text, "finishedAt", tourney->over_at);
    print_numbers(tourney, text);
    text_close(text, '}');
}

static void print_list(Call *call, const char *name, TourneyStatus status, const char *maker,
                       Text *text)
{
    LichessList list = {.format = FORMAT_SIMUL, .status = 1 << status, .maker = maker};
    lichess_list_gather(call, &list);
    text_open(text, name, '[');
    for (size_t i = 0; i < list.count && i < LISTED_MAX; i++) {
        LichessTournament of = lichess_listed(call, list.at[i]);
        print_simul(&of, text);
    }
    text_close(text, ']');
    free(list.at);
}

/* 'pending' are one's own that have not started. */
void simuls_list(Call *call)
{
    const AccountInfo *me = &call->identity.account;
    const char *maker = account_is_found(me) ? me->id : "";
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    print_list(call, "pending", TOURNEY_CREATED, maker, &text);
    print_list(call, "created", TOURNEY_CREATED, NULL, &text);
    print_list(call, "started", TOURNEY_STARTED, NULL, &text);
    print_list(call, "finished", TOURNEY_FINISHED, NULL, &text);
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}
