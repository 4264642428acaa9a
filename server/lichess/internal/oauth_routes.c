/* OAuth 2 with PKCE, as Lichess has it: what the page at /oauth asks and allows, and the token that an app gets for its
 * code. */
#include "oauth_routes.h"
#include "lichess_state.h"
#include "oauth_request.h"
#include "scope.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FULL_SECONDS = OAUTH_CODE_LIFE / 1000 };

/* RFC 6749, 5.2. */
static void answer_fault(const Asker *asker, const OauthFault *fault)
{
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "error", fault->error);
    text_string(&text, "error_description", fault->description);
    text_close(&text, '}');
    answer_json(asker, 400, &text);
    text_clear(&text);
}

/* ---- the page at /oauth ---- */

/* The address to go back to, as a member. */
static void print_return(const OauthRequest *request, const char *name, const char *code,
                         const OauthFault *fault, Text *text)
{
    Text address;
    text_init(&address);
    oauth_print_return(request, code, fault, &address);
    text_string(text, name, address.bytes);
    text_wipe(&address);
}

/* With the address to go back to, which the page offers: it is not followed by itself, or this server would send people
 * wherever a link says (RFC 9700, 4.11.2). */
static void refuse_request(const Call *call, const OauthRequest *request, const OauthFault *fault)
{
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "error", fault->error);
    text_string(&text, "error_description", fault->description);
    if (request->can_return)
        print_return(request, "back", NULL, fault, &text);
    else
        text_null(&text, "back");
    text_close(&text, '}');
    answer_json(&call->asker, 400, &text);
    text_clear(&text);
}

static void print_scopes(uint32_t scopes, Text *text)
{
    text_open(text, "scopes", '[');
    for (uint32_t scope = 1; scope && scope <= SCOPES_ALL; scope <<= 1)
        if (scopes & scope)
            text_string(text, NULL, scope_word(scope));
    text_close(text, ']');
}

void oauth_show(Call *call)
{
    Text text;
    OauthRequest request;
    OauthFault fault, cancelled;
    if (!oauth_request_read(&call->params, &request, &fault)) {
        refuse_request(call, &request, &fault);
        return;
    }
    oauth_fault(&cancelled, "access_denied", "user cancelled authorization");
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "client", request.proof.client_id);
    text_string(&text, "site", request.site.site);
    text_bool(&text, "secure", request.site.is_secure);
    print_scopes(request.scopes, &text);
    text_string(&text, "account",
                call->identity.who == WHO_BROWSER ? call->identity.account.name : NULL);
    print_return(&request, "cancel", NULL, &cancelled, &text);
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

static OauthGrant grant_of(const Call *call, const OauthRequest *request)
{
    OauthGrant grant = {.scopes = request->scopes};
    memcpy(grant.account, call->identity.account.id, sizeof grant.account);
    memcpy(grant.session, call->identity.credential.key, sizeof grant.session);
    snprintf(grant.label, sizeof grant.label, "%.80s (%.36s)", request->site.site,
             request->proof.client_id);
    return grant;
}

/* Only our own page can ask this: the cookie counts with its Origin only. */
void oauth_allow(Call *call)
{
    Text text;
    char code[OAUTH_CODE_LENGTH + 1];
    OauthRequest request;
    OauthFault fault;
    Lichess *lichess = call->server->lichess;
    if (!oauth_request_read(&call->params, &request, &fault)) {
        refuse_request(call, &request, &fault);
        return;
    }
    if (!call_is_allowed(call, LIMIT_AUTHORIZE, call->identity.account.id))
        return;
    OauthGrant grant = grant_of(call, &request);
    if (!oauth_codes_add(lichess->codes, &grant, &request.proof, lichess_now(lichess), code)) {
        answer_busy_for(&call->asker, FULL_SECONDS, "Too many apps are being authorized.");
        return;
    }
    text_init(&text);
    text_open(&text, NULL, '{');
    print_return(&request, "redirect", code, NULL, &text);
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_wipe(&text);
}

/* ---- what apps ask ---- */

/* The form, also when it looks like something else: what is wrong with it is said as in RFC 6749, 5.2. */
static bool read_form(Call *call, OauthFault *fault)
{
    const HttpRequest *http = call->http;
    bool is_json = http->length && *http->body == '{';
    params_clear(&call->params);
    const char *wrong = is_json ? params_parse_json(&call->params, http->body, http->length)
                                : params_parse_form(&call->params, http->body, http->length);
    if (wrong)
        oauth_fault(fault, "invalid_request", wrong);
    return !wrong;
}

