/* Teams as the Lichess API has them: their one leader is the captain. */
#include "team_call.h"

#include "memory.h"
#include "routes.h"
#include "user_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 15, PAGES_MAX = 1000 };

static void print_leader(const AccountInfo *captain, const char *name, Text *text)
{
    char handle[PERSON_NAME_MAX + 1];
    text_open(text, name, '{');
    text_string(text, "id", account_handle(captain, handle));
    text_string(text, "name", captain->name);
    text_close(text, '}');
}

static void print_team(const Call *call, const Team *team, const AccountInfo *captain, Text *text)
{
    const AccountInfo *me = &call->identity.account;
    const TeamMember *member = account_is_found(me) ? team_member(team, me->id) : NULL;
    text_open(text, NULL, '{');
    text_string(text, "id", team->id.text);
    text_string(text, "name", team->about.name);
    text_string(text, "description", team->about.description);
    text_bool(text, "open", team->about.entry == TEAM_OPEN);
    print_leader(captain, "leader", text);
    text_open(text, "leaders", '[');
    print_leader(captain, NULL, text);
    text_close(text, ']');
    text_integer(text, "nbMembers", (int64_t)team->belong);
    if (account_is_found(me)) {
        text_bool(text, "joined", member && !member->asks);
        text_bool(text, "requested", member && member->asks);
    }
    text_close(text, '}');
}

/* ---- one ---- */

