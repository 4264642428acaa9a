#include "auth.h"

#include <sodium.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

const char AUTH_COOKIE[] = "castled_session", AUTH_DEVICE_COOKIE[] = "castled_device";
const char AUTH_TICKET_COOKIE[] = "castled_oidc";
const char AUTH_DROP_OLD_COOKIE[] =
    "castled_session=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0; Secure";

static const char VERSION[] = "v1.";
/* libsodium's name of a use of the key: eight characters. */
static const char KEY_CONTEXT[crypto_kdf_CONTEXTBYTES + 1] = "guests-1";

enum {
    ID_LENGTH = 1 + 2 * AUTH_CHANCE_SIZE,
    NAME_DIGITS = 4,
    ISSUED_MAX = 16,
    SIGNATURE_LENGTH = (crypto_auth_BYTES * 4 + 2) / 3, /* base64 without padding */
    COOKIE_LIFE = 400 * 24 * 60 * 60,                   /* s, the longest that browsers grant */
    TICKET_LIFE = 15 * 60,                              /* s */
};

_Static_assert(AUTH_KEY_SIZE == crypto_kdf_KEYBYTES && AUTH_KEY_SIZE == crypto_auth_KEYBYTES,
               "the store's secret is a key");
_Static_assert((int)ID_LENGTH <= (int)PERSON_ID_MAX, "a guest's id is a person's");
_Static_assert(sizeof VERSION + ID_LENGTH + ISSUED_MAX + SIGNATURE_LENGTH + 2 <= TOKEN_MAX,
               "a token fits");

static bool is_hex(const char *text, size_t length)
{
    return strspn(text, "0123456789abcdef") >= length;
}

static Person guest_of(const char *id)
{
    Person guest = {.guest = true};
    memcpy(guest.id, id, ID_LENGTH);
    snprintf(guest.name, sizeof guest.name, "Guest-%.*s", NAME_DIGITS, id + 1);
    return guest;
}

void auth_init(Auth *auth, const unsigned char secret[AUTH_KEY_SIZE])
{
    crypto_kdf_derive_from_key(auth->key, sizeof auth->key, 1, KEY_CONTEXT, secret);
}

Person auth_new_guest(const unsigned char chance[AUTH_CHANCE_SIZE])
{
    char id[ID_LENGTH + 1] = "g";
    sodium_bin2hex(id + 1, sizeof id - 1, chance, AUTH_CHANCE_SIZE);
    return guest_of(id);
}

