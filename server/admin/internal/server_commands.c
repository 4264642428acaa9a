#include "server_commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOTICE_MAX = 500 };

static void registration_set(AdminCall *call, const AccountsAnswer *answer)
{
    (void)answer;
    admin_say(call->out, "Registration is %s.", call->words[0]);
}

void admin_registration(AdminCall *call)
{
    bool open;
    if (admin_read_choice(call, 0, "open", "closed", &open))
        accounts_set_registration(call->target.accounts, open, admin_answered,
                                  admin_wait(call, registration_set));
}

/* The key is the database's, so that it can be done while the server does not run. */
void admin_invite(AdminCall *call)
{
    InvitationKey key;
    char invitation[INVITATION_MAX + 1], *end = NULL;
    long days = call->count > 0 ? strtol(call->words[0], &end, 10) : INVITATION_DAYS;
    if ((end && *end) || days < 1 || days > INVITATION_DAYS_MAX) {
        admin_refuse(call, "Give a number of days from 1 to 366.");
        return;
    }
    invitation_key_init(&key, store_secret(call->target.store));
    invitation_print(&key, call->target.now, (int)days, invitation);
    admin_say(call->out, "%s/sign-up#invitation=%s", call->target.url ? call->target.url : "",
              invitation);
    admin_say(call->out,
              "Whoever has this link can sign up within %ld days while registration is closed.",
              days);
}

static void quiet_set(AdminCall *call, const AccountsAnswer *answer)
{
    (void)answer;
    admin_say(call->out, "Quiet mode is %s.",
              strcmp(call->words[0], "on") == 0 ? "on: only preset chat messages are allowed"
                                                : "off");
}

void admin_quiet(AdminCall *call)
{
    bool quiet;
    if (admin_read_choice(call, 0, "on", "off", &quiet))
        accounts_set_quiet(call->target.accounts, quiet, admin_answered,
                           admin_wait(call, quiet_set));
}

void admin_notice(AdminCall *call)
{
    if (!call->target.core)
        admin_refuse(call, "The server is not running: there is nobody to tell.");
    else if (strlen(call->words[0]) > NOTICE_MAX)
        admin_refuse(call, "A message may have at most 500 bytes.");
    else {
        core_notice(call->target.core, call->words[0]);
        admin_say(call->out, "The message has been sent to everybody.");
    }
}

static void taken_back(AdminCall *call, const AccountsAnswer *answer)
{
    if (answer->error == ACCOUNTS_OK)
        admin_say(call->out, "The ratings of the %zu players that it changed have been restored.",
                  answer->count);
    else
        admin_refuse(call, answer->error == ACCOUNTS_NOT_FOUND
                               ? "That game changed no ratings, or they have already been restored."
                               : accounts_error_text(answer->error));
}

static GameId read_game(const AdminCall *call)
{
    GameId game = {0};
    if (strlen(call->words[0]) == GAME_ID_LENGTH)
        memcpy(game.text, call->words[0], GAME_ID_LENGTH);
    return game;
}

/* Includes what is not durable yet, since this is for debugging. */
void admin_dump(AdminCall *call)
{
    GameId game = read_game(call);
    if (!call->target.core)
        admin_refuse(call, "The server is not running: no game is live. (castled replay shows one "
                           "that is stored.)");
    else if (!core_dump(call->target.core, &game, call->out))
        admin_refuse(call,
                     "That game is not in memory. (castled replay shows one that is stored.)");
}

void admin_takeback(AdminCall *call)
{
    GameId game = read_game(call);
    if (!call->target.core) {
        admin_refuse(call, "The server is not running, and only it can change ratings.");
        return;
    }
    if (!game.text[0])
        admin_refuse(call, "That is not a game id.");
    else
        accounts_take_back(call->target.accounts, &game, admin_answered,
                           admin_wait(call, taken_back));
}

/* ---- to look at ---- */

void admin_reports(AdminCall *call)
{
    call->result.shows_lines = true;
    call->result.lines = LISTING_REPORTS;
}

void admin_acts(AdminCall *call)
{
    call->result.shows_lines = true;
    call->result.lines = LISTING_ACTS;
}

static void show_status(AdminCall *call, const AccountsAnswer *answer)
{
    if (call->target.describe)
        call->target.describe(call->target.context, call->out);
    admin_say(call->out, "accounts      %zu", answer->accounts_count);
    admin_say(call->out, "registration  %s", answer->registration ? "open" : "closed");
    admin_say(call->out, "quiet mode    %s", answer->quiet ? "on" : "off");
    admin_say(call->out, "server        %s", call->target.core ? "running" : "not running");
}

void admin_status(AdminCall *call)
{
    accounts_site(call->target.accounts, admin_answered, admin_wait(call, show_status));
}

/* As GET /healthz. */
void admin_health(AdminCall *call)
{
    if (!call->target.core) {
        admin_refuse(call, "The server is not running.");
        return;
    }
    switch (core_health(call->target.core)) {
    case CORE_READY: admin_say(call->out, "ready"); break;
    case CORE_STOPPING: admin_refuse(call, "not ready: the server is stopping"); break;
    case CORE_FAILING: admin_refuse(call, "not ready: the disk cannot be written to"); break;
    }
}
