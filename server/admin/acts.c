#include "inside_acts.h"

#include "log.h"
#include "memory.h"

#include <assert.h>
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

/* ---- asking the accounts ---- */

static void note(Act *act);

static void release(Act *act)
{
    if (--act->holds > 0)
        return;
    note(act);
    act->done(act->context, &act->result);
    free(act);
}

void *act_wait(Act *act, ActNext next)
{
    assert(!act->next);
    act->next = next;
    act->holds++;
    return act;
}

void act_answered(void *context, const AccountsAnswer *answer)
{
    Act *act = context;
    ActNext next = act->next;
    act->next = NULL;
    if (answer->error == ACCOUNTS_STOPPED)
        act_refuse(act, accounts_error_text(answer->error));
    else
        next(act, answer);
    release(act);
}

/* ---- whom it is about ---- */

static bool read_guest_id(const char *text, Person *person)
{
    bool is_id = strlen(text) == 21 && text[0] == 'g' &&
                 strspn(text + 1, "0123456789abcdef") == strlen(text) - 1;
    if (!is_id)
        return false;
    *person = (Person){.guest = true};
    snprintf(person->id, sizeof person->id, "%s", text);
    snprintf(person->name, sizeof person->name, "Guest-%.4s", text + 1);
    return true;
}

/* An account by its name or id; a guest who is here by name, any guest by id. */
static void found_person(Act *act, const AccountsAnswer *answer)
{
    const char *name = act->sought;
    act->account = answer->list[account_is_found(&answer->list[0]) ? 0 : 1];
    if (account_is_found(&act->account))
        act->person = account_person(&act->account);
    else if (!(act->desk.core && core_find_person(act->desk.core, name, &act->person)) &&
             !read_guest_id(name, &act->person)) {
        act_refuse(act, "Nobody has that name. (Give the id of a guest who is not online.)");
        return;
    }
    act->then(act);
}

void act_find_person(Act *act, const char *name, ActThen then)
{
    AccountRef refs[] = {account_ref_name(name), account_ref_id(name)};
    act->sought = name;
    act->then = then;
    accounts_find(act->desk.accounts, refs, 2, "", act_answered, act_wait(act, found_person));
}

static void found_account(Act *act, const AccountsAnswer *answer)
{
    act->account = answer->list[0];
    if (account_is_found(&act->account))
        act->then(act);
    else
        act_refuse(act, "No account has that name.");
}

/* The same for accounts only, by their names. */
static void find_account(Act *act, ActThen then)
{
    AccountRef ref = account_ref_name(act->words[0]);
    act->then = then;
    accounts_find(act->desk.accounts, &ref, 1, "", act_answered, act_wait(act, found_account));
}

/* False, and refused, when the accounts have not done it. */
static bool is_done(Act *act, const AccountsAnswer *answer, const char *name)
{
    act->result.number = answer->number;
    if (answer->error != ACCOUNTS_OK)
        act_refuse(act, answer->error == ACCOUNTS_BAD_NAME
                            ? username_error_text(username_check(name))
                            : accounts_error_text(answer->error));
    return answer->error == ACCOUNTS_OK;
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
    *until = act->desk.now + number * minutes * 60 * 1000;
    return true;
}

/* ---- accounts ---- */

static void made(Act *act, const AccountsAnswer *answer)
{
    if (is_done(act, answer, act->words[0]))
        act_say(act->out, "Account %s created.", act->words[0]);
}

/* Words: the name, and a password's hash. */
static void act_make(Act *act)
{
    char id[PERSON_ID_MAX + 1];
    accounts_draw_id(id);
    accounts_sign_up(act->desk.accounts, id, act->words[0], act->words[1], NULL, act->desk.now,
                     act_answered, act_wait(act, made));
}

static void renamed(Act *act, const AccountsAnswer *answer)
{
    if (is_done(act, answer, act->words[1]))
        act_say(act->out, "%s is now called %s.", act->account.name, act->words[1]);
}

static void rename_found(Act *act)
{
    accounts_rename(act->desk.accounts, act->account.id, act->words[1], act_answered,
                    act_wait(act, renamed));
}

static void act_rename(Act *act)
{
    find_account(act, rename_found);
}

static Proof proof_of(const Act *act)
{
    Proof proof = {.id = ""};
    memcpy(proof.id, act->account.id, sizeof proof.id);
    return proof;
}

static void password_set(Act *act, const AccountsAnswer *answer)
{
    size_t sessions = answer->sessions_ended, tokens = answer->tokens_ended;
    if (!is_done(act, answer, act->account.name))
        return;
    if (act->desk.core)
        core_dismiss(act->desk.core, act->account.id, NULL);
    act_say(act->out,
            "%s has a new password and is signed out everywhere; %zu session%s and %zu API token%s "
            "ended.",
            act->account.name, sessions, sessions == 1 ? "" : "s", tokens, tokens == 1 ? "" : "s");
}

