/* Any bytes may come from an OpenID provider: as an ID token, as what it tells about itself, as a name. */
#include "discovery.h"
#include "id_token.h"
#include "oidc.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const IdTokenRules RULES = {
        .issuer = "https://a.b", .client = "c", .nonce = "n", .name_claim = "p", .now = 9};
    IdTokenClaims claims;
    Discovery found;
    char name[USERNAME_MAX + 1], *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    if (id_token_read(text, size, &RULES, &claims) == ID_TOKEN_OK)
        assert(claims.subject[0] && strlen(claims.subject) <= STORE_SUBJECT_MAX);
    if (!discovery_read(text, size, "https://a.b", &found))
        assert(strchr(found.token, ':') == found.token + 5 && found.authorization[0]);
    oidc_suggest(text, name);
    assert(!name[0] || username_check(name) == USERNAME_OK);
    free(text);
    return 0;
}
