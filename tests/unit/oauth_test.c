/* OAuth: which addresses an app may be sent back to, what an app may ask for, and what becomes of a code. The proofs are
 * those of RFC 7636, appendix B. */
#include "check_rig.h"
#include "oauth_request.h"
#include "scope.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char VERIFIER[] = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
static const char CHALLENGE[] = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/* ---- addresses ---- */

/* RFC 8252: 7.1 for apps, 7.2 for https, 7.3 for loopback addresses. */
START_TEST(an_app_may_be_sent_back_to_its_own_address)
{
    static const struct {
        const char *uri, *site;
        bool is_secure;
    } CASES[] = {
        {"https://app.example/cb", "https://app.example", true},
        {"HTTPS://App.Example:443/cb?x=1", "https://app.example", true},
        {"https://app.example:8443", "https://app.example:8443", true},
        {"https://app.example?code=no", "https://app.example", true},
        {"http://app.example/cb", "http://app.example", false},
        {"http://192.168.0.7:8000/cb", "http://192.168.0.7:8000", false},
        {"http://127.0.0.1:51004/oauth2redirect/example-provider", "http://127.0.0.1:51004", true},
        {"http://[::1]:61023/oauth2redirect/example-provider", "http://[::1]:61023", true},
        {"http://localhost/", "http://localhost", true},
        {"http://localhost.evil.example/", "http://localhost.evil.example", false},
        {"com.example.app:/oauth2redirect/example-provider", "com.example.app:", true},
        {"COM.Example.app://x", "com.example.app:", true},
        {"ionic://localhost/cb", "ionic:", true},
    };
    RedirectSite site;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        ck_assert_msg(redirect_uri_check(CASES[i].uri, &site) == REDIRECT_OK, "%s", CASES[i].uri);
        ck_assert_str_eq(site.site, CASES[i].site);
        ck_assert_msg(site.is_secure == CASES[i].is_secure, "%s", CASES[i].uri);
    }
}
END_TEST

START_TEST(nobody_is_sent_where_a_script_runs_or_another_host_is_meant)
{
    static const struct {
        const char *uri;
        RedirectResult result;
    } CASES[] = {
        {"javascript:alert(1)", REDIRECT_SCHEME},
        {"JavaScript:alert(1)//.example", REDIRECT_SCHEME},
        {"data:text/html,x", REDIRECT_SCHEME},
        {"vbscript:x", REDIRECT_SCHEME},
        {"file:///etc/passwd", REDIRECT_SCHEME},
        {"blob:https://app.example/1", REDIRECT_SCHEME},
        {"myapp://cb", REDIRECT_SCHEME},
        {"urn:ietf:wg:oauth:2.0:oob", REDIRECT_SCHEME},
        {"", REDIRECT_INVALID},
        {"/cb", REDIRECT_INVALID},
        {"//app.example/cb", REDIRECT_INVALID},
        {":", REDIRECT_INVALID},
        {"https:", REDIRECT_INVALID},
        {"https:app.example", REDIRECT_INVALID},
        {"https:/app.example", REDIRECT_INVALID},
        {"https:///cb", REDIRECT_INVALID},
        {"https://app.example@evil.example/", REDIRECT_INVALID},
        {"https://user:word@evil.example/", REDIRECT_INVALID},
        {"https://app.example\\@evil.example/", REDIRECT_INVALID},
        {"https://app.example/#x", REDIRECT_INVALID},
        {"https://app.example/ x", REDIRECT_INVALID},
        {"https://app.example/\r\nlocation: x", REDIRECT_INVALID},
        {"https://app.example/%", REDIRECT_INVALID},
        {"https://app.example/%4", REDIRECT_INVALID},
        {"https://app.example/%zz", REDIRECT_INVALID},
        {"https://app.example:0/", REDIRECT_INVALID},
        {"https://app.example:65536/", REDIRECT_INVALID},
        {" https://app.example/", REDIRECT_INVALID},
        {"\tjavascript:alert(1)", REDIRECT_INVALID},
        {"java\nscript:alert(1)", REDIRECT_INVALID},
        {"1com.example:/", REDIRECT_INVALID},
        {"https://b\xc3\xbc"
         "cher.example/",
         REDIRECT_INVALID},
    };
    RedirectSite site;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        ck_assert_msg(redirect_uri_check(CASES[i].uri, &site) == CASES[i].result, "%s",
                      CASES[i].uri);
}
END_TEST

