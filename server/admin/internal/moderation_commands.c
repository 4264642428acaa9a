#include "moderation_commands.h"

#include "lobby_commands.h"
#include "utf8.h"

#include <string.h>

/* ---- people ---- */

static void say_outcome(AdminCall *call, const AccountsAnswer *answer)
{
    if (admin_is_done(call, answer, call->person.name))
        admin_say(call->out, "%s is %s.", call->person.name, call->outcome);
}

/* How a mute or ban is undone, whether it was set or lifted: as it was before. */
static void undo_to(AdminCall *call, const char *set, const char *lift, int64_t before)
{
    char until[ADMIN_UNTIL_MAX];
    if (before > call->target.now)
        admin_can_undo(call, "%s %s%s", set, call->person.id, admin_print_until(before, until));
    else if (strcmp(call->command->name, set) == 0)
        admin_can_undo(call, "%s %s", lift, call->person.id);
}

static void muted(AdminCall *call, const AccountsAnswer *answer)
{
    undo_to(call, "mute", "unmute", answer->muted_until);
    say_outcome(call, answer);
}

static void mute_found(AdminCall *call)
{
    int64_t until;
    call->outcome = "now muted";
    if (admin_read_until(call, 1, &until))
        accounts_mute(call->target.accounts, call->person.id, until, admin_answered,
                      admin_wait(call, muted));
}

void admin_mute(AdminCall *call)
{
    admin_find_person(call, call->words[0], mute_found);
}

static void unmute_found(AdminCall *call)
{
    call->outcome = "no longer muted";
    accounts_mute(call->target.accounts, call->person.id, 0, admin_answered,
                  admin_wait(call, muted));
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
    undo_to(call, "ban", "unban", answer->banned_until);
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

static void unbanned(AdminCall *call, const AccountsAnswer *answer)
{
    undo_to(call, "ban", "unban", answer->banned_until);
    say_outcome(call, answer);
}

static void unban_found(AdminCall *call)
{
    call->outcome = "no longer banned";
    accounts_ban(call->target.accounts, call->person.id, 0, admin_answered,
                 admin_wait(call, unbanned));
}

void admin_unban(AdminCall *call)
{
    admin_find_person(call, call->words[0], unban_found);
}

/* ---- marks and warnings ---- */

static void marked(AdminCall *call, const AccountsAnswer *answer)
{
    bool on = strcmp(call->command->name, "mark") == 0;
    if (answer->error == ACCOUNTS_OK && answer->marked != on)
        admin_can_undo(call, "%s %s", on ? "unmark" : "mark", call->person.id);
    say_outcome(call, answer);
}

static void mark_found(AdminCall *call)
{
    bool on = strcmp(call->command->name, "mark") == 0;
    call->outcome = on ? "now marked as a cheat" : "no longer marked";
    accounts_mark(call->target.accounts, call->person.id, on, admin_answered,
                  admin_wait(call, marked));
}

void admin_mark(AdminCall *call)
{
    admin_find_person(call, call->words[0], mark_found);
}

void admin_unmark(AdminCall *call)
{
    admin_mark(call);
}

static void warned(AdminCall *call, const AccountsAnswer *answer)
{
    (void)answer;
    admin_say(call->out, "%s will be shown the warning when they come.", call->person.name);
}

static void warn_found(AdminCall *call)
{
    if (call->target.core && core_warn(call->target.core, call->person.id, call->words[1]))
        admin_say(call->out, "%s has been shown the warning.", call->person.name);
    else
        accounts_warn(call->target.accounts, call->person.id, call->words[1], admin_answered,
                      admin_wait(call, warned));
}

void admin_warn(AdminCall *call)
{
    if (strlen(call->words[1]) > STORE_WARNING_MAX)
        admin_refuse(call, "A warning may have at most 500 bytes.");
    else if (!utf8_is_line(call->words[1]))
        admin_refuse(call, "The text has characters that cannot be displayed.");
    else
        admin_find_person(call, call->words[0], warn_found);
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
    char end[ADMIN_TIME_MAX], before[ADMIN_UNTIL_MAX];
    int64_t until;
    CoreClosed closed = {0};
    if (answer->banned_until > call->target.now)
        admin_can_undo(call, "ban-address %s%s", call->address,
                       admin_print_until(answer->banned_until, before));
    else
        admin_can_undo(call, "unban-address %s", call->address);
    if (call->target.core)
        closed = core_ban_address(call->target.core, call->address);
    else
        admin_delete_challenges(call, &(CorePick){.address = call->address});
    admin_read_until(call, 1, &until);
    admin_print_time(until, end);
    admin_say(call->out,
              "%s is now banned (until: %s); closed connections: %zu, streams and exports: %zu.",
              call->address, end, closed.connections, closed.others);
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
    char before[ADMIN_UNTIL_MAX];
    if (answer->error == ACCOUNTS_OK) {
        admin_say(call->out, "%s is no longer banned.", call->address);
        admin_can_undo(call, "ban-address %s%s", call->address,
                       admin_print_until(answer->banned_until, before));
    } else {
        admin_refuse(call, "That address is not banned.");
    }
}

void admin_unban_address(AdminCall *call)
{
    if (read_own_address(call))
        accounts_ban_address(call->target.accounts, call->address, 0, call->target.now,
                             admin_answered, admin_wait(call, address_unbanned));
}

static void list_bans(AdminCall *call, const AccountsAnswer *answer)
{
    for (size_t i = 0; i < answer->bans_count; i++) {
        const AccountBan *ban = &answer->bans[i];
        admin_row(call);
        text_string(&call->row, ban->is_address ? "address" : "id", ban->who);
        if (!ban->is_address)
            text_string(&call->row, "name", ban->name[0] ? ban->name : NULL);
        admin_row_until(call, "until", ban->until);
        admin_row_end(call);
    }
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
                  admin_wait(call, call->target.json ? list_bans : show_bans));
}
