#include "oauth_request.h"

#include "scope.h"

#include <stdio.h>
#include <string.h>

/* Scopes of Lichess for what there is none of here. An app that asks for one of them and for others works all the same: the
 * answer says which it got (RFC 6749, 3.3). */
static const char *const OTHER_SCOPES[] = {
    "study:read",  "study:write",  "puzzle:read", "puzzle:write", "racer:write",
    "engine:read", "engine:write", "web:login",   "web:mobile",   "web:mod",
};

enum { SCOPE_WORD_MAX = 40 };

void oauth_fault(OauthFault *fault, const char *error, const char *description)
{
    fault->error = error;
    snprintf(fault->description, sizeof fault->description, "%s", description);
}

static void fault_of(OauthFault *fault, const char *name, const char *what)
{
    fault->error = "invalid_request";
    snprintf(fault->description, sizeof fault->description, "%s %s", name, what);
}

/* The one value of that name; NULL when it is absent or empty (RFC 6749, 3.1), or faulty. */
static const char *find_once(const Params *params, const char *name, size_t most, OauthFault *fault)
{
    size_t at = 0;
    const char *value = params_next(params, name, &at);
    if (value && params_next(params, name, &at))
        fault_of(fault, name, "given more than once");
    else if (value && strlen(value) > most)
        fault_of(fault, name, "too long");
    else if (value && *value)
        return value;
    return NULL;
}

const char *oauth_field(const Params *params, const char *name, size_t most, OauthFault *fault)
{
    const char *value = find_once(params, name, most, fault);
    if (!value && !fault->error)
        fault_of(fault, name, "required");
    return value;
}

/* RFC 6749, appendix A.1. */
static bool is_client_id(const char *text)
{
    for (; *text; text++)
        if (*text < 0x20 || *text > 0x7e)
            return false;
    return true;
}

/* Who asks, and where they want to be told: while one of these is wrong, nobody is sent anywhere. */
static bool read_client(const Params *params, OauthRequest *request, OauthFault *fault)
{
    OauthProof *proof = &request->proof;
    proof->client_id = oauth_field(params, "client_id", OAUTH_CLIENT_ID_MAX, fault);
    if (!proof->client_id)
        return false;
    if (!is_client_id(proof->client_id)) {
        oauth_fault(fault, "invalid_request", "client_id invalid");
        return false;
    }
    proof->redirect_uri = oauth_field(params, "redirect_uri", REDIRECT_URI_MAX, fault);
    if (!proof->redirect_uri)
        return false;
    RedirectResult result = redirect_uri_check(proof->redirect_uri, &request->site);
    if (result == REDIRECT_INVALID)
        oauth_fault(fault, "invalid_request", "redirect_uri invalid");
    else if (result == REDIRECT_SCHEME)
        oauth_fault(fault, "invalid_request",
                    "exotic redirect_uri scheme not allowed (use reverse domain notation like "
                    "com.example:// for custom applications)");
    if (fault->error)
        return false;
    request->state = find_once(params, "state", OAUTH_STATE_MAX, fault);
    return !fault->error;
}

static bool is_other_scope(const char *word)
{
    for (size_t i = 0; i < sizeof OTHER_SCOPES / sizeof *OTHER_SCOPES; i++)
        if (strcmp(word, OTHER_SCOPES[i]) == 0)
            return true;
    return false;
}

static bool read_scopes(const char *text, uint32_t *scopes, OauthFault *fault)
{
    char word[SCOPE_WORD_MAX + 1];
    for (size_t length; *(text += strspn(text, " ")); text += length) {
        length = strcspn(text, " ");
        snprintf(word, sizeof word, "%.*s",
                 (int)(length < SCOPE_WORD_MAX ? length : SCOPE_WORD_MAX), text);
        uint32_t scope = scope_parse(word);
        *scopes |= scope;
        if (scope || is_other_scope(word))
            continue;
        fault->error = "invalid_scope";
        snprintf(fault->description, sizeof fault->description, "invalid scope: %s", word);
        return false;
    }
    return true;
}

static bool read_challenge(const Params *params, OauthRequest *request, OauthFault *fault)
{
    const char *method = NULL;
    request->proof.challenge = oauth_field(params, "code_challenge", OAUTH_VERIFIER_MAX, fault);
    if (request->proof.challenge)
        method = oauth_field(params, "code_challenge_method", OAUTH_VERIFIER_MAX, fault);
    if (!method)
        return false;
    if (strcmp(method, "S256") != 0)
        oauth_fault(fault, "invalid_request", "supports only code_challenge_method 'S256'");
    else if (!oauth_is_challenge(request->proof.challenge))
        oauth_fault(fault, "invalid_request", "code_challenge invalid");
    return !fault->error;
}

bool oauth_request_read(const Params *params, OauthRequest *request, OauthFault *fault)
{
    *request = (OauthRequest){.can_return = false};
    *fault = (OauthFault){.error = NULL};
    if (!read_client(params, request, fault))
        return false;
    request->can_return = true;
    const char *type = oauth_field(params, "response_type", OAUTH_STATE_MAX, fault);
    if (!type)
        return false;
    if (strcmp(type, "code") != 0) {
        oauth_fault(fault, "unsupported_response_type", "supports only response_type 'code'");
        return false;
    }
    if (!read_challenge(params, request, fault))
        return false;
    const char *scope = find_once(params, "scope", OAUTH_STATE_MAX, fault);
    return !fault->error && (!scope || read_scopes(scope, &request->scopes, fault));
}

/* RFC 3986, 2.1: whatever is not unreserved as %XX. */
static void append_encoded(Text *text, const char *value)
{
    static const char PLAIN[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";
    for (; *value; value++) {
        char code[4];
        if (strchr(PLAIN, *value)) {
            text_append(text, value, 1);
            continue;
        }
        snprintf(code, sizeof code, "%%%02X", (unsigned char)*value);
        text_append(text, code, 3);
    }
}

static void append_field(Text *text, char before, const char *name, const char *value)
{
    text_append(text, &before, 1);
    text_append(text, name, strlen(name));
    text_append(text, "=", 1);
    append_encoded(text, value);
}

void oauth_print_return(const OauthRequest *request, const char *code, const OauthFault *fault,
                        Text *text)
{
    const char *uri = request->proof.redirect_uri;
    char first = strchr(uri, '?') ? '&' : '?'; /* its own query stays (RFC 6749, 3.1.2) */
    text_append(text, uri, strlen(uri));
    if (code) {
        append_field(text, first, "code", code);
    } else {
        append_field(text, first, "error", fault->error);
        append_field(text, '&', "error_description", fault->description);
    }
    if (request->state)
        append_field(text, '&', "state", request->state);
}
