#include "http.h"

#include "base62.h"
#include "command.h"
#include "terms.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What the page needs and nothing else: its own scripts and WebAssembly, piece images as data, its own
 * WebSocket. 'self' covers ws: and wss: of the same host (CSP 3). COOP and COEP let it share memory with
 * its workers. */
const HttpHeader HTTP_SECURITY[] = {
    {"content-security-policy:",
     "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; style-src "
     "'self'; "
     "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action "
     "'self'; frame-ancestors "},
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "same-origin"},
    {"cross-origin-opener-policy:", "same-origin"},
    {"cross-origin-embedder-policy:", "require-corp"},
    {"cross-origin-resource-policy:", "same-origin"},
    {NULL, NULL},
};

_Static_assert((int)HTTP_ABOUT_ID_MAX >= (int)LOBBY_ID_LENGTH &&
                   (int)HTTP_ABOUT_ID_MAX >= (int)GAME_ID_LENGTH,
               "every id fits");

static const char API[] = "/api/";
static const char CHALLENGE[] = "/challenge/";
static const char GAME[] = "/game/";
enum { PICTURE_LENGTH = sizeof GAME - 1 + GAME_ID_LENGTH + 4 };
static const char EMBED_GAME[] = "/embed/game/";
static const char EMBED_BOARD[] = "/embed/board";
static const char PLAYER[] = "/@/";
static const char ANALYSIS[] = "/analysis/";
static const char TOURNAMENT[] = "/tournament/";
static const char TEAM[] = "/team/";

/* What the page shows beside games and challenges; web-client/src/route.ts has the same. */
static const char *const VIEWS[] = {
    "/settings",
    "/analysis",
    "/editor",
    "/live",
    "/leaderboard",
    "/people",
    "/games",
    "/device",
    "/sign-in",
    "/sign-up",
    "/account",
    "/oauth",
    "/bots",
    "/admin",
    "/account/oauth/token",
    "/account/oauth/token/create",
    "/tournaments",
    "/tournaments/new",
    "/teams",
};

/* Behind the id of a tournament. */
static const char *const TOURNAMENT_PARTS[] = {
    "", "/standings", "/pairings", "/crosstable", "/statistics", "/desk", "/wall", "/broadcast",
};

enum { TOURNAMENT_ID_LENGTH = 8, TEAM_ID = 8 };

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Games of the visitor's own device, which the server does not know, begin with ~. */
static bool is_game(const char *text)
{
    return *text == '~' ? base62_is(text + 1, GAME_ID_LENGTH - 1) : base62_is(text, GAME_ID_LENGTH);
}

/* A game, or a game as one side sees it. */
static bool is_seen_game(const char *text)
{
    char id[GAME_ID_LENGTH + 1];
    size_t length = strcspn(text, "/");
    const char *side = text + length;
    if (length != GAME_ID_LENGTH)
        return false;
    memcpy(id, text, length);
    id[length] = '\0';
    return is_game(id) && (!*side || strcmp(side, "/white") == 0 || strcmp(side, "/black") == 0);
}

/* "/settings" has as many letters as a game. */
static bool is_fixed_view(const char *path)
{
    for (size_t i = 0; i < sizeof VIEWS / sizeof VIEWS[0]; i++)
        if (strcmp(path, VIEWS[i]) == 0)
            return true;
    return false;
}

/* A tournament, or a part of its page. */
static bool is_tournament(const char *text)
{
    char id[TOURNAMENT_ID_LENGTH + 1] = {0};
    if (strcspn(text, "/") != TOURNAMENT_ID_LENGTH)
        return false;
    memcpy(id, text, TOURNAMENT_ID_LENGTH);
    if (!base62_is(id, TOURNAMENT_ID_LENGTH))
        return false;
    for (size_t i = 0; i < sizeof TOURNAMENT_PARTS / sizeof TOURNAMENT_PARTS[0]; i++)
        if (strcmp(text + TOURNAMENT_ID_LENGTH, TOURNAMENT_PARTS[i]) == 0)
            return true;
    return false;
}

/* The paths that the page shows a view of its own for. */
static bool is_view(const char *path)
{
    if (is_fixed_view(path))
        return true;
    if (begins(path, PLAYER))
        return path[sizeof PLAYER - 1] != '\0' && !strchr(path + sizeof PLAYER - 1, '/');
    return is_seen_game(path + 1) ||
           (begins(path, TOURNAMENT) && is_tournament(path + sizeof TOURNAMENT - 1)) ||
           (begins(path, TEAM) && base62_is(path + sizeof TEAM - 1, TEAM_ID)) ||
           (begins(path, ANALYSIS) && is_game(path + sizeof ANALYSIS - 1)) ||
           (begins(path, CHALLENGE) && base62_is(path + sizeof CHALLENGE - 1, LOBBY_ID_LENGTH));
}

