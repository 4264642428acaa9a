#include "provider.h"

#include "memory.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The first line of the file. False, and 'line' says why. */
static bool read_secret(const char *path, char secret[OIDC_SECRET_MAX + 2], char *line)
{
    FILE *file = fopen(path, "r");
    bool is_read = file && fgets(secret, OIDC_SECRET_MAX + 2, file);
    const char *problem = !file ? strerror(errno) : !is_read ? "it has no line" : NULL;
    if (file)
        fclose(file);
    if (is_read)
        secret[strcspn(secret, "\r\n")] = '\0';
    if (!problem && (!*secret || strlen(secret) > OIDC_SECRET_MAX))
        problem = "its first line is empty, or longer than 1024 bytes";
    if (problem)
        snprintf(line, PROVIDER_LINE_MAX, "--oidc-client-secret-file %.200s: %s", path, problem);
    return !problem;
}

/* The host of the issuer, after "https://". */
static const char *host_of(const char *issuer, char host[OIDC_ISSUER_MAX + 1])
{
    const char *at = issuer + strlen("https://");
    snprintf(host, OIDC_ISSUER_MAX + 1, "%.*s", (int)strcspn(at, ":/"), at);
    return host;
}

bool provider_open(Provider *provider, const Config *config, Outbound *outbound, uv_loop_t *loop,
                   char *line)
{
    ProviderRules *rules = &provider->rules;
    char *secret = provider->secret;
    if (!config->oidc_issuer)
        return true;
    if (config->oidc_secret && !read_secret(config->oidc_secret, secret, line))
        return false;
    rules->oidc = oidc_new(&(OidcOptions){.outbound = outbound,
                                          .loop = loop,
                                          .issuer = config->oidc_issuer,
                                          .client = config->oidc_client,
                                          .secret = config->oidc_secret ? secret : NULL,
                                          .scopes = config->oidc_scopes,
                                          .name_claim = config->oidc_name_claim});
    memory_wipe(secret, sizeof provider->secret);
    rules->name =
        config->oidc_name ? config->oidc_name : host_of(config->oidc_issuer, provider->host);
    rules->is_only_way = config->oidc_only;
    rules->makes_accounts = config->oidc_accounts;
    return true;
}