START_TEST(an_address_has_a_greatest_length)
{
    static const char HEAD[] = "https://app.example/";
    char uri[REDIRECT_URI_MAX + 2];
    RedirectSite site;
    memset(uri, 'x', sizeof uri);
    memcpy(uri, HEAD, sizeof HEAD - 1);
    uri[REDIRECT_URI_MAX + 1] = '\0';
    ck_assert_int_eq(redirect_uri_check(uri, &site), REDIRECT_INVALID);
    uri[REDIRECT_URI_MAX] = '\0';
    ck_assert_int_eq(redirect_uri_check(uri, &site), REDIRECT_OK);
}
END_TEST

/* ---- requests ---- */

#define CLIENT "client_id=lichess-api-demo&redirect_uri=https%3A%2F%2Fapp.example%2Fcb%3Fa%3D1"
#define GOOD                                                                                       \
    CLIENT "&response_type=code&code_challenge_method=S256"                                        \
           "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

static Params params;
static OauthRequest request;
static OauthFault fault;

static bool read_query(const char *form)
{
    params_clear(&params);
    ck_assert_ptr_null(params_parse_form(&params, form, strlen(form)));
    return oauth_request_read(&params, &request, &fault);
}

START_TEST(what_an_app_asks_for_is_read)
{
    ck_assert(read_query(GOOD "&scope=board:play+email:read++bot:play&state=a%26b&username=ann"));
    ck_assert_str_eq(request.proof.client_id, "lichess-api-demo");
    ck_assert_str_eq(request.proof.redirect_uri, "https://app.example/cb?a=1");
    ck_assert_str_eq(request.proof.challenge, CHALLENGE);
    ck_assert_str_eq(request.state, "a&b");
    ck_assert_str_eq(request.site.site, "https://app.example");
    ck_assert_uint_eq(request.scopes, SCOPE_BOARD_PLAY | SCOPE_BOT_PLAY | SCOPE_EMAIL_READ);
    ck_assert(read_query(GOOD));
    ck_assert_uint_eq(request.scopes, 0);
    ck_assert_ptr_null(request.state);
    params_clear(&params);
}
END_TEST

/* Errors of RFC 6749, 4.1.2.1; of a client or an address that is wrong nobody but the person is told. */
START_TEST(what_is_wrong_with_it_is_said)
{
    static const struct {
        const char *form, *error, *description;
        bool can_return;
    } CASES[] = {
        {"x=1", "invalid_request", "client_id required", false},
        {"client_id=&redirect_uri=x", "invalid_request", "client_id required", false},
        {"client_id=a%0Ab&redirect_uri=x", "invalid_request", "client_id invalid", false},
        {"client_id=\xc3\xa9&redirect_uri=x", "invalid_request", "client_id invalid", false},
        {"client_id=a", "invalid_request", "redirect_uri required", false},
        {"client_id=a&redirect_uri=x", "invalid_request", "redirect_uri invalid", false},
        {"client_id=a&redirect_uri=javascript:x", "invalid_request",
         "exotic redirect_uri scheme not allowed (use reverse domain notation like "
         "com.example:// for custom applications)",
         false},
        {GOOD "&client_id=other", "invalid_request", "client_id given more than once", false},
        {GOOD "&redirect_uri=https://evil.example", "invalid_request",
         "redirect_uri given more than once", false},
        {GOOD "&state=1&state=2", "invalid_request", "state given more than once", false},
        {CLIENT, "invalid_request", "response_type required", true},
        {CLIENT "&response_type=token", "unsupported_response_type",
         "supports only response_type 'code'", true},
        {CLIENT "&response_type=code", "invalid_request", "code_challenge required", true},
        {CLIENT "&response_type=code&code_challenge=x", "invalid_request",
         "code_challenge_method required", true},
        {CLIENT "&response_type=code&code_challenge=x&code_challenge_method=plain",
         "invalid_request", "supports only code_challenge_method 'S256'", true},
        {CLIENT "&response_type=code&code_challenge=x&code_challenge_method=S256",
         "invalid_request", "code_challenge invalid", true},
        {GOOD "&scope=board:play+world:rule", "invalid_scope", "invalid scope: world:rule", true},
        {GOOD "&scope=board:play,bot:play", "invalid_scope", "invalid scope: board:play,bot:play",
         true},
        {GOOD "&scope=bot:play&scope=bot:play", "invalid_request", "scope given more than once",
         true},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        ck_assert_msg(!read_query(CASES[i].form), "%s", CASES[i].form);
        ck_assert_str_eq(fault.error, CASES[i].error);
        ck_assert_str_eq(fault.description, CASES[i].description);
        ck_assert_msg(request.can_return == CASES[i].can_return, "%s", CASES[i].form);
    }
    params_clear(&params);
}
END_TEST

