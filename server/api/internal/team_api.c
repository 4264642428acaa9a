/* Teams: listed, made, joined, led. */
#include "team_call.h"

#include "array.h"
#include "memory.h"
#include "routes.h"
#include "utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED_USUAL = 50, LISTED_MOST = 100, DESCRIPTION_LISTED = 200 /* characters */ };

static Teams *teams_of(const Call *call)
{
    return core_teams(call->server->core);
}

const Team *team_of(Call *call)
{
    const Team *team = teams_find(teams_of(call), call->parts[0]);
    if (!team)
        answer_refusal(&call->asker, 404, "not_found", "There is no such team.");
    else if (team->number > call->asker.number)
        call->asker.number = team->number;
    return team;
}

void team_refused(Call *call, const TeamAnswer *answer)
{
    answer_refusal(&call->asker, answer->status, answer->code, answer->why);
}

/* ---- shown ---- */

typedef struct {
    TeamList *list;
    TeamNameKey part; /* "": of any name */
} Taking;

static void take(void *context, const Team *team)
{
    const Taking *taking = context;
    TeamList *list = taking->list;
    if (!team_is_called(team, &taking->part))
        return;
    const TeamMember *member = list->player ? team_member(team, list->player) : NULL;
    if (list->player && (!member || (member->asks && !list->asking)))
        return;
    list->at = array_reserve(list->at, &list->size, list->count + 1, sizeof *list->at);
    list->at[list->count++] = team;
}

static int compare(const void *one, const void *other)
{
    const Team *a = *(const Team *const *)one, *b = *(const Team *const *)other;
    if (a->belong != b->belong)
        return a->belong > b->belong ? -1 : 1;
    int names = strcmp(a->about.name, b->about.name);
    return names ? names : strcmp(a->id.text, b->id.text);
}

void team_list(const Call *call, TeamList *list)
{
    const Teams *teams = teams_of(call);
    Taking taking = {.list = list};
    if (list->text && !team_name_key(list->text, &taking.part))
        return;
    if (list->player)
        teams_each_of(teams, list->player, take, &taking);
    else
        teams_each(teams, take, &taking);
    if (list->count)
        qsort(list->at, list->count, sizeof *list->at, compare);
}

static void print_person(const AccountInfo *account, const char *name, Text *text)
{
    text_open(text, name, '{');
    text_string(text, "id", account->id);
    text_string(text, "name", account->name);
    text_close(text, '}');
}

static void print_me(const Call *call, const Team *team, Text *text)
{
    const AccountInfo *me = &call->identity.account;
    if (!account_is_found(me)) {
        text_null(text, "me");
        return;
    }
    const TeamMember *member = team_member(team, me->id);
    text_open(text, "me", '{');
    text_string(text, "state", !member ? NULL : member->asks ? "asks" : "member");
    text_bool(text, "captain", strcmp(team->captain, me->id) == 0);
    text_open(text, "may", '[');
    for (int kind = 0; kind < TEAM_ACTS_COUNT; kind++)
        if (team_may(team, me->id, me->is_operator, (TeamActKind)kind))
            text_string(text, NULL, team_act_word((TeamActKind)kind));
    text_close(text, ']');
    text_close(text, '}');
}

/* In a list not all of it: a hundred of them would be a megabyte. */
static void print_beginning(const char *description, Text *text)
{
    char beginning[4 * DESCRIPTION_LISTED + sizeof "…"];
    uint32_t point;
    size_t length = strlen(description), end = 0;
    for (int i = 0; i < DESCRIPTION_LISTED && end < length; i++)
        end += utf8_take(description + end, length - end, &point);
    snprintf(beginning, sizeof beginning, "%.*s%s", (int)end, description, end < length ? "…" : "");
    text_string(text, "description", beginning);
}

