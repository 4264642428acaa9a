/* Tokens of many players, by which an organiser pairs them: made by an operator, who does not ask the players. */
#include "log.h"
#include "memory.h"
#include "routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS_MAX = 1000 /* as many as a bulk pairing has */ };

/* Kept by the call: one player after the other gets a token. */
typedef struct {
    size_t count, at;
    struct {
        char id[PERSON_ID_MAX + 1], handle[PERSON_NAME_MAX + 1];
    } player[PLAYERS_MAX];
    char label[STORE_LABEL_MAX + 1];
    char token[PLAYERS_MAX][CREDENTIAL_TEXT_LENGTH + 1];
} Making;

static void look_for_older(Call *call);

static Making *making_of(const Call *call)
{
    return call->extra;
}

static void answer_tokens(Call *call)
{
    Making *making = making_of(call);
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    for (size_t i = 0; i < making->count; i++)
        text_string(&text, making->player[i].handle, making->token[i]);
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_wipe(&text);
    memory_wipe(making->token, sizeof making->token);
    log_info("%s has made tokens of %zu players: %s", call->identity.person.name, making->count,
             making->label);
}

static void next_player(Call *call, const AccountsAnswer *answer)
{
    Making *making = making_of(call);
    if (answer->error != ACCOUNTS_OK) {
        answer_error(&call->asker, 400, "An account can have at most 50 tokens.");
        return;
    }
    memcpy(making->token[making->at], answer->text, sizeof making->token[0]);
    if (++making->at < making->count)
        look_for_older(call);
    else
        answer_tokens(call);
}

static void make_one(Call *call, const AccountsAnswer *unused)
{
    const Making *making = making_of(call);
    (void)unused;
    accounts_add_token(call->server->accounts, making->player[making->at].id, SCOPE_CHALLENGE_WRITE,
                       making->label, call->now, call_answered, call_wait(call, next_player));
}

/* Tokens are not kept as they are, so one that was made before cannot be shown again: it ends, and another one takes its place. */
static void end_older(Call *call, const AccountsAnswer *answer)
{
    const Making *making = making_of(call);
    const char *id = making->player[making->at].id;
    for (size_t i = 0; i < answer->credentials_count; i++) {
        const CredentialInfo *older = &answer->credentials[i];
        if (older->scopes != SCOPE_CHALLENGE_WRITE || strcmp(older->label, making->label) != 0)
            continue;
        char key[CREDENTIAL_ID_LENGTH + 1];
        snprintf(key, sizeof key, "%.*s", CREDENTIAL_ID_LENGTH, older->key);
        accounts_end_credential(call->server->accounts, id, CREDENTIAL_TOKEN, key, call_answered,
                                call_wait(call, make_one));
        return;
    }
    make_one(call, NULL);
}

static void look_for_older(Call *call)
{
    const Making *making = making_of(call);
    accounts_credentials(call->server->accounts, making->player[making->at].id, CREDENTIAL_TOKEN,
                         call_answered, call_wait(call, end_older));
}

static void found(Call *call, const AccountsAnswer *answer)
{
    Making *making = making_of(call);
    for (size_t i = 0; i < answer->count; i++) {
        const AccountInfo *account = &answer->list[i];
        if (!account_is_found(account) || account->closed) {
            answer_error(&call->asker, 400, "users: there is no such account");
            return;
        }
        snprintf(making->player[i].id, sizeof making->player[i].id, "%s", account->id);
        account_handle(account, making->player[i].handle);
    }
    making->count = answer->count;
    look_for_older(call);
}

/* NULL, or what is wrong. */
static const char *read_users(const char *users, AccountRef *refs, size_t *count)
{
    char name[PERSON_NAME_MAX + 1];
    *count = 0;
    for (const char *at = users; *at;) {
        size_t length = strcspn(at, ",");
        if (length == 0 || length > PERSON_NAME_MAX)
            return "users: must be names with commas between";
        if (*count == PLAYERS_MAX)
            return "users: at most 1,000";
        memcpy(name, at, length);
        name[length] = '\0';
        refs[(*count)++] = account_ref_name(name);
        at += length + (at[length] == ',');
    }
    return *count ? NULL : "users: missing";
}

void tokens_for_players(Call *call)
{
    const char *users, *label;
    size_t count;
    if (!call->identity.account.is_operator) {
        answer_error(&call->asker, 403, "Only operators can make tokens for other people.");
        return;
    }
    if (!(users = call_text(call, "users", ORGANISER_BODY_MAX)) ||
        !(label = call_line(call, "description", STORE_LABEL_MAX)))
        return;
    AccountRef *refs = memory_array(PLAYERS_MAX, sizeof *refs);
    const char *fault = read_users(users, refs, &count);
    Making *making = memory_new(sizeof *making);
    snprintf(making->label, sizeof making->label, "%s", label);
    call->extra = making;
    if (fault)
        answer_error(&call->asker, 400, fault);
    else
        accounts_find(call->server->accounts, refs, count, "", call_answered,
                      call_wait(call, found));
    free(refs);
}
