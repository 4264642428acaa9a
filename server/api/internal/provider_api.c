/* Signing in at an OpenID provider over HTTP: begun, finished, linked to an account, taken away.
 *
 * The server redirects nowhere: the page goes to the address that provider_begin answers with, comes back to the page of
 * signing in, and says what its own address then has. */
#include "log.h"
#include "memory.h"
#include "password_work.h"
#include "routes.h"
#include "user_json.h"

#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the call keeps while it waits: the ticket, and where the provider sends browsers to. */
typedef struct {
    OidcTicket ticket;
    char redirect[OIDC_REDIRECT_MAX + 1];
} Visit;

static const char PAGE[] = "/sign-in";

_Static_assert((int)OIDC_TICKET_MAX <= (int)AUTH_TICKET_MAX, "a ticket is a cookie");

/* ---- what is refused ---- */

static Oidc *find_provider(Call *call)
{
    Oidc *oidc = call->server->provider->oidc;
    if (!oidc)
        answer_refusal(&call->asker, 404, "no_provider",
                       "Nobody signs in by another service here.");
    return oidc;
}

bool provider_allows_password(Call *call)
{
    if (!call->server->provider->is_only_way)
        return true;
    answer_refusal(&call->asker, 403, "provider_only",
                   "On this server people sign in by another service, not with a password.");
    return false;
}

static void refuse_ticket(Call *call)
{
    answer_refusal(&call->asker, 403, "provider_expired",
                   "The sign-in was begun in another browser, or too long ago: start again.");
}

static void refuse_result(Call *call, OidcResult result)
{
    int status = result == OIDC_REFUSED                          ? 403
                 : result == OIDC_BUSY || result == OIDC_STOPPED ? 503
                                                                 : 502;
    answer_refusal(&call->asker, status, oidc_result_code(result), oidc_result_text(result));
}

/* A grave change of an account, which only somebody who has just signed in may make. */
static bool is_fresh(Call *call)
{
    if (call_is_fresh(call))
        return true;
    answer_refusal(&call->asker, 403, "sign_in_again", "Sign in again first.");
    return false;
}

/* ---- begun ---- */

void provider_show(Call *call)
{
    const ProviderRules *rules = call->server->provider;
    const AccountInfo *account = &call->identity.account;
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "provider", rules->oidc ? rules->name : NULL);
    text_bool(&text, "only", rules->is_only_way);
    if (mail_is_on(call->server->mail))
        text_bool(&text, "mail", true);
    if (call->identity.who == WHO_BROWSER) {
        text_bool(&text, "linked", account->has_subject);
        text_bool(&text, "password", account->has_password);
    }
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

static void answer_ticketed(Call *call, int status, const Text *json, const char *token)
{
    const Visit *visit = call->extra;
    char cookie[OIDC_TICKET_MAX + 1];
    oidc_ticket_print(&call->server->provider->key, &visit->ticket, cookie);
    answer_with_ticket(&call->asker, status, json, token, cookie);
}

static void addressed(void *context, OidcResult result, const char *url)
{
    Call *call = context;
    Text text;
    if (result == OIDC_OK) {
        text_init(&text);
        text_open(&text, NULL, '{');
        text_string(&text, "url", url);
        text_close(&text, '}');
        answer_ticketed(call, 200, &text, NULL);
        text_clear(&text);
    } else {
        refuse_result(call, result);
    }
    call_release(call);
}

/* With our own address; NULL, and answered, when it is not known. */
static Visit *new_visit(Call *call)
{
    const char *base = call->http->base;
    Visit *visit = memory_new(sizeof *visit);
    call->extra = visit;
    if (base && *base && strlen(base) + sizeof PAGE <= sizeof visit->redirect) {
        snprintf(visit->redirect, sizeof visit->redirect, "%s%s", base, PAGE);
        return visit;
    }
    answer_refusal(
        &call->asker, 503, "no_address",
        "The server does not know its own address: its operator has to set --public-url.");
    return NULL;
}

void provider_begin(Call *call)
{
    Oidc *oidc = find_provider(call);
    bool is_linking = call->identity.who == WHO_BROWSER;
    if (!oidc || !call_is_allowed(call, LIMIT_PROVIDER, call->http->address) ||
        (is_linking && !is_fresh(call)))
        return;
    Visit *visit = new_visit(call);
    if (!visit)
        return;
    oidc_ticket_begin(&visit->ticket, is_linking ? call->identity.account.id : "", call->now);
    call_hold(call);
    oidc_ask(oidc, &visit->ticket, visit->redirect, addressed, call);
}