static bool read_exchange(Call *call, const char **code, OauthProof *proof, OauthFault *fault)
{
    const Params *params = &call->params;
    const char *type = oauth_field(params, "grant_type", OAUTH_STATE_MAX, fault);
    if (type && strcmp(type, "authorization_code") != 0)
        oauth_fault(fault, "unsupported_grant_type",
                    "supports only grant_type 'authorization_code'");
    if (fault->error || !(*code = oauth_field(params, "code", OAUTH_STATE_MAX, fault)) ||
        !(proof->challenge = oauth_field(params, "code_verifier", OAUTH_STATE_MAX, fault)) ||
        !(proof->client_id = oauth_field(params, "client_id", OAUTH_CLIENT_ID_MAX, fault)) ||
        !(proof->redirect_uri = oauth_field(params, "redirect_uri", REDIRECT_URI_MAX, fault)))
        return false;
    if (strlen(proof->challenge) < OAUTH_VERIFIER_MIN)
        oauth_fault(fault, "invalid_request", "code_verifier too short");
    else if (!oauth_is_verifier(proof->challenge))
        oauth_fault(fault, "invalid_request", "code_verifier invalid");
    return !fault->error;
}

static void refuse_grant(const Call *call, const char *description)
{
    OauthFault fault;
    oauth_fault(&fault, "invalid_grant", description);
    answer_fault(&call->asker, &fault);
}

static void given(Call *call, const AccountsAnswer *answer)
{
    Text text;
    char id[CREDENTIAL_ID_LENGTH + 1], scopes[SCOPES_TEXT_MAX];
    if (answer->error != ACCOUNTS_OK) {
        refuse_grant(call, "the session that authorized it has ended");
        return;
    }
    snprintf(id, sizeof id, "%.*s", CREDENTIAL_ID_LENGTH, answer->credential.key);
    oauth_codes_note(call->server->lichess->codes, params_find(&call->params, "code"), id);
    scopes_print(answer->credential.scopes, scopes);
    for (char *at = scopes; (at = strchr(at, ','));)
        *at = ' ';
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "token_type", "Bearer");
    text_string(&text, "access_token", answer->text);
    text_integer(&text, "expires_in", (int64_t)APP_TOKEN_LIFE_DAYS * 24 * 60 * 60);
    text_string(&text, "scope", scopes);
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_wipe(&text);
}

static const char USED[] = "authorization code invalid, expired or consumed";

static void token_ended(Call *call, const AccountsAnswer *answer)
{
    (void)answer;
    refuse_grant(call, USED);
}

void oauth_exchange(Call *call)
{
    static const char *const WORDS[] = {
        [OAUTH_CODE_UNKNOWN] = USED,
        [OAUTH_CODE_USED] = USED,
        [OAUTH_OTHER_REDIRECT] = "authorization code was issued for a different redirect_uri",
        [OAUTH_OTHER_CLIENT] = "authorization code was issued for a different client_id",
        [OAUTH_OTHER_VERIFIER] = "hash of code_verifier does not match code_challenge",
    };
    const char *code;
    OauthProof proof;
    OauthGrant grant;
    OauthFault fault = {.error = NULL};
    Lichess *lichess = call->server->lichess;
    if (!read_form(call, &fault) || !read_exchange(call, &code, &proof, &fault)) {
        answer_fault(&call->asker, &fault);
        return;
    }
    OauthResult result =
        oauth_codes_take(lichess->codes, code, &proof, lichess_now(lichess), &grant);
    if (result == OAUTH_GRANTED)
        accounts_add_app_token(call->server->accounts, grant.account, grant.session, grant.scopes,
                               grant.label, call->now, call_answered, call_wait(call, given));
    else if (result == OAUTH_CODE_USED && grant.token[0])
        accounts_end_credential(call->server->accounts, grant.account, CREDENTIAL_TOKEN,
                                grant.token, call_answered, call_wait(call, token_ended));
    else
        refuse_grant(call, WORDS[result]);
}

static void signed_out(Call *call, const AccountsAnswer *answer)
{
    (void)answer;
    answer_send(&call->asker, &(HttpAnswer){.status = 204, .cache = "no-store"});
}

void oauth_end_token(Call *call)
{
    char id[CREDENTIAL_ID_LENGTH + 1] = "";
    memcpy(id, call->identity.credential.key, CREDENTIAL_ID_LENGTH);
    accounts_end_credential(call->server->accounts, call->identity.account.id, CREDENTIAL_TOKEN, id,
                            call_answered, call_wait(call, signed_out));
}
