/* auth.h - how people identify themselves: cookies, bearer tokens, and guests' tokens, which are signed with
 * a key from the database. The accounts' tokens are in credential.h.
 *
 * A token is "v1.ID.ISSUED.SIGNATURE": the guest's id, seconds since 1970 in hexadecimal, and 32 bytes of
 * HMAC-SHA-512/256 over all before it, in base64url. Nothing is stored: whoever holds a token that we signed
 * is that guest, and a guest costs nothing until they play. */
#pragma once

#include "person.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    AUTH_KEY_SIZE = 32,
    AUTH_CHANCE_SIZE = 10, /* random bytes of an id: 80 bits */
    TOKEN_MAX = 96,        /* bytes, without the NUL */
    AUTH_PATH_MAX = 100,   /* of a cookie */
    AUTH_SET_COOKIE_MAX = TOKEN_MAX + AUTH_PATH_MAX + 128,
    AUTH_MARKS_MAX = 200,  /* bytes that a browser keeps of the accounts it was signed in to */
    AUTH_TICKET_MAX = 600, /* bytes that a browser keeps while its owner signs in elsewhere */
    AUTH_SET_DEVICE_MAX = AUTH_TICKET_MAX + AUTH_PATH_MAX + 128, /* either of these two */
};

typedef struct {
    unsigned char key[AUTH_KEY_SIZE];
} Auth;

/* 'secret' is store_secret; the key is derived from it, so that the secret can have other uses,
 * too. */
void auth_init(Auth *auth, const unsigned char secret[AUTH_KEY_SIZE]);

/* A new guest with a random id; the name is "Guest-" and the id's first four digits. */
Person auth_new_guest(const unsigned char chance[AUTH_CHANCE_SIZE]);

/* Writes the guest's token, with its NUL, and returns its length. */
size_t auth_sign(const Auth *auth, const Person *guest, int64_t now_wall,
                 char token[TOKEN_MAX + 1]);

/* False for anything that auth_sign did not write: any bytes are safe. */
bool auth_check(const Auth *auth, const char *token, size_t length, Person *guest);

/* Whose page a request comes from, by its Origin header; remote.h decides. */
typedef enum {
    PAGE_NONE, /* no page: the header is absent */
    PAGE_OURS,
    PAGE_FOREIGN,
} PageKind;

/* Where a cookie is kept. */
typedef struct {
    bool secure;                  /* only https may carry it */
    char path[AUTH_PATH_MAX + 1]; /* "": the whole host; "/chess": that part of it */
} CookiePlace;

/* What a request's headers say about its sender; NULL when the header is absent. */
typedef struct {
    const char *authorization, *cookie;
    const char *kept; /* a guest's token that a page has kept: among the subprotocols */
    PageKind page;
    CookiePlace place;
} AuthHeaders;

typedef enum { AUTH_TOKEN_NONE, AUTH_TOKEN_BEARER, AUTH_TOKEN_COOKIE } AuthTokenKind;

/* What somebody presents to identify themselves; the text is lent by the headers, and has no
 * NUL. */
typedef struct {
    AuthTokenKind kind;
    const char *text; /* of another scheme than Bearer: empty */
    size_t length;
    bool by_old_name; /* of a cookie, which should be set again under its current name */
} AuthToken;

/* A page of another site without a token may only read, and may not open a WebSocket. */
bool auth_is_foreign(const AuthHeaders *headers);

/* Authorization takes precedence over the cookie, even if it is invalid. The cookie counts when it comes
 * from our own page, or when no page is named and the request only reads; browsers do not show the answer to
 * pages of other sites. */
AuthToken auth_token(const AuthHeaders *headers, bool only_reads);

/* The cookie's name where only https carries it says that it came so, and from this host (RFC 6265bis, 4.1.3):
 * "__Host-castled_session", with a path "__Secure-castled_session". It takes precedence over the plain name, which is
 * still accepted there for those who have it from before. */
extern const char AUTH_COOKIE[]; /* the plain name */

/* The value of a Set-Cookie header for a token, valid for as long as browsers allow; an empty token
 * deletes the cookie. */
size_t auth_print_cookie(const char *token, const CookiePlace *place,
                         char out[AUTH_SET_COOKIE_MAX]);
/* Whether the request has a cookie with the plain name where another name is used now, and nobody else can have set
 * it; then AUTH_DROP_OLD_COOKIE, the value of a second Set-Cookie header, deletes it. */
bool auth_has_old_cookie(const AuthHeaders *headers);
extern const char AUTH_DROP_OLD_COOKIE[];
/* A second cookie, which stays after signing out: device.h in server/accounts reads its value. The same rules apply,
 * and its name has the same prefixes. */
extern const char AUTH_DEVICE_COOKIE[];
size_t auth_print_device_cookie(const char *marks, const CookiePlace *place,
                                char out[AUTH_SET_DEVICE_MAX]);
/* Its value in the request; its length, or 0 for none. */
size_t auth_device_cookie(const AuthHeaders *headers, const char **marks);
/* A third one, for as long as it takes to sign in at an OpenID provider: oidc_ticket.h reads its value. An empty one deletes
 * it. */
extern const char AUTH_TICKET_COOKIE[];
size_t auth_print_ticket_cookie(const char *ticket, const CookiePlace *place,
                                char out[AUTH_SET_DEVICE_MAX]);
size_t auth_ticket_cookie(const AuthHeaders *headers, const char **ticket);
/* The value of a cookie in a Cookie header; its length, or 0 when it isn't there or is empty. */
size_t auth_cookie(const char *header, const char *name, const char **value);
/* The token of "Bearer TOKEN"; NULL for another scheme. */
const char *auth_bearer(const char *authorization);
