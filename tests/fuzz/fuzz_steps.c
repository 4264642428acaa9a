#include "fuzz_club.h"
#include "fuzz_club_parts.h"
#include "fuzz_loop.h"
#include "fuzz_stand_ins.h"
#include "http_request.h"
#include "identity.h"
#include "lichess_routes.h"
#include "packet.h"
#include "routes.h"

#include <assert.h>
#include <ctype.h>

enum {
    STEP_SIZE = 16384,
    REQUEST_SIZE = STEP_SIZE + 2048,
    ROUNDS_MAX = 100, /* of answers that lead to others */
    SECONDS_MAX = 100000000,
};

/* Flags of a step. */
typedef struct {
    const char *accept;
    bool is_foreign, is_slow, is_hasty;
} Manner;

/* ---- by WebSocket ---- */

static size_t on_write(void *connection, Packet *const *packets, size_t count, bool ping)
{
    const Caller *caller = connection;
    (void)ping;
    for (size_t i = 0; i < count; i++) {
        const char *text = packet_text(packets[i]);
        size_t length = packet_length(packets[i]);
        club_show(caller->club, "  ws", 0, text, length);
        club_check_json(text, length);
        club_check_secrets(caller->club, caller, text, length);
        club_hear(caller->club, text, length);
    }
    return count;
}

static void on_close(void *connection, CloseCode code)
{
    (void)code;
    ((Caller *)connection)->is_closed = true;
}

static const SessionWire WIRE = {.write = on_write, .close = on_close};

static void leave(Caller *caller)
{
    FuzzServer *server = caller->club->server;
    if (!caller->is_open)
        return;
    caller->is_open = caller->is_closed = false;
    core_closed(server->core, caller->session);
    session_lost(server->sessions, caller->session);
}

typedef struct {
    Caller *caller;
    IdentityClaim claim;
} Knock;

static void on_identified(void *context, const AccountsAnswer *answer)
{
    const Knock *knock = context;
    Caller *caller = knock->caller;
    FuzzServer *server = caller->club->server;
    Identity identity;
    if (identity_decide(&knock->claim, answer, &identity) != IDENTITY_OK ||
        identity.who == WHO_NOBODY)
        return;
    caller->session = session_open_by(server->sessions, &WIRE, caller);
    caller->is_open = true;
    core_opened(server->core, caller->session, &identity.person,
                &(ClientInfo){.token = identity.person.guest ? caller->now.credential : NULL,
                              .credential = identity.credential.key,
                              .address = "192.0.2.1"});
}

/* As admission.c lets them in. */
static void come(Caller *caller)
{
    FuzzServer *server = caller->club->server;
    char value[2 * AUTH_TICKET_MAX];
    AuthHeaders headers = {.page = caller->by == BY_COOKIE ? PAGE_OURS : PAGE_NONE};
    IdentityQuestion question;
    Knock knock = {.caller = caller};
    if (caller->is_open)
        return;
    snprintf(value, sizeof value, "%s%s",
             caller->by == BY_TOKEN ? "Bearer " : "castled_session=", caller->now.credential);
    *(caller->by == BY_TOKEN ? &headers.authorization : &headers.cookie) = value;
    identity_claim(&server->auth, &headers, false, &knock.claim, &question);
    accounts_identify(server->accounts, &question, core_wall(server->core), on_identified, &knock);
    accounts_finish(server->accounts);
}

static void say(Club *club, Caller *caller, const char *text, size_t length)
{
    come(caller);
    if (caller->is_open && !caller->is_closed && length <= NET_MESSAGE_MAX)
        core_received(club->server->core, caller->session, text, length);
    fuzz_server_turn(club->server);
}

/* ---- waiting ---- */

static void settle(Club *club)
{
    int rounds = 0;
    bool goes_on;
    do {
        size_t before = fuzz_loop_steps();
        club->written = 0;
        fuzz_server_settle(club->server);
        club_read_streams(club, false);
        for (int i = 0; i < CLUB_CALLERS; i++)
            if (club->callers[i].is_closed)
                leave(&club->callers[i]);
        goes_on = fuzz_stand_ins_answer() > 0 || club->written > 0 || fuzz_loop_steps() != before;
    } while (goes_on && ++rounds < ROUNDS_MAX);
}

static bool is_awaited(const Club *club)
{
    for (size_t i = 0; i < CLUB_EXCHANGES_MAX; i++) {
        const Exchange *exchange = &club->exchanges[i];
        if (exchange->id &&
            (!exchange->is_stream || (!exchange->hooks.is_endless && !exchange->is_slow)))
            return true;
    }
    return false;
}

void club_await(Club *club)
{
    settle(club);
    while (is_awaited(club)) {
        uv_run(&club->server->loop, UV_RUN_ONCE);
        settle(club);
    }
}

static void wait_for_slow(Club *club)
{
    club_await(club);
    club_read_streams(club, true);
    club_await(club);
}

