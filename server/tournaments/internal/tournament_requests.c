/* Clients' requests about tournaments: watching, chat. */
#include "memory.h"
#include "message_parts.h"
#include "running.h"
#include "tell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NEWEST_BOARDS = 20 };

static Running *find(Tournaments *tournaments, const Client *client, const Request *request)
{
    Running *running = running_find(tournaments, request->tournament.id);
    if (!running)
        tell_error(tournaments->clients, client->session, request, CODE_NO_SUCH_TOURNAMENT, NULL,
                   0);
    return running;
}

/* ---- watching ---- */

static void print_line(const ChatLine *line, Text *text)
{
    text_string(text, "user", line->user);
    text_string(text, "name", line->name);
    text_string(text, "text", line->text);
    text_integer(text, "at", line->at);
}

static void print_chat_lines(const Running *running, Text *text)
{
    uint32_t count = running->chat_count;
    uint32_t first = count > TOURNAMENT_CHAT_MAX ? count - TOURNAMENT_CHAT_MAX : 0;
    text_open(text, "chat", '[');
    for (uint32_t i = first; i < count; i++) {
        text_open(text, NULL, '{');
        print_line(&running->chat[i % TOURNAMENT_CHAT_MAX], text);
        text_close(text, '}');
    }
    text_close(text, ']');
}

static void print_snapshot(Tournaments *tournaments, Running *running, const Person *viewer,
                           Text *text)
{
    const Tourney *tourney = running->tourney;
    const Standings *standings = running_standings(running);
    message_begin(text, "tournament");
    json_tournament(tournaments, running, "tournament", viewer, text);
    text_open(text, "standings", '{');
    text_integer(text, "total", standings->count);
    text_open(text, "rows", '[');
    for (uint32_t i = 0; i < standings->count && i < TOURNAMENT_ROWS_TOLD; i++)
        json_row(running, standings, &standings->rows[i], NULL, text);
    text_close(text, ']');
    text_close(text, '}');
    json_round(running, tourney->round, NEWEST_BOARDS, "round", text);
    print_chat_lines(running, text);
    message_end(text);
}

static uint32_t count_watched(const Tournaments *tournaments, SessionId session)
{
    uint32_t count = 0;
    const Running *running;
    for (size_t at = 0; (running = hash_table_next(&tournaments->running, &at));)
        count += listeners_have(&running->listeners, session);
    return count;
}

static void watch(Tournaments *tournaments, const Client *client, const Request *request)
{
    Running *running = find(tournaments, client, request);
    if (!running)
        return;
    running->asked_at = tournaments->time->now;
    if (count_watched(tournaments, client->session) >= TOURNAMENT_WATCHED_MAX) {
        tell_error(tournaments->clients, client->session, request, CODE_NOT_NOW,
                   "you watch too many tournaments", 0);
        return;
    }
    tell_ok(tournaments->clients, client->session, request, NULL, running->number);
    print_snapshot(tournaments, running, &client->person, &tournaments->text);
    tell_session(tournaments->clients, &tournaments->text, client->session, running->number);
    if (!running->listeners.count) { /* what nobody has heard of is not told again */
        running->told_count = 0;
        running->dirty_count = 0;
        running->is_dirtier = false;
        running->told_seq = running->tourney->seq;
        running->told_about = running->tourney->about_seq;
        running->told_no_pairing = running_has_no_pairing(running);
    }
    listeners_add(&running->listeners, client->session);
}

/* A request to watch one that is being read. */
typedef struct {
    Tournaments *tournaments;
    SessionId session;
    Request request;
} Watching;

static void on_read(void *context, bool is_read)
{
    Watching *watching = context;
    Client client;
    (void)is_read;
    if (clients_find(watching->tournaments->clients, watching->session, &client))
        watch(watching->tournaments, &client, &watching->request);
    free(watching);
}

void tournaments_watch(Tournaments *tournaments, const Client *client, const Request *request)
{
    const char *id = request->tournament.id;
    if (running_find(tournaments, id)) {
        watch(tournaments, client, request);
        return;
    }
    Watching *watching = memory_new(sizeof *watching);
    *watching = (Watching){tournaments, client->session, *request};
    TournamentReading reading =
        tournaments_read(tournaments, id, client->address, on_read, watching);
    if (reading == TOURNAMENT_BEING_READ)
        return;
    free(watching);
    if (reading == TOURNAMENT_BUSY)
        tell_error(tournaments->clients, client->session, request, CODE_NOT_NOW,
                   "too many tournaments are being read", 0);
    else
        find(tournaments, client, request);
}

void tournaments_unwatch(Tournaments *tournaments, const Client *client, const Request *request)
{
    Running *running = find(tournaments, client, request);
    if (!running)
        return;
    listeners_remove(&running->listeners, client->session);
    tell_ok(tournaments->clients, client->session, request, NULL, 0);
}

