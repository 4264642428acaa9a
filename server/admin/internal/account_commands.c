#include "account_commands.h"

#include "lobby_commands.h"

#include <stdlib.h>
#include <string.h>

static void made(AdminCall *call, const AccountsAnswer *answer)
{
    if (admin_is_done(call, answer, call->words[0]))
        admin_say(call->out, "Account %s created.", call->words[0]);
}

/* Words: the name, and a password's hash. */
void admin_make(AdminCall *call)
{
    char id[PERSON_ID_MAX + 1];
    accounts_draw_id(id);
    accounts_sign_up(call->target.accounts, id, call->words[0], call->words[1], NULL,
                     call->target.now, admin_answered, admin_wait(call, made));
}

/* ---- a bot with its token ---- */

static void token_added(AdminCall *call, const AccountsAnswer *answer)
{
    if (admin_is_done(call, answer, call->words[0]))
        admin_say(call->out, "Bot account %s created.\ntoken: %s", call->words[0], answer->text);
}

static void bot_marked(AdminCall *call, const AccountsAnswer *answer)
{
    const uint32_t scopes =
        SCOPE_BOT_PLAY | SCOPE_CHALLENGE_READ | SCOPE_CHALLENGE_WRITE | SCOPE_TOURNAMENT_WRITE;
    if (admin_is_done(call, answer, call->words[0]))
        accounts_add_token(call->target.accounts, answer->account.id, scopes, "castled bot create",
                           call->target.now, admin_answered, admin_wait(call, token_added));
}

static void bot_made(AdminCall *call, const AccountsAnswer *answer)
{
    if (admin_is_done(call, answer, call->words[0]))
        accounts_set_bot(call->target.accounts, answer->account.id, admin_answered,
                         admin_wait(call, bot_marked));
}

/* Words: the name, and a password's hash. */
void admin_create_bot(AdminCall *call)
{
    char id[PERSON_ID_MAX + 1];
    accounts_draw_id(id);
    accounts_sign_up(call->target.accounts, id, call->words[0], call->words[1], NULL,
                     call->target.now, admin_answered, admin_wait(call, bot_made));
}

static void renamed(AdminCall *call, const AccountsAnswer *answer)
{
    if (admin_is_done(call, answer, call->words[1])) {
        admin_say(call->out, "%s is now called %s.", call->account.name, call->words[1]);
        admin_can_undo(call, "rename %s %s", call->account.id, call->account.name);
    }
}

static void rename_found(AdminCall *call)
{
    accounts_rename(call->target.accounts, call->account.id, call->words[1], admin_answered,
                    admin_wait(call, renamed));
}

void admin_rename(AdminCall *call)
{
    admin_find_account(call, rename_found);
}

static Proof proof_of(const AdminCall *call)
{
    Proof proof = {.id = ""};
    memcpy(proof.id, call->account.id, sizeof proof.id);
    return proof;
}

static void password_set(AdminCall *call, const AccountsAnswer *answer)
{
    size_t sessions = answer->sessions_ended, tokens = answer->tokens_ended;
    if (!admin_is_done(call, answer, call->account.name))
        return;
    if (call->target.core)
        core_dismiss(call->target.core, call->account.id, NULL);
    admin_say(
        call->out,
        "%s has a new password and is signed out everywhere; %zu session%s and %zu API token%s "
        "ended.",
        call->account.name, sessions, sessions == 1 ? "" : "s", tokens, tokens == 1 ? "" : "s");
}

static void set_password(AdminCall *call)
{
    Proof proof = proof_of(call);
    accounts_set_password(call->target.accounts, &proof, call->words[1], NULL, 0, admin_answered,
                          admin_wait(call, password_set));
}

void admin_password(AdminCall *call)
{
    admin_find_account(call, set_password);
}

static void deleted(AdminCall *call, const AccountsAnswer *answer)
{
    if (!admin_is_done(call, answer, call->account.name))
        return;
    if (!call->target.core) /* a running server does so by itself */
        admin_delete_challenges(call, &(CorePick){.person = call->account.id});
    admin_say(call->out, "Account %s deleted. Its games stay; its name cannot be used again.",
              call->account.name);
}

static void delete_found(AdminCall *call)
{
    Proof proof = proof_of(call);
    accounts_close(call->target.accounts, &proof, call->target.now, admin_answered,
                   admin_wait(call, deleted));
}

void admin_delete(AdminCall *call)
{
    admin_find_account(call, delete_found);
}

static void marked(AdminCall *call, const AccountsAnswer *answer)
{
    if (admin_is_done(call, answer, call->account.name))
        admin_say(call->out, "%s is now a bot.", call->account.name);
}

static void mark_found(AdminCall *call)
{
    accounts_set_bot(call->target.accounts, call->account.id, admin_answered,
                     admin_wait(call, marked));
}

void admin_bot(AdminCall *call)
{
    admin_find_account(call, mark_found);
}

static void operator_set(AdminCall *call, const AccountsAnswer *answer)
{
    if (!admin_is_done(call, answer, call->account.name))
        return;
    if (answer->account.is_operator != call->account.is_operator)
        admin_can_undo(call, "operator %s %s", call->account.id,
                       call->account.is_operator ? "on" : "off");
    admin_say(call->out, "%s is %s.", call->account.name,
              answer->account.is_operator ? "now an operator" : "no longer an operator");
}

