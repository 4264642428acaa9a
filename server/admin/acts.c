#include "inside_acts.h"

#include "log.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAID_MAX = 512, NOTICE_MAX = 500 };

void act_say(Text *out, const char *format, ...)
{
    char line[SAID_MAX];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text_append(out, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
    text_append(out, "\n", 1);
}

void act_refuse(Act *act, const char *sentence)
{
    act->result.status = ACT_REFUSED;
    act_say(act->out, "%s", sentence);
}

/* ---- whom it is about ---- */

/* An account by its name or id; a guest who is here by his name, any guest by his id. */
bool act_find_person(Act *act, const char *name, Person *person)
{
    const Account *account = accounts_by_name(act->desk->accounts, name);
    if (!account)
        account = accounts_by_id(act->desk->accounts, name);
    if (account) {
        *person = account_person(account);
        return true;
    }
    if (act->desk->core && core_find_person(act->desk->core, name, person))
        return true;
    bool is_id = strlen(name) == 21 && name[0] == 'g' &&
                 strspn(name + 1, "0123456789abcdef") == strlen(name) - 1;
    if (!is_id) {
        act_refuse(act, "Nobody has that name. (Give the id of a guest who is not online.)");
        return false;
    }
    *person = (Person){.guest = true};
    snprintf(person->id, sizeof person->id, "%s", name);
    snprintf(person->name, sizeof person->name, "Guest-%.4s", name + 1);
    return true;
}

static Account *find_account(Act *act, const char *name)
{
    Account *account = accounts_by_name(act->desk->accounts, name);
    if (!account)
        act_refuse(act, "No account has that name.");
    return account;
}

static void person_changed(const Act *act, const Account *account)
{
    Person person = account_person(account);
    if (act->desk->core)
        core_person_changed(act->desk->core, &person);
}

static void dismiss(const Act *act, const char *id)
{
    if (act->desk->core)
        core_dismiss(act->desk->core, id, NULL);
}

/* "30m", "12h", "7d"; INT64_MAX, for ever, without a word. */
bool act_read_until(Act *act, int word, int64_t *until)
{
    char *unit;
    *until = INT64_MAX;
    if (act->count <= word)
        return true;
    const char *text = act->words[word];
    long number = strtol(text, &unit, 10);
    int64_t minutes = strcmp(unit, "m") == 0   ? 1
                      : strcmp(unit, "h") == 0 ? 60
                      : strcmp(unit, "d") == 0 ? 24 * 60
                                               : 0;
    if (*text < '0' || *text > '9' || number < 1 || number > 100000 || !minutes) {
        act_refuse(act,
                   "A time is a number with m, h or d for minutes, hours, days: 30m, 12h, 7d.");
        return false;
    }
    *until = act->desk->now + number * minutes * 60 * 1000;
    return true;
}

/* ---- accounts ---- */

/* Words: the name, and a password's hash. */
static void act_make(Act *act)
{
    const Accounts *accounts = act->desk->accounts;
    const char *name = act->words[0];
    char id[PERSON_ID_MAX + 1];
    Account *account;
    AccountsError error = accounts_check_name(accounts, name, NULL);
    if (error != ACCOUNTS_OK) {
        act_refuse(act, error == ACCOUNTS_BAD_NAME ? username_error_text(username_check(name))
                                                   : accounts_error_text(error));
        return;
    }
    accounts_draw_id(id);
    act->result.number =
        accounts_sign_up(act->desk->accounts, id, name, act->words[1], act->desk->now, &account);
    person_changed(act, account);
    act_say(act->out, "Account %s created.", name);
}

static void act_rename(Act *act)
{
    const char *name = act->words[1];
    Account *account = find_account(act, act->words[0]);
    if (!account)
        return;
    AccountsError error = accounts_check_name(act->desk->accounts, name, account);
    if (error != ACCOUNTS_OK) {
        act_refuse(act, error == ACCOUNTS_BAD_NAME ? username_error_text(username_check(name))
                                                   : accounts_error_text(error));
        return;
    }
    act_say(act->out, "%s is now called %s.", account->name, name);
    act->result.number = accounts_rename(act->desk->accounts, account, name);
    person_changed(act, account);
}

static void act_password(Act *act)
{
    Account *account = find_account(act, act->words[0]);
    if (!account)
        return;
    CredentialCount ended;
    dismiss(act, account->id);
    act->result.number =
        accounts_set_password(act->desk->accounts, account, act->words[1], NULL, NULL, &ended);
    act_say(act->out,
            "%s has a new password and is signed out everywhere; %zu session%s and %zu API token%s "
            "ended.",
            account->name, ended.sessions, ended.sessions == 1 ? "" : "s", ended.tokens,
            ended.tokens == 1 ? "" : "s");
}

static void act_delete(Act *act)
{
    Account *account = find_account(act, act->words[0]);
    if (!account)
        return;
    act_say(act->out, "Account %s deleted. Its games stay; its name cannot be used again.",
            account->name);
    dismiss(act, account->id);
    act->result.number = accounts_close(act->desk->accounts, account, act->desk->now);
    person_changed(act, account);
}

static void act_bot(Act *act)
{
    Account *account = find_account(act, act->words[0]);
    if (!account)
        return;
    act->result.number = accounts_set_bot(act->desk->accounts, account);
    act_say(act->out, "%s is now a bot.", account->name);
}

static void act_show(Act *act)
{
    Person person;
    if (!act_find_person(act, act->words[0], &person))
        return;
    const Account *account = accounts_by_id(act->desk->accounts, person.id);
    act_say(act->out, "name     %s", person.name);
    act_say(act->out, "id       %s", person.id);
    act_say(act->out, "account  %s",
            !account       ? "no, a guest"
            : account->bot ? "yes, a bot"
                           : "yes");
    act_say(act->out, "muted    %s",
            accounts_is_muted(act->desk->accounts, person.id, act->desk->now) ? "yes" : "no");
    act_say(act->out, "banned   %s",
            accounts_is_banned(act->desk->accounts, person.id, act->desk->now) ? "yes" : "no");
    if (act->desk->core)
        act_say(act->out, "online   %s", core_is_here(act->desk->core, person.id) ? "yes" : "no");
    char address[CORE_ADDRESS_MAX + 1];
    if (act->desk->core && core_address(act->desk->core, person.id, address))
        act_say(act->out, "address  %s", address);
}

/* ---- order ---- */

static void act_mute(Act *act)
{
    Person person;
    int64_t until;
    if (!act_find_person(act, act->words[0], &person) || !act_read_until(act, 1, &until))
        return;
    act->result.number = accounts_mute(act->desk->accounts, person.id, until);
    act_say(act->out, "%s is now muted.", person.name);
}

static void act_unmute(Act *act)
{
    Person person;
    if (!act_find_person(act, act->words[0], &person))
        return;
    act->result.number = accounts_mute(act->desk->accounts, person.id, 0);
    act_say(act->out, "%s is no longer muted.", person.name);
}

static void act_ban(Act *act)
{
    Person person;
    int64_t until;
    if (!act_find_person(act, act->words[0], &person) || !act_read_until(act, 1, &until))
        return;
    act->result.number = accounts_ban(act->desk->accounts, person.id, until);
    if (act->desk->core)
        core_ban(act->desk->core, person.id);
    else
        act_delete_challenges(act, &(CorePick){.person = person.id});
    act_say(act->out, "%s is now banned.", person.name);
}

static void act_unban(Act *act)
{
    Person person;
    if (!act_find_person(act, act->words[0], &person))
        return;
    act->result.number = accounts_ban(act->desk->accounts, person.id, 0);
    act_say(act->out, "%s is no longer banned.", person.name);
}

static bool read_word(Act *act, const char *yes, const char *no, bool *is_yes)
{
    char sentence[64];
    *is_yes = strcmp(act->words[0], yes) == 0;
    if (*is_yes || strcmp(act->words[0], no) == 0)
        return true;
    snprintf(sentence, sizeof sentence, "Give %s or %s.", yes, no);
    act_refuse(act, sentence);
    return false;
}

static void act_registration(Act *act)
{
    bool open;
    if (!read_word(act, "open", "closed", &open))
        return;
    act->result.number = accounts_set_registration(act->desk->accounts, open);
    act_say(act->out, "Registration is %s.", open ? "open" : "closed");
}

static void act_quiet(Act *act)
{
    bool quiet;
    if (!read_word(act, "on", "off", &quiet))
        return;
    act->result.number = accounts_set_quiet(act->desk->accounts, quiet);
    act_say(act->out, "Quiet mode is %s.",
            quiet ? "on: only preset chat messages are allowed" : "off");
}

static void act_notice(Act *act)
{
    if (!act->desk->core)
        act_refuse(act, "The server is not running: there is nobody to tell.");
    else if (strlen(act->words[0]) > NOTICE_MAX)
        act_refuse(act, "A message may have at most 500 bytes.");
    else {
        core_notice(act->desk->core, act->words[0]);
        act_say(act->out, "The message has been sent to everybody.");
    }
}

static void on_taken_back(void *context, int players)
{
    (void)context;
    if (players > 0)
        log_info("a result was taken back: the ratings of %d players were restored", players);
    else
        log_warning("a result was not taken back: %s",
                    players < 0 ? "the server cannot save anything right now"
                                : "it changed no ratings");
}

static GameId read_game(const Act *act)
{
    GameId game = {0};
    if (strlen(act->words[0]) == GAME_ID_LENGTH)
        memcpy(game.text, act->words[0], GAME_ID_LENGTH);
    return game;
}

/* Also what is not durable yet: this is for looking for a fault. */
static void act_dump(Act *act)
{
    GameId game = read_game(act);
    if (!act->desk->core)
        act_refuse(act, "The server is not running: no game is live. (castled replay shows one "
                        "that is stored.)");
    else if (!core_dump(act->desk->core, &game, act->out))
        act_refuse(act, "That game is not in memory. (castled replay shows one that is stored.)");
}

/* The changes are read first: what became of it stands in the log, and the ratings in "show". */
static void act_takeback(Act *act)
{
    GameId game = read_game(act);
    if (!act->desk->core) {
        act_refuse(act, "The server is not running, and only it can change ratings.");
        return;
    }
    if (!game.text[0])
        act_refuse(act, "That is not a game's id.");
    else if (core_take_back(act->desk->core, &game, on_taken_back, NULL))
        act_say(act->out, "The ratings that it changed, if any, are being restored: see the log.");
    else
        act_refuse(act, "The server is busy: try again in a second.");
}

/* ---- to look at ---- */

static void act_reports(Act *act)
{
    act->result.shows_lines = true;
    act->result.lines = LISTING_REPORTS;
}

static void act_acts(Act *act)
{
    act->result.shows_lines = true;
    act->result.lines = LISTING_ACTS;
}

static void act_status(Act *act)
{
    const Desk *desk = act->desk;
    const Account *account;
    size_t open = 0;
    for (size_t at = 0; (account = accounts_next(desk->accounts, &at));)
        open += !account->closed;
    act_say(act->out, "accounts      %zu", open);
    act_say(act->out, "registration  %s",
            accounts_registration(desk->accounts) ? "open" : "closed");
    act_say(act->out, "quiet mode    %s", accounts_quiet(desk->accounts) ? "on" : "off");
    act_say(act->out, "server        %s", desk->core ? "running" : "not running");
}

/* ---- the table ---- */

static const struct {
    const char *name, *arguments, *help;
    int least, most; /* words */
    bool hash;       /* one more word is the hash of a new password */
    bool logged;
    void (*run)(Act *act);
} COMMANDS[] = {
    {"make", "NAME", "creates an account with a random password and prints it", 1, 1, true, true,
     act_make},
    {"rename", "NAME NEW", "gives an account another name", 2, 2, false, true, act_rename},
    {"password", "NAME",
     "sets a random password and prints it; ends all sessions and API tokens of the account", 1, 1,
     true, true, act_password},
    {"delete", "NAME", "deletes an account; its games stay, without its name", 1, 1, false, true,
     act_delete},
    {"bot", "NAME", "marks an account as a bot", 1, 1, false, true, act_bot},
    {"show", "NAME", "shows an account or a guest", 1, 1, false, false, act_show},
    {"mute", "NAME [TIME]", "keeps them from writing to others, for 30m, 12h, 7d, or for ever", 1,
     2, false, true, act_mute},
    {"unmute", "NAME", "lifts a mute", 1, 1, false, true, act_unmute},
    {"ban", "NAME [TIME]",
     "disconnects somebody, closes their seeks and challenges, and keeps them out", 1, 2, false,
     true, act_ban},
    {"unban", "NAME", "lifts a ban", 1, 1, false, true, act_unban},
    {"ban-address", "ADDRESS [TIME]",
     "bans everybody at an address: an IPv4 address, or an IPv6 address with its /64", 1, 2, false,
     true, act_ban_address},
    {"unban-address", "ADDRESS", "lifts a ban of an address", 1, 1, false, true, act_unban_address},
    {"bans", "", "lists banned people and addresses, and until when", 0, 0, false, false, act_bans},
    {"challenges", "[WHICH]", "lists open challenges", 0, 1, false, false, act_challenges},
    {"clear-challenges", "WHICH|all", "closes open challenges", 1, 1, false, true,
     act_clear_challenges},
    {"seeks", "[WHICH]", "lists open seeks", 0, 1, false, false, act_seeks},
    {"clear-seeks", "WHICH|all", "withdraws open seeks", 1, 1, false, true, act_clear_seeks},
    {"registration", "open|closed", "whether people can sign up", 1, 1, false, true,
     act_registration},
    {"quiet", "on|off", "whether chat allows only preset messages", 1, 1, false, true, act_quiet},
    {"takeback", "GAME", "undoes what a rated game did to its players' ratings", 1, 1, false, true,
     act_takeback},
    {"dump", "GAME",
     "shows a live game, as two lines of JSON: what a spectator is told, and the server's state of "
     "it",
     1, 1, false, false, act_dump},
    {"notice", "TEXT", "sends a message to everybody who is online", 1, 1, false, true, act_notice},
    {"reports", "", "lists the newest reports", 0, 0, false, false, act_reports},
    {"acts", "", "lists what operators did last", 0, 0, false, false, act_acts},
    {"status", "", "shows the state of the server", 0, 0, false, false, act_status},
};

enum { COMMANDS_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

void act_help(Text *out)
{
    act_say(out, "usage: castled admin [--data DIR] COMMAND [WORD...]\n");
    for (int i = 0; i < COMMANDS_COUNT; i++)
        act_say(out, "  %s %s\n      %s", COMMANDS[i].name, COMMANDS[i].arguments,
                COMMANDS[i].help);
    act_say(
        out,
        "\nWorks on the server that is running with that data directory, or else on its database.\n"
        "NAME is an account's name; where guests are possible, also their name or id. WHICH is "
        "the\n"
        "id of a challenge or seek, the name of whoever made it or is challenged, or the address\n"
        "of the guest who made it. TIME is 30m, 12h or 7d; without it, for ever. Every act\n"
        "is recorded with the time and who did it. The exit status is 0 when it is done, 1 when\n"
        "it was refused, 2 when the command line is wrong.");
}

static int find_command(const char *name)
{
    for (int i = 0; i < COMMANDS_COUNT; i++)
        if (strcmp(COMMANDS[i].name, name) == 0)
            return i;
    return -1;
}

int act_takes_hash(const char *command)
{
    int found = find_command(command);
    return found >= 0 && COMMANDS[found].hash ? COMMANDS[found].most : 0;
}

/* A hash is not for the log. */
static void note(Act *act, int command)
{
    StoreAct row = {.at = act->desk->now};
    size_t length = 0;
    int shown = act->count - (COMMANDS[command].hash ? 1 : 0);
    for (int i = 0; i < shown && length < sizeof row.target; i++)
        length += (size_t)snprintf(row.target + length, sizeof row.target - length, "%s%s",
                                   i ? " " : "", act->words[i]);
    snprintf(row.who, sizeof row.who, "%s", act->desk->who);
    snprintf(row.act, sizeof row.act, "%s", COMMANDS[command].name);
    act->result.number = store_put_act(act->desk->store, &row);
    log_info("admin %s: %s %s", row.who, row.act, row.target);
}

ActResult act_run(const Desk *desk, int count, const char *const words[], Text *out)
{
    Act act = {.desk = desk, .out = out, .words = words + 1, .count = count - 1};
    int command = count > 0 ? find_command(words[0]) : -1;
    if (command < 0) {
        act.result.status = ACT_USAGE;
        act_say(out, "Unknown command; see castled admin help.");
        return act.result;
    }
    int hash = COMMANDS[command].hash ? 1 : 0;
    bool has_hash = act.count > 0 && strncmp(words[act.count], "$argon2", 7) == 0;
    if (hash != (int)has_hash || act.count < COMMANDS[command].least + hash ||
        act.count > COMMANDS[command].most + hash) {
        act.result.status = ACT_USAGE;
        act_say(out, "usage: castled admin %s %s", COMMANDS[command].name,
                COMMANDS[command].arguments);
        return act.result;
    }
    COMMANDS[command].run(&act);
    if (act.result.status == ACT_DONE && COMMANDS[command].logged)
        note(&act, command);
    return act.result;
}
