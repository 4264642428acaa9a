/* What operators decide. */
#include "accounts.h"
#include "memory.h"
#include "parts.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    Job job;
    char who[STORE_ADDRESS_MAX + 1]; /* an id or an address */
    int64_t until;
    bool on;
    char warning[STORE_WARNING_MAX + 1];
} Decide;

static void ask(Accounts *accounts, const Decide *asked,
                void (*run)(Accounts *, const void *, AccountsAnswer *), AccountsDone done,
                void *context)
{
    Decide *decide = memory_new(sizeof *decide);
    *decide = *asked;
    accounts_ask(accounts, decide, sizeof *decide, run, asked->job.now, done, context);
}

static Decide about(const char *who, int64_t until)
{
    Decide decide = {.until = until};
    snprintf(decide.who, sizeof decide.who, "%s", who);
    return decide;
}

/* ---- people ---- */

static void tell(const Accounts *accounts, const char *id)
{
    Sanction sanction = sanctions_of(&accounts->sanctions, id);
    if (accounts->events.sanctioned)
        accounts->events.sanctioned(accounts->events.context, id, sanction.muted, sanction.banned);
}

/* What was so before. */
static void note_sanction(const Accounts *accounts, const char *id, AccountsAnswer *answer)
{
    Sanction sanction = sanctions_of(&accounts->sanctions, id);
    answer->muted_until = sanction.muted;
    answer->banned_until = sanction.banned;
    answer->marked = sanction.marked;
}

static void run_mute(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Decide *decide = request;
    note_sanction(accounts, decide->who, answer);
    answer->number = sanctions_mute(&accounts->sanctions, decide->who, decide->until);
    tell(accounts, decide->who);
}

void accounts_mute(Accounts *accounts, const char *id, int64_t until, AccountsDone done,
                   void *context)
{
    Decide decide = about(id, until);
    ask(accounts, &decide, run_mute, done, context);
}

static void run_ban(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Decide *decide = request;
    note_sanction(accounts, decide->who, answer);
    answer->number = sanctions_ban(&accounts->sanctions, decide->who, decide->until);
    tell(accounts, decide->who);
}

void accounts_ban(Accounts *accounts, const char *id, int64_t until, AccountsDone done,
                  void *context)
{
    Decide decide = about(id, until);
    ask(accounts, &decide, run_ban, done, context);
}

static void run_sanctions(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Decide *decide = request;
    note_sanction(accounts, decide->who, answer);
}

void accounts_sanctions(Accounts *accounts, const char *id, AccountsDone done, void *context)
{
    Decide decide = about(id, 0);
    ask(accounts, &decide, run_sanctions, done, context);
}

static void run_mark(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Decide *decide = request;
    const Account *account = directory_by_id(&accounts->directory, decide->who);
    if (!account || account->closed) {
        answer->error = ACCOUNTS_NOT_FOUND;
        return;
    }
    note_sanction(accounts, decide->who, answer);
    answer->number = sanctions_mark(&accounts->sanctions, decide->who, decide->on);
    ratings_hide(accounts->ratings, decide->who, decide->on);
}

void accounts_mark(Accounts *accounts, const char *id, bool on, AccountsDone done, void *context)
{
    Decide decide = about(id, 0);
    decide.on = on;
    ask(accounts, &decide, run_mark, done, context);
}

static void run_warn(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Decide *decide = request;
    if (decide->warning[0] || sanctions_of(&accounts->sanctions, decide->who).warning[0])
        answer->number = sanctions_warn(&accounts->sanctions, decide->who, decide->warning);
}

void accounts_warn(Accounts *accounts, const char *id, const char *warning, AccountsDone done,
                   void *context)
{
    Decide decide = about(id, 0);
    snprintf(decide.warning, sizeof decide.warning, "%s", warning);
    ask(accounts, &decide, run_warn, done, context);
}

/* ---- addresses ---- */

static void run_ban_address(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Decide *decide = request;
    Sanctions *sanctions = &accounts->sanctions;
    if (decide->until == 0 && sanctions_address_until(sanctions, decide->who) <= decide->job.now) {
        answer->error = ACCOUNTS_NOT_FOUND;
        return;
    }
    answer->banned_until = sanctions_address_until(sanctions, decide->who);
    answer->number = sanctions_ban_address(sanctions, decide->who, decide->until);
    if (accounts->events.address_banned)
        accounts->events.address_banned(accounts->events.context, decide->who, decide->until);
}

void accounts_ban_address(Accounts *accounts, const char *address, int64_t until, int64_t now,
                          AccountsDone done, void *context)
{
    Decide decide = about(address, until);
    decide.job.now = now;
    ask(accounts, &decide, run_ban_address, done, context);
}

static void run_bans(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Decide *decide = request;
    const Sanctions *sanctions = &accounts->sanctions;
    AccountBan *bans =
        memory_array(sanctions->persons.count + sanctions->addresses.count + 1, sizeof *bans);
    const Sanction *person;
    const AddressBan *address;
    for (size_t at = 0; (person = sanctions_next(sanctions, &at));) {
        AccountBan *ban = &bans[answer->bans_count];
        const Account *account = directory_by_id(&accounts->directory, person->id);
        answer->bans_count += person->banned > decide->job.now;
        ban->until = person->banned;
        snprintf(ban->who, sizeof ban->who, "%s", person->id);
        snprintf(ban->name, sizeof ban->name, "%s", account ? account->name : "");
    }
    for (size_t at = 0; (address = sanctions_next_address(sanctions, &at));) {
        AccountBan *ban = &bans[answer->bans_count];
        answer->bans_count += address->until > decide->job.now;
        *ban = (AccountBan){.is_address = true, .until = address->until};
        memcpy(ban->who, address->address, sizeof ban->who);
    }
    answer->bans = bans;
}

void accounts_bans(Accounts *accounts, int64_t now, AccountsDone done, void *context)
{
    Decide decide = {.job.now = now};
    ask(accounts, &decide, run_bans, done, context);
}

/* ---- the site ---- */

static void run_site(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Account *account;
    (void)request;
    answer->registration = !accounts->sanctions.registration_closed;
    answer->quiet = accounts->sanctions.quiet;
    for (size_t at = 0; (account = directory_next(&accounts->directory, &at));)
        answer->accounts_count += account->closed == 0;
}

void accounts_site(Accounts *accounts, AccountsDone done, void *context)
{
    ask(accounts, &(Decide){.on = true}, run_site, done, context);
}

static void run_set_registration(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Decide *decide = request;
    answer->registration = !accounts->sanctions.registration_closed;
    answer->number = sanctions_set_registration(&accounts->sanctions, decide->on);
}

void accounts_set_registration(Accounts *accounts, bool open, AccountsDone done, void *context)
{
    ask(accounts, &(Decide){.on = open}, run_set_registration, done, context);
}

static void run_set_quiet(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Decide *decide = request;
    answer->quiet = accounts->sanctions.quiet;
    answer->number = sanctions_set_quiet(&accounts->sanctions, decide->on);
    if (accounts->events.quiet)
        accounts->events.quiet(accounts->events.context, decide->on);
}

void accounts_set_quiet(Accounts *accounts, bool quiet, AccountsDone done, void *context)
{
    ask(accounts, &(Decide){.on = quiet}, run_set_quiet, done, context);
}