START_TEST(texts_of_an_app_have_a_greatest_length)
{
    static const struct {
        const char *name;
        int most;
    } CASES[] = {{"state", OAUTH_STATE_MAX}, {"client_id", OAUTH_CLIENT_ID_MAX}};
    char form[4096];
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        for (int more = 0; more <= 1; more++) {
            const char *others = i ? strchr(GOOD, '&') + 1 : GOOD;
            snprintf(form, sizeof form, "%s&%s=%0*d", others, CASES[i].name, CASES[i].most + more,
                     0);
            ck_assert_msg(read_query(form) == !more, "%s with %d more", CASES[i].name, more);
        }
    params_clear(&params);
}
END_TEST

static void expect_return(const char *code, const char *address)
{
    Text text;
    text_init(&text);
    oauth_print_return(&request, code, &fault, &text);
    ck_assert_str_eq(text.bytes, address);
    text_clear(&text);
}

START_TEST(the_way_back_keeps_the_query_of_the_address)
{
    ck_assert(read_query(GOOD "&state=a%26b%20%C3%A9"));
    oauth_fault(&fault, "access_denied", "user cancelled authorization");
    expect_return("liu_1", "https://app.example/cb?a=1&code=liu_1&state=a%26b%20%C3%A9");
    expect_return(NULL, "https://app.example/cb?a=1&error=access_denied&error_description=user%20"
                        "cancelled%20authorization&state=a%26b%20%C3%A9");
    ck_assert(!read_query("client_id=a&redirect_uri=com.example.app:/cb"));
    expect_return(NULL, "com.example.app:/cb?error=invalid_request&error_description="
                        "response_type%20required");
    params_clear(&params);
}
END_TEST

/* ---- codes ---- */

static OauthCodes *codes;
static char code[OAUTH_CODE_LENGTH + 1];
static OauthGrant given;

static void open_codes(void)
{
    codes = oauth_codes_new();
}

static void close_codes(void)
{
    oauth_codes_free(codes);
}

static bool add(const char *account, int64_t now)
{
    OauthGrant grant = {.scopes = SCOPE_BOT_PLAY, .label = "x"};
    OauthProof proof = {"client", "https://app.example/cb", CHALLENGE};
    strcpy(grant.account, account);
    return oauth_codes_add(codes, &grant, &proof, now, code);
}

static OauthResult take(const char *client, const char *redirect, const char *verifier, int64_t now)
{
    OauthProof proof = {client, redirect, verifier};
    return oauth_codes_take(codes, code, &proof, now, &given);
}

static OauthResult take_well(int64_t now)
{
    return take("client", "https://app.example/cb", VERIFIER, now);
}

START_TEST(a_code_is_exchanged_once)
{
    ck_assert(add("ann", 0));
    ck_assert_uint_eq(strlen(code), OAUTH_CODE_LENGTH);
    ck_assert_int_eq(take_well(1), OAUTH_GRANTED);
    ck_assert_str_eq(given.account, "ann");
    ck_assert_uint_eq(given.scopes, SCOPE_BOT_PLAY);
    oauth_codes_note(codes, code, "0123456789abcdef");
    ck_assert_int_eq(take_well(2), OAUTH_CODE_USED);
    ck_assert_str_eq(given.token, "0123456789abcdef");
    code[10] = code[10] == 'a' ? 'b' : 'a';
    ck_assert_int_eq(take_well(3), OAUTH_CODE_UNKNOWN);
}
END_TEST

START_TEST(a_code_is_bound_to_app_address_and_verifier)
{
    static const struct {
        const char *client, *redirect, *verifier;
        OauthResult result;
    } CASES[] = {
        {"other", "https://app.example/cb", VERIFIER, OAUTH_OTHER_CLIENT},
        {"client", "https://app.example/cb/", VERIFIER, OAUTH_OTHER_REDIRECT},
        {"client", "https://app.example/cb", CHALLENGE, OAUTH_OTHER_VERIFIER},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        ck_assert(add("ann", 0));
        ck_assert_int_eq(take(CASES[i].client, CASES[i].redirect, CASES[i].verifier, 1),
                         CASES[i].result);
        ck_assert_int_eq(take_well(2), OAUTH_CODE_USED);
        ck_assert_str_eq(given.token, "");
    }
}
END_TEST