/* ---- finished: an account is linked ---- */

static void linked(Call *call, const AccountsAnswer *answer)
{
    Text text;
    if (answer->error != ACCOUNTS_OK) {
        answer_refusal(&call->asker, 409, accounts_error_code(answer->error),
                       accounts_error_text(answer->error));
        return;
    }
    text_init(&text);
    text_open(&text, NULL, '{');
    text_bool(&text, "linked", true);
    text_close(&text, '}');
    answer_with_ticket(&call->asker, 200, &text, NULL, "");
    text_clear(&text);
}

static void link_account(Call *call, const SubjectRef *ref)
{
    const Visit *visit = call->extra;
    const Identity *identity = &call->identity;
    if (identity->who != WHO_BROWSER || strcmp(identity->account.id, visit->ticket.account) != 0)
        refuse_ticket(call);
    else if (is_fresh(call))
        accounts_link_subject(call->server->accounts, identity->account.id,
                              identity->credential.key, ref, call->now, call_answered,
                              call_wait(call, linked));
}

/* ---- finished: somebody signs in ---- */

static void let_in(Call *call, const AccountsAnswer *answer, int status)
{
    Text text;
    text_init(&text);
    user_json(call->server, &answer->account, answer->account.id, &text);
    answer_with_ticket(&call->asker, status, &text, answer->text, "");
    text_clear(&text);
}

/* What the page has to ask for next; the ticket knows by now who they are. */
static void ask_for(Call *call, int status, const char *code, const char *sentence)
{
    const Visit *visit = call->extra;
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "error", sentence);
    text_string(&text, "code", code);
    text_string(&text, "suggestion", visit->ticket.suggestion);
    text_close(&text, '}');
    answer_ticketed(call, status, &text, NULL);
    text_clear(&text);
}

static NewSession new_session(const Call *call, const char *code)
{
    Work *work = work_new(call);
    NewSession session = work->session;
    work_free(work);
    snprintf(session.code, sizeof session.code, "%s", code);
    return session;
}

static void signed_up(Call *call, const AccountsAnswer *answer)
{
    UsernameError fault = username_check(params_find(&call->params, "name"));
    if (answer->error == ACCOUNTS_OK) {
        let_in(call, answer, 201);
        log_info("new account %s, by the OpenID provider", answer->account.name);
    } else if (answer->error == ACCOUNTS_BAD_NAME) {
        ask_for(call, 400, username_error_code(fault), username_error_text(fault));
    } else if (answer->error == ACCOUNTS_BANNED) {
        answer_banned(&call->asker);
    } else {
        ask_for(call, 409, accounts_error_code(answer->error), accounts_error_text(answer->error));
    }
}

/* The provider knows them, and nobody here is them yet. */
static void sign_up(Call *call)
{
    const Visit *visit = call->extra;
    const char *name = params_find(&call->params, "name");
    const ApiOptions *server = call->server;
    SubjectRef ref = subject_ref(oidc_issuer(server->provider->oidc), visit->ticket.subject);
    char id[PERSON_ID_MAX + 1] = "";
    if (!server->provider->makes_accounts) {
        answer_refusal(&call->asker, 403, "provider_no_account",
                       "You have no account here yet. Sign in to yours and link it, or ask the "
                       "operator.");
    } else if (!name) {
        ask_for(call, 409, "choose_name", "Choose a username.");
    } else if (strlen(name) > USERNAME_MAX) {
        ask_for(call, 400, username_error_code(USERNAME_LONG), username_error_text(USERNAME_LONG));
    } else if (call_is_allowed(call, LIMIT_SIGN_UP, call->http->address)) {
        NewSession session = new_session(call, "");
        if (call->identity.who == WHO_GUEST)
            memcpy(id, call->identity.person.id, sizeof id);
        else
            accounts_draw_id(id);
        accounts_sign_up_subject(server->accounts, id, name, &ref, &session, call->now,
                                 call_answered, call_wait(call, signed_up));
    }
}

