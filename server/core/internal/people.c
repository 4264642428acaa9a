/* People: who is connected, whose name changes, whom somebody mutes or reports. */
#include "people.h"

#include "scope.h"
#include "tell.h"

#include <stdio.h>
#include <string.h>

void people_changed(Core *core, const Person *person)
{
    server_time_read(&core->time);
    matchmaker_person_changed(core->matchmaker, person);
    clients_set_name(core->clients, person);
    live_person_changed(core->live, person);
}

bool core_find_person(const Core *core, const char *name, Person *person)
{
    bool several;
    return clients_person_by_name(core->clients, name, person, &several);
}

bool core_is_bot(const Core *core, const char *id)
{
    return clients_is_bot(core->clients, id);
}

size_t core_bots_here(const Core *core, Person *bots, size_t most)
{
    return clients_bots_here(core->clients, bots, most);
}

size_t core_people_here(const Core *core, Person *people, size_t most, size_t *count)
{
    size_t all = clients_everybody(core->clients, people, most, count);
    for (size_t i = 0; i < *count; i++)
        clients_show(core->clients, &people[i], CATEGORY_BLITZ, core->time.wall);
    return all;
}

const char *core_silence(const Core *core, const char *id)
{
    if (clients_is_silenced(core->clients, id, core->time.wall))
        return "You may not speak here at present.";
    return live_is_quiet(core->live) ? "On this server people say nothing but a few fixed words in "
                                       "their games."
                                     : NULL;
}

bool core_hears(const Core *core, const char *listener, const char *speaker)
{
    return clients_hears(core->clients, listener, speaker);
}

bool core_is_here(const Core *core, const char *id)
{
    return clients_is_here(core->clients, id);
}

bool core_playing(const Core *core, const char *id, GameId *game)
{
    return live_newest_game_of(core->live, id, game);
}

size_t core_best_games(const Core *core, BestKind kind, GameNews *best, size_t most)
{
    return live_best(core->live, kind, best, most);
}

bool core_offers_rematch(const Core *core, const GameId *game, uint32_t offer)
{
    return live_offers_rematch(core->live, game, offer);
}

void core_print_chat(const Core *core, const GameId *game, Text *text)
{
    live_print_chat(core->live, game, text);
}

GameId *core_games_of(const Core *core, const char *id, uint32_t *count)
{
    return live_games_of(core->live, id, count);
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

bool core_arbitrate(Core *core, const GameId *game, const ArbiterAct *act, RoomError *error,
                    uint64_t *number)
{
    return live_arbitrate(core->live, game, act, error, number);
}

bool core_warn(Core *core, const char *id, const char *words)
{
    if (!clients_is_here(core->clients, id))
        return false;
    print_warning(&core->text, words);
    tell_person(core->clients, &core->text, id, SCOPES_NONE, 0);
    return true;
}

void core_copy_chat(const Core *core, const GameId *game, char chat[STORE_CHAT_MAX + 1])
{
    live_copy_chat(core->live, game, chat, STORE_CHAT_MAX + 1);
}

bool core_dump(const Core *core, const GameId *game, Text *text)
{
    return live_dump(core->live, game, text);
}

/* ---- requests ---- */

static void tell_muted(Core *core, const Client *client, const Request *request, bool done,
                       uint64_t number)
{
    if (!done) {
        tell_error(core->clients, client->session, request, CODE_NOT_NOW,
                   "you have muted too many people", 0);
        return;
    }
    tell_ok(core->clients, client->session, request, NULL, number);
    /* Other devices show it at once. */
    print_mute(&core->text, request->mute.person, request->mute.on);
    tell_person(core->clients, &core->text, client->person.id, SCOPES_MUTE, number);
}

/* By a guest, or of a guest: kept while the person who muted them is connected. */
static void mute_here(Core *core, const Client *client, const Request *request)
{
    const char *self = client->person.id, *other = request->mute.person;
    bool done = true;
    if (request->mute.on)
        done = clients_mute(core->clients, self, other);
    else
        clients_unmute(core->clients, self, other);
    tell_muted(core, client, request, done, 0);
}

static void muted(void *part, const Client *client, const Request *request,
                  const AccountsAnswer *answer)
{
    Core *core = part;
    if (answer->error == ACCOUNTS_NOT_FOUND) {
        mute_here(core, client, request);
        return;
    }
    journal_note(core->journal, answer->number);
    tell_muted(core, client, request, answer->error != ACCOUNTS_FULL, answer->number);
}

void people_mute(Core *core, const Client *client, const Request *request)
{
    if (client->person.guest)
        mute_here(core, client, request);
    else
        accounts_relate(core->options.accounts, client->person.id, RELATION_MUTES,
                        request->mute.person, request->mute.on, core->time.wall, inbox_answered,
                        inbox_wait(core->inbox, client, request, muted, core));
}

static void report(Core *core, const Client *client, const Request *request)
{
    if (!rate_limiter_take_both(core->limiter, LIMIT_REPORT, client->person.id,
                                LIMIT_REPORT_ADDRESS, client->address, core->time.now)) {
        tell_refusal(core->clients, client->session, request, CODE_TOO_FAST);
        return;
    }
    StoreReport row = {.at = core->time.wall};
    memcpy(row.id, client->person.id, sizeof client->person.id);
    memcpy(row.about, request->report.person, sizeof request->report.person);
    memcpy(row.game, request->game.text, sizeof request->game.text);
    snprintf(row.reason, sizeof row.reason, "%s", report_reason_word(request->report.reason));
    memcpy(row.words, request->report.text, strlen(request->report.text));
    core_copy_chat(core, &request->game, row.chat);
    uint64_t number = journal_note(core->journal, store_put_report(core->options.store, &row));
    core->options.metrics->reports_total++;
    tell_ok(core->clients, client->session, request, NULL, number);
}

static void report_account(void *part, const Client *client, const Request *request,
                           const AccountsAnswer *answer)
{
    Core *core = part;
    if (account_is_found(&answer->list[0]))
        report(core, client, request);
    else
        tell_refusal(core->clients, client->session, request, CODE_NO_SUCH_PLAYER);
}

void people_report(Core *core, const Client *client, const Request *request)
{
    Person about;
    AccountRef ref = account_ref_id(request->report.person);
    if (clients_person(core->clients, request->report.person, &about))
        report(core, client, request);
    else
        accounts_find(core->options.accounts, &ref, 1, "", inbox_answered,
                      inbox_wait(core->inbox, client, request, report_account, core));
}

_Static_assert((int)CHAT_SIZE_MAX <= (int)STORE_WORDS_MAX, "a report is stored whole");
