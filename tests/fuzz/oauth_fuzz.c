/* What an app asks for at GET /oauth: any form gives a request whose address may be followed, or a fault. */
#include "oauth_request.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_return(const OauthRequest *request, const OauthFault *fault)
{
    Text text;
    text_init(&text);
    oauth_print_return(request, NULL, fault, &text);
    size_t length = strlen(request->proof.redirect_uri);
    assert(strncmp(text.bytes, request->proof.redirect_uri, length) == 0);
    for (size_t i = 0; i < text.length; i++)
        assert(text.bytes[i] > ' ' && text.bytes[i] < 0x7f && text.bytes[i] != '#');
    assert(strncasecmp(text.bytes, "javascript:", 11) != 0 &&
           strncasecmp(text.bytes, "data:", 5) != 0);
    text_clear(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Params params = {.count = 0};
    OauthRequest request;
    OauthFault fault;
    if (params_parse_form(&params, (const char *)data, size))
        return 0;
    bool good = oauth_request_read(&params, &request, &fault);
    assert(good == !fault.error);
    assert(!good || (request.can_return && oauth_is_challenge(request.proof.challenge)));
    if (good)
        oauth_fault(&fault, "access_denied", "user cancelled authorization");
    if (request.can_return)
        check_return(&request, &fault);
    params_clear(&params);
    return 0;
}
