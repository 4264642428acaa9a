#include "admission.h"

#include "identity.h"
#include "memory.h"
#include "wall_clock.h"

#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A handshake that waits until the accounts have said who it is. */
typedef struct {
    const Admission *admission;
    ExchangeId exchange;
    IdentityClaim claim;
    char address[ADDRESS_MAX + 1];
    CookiePlace place;
    bool has_old_cookie;
} Waiting;

/* A new guest gets a cookie, and so does somebody whose cookie has an old name or is missing. */
static void give_cookie(const Waiting *waiting, const Identity *identity, NetArrival *arrival)
{
    char token[TOKEN_MAX + 1] = "";
    if (identity->who == WHO_NOBODY || identity->lacks_cookie)
        auth_sign(waiting->admission->auth, &arrival->person, wall_clock(), token);
    else
        memcpy(token, identity->cookie, sizeof token);
    if (*token) {
        auth_print_cookie(token, &waiting->place, arrival->cookie);
        arrival->old_cookie = waiting->has_old_cookie ? AUTH_DROP_OLD_COOKIE : NULL;
    }
    memory_wipe(token, sizeof token);
}

/* 0, and *arrival says as whom, or the status to refuse with. */
static int decide(const Waiting *waiting, const AccountsAnswer *answer, NetArrival *arrival)
{
    Identity identity;
    if (answer->error == ACCOUNTS_STOPPED)
        return 503;
    IdentityError error = identity_decide(&waiting->claim, answer, &identity);
    if (error != IDENTITY_OK)
        return error == IDENTITY_BAD ? 401 : 403;
    bool is_new = identity.who == WHO_NOBODY;
    GameId game;
    if (memory_room_is_scarce(waiting->admission->memory, uv_hrtime()) &&
        (is_new || !core_playing(waiting->admission->core, identity.person.id, &game)))
        return 503;
    if (!core_admits(waiting->admission->core, waiting->address, is_new))
        return 429;
    arrival->person = identity.person;
    memcpy(arrival->credential, identity.credential.key, sizeof identity.credential.key);
    if (is_new) {
        unsigned char chance[AUTH_CHANCE_SIZE];
        randombytes_buf(chance, sizeof chance);
        arrival->person = auth_new_guest(chance);
    }
    give_cookie(waiting, &identity, arrival);
    memory_wipe(&identity, sizeof identity);
    return 0;
}

static void on_identified(void *context, const AccountsAnswer *answer)
{
    Waiting *waiting = context;
    NetArrival arrival = {0};
    int status = decide(waiting, answer, &arrival);
    net_admit(waiting->admission->net, waiting->exchange, status, &arrival);
    memory_wipe(&arrival, sizeof arrival);
    memory_wipe(waiting, sizeof *waiting);
    free(waiting);
}

void admission_ask(const Admission *admission, ExchangeId exchange, const NetCaller *caller)
{
    IdentityQuestion question;
    if (core_bans_address(admission->core, caller->address)) {
        net_admit(admission->net, exchange, 403, NULL);
        return;
    }
    Waiting *waiting = memory_new(sizeof *waiting);
    waiting->admission = admission;
    waiting->exchange = exchange;
    waiting->place = caller->headers.place;
    waiting->has_old_cookie = auth_has_old_cookie(&caller->headers);
    snprintf(waiting->address, sizeof waiting->address, "%s", caller->address);
    identity_claim(admission->auth, &caller->headers, false, &waiting->claim, &question);
    accounts_identify(admission->accounts, &question, wall_clock(), on_identified, waiting);
    memory_wipe(&question, sizeof question);
}

void admission_opened(const Admission *admission, SessionId session, const NetArrival *arrival,
                      const char *address)
{
    char token[TOKEN_MAX + 1];
    ClientInfo info = {.credential = arrival->credential, .address = address};
    if (arrival->person.guest) {
        auth_sign(admission->auth, &arrival->person, wall_clock(), token);
        info.token = token;
    }
    core_opened(admission->core, session, &arrival->person, &info);
    memory_wipe(token, sizeof token);
}
