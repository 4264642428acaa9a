/* Tournaments made and changed: by players, organisers and arbiters. */
#include "memory.h"
#include "routes.h"
#include "tournament_call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- answers ---- */

static void print_warnings(const TourneyAnswer *answer, Text *text)
{
    text_open(text, "warnings", '[');
    for (uint32_t i = 0; i < answer->warnings_count; i++) {
        text_open(text, NULL, '{');
        text_string(text, "code", answer->warnings[i].code);
        text_string(text, "text", answer->warnings[i].text);
        text_close(text, '}');
    }
    text_close(text, ']');
}

static void refuse(Call *call, const TourneyAnswer *answer, int row, int column)
{
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "error", answer->why);
    text_string(&text, "code", answer->code);
    if (answer->field[0])
        text_string(&text, "field", answer->field);
    if (answer->warnings_count)
        print_warnings(answer, &text);
    if (row) {
        text_integer(&text, "row", row);
        text_integer(&text, "column", column);
    }
    text_close(&text, '}');
    answer_json(&call->asker, answer->status, &text);
    text_clear(&text);
}

/* {"ok":true,"seq":19}, and how many were added if that matters. */
static void answer_done(Call *call, uint64_t number, int64_t added)
{
    const Tourney *tourney = tournaments_find(core_tournaments(call->server->core), call->parts[0]);
    Text text;
    call->asker.number = number;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_bool(&text, "ok", true);
    text_integer(&text, "seq", tourney->seq);
    if (added >= 0)
        text_integer(&text, "added", added);
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

/* ---- people ---- */

static Category category_of_settings(const TourneySettings *settings)
{
    TimeControl control = tourney_settings_control(settings);
    return category_of(&control, (Variant)settings->variant);
}

void tournament_take_account(const AccountInfo *account, const TourneySettings *settings,
                             int64_t now, TourneyPerson *person, TourneyEntry *entry)
{
    Category category = category_of_settings(settings);
    person->kind = TOURNEY_ACCOUNT;
    person->bot = account->bot;
    snprintf(person->user, sizeof person->user, "%s", account->id);
    snprintf(person->name, sizeof person->name, "%s", account->name);
    if (category == CATEGORY_COUNT)
        return;
    const Rating *rating = &account->ratings[category].rating;
    entry->games = rating->games;
    if (rating->games) {
        person->rating = rating_points(rating);
        person->provisional = rating_is_provisional(rating, now);
    }
}

/* ---- made ---- */

void tournament_refuse(Call *call, const TourneyAnswer *answer)
{
    refuse(call, answer, 0, 0);
}

const Tourney *tournament_make(Call *call, const TourneySettings *settings)
{
    Tournaments *tournaments = core_tournaments(call->server->core);
    TourneyAnswer answer = {.status = 400};
    TourneyId id;
    uint64_t number;
    TourneyPerson host = {0};
    TourneyEntry entry;
    bool has_host = settings->format == FORMAT_SIMUL;
    if (!call_is_allowed(call, LIMIT_TOURNAMENT, call->identity.person.id))
        return NULL;
    if (has_host)
        tournament_take_account(&call->identity.account, settings, call->now, &host, &entry);
    const TournamentMaker maker = {
        .person = &call->identity.person,
        .host = has_host ? &host : NULL,
        .address = call->http->address,
        .is_new = call->now - call->identity.account.made < TOURNAMENTS_NEW_ACCOUNT,
    };
    if (!tournaments_create(tournaments, settings, &maker, &id, &number, &answer)) {
        refuse(call, &answer, 0, 0);
        return NULL;
    }
    call->asker.number = number;
    return tournaments_find(tournaments, id.text);
}

void tournament_create(Call *call)
{
    const char *word = params_find(&call->params, "format");
    TourneySettings *settings = memory_new(sizeof *settings);
    TourneyAnswer answer = {.status = 400, .code = "bad_field"};
    Format format;
    bool is_good = word && format_parse(word, &format);
    if (!is_good) {
        snprintf(answer.why, sizeof answer.why,
                 "format: must be one of arena, swiss, roundrobin, knockout, simul, teams");
    } else {
        tourney_settings_usual(settings, format);
        is_good = tourney_settings_read(settings, &call->params, call->now, answer.why) &&
                  tourney_settings_check(settings, answer.why);
    }
    if (is_good) {
        const Tourney *tourney = tournament_make(call, settings);
        if (tourney)
            tournament_answer(call, 201, tourney);
    } else {
        snprintf(answer.field, sizeof answer.field, "%.*s", (int)strcspn(answer.why, ":"),
                 answer.why);
        refuse(call, &answer, 0, 0);
    }
    free(settings);
}

/* ---- players ---- */

bool tournament_enter(Call *call, const Tourney *tourney, const char *code, const char *team,
                      TourneyAnswer *answer)
{
    TourneyPerson person = {.kind = TOURNEY_GUEST};
    TourneyEntry entry = {.code = code, .team = team};
    if (account_is_found(&call->identity.account)) {
        tournament_take_account(&call->identity.account, &tourney->settings, call->now, &person,
                                &entry);
    } else {
        memcpy(person.user, call->identity.person.id, sizeof person.user);
        snprintf(person.name, sizeof person.name, "%s", call->identity.person.name);
    }
    *answer = (TourneyAnswer){.status = 400};
    return tournaments_join(core_tournaments(call->server->core), call->parts[0], &person, &entry,
                            &call->asker.number, answer);
}

void tournament_join(Call *call)
{
    const Tourney *tourney = tournament_of(call);
    TourneyAnswer answer;
    if (!tourney)
        return;
    if (tournament_enter(call, tourney, params_find(&call->params, "code"),
                         params_find(&call->params, "team"), &answer))
        answer_done(call, call->asker.number, -1);
    else
        refuse(call, &answer, 0, 0);
}

/* ---- acts ---- */

bool tournament_carry_out(Call *call, TourneyAct *act)
{
    TourneyAnswer answer = {.status = 400};
    if (tournaments_act(core_tournaments(call->server->core), call->parts[0], act,
                        &call->identity.person, &call->asker.number, &answer))
        return true;
    refuse(call, &answer, 0, 0);
    return false;
}

static void carry_out(Call *call, TourneyAct *act)
{
    if (tournament_carry_out(call, act))
        answer_done(call, call->asker.number, -1);
}

bool tournament_leave(Call *call, const Tourney *tourney)
{
    TourneyAct act = {.kind = ACT_WITHDRAW};
    const TourneyPlayer *player = tourney_player_of(tourney, call->identity.person.id);
    if (!player) {
        answer_refusal(&call->asker, 400, "no_player", "You do not take part.");
        return false;
    }
    act.player = player->number;
    return tournament_carry_out(call, &act);
}

void tournament_withdraw(Call *call)
{
    const Tourney *tourney = tournament_of(call);
    if (tourney && tournament_leave(call, tourney))
        answer_done(call, call->asker.number, -1);
}

static void take_found(const Call *call, const Tourney *tourney, const AccountInfo *account,
                       TourneyAct *act)
{
    TourneyEntry entry;
    if (act->kind != ACT_TEAM) {
        tournament_take_account(account, &tourney->settings, call->now, &act->person, &entry);
        return;
    }
    snprintf(act->about.captain, sizeof act->about.captain, "%s", account->id);
    snprintf(act->about.captain_name, sizeof act->about.captain_name, "%s", account->name);
    act->person.name[0] = '\0';
}

/* Whoever is added, given a role or made a captain has been looked up. */
static void person_found(Call *call, const AccountsAnswer *found)
{
    const Tourney *tourney = tournament_of(call);
    TourneyAct act;
    TourneyAnswer answer;
    if (!tourney)
        return;
    if (!tourney_read_act(tourney, &call->params, call->now, &act, &answer)) {
        refuse(call, &answer, 0, 0);
        return;
    }
    if (found->count == 0 || !account_is_found(&found->list[0])) {
        tourney_refuse(&answer, 400, "no_user", "There is no account with that name.");
        refuse(call, &answer, 0, 0);
    } else {
        take_found(call, tourney, &found->list[0], &act);
        carry_out(call, &act);
    }
    tourney_act_clear(&act);
}

/* The games that the act changes are in memory now. */
static void on_woken(void *context)
{
    Call *call = context;
    const Tourney *tourney = tournament_of(call);
    TourneyAct act;
    TourneyAnswer answer;
    if (tourney && !tourney_read_act(tourney, &call->params, call->now, &act, &answer)) {
        refuse(call, &answer, 0, 0);
    } else if (tourney) {
        carry_out(call, &act);
        tourney_act_clear(&act);
    }
    call_release(call);
}

/* Whether games of correspondence that sleep are read first. */
static bool wakes_games(Call *call, const TourneyAct *act)
{
    Tournaments *tournaments = core_tournaments(call->server->core);
    call_hold(call);
    if (tournaments_wake(tournaments, call->parts[0], act, on_woken, call))
        return true;
    call_release(call);
    return false;
}

void tournament_act(Call *call)
{
    const Tourney *tourney = tournament_of(call);
    TourneyAct act;
    TourneyAnswer answer;
    if (!tourney)
        return;
    TourneyRole role = tourney_role_of(tourney, call->identity.person.id);
    TourneyActKind kind;
    const char *word = params_find(&call->params, "act");
    bool is_act = word && tourney_act_parse_word(word, &kind);
    if (is_act && !tourney_role_may(role, kind) &&
        kind != ACT_LINEUP) { /* or a captain's */ /* before anything else is told */
        answer_refusal(&call->asker, 403, "not_allowed", "You may not do that here.");
        return;
    }
    if (!tourney_read_act(tourney, &call->params, call->now, &act, &answer)) {
        refuse(call, &answer, 0, 0);
        return;
    }
    bool needs_account = act.kind == ACT_ROLE ||
                         (act.kind == ACT_ADD && act.person.kind == TOURNEY_ACCOUNT) ||
                         (act.kind == ACT_TEAM && act.person.name[0]);
    if (needs_account) {
        AccountRef ref = account_ref_name(act.person.name);
        accounts_find(call->server->accounts, &ref, 1, "", call_answered,
                      call_wait(call, person_found));
    } else if (!wakes_games(call, &act)) {
        carry_out(call, &act);
    }
    tourney_act_clear(&act);
}

/* ---- files of players ---- */

typedef bool (*ReadPeople)(const char *text, size_t length, TourneyPerson **people, size_t *count,
                           int *row, int *column, TourneyAnswer *answer);

typedef struct {
    TourneyPerson *people;
    size_t count;
} People;

static void import_people(Call *call, const TourneyPerson *people, size_t count)
{
    TourneyAnswer answer = {.status = 400};
    uint64_t number;
    if (tournaments_import(core_tournaments(call->server->core), call->parts[0], people, count,
                           &call->identity.person, &number, &answer))
        answer_done(call, number, (int64_t)count);
    else
        refuse(call, &answer, 0, 0);
}

/* Accounts that the file names have been looked up, in the order of its rows. */
static void people_found(Call *call, const AccountsAnswer *found)
{
    const Tourney *tourney = tournament_of(call);
    TourneyPerson *people;
    TourneyAnswer answer = {.status = 400};
    size_t count, at = 0;
    int row, column;
    TourneyEntry entry;
    if (!tourney || !tourney_read_csv(call->http->body, call->http->length, &people, &count, &row,
                                      &column, &answer))
        return;
    for (size_t i = 0; i < count && !answer.why[0]; i++) {
        if (people[i].kind != TOURNEY_ACCOUNT)
            continue;
        if (at < found->count && account_is_found(&found->list[at]))
            tournament_take_account(&found->list[at++], &tourney->settings, call->now, &people[i],
                                    &entry);
        else
            snprintf(answer.why, sizeof answer.why, "There is no account with the name %.40s.",
                     people[i].name);
    }
    answer.code = "no_user";
    if (answer.why[0])
        refuse(call, &answer, 0, 0);
    else
        import_people(call, people, count);
    free(people);
}

static bool ask_accounts(Call *call, const TourneyPerson *people, size_t count)
{
    AccountRef *refs = memory_array(count + 1, sizeof *refs);
    size_t asked = 0;
    for (size_t i = 0; i < count; i++)
        if (people[i].kind == TOURNEY_ACCOUNT)
            refs[asked++] = account_ref_name(people[i].name);
    if (asked)
        accounts_find(call->server->accounts, refs, asked, "", call_answered,
                      call_wait(call, people_found));
    free(refs);
    return asked > 0;
}

static void import(Call *call, ReadPeople read)
{
    const Tourney *tourney = tournament_of(call);
    TourneyPerson *people;
    TourneyAnswer answer = {.status = 400};
    size_t count;
    int row, column;
    if (!tourney)
        return;
    if (!tourney_role_may(tourney_role_of(tourney, call->identity.person.id), ACT_ADD)) {
        answer_refusal(&call->asker, 403, "not_allowed", "You may not do that here.");
        return;
    }
    if (!read(call->http->body, call->http->length, &people, &count, &row, &column, &answer)) {
        refuse(call, &answer, row, column);
        return;
    }
    if (!ask_accounts(call, people, count))
        import_people(call, people, count);
    free(people);
}

void tournament_import_csv(Call *call)
{
    import(call, tourney_read_csv);
}

void tournament_import_trf(Call *call)
{
    import(call, tourney_read_trf);
}
