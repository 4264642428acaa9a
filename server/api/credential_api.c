/* Sessions and API tokens over HTTP: listed, made, revoked, tested. */
#include "memory.h"
#include "routes.h"

#include <stdio.h>
#include <string.h>

enum { TESTED_MAX = 1000 };

/* 'token' is its text, shown once, or NULL. */
static void print_credential(const Credential *credential, const Credential *current,
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
    } else {
        text_string(text, "agent", credential->label);
        text_bool(text, "current", credential == current);
    }
    text_integer(text, "createdAt", credential->made);
    text_integer(text, "usedAt", credential->seen);
    text_close(text, '}');
}

static void list(Call *call, CredentialKind kind, const char *name)
{
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_open(&text, name, '[');
    for (const Credential *credential = call->identity.account->credentials; credential;
         credential = credential->next)
        if (credential->kind == kind)
            print_credential(credential, call->identity.credential, NULL, &text);
    text_close(&text, ']');
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

static void revoke_credential(Call *call, CredentialKind kind, const char *missing)
{
    Credential *credential = account_credential(call->identity.account, kind, call->parts[0]);
    if (!credential) {
        answer_error(&call->asker, 404, missing);
        return;
    }
    call->asker.number = accounts_drop_credential(call->server->accounts, credential);
    answer_ok(&call->asker);
}

void sessions_list(Call *call)
{
    list(call, CREDENTIAL_SESSION, "sessions");
}

void session_revoke(Call *call)
{
    revoke_credential(call, CREDENTIAL_SESSION, "Session not found.");
}

void sessions_revoke_others(Call *call)
{
    /* Also connections from before the account was made: whoever had the guest's token. */
    core_dismiss(call->server->core, call->identity.account->id, "");
    call->asker.number = accounts_drop_credentiales(call->server->accounts, call->identity.account,
                                                    CREDENTIAL_SESSION, call->identity.credential);
    answer_ok(&call->asker);
}

void tokens_list(Call *call)
{
    list(call, CREDENTIAL_TOKEN, "tokens");
}

void token_revoke(Call *call)
{
    revoke_credential(call, CREDENTIAL_TOKEN, "Token not found.");
}

/* False, and the call is answered, when a word is no scope. A token may have none at all. */
static bool read_scopes(Call *call, uint32_t *scopes)
{
    char sentence[80];
    size_t at = 0;
    *scopes = 0;
    for (const char *word; (word = fields_next(&call->fields, "scopes", &at));) {
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

void token_make(Call *call)
{
    char token[CREDENTIAL_TEXT_LENGTH + 1];
    uint32_t scopes;
    Text text;
    const char *description = call_line(call, "description", STORE_LABEL_MAX);
    if (!description || !read_scopes(call, &scopes) ||
        !call_is_allowed(call, LIMIT_TOKEN, call->identity.account->id))
        return;
    const Credential *credential =
        accounts_add_credential(call->server->accounts, call->identity.account, CREDENTIAL_TOKEN,
                                scopes, description, call->now, token, &call->asker.number);
    if (!credential) {
        answer_refusal(&call->asker, 400, "too_many_tokens",
                       "An account can have at most 50 tokens.");
        return;
    }
    text_init(&text);
    print_credential(credential, NULL, token, &text);
    answer_json(&call->asker, 201, &text);
    memory_wipe(token, sizeof token);
    text_wipe(&text);
}

static void print_tested(const Credential *credential, const char *name, Text *text)
{
    char key[PERSON_NAME_MAX + 1], scopes[SCOPES_TEXT_MAX];
    if (!credential || credential->kind != CREDENTIAL_TOKEN) {
        text_null(text, name);
        return;
    }
    text_open(text, name, '{');
    text_string(text, "userId", account_key(credential->account, key));
    text_string(text, "scopes", scopes_print(credential->scopes, scopes));
    text_null(text, "expires");
    text_close(text, '}');
}

/* The body is tokens with commas between. */
void token_test(Call *call)
{
    const char *at = call->http->body, *end = at + call->http->length;
    char token[TOKEN_MAX + 1];
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    for (int i = 0; i < TESTED_MAX && at < end; i++) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        size_t length = (size_t)((comma ? comma : end) - at);
        snprintf(token, sizeof token, "%.*s", (int)(length < TOKEN_MAX ? length : TOKEN_MAX), at);
        if (length)
            print_tested(accounts_admit(call->server->accounts, at, length, call->now), token,
                         &text);
        at = comma ? comma + 1 : end;
    }
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    memory_wipe(token, sizeof token);
    text_wipe(&text);
}
