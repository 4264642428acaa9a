/* Sessions and API tokens over HTTP: listed, made, revoked, tested. */
#include "memory.h"
#include "routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TESTED_MAX = 1000 };

/* When a token that an app was given ends; null for one that does not. */
static void print_expiry(const CredentialInfo *credential, const char *name, Text *text)
{
    if (credential->expires)
        text_integer(text, name, credential->expires);
    else
        text_null(text, name);
}

/* 'token' is its text, shown once, or NULL; 'current' the key of the session that asks. */
static void print_credential(const CredentialInfo *credential, const char *current,
                             const char *token, Text *text)
{
    char id[CREDENTIAL_ID_LENGTH + 1], scopes[SCOPES_TEXT_MAX];
    snprintf(id, sizeof id, "%.*s", CREDENTIAL_ID_LENGTH, credential->key);
    text_open(text, NULL, '{');
    text_string(text, "id", id);
    if (token)
        text_string(text, "token", token);
    if (credential->kind == CREDENTIAL_TOKEN) {
        text_string(text, "description", credential->label);
        text_string(text, "scopes", scopes_print(credential->scopes, scopes));
        print_expiry(credential, "expiresAt", text);
    } else {
        text_string(text, "agent", credential->label);
        text_bool(text, "current", strcmp(credential->key, current) == 0);
    }
    text_integer(text, "createdAt", credential->made);
    text_integer(text, "usedAt", credential->seen);
    text_close(text, '}');
}

static void show_list(Call *call, const AccountsAnswer *answer, const char *name)
{
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_open(&text, name, '[');
    for (size_t i = 0; i < answer->credentials_count; i++)
        print_credential(&answer->credentials[i], call->identity.credential.key, NULL, &text);
    text_close(&text, ']');
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

static void show_sessions(Call *call, const AccountsAnswer *answer)
{
    show_list(call, answer, "sessions");
}

static void show_tokens(Call *call, const AccountsAnswer *answer)
{
    show_list(call, answer, "tokens");
}

static void list(Call *call, CredentialKind kind, CallNext show)
{
    accounts_credentials(call->server->accounts, call->identity.account.id, kind, call_answered,
                         call_wait(call, show));
}

static void revoked(Call *call, const AccountsAnswer *answer, const char *missing)
{
    if (answer->error == ACCOUNTS_OK)
        answer_ok(&call->asker);
    else
        answer_error(&call->asker, 404, missing);
}

static void session_revoked(Call *call, const AccountsAnswer *answer)
{
    revoked(call, answer, "Session not found.");
}

static void token_revoked(Call *call, const AccountsAnswer *answer)
{
    revoked(call, answer, "Token not found.");
}

static void end_credential(Call *call, CredentialKind kind, CallNext next)
{
    accounts_end_credential(call->server->accounts, call->identity.account.id, kind, call->parts[0],
                            call_answered, call_wait(call, next));
}

void sessions_list(Call *call)
{
    list(call, CREDENTIAL_SESSION, show_sessions);
}

void session_revoke(Call *call)
{
    end_credential(call, CREDENTIAL_SESSION, session_revoked);
}

static void others_revoked(Call *call, const AccountsAnswer *answer)
{
    (void)answer;
    answer_ok(&call->asker);
}

void sessions_revoke_others(Call *call)
{
    /* Also connections from before the account was made: whoever had the guest's token. */
    core_dismiss(call->server->core, call->identity.account.id, "");
    accounts_end_credentials(call->server->accounts, call->identity.account.id, CREDENTIAL_SESSION,
                             call->identity.credential.key, call_answered,
                             call_wait(call, others_revoked));
}

void tokens_list(Call *call)
{
    list(call, CREDENTIAL_TOKEN, show_tokens);
}

void token_revoke(Call *call)
{
    end_credential(call, CREDENTIAL_TOKEN, token_revoked);
}

/* False, and the call answered, when a word is not a scope. A token may have none at all. */
static bool read_scopes(Call *call, uint32_t *scopes)
{
    char sentence[80];
    size_t at = 0;
    *scopes = 0;
    for (const char *word; (word = params_next(&call->params, "scopes", &at));) {
        if (!*word) /* a form that chose none */
            continue;
        uint32_t scope = scope_parse(word);
        if (!scope) {
            snprintf(sentence, sizeof sentence, "scopes: unknown scope \"%.30s\"", word);
            answer_error(&call->asker, 400, sentence);
            return false;
        }
        *scopes |= scope;
    }
    return true;
}

static void token_made(Call *call, const AccountsAnswer *answer)
{
    Text text;
    if (answer->error != ACCOUNTS_OK) {
        answer_refusal(&call->asker, 400, "too_many_tokens",
                       "An account can have at most 50 tokens.");
        return;
    }
    text_init(&text);
    print_credential(&answer->credential, "", answer->text, &text);
    answer_json(&call->asker, 201, &text);
    text_wipe(&text);
}

void token_make(Call *call)
{
    uint32_t scopes;
    const char *description = call_line(call, "description", STORE_LABEL_MAX);
    if (!description || !read_scopes(call, &scopes) ||
        !call_is_allowed(call, LIMIT_TOKEN, call->identity.account.id))
        return;
    accounts_add_token(call->server->accounts, call->identity.account.id, scopes, description,
                       call->now, call_answered, call_wait(call, token_made));
}

/* ---- tested ---- */

/* The next of the tokens, which are separated by commas; false when there are no more. Empty ones are skipped. */
static bool next_token(const HttpRequest *http, size_t *at, const char **token, size_t *length)
{
    while (*at < http->length) {
        *token = http->body + *at;
        const char *comma = memchr(*token, ',', http->length - *at);
        *length = comma ? (size_t)(comma - *token) : http->length - *at;
        *at += *length + (comma != NULL);
        if (*length)
            return true;
    }
    return false;
}

static void print_tested(const CredentialInfo *credential, const AccountInfo *account,
                         const char *name, Text *text)
{
    char handle[PERSON_NAME_MAX + 1], scopes[SCOPES_TEXT_MAX];
    if (!credential_is_found(credential) || credential->kind != CREDENTIAL_TOKEN) {
        text_null(text, name);
        return;
    }
    text_open(text, name, '{');
    text_string(text, "userId", account_handle(account, handle));
    text_string(text, "scopes", scopes_print(credential->scopes, scopes));
    print_expiry(credential, "expires", text);
    text_close(text, '}');
}

static void show_tested(Call *call, const AccountsAnswer *answer)
{
    char name[TOKEN_MAX + 1];
    const char *token;
    size_t length, at = 0;
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    for (size_t i = 0;
         i < answer->credentials_count && next_token(call->http, &at, &token, &length); i++) {
        snprintf(name, sizeof name, "%.*s", (int)(length < TOKEN_MAX ? length : TOKEN_MAX), token);
        print_tested(&answer->credentials[i], &answer->list[i], name, &text);
    }
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    memory_wipe(name, sizeof name);
    text_wipe(&text);
}

/* The body is a list of tokens, separated by commas. */
void token_test(Call *call)
{
    CredentialKey *keys = memory_array(TESTED_MAX, sizeof *keys);
    const char *token;
    size_t length, count = 0, at = 0;
    while (count < TESTED_MAX && next_token(call->http, &at, &token, &length))
        credential_key(token, length, &keys[count++]);
    accounts_test_credentials(call->server->accounts, keys, count, call->now, call_answered,
                              call_wait(call, show_tested));
    free(keys);
}