START_TEST(a_code_lives_for_two_minutes)
{
    ck_assert(add("ann", 1000));
    ck_assert_int_eq(take_well(1000 + OAUTH_CODE_LIFE), OAUTH_CODE_UNKNOWN);
    ck_assert(add("ann", 1000));
    ck_assert_int_eq(take_well(999 + OAUTH_CODE_LIFE), OAUTH_GRANTED);
}
END_TEST

START_TEST(an_account_has_ten_codes_at_a_time)
{
    char first[OAUTH_CODE_LENGTH + 1];
    ck_assert(add("bob", 0));
    strcpy(first, code);
    for (int i = 0; i < OAUTH_CODES_ACCOUNT_MAX; i++)
        ck_assert(add("ann", i));
    ck_assert(add("bob", OAUTH_CODES_ACCOUNT_MAX));
    strcpy(code, first);
    ck_assert_int_eq(take_well(100), OAUTH_GRANTED);
    ck_assert(add("ann", 101));
    strcpy(first, code);
    for (int i = 1; i < OAUTH_CODES_ACCOUNT_MAX; i++)
        ck_assert(add("ann", 101));
    strcpy(code, first);
    ck_assert_int_eq(take_well(102), OAUTH_GRANTED);
    for (int i = 0; i < OAUTH_CODES_ACCOUNT_MAX; i++)
        ck_assert(add("ann", 103));
    strcpy(code, first);
    ck_assert_int_eq(take_well(104), OAUTH_CODE_UNKNOWN);
}
END_TEST

START_TEST(the_server_has_a_bound_of_codes_at_a_time)
{
    char account[16];
    for (int i = 0; i < OAUTH_CODES_MAX; i++) {
        snprintf(account, sizeof account, "a%d", i / OAUTH_CODES_ACCOUNT_MAX);
        ck_assert(add(account, i == 0 ? 0 : 1));
    }
    ck_assert(!add("b", OAUTH_CODE_LIFE - 1));
    ck_assert(add("b", OAUTH_CODE_LIFE));
    ck_assert(!add("c", OAUTH_CODE_LIFE));
}
END_TEST

START_TEST(a_verifier_has_43_to_128_unreserved_letters)
{
    char text[130];
    memset(text, '~', sizeof text);
    for (size_t length = 0; length < sizeof text; length++) {
        text[length] = '\0';
        ck_assert_int_eq(oauth_is_verifier(text), length >= 43 && length <= 128);
        text[length] = '~';
    }
    ck_assert(oauth_is_verifier(VERIFIER));
    ck_assert(!oauth_is_verifier("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk="));
    ck_assert(oauth_is_challenge(CHALLENGE));
    ck_assert(!oauth_is_challenge("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c"));
    ck_assert(!oauth_is_challenge("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("oauth");
    TCase *pure = tcase_create("requests"), *kept = tcase_create("codes");
    tcase_add_test(pure, an_app_may_be_sent_back_to_its_own_address);
    tcase_add_test(pure, nobody_is_sent_where_a_script_runs_or_another_host_is_meant);
    tcase_add_test(pure, an_address_has_a_greatest_length);
    tcase_add_test(pure, what_an_app_asks_for_is_read);
    tcase_add_test(pure, what_is_wrong_with_it_is_said);
    tcase_add_test(pure, texts_of_an_app_have_a_greatest_length);
    tcase_add_test(pure, the_way_back_keeps_the_query_of_the_address);
    tcase_add_test(pure, a_verifier_has_43_to_128_unreserved_letters);
    tcase_add_checked_fixture(kept, open_codes, close_codes);
    tcase_add_test(kept, a_code_is_exchanged_once);
    tcase_add_test(kept, a_code_is_bound_to_app_address_and_verifier);
    tcase_add_test(kept, a_code_lives_for_two_minutes);
    tcase_add_test(kept, an_account_has_ten_codes_at_a_time);
    tcase_add_test(kept, the_server_has_a_bound_of_codes_at_a_time);
    suite_add_tcase(suite, pure);
    suite_add_tcase(suite, kept);
    return run_suite(suite);
}
