/* People: who is here, who changes, whom somebody mutes or reports. */
#include "people.h"

#include "scope.h"
#include "tell.h"

#include <stdio.h>
#include <string.h>

void core_person_changed(Core *core, const Person *person)
{
    server_time_read(&core->time);
    rated_person_changed(core->rated, person);
    matchmaker_person_changed(core->matchmaker, person);
    clients_set_name(core->clients, person);
    live_person_changed(core->live, person);
}

bool core_find_person(const Core *core, const char *name, Person *person)
{
    bool several;
    return clients_person_by_name(core->clients, name, person, &several);
}

bool core_is_here(const Core *core, const char *id)
{
    return clients_is_here(core->clients, id);
}

bool core_playing(const Core *core, const char *id, GameId *game)
{
    return live_newest_game_of(core->live, id, game);
}

_Static_assert((int)CORE_ADDRESS_MAX == (int)CLIENT_ADDRESS_MAX, "an address is shown whole");

bool core_address(const Core *core, const char *id, char address[CORE_ADDRESS_MAX + 1])
{
    Client newest = {0};
    bool is_here = clients_next(core->clients, id, SCOPES_NONE, &newest);
    memcpy(address, newest.address, sizeof newest.address);
    return is_here;
}

void core_notice(Core *core, const char *text)
{
    print_notice(&core->text, text);
    tell_everybody(core->clients, &core->text, 0);
}

Ratings *core_ratings(const Core *core)
{
    return rated_table(core->rated);
}

bool core_take_back(Core *core, const GameId *game, CoreTakenBack done, void *context)
{
    return rated_take_back(core->rated, game, done, context);
}

bool core_dump(const Core *core, const GameId *game, Text *text)
{
    return live_dump(core->live, game, text);
}

/* ---- requests ---- */

/* False when there are too many already; *number is that of the batch with which it is kept, 0 if it isn't. */
static bool set_mute(Core *core, const char *self, const char *person, bool on, uint64_t *number)
{
    if (!on)
        clients_unmute(core->clients, self, person);
    AccountsError error = accounts_relate_now(core->options.accounts, self, RELATION_MUTES, person,
                                              on, core->time.wall, number);
    if (error == ACCOUNTS_NOT_FOUND)
        return !on || clients_mute(core->clients, self, person);
    journal_note(core->journal, *number);
    return error != ACCOUNTS_FULL;
}

void people_mute(Core *core, const Client *client, const Request *request)
{
    uint64_t number;
    if (set_mute(core, client->person.id, request->mute.person, request->mute.on, &number))
        tell_ok(core->clients, client->session, request, NULL, number);
    else
        tell_error(core->clients, client->session, request, CODE_NOT_NOW,
                   "you have muted too many people", 0);
}

void people_report(Core *core, const Client *client, const Request *request)
{
    Person about;
    AccountRef ref = account_ref_id(request->report.person);
    AccountInfo account = accounts_find_now(core->options.accounts, &ref);
    if (!clients_person(core->clients, request->report.person, &about) &&
        !account_is_found(&account)) {
        tell_refusal(core->clients, client->session, request, CODE_NO_SUCH_PLAYER);
        return;
    }
    if (!rate_limiter_take_both(core->limiter, LIMIT_REPORT, client->person.id,
                                LIMIT_REPORT_ADDRESS, client->address, core->time.now)) {
        tell_refusal(core->clients, client->session, request, CODE_TOO_FAST);
        return;
    }
    StoreReport report = {.at = core->time.wall};
    memcpy(report.id, client->person.id, sizeof client->person.id);
    memcpy(report.about, request->report.person, sizeof request->report.person);
    memcpy(report.game, request->game.text, sizeof request->game.text);
    snprintf(report.reason, sizeof report.reason, "%s", report_reason_word(request->report.reason));
    memcpy(report.words, request->report.text, strlen(request->report.text));
    uint64_t number = journal_note(core->journal, store_put_report(core->options.store, &report));
    tell_ok(core->clients, client->session, request, NULL, number);
}

_Static_assert((int)CHAT_SIZE_MAX <= (int)STORE_WORDS_MAX, "a report is stored whole");
