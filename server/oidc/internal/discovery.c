#include "discovery.h"

#include "provider_json.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char METHODS[] = "token_endpoint_auth_methods_supported";

static bool is_https(const char *url)
{
    return url && strncasecmp(url, "https://", 8) == 0 && outbound_url_is_good(url, strlen(url));
}

bool discovery_issuer_is_good(const char *text)
{
    return is_https(text) && !strpbrk(text, "?#");
}

static const char *read_object(const cJSON *object, const char *issuer, Discovery *discovery)
{
    const char *told = provider_json_text(object, "issuer");
    const char *authorization = provider_json_text(object, "authorization_endpoint");
    const char *token = provider_json_text(object, "token_endpoint");
    if (!told || strcmp(told, issuer) != 0)
        return "its issuer is another than --oidc-issuer";
    if (!is_https(authorization) || strchr(authorization, '#'))
        return "its authorization_endpoint is not an https URL";
    if (!is_https(token))
        return "its token_endpoint is not an https URL";
    snprintf(discovery->authorization, sizeof discovery->authorization, "%s", authorization);
    snprintf(discovery->token, sizeof discovery->token, "%s", token);
    discovery->secret_in_body = provider_json_lists(object, METHODS, "client_secret_post") &&
                                !provider_json_lists(object, METHODS, "client_secret_basic");
    return NULL;
}

const char *discovery_read(const char *text, size_t length, const char *issuer,
                           Discovery *discovery)
{
    cJSON *object = provider_json_parse(text, length);
    const char *fault = object ? read_object(object, issuer, discovery) : "it is no JSON object";
    cJSON_Delete(object);
    return fault;
}
