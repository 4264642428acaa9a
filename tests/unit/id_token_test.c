/* Claims of ID tokens: the example of OpenID Connect Core 1.0, 2, and what 3.1.3.7 has refused. */
#include "id_token.h"

#include "check_rig.h"
#include "discovery.h"
#include "oidc.h"

#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const IdTokenRules RULES = {.issuer = "https://server.example.com",
                                   .client = "s6BhdRkqt3",
                                   .nonce = "n-0S6_WzA2Mj",
                                   .name_claim = "preferred_username",
                                   .now = 1311281000};
static IdTokenClaims claims;

static IdTokenFault read_claims(const char *json)
{
    static char token[ID_TOKEN_MAX * 2];
    char *end = token + sprintf(token, "eyJhbGciOiJSUzI1NiJ9.");
    sodium_bin2base64(end, sizeof token - 64, (const unsigned char *)json, strlen(json),
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    strcat(token, ".c2lnbmVk");
    return id_token_read(token, strlen(token), &RULES, &claims);
}

/* The good claims, one of them replaced; "" leaves it out. */
static IdTokenFault read_with(const char *name, const char *value)
{
    static const char *const GOOD[][2] = {{"iss", "\"https://server.example.com\""},
                                          {"sub", "\"24400320\""},
                                          {"aud", "\"s6BhdRkqt3\""},
                                          {"nonce", "\"n-0S6_WzA2Mj\""},
                                          {"exp", "1311281970"},
                                          {"iat", "1311280970"},
                                          {"azp", ""},
                                          {"preferred_username", ""}};
    char json[4096] = "{\"auth_time\":1311280969";
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) {
        const char *is = strcmp(GOOD[i][0], name) == 0 ? value : GOOD[i][1];
        if (*is)
            sprintf(json + strlen(json), ",\"%s\":%s", GOOD[i][0], is);
    }
    strcat(json, "}");
    return read_claims(json);
}

START_TEST(the_specifications_example_is_read)
{
    ck_assert_int_eq(
        read_claims("{\"iss\":\"https://server.example.com\",\"sub\":\"24400320\",\"aud\":"
                    "\"s6BhdRkqt3\",\"nonce\":\"n-0S6_WzA2Mj\",\"exp\":1311281970,"
                    "\"iat\":1311280970,\"auth_time\":1311280969,"
                    "\"acr\":\"urn:mace:incommon:iap:silver\"}"),
        ID_TOKEN_OK);
    ck_assert_str_eq(claims.subject, "24400320");
    ck_assert_str_eq(claims.name, "");
    ck_assert_int_eq(read_with("preferred_username", "\"anna\""), ID_TOKEN_OK);
    ck_assert_str_eq(claims.name, "anna");
}
END_TEST

