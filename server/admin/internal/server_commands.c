#include "server_commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOTICE_MAX = 500, NUMBER_DIGITS = 18 };

static void registration_set(AdminCall *call, const AccountsAnswer *answer)
{
    bool open = strcmp(call->words[0], "open") == 0;
    if (answer->registration != open)
        admin_can_undo(call, "registration %s", open ? "closed" : "open");
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
    if (!call->target.url || !*call->target.url)
        admin_say(call->out, "Put the server's address before it, or name it by --public-url.");
    admin_say(call->out,
              "Whoever has this link can sign up within %ld days while registration is closed.",
              days);
}

static void quiet_set(AdminCall *call, const AccountsAnswer *answer)
{
    bool on = strcmp(call->words[0], "on") == 0;
    if (answer->quiet != on)
        admin_can_undo(call, "quiet %s", on ? "off" : "on");
    admin_say(call->out, "Quiet mode is %s.",
              on ? "on: only preset chat messages are allowed" : "off");
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
    call->result.lines = call->target.json ? LISTING_REPORTS_JSON : LISTING_REPORTS;
}

void admin_acts(AdminCall *call)
{
    call->result.shows_lines = true;
    call->result.lines = call->target.json ? LISTING_ACTS_JSON : LISTING_ACTS;
}

/* ---- reports that are decided, and acts that are undone ---- */

static bool read_number(AdminCall *call)
{
    size_t digits = strspn(call->words[0], "0123456789");
    if (digits > 0 && digits <= NUMBER_DIGITS && !call->words[0][digits])
        return true;
    admin_refuse(call, "Give the number that is first in its line.");
    return false;
}

static void report_read(AdminCall *call)
{
    bool decides = strcmp(call->command->name, "decide") == 0;
    StoreDecision decision = {.number = strtoll(call->words[0], NULL, 10)};
    if (!call->lines[0]) {
        admin_refuse(call, "No report has that number.");
        return;
    }
    if (decides == (call->lines[0] != '\n')) {
        admin_refuse(call, decides ? "That report is closed already." : "That report is open.");
        return;
    }
    if (decides) {
        decision.at = call->target.now;
        snprintf(decision.who, sizeof decision.who, "%s", call->target.who);
    }
    call->result.number = store_put_decision(call->target.store, &decision);
    admin_can_undo(call, "%s %s", decides ? "reopen" : "decide", call->words[0]);
    admin_say(call->out, "Report %s is %s.", call->words[0], decides ? "closed" : "open again");
}

void admin_decide(AdminCall *call)
{
    if (read_number(call))
        admin_read(call, LISTING_REPORT, call->words[0], report_read);
}

void admin_reopen(AdminCall *call)
{
    admin_decide(call);
}

static void undo_read(AdminCall *call)
{
    size_t length = strcspn(call->lines, "\n");
    if (!call->lines[0])
        admin_refuse(call, "No act has that number.");
    else if (length == 0)
        admin_refuse(call, "That act cannot be undone.");
    else {
        call->lines[length] = '\0';
        call->run_instead(call, call->lines);
    }
}

void admin_undo(AdminCall *call)
{
    if (read_number(call))
        admin_read(call, LISTING_UNDO, call->words[0], undo_read);
}

/* ---- the server itself ---- */

static void row_status(AdminCall *call, const AccountsAnswer *answer)
{
    admin_row(call);
    text_integer(&call->row, "accounts", (int64_t)answer->accounts_count);
    text_bool(&call->row, "registration", answer->registration);
    text_bool(&call->row, "quiet", answer->quiet);
    admin_row_end(call);
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
    if (call->target.elsewhere) {
        call->target.describe(call->target.context, call->out);
        return;
    }
    accounts_site(call->target.accounts, admin_answered,
                  admin_wait(call, call->target.json ? row_status : show_status));
}

static void refuse_readiness(AdminCall *call, const char *trouble)
{
    admin_say(call->out, "not ready: %s", trouble);
    call->result.status = ADMIN_REFUSED;
}

/* As GET /healthz. */
void admin_health(AdminCall *call)
{
    const char *trouble = call->target.trouble ? call->target.trouble(call->target.context) : NULL;
    if (call->target.elsewhere) {
        if (trouble)
            refuse_readiness(call, trouble);
        else
            admin_say(call->out, "ready");
        return;
    }
    if (!call->target.core) {
        admin_refuse(call, "The server is not running.");
        return;
    }
    switch (core_health(call->target.core)) {
    case CORE_READY:
        if (trouble)
            refuse_readiness(call, trouble);
        else
            admin_say(call->out, "%s", call->target.json ? "{\"ready\":true}" : "ready");
        break;
    case CORE_STOPPING: admin_refuse(call, "not ready: the server is stopping"); break;
    case CORE_FAILING: admin_refuse(call, "not ready: the disk cannot be written to"); break;
    }
}