static void show_found(Call *call, const AccountsAnswer *answer)
{
    const Team *team = team_of(call);
    Text text;
    if (!team || !answer->count)
        return;
    text_init(&text);
    print_team(call, team, &answer->list[0], &text);
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

void lichess_team_show(Call *call)
{
    const Team *team = team_of(call);
    if (!team)
        return;
    AccountRef ref = account_ref_id(team->captain);
    accounts_find(call->server->accounts, &ref, 1, "", call_answered, call_wait(call, show_found));
}

/* ---- many ---- */

typedef struct {
    bool is_paged;
    int64_t page;
    size_t total, count;
    TeamId at[];
} Found;

static void print_found(Call *call, const Found *found, const AccountsAnswer *answer, Text *text)
{
    for (size_t i = 0; i < found->count && i < answer->count; i++) {
        const Team *team = teams_find(core_teams(call->server->core), found->at[i].text);
        if (!team)
            continue;
        if (team->number > call->asker.number)
            call->asker.number = team->number;
        print_team(call, team, &answer->list[i], text);
    }
}

static void print_page(const Found *found, Text *text)
{
    int64_t pages = ((int64_t)found->total + PAGE - 1) / PAGE;
    text_integer(text, "currentPage", found->page);
    text_integer(text, "maxPerPage", PAGE);
    text_integer(text, "nbResults", (int64_t)found->total);
    text_integer(text, "nbPages", pages);
    if (found->page > 1)
        text_integer(text, "previousPage", found->page - 1);
    else
        text_null(text, "previousPage");
    if (found->page < pages)
        text_integer(text, "nextPage", found->page + 1);
    else
        text_null(text, "nextPage");
}

static void many_found(Call *call, const AccountsAnswer *answer)
{
    const Found *found = call->extra;
    Text text;
    text_init(&text);
    if (found->is_paged) {
        text_open(&text, NULL, '{');
        print_page(found, &text);
    }
    text_open(&text, found->is_paged ? "currentPageResults" : NULL, '[');
    print_found(call, found, answer, &text);
    text_close(&text, ']');
    if (found->is_paged)
        text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

/* Looks their captains up, and answers with those from 'first' on. */
static void answer_many(Call *call, TeamList *list, bool is_paged, int64_t page)
{
    team_list(call, list);
    size_t first = is_paged ? (size_t)(page - 1) * PAGE : 0;
    size_t left = list->count > first ? list->count - first : 0;
    size_t count = is_paged && left > PAGE ? PAGE : left;
    Found *found = memory_new(sizeof *found + (count + 1) * sizeof *found->at);
    AccountRef *refs = memory_array(count + 1, sizeof *refs);
    *found = (Found){.is_paged = is_paged, .page = page, .total = list->count, .count = count};
    for (size_t i = 0; i < count; i++) {
        found->at[i] = list->at[first + i]->id;
        refs[i] = account_ref_id(list->at[first + i]->captain);
    }
    free(list->at);
    free(call->extra);
    call->extra = found;
    accounts_find(call->server->accounts, refs, count, "", call_answered,
                  call_wait(call, many_found));
    free(refs);
}

static void answer_page(Call *call, const char *text)
{
    int64_t page = 1;
    TeamList list = {.text = text};
    if (params_find(&call->params, "page") &&
        !params_integer(&call->params, "page", 1, PAGES_MAX, &page))
        answer_refusal(&call->asker, 400, "bad_field", "page: must be a number from 1 to 1000");
    else
        answer_many(call, &list, true, page);
}

void lichess_teams_all(Call *call)
{
    answer_page(call, NULL);
}

void lichess_teams_search(Call *call)
{
    answer_page(call, params_find(&call->params, "text"));
}

static void player_found(Call *call, const AccountsAnswer *answer)
{
    const AccountInfo *account = call_found(call, answer);
    if (!account)
        return;
    TeamList list = {.player = account->id};
    answer_many(call, &list, false, 1);
}

void lichess_teams_of(Call *call)
{
    call_find(call, 0, player_found);
}

/* ---- members and requests ---- */

static void print_user(const Call *call, const AccountInfo *account, int64_t since, bool is_full,
                       Text *text)
{
    char handle[PERSON_NAME_MAX + 1];
    text_open(text, NULL, '{');
    if (is_full) {
        user_members(call->server, account, call->identity.account.id, text);
    } else {
        text_string(text, "id", account_handle(account, handle));
        text_string(text, "name", account->name);
        if (account->bot)
            text_string(text, "title", "BOT");
    }
    text_integer(text, "joinedTeamTimestamp", since);
    text_close(text, '}');
}

static void users_found(Call *call, const AccountsAnswer *answer)
{
    const Team *team = team_of(call);
    bool is_full = params_flag(&call->params, "full", false);
    Text text;
    if (!team)
        return;
    text_init(&text);
    for (size_t i = answer->count; i-- > 0;) { /* the newest first, as on lichess */
        const AccountInfo *account = &answer->list[i];
        const TeamMember *member =
            account_is_found(account) ? team_member(team, account->id) : NULL;
        if (!member || member->asks)
            continue;
        print_user(call, account, member->since, is_full, &text);
        text_append(&text, "\n", 1);
    }
    answer_lines(&call->asker, &text);
    text_clear(&text);
}

static void print_request(const Call *call, const Team *team, const TeamMember *member,
                          const AccountInfo *account, Text *text)
{
    char handle[PERSON_NAME_MAX + 1];
    text_open(text, NULL, '{');
    text_open(text, "request", '{');
    text_string(text, "teamId", team->id.text);
    text_string(text, "userId", account_handle(account, handle));
    text_integer(text, "date", member->since);
    text_string(text, "message", member->words);
    text_close(text, '}');
    text_open(text, "user", '{');
    user_members(call->server, account, call->identity.account.id, text);
    text_close(text, '}');
    text_close(text, '}');
}

static void requests_found(Call *call, const AccountsAnswer *answer)
{
    const Team *team = team_of(call);
    Text text;
    if (!team)
        return;
    text_init(&text);
    text_open(&text, NULL, '[');
    for (size_t i = 0; i < answer->count; i++) {
        const AccountInfo *account = &answer->list[i];
        const TeamMember *member =
            account_is_found(account) ? team_member(team, account->id) : NULL;
        if (member && member->asks)
            print_request(call, team, member, account, &text);
    }
    text_close(&text, ']');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

static void find_members(Call *call, const Team *team, CallNext next)
{
    AccountRef *refs = memory_array(team->count + 1, sizeof *refs);
    for (size_t i = 0; i < team->count; i++)
        refs[i] = account_ref_id(team->members[i]->player);
    accounts_find(call->server->accounts, refs, team->count, call->identity.account.id,
                  call_answered, call_wait(call, next));
    free(refs);
}

void lichess_team_users(Call *call)
{
    const Team *team = team_of(call);
    if (team)
        find_members(call, team, users_found);
}

/* Those that were declined are not kept. */
void lichess_team_requests(Call *call)
{
    const Team *team = team_of(call);
    const AccountInfo *me = &call->identity.account;
    if (!team)
        return;
    if (team_may(team, me->id, me->is_operator, TEAM_ACCEPT))
        find_members(call, team, requests_found);
    else
        answer_refusal(&call->asker, 403, "not_allowed", "Only the captain may do that.");
}

/* ---- done ---- */

void lichess_team_join(Call *call)
{
    team_join(call, params_find(&call->params, "password"), params_find(&call->params, "message"));
}

void lichess_team_quit(Call *call)
{
    team_carry_out(call, TEAM_LEAVE, "");
}

static void accept_found(Call *call, const AccountsAnswer *answer)
{
    const AccountInfo *account = call_found(call, answer);
    if (account)
        team_carry_out(call, TEAM_ACCEPT, account->id);
}

static void decline_found(Call *call, const AccountsAnswer *answer)
{
    const AccountInfo *account = call_found(call, answer);
    if (account)
        team_carry_out(call, TEAM_DECLINE, account->id);
}

static void kick_found(Call *call, const AccountsAnswer *answer)
{
    const AccountInfo *account = call_found(call, answer);
    if (account)
        team_carry_out(call, TEAM_REMOVE, account->id);
}

void lichess_team_accept(Call *call)
{
    call_find(call, 1, accept_found);
}

void lichess_team_decline(Call *call)
{
    call_find(call, 1, decline_found);
}

void lichess_team_kick(Call *call)
{
    call_find(call, 1, kick_found);
}
