#include "viewers.h"

#include "address.h"
#include "base62.h"
#include "memory.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ALIVE_EVERY = 15 * 1000, /* ms; proxies close what is silent for 30 s or a minute */
    ALIVE_PARTS = 30,        /* that time's, in each of which as many viewers have their turn */
};

typedef struct Viewer Viewer;
struct Viewer {
    Viewer *next;
    Viewers *viewers;
    ExchangeId exchange;
    SessionId session;
    char address[ADDRESS_MAX + 1];
    unsigned part;  /* of ALIVE_PARTS */
    bool streaming; /* the answer has begun */
    bool busy;      /* what was written last is not with the system yet */
    bool ended;     /* to be told to the core, and freed */
};

struct Viewers {
    ViewersOptions options;
    SessionWire wire;
    Viewer *first;
    size_t ended;
    unsigned came, part; /* which part the next to come is in, and which one is due */
    uv_timer_t timer;
    Text event;
};

static void end(Viewer *viewer)
{
    viewer->viewers->ended += !viewer->ended;
    viewer->ended = true;
}

/* ---- answers ---- */

static void answer_error(const Viewers *viewers, ExchangeId exchange, int status, const char *json)
{
    HttpAnswer answer = {.status = status,
                         .type = "application/json",
                         .body = json,
                         .length = strlen(json),
                         .constant = true,
                         .cache = "no-store",
                         .retry_after = status == 404 ? 0 : ALIVE_EVERY / 1000};
    net_answer(viewers->options.net, exchange, &answer);
}

static bool begins(const Packet *packet, const char *text, const char *with)
{
    size_t length = strlen(with);
    return packet_length(packet) >= length && memcmp(text, with, length) == 0;
}

/* What comes first says whether there is such a game. */
static void refuse(Viewer *viewer, const Packet *packet, const char *text)
{
    bool is_missing = begins(packet, text, "{\"t\":\"error\",\"code\":\"no_such_game\"");
    answer_error(viewer->viewers, viewer->exchange, is_missing ? 404 : 503,
                 is_missing ? "{\"error\":\"Game not found.\"}"
                            : "{\"error\":\"The game cannot be read right now.\"}");
    end(viewer);
}

static void on_ready(void *context)
{
    Viewer *viewer = context;
    viewer->busy = false;
    session_writable(net_sessions(viewer->viewers->options.net), viewer->session);
}

static void on_gone(void *context)
{
    end(context);
}

static bool begin(Viewer *viewer)
{
    HttpAnswer head = {
        .status = 200, .type = "text/event-stream; charset=utf-8", .cache = "no-store"};
    StreamHooks hooks = {.context = viewer, .is_endless = true, .ready = on_ready, .gone = on_gone};
    viewer->streaming = net_stream(viewer->viewers->options.net, viewer->exchange, &head, &hooks);
    if (!viewer->streaming)
        end(viewer);
    return viewer->streaming;
}

static void send_event(Viewer *viewer, const char *event, size_t length)
{
    viewer->busy = true; /* before on_ready, which may come within the call */
    net_stream_write(viewer->viewers->options.net, viewer->exchange, event, length);
}

/* ---- the session's wire ---- */

/* False when it must wait for on_ready. */
static bool take(Viewer *viewer, Packet *packet)
{
    Text *event = &viewer->viewers->event;
    const char *text = packet_text(packet);
    if (viewer->ended)
        return true;
    if (viewer->busy)
        return false;
    if (!viewer->streaming && begins(packet, text, "{\"t\":\"error\"")) {
        refuse(viewer, packet, text);
        return true;
    }
    if (!viewer->streaming && !begin(viewer))
        return true;
    text_reset(event);
    text_append(event, "data: ", 6);
    text_append(event, text, packet_length(packet));
    text_append(event, "\n\n", 2);
    send_event(viewer, event->bytes, event->length);
    return true;
}

static size_t on_write(void *connection, Packet *const *packets, size_t count, bool ping)
{
    size_t taken = 0;
    (void)ping;
    while (taken < count && take(connection, packets[taken]))
        taken++;
    return taken;
}

static void on_close(void *connection, CloseCode code)
{
    Viewer *viewer = connection;
    const Viewers *viewers = viewer->viewers;
    if (!viewer->ended && !viewer->streaming)
        answer_error(viewers, viewer->exchange, 503, "{\"error\":\"The server is stopping.\"}");
    else if (!viewer->ended && code == CLOSE_BEHIND)
        net_stream_cut(viewers->options.net, viewer->exchange);
    else if (!viewer->ended)
        net_stream_end(viewers->options.net, viewer->exchange);
    end(viewer);
}