/* ---- by HTTP ---- */

static const Route *find_route(const HttpRequest *request)
{
    RouteParts parts;
    unsigned others;
    const Route *route = route_find(LICHESS_ROUTES, LICHESS_ROUTES_COUNT, request->method,
                                    request->path, parts, &others);
    return route ? route
                 : route_find(ROUTES, ROUTES_COUNT, request->method, request->path, parts, &others);
}

/* NULL: too many streams are open. */
static Exchange *new_exchange(Club *club, const Caller *caller, bool is_slow)
{
    Exchange *exchange = club_find_exchange(club, 0);
    if (exchange)
        *exchange =
            (Exchange){.id = ++club->last | NET_ELSEWHERE, .caller = caller, .is_slow = is_slow};
    return exchange;
}

/* The body is of exactly that length, so that reading beyond it is noticed. */
static void send_request(Club *club, const Caller *caller, const Manner *manner,
                         const HttpHead *head, const char *body, size_t length)
{
    HttpRequest request;
    char *room = malloc(http_request_room(head));
    Exchange *exchange = NULL;
    if (http_request_read(head, room, &request) == 0 &&
        (exchange = new_exchange(club, caller, manner->is_slow))) {
        request.address = "192.0.2.1";
        request.base = "https://castled.example";
        request.auth.page = manner->is_foreign        ? PAGE_FOREIGN
                            : caller->by == BY_COOKIE ? PAGE_OURS
                                                      : PAGE_NONE;
        request.auth.place = (CookiePlace){.path = ""};
        size_t most = api_body_max(&request);
        request.length = length < most ? length : most;
        char *copy = malloc(request.length + !request.length);
        memcpy(copy, body, request.length);
        request.body = copy;
        exchange->route = find_route(&request);
        if (!api_request(club->server->api, exchange->id, &request))
            exchange->id = 0; /* one for the page */
        fuzz_server_turn(club->server);
        free(copy);
    }
    free(room);
    if (!manner->is_hasty)
        club_await(club);
}

static void print_credentials(const Caller *caller, char *out, size_t size)
{
    const Bearer *bearer = &caller->now;
    *out = '\0';
    if (caller->by == BY_TOKEN)
        snprintf(out, size, "Authorization: Bearer %s\r\n", bearer->credential);
    else if (*bearer->credential || *bearer->ticket)
        snprintf(out, size, "Cookie: %s%s%s%s\r\n", *bearer->credential ? "castled_session=" : "",
                 bearer->credential, *bearer->ticket ? "; castled_oidc=" : "", bearer->ticket);
}

/* "METHOD TARGET BODY". */
static void ask(Club *club, const Caller *caller, const Manner *manner, char *line)
{
    char credentials[2 * AUTH_TICKET_MAX + 64];
    char *target = strchr(line, ' '), *body = target ? strchr(target + 1, ' ') : NULL;
    HttpHead head;
    if (!target)
        return;
    if (body)
        *body++ = '\0';
    char *text = malloc(REQUEST_SIZE), length[48] = "";
    print_credentials(caller, credentials, sizeof credentials);
    if (body || strncmp(line, "GET ", 4) != 0)
        snprintf(length, sizeof length, "Content-Length: %zu\r\n", body ? strlen(body) : 0);
    int used =
        snprintf(text, REQUEST_SIZE,
                 "%s HTTP/1.1\r\nHost: castled.example\r\n%s%s%s%sContent-Type: %s\r\n%s\r\n%s",
                 line, credentials, manner->accept ? "Accept: " : "",
                 manner->accept ? manner->accept : "", manner->accept ? "\r\n" : "",
                 body && (*body == '{' || *body == '[') ? "application/json"
                                                        : "application/x-www-form-urlencoded",
                 length, body ? body : "");
    if (used < REQUEST_SIZE && http_head_parse(text, (size_t)used, &head) == HTTP_HEAD_WHOLE)
        send_request(club, caller, manner, &head, text + head.size, (size_t)used - head.size);
    free(text);
}

void club_request(Club *club, const char *bytes, size_t length)
{
    HttpHead head;
    if (http_head_parse(bytes, length, &head) == HTTP_HEAD_WHOLE)
        send_request(club, club_find_caller(club, 'a'), &(Manner){0}, &head, bytes + head.size,
                     length - head.size);
}

/* ---- the begin and end of an input ---- */

void club_begin_again(Club *club)
{
    for (int i = 0; i < CLUB_CALLERS; i++)
        club->callers[i].now = club->callers[i].first;
    memcpy(club->things, club->first_things, sizeof club->things);
    memset(club->told, 0, sizeof club->told);
    fuzz_elsewhere_set(0, NULL);
}

void club_end_input(Club *club)
{
    for (int i = 0; i < CLUB_CALLERS; i++) {
        club_break_streams(club, &club->callers[i]);
        leave(&club->callers[i]);
    }
    club_await(club);
    for (int i = 0; i < CLUB_CALLERS; i++)
        club_break_streams(club, &club->callers[i]);
    club_await(club);
}

