/* The arenas and Swiss tournaments of a team, as the Lichess API has them: a line each, those that start last first. */
#include "lichess_tournament_list.h"
#include "routes.h"
#include "team_call.h"

#include <stdlib.h>
#include <string.h>

enum { LISTED_USUAL = 100 };

/* created, started or finished; all of them when the call does not say. */
static bool read_status(Call *call, int *status)
{
    static const char *const WORDS[] = {"created", "started", "finished"};
    const char *word = params_find(&call->params, "status");
    *status = 0;
    for (int i = TOURNEY_CREATED; i <= TOURNEY_FINISHED; i++)
        if (!word || strcmp(word, WORDS[i]) == 0)
            *status |= 1 << i;
    if (*status)
        return true;
    answer_refusal(&call->asker, 400, "bad_field",
                   "status: must be one of created, started, finished");
    return false;
}

static void print_one(const LichessTournament *of, Text *text)
{
    if (of->tourney->settings.format == FORMAT_ARENA)
        lichess_arena_json(of, NULL, text);
    else
        lichess_swiss_json(of, text);
}

static void answer_list(Call *call, Format format, const char *maker)
{
    LichessList list = {.format = format,
                        .maker = maker,
                        .team = call->parts[0],
                        .name = params_find(&call->params, "name")};
    int64_t most;
    Text text;
    if (!team_of(call) || !lichess_list_most(call, "max", LISTED_USUAL, &most) ||
        !read_status(call, &list.status))
        return;
    lichess_list_gather(call, &list);
    text_init(&text);
    for (size_t i = 0; i < list.count && (int64_t)i < most; i++) {
        LichessTournament of = lichess_listed(call, list.at[i]);
        print_one(&of, &text);
        text_append(&text, "\n", 1);
    }
    answer_lines(&call->asker, &text);
    text_clear(&text);
    free(list.at);
}

static void arenas_maker_found(Call *call, const AccountsAnswer *answer)
{
    const AccountInfo *account = call_found(call, answer);
    if (account)
        answer_list(call, FORMAT_ARENA, account->id);
}

static void swiss_maker_found(Call *call, const AccountsAnswer *answer)
{
    const AccountInfo *account = call_found(call, answer);
    if (account)
        answer_list(call, FORMAT_SWISS, account->id);
}

static void list(Call *call, Format format, CallNext maker_found)
{
    const char *maker = params_find(&call->params, "createdBy");
    if (!maker || !*maker) {
        answer_list(call, format, NULL);
        return;
    }
    AccountRef ref = account_ref_name(maker);
    accounts_find(call->server->accounts, &ref, 1, "", call_answered, call_wait(call, maker_found));
}

void lichess_team_arenas(Call *call)
{
    list(call, FORMAT_ARENA, arenas_maker_found);
}

void lichess_team_swiss(Call *call)
{
    list(call, FORMAT_SWISS, swiss_maker_found);
}