void tournaments_connection_ends(Tournaments *tournaments, SessionId session)
{
    Running *running;
    for (size_t at = 0; (running = hash_table_next(&tournaments->running, &at));)
        if (running->listeners.count)
            listeners_remove(&running->listeners, session);
}

/* ---- berserk ---- */

static void refuse_berserk(Tournaments *tournaments, const Client *client, const Request *request,
                           Code code, const char *why)
{
    tell_error(tournaments->clients, client->session, request, code, why, 0);
}

void tournaments_berserk(Tournaments *tournaments, const Client *client, const Request *request)
{
    const PlayedBoard *played = played_find(tournaments, &request->game);
    if (!played) {
        refuse_berserk(tournaments, client, request, CODE_FORBIDDEN, "not a game of an arena");
        return;
    }
    Running *running = played->of;
    const TourneyBoard *board = tourney_board(running->tourney, played->board);
    const TourneyPlayer *player = tourney_player_of(running->tourney, client->person.id);
    bool is_black = player && board->pair.black == player->number;
    ArbiterAct act = {.kind = ARBITER_BERSERK, .side = is_black ? BLACK : WHITE};
    TourneyAct noted = {.kind = ACT_BERSERK, .board = board->number};
    RoomError error;
    uint64_t number;
    if (!player || (!is_black && board->pair.white != player->number)) {
        refuse_berserk(tournaments, client, request, CODE_NOT_A_PLAYER, NULL);
    } else if (!tourney_settings_has_berserk(&running->tourney->settings) || player->person.bot) {
        refuse_berserk(tournaments, client, request, CODE_FORBIDDEN, "there is no berserk here");
    } else if (!live_arbitrate(tournaments->live, &request->game, &act, &error, &number)) {
        refuse_berserk(tournaments, client, request, CODE_NOT_NOW, NULL);
    } else if (error != ROOM_OK) {
        refuse_berserk(tournaments, client, request, code_of_room(error), room_error_text(error));
    } else {
        noted.player = player->number;
        running_apply(tournaments, running, &noted, &client->person);
        tell_ok(tournaments->clients, client->session, request, NULL, running->number);
    }
}

/* ---- chat ---- */

static ChatLine *keep_line(Tournaments *tournaments, Running *running, const Person *person,
                           const char *text)
{
    if (!running->chat)
        running->chat = memory_array(TOURNAMENT_CHAT_MAX, sizeof *running->chat);
    ChatLine *line = &running->chat[running->chat_count++ % TOURNAMENT_CHAT_MAX];
    snprintf(line->user, sizeof line->user, "%s", person->id);
    snprintf(line->name, sizeof line->name, "%s", person->name);
    snprintf(line->text, sizeof line->text, "%s", text);
    line->at = tournaments->time->wall;
    return line;
}

/* To those who watch, except those who have muted or blocked the speaker. */
static void tell_room(Tournaments *tournaments, const Running *running, const char *speaker,
                      uint64_t number)
{
    Client listener;
    Packet *packet = tell_packet(&tournaments->text);
    for (uint32_t i = 0; i < running->listeners.count; i++)
        if (clients_find(tournaments->clients, running->listeners.at[i], &listener) &&
            clients_hears(tournaments->clients, listener.person.id, speaker))
            clients_push(tournaments->clients, running->listeners.at[i], packet, number);
    packet_release(packet);
}

static const char *why_silent(const Tournaments *tournaments, const Running *running,
                              const Client *client)
{
    const Tourney *tourney = running->tourney;
    bool is_official = tourney_role_of(tourney, client->person.id) >= ROLE_ARBITER;
    if (clients_is_silenced(tournaments->clients, client->person.id, tournaments->time->wall))
        return "you have been muted";
    if (live_is_quiet(tournaments->live))
        return "only preset messages are allowed here";
    if (!tourney->settings.chat && !is_official)
        return "there is no chat in this tournament";
    return NULL;
}

void tournaments_chat(Tournaments *tournaments, const Client *client, const Request *request)
{
    Running *running = find(tournaments, client, request);
    if (!running)
        return;
    const char *why = why_silent(tournaments, running, client);
    if (why) {
        tell_error(tournaments->clients, client->session, request, CODE_FORBIDDEN, why, 0);
        return;
    }
    const ChatLine *line =
        keep_line(tournaments, running, &client->person, request->tournament.text);
    Text *text = &tournaments->text;
    uint64_t number = tell_ok(tournaments->clients, client->session, request, NULL, 0);
    message_begin(text, "tournament_chat");
    text_string(text, "tournament", running->id.text);
    print_line(line, text);
    message_end(text);
    tell_room(tournaments, running, client->person.id, number);
}
