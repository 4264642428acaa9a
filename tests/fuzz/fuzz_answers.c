#include "fuzz_club_parts.h"
#include "fuzz_stand_ins.h"
#include "lichess_routes.h"
#include "routes.h"
#include "utf8.h"
#include "wall_clock.h"

#include <assert.h>
#include <cjson/cJSON.h>
#include <ctype.h>

/* ---- what is told ---- */

void club_note(Club *club, char letter, const char *text, size_t length)
{
    if (length >= CLUB_NAME_SIZE)
        return;
    memcpy(club->told[letter - 'a'], text, length);
    club->told[letter - 'a'][length] = '\0';
}

static void note_member(Club *club, const char *text, size_t length, const char *member,
                        char letter)
{
    const char *at = memmem(text, length, member, strlen(member)), *end = text + length;
    if (!at)
        return;
    const char *from = at += strlen(member);
    while (at < end && (isalnum((unsigned char)*at) || strchr("_-.", *at)))
        at++;
    club_note(club, letter, from, (size_t)(at - from));
}

/* What an authenticator app shows that has been given the secret (RFC 4648, 6; RFC 6238, 4.2). */
static void note_code(Club *club, const char *text, size_t length)
{
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", MEMBER[] = "\"secret\":\"";
    const char *at = memmem(text, length, MEMBER, sizeof MEMBER - 1), *digit;
    unsigned char secret[TOTP_SECRET_SIZE] = {0};
    char code[16];
    if (!at || (size_t)(text + length - at) < sizeof MEMBER + TOTP_SECRET_TEXT)
        return;
    at += sizeof MEMBER - 1;
    for (size_t i = 0; i < TOTP_SECRET_TEXT && at[i] && (digit = strchr(DIGITS, at[i])); i++)
        for (int bit = 0; bit < 5; bit++)
            if ((digit - DIGITS) >> (4 - bit) & 1)
                secret[(5 * i + bit) / 8] |= 0x80 >> (5 * i + bit) % 8;
    snprintf(code, sizeof code, "%06u",
             totp_number(secret, sizeof secret, (uint64_t)wall_clock() / 1000 / TOTP_STEP) %
                 1000000);
    club_note(club, 'o', code, strlen(code));
}

void club_hear(Club *club, const char *text, size_t length)
{
    static const struct {
        const char *member;
        char letter;
    } MEMBERS[] = {{"\"id\":\"", 'i'},    {"\"game\":\"", 'g'}, {"\"gameId\":\"", 'g'},
                   {"\"seek\":\"", 's'},  {"\"seq\":", 'q'},    {"\"challenge\":\"", 'c'},
                   {"\"token\":\"", 't'}, {"?code=", 'd'},      {"\"recovery\":[\"", 'r'},
                   {"&state=", 'z'}};
    for (size_t i = 0; i < sizeof MEMBERS / sizeof *MEMBERS; i++)
        note_member(club, text, length, MEMBERS[i].member, MEMBERS[i].letter);
    note_code(club, text, length);
    note_member(club, text, length, "nonce=", 'n');
    if (memmem(text, length, "nonce=", 6))
        fuzz_elsewhere_nonce(club->told['n' - 'a']);
}

/* Quoted-printable (RFC 2045, 6.7): "=" is "=3D", and long lines are broken. */
void club_hear_letter(void *context, const char *text, size_t length)
{
    static const char *const LINKS[] = {"#confirm=3D", "#recover=3D", "/api/mail/stop/"};
    char *plain = malloc(length + 1);
    size_t used = 0;
    for (size_t i = 0; i < length; i++)
        if (text[i] == '=' && i + 2 < length && text[i + 1] == '\r')
            i += 2;
        else
            plain[used++] = text[i];
    for (size_t i = 0; i < sizeof LINKS / sizeof *LINKS; i++)
        note_member(context, plain, used, LINKS[i], 'm');
    free(plain);
}

void club_show(const Club *club, const char *what, int status, const char *text, size_t length)
{
    enum { SHOWN = 400 };
    if (club->shows)
        printf("%s %d %.*s\n", what, status, (int)(length < SHOWN ? length : SHOWN), text);
}

/* ---- what must hold of all that is told ---- */

static void check_utf8(const char *text, size_t length)
{
    uint32_t point;
    for (size_t step; length > 0; text += step, length -= step) {
        step = utf8_take(text, length, &point);
        assert(step > 0);
    }
}

void club_check_json(const char *text, size_t length)
{
    check_utf8(text, length);
    cJSON *json = cJSON_ParseWithLength(text, length);
    if (!json)
        fprintf(stderr, "no JSON: %.*s\n", (int)length, text);
    assert(json);
    cJSON_Delete(json);
}

/* RFC 9110, 5.5 */
static void check_header(const char *value)
{
    for (; value && *value; value++)
        assert(!iscntrl((unsigned char)*value));
}

void club_check_secrets(const Club *club, const Caller *caller, const char *text, size_t length)
{
    if (!club->is_made || club->knows_secrets)
        return;
    for (int i = 0; i < CLUB_CALLERS; i++) {
        const char *secret = club->callers[i].first.credential;
        assert(CALLERS[i].account == NO_ACCOUNT || !memmem(text, length, secret, strlen(secret)));
    }
    assert(!memmem(text, length, "argon2", 6));
    assert(strchr("aAtoO", caller->letter) || !memmem(text, length, "secret-club.org", 15));
}

/* ---- exchanges ---- */