static void set_password(Act *act)
{
    Proof proof = proof_of(act);
    accounts_set_password(act->desk.accounts, &proof, act->words[1], NULL, 0, act_answered,
                          act_wait(act, password_set));
}

static void act_password(Act *act)
{
    find_account(act, set_password);
}

static void deleted(Act *act, const AccountsAnswer *answer)
{
    if (is_done(act, answer, act->account.name))
        act_say(act->out, "Account %s deleted. Its games stay; its name cannot be used again.",
                act->account.name);
}

static void delete_found(Act *act)
{
    Proof proof = proof_of(act);
    accounts_close(act->desk.accounts, &proof, act->desk.now, act_answered, act_wait(act, deleted));
}

static void act_delete(Act *act)
{
    find_account(act, delete_found);
}

static void marked(Act *act, const AccountsAnswer *answer)
{
    if (is_done(act, answer, act->account.name))
        act_say(act->out, "%s is now a bot.", act->account.name);
}

static void mark_found(Act *act)
{
    accounts_set_bot(act->desk.accounts, act->account.id, act_answered, act_wait(act, marked));
}

static void act_bot(Act *act)
{
    find_account(act, mark_found);
}

static void show(Act *act, const AccountsAnswer *answer)
{
    act_say(act->out, "name     %s", act->person.name);
    act_say(act->out, "id       %s", act->person.id);
    act_say(act->out, "account  %s",
            !account_is_found(&act->account) ? "no, a guest"
            : act->account.bot               ? "yes, a bot"
                                             : "yes");
    act_say(act->out, "muted    %s", answer->muted_until > act->desk.now ? "yes" : "no");
    act_say(act->out, "banned   %s", answer->banned_until > act->desk.now ? "yes" : "no");
    if (!act->desk.core)
        return;
    act_say(act->out, "online   %s", core_is_here(act->desk.core, act->person.id) ? "yes" : "no");
    char address[CORE_ADDRESS_MAX + 1];
    if (core_address(act->desk.core, act->person.id, address))
        act_say(act->out, "address  %s", address);
}

static void show_found(Act *act)
{
    accounts_sanctions(act->desk.accounts, act->person.id, act_answered, act_wait(act, show));
}

static void act_show(Act *act)
{
    act_find_person(act, act->words[0], show_found);
}

/* ---- order ---- */

static void muted(Act *act, const AccountsAnswer *answer)
{
    act->result.number = answer->number;
    act_say(act->out, "%s is now muted.", act->person.name);
}

static void mute_found(Act *act)
{
    int64_t until;
    if (act_read_until(act, 1, &until))
        accounts_mute(act->desk.accounts, act->person.id, until, act_answered,
                      act_wait(act, muted));
}

static void act_mute(Act *act)
{
    act_find_person(act, act->words[0], mute_found);
}

static void unmuted(Act *act, const AccountsAnswer *answer)
{
    act->result.number = answer->number;
    act_say(act->out, "%s is no longer muted.", act->person.name);
}

static void unmute_found(Act *act)
{
    accounts_mute(act->desk.accounts, act->person.id, 0, act_answered, act_wait(act, unmuted));
}

static void act_unmute(Act *act)
{
    act_find_person(act, act->words[0], unmute_found);
}

static void banned(Act *act, const AccountsAnswer *answer)
{
    act->result.number = answer->number;
    if (act->desk.core)
        core_ban(act->desk.core, act->person.id);
    else
        act_delete_challenges(act, &(CorePick){.person = act->person.id});
    act_say(act->out, "%s is now banned.", act->person.name);
}

static void ban_found(Act *act)
{
    int64_t until;
    if (act_read_until(act, 1, &until))
        accounts_ban(act->desk.accounts, act->person.id, until, act_answered,
                     act_wait(act, banned));
}

static void act_ban(Act *act)
{
    act_find_person(act, act->words[0], ban_found);
}

static void unbanned(Act *act, const AccountsAnswer *answer)
{
    act->result.number = answer->number;
    act_say(act->out, "%s is no longer banned.", act->person.name);
}

static void unban_found(Act *act)
{
    accounts_ban(act->desk.accounts, act->person.id, 0, act_answered, act_wait(act, unbanned));
}