/* HTTP_ABOUT_SITE and an empty id when it is no picture. */
static HttpAbout about_picture(const char *path, char id[HTTP_ABOUT_ID_MAX + 1])
{
    id[0] = '\0';
    if (!begins(path, GAME) || strlen(path) != PICTURE_LENGTH)
        return HTTP_ABOUT_SITE;
    const char *kind = path + PICTURE_LENGTH - 4;
    if (strcmp(kind, ".png") != 0 && strcmp(kind, ".gif") != 0)
        return HTTP_ABOUT_SITE;
    memcpy(id, path + sizeof GAME - 1, GAME_ID_LENGTH);
    id[GAME_ID_LENGTH] = '\0';
    if (base62_is(id, GAME_ID_LENGTH))
        return kind[1] == 'g' ? HTTP_ABOUT_ANIMATION : HTTP_ABOUT_PICTURE;
    id[0] = '\0';
    return HTTP_ABOUT_SITE;
}

HttpAbout http_about(const char *path, char id[HTTP_ABOUT_ID_MAX + 1])
{
    const char *game = begins(path, ANALYSIS) ? path + sizeof ANALYSIS - 1 : path + 1;
    HttpAbout picture = about_picture(path, id);
    if (picture != HTTP_ABOUT_SITE)
        return picture;
    if (is_fixed_view(path) || !is_view(path))
        return HTTP_ABOUT_SITE;
    if (begins(path, CHALLENGE)) {
        memcpy(id, path + sizeof CHALLENGE - 1, LOBBY_ID_LENGTH + 1);
        return HTTP_ABOUT_CHALLENGE;
    }
    if (!is_seen_game(game) || *game == '~')
        return HTTP_ABOUT_SITE;
    memcpy(id, game, GAME_ID_LENGTH);
    id[GAME_ID_LENGTH] = '\0';
    return HTTP_ABOUT_GAME;
}

/* No game of a device: other sites' visitors do not have it. */
const char *http_door_name(HttpDoor door)
{
    static const char *const NAMES[] = {[DOOR_PUBLIC] = "public",
                                        [DOOR_METRICS] = "metrics",
                                        [DOOR_REDIRECT] = "redirect",
                                        [DOOR_ICS] = "ics"};
    return NAMES[door];
}

HttpDoor http_door_of(const char *name)
{
    HttpDoor door = DOOR_ICS;
    while (door != DOOR_PUBLIC && strcmp(name, http_door_name(door)) != 0)
        door--;
    return door;
}

bool http_is_embedded(const char *path)
{
    if (!begins(path, EMBED_GAME))
        return strcmp(path, EMBED_BOARD) == 0;
    const char *game = path + sizeof EMBED_GAME - 1;
    return *game != '~' && is_seen_game(game);
}

/* Whether ";q=0", with or without decimals, stands in the parameters of a coding. */
static bool is_refused(const char *parameters, const char *end)
{
    for (const char *at = parameters; at < end; at++)
        if ((*at == 'q' || *at == 'Q') && at + 1 < end && at[1] == '=')
            return strtod(at + 2, NULL) <= 0;
    return false;
}

bool http_accepts(const char *accept_encoding, const char *coding)
{
    bool any = false;
    for (const char *at = accept_encoding; at && *at;) {
        at += strspn(at, " \t,");
        const char *end = at + strcspn(at, ",");
        size_t length = strcspn(at, " \t,;");
        if (length == strlen(coding) && strncasecmp(at, coding, length) == 0)
            return !is_refused(at + length, end);
        if (length == 1 && *at == '*')
            any = !is_refused(at + length, end);
        at = end;
    }
    return any;
}

bool http_matches(const char *if_none_match, const char *etag)
{
    for (const char *at = if_none_match; at && *at;) {
        at += strspn(at, " \t,");
        size_t length = strcspn(at, ",");
        const char *next = at + length;
        while (length && (at[length - 1] == ' ' || at[length - 1] == '\t'))
            length--;
        if (length == 1 && *at == '*')
            return true;
        if (length > 2 && strncmp(at, "W/", 2) == 0) {
            at += 2;
            length -= 2;
        }
        if (length == strlen(etag) && strncmp(at, etag, length) == 0)
            return true;
        at = next;
    }
    return false;
}