static void operator_found(AdminCall *call)
{
    bool on;
    if (call->count < 2)
        on = true;
    else if (!admin_read_choice(call, 1, "on", "off", &on))
        return;
    accounts_set_operator(call->target.accounts, call->account.id, on, admin_answered,
                          admin_wait(call, operator_set));
}

void admin_operator(AdminCall *call)
{
    admin_find_account(call, operator_found);
}

static void second_ended(AdminCall *call, const AccountsAnswer *answer)
{
    if (admin_is_done(call, answer, call->account.name))
        admin_say(call->out, "%s can sign in with the password alone.", call->account.name);
}

static void second_found(AdminCall *call)
{
    accounts_end_second(call->target.accounts, call->account.id, NULL, call->target.now,
                        admin_answered, admin_wait(call, second_ended));
}

void admin_second_factor(AdminCall *call)
{
    if (strcmp(call->words[1], "off") == 0)
        admin_find_account(call, second_found);
    else
        admin_refuse(call, "Only its owner can set up a second factor: say \"off\".");
}

static void list_operators(AdminCall *call, const AccountsAnswer *answer)
{
    for (size_t i = 0; i < answer->count; i++) {
        if (!call->target.json) {
            admin_say(call->out, "%s", answer->list[i].name);
            continue;
        }
        admin_row(call);
        text_string(&call->row, "id", answer->list[i].id);
        text_string(&call->row, "name", answer->list[i].name);
        admin_row_end(call);
    }
    if (answer->count == 0 && !call->target.json)
        admin_say(call->out, "No account is an operator's.");
}

void admin_operators(AdminCall *call)
{
    accounts_operators(call->target.accounts, admin_answered, admin_wait(call, list_operators));
}

static void say_sign_in(const AdminCall *call)
{
    const AccountInfo *account = &call->account;
    const char *ways = account->has_password && account->has_subject ? "password, OpenID provider"
                       : account->has_password                       ? "password"
                       : account->has_subject                        ? "OpenID provider"
                                                                     : "none";
    if (account_is_found(account) && !account->bot)
        admin_say(call->out, "sign-in  %s%s", ways,
                  account->has_second ? ", with a second factor" : "");
}

static void show(AdminCall *call, const AccountsAnswer *answer)
{
    admin_say(call->out, "name     %s", call->person.name);
    admin_say(call->out, "id       %s", call->person.id);
    admin_say(call->out, "account  %s",
              !account_is_found(&call->account) ? "no, a guest"
              : call->account.bot               ? "yes, a bot"
              : call->account.is_operator       ? "yes, an operator"
                                                : "yes");
    say_sign_in(call);
    admin_say(call->out, "muted    %s", answer->muted_until > call->target.now ? "yes" : "no");
    admin_say(call->out, "marked   %s", answer->marked ? "yes, as a cheat" : "no");
    admin_say(call->out, "banned   %s", answer->banned_until > call->target.now ? "yes" : "no");
    if (!call->target.core)
        return;
    admin_say(call->out, "online   %s",
              core_is_here(call->target.core, call->person.id) ? "yes" : "no");
    char address[CORE_ADDRESS_MAX + 1];
    if (core_address(call->target.core, call->person.id, address))
        admin_say(call->out, "address  %s", address);
}

/* The games that they are playing. */
static void row_games(AdminCall *call)
{
    uint32_t count;
    GameId *games = core_games_of(call->target.core, call->person.id, &count);
    text_open(&call->row, "games", '[');
    for (uint32_t i = 0; i < count; i++)
        text_string(&call->row, NULL, games[i].text);
    text_close(&call->row, ']');
    free(games);
}

static void show_row(AdminCall *call, const AccountsAnswer *answer)
{
    const AccountInfo *account = &call->account;
    char address[CORE_ADDRESS_MAX + 1];
    admin_row(call);
    text_string(&call->row, "id", call->person.id);
    text_string(&call->row, "name", call->person.name);
    text_bool(&call->row, "account", account_is_found(account));
    if (account_is_found(account)) {
        text_bool(&call->row, "bot", account->bot);
        text_bool(&call->row, "operator", account->is_operator);
        text_integer(&call->row, "made", account->made);
        text_integer(&call->row, "seen", account->seen);
    }
    text_bool(&call->row, "marked", answer->marked);
    admin_row_until(call, "muted", answer->muted_until);
    admin_row_until(call, "banned", answer->banned_until);
    if (call->target.core) {
        text_bool(&call->row, "online", core_is_here(call->target.core, call->person.id));
        if (core_address(call->target.core, call->person.id, address))
            text_string(&call->row, "address", address);
        row_games(call);
    }
    admin_row_end(call);
}

static void show_found(AdminCall *call)
{
    accounts_sanctions(call->target.accounts, call->person.id, admin_answered,
                       admin_wait(call, call->target.json ? show_row : show));
}

void admin_show(AdminCall *call)
{
    admin_find_person(call, call->words[0], show_found);
}
