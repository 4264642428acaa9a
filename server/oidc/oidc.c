#include "oidc.h"

#include "discovery.h"
#include "id_token.h"
#include "log.h"
#include "memory.h"
#include "provider_json.h"
#include "text.h"
#include "wall_clock.h"

#include <sodium.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct Question Question;

/* Somebody who signs in waits for it. */
struct Question {
    Question *next;
    Oidc *oidc;
    OidcTicket asked;   /* a copy */
    OidcTicket *ticket; /* the caller's; NULL: the address is wanted, no code redeemed */
    char code[OIDC_CODE_MAX + 1], redirect[OIDC_REDIRECT_MAX + 1];
    bool is_sent; /* the code, to the token endpoint */
    OidcDone done;
    void *context;
};

struct Oidc {
    OidcOptions options; /* its texts are its own */
    Discovery discovery;
    uint64_t known_until; /* uv_now; 0: the provider has told nothing yet */
    bool is_discovering;
    Question *questions;
    size_t count;
};

/* ---- words ---- */

const char *oidc_result_text(OidcResult result)
{
    static const char *const TEXTS[] = {
#define X(name, code, text) text,
        OIDC_RESULTS(X)
#undef X
    };
    return TEXTS[result];
}

const char *oidc_result_code(OidcResult result)
{
    static const char *const CODES[] = {
#define X(name, code, text) code,
        OIDC_RESULTS(X)
#undef X
    };
    return CODES[result];
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

void oidc_suggest(const char *name, char out[USERNAME_MAX + 1])
{
    size_t length = 0;
    bool is_apart = false;
    for (; *name && *name != '@' && length < USERNAME_MAX; name++) {
        bool is_kept = is_word(*name);
        if (is_kept && is_apart && length > 0 && length + 1 < USERNAME_MAX)
            out[length++] = '-';
        if (is_kept)
            out[length++] = *name;
        is_apart = !is_kept;
    }
    out[length] = '\0';
    if (username_check(out) != USERNAME_OK)
        out[0] = '\0';
}

/* As in a form (application/x-www-form-urlencoded), which suits a query, too. */
static void add_encoded(Text *text, const char *value)
{
    static const char HEX[] = "0123456789ABCDEF";
    for (; *value; value++) {
        unsigned char c = (unsigned char)*value;
        const char escaped[] = {'%', HEX[c >> 4], HEX[c & 15]};
        bool is_plain = is_word(*value) || strchr("-._~", *value);
        text_append(text, is_plain ? value : escaped, is_plain ? 1 : sizeof escaped);
    }
}

static void add_text(Text *text, const char *plain)
{
    text_append(text, plain, strlen(plain));
}

static void add_field(Text *text, const char *name, const char *value)
{
    add_text(text, name);
    add_encoded(text, value);
}

/* ---- who waits ---- */

static void take(Oidc *oidc, const Question *question)
{
    Question **link = &oidc->questions;
    while (*link != question)
        link = &(*link)->next;
    *link = question->next;
    oidc->count--;
}

/* It waits no longer. */
static void finish(Question *question, OidcResult result, const char *text)
{
    question->done(question->context, result, result == OIDC_OK ? text : NULL);
    memory_wipe(question, sizeof *question);
    free(question);
}

static void tell(Question *question, OidcResult result, const char *text)
{
    take(question->oidc, question);
    finish(question, result, text);
}

/* ---- the address for the browser ---- */

static void tell_address(Question *question)
{
    const Oidc *oidc = question->oidc;
    const char *address = oidc->discovery.authorization;
    OidcProofs proofs;
    Text url;
    text_init(&url);
    oidc_ticket_proofs(&question->asked, &proofs);
    add_text(&url, address);
    add_text(&url, strchr(address, '?') ? "&" : "?");
    add_field(&url, "response_type=code&client_id=", oidc->options.client);
    add_field(&url, "&scope=", oidc->options.scopes);
    add_field(&url, "&redirect_uri=", question->redirect);
    add_field(&url, "&state=", proofs.state);
    add_field(&url, "&nonce=", proofs.nonce);
    add_field(&url, "&code_challenge_method=S256&code_challenge=", proofs.challenge);
    assert(url.length <= OIDC_URL_MAX);
    tell(question, OIDC_OK, url.bytes);
    text_clear(&url);
}

/* ---- a code redeemed ---- */

static OidcResult read_token(Question *question, const OutboundAnswer *answer)
{
    const OidcOptions *options = &question->oidc->options;
    OidcProofs proofs;
    IdTokenClaims claims;
    IdTokenFault fault = ID_TOKEN_MALFORMED;
    cJSON *object = provider_json_parse(answer->body, answer->length);
    const char *token = provider_json_text(object, "id_token");
    oidc_ticket_proofs(&question->asked, &proofs);
    const IdTokenRules rules = {.issuer = options->issuer,
                                .client = options->client,
                                .nonce = proofs.nonce,
                                .name_claim = options->name_claim,
                                .now = wall_clock() / 1000};
    if (token)
        fault = id_token_read(token, strlen(token), &rules, &claims);
    cJSON_Delete(object);
    if (fault != ID_TOKEN_OK) {
        log_warning("the OpenID provider's answer is refused: %s", id_token_fault_text(fault));
        return OIDC_WRONG;
    }
    memcpy(question->ticket->subject, claims.subject, sizeof claims.subject);
    oidc_suggest(claims.name, question->ticket->suggestion);
    return OIDC_OK;
}

/* The code of an error answer, as it may be logged (RFC 6749, 5.2). */
static void log_refusal(const OutboundAnswer *answer)
{
    cJSON *object = provider_json_parse(answer->body, answer->length);
    const char *error = provider_json_text(object, "error");
    bool is_plain = error && strspn(error, "abcdefghijklmnopqrstuvwxyz_") == strlen(error);
    log_warning("the OpenID provider refused a code with status %d (%.40s)", answer->status,
                is_plain ? error : "no reason given");
    cJSON_Delete(object);
}

static void on_token(void *context, const OutboundAnswer *answer)
{
    Question *question = context;
    OidcResult result = OIDC_UNREACHABLE;
    if (answer->result != OUTBOUND_OK) {
        log_warning("the OpenID provider's token endpoint cannot be asked: %s", answer->words);
    } else if (answer->status == 200) {
        result = read_token(question, answer);
    } else {
        log_refusal(answer);
        result = answer->status >= 500 ? OIDC_UNREACHABLE : OIDC_REFUSED;
    }
    tell(question, result, result == OIDC_OK ? question->ticket->subject : NULL);
}

/* Scheme, host and port of a URL. */
static size_t origin_length(const char *url)
{
    const char *host = strstr(url, "://");
    return host ? (size_t)(host - url) + 3 + strcspn(host + 3, "/?#") : 0;
}

static bool is_at_issuer(const Oidc *oidc, const char *url)
{
    size_t length = origin_length(oidc->options.issuer);
    return length == origin_length(url) && strncasecmp(url, oidc->options.issuer, length) == 0;
}

/* "Authorization: Basic …" of client and secret, both encoded as in a form (RFC 6749, 2.3.1). */
static void add_basic(Text *header, const OidcOptions *options)
{
    Text pair;
    text_init(&pair);
    add_encoded(&pair, options->client);
    add_field(&pair, ":", options->secret);
    size_t size = sodium_base64_encoded_len(pair.length, sodium_base64_VARIANT_ORIGINAL);
    char *encoded = memory_new(size);
    sodium_bin2base64(encoded, size, (const unsigned char *)pair.bytes, pair.length,
                      sodium_base64_VARIANT_ORIGINAL);
    add_text(header, "Authorization: Basic ");
    add_text(header, encoded);
    memory_wipe(encoded, size);
    free(encoded);
    text_wipe(&pair);
}

static void send_code(Question *question)
{
    const Oidc *oidc = question->oidc;
    const OidcOptions *options = &oidc->options;
    bool is_basic = options->secret && !oidc->discovery.secret_in_body;
    OidcProofs proofs;
    Text body, basic;
    text_init(&body);
    text_init(&basic);
    oidc_ticket_proofs(&question->asked, &proofs);
    add_field(&body, "grant_type=authorization_code&code=", question->code);
    add_field(&body, "&redirect_uri=", question->redirect);
    add_field(&body, "&code_verifier=", proofs.verifier);
    if (!is_basic)
        add_field(&body, "&client_id=", options->client);
    if (is_basic)
        add_basic(&basic, options);
    else if (options->secret)
        add_field(&body, "&client_secret=", options->secret);
    const char *headers[] = {"Content-Type: application/x-www-form-urlencoded",
                             "Accept: application/json", is_basic ? basic.bytes : NULL, NULL};
    question->is_sent = true;
    uint64_t number =
        outbound_ask(oidc->options.outbound,
                     &(OutboundRequest){.method = OUTBOUND_POST,
                                        .url = oidc->discovery.token,
                                        .headers = headers,
                                        .body = body.bytes,
                                        .body_length = body.length,
                                        .answer_max = OIDC_ANSWER_MAX,
                                        .time_max = OIDC_TIME_MAX,
                                        .is_named = is_at_issuer(oidc, oidc->discovery.token)},
                     on_token, question);
    text_wipe(&body);
    text_wipe(&basic);
    if (!number)
        tell(question, OIDC_BUSY, NULL);
}

/* ---- what the provider tells about itself ---- */

/* All that waited for it: 'result' says whether it is known now. */
static void answer_waiting(Oidc *oidc, OidcResult result)
{
    Question *next;
    for (Question *question = oidc->questions; question; question = next) {
        next = question->next;
        if (question->is_sent)
            continue;
        if (result != OIDC_OK)
            tell(question, result, NULL);
        else if (question->ticket)
            send_code(question);
        else
            tell_address(question);
    }
}

static void on_discovered(void *context, const OutboundAnswer *answer)
{
    Oidc *oidc = context;
    OidcResult result = OIDC_UNREACHABLE;
    const char *fault = answer->words;
    char status[40];
    oidc->is_discovering = false;
    if (answer->result == OUTBOUND_OK && answer->status == 200) {
        fault =
            discovery_read(answer->body, answer->length, oidc->options.issuer, &oidc->discovery);
        result = fault ? OIDC_WRONG : OIDC_OK;
    } else if (answer->result == OUTBOUND_OK) {
        snprintf(status, sizeof status, "it answers with status %d", answer->status);
        fault = status;
    }
    if (result == OIDC_OK)
        oidc->known_until = uv_now(oidc->options.loop) + OIDC_KEPT;
    else
        log_warning("the OpenID provider %s tells nothing about itself: %s", oidc->options.issuer,
                    fault);
    answer_waiting(oidc, result);
}

/* Appended to the issuer, whose last slash is left out (Discovery 1.0, 4.1). */
static void discover(Oidc *oidc)
{
    static const char *const HEADERS[] = {"Accept: application/json", NULL};
    char url[OIDC_ISSUER_MAX + 64];
    size_t length = strlen(oidc->options.issuer);
    if (oidc->is_discovering)
        return;
    if (oidc->options.issuer[length - 1] == '/')
        length--;
    snprintf(url, sizeof url, "%.*s/.well-known/openid-configuration", (int)length,
             oidc->options.issuer);
    oidc->is_discovering = outbound_ask(oidc->options.outbound,
                                        &(OutboundRequest){.method = OUTBOUND_GET,
                                                           .url = url,
                                                           .headers = HEADERS,
                                                           .answer_max = OIDC_ANSWER_MAX,
                                                           .time_max = OIDC_TIME_MAX,
                                                           .is_named = true},
                                        on_discovered, oidc) != 0;
    if (!oidc->is_discovering)
        answer_waiting(oidc, OIDC_BUSY);
}

static void add_question(Oidc *oidc, const Question *asked)
{
    if (oidc->count == OIDC_AT_ONCE) {
        asked->done(asked->context, OIDC_BUSY, NULL);
        return;
    }
    Question *question = memory_new(sizeof *question);
    *question = *asked;
    question->oidc = oidc;
    question->next = oidc->questions;
    oidc->questions = question;
    oidc->count++;
    if (uv_now(oidc->options.loop) >= oidc->known_until)
        discover(oidc);
    else
        answer_waiting(oidc, OIDC_OK);
}

void oidc_ask(Oidc *oidc, const OidcTicket *ticket, const char *redirect, OidcDone done,
              void *context)
{
    Question question = {.asked = *ticket, .done = done, .context = context};
    snprintf(question.redirect, sizeof question.redirect, "%s", redirect);
    add_question(oidc, &question);
}

void oidc_redeem(Oidc *oidc, OidcTicket *ticket, const char *code, const char *redirect,
                 OidcDone done, void *context)
{
    Question question = {.asked = *ticket, .ticket = ticket, .done = done, .context = context};
    assert(strlen(code) <= OIDC_CODE_MAX);
    snprintf(question.code, sizeof question.code, "%s", code);
    snprintf(question.redirect, sizeof question.redirect, "%s", redirect);
    add_question(oidc, &question);
    memory_wipe(&question, sizeof question);
}

/* ---- opening and closing ---- */

bool oidc_issuer_is_good(const char *text)
{
    return strlen(text) <= OIDC_ISSUER_MAX && discovery_issuer_is_good(text);
}

const char *oidc_issuer(const Oidc *oidc)
{
    return oidc->options.issuer;
}

Oidc *oidc_new(const OidcOptions *options)
{
    Oidc *oidc = memory_new(sizeof *oidc);
    oidc->options = *options;
    oidc->options.issuer = strdup(options->issuer);
    oidc->options.client = strdup(options->client);
    oidc->options.secret = options->secret ? strdup(options->secret) : NULL;
    oidc->options.scopes = strdup(options->scopes);
    oidc->options.name_claim = strdup(options->name_claim);
    return oidc;
}

static void free_text(const char *text)
{
    char *own = (char *)(uintptr_t)text;
    if (own)
        memory_wipe(own, strlen(own));
    free(own);
}

void oidc_close(Oidc *oidc)
{
    for (Question *question; (question = oidc->questions) != NULL;) {
        oidc->questions = question->next;
        finish(question, OIDC_STOPPED, NULL);
    }
    free_text(oidc->options.issuer);
    free_text(oidc->options.client);
    free_text(oidc->options.secret);
    free_text(oidc->options.scopes);
    free_text(oidc->options.name_claim);
    free(oidc);
}
