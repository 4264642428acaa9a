/* Swiss tournaments as the Lichess API has them. */
#include "lichess_tournament_api.h"
#include "memory.h"
#include "routes.h"

static void answer_swiss(const LichessTournament *of)
{
    Text text;
    text_init(&text);
    lichess_swiss_json(of, &text);
    answer_json(&of->call->asker, 200, &text);
    text_clear(&text);
}

void swiss_show(Call *call)
{
    LichessTournament of;
    if (lichess_tournament_of(call, FORMAT_SWISS, &of))
        answer_swiss(&of);
}

/* The path names a team, to whose members it is open; scripts that know no team of this server name any word, and then everybody
 * may join. */
void swiss_create(Call *call)
{
    LichessTournament of;
    if (lichess_tournament_make(call, FORMAT_SWISS, &of))
        answer_swiss(&of);
}

void swiss_change(Call *call)
{
    LichessTournament of;
    if (lichess_tournament_change(call, FORMAT_SWISS, &of))
        answer_swiss(&of);
}

void swiss_join(Call *call)
{
    lichess_tournament_join(call, FORMAT_SWISS);
}

void swiss_withdraw(Call *call)
{
    lichess_tournament_withdraw(call, FORMAT_SWISS);
}

void swiss_terminate(Call *call)
{
    lichess_tournament_terminate(call, FORMAT_SWISS);
}

void swiss_games(Call *call)
{
    lichess_tournament_games(call, FORMAT_SWISS);
}

void swiss_results(Call *call)
{
    lichess_tournament_results(call, FORMAT_SWISS);
}

void swiss_report(Call *call)
{
    LichessTournament of;
    if (lichess_tournament_of(call, FORMAT_SWISS, &of))
        tournament_report(call);
}

/* All further rounds are paired by hand, and the next one begins at that instant; without one, now. */
void swiss_schedule(Call *call)
{
    LichessTournament of;
    TourneyAct act = {.kind = ACT_SETTINGS};
    int64_t at = call->now, latest = call->now + INT64_C(24) * 3600 * 1000 * TOURNEY_DAYS_AHEAD;
    if (!lichess_tournament_of(call, FORMAT_SWISS, &of))
        return;
    if (params_find(&call->params, "date") &&
        !params_integer(&call->params, "date", 0, latest, &at)) {
        answer_refusal(&call->asker, 400, "bad_field",
                       "date: must be ms since 1970, at most a year ahead");
        return;
    }
    act.settings = memory_new(sizeof *act.settings);
    *act.settings = of.tourney->settings;
    act.settings->pairing = 1;
    act.settings->next_round = at < call->now ? call->now : at;
    if (tournament_carry_out(call, &act))
        answer_send(&call->asker, &(HttpAnswer){.status = 204, .cache = "no-store"});
    tourney_act_clear(&act);
}