static void print_team(const Call *call, const Team *team, const AccountInfo *captain,
                       bool is_listed, Text *text)
{
    const AccountInfo *me = &call->identity.account;
    bool leads = account_is_found(me) && team_may(team, me->id, me->is_operator, TEAM_ACCEPT);
    text_open(text, NULL, '{');
    text_string(text, "id", team->id.text);
    text_string(text, "name", team->about.name);
    if (is_listed)
        print_beginning(team->about.description, text);
    else
        text_string(text, "description", team->about.description);
    text_string(text, "entry", team_entry_word(team->about.entry));
    print_person(captain, "captain", text);
    text_integer(text, "members", (int64_t)team->belong);
    text_integer(text, "made", team->made);
    if (leads) {
        text_integer(text, "requests", (int64_t)(team->count - team->belong));
        text_string(text, "code", team->about.code);
    } else {
        text_null(text, "requests");
        text_null(text, "code");
    }
    print_me(call, team, text);
    text_close(text, '}');
}

static void show_found(Call *call, const AccountsAnswer *answer)
{
    const Team *team = team_of(call);
    Text text;
    if (!team || !answer->count)
        return;
    text_init(&text);
    print_team(call, team, &answer->list[0], false, &text);
    answer_json(&call->asker, call->route->method == HTTP_POST ? 201 : 200, &text);
    text_clear(&text);
}

static void show(Call *call, const Team *team)
{
    AccountRef ref = account_ref_id(team->captain);
    accounts_find(call->server->accounts, &ref, 1, "", call_answered, call_wait(call, show_found));
}

void team_show(Call *call)
{
    const Team *team = team_of(call);
    if (team)
        show(call, team);
}

/* ---- the list ---- */

typedef struct {
    size_t count;
    TeamId at[LISTED_MOST];
} Listed;