START_TEST(every_claim_is_checked)
{
    static const struct {
        const char *name, *value;
        IdTokenFault fault;
    } CASES[] = {
        {"iss", "\"https://server.example.com/\"", ID_TOKEN_ISSUER},
        {"iss", "\"https://evil.example.com\"", ID_TOKEN_ISSUER},
        {"iss", "", ID_TOKEN_ISSUER},
        {"iss", "7", ID_TOKEN_ISSUER},
        {"aud", "\"another\"", ID_TOKEN_AUDIENCE},
        {"aud", "[]", ID_TOKEN_AUDIENCE},
        {"aud", "", ID_TOKEN_AUDIENCE},
        {"aud", "[\"s6BhdRkqt3\"]", ID_TOKEN_OK},
        {"aud", "[\"s6BhdRkqt3\",\"another\"]", ID_TOKEN_PARTY},
        {"azp", "\"another\"", ID_TOKEN_PARTY},
        {"azp", "\"s6BhdRkqt3\"", ID_TOKEN_OK},
        {"azp", "null", ID_TOKEN_PARTY},
        {"exp", "1311280940", ID_TOKEN_OK}, /* 60 s of leeway */
        {"exp", "1311280939", ID_TOKEN_EXPIRED},
        {"exp", "\"1311281970\"", ID_TOKEN_EXPIRED},
        {"exp", "1e300", ID_TOKEN_EXPIRED},
        {"exp", "", ID_TOKEN_EXPIRED},
        {"iat", "1311281060", ID_TOKEN_OK},
        {"iat", "1311281061", ID_TOKEN_ISSUED},
        {"iat", "1311280400", ID_TOKEN_OK}, /* ten minutes */
        {"iat", "1311280399", ID_TOKEN_ISSUED},
        {"iat", "", ID_TOKEN_ISSUED},
        {"nonce", "\"n-0S6_WzA2Mk\"", ID_TOKEN_NONCE},
        {"nonce", "", ID_TOKEN_NONCE},
        {"sub", "\"\"", ID_TOKEN_SUBJECT},
        {"sub", "", ID_TOKEN_SUBJECT},
        {"sub", "[\"1\"]", ID_TOKEN_SUBJECT},
        {"sub", "\"\\u00e4\"", ID_TOKEN_SUBJECT},
        {"sub", "\"1\\n2\"", ID_TOKEN_SUBJECT},
        /* For a reader that ends at a NUL these would be the right issuer and client. */
        {"iss", "\"https://server.example.com\\u0000.evil\"", ID_TOKEN_MALFORMED},
        {"aud", "\"s6BhdRkqt3\\u0000\"", ID_TOKEN_MALFORMED},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        ck_assert_msg(read_with(CASES[i].name, CASES[i].value) == CASES[i].fault, "%s %s",
                      CASES[i].name, CASES[i].value);
}
END_TEST

START_TEST(several_audiences_need_the_authorized_party)
{
    ck_assert_int_eq(
        read_claims("{\"iss\":\"https://server.example.com\",\"sub\":\"1\",\"aud\":[\"other\","
                    "\"s6BhdRkqt3\"],\"azp\":\"s6BhdRkqt3\",\"nonce\":\"n-0S6_WzA2Mj\","
                    "\"exp\":1311281970,\"iat\":1311280970}"),
        ID_TOKEN_OK);
}
END_TEST

START_TEST(a_subject_has_at_most_255_characters)
{
    char sub[300] = "\"";
    memset(sub + 1, 'x', 255);
    strcpy(sub + 256, "\"");
    ck_assert_int_eq(read_with("sub", sub), ID_TOKEN_OK);
    ck_assert_uint_eq(strlen(claims.subject), 255);
    strcpy(sub + 256, "x\"");
    ck_assert_int_eq(read_with("sub", sub), ID_TOKEN_SUBJECT);
}
END_TEST

START_TEST(what_is_no_token_is_refused)
{
    static const char *const BAD[] = {
        "",       ".",         "..",       "a.b",        "e30.e30.e30.e30",
        "e30.!.", "e30.e30=.", "e30.W10.", "e30.eyJ9.x", "e30.e30 .x"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        ck_assert_msg(id_token_read(BAD[i], strlen(BAD[i]), &RULES, &claims) == ID_TOKEN_MALFORMED,
                      "%s", BAD[i]);
    ck_assert_int_eq(id_token_read("e30.e30.", 8, &RULES, &claims), ID_TOKEN_ISSUER);
    char *large = malloc(ID_TOKEN_MAX + 1);
    memset(large, 'A', ID_TOKEN_MAX + 1);
    large[3] = large[ID_TOKEN_MAX - 3] = '.';
    ck_assert_int_eq(id_token_read(large, ID_TOKEN_MAX + 1, &RULES, &claims), ID_TOKEN_MALFORMED);
    free(large);
}
END_TEST

START_TEST(a_provider_tells_where_it_is)
{
    static const char HEAD[] = "{\"issuer\":\"https://id.example\",\"authorization_endpoint\":";
    static const struct {
        const char *rest;
        bool is_good, in_body;
    } CASES[] = {
        {"\"https://id.example/a?b=c\",\"token_endpoint\":\"https://id.example/t\"}", true, false},
        {"\"https://id.example/a\",\"token_endpoint\":\"https://id.example/t\","
         "\"token_endpoint_auth_methods_supported\":[\"client_secret_post\"]}",
         true, true},
        {"\"https://id.example/a\",\"token_endpoint\":\"https://id.example/t\","
         "\"token_endpoint_auth_methods_supported\":[\"client_secret_post\",\"client_secret_"
         "basic\"]}",
         true, false},
        {"\"http://id.example/a\",\"token_endpoint\":\"https://id.example/t\"}", false, false},
        {"\"https://id.example/a\",\"token_endpoint\":\"http://id.example/t\"}", false, false},
        {"\"https://id.example/a#b\",\"token_endpoint\":\"https://id.example/t\"}", false, false},
        {"\"javascript:alert(1)\",\"token_endpoint\":\"https://id.example/t\"}", false, false},
        {"\"https://id.example/a\"}", false, false},
        {"7,\"token_endpoint\":\"https://id.example/t\"} {}", false, false},
    };
    char json[1024];
    Discovery found;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        sprintf(json, "%s%s", HEAD, CASES[i].rest);
        const char *fault = discovery_read(json, strlen(json), "https://id.example", &found);
        ck_assert_msg(!fault == CASES[i].is_good, "%s: %s", CASES[i].rest, fault ? fault : "good");
        ck_assert(fault || found.secret_in_body == CASES[i].in_body);
        ck_assert_ptr_nonnull(discovery_read(json, strlen(json), "https://id.example/", &found));
    }
}
END_TEST

START_TEST(an_issuer_is_an_https_url)
{
    ck_assert(oidc_issuer_is_good("https://id.example/realms/club"));
    static const char *const BAD[] = {"",
                                      "http://id.example",
                                      "https://",
                                      "https://id.example/?a",
                                      "https://id.example/#a",
                                      "https://a@id.example",
                                      "id.example"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        ck_assert_msg(!oidc_issuer_is_good(BAD[i]), "%s", BAD[i]);
}
END_TEST

START_TEST(a_username_is_made_of_a_name)
{
    static const char *const CASES[][2] = {
        {"anna", "anna"},
        {"anna.schmidt@club.example", "anna-schmidt"},
        {"Anna  van der Berg", "Anna-van-der-Berg"},
        {"Zo\xc3\xab", ""}, /* Zoë: two letters are left */
        {"Jos\xc3\xa9 Ra\xc3\xbal", "Jos-Ra-l"},
        {"...bob...", "bob"},
        {"4anna", ""},
        {"", ""},
        {"@club", ""},
        {"abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrst"},
        {"abcdefghijklmnopqrs uvw", "abcdefghijklmnopqrsu"},
    };
    char out[USERNAME_MAX + 1];
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        oidc_suggest(CASES[i][0], out);
        ck_assert_str_eq(out, CASES[i][1]);
    }
}
END_TEST

/* ---- tickets ---- */

START_TEST(a_ticket_comes_back_as_it_was_for_a_quarter_of_an_hour)
{
    static const unsigned char SECRET[OIDC_KEY_SIZE] = {1}, OTHER[OIDC_KEY_SIZE] = {2};
    static const int64_t NOW = INT64_C(1795900000123);
    OidcKey key, other;
    OidcTicket ticket, read;
    OidcProofs proofs, again;
    char text[OIDC_TICKET_MAX + 1];
    oidc_key_init(&key, SECRET);
    oidc_key_init(&other, OTHER);
    oidc_ticket_begin(&ticket, "gann", NOW);
    memset(ticket.subject, 's', STORE_SUBJECT_MAX);
    oidc_ticket_print(&key, &ticket, text);
    size_t length = strlen(text);
    ck_assert(oidc_ticket_read(&key, text, length, NOW + OIDC_TICKET_LIFE, &read));
    ck_assert_mem_eq(&read, &ticket, sizeof read);
    oidc_ticket_proofs(&ticket, &proofs);
    oidc_ticket_proofs(&read, &again);
    ck_assert_mem_eq(&proofs, &again, sizeof proofs);
    ck_assert_str_ne(proofs.state, proofs.nonce);
    ck_assert_str_ne(proofs.nonce, proofs.verifier);
    ck_assert(!oidc_ticket_read(&key, text, length, NOW + OIDC_TICKET_LIFE + 1, &read));
    ck_assert(!oidc_ticket_read(&key, text, length, NOW - 1, &read));
    ck_assert(!oidc_ticket_read(&other, text, length, NOW, &read));
    ck_assert(!oidc_ticket_read(&key, text, length - 1, NOW, &read));
    for (size_t i = 0; i < length - 1; i++) { /* the last one has bits that do not count */
        text[i] ^= 1;
        ck_assert_msg(!oidc_ticket_read(&key, text, length, NOW, &read), "byte %zu", i);
        text[i] ^= 1;
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("id_token");
    TCase *tcase = tcase_create("id_token");
    tcase_add_test(tcase, the_specifications_example_is_read);
    tcase_add_test(tcase, every_claim_is_checked);
    tcase_add_test(tcase, several_audiences_need_the_authorized_party);
    tcase_add_test(tcase, a_subject_has_at_most_255_characters);
    tcase_add_test(tcase, what_is_no_token_is_refused);
    tcase_add_test(tcase, a_provider_tells_where_it_is);
    tcase_add_test(tcase, an_issuer_is_an_https_url);
    tcase_add_test(tcase, a_username_is_made_of_a_name);
    tcase_add_test(tcase, a_ticket_comes_back_as_it_was_for_a_quarter_of_an_hour);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