size_t auth_sign(const Auth *auth, const Person *guest, int64_t now_wall, char token[TOKEN_MAX + 1])
{
    int length = snprintf(token, TOKEN_MAX + 1, "%s%s.%llx.", VERSION, guest->id,
                          (unsigned long long)(now_wall / 1000));
    unsigned char mac[crypto_auth_BYTES];
    crypto_auth(mac, (const unsigned char *)token, (size_t)length - 1, auth->key);
    sodium_bin2base64(token + length, (size_t)(TOKEN_MAX + 1 - length), mac, sizeof mac,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return (size_t)length + SIGNATURE_LENGTH;
}

/* Whether the signature, the last part of the token, is ours. It is compared as text, so that there is one way only to
 * write it: libsodium reads some bytes that are no base64 as if they were. */
static bool is_signed(const Auth *auth, const char *token, size_t length)
{
    unsigned char mac[crypto_auth_BYTES];
    char right[SIGNATURE_LENGTH + 1];
    size_t head = length - SIGNATURE_LENGTH;
    crypto_auth(mac, (const unsigned char *)token, head - 1, auth->key);
    sodium_bin2base64(right, sizeof right, mac, sizeof mac,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return token[head - 1] == '.' && sodium_memcmp(token + head, right, SIGNATURE_LENGTH) == 0;
}

bool auth_check(const Auth *auth, const char *token, size_t length, Person *guest)
{
    char copy[TOKEN_MAX + 1];
    const size_t id_at = sizeof VERSION - 1, issued_at = id_at + ID_LENGTH + 1;
    if (length > TOKEN_MAX || length < issued_at + 1 + 1 + SIGNATURE_LENGTH)
        return false;
    memcpy(copy, token, length);
    copy[length] = '\0';
    if (memcmp(copy, VERSION, id_at) != 0 || copy[id_at] != 'g' ||
        !is_hex(copy + id_at + 1, ID_LENGTH - 1) || copy[issued_at - 1] != '.')
        return false;
    if (!is_signed(auth, copy, length))
        return false;
    *guest = guest_of(copy + id_at);
    return true;
}

/* The name for the place. */
static const char *cookie_name(const CookiePlace *place)
{
    return !place->secure ? AUTH_COOKIE
           : *place->path ? "__Secure-castled_session"
                          : "__Host-castled_session";
}

static const char *device_name(const CookiePlace *place)
{
    return !place->secure ? AUTH_DEVICE_COOKIE
           : *place->path ? "__Secure-castled_device"
                          : "__Host-castled_device";
}

static const char *ticket_name(const CookiePlace *place)
{
    return !place->secure ? AUTH_TICKET_COOKIE
           : *place->path ? "__Secure-castled_oidc"
                          : "__Host-castled_oidc";
}

static size_t print_cookie_for(int life, const char *name, const char *value,
                               const CookiePlace *place, char *out, size_t size)
{
    int length = snprintf(out, size, "%s=%s; HttpOnly; SameSite=Lax; Path=%s; Max-Age=%d%s", name,
                          value, *place->path ? place->path : "/", *value ? life : 0,
                          place->secure ? "; Secure" : "");
    assert((size_t)length < size);
    return (size_t)length;
}

static size_t print_cookie(const char *name, const char *value, const CookiePlace *place, char *out,
                           size_t size)
{
    return print_cookie_for(COOKIE_LIFE, name, value, place, out, size);
}

size_t auth_print_cookie(const char *token, const CookiePlace *place, char out[AUTH_SET_COOKIE_MAX])
{
    assert(strlen(token) <= TOKEN_MAX);
    return print_cookie(cookie_name(place), token, place, out, AUTH_SET_COOKIE_MAX);
}

size_t auth_print_device_cookie(const char *marks, const CookiePlace *place,
                                char out[AUTH_SET_DEVICE_MAX])
{
    assert(strlen(marks) <= AUTH_MARKS_MAX);
    return print_cookie(device_name(place), marks, place, out, AUTH_SET_DEVICE_MAX);
}

size_t auth_print_ticket_cookie(const char *ticket, const CookiePlace *place,
                                char out[AUTH_SET_DEVICE_MAX])
{
    assert(strlen(ticket) <= AUTH_TICKET_MAX);
    return print_cookie_for(TICKET_LIFE, ticket_name(place), ticket, place, out,
                            AUTH_SET_DEVICE_MAX);
}

/* Only by the name for the place: what somebody else could have set does not count. */
size_t auth_ticket_cookie(const AuthHeaders *headers, const char **ticket)
{
    if (!headers->cookie)
        return 0;
    return auth_cookie(headers->cookie, ticket_name(&headers->place), ticket);
}

size_t auth_device_cookie(const AuthHeaders *headers, const char **marks)
{
    CookiePlace place = headers->place;
    place.secure = true;
    if (!headers->cookie)
        return 0;
    size_t length = auth_cookie(headers->cookie, device_name(&place), marks);
    return length ? length : auth_cookie(headers->cookie, AUTH_DEVICE_COOKIE, marks);
}

size_t auth_cookie(const char *header, const char *name, const char **value)
{
    size_t name_length = strlen(name);
    while (*header) {
        header += strspn(header, " \t;");
        size_t length = strcspn(header, ";");
        if (length > name_length && header[name_length] == '=' &&
            memcmp(header, name, name_length) == 0) {
            *value = header + name_length + 1;
            length -= name_length + 1;
            while (length && ((*value)[length - 1] == ' ' || (*value)[length - 1] == '\t'))
                length--;
            return length;
        }
        header += length;
    }
    return 0;
}

const char *auth_bearer(const char *authorization)
{
    static const char SCHEME[] = "bearer";
    const size_t length = sizeof SCHEME - 1;
    if (strncasecmp(authorization, SCHEME, length) != 0)
        return NULL;
    size_t blanks = strspn(authorization + length, " ");
    return blanks ? authorization + length + blanks : NULL;
}

/* In a part of a host the cookie for all of it may be another server's. */
bool auth_has_old_cookie(const AuthHeaders *headers)
{
    const char *value;
    return headers->place.secure && !*headers->place.path && headers->cookie &&
           auth_cookie(headers->cookie, AUTH_COOKIE, &value) > 0;
}

bool auth_is_foreign(const AuthHeaders *headers)
{
    return headers->page == PAGE_FOREIGN && !headers->authorization;
}

/* A page of another site could make a browser send our cookie along, but not our Origin; it is sent with
 * everything but what only reads within a site (Fetch standard, 3.1). */
static bool may_use_cookie(const AuthHeaders *headers, bool only_reads)
{
    return headers->page == PAGE_OURS || (headers->page == PAGE_NONE && only_reads);
}

/* The strict name is read on every connection: a proxy that doesn't tell of https passes it on, too. */
static void find_cookie(const AuthHeaders *headers, AuthToken *presented)
{
    CookiePlace place = headers->place;
    place.secure = true;
    presented->length = auth_cookie(headers->cookie, cookie_name(&place), &presented->text);
    if (presented->length == 0) {
        presented->length = auth_cookie(headers->cookie, AUTH_COOKIE, &presented->text);
        presented->by_old_name = presented->length && headers->place.secure;
    }
    presented->kind = presented->length ? AUTH_TOKEN_COOKIE : AUTH_TOKEN_NONE;
}

AuthToken auth_token(const AuthHeaders *headers, bool only_reads)
{
    AuthToken presented = {.text = ""};
    if (headers->authorization) {
        const char *token = auth_bearer(headers->authorization);
        presented.kind = AUTH_TOKEN_BEARER;
        presented.text = token ? token : "";
        presented.length = strlen(presented.text);
    } else if (headers->cookie && may_use_cookie(headers, only_reads)) {
        find_cookie(headers, &presented);
    }
    return presented;
}