static void signed_in(Call *call, const AccountsAnswer *answer)
{
    if (answer->error == ACCOUNTS_OK)
        let_in(call, answer, 200);
    else if (answer->error == ACCOUNTS_NEEDS_CODE || answer->error == ACCOUNTS_WRONG_CODE)
        ask_for(call, 401, accounts_error_code(answer->error), accounts_error_text(answer->error));
    else if (answer->error == ACCOUNTS_NOT_FOUND)
        sign_up(call);
    else
        answer_banned(&call->asker);
}

/* So that nobody can try codes of the second factor without end. */
static void sign_in_found(Call *call, const AccountsAnswer *answer)
{
    const Visit *visit = call->extra;
    const char *code = params_find(&call->params, "second");
    SubjectRef ref = subject_ref(oidc_issuer(call->server->provider->oidc), visit->ticket.subject);
    bool tries = code && *code && answer->error == ACCOUNTS_OK;
    if (tries && !call_is_allowed(call, LIMIT_CODE, answer->account.id))
        return;
    NewSession session = new_session(call, code ? code : "");
    accounts_sign_in_subject(call->server->accounts, &ref, &session, call->now, call_answered,
                             call_wait(call, signed_in));
}

/* ---- finished: who it is ---- */

static void go_on(Call *call)
{
    const Visit *visit = call->extra;
    SubjectRef ref = subject_ref(oidc_issuer(call->server->provider->oidc), visit->ticket.subject);
    if (visit->ticket.account[0])
        link_account(call, &ref);
    else
        accounts_find_subject(call->server->accounts, &ref, call_answered,
                              call_wait(call, sign_in_found));
}

static void redeemed(void *context, OidcResult result, const char *subject)
{
    Call *call = context;
    (void)subject;
    if (result == OIDC_OK)
        go_on(call);
    else
        refuse_result(call, result);
    call_release(call);
}

/* The provider has sent them back with a state, which must be this browser's, and a code. Who says so may be named, too
 * (RFC 9207, 2.4). */
static void redeem(Call *call, Oidc *oidc, const char *state)
{
    Visit *visit = call->extra;
    const char *code = params_find(&call->params, "code");
    const char *issuer = params_find(&call->params, "iss");
    OidcProofs proofs;
    oidc_ticket_proofs(&visit->ticket, &proofs);
    if (strlen(state) != OIDC_PROOF_LENGTH ||
        sodium_memcmp(state, proofs.state, OIDC_PROOF_LENGTH) != 0) {
        refuse_ticket(call);
    } else if (!code || !*code || strlen(code) > OIDC_CODE_MAX ||
               (issuer && strcmp(issuer, oidc_issuer(oidc)) != 0)) {
        refuse_result(call, OIDC_REFUSED);
    } else if (call_is_allowed(call, LIMIT_PROVIDER, call->http->address)) {
        call_hold(call);
        oidc_redeem(oidc, &visit->ticket, code, visit->redirect, redeemed, call);
    }
}

void provider_finish(Call *call)
{
    Oidc *oidc = find_provider(call);
    const char *state = params_find(&call->params, "state"), *cookie = "";
    const char *second = params_find(&call->params, "second");
    size_t length = auth_ticket_cookie(&call->http->auth, &cookie);
    Visit *visit = oidc ? new_visit(call) : NULL;
    if (!visit)
        return;
    bool is_ours =
        oidc_ticket_read(&call->server->provider->key, cookie, length, call->now, &visit->ticket);
    if (second && strlen(second) > SECOND_CODE_MAX)
        answer_error(&call->asker, 400, "second: is too long");
    else if (is_ours && state)
        redeem(call, oidc, state);
    else if (is_ours && visit->ticket.subject[0])
        go_on(call);
    else
        refuse_ticket(call);
}

/* ---- taken away ---- */

static void unlinked(Call *call, const AccountsAnswer *answer)
{
    if (answer->error == ACCOUNTS_OK)
        answer_ok(&call->asker);
    else
        answer_refusal(&call->asker, 409, accounts_error_code(answer->error),
                       accounts_error_text(answer->error));
}

void provider_unlink(Call *call)
{
    if (call->server->provider->is_only_way)
        provider_allows_password(call);
    else if (is_fresh(call))
        accounts_unlink_subject(call->server->accounts, call->identity.account.id,
                                call->identity.credential.key, call->now, call_answered,
                                call_wait(call, unlinked));
}