static void list_found(Call *call, const AccountsAnswer *answer)
{
    const Listed *listed = call->extra;
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_open(&text, "teams", '[');
    for (size_t i = 0; i < listed->count && i < answer->count; i++) {
        const Team *team = teams_find(teams_of(call), listed->at[i].text);
        if (!team)
            continue;
        if (team->number > call->asker.number)
            call->asker.number = team->number;
        print_team(call, team, &answer->list[i], true, &text);
    }
    text_close(&text, ']');
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

void teams_list(Call *call)
{
    int64_t most = LISTED_USUAL;
    if (params_find(&call->params, "nb") &&
        !params_integer(&call->params, "nb", 1, LISTED_MOST, &most)) {
        answer_refusal(&call->asker, 400, "bad_field", "nb: must be a number from 1 to 100");
        return;
    }
    bool mine = params_flag(&call->params, "mine", false);
    TeamList list = {.text = params_find(&call->params, "q"),
                     .player = mine ? call->identity.account.id : NULL,
                     .asking = true};
    team_list(call, &list);
    Listed *listed = memory_new(sizeof *listed);
    AccountRef *refs = memory_array(LISTED_MOST, sizeof *refs);
    for (; listed->count < list.count && listed->count < (size_t)most; listed->count++) {
        listed->at[listed->count] = list.at[listed->count]->id;
        refs[listed->count] = account_ref_id(list.at[listed->count]->captain);
    }
    free(list.at);
    call->extra = listed;
    accounts_find(call->server->accounts, refs, listed->count, "", call_answered,
                  call_wait(call, list_found));
    free(refs);
}

/* ---- members ---- */

static void print_member(const Call *call, const TeamMember *member, const AccountInfo *account,
                         Text *text)
{
    text_open(text, NULL, '{');
    text_string(text, "id", account->id);
    text_string(text, "name", account->name);
    text_bool(text, "bot", account->bot);
    text_bool(text, "here", core_is_here(call->server->core, account->id));
    text_integer(text, "since", member->since);
    if (member->asks)
        text_string(text, "words", member->words);
    text_close(text, '}');
}

static void print_list(const Call *call, const Team *team, const AccountsAnswer *found, bool asks,
                       Text *text)
{
    for (size_t i = 0; i < found->count; i++) {
        const AccountInfo *account = &found->list[i];
        const TeamMember *member =
            account_is_found(account) ? team_member(team, account->id) : NULL;
        if (member && member->asks == asks)
            print_member(call, member, account, text);
    }
}

static void members_found(Call *call, const AccountsAnswer *answer)
{
    const Team *team = team_of(call);
    const AccountInfo *me = &call->identity.account;
    Text text;
    if (!team)
        return;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_open(&text, "members", '[');
    print_list(call, team, answer, false, &text);
    text_close(&text, ']');
    text_open(&text, "requests", '[');
    if (account_is_found(me) && team_may(team, me->id, me->is_operator, TEAM_ACCEPT))
        print_list(call, team, answer, true, &text);
    text_close(&text, ']');
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

void team_members_list(Call *call)
{
    const Team *team = team_of(call);
    if (!team)
        return;
    AccountRef *refs = memory_array(team->count + 1, sizeof *refs);
    for (size_t i = 0; i < team->count; i++)
        refs[i] = account_ref_id(team->members[i]->player);
    accounts_find(call->server->accounts, refs, team->count, "", call_answered,
                  call_wait(call, members_found));
    free(refs);
}

/* ---- made and changed ---- */

void team_make(Call *call)
{
    TeamAnswer answer = {.status = 400};
    TeamAbout *about = memory_new(sizeof *about);
    const Team *team = NULL;
    if (!team_read_about(&call->params, about, &answer))
        team_refused(call, &answer);
    else if (call_is_allowed(call, LIMIT_TEAM, call->identity.account.id) &&
             !(team = teams_make(teams_of(call), about, call->identity.account.id,
                                 call->http->address, &answer)))
        team_refused(call, &answer);
    free(about);
    if (!team)
        return;
    call->asker.number = team->number;
    snprintf(call->parts[0], sizeof call->parts[0], "%s", team->id.text);
    show(call, team);
}

static bool act(Call *call, const TeamAct *act)
{
    TeamAnswer answer = {.status = 400};
    if (teams_act(teams_of(call), call->parts[0], act, &call->asker.number, &answer))
        return true;
    team_refused(call, &answer);
    return false;
}

/* ---- joined ---- */

/* Whoever knows a code is never kept from joining by those who have guessed at other addresses. */
static void join(Call *call, const Team *team, const char *code, const char *words)
{
    char both[TEAM_ID_LENGTH + 1 + ADDRESS_MAX + 1];
    const char *address = call->http->address;
    TeamAnswer answer = {.status = 400};
    TeamAct joins = {.kind = TEAM_JOIN, .code = code, .words = words, .address = address};
    snprintf(joins.by, sizeof joins.by, "%s", call->identity.account.id);
    snprintf(both, sizeof both, "%s %s", team->id.text, address);
    bool guesses = team->about.entry == TEAM_BY_CODE && code;
    if (guesses && (!call_would_be_allowed(call, LIMIT_PASSWORD_ADDRESS, address) ||
                    !call_would_be_allowed(call, LIMIT_TEAM_CODE, both)))
        return;
    if (teams_act(teams_of(call), team->id.text, &joins, &call->asker.number, &answer)) {
        answer_ok(&call->asker);
        return;
    }
    if (guesses && strcmp(answer.code, "code") == 0) {
        core_allows(call->server->core, LIMIT_PASSWORD_ADDRESS, address);
        core_allows(call->server->core, LIMIT_TEAM_CODE, both);
    }
    team_refused(call, &answer);
}

/* With their request: the captain hears whoever asks. */
static void captain_asked(Call *call, const AccountsAnswer *answer)
{
    const Team *team = team_of(call);
    bool hears = answer->count && !answer->list[0].blocked && !answer->list[0].muted;
    if (team)
        join(call, team, NULL, hears ? call->extra : NULL);
}

/* Who may say nothing here asks without words. */
static void silence_asked(Call *call, const AccountsAnswer *answer)
{
    const Team *team = team_of(call);
    const char *id = call->identity.account.id;
    AccountRef ref = account_ref_id(id);
    if (!team)
        return;
    if (answer->muted_until > call->now || core_silence(call->server->core, id))
        join(call, team, NULL, NULL);
    else if (call_is_allowed(call, LIMIT_CHAT, id) &&
             call_is_allowed(call, LIMIT_CHAT_ADDRESS, call->http->address))
        accounts_find(call->server->accounts, &ref, 1, team->captain, call_answered,
                      call_wait(call, captain_asked));
}

void team_join(Call *call, const char *code, const char *words)
{
    const Team *team = team_of(call);
    if (!team)
        return;
    if (team->about.entry != TEAM_BY_REQUEST || !words || !*words) {
        join(call, team, code, words);
        return;
    }
    size_t size = strlen(words) + 1;
    call->extra = memory_new(size);
    memcpy(call->extra, words, size);
    accounts_sanctions(call->server->accounts, call->identity.account.id, call_answered,
                       call_wait(call, silence_asked));
}

/* ---- the other acts ---- */

void team_carry_out(Call *call, TeamActKind kind, const char *player)
{
    TeamAct done = {.kind = kind, .is_operator = call->identity.account.is_operator};
    snprintf(done.by, sizeof done.by, "%s", call->identity.account.id);
    snprintf(done.player, sizeof done.player, "%s", player);
    if (act(call, &done))
        answer_ok(&call->asker);
}

/* Refused by what they are to the team, before anything else is told. */
static bool may(Call *call, const Team *team, TeamActKind kind)
{
    const AccountInfo *me = &call->identity.account;
    bool by_oneself = kind == TEAM_JOIN || kind == TEAM_LEAVE;
    if (by_oneself || team_may(team, me->id, me->is_operator, kind))
        return true;
    answer_refusal(&call->asker, 403, "not_allowed", "Only the captain may do that.");
    return false;
}

static void player_found(Call *call, const AccountsAnswer *answer)
{
    TeamActKind kind;
    const char *word = params_find(&call->params, "act");
    if (!answer->count || !account_is_found(&answer->list[0]))
        answer_refusal(&call->asker, 400, "no_user", "There is no account with that name.");
    else if (word && team_act_parse_word(word, &kind))
        team_carry_out(call, kind, answer->list[0].id);
}

static void change(Call *call, const Team *team)
{
    TeamAnswer answer = {.status = 400};
    TeamAbout *about = memory_new(sizeof *about);
    TeamAct changed = {
        .kind = TEAM_SETTINGS, .is_operator = call->identity.account.is_operator, .about = about};
    *about = team->about;
    snprintf(changed.by, sizeof changed.by, "%s", call->identity.account.id);
    if (!team_read_about(&call->params, about, &answer))
        team_refused(call, &answer);
    else if (act(call, &changed))
        answer_ok(&call->asker);
    free(about);
}

/* To lead a team by a token needs the scope for that. */
static bool has_scope(Call *call, TeamActKind kind)
{
    uint32_t needed = kind == TEAM_JOIN || kind == TEAM_LEAVE ? SCOPE_TEAM_WRITE : SCOPE_TEAM_LEAD;
    if (call->identity.who != WHO_TOKEN || call->identity.credential.scopes & needed)
        return true;
    answer_refusal(&call->asker, 403, "scope", "The token has not the scope team:lead.");
    return false;
}

void team_do(Call *call)
{
    const Team *team = team_of(call);
    const char *word = params_find(&call->params, "act");
    TeamActKind kind;
    if (!team)
        return;
    if (!word || !team_act_parse_word(word, &kind)) {
        answer_refusal(&call->asker, 400, "bad_field", "act: there is no such act");
        return;
    }
    if (!has_scope(call, kind) || !may(call, team, kind))
        return;
    if (kind == TEAM_SETTINGS) {
        change(call, team);
    } else if (kind >= TEAM_ACCEPT && kind <= TEAM_CAPTAIN) {
        AccountRef ref = account_ref_name(params_find(&call->params, "player"));
        accounts_find(call->server->accounts, &ref, 1, "", call_answered,
                      call_wait(call, player_found));
    } else if (kind == TEAM_JOIN) {
        team_join(call, params_find(&call->params, "code"), params_find(&call->params, "words"));
    } else {
        team_carry_out(call, kind, "");
    }
}