void http_plain(HttpAnswer *answer, int status, const char *sentence)
{
    *answer = (HttpAnswer){
        .status = status,
        .type = "text/plain; charset=utf-8",
        .body = sentence,
        .length = strlen(sentence),
        .constant = true,
        .cache = "no-store",
    };
}

static void answer_file(const HttpRequest *request, const PageFile *file, HttpAnswer *answer)
{
    *answer = (HttpAnswer){
        .status = 200,
        .type = file->type,
        .etag = file->etag,
        .cache = file->immutable ? "public, max-age=31536000, immutable" : "no-cache",
        .vary = file->gzip.data || file->brotli.data,
    };
    if (http_matches(request->if_none_match, file->etag)) {
        answer->status = 304;
        answer->type = NULL;
        return;
    }
    const PageBytes *bytes = &file->plain;
    if (file->brotli.data && http_accepts(request->accept_encoding, "br")) {
        bytes = &file->brotli;
        answer->encoding = "br";
    } else if (file->gzip.data && http_accepts(request->accept_encoding, "gzip")) {
        bytes = &file->gzip;
        answer->encoding = "gzip";
    }
    answer->body = bytes->data;
    answer->constant = true;
    answer->length = bytes->size;
}

static bool wants_page(const HttpRequest *request)
{
    return request->accept && strstr(request->accept, "text/html");
}

/* Who follows a bad link gets the page, which says so in its own words and leads on. */
static void answer_missing(const HttpRequest *request, const PageFile *page, HttpAnswer *answer)
{
    HttpRequest anew = *request;
    anew.if_none_match = NULL;
    answer_file(&anew, page, answer);
    answer->status = 404;
    answer->etag = NULL;
    answer->cache = "no-store";
}

static const PageFile *find_file(const HttpFind *find, const char *path)
{
    return find ? find->find(find->context, path) : NULL;
}

static void answer_page(const HttpRequest *request, const HttpFind *find, HttpAnswer *answer)
{
    const PageFile *file = find_file(find, request->path);
    if (!file && is_view(request->path))
        file = find_file(find, "/");
    if (!file && http_is_embedded(request->path))
        file = find_file(find, "/embed.html");
    if (file)
        answer_file(request, file, answer);
    else if (!find && strcmp(request->path, "/") == 0)
        http_plain(answer, 404, "This castled was built without its web page.\n");
    else if (find && wants_page(request))
        answer_missing(request, find_file(find, "/"), answer);
    else
        http_plain(answer, 404, "There is nothing here.\n");
}

bool http_redirect_url(const HttpRequest *request, const PublicUrl *url, int port, char *out,
                       size_t size)
{
    enum { HTTPS_PORT = 443 };
    WebHost host;
    if (url && url->origin.https) {
        host = url->origin.host;
        port = host.port;
    } else if (!request->host || !web_host_parse(request->host, strlen(request->host), &host)) {
        return false;
    }
    const char *target = request->target && *request->target == '/' ? request->target : "/";
    if (port == HTTPS_PORT)
        snprintf(out, size, "https://%s%s", host.name, target);
    else
        snprintf(out, size, "https://%s:%d%s", host.name, port, target);
    return true;
}

HttpRoute http_route(const HttpRequest *request, const HttpFind *find, HttpAnswer *answer)
{
    assert(request->path[0] == '/');
    if (request->method != HTTP_GET && request->method != HTTP_HEAD) {
        http_plain(answer, 405, "Only GET and HEAD are supported here.\n");
        answer->allow = "GET, HEAD";
        return ROUTE_ANSWERED;
    }
    if (strcmp(request->path, "/healthz") == 0 || strcmp(request->path, "/readyz") == 0)
        return ROUTE_HEALTH;
    if (request->door == DOOR_METRICS) {
        if (strcmp(request->path, "/metrics") == 0)
            return ROUTE_METRICS;
        http_plain(answer, 404, "Here are /metrics and /healthz.\n");
        return ROUTE_ANSWERED;
    }
    if (strcmp(request->path, "/ws") == 0)
        http_plain(answer, 400, "This address speaks WebSocket, subprotocol castled.v1.\n");
    else if (begins(request->path, API))
        http_plain(answer, 404, "There is no such endpoint.\n");
    else
        answer_page(request, find, answer);
    return ROUTE_ANSWERED;
}
