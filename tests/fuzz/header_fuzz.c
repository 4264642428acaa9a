/* Any bytes may be in the headers of a request: nothing breaks, and they identify nobody. The first byte
 * chooses the header that gets the rest. */
#include "auth.h"
#include "http.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const PageFile *find_file(const void *context, const char *path)
{
    (void)context;
    static const PageFile FILES[] = {{.path = "/", .etag = "\"a\"", .plain = {(void *)"x", 1}}};
    return strcmp(path, "/") == 0 ? FILES : NULL;
}
static const HttpFind FIND = {find_file, NULL};

static void route(const char *path, const char *accept_encoding, const char *if_none_match)
{
    HttpAnswer answer = {0};
    HttpRequest request = {.method = HTTP_GET,
                           .path = path,
                           .accept_encoding = accept_encoding,
                           .if_none_match = if_none_match};
    HttpRoute to = http_route(&request, &FIND, &answer);
    assert(to != ROUTE_ANSWERED || answer.status >= 200);
}

/* The key is all zeros, so the corpus must not contain a valid token; finding one would mean that HMAC is broken. */
static void identify(const char *authorization, const char *cookie, PageKind page)
{
    static const unsigned char SECRET[AUTH_KEY_SIZE];
    Auth auth;
    Person person;
    auth_init(&auth, SECRET);
    AuthHeaders headers = {.authorization = authorization,
                           .cookie = cookie,
                           .page = page,
                           .place = {.secure = true, .path = ""}};
    for (int only_reads = 0; only_reads < 2; only_reads++) {
        AuthToken presented = auth_token(&headers, only_reads);
        assert((presented.kind == AUTH_TOKEN_BEARER) == (authorization != NULL));
        assert(!auth_check(&auth, presented.text, presented.length, &person));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    char *text = calloc(size + 1, 1);
    memcpy(text + 1, data + 1, size - 1);
    text[0] = '/';
    switch (data[0] % 5) {
    case 0: route(text, NULL, NULL); break;
    case 1: route("/", text + 1, NULL); break;
    case 2: route("/", NULL, text + 1); break;
    case 3: identify(text + 1, NULL, PAGE_NONE); break;
    default: identify(NULL, text + 1, PAGE_OURS); break;
    }
    free(text);
    return 0;
}