/* ---- steps ---- */

/* NULL: it is no name. *length is that of what stands for it. */
static const char *find_name(const Club *club, const uint8_t *bytes, size_t left, size_t *length)
{
    *length = 2;
    if (left < 2)
        return NULL;
    if (bytes[1] == '@')
        return "@";
    const Caller *caller = left > 2 ? club_find_caller((Club *)club, bytes[2]) : NULL;
    *length = 3;
    if (caller && bytes[1] == 'k')
        return caller->now.credential;
    if (caller && bytes[1] == 'p')
        return caller->now.id;
    *length = 2;
    if (bytes[1] >= 'A' && bytes[1] <= 'Z')
        return club->things[bytes[1] - 'A'];
    if (bytes[1] >= 'a' && bytes[1] <= 'z')
        return club->told[bytes[1] - 'a'];
    return NULL;
}

size_t club_fill_in(const Club *club, const uint8_t *bytes, size_t length, char *out, size_t size)
{
    size_t used = 0, taken;
    for (size_t i = 0; i < length && used + AUTH_TICKET_MAX + 1 < size; i += taken) {
        const char *name = bytes[i] == '@' ? find_name(club, bytes + i, length - i, &taken) : NULL;
        if (name) {
            memcpy(out + used, name, strlen(name));
            used += strlen(name);
            continue;
        }
        bool is_end = bytes[i] == '\\' && i + 1 < length && bytes[i + 1] == 'n';
        out[used++] = is_end ? '\n' : (char)bytes[i];
        taken = is_end ? 2 : 1;
    }
    out[used] = '\0';
    return used;
}

/* The flags behind the letter of who it is; where the blank behind them is. */
static size_t read_manner(const uint8_t *line, size_t length, Manner *manner)
{
    size_t at = 1;
    *manner = (Manner){0};
    for (; at < length && line[at] != ' '; at++)
        switch (line[at]) {
        case 'j': manner->accept = "application/json"; break;
        case 'l': manner->accept = "application/x-ndjson"; break;
        case 'p': manner->accept = "application/x-chess-pgn"; break;
        case 'f': manner->is_foreign = true; break;
        case 's': manner->is_slow = true; break;
        case '&': manner->is_hasty = true; break;
        default: break;
        }
    return at;
}

static void act(Club *club, Caller *caller, const uint8_t *line, size_t length)
{
    Manner manner;
    size_t begin = read_manner(line, length, &manner) + 1;
    if (begin >= length)
        return;
    char *text = malloc(STEP_SIZE);
    size_t used = club_fill_in(club, line + begin, length - begin, text, STEP_SIZE);
    if (*text == '{')
        say(club, caller, text, used);
    else if (*text == '<')
        leave(caller);
    else if (*text == 'x')
        club_break_streams(club, caller);
    else
        ask(club, caller, &manner, text);
    free(text);
}

static int64_t number(const uint8_t *text, size_t length)
{
    int64_t value = 0;
    for (size_t i = 0; i < length && isdigit(text[i]) && value < SECONDS_MAX; i++)
        value = 10 * value + text[i] - '0';
    return value;
}

static void pass(Club *club, int64_t seconds)
{
    fuzz_clock_pass(seconds * 1000);
    settle(club);
}

static void set_elsewhere(const Club *club, const uint8_t *line, size_t length)
{
    char *text = malloc(STEP_SIZE);
    const uint8_t *body = memchr(line, ' ', length);
    size_t from = body ? (size_t)(body - line) + 1 : length;
    club_fill_in(club, line + from, length - from, text, STEP_SIZE);
    fuzz_elsewhere_set((int)(number(line, length) % 600) + !number(line, length), text);
    free(text);
}

static void step(Club *club, const uint8_t *line, size_t length)
{
    Caller *caller = club_find_caller(club, line[0]);
    fuzz_clock_pass(1);
    if (caller)
        act(club, caller, line, length);
    else if (line[0] == '.')
        wait_for_slow(club);
    else if (line[0] == '+')
        pass(club, number(line + 1, length - 1));
    else if (line[0] == '~')
        set_elsewhere(club, line + 1, length - 1);
    else if (line[0] == '!') {
        club_end_input(club);
        club_begin_again(club);
    }
}

void club_step(Club *club, const uint8_t *line, size_t length)
{
    if (!length)
        return;
    if (club->shows)
        printf("%.*s\n", (int)length, (const char *)line);
    if (line[0] != '=' || length < 4 || line[1] < 'A' || line[1] > 'Z' || line[3] == '=') {
        step(club, line, length);
        return;
    }
    char *name = club->things[line[1] - 'A'], *told = club->told['i' - 'a'];
    *told = '\0';
    step(club, line + 3, length - 3);
    if (*told)
        memcpy(name, told, CLUB_NAME_SIZE);
}