Exchange *club_find_exchange(Club *club, ExchangeId id)
{
    for (size_t i = 0; i < CLUB_EXCHANGES_MAX; i++)
        if (club->exchanges[i].id == id)
            return &club->exchanges[i];
    return NULL;
}

size_t club_route_number(const Route *route)
{
    return route >= LICHESS_ROUTES && route < LICHESS_ROUTES + LICHESS_ROUTES_COUNT
               ? (size_t)(route - LICHESS_ROUTES)
               : LICHESS_ROUTES_COUNT + (size_t)(route - ROUTES);
}

static void check_head(Club *club, const Exchange *exchange, const HttpAnswer *answer)
{
    const char *const VALUES[] = {
        answer->type, answer->encoding, answer->etag,   answer->cache,    answer->allow,
        answer->file, answer->cookie,   answer->device, answer->location, answer->policy,
    };
    assert(answer->status >= 200 && answer->status < 600);
    for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; i++)
        check_header(VALUES[i]);
    if (exchange->route && answer->status < 400)
        club->was_answered_well[club_route_number(exchange->route)] = true;
}

/* The value in "NAME=VALUE; ...". */
static void keep_cookie(const char *header, const char *name, char out[AUTH_TICKET_MAX + 1])
{
    size_t length = strlen(name);
    if (!header || strncmp(header, name, length) != 0 || header[length] != '=')
        return;
    snprintf(out, AUTH_TICKET_MAX + 1, "%.*s", (int)strcspn(header + length + 1, ";"),
             header + length + 1);
}

static void on_admit(void *context, ExchangeId id, int status, const NetArrival *arrival)
{
    (void)context, (void)id, (void)status, (void)arrival;
}

static void on_answer(void *context, ExchangeId id, const HttpAnswer *answer)
{
    Club *club = context;
    Exchange *exchange = club_find_exchange(club, id);
    assert(exchange && !exchange->is_stream); /* once */
    Caller *caller = club_find_caller(club, (uint8_t)exchange->caller->letter);
    const char *body = answer->length ? answer->body : "";
    club_show(club, "  =", answer->status, body, answer->length);
    check_head(club, exchange, answer);
    if (answer->type && strcmp(answer->type, "application/json") == 0)
        club_check_json(body, answer->length);
    club_check_secrets(club, caller, body, answer->length);
    if (caller->by == BY_COOKIE) {
        keep_cookie(answer->cookie, AUTH_COOKIE, caller->now.credential);
        keep_cookie(answer->device, AUTH_TICKET_COOKIE, caller->now.ticket);
    }
    club_hear(club, body, answer->length);
    exchange->id = 0;
}

static bool on_awaits(void *context, ExchangeId id)
{
    return club_find_exchange(context, id) != NULL;
}

static bool on_stream(void *context, ExchangeId id, const HttpAnswer *head,
                      const StreamHooks *hooks)
{
    Exchange *exchange = club_find_exchange(context, id);
    assert(exchange && !exchange->is_stream);
    check_head(context, exchange, head);
    club_show(context, "  stream", head->status, "", 0);
    exchange->is_stream = true;
    exchange->hooks = *hooks;
    return true;
}

static size_t on_stream_write(void *context, ExchangeId id, const void *bytes, size_t length)
{
    enum { FULL = 1024 * 1024 };
    Club *club = context;
    Exchange *exchange = club_find_exchange(club, id);
    assert(exchange && exchange->is_stream);
    club_show(club, "  ...", 0, bytes, length);
    if (!length)
        return 0;
    club->written++;
    club_check_secrets(club, exchange->caller, bytes, length);
    club_hear(club, bytes, length);
    return exchange->is_slow ? FULL : 0;
}

static void on_stream_end(void *context, ExchangeId id)
{
    Exchange *exchange = club_find_exchange(context, id);
    assert(exchange && exchange->is_stream);
    club_show(context, "  end", 0, "", 0);
    ((Club *)context)->written++;
    exchange->id = 0;
}

static int64_t on_stream_silence(void *context, ExchangeId id)
{
    (void)context, (void)id;
    return 0;
}

void club_read_streams(Club *club, bool slow_too)
{
    for (size_t i = 0; i < CLUB_EXCHANGES_MAX; i++) {
        const Exchange *exchange = &club->exchanges[i];
        if (exchange->id && exchange->is_stream && exchange->hooks.ready &&
            (slow_too || !exchange->is_slow))
            exchange->hooks.ready(exchange->hooks.context);
    }
}

void club_break_streams(Club *club, const Caller *caller)
{
    for (size_t i = 0; i < CLUB_EXCHANGES_MAX; i++) {
        Exchange exchange = club->exchanges[i];
        if (!exchange.id || !exchange.is_stream || exchange.caller != caller)
            continue;
        club->exchanges[i].id = 0;
        exchange.hooks.gone(exchange.hooks.context);
    }
    fuzz_server_turn(club->server);
}

void club_take_answers(Club *club)
{
    net_set_elsewhere(club->server->net, &(NetElsewhere){.context = club,
                                                         .admit = on_admit,
                                                         .answer = on_answer,
                                                         .awaits = on_awaits,
                                                         .stream = on_stream,
                                                         .stream_write = on_stream_write,
                                                         .stream_end = on_stream_end,
                                                         .stream_cut = on_stream_end,
                                                         .stream_silence = on_stream_silence});
    fuzz_elsewhere_hear(club_hear_letter, club);
}