/* ---- those who have gone, and those who stay ---- */

bool viewers_have_ended(const Viewers *viewers)
{
    return viewers->ended > 0;
}

static void leave_place(const Viewers *viewers, const char *address)
{
    core_leaves_place(viewers->options.core, BOUND_VIEWERS, BOUND_ALL_VIEWERS, address);
}

static void forget(Viewer *viewer)
{
    const Viewers *viewers = viewer->viewers;
    core_closed(viewers->options.core, viewer->session);
    session_lost(net_sessions(viewers->options.net), viewer->session);
    leave_place(viewers, viewer->address);
    free(viewer);
}

void viewers_turn(Viewers *viewers)
{
    Viewer **at = &viewers->first;
    while (viewers->ended > 0) {
        Viewer *viewer = *at;
        if (!viewer->ended) {
            at = &viewer->next;
            continue;
        }
        *at = viewer->next;
        viewers->ended--;
        forget(viewer);
    }
    if (!viewers->first)
        uv_timer_stop(&viewers->timer);
}

/* A comment, which readers pass over. */
static void on_timer(uv_timer_t *timer)
{
    Viewers *viewers = timer->data;
    viewers->part = (viewers->part + 1) % ALIVE_PARTS;
    for (Viewer *viewer = viewers->first; viewer; viewer = viewer->next)
        if (viewer->part == viewers->part && viewer->streaming && !viewer->ended && !viewer->busy)
            send_event(viewer, ":\n\n", 3);
}

/* ---- those who come ---- */

/* "/api/game/ID/events" */
static bool read_path(const char *path, GameId *game)
{
    static const char BEFORE[] = "/api/game/", BEHIND[] = "/events";
    size_t length = sizeof BEFORE - 1;
    if (strncmp(path, BEFORE, length) != 0 || strlen(path) != length + GAME_ID_LENGTH + 7 ||
        strcmp(path + length + GAME_ID_LENGTH, BEHIND) != 0)
        return false;
    *game = (GameId){{0}};
    memcpy(game->text, path + length, GAME_ID_LENGTH);
    return base62_is(game->text, GAME_ID_LENGTH);
}

static bool take_place(Core *core, const char *address)
{
    return core_allows(core, LIMIT_HTTP, address) &&
           core_allows(core, LIMIT_WATCH_ADDRESS, address) &&
           core_takes_place(core, BOUND_VIEWERS, BOUND_ALL_VIEWERS, address);
}

bool viewers_request(Viewers *viewers, ExchangeId exchange, const HttpRequest *request)
{
    const ViewersOptions *options = &viewers->options;
    GameId game;
    if (request->method != HTTP_GET || !read_path(request->path, &game))
        return false;
    if (!take_place(options->core, request->address)) {
        answer_error(viewers, exchange, 429, "{\"error\":\"Too many games are being watched.\"}");
        return true;
    }
    if (!viewers->first)
        uv_timer_start(&viewers->timer, on_timer, ALIVE_EVERY / ALIVE_PARTS,
                       ALIVE_EVERY / ALIVE_PARTS);
    Viewer *viewer = memory_new(sizeof *viewer);
    viewer->viewers = viewers;
    viewer->exchange = exchange;
    viewer->part = viewers->came++ % ALIVE_PARTS;
    viewer->session = session_open_by(net_sessions(options->net), &viewers->wire, viewer);
    snprintf(viewer->address, sizeof viewer->address, "%s", request->address);
    viewer->next = viewers->first;
    viewers->first = viewer;
    core_view(options->core, viewer->session, viewer->address, &game);
    return true;
}

/* ---- beginning and end ---- */

Viewers *viewers_new(const ViewersOptions *options)
{
    Viewers *viewers = memory_new(sizeof *viewers);
    viewers->options = *options;
    viewers->wire =
        (SessionWire){.write = on_write, .close = on_close, .is_costly = true, .context = viewers};
    text_init(&viewers->event);
    uv_timer_init(options->loop, &viewers->timer);
    viewers->timer.data = viewers;
    return viewers;
}

void viewers_close(Viewers *viewers)
{
    uv_close((uv_handle_t *)&viewers->timer, NULL);
}

void viewers_free(Viewers *viewers)
{
    while (viewers->first) {
        Viewer *viewer = viewers->first;
        viewers->first = viewer->next;
        free(viewer);
    }
    text_clear(&viewers->event);
    free(viewers);
}
