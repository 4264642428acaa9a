#include "moderation_commands.h"

#include "lobby_commands.h"

/* ---- people ---- */

static void say_outcome(AdminCall *call, const AccountsAnswer *answer)
{
    (void)answer;
    admin_say(call->out, "%s is %s.", call->person.name, call->outcome);
}

static void mute_found(AdminCall *call)
{
    int64_t until;
    call->outcome = "now muted";
    if (admin_read_until(call, 1, &until))
        accounts_mute(call->target.accounts, call->person.id, until, admin_answered,
                      admin_wait(call, say_outcome));
}

void admin_mute(AdminCall *call)
{
    admin_find_person(call, call->words[0], mute_found);
}

static void unmute_found(AdminCall *call)
{
    call->outcome = "no longer muted";
    accounts_mute(call->target.accounts, call->person.id, 0, admin_answered,
                  admin_wait(call, say_outcome));
}

void admin_unmute(AdminCall *call)
{
    admin_find_person(call, call->words[0], unmute_found);
}

static void banned(AdminCall *call, const AccountsAnswer *answer)
{
    if (call->target.core)
        core_ban(call->target.core, call->person.id);
    else
        admin_delete_challenges(call, &(CorePick){.person = call->person.id});
    say_outcome(call, answer);
}

static void ban_found(AdminCall *call)
{
    int64_t until;
    call->outcome = "now banned";
    if (admin_read_until(call, 1, &until))
        accounts_ban(call->target.accounts, call->person.id, until, admin_answered,
                     admin_wait(call, banned));
}

void admin_ban(AdminCall *call)
{
    admin_find_person(call, call->words[0], ban_found);
}

static void unban_found(AdminCall *call)
{
    call->outcome = "no longer banned";
    accounts_ban(call->target.accounts, call->person.id, 0, admin_answered,
                 admin_wait(call, say_outcome));
}

void admin_unban(AdminCall *call)
{
    admin_find_person(call, call->words[0], unban_found);
}

/* ---- addresses ---- */

static bool read_own_address(AdminCall *call)
{
    bool is_address = admin_read_address(call->words[0], call->address);
    if (!is_address)
        admin_refuse(call,
                     "Give an address such as 192.0.2.1, or 2001:db8:1:2::3 for its whole /64.");
    return is_address;
}

static void address_banned(AdminCall *call, const AccountsAnswer *answer)
{
    char end[ADMIN_TIME_MAX];
    int64_t until;
    size_t closed = 0;
    (void)answer;
    if (call->target.core)
        closed = core_ban_address(call->target.core, call->address);
    else
        admin_delete_challenges(call, &(CorePick){.address = call->address});
    admin_read_until(call, 1, &until);
    admin_print_time(until, end);
    admin_say(call->out, "%s is now banned (until: %s); closed connections: %zu.", call->address,
              end, closed);
    if (address_is_private(call->address))
        admin_say(call->out, "This is a private address: many people may share it, such as "
                             "everybody behind a proxy that is not trusted.");
}

void admin_ban_address(AdminCall *call)
{
    int64_t until;
    if (read_own_address(call) && admin_read_until(call, 1, &until))
        accounts_ban_address(call->target.accounts, call->address, until, call->target.now,
                             admin_answered, admin_wait(call, address_banned));
}

static void address_unbanned(AdminCall *call, const AccountsAnswer *answer)
{
    if (answer->error == ACCOUNTS_OK)
        admin_say(call->out, "%s is no longer banned.", call->address);
    else
        admin_refuse(call, "That address is not banned.");
}

void admin_unban_address(AdminCall *call)
{
    if (read_own_address(call))
        accounts_ban_address(call->target.accounts, call->address, 0, call->target.now,
                             admin_answered, admin_wait(call, address_unbanned));
}

static void show_bans(AdminCall *call, const AccountsAnswer *answer)
{
    char end[ADMIN_TIME_MAX];
    for (size_t i = 0; i < answer->bans_count; i++) {
        const AccountBan *ban = &answer->bans[i];
        admin_print_time(ban->until, end);
        if (ban->is_address)
            admin_say(call->out, "%s  until: %s", ban->who, end);
        else
            admin_say(call->out, "%s (%s)  until: %s", ban->name[0] ? ban->name : "a guest",
                      ban->who, end);
    }
    if (answer->bans_count == 0)
        admin_say(call->out, "Nobody is banned.");
}

void admin_bans(AdminCall *call)
{
    accounts_bans(call->target.accounts, call->target.now, admin_answered,
                  admin_wait(call, show_bans));
}
