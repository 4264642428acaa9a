#include "command_table.h"

#include "account_commands.h"
#include "game_commands.h"
#include "lobby_commands.h"
#include "mail_commands.h"
#include "memory.h"
#include "moderation_commands.h"
#include "server_commands.h"
#include "webhook_commands.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const AdminCommand COMMANDS[] = {
    {"make", "NAME", "creates an account with a random password and prints it", 1, 1, true,
     ADMIN_ACTS, admin_make},
    {"rename", "NAME NEW", "gives an account another name", 2, 2, false, ADMIN_ACTS, admin_rename},
    {"password", "NAME",
     "sets a random password and prints it; ends all sessions and API tokens of the account", 1, 1,
     true, ADMIN_ACTS_GRAVELY, admin_password},
    {"delete", "NAME", "deletes an account; its games stay, without its name", 1, 1, false,
     ADMIN_ACTS_GRAVELY, admin_delete},
    {"bot", "NAME", "marks an account as a bot", 1, 1, false, ADMIN_ACTS_GRAVELY, admin_bot},
    {"operator", "NAME [on|off]",
     "lets an account do on the page what castled admin does, or not any more", 1, 2, false,
     ADMIN_ACTS_GRAVELY, admin_operator},
    {"operators", "", "lists the operators' accounts", 0, 0, false, ADMIN_SHOWS, admin_operators},
    {"second-factor", "NAME off",
     "takes away an account's second factor, for somebody who has lost phone and recovery codes", 2,
     2, false, ADMIN_ACTS_GRAVELY, admin_second_factor},
    {"create-bot", "NAME",
     "creates a bot's account and prints its API token, and a password for the page", 1, 1, true,
     ADMIN_ACTS_GRAVELY, admin_create_bot},
    {"show", "NAME", "shows an account or a guest", 1, 1, false, ADMIN_SHOWS, admin_show},
    {"mute", "NAME [TIME]", "keeps them from writing to others, for 30m, 12h, 7d, or for ever", 1,
     2, false, ADMIN_ACTS, admin_mute},
    {"unmute", "NAME", "lifts a mute", 1, 1, false, ADMIN_ACTS, admin_unmute},
    {"ban", "NAME [TIME]",
     "ends all that is open to somebody, closes their seeks and challenges, and keeps them out", 1,
     2, false, ADMIN_ACTS, admin_ban},
    {"unban", "NAME", "lifts a ban", 1, 1, false, ADMIN_ACTS, admin_unban},
    {"mark", "NAME", "marks an account as a cheat's: it is not ranked, and its games are not rated",
     1, 1, false, ADMIN_ACTS, admin_mark},
    {"unmark", "NAME", "takes the mark away", 1, 1, false, ADMIN_ACTS, admin_unmark},
    {"warn", "NAME TEXT", "shows somebody a warning, now or when they come", 2, 2, false,
     ADMIN_ACTS, admin_warn},
    {"ban-address", "ADDRESS [TIME]",
     "bans everybody at an address: an IPv4 address, or an IPv6 address with its /64", 1, 2, false,
     ADMIN_ACTS_GRAVELY, admin_ban_address},
    {"unban-address", "ADDRESS", "lifts a ban of an address", 1, 1, false, ADMIN_ACTS,
     admin_unban_address},
    {"bans", "", "lists banned people and addresses, and until when", 0, 0, false, ADMIN_SHOWS,
     admin_bans},
    {"challenges", "[WHICH]",
     "lists open challenges, and games of bulk pairings that have not begun", 0, 1, false,
     ADMIN_SHOWS, admin_challenges},
    {"clear-challenges", "WHICH|all", "closes them", 1, 1, false, ADMIN_ACTS,
     admin_clear_challenges},
    {"seeks", "[WHICH]", "lists open seeks", 0, 1, false, ADMIN_SHOWS, admin_seeks},
    {"clear-seeks", "WHICH|all", "withdraws open seeks", 1, 1, false, ADMIN_ACTS,
     admin_clear_seeks},
    {"registration", "open|closed", "whether people can sign up", 1, 1, false, ADMIN_ACTS,
     admin_registration},
    {"invite", "[DAYS]", "makes a link with which people can sign up while registration is closed",
     0, 1, false, ADMIN_ACTS, admin_invite},
    {"quiet", "on|off", "whether chat allows only preset messages", 1, 1, false, ADMIN_ACTS,
     admin_quiet},
    {"takeback", "GAME", "undoes what a rated game did to its players' ratings", 1, 1, false,
     ADMIN_ACTS_GRAVELY, admin_takeback},
    {"add-time", "GAME white|black SECONDS",
     "gives a player time in a live game, or takes it (-60)", 3, 3, false, ADMIN_ACTS,
     admin_add_time},
    {"pause", "GAME", "stops both clocks of a live game", 1, 1, false, ADMIN_ACTS,
     admin_pause_game},
    {"resume", "GAME", "lets a game go on that was paused or adjourned", 1, 1, false, ADMIN_ACTS,
     admin_resume_game},
    {"adjourn", "GAME [TIME]",
     "adjourns a live game: the player to move seals a move; it goes on after 30m, 12h, 7d, or "
     "with resume",
     1, 2, false, ADMIN_ACTS, admin_adjourn_game},
    {"annul", "GAME", "ends a live game without a result", 1, 1, false, ADMIN_ACTS_GRAVELY,
     admin_annul_game},
    {"dump", "GAME",
     "shows a live game, as two lines of JSON: what spectators are sent, and the "
     "server's own state",
     1, 1, false, ADMIN_SHOWS, admin_dump},
    {"notice", "TEXT", "sends a message to everybody who is online", 1, 1, false, ADMIN_ACTS,
     admin_notice},
    {"reports", "", "lists the newest reports", 0, 0, false, ADMIN_SHOWS, admin_reports},
    {"decide", "NUMBER", "closes a report", 1, 1, false, ADMIN_ACTS, admin_decide},
    {"reopen", "NUMBER", "opens a report again", 1, 1, false, ADMIN_ACTS, admin_reopen},
    {"webhooks", "", "lists the addresses that are told of what happens here", 0, 0, false,
     ADMIN_SHOWS, admin_webhooks},
    {"webhook-add", "URL [EVENTS]",
     "tells an address of what happens here: all, or of game.ended, round.began, round.ended, "
     "tournament.ended, seek.opened, with commas between; prints the secret that signs, once",
     1, 2, false, ADMIN_ACTS_GRAVELY, admin_webhook_add},
    {"webhook-remove", "ID", "tells an address no more", 1, 1, false, ADMIN_ACTS_GRAVELY,
     admin_webhook_remove},
    {"webhook-on", "ID", "turns a webhook on again", 1, 1, false, ADMIN_ACTS, admin_webhook_on},
    {"webhook-off", "ID", "turns a webhook off, and gives up what is on its way", 1, 1, false,
     ADMIN_ACTS, admin_webhook_off},
    {"webhook-test", "ID", "sends a webhook a test", 1, 1, false, ADMIN_ACTS, admin_webhook_test},
    {"webhook-deliveries", "ID", "lists a webhook's last deliveries, and those on their way", 1, 1,
     false, ADMIN_SHOWS, admin_webhook_deliveries},
    {"mail", "", "shows whether e-mail can be sent", 0, 0, false, ADMIN_SHOWS, admin_mail},
    {"mail-test", "ADDRESS", "sends a letter to try it", 1, 1, false, ADMIN_ACTS, admin_mail_test},
    {"acts", "", "lists the operators' latest actions", 0, 0, false, ADMIN_SHOWS, admin_acts},
    {"undo", "NUMBER", "undoes the action with that number in the list of acts", 1, 1, false,
     ADMIN_ACTS, admin_undo},
    {"status", "", "shows the state of the server", 0, 0, false, ADMIN_SHOWS, admin_status},
    {"health", "", "says whether the server is ready", 0, 0, false, ADMIN_SHOWS, admin_health},
};

