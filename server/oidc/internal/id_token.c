#include "id_token.h"

#include "provider_json.h"

#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *id_token_fault_text(IdTokenFault fault)
{
    static const char *const TEXTS[] = {
#define X(name, words) words,
        ID_TOKEN_FAULTS(X)
#undef X
    };
    return TEXTS[fault];
}

/* The claims between the two dots of "header.claims.signature" (RFC 7515, 7.1); NULL when there are none. */
static cJSON *parse_claims(const char *text, size_t length)
{
    const char *first = memchr(text, '.', length), *end;
    const char *second = first ? memchr(first + 1, '.', (size_t)(text + length - first - 1)) : NULL;
    size_t size, most = ID_TOKEN_MAX;
    cJSON *claims = NULL;
    if (!second || length > ID_TOKEN_MAX ||
        memchr(second + 1, '.', (size_t)(text + length - second - 1)))
        return NULL;
    unsigned char *bytes = malloc(most);
    if (bytes &&
        sodium_base642bin(bytes, most, first + 1, (size_t)(second - first - 1), NULL, &size, &end,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
        end == second)
        claims = provider_json_parse((const char *)bytes, size);
    free(bytes);
    return claims;
}

static bool is_text(const cJSON *claims, const char *name, const char *wanted)
{
    const char *text = provider_json_text(claims, name);
    return text && strcmp(text, wanted) == 0;
}

/* The audience is one client, or a list of them. */
static bool is_for(const cJSON *claims, const char *client)
{
    return is_text(claims, "aud", client) || provider_json_lists(claims, "aud", client);
}

/* Whoever it was issued to: said when there are several in the audience. */
static bool is_issued_to(const cJSON *claims, const char *client)
{
    const cJSON *party = cJSON_GetObjectItemCaseSensitive(claims, "azp");
    const cJSON *audience = cJSON_GetObjectItemCaseSensitive(claims, "aud");
    return party ? is_text(claims, "azp", client) : cJSON_GetArraySize(audience) <= 1;
}

/* Whether a time lies between the two, in s. */
static bool is_between(const cJSON *claims, const char *name, int64_t from, int64_t to)
{
    const cJSON *time = cJSON_GetObjectItemCaseSensitive(claims, name);
    return cJSON_IsNumber(time) && time->valuedouble >= (double)from &&
           time->valuedouble <= (double)to;
}

/* At most 255 ASCII characters (2). */
static bool copy_subject(const cJSON *claims, IdTokenClaims *out)
{
    const char *subject = provider_json_text(claims, "sub");
    if (!subject || !*subject || strlen(subject) > STORE_SUBJECT_MAX)
        return false;
    for (const char *at = subject; *at; at++)
        if (*at < ' ' || *at > '~')
            return false;
    memcpy(out->subject, subject, strlen(subject));
    return true;
}

static IdTokenFault check(const cJSON *claims, const IdTokenRules *rules, IdTokenClaims *out)
{
    const int64_t now = rules->now, far = INT64_C(1) << 40;
    if (!is_text(claims, "iss", rules->issuer))
        return ID_TOKEN_ISSUER;
    if (!is_for(claims, rules->client))
        return ID_TOKEN_AUDIENCE;
    if (!is_issued_to(claims, rules->client))
        return ID_TOKEN_PARTY;
    if (!is_between(claims, "exp", now - ID_TOKEN_LEEWAY, far))
        return ID_TOKEN_EXPIRED;
    if (!is_between(claims, "iat", now - ID_TOKEN_AGE_MAX, now + ID_TOKEN_LEEWAY))
        return ID_TOKEN_ISSUED;
    if (!is_text(claims, "nonce", rules->nonce))
        return ID_TOKEN_NONCE;
    if (!copy_subject(claims, out))
        return ID_TOKEN_SUBJECT;
    const char *name = provider_json_text(claims, rules->name_claim);
    if (name)
        snprintf(out->name, sizeof out->name, "%s", name);
    return ID_TOKEN_OK;
}

IdTokenFault id_token_read(const char *text, size_t length, const IdTokenRules *rules,
                           IdTokenClaims *out)
{
    memset(out, 0, sizeof *out);
    cJSON *claims = parse_claims(text, length);
    IdTokenFault fault = claims ? check(claims, rules, out) : ID_TOKEN_MALFORMED;
    cJSON_Delete(claims);
    return fault;
}