static void act_unban(Act *act)
{
    act_find_person(act, act->words[0], unban_found);
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

static void registration_set(Act *act, const AccountsAnswer *answer)
{
    act->result.number = answer->number;
    act_say(act->out, "Registration is %s.", act->words[0]);
}

static void act_registration(Act *act)
{
    bool open;
    if (read_word(act, "open", "closed", &open))
        accounts_set_registration(act->desk.accounts, open, act_answered,
                                  act_wait(act, registration_set));
}

static void quiet_set(Act *act, const AccountsAnswer *answer)
{
    act->result.number = answer->number;
    act_say(act->out, "Quiet mode is %s.",
            strcmp(act->words[0], "on") == 0 ? "on: only preset chat messages are allowed" : "off");
}

static void act_quiet(Act *act)
{
    bool quiet;
    if (read_word(act, "on", "off", &quiet))
        accounts_set_quiet(act->desk.accounts, quiet, act_answered, act_wait(act, quiet_set));
}

static void act_notice(Act *act)
{
    if (!act->desk.core)
        act_refuse(act, "The server is not running: there is nobody to tell.");
    else if (strlen(act->words[0]) > NOTICE_MAX)
        act_refuse(act, "A message may have at most 500 bytes.");
    else {
        core_notice(act->desk.core, act->words[0]);
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
    if (!act->desk.core)
        act_refuse(act, "The server is not running: no game is live. (castled replay shows one "
                        "that is stored.)");
    else if (!core_dump(act->desk.core, &game, act->out))
        act_refuse(act, "That game is not in memory. (castled replay shows one that is stored.)");
}

/* The changes are read first: what became of it stands in the log, and the ratings in "show". */
static void act_takeback(Act *act)
{
    GameId game = read_game(act);
    if (!act->desk.core) {
        act_refuse(act, "The server is not running, and only it can change ratings.");
        return;
    }
    if (!game.text[0])
        act_refuse(act, "That is not a game's id.");
    else if (core_take_back(act->desk.core, &game, on_taken_back, NULL))
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

static void show_status(Act *act, const AccountsAnswer *answer)
{
    act_say(act->out, "accounts      %zu", answer->accounts_count);
    act_say(act->out, "registration  %s", answer->registration ? "open" : "closed");
    act_say(act->out, "quiet mode    %s", answer->quiet ? "on" : "off");
    act_say(act->out, "server        %s", act->desk.core ? "running" : "not running");
}

static void act_status(Act *act)
{
    accounts_site(act->desk.accounts, act_answered, act_wait(act, show_status));
}

/* As GET /healthz. */
static void act_health(Act *act)
{
    if (!act->desk.core)
        act_refuse(act, "The server is not running.");
    else if (core_is_failing(act->desk.core))
        act_refuse(act, "not ready: the disk cannot be written");
    else
        act_say(act->out, "ready");
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
    {"health", "", "says whether the server is ready", 0, 0, false, false, act_health},
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

/* What was done; a hash is not for the log. */
static void note(Act *act)
{
    StoreAct row = {.at = act->desk.now};
    size_t length = 0;
    if (act->command < 0 || act->result.status != ACT_DONE || !COMMANDS[act->command].logged)
        return;
    int shown = act->count - (COMMANDS[act->command].hash ? 1 : 0);
    for (int i = 0; i < shown && length < sizeof row.target; i++)
        length += (size_t)snprintf(row.target + length, sizeof row.target - length, "%s%s",
                                   i ? " " : "", act->words[i]);
    snprintf(row.who, sizeof row.who, "%s", act->desk.who);
    snprintf(row.act, sizeof row.act, "%s", COMMANDS[act->command].name);
    act->result.number = store_put_act(act->desk.store, &row);
    log_info("admin %s: %s %s", row.who, row.act, row.target);
}

static void misuse(Act *act, const char *sentence)
{
    act->result.status = ACT_USAGE;
    act_say(act->out, "%s", sentence);
}

static void run(Act *act, const char *last)
{
    char usage[128];
    if (act->command < 0) {
        misuse(act, "Unknown command; see castled admin help.");
        return;
    }
    int hash = COMMANDS[act->command].hash ? 1 : 0;
    bool has_hash = act->count > 0 && strncmp(last, "$argon2", 7) == 0;
    if (hash != (int)has_hash || act->count < COMMANDS[act->command].least + hash ||
        act->count > COMMANDS[act->command].most + hash) {
        snprintf(usage, sizeof usage, "usage: castled admin %s %s", COMMANDS[act->command].name,
                 COMMANDS[act->command].arguments);
        misuse(act, usage);
        return;
    }
    COMMANDS[act->command].run(act);
}

void act_run(const Desk *desk, int count, const char *const words[], Text *out, ActDone done,
             void *context)
{
    assert(count - 1 <= ACT_WORDS_MAX);
    Act *act = memory_new(sizeof *act);
    act->desk = *desk;
    act->out = out;
    act->command = count > 0 ? find_command(words[0]) : -1;
    for (int i = 1; i < count; i++)
        act->words[act->count++] = words[i];
    act->done = done;
    act->context = context;
    act->holds = 1;
    run(act, count > 0 ? words[count - 1] : "");
    release(act);
}