enum { COMMANDS_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

void admin_print_help(Text *out)
{
    admin_say(out, "usage: castled admin [--data DIR] COMMAND [WORD...]\n");
    for (int i = 0; i < COMMANDS_COUNT; i++)
        admin_say(out, "  %s %s\n      %s", COMMANDS[i].name, COMMANDS[i].arguments,
                  COMMANDS[i].help);
    admin_say(
        out,
        "\nWorks on the server that is running with that data directory, or else on its database.\n"
        "NAME is an account's name or id; where guests are possible, also theirs. WHICH is the id\n"
        "of a challenge, seek or bulk pairing, the name of whoever made it, is challenged or is "
        "to\n"
        "play, or the address of the guest or organiser who made it. TIME is 30m, 12h or 7d, or @\n"
        "and an instant in ms since 1970; without it, for ever. Every action\n"
        "is recorded with the time and who did it. The exit status is 0 when it is done, 1 when\n"
        "it was refused, 2 when the command line is wrong.");
}

static const AdminCommand *find_command(const char *name)
{
    for (int i = 0; i < COMMANDS_COUNT; i++)
        if (strcmp(COMMANDS[i].name, name) == 0)
            return &COMMANDS[i];
    return NULL;
}

int admin_takes_hash(const char *name)
{
    const AdminCommand *command = find_command(name);
    return command && command->hash ? command->most : 0;
}

AdminKind admin_kind(const char *name)
{
    const AdminCommand *command = find_command(name);
    return command ? command->kind : ADMIN_UNKNOWN;
}

static void misuse(AdminCall *call, const char *sentence)
{
    call->result.status = ADMIN_USAGE;
    admin_say(call->out, "%s", sentence);
}

/* A node without games answers what is about itself. */
static bool is_for_here(const AdminCall *call)
{
    return !call->target.elsewhere || call->command->run == admin_status ||
           call->command->run == admin_health;
}

static void run(AdminCall *call, const char *last)
{
    const AdminCommand *command = call->command;
    char usage[128];
    if (!command) {
        misuse(call, "Unknown command; see castled admin help.");
        return;
    }
    int hash = command->hash ? 1 : 0;
    bool has_hash = call->count > 0 && strncmp(last, "$argon2", 7) == 0;
    if (hash != (int)has_hash || call->count < command->least + hash ||
        call->count > command->most + hash) {
        snprintf(usage, sizeof usage, "usage: castled admin %s %s", command->name,
                 command->arguments);
        misuse(call, usage);
        return;
    }
    if (!is_for_here(call)) {
        admin_refuse(call, call->target.elsewhere(call->target.context));
        return;
    }
    if (call->target.is_limited && command->kind == ADMIN_ACTS_GRAVELY) {
        call->result.needs_sign_in = true;
        admin_refuse(call, "Sign in again first: this is a grave matter.");
        return;
    }
    command->run(call);
}

static void run_instead(AdminCall *call, const char *words)
{
    char *rest = NULL;
    call->instead = memory_new(strlen(words) + 1);
    memcpy(call->instead, words, strlen(words));
    call->count = 0;
    char *word = strtok_r(call->instead, " ", &rest);
    call->command = word ? find_command(word) : NULL;
    while ((word = strtok_r(NULL, " ", &rest)) && call->count < ADMIN_WORDS_MAX)
        call->words[call->count++] = word;
    run(call, call->count ? call->words[call->count - 1] : "");
}

void admin_run(const AdminTarget *target, int count, const char *const words[], Text *out,
               AdminDone done, void *context)
{
    assert(count - 1 <= ADMIN_WORDS_MAX);
    const AdminCommand *command = count > 0 ? find_command(words[0]) : NULL;
    AdminCall *call = admin_call_new(target, command, out, done, context);
    call->run_instead = run_instead;
    for (int i = 1; i < count; i++)
        call->words[call->count++] = words[i];
    run(call, count > 0 ? words[count - 1] : "");
    admin_call_release(call);
}
