#include "player.h"

#include "credential.h"
#include "memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    AWAY_MOST = 12 * SECOND,    /* until a player who has lost the connection is back */
    ANSWER_MOST = 120 * SECOND, /* a healthy server answers within this time */
    SEEK_MOST = 60 * SECOND,    /* and ends a seek at most this long after its time */
};

/* ---- who they are ---- */

static void think_at(Player *player, int64_t at);
static void keep_for_later(Player *player);

static void new_guest(Player *player)
{
    player->person = (Person){.kind = PERSON_HUMAN, .guest = true};
    snprintf(player->person.id, sizeof player->person.id, "g%016llx",
             (unsigned long long)random_next(&player->random));
    snprintf(player->person.name, sizeof player->person.name, "Guest-%.4s", player->person.id + 1);
}

/* An account counts once it is durable; until then nobody is told about it, as in server/api. */
static void signed_up(void *context, const AccountsAnswer *answer)
{
    Player *player = context;
    CredentialKey key;
    player->signing_up = false;
    if (answer->error != ACCOUNTS_OK)
        return;
    player->account_number = answer->number;
    player->account_life = machine_life(player->town->machine);
    player->person = account_person(&answer->account);
    if (credential_key(answer->text, strlen(answer->text), &key))
        snprintf(player->credential, sizeof player->credential, "%s", key.text);
}

static void sign_up(Player *player)
{
    char name[PERSON_NAME_MAX + 1];
    NewSession session = {.label = "simulated"};
    Machine *machine = player->town->machine;
    player->signing_up = true;
    player->signing_up_life = machine_life(machine);
    player->credential[0] = '\0';
    new_guest(player);
    snprintf(name, sizeof name, "Player%u_%u", player->number, ++player->names);
    accounts_sign_up(machine_accounts(machine), player->person.id, name, "no password at all",
                     &session, world_wall(), signed_up, player);
    machine_wake(machine);
}

/* False while there is no identity to connect with. */
static bool has_identity(Player *player)
{
    const Machine *machine = player->town->machine;
    if (!player->wants_account || player->account_sure)
        return true;
    if (!machine_has_games(machine))
        return false;
    if (player->credential[0] && player->account_life == machine_life(machine)) {
        player->account_sure = store_committed(machine_store(machine)) >= player->account_number;
        return player->account_sure;
    }
    if (!player->signing_up || player->signing_up_life != machine_life(machine))
        sign_up(player);
    return false;
}

static void come(Player *player)
{
    char address[24];
    if (!has_identity(player))
        return;
    snprintf(address, sizeof address, "192.0.2.%u", player->number + 1);
    player->welcomed = false;
    keep_for_later(player);
    for (int i = 0; i < BOARDS_MAX; i++)
        player->boards[i].asked = false;
    player->socket = network_connect(player->town->network, player, &player->person,
                                     player->account_sure ? player->credential : "", address);
    world_trace("player %u comes", player->number);
}

void player_over(void *town, Socket *socket)
{
    Player *player = socket_owner(socket);
    (void)town;
    if (player->socket != socket)
        return;
    world_trace("player %u has lost the connection", player->number);
    player->socket = NULL;
    think_at(player, world_now() + random_between(&player->random, 1000, AWAY_MOST));
}

static void leave(Player *player, bool silent)
{
    world_trace("player %u goes%s", player->number, silent ? " without a word" : "");
    socket_drop(player->socket, silent);
    player->socket = NULL;
    think_at(player, world_now() + random_between(&player->random, 1000, AWAY_MOST));
}

/* ---- requests and answers ---- */

static Pending *ask(Player *player, const char *kind, const char *members)
{
    char text[1024];
    if (player->request_count == REQUESTS_MAX)
        return NULL;
    Pending *request = &player->requests[player->request_count++];
    *request = (Pending){.id = ++player->newest_id, .at = world_now()};
    snprintf(request->kind, sizeof request->kind, "%s", kind);
    snprintf(text, sizeof text, "{\"t\":\"%s\",\"id\":%u%s}", kind, request->id, members);
    world_trace("player %u > %s", player->number, text);
    socket_send(player->socket, text);
    return request;
}

/* Of those that may have one (PROTOCOL.md, "Requests that are sent again"). */
static bool has_key(const Player *player, const char *kind)
{
    static const char *const KINDS[] = {"seek", "challenge", "moretime", "chat"};
    bool may = false;
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        may = may || strcmp(kind, KINDS[i]) == 0;
    return may && player->town->settings->sends_again;
}

Pending *player_ask(Player *player, const char *kind, const char *format, ...)
{
    char members[400];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(members, sizeof members, format, list);
    va_end(list);
    if (!has_key(player, kind))
        return ask(player, kind, members);
    snprintf(members + length, sizeof members - (size_t)length, ",\"key\":\"k%u\"",
             player->newest_id + 1);
    Pending *request = ask(player, kind, members);
    if (request)
        snprintf(request->members, sizeof request->members, "%s", members);
    return request;
}

/* The connection is over, and with it what was to be answered. */
static void keep_for_later(Player *player)
{
    for (size_t i = 0; i < player->request_count; i++)
        if (player->requests[i].members[0] && player->again_count < AGAIN_MAX)
            player->again[player->again_count++] = player->requests[i];
    player->request_count = 0;
}

static void send_again(Player *player)
{
    while (player->again_count) {
        const Pending *before = &player->again[--player->again_count];
        Pending *request = ask(player, before->kind, before->members);
        if (!request)
            return;
        memcpy(request->members, before->members, sizeof request->members);
        if (strcmp(before->kind, "seek") == 0)
            player->seek_state = SEEK_ASKED;
    }
}

/* Each request has one answer. */
static bool take_request(Player *player, const cJSON *answer, Pending *request)
{
    if (!cJSON_HasObjectItem(answer, "id"))
        return false;
    uint32_t id = (uint32_t)json_number(answer, "id");
    for (size_t i = 0; i < player->request_count; i++)
        if (player->requests[i].id == id) {
            *request = player->requests[i];
            player->requests[i] = player->requests[--player->request_count];
            return true;
        }
    world_fail("player %u: an answer to request %u, which was not made or is answered",
               player->number, id);
    return false;
}

Board *player_board(Player *player, const char *game)
{
    for (int i = 0; i < BOARDS_MAX; i++)
        if (player->boards[i].game[0] && strcmp(player->boards[i].game, game) == 0)
            return &player->boards[i];
    return NULL;
}

/* A free place, or that of a game that is over or merely watched. */
Board *player_new_board(Player *player, const char *game)
{
    Board *board = player_board(player, game);
    for (int i = 0; i < BOARDS_MAX && !board; i++)
        if (!player->boards[i].game[0])
            board = &player->boards[i];
    for (int i = 0; i < BOARDS_MAX && !board; i++)
        if (!player->boards[i].mine || player->boards[i].over)
            board = &player->boards[i];
    if (!board || strcmp(board->game, game) == 0)
        return board;
    board_clear(board);
    snprintf(board->game, sizeof board->game, "%s", game);
    return board;
}

/* Everything that this client lacks; or the whole game, when it knows nothing. */
void player_watch(Player *player, Board *board)
{
    Pending *request = board->known ? player_ask(player, "watch", ",\"game\":\"%s\",\"since\":%u",
                                                 board->game, board->seq)
                                    : player_ask(player, "watch", ",\"game\":\"%s\"", board->game);
    board->asked = request != NULL;
    if (request)
        memcpy(request->game, board->game, sizeof request->game);
}

static void answered_watch(Player *player, const cJSON *answer, const Pending *request, Sent sent)
{
    Board *board = player_board(player, request->game);
    uint32_t seq = (uint32_t)json_number(answer, "seq");
    if (!board)
        return;
    board->asked = false;
    must(!board->known || seq >= board->seq,
         "player %u: game %s is at event %u, they have heard of %u", player->number, board->game,
         seq, board->seq);
    judge_snapshot(player->town->judge, board->game, seq, -1, sent);
}

static void answered_seek(Player *player, const cJSON *answer)
{
    /* One that is sent again may have led to a game meanwhile. */
    bool is_over = player->town->settings->sends_again && cJSON_HasObjectItem(answer, "game");
    player->seek_state = is_over ? SEEK_NONE : SEEK_OPEN;
    player->seek_at = world_now();
    snprintf(player->seek, sizeof player->seek, "%s", json_text(answer, "seek"));
}

static void hear_ok(Player *player, const cJSON *answer, Sent sent)
{
    Pending request;
    if (!take_request(player, answer, &request))
        return;
    if (strcmp(request.kind, "watch") == 0)
        answered_watch(player, answer, &request, sent);
    else if (strcmp(request.kind, "seek") == 0)
        answered_seek(player, answer);
    else if (strcmp(request.kind, "unseek") == 0)
        player->seek_state = SEEK_NONE;
    else if (strcmp(request.kind, "challenge") == 0 && cJSON_HasObjectItem(answer, "url"))
        snprintf(player->town->links[player->number % 16], sizeof *player->town->links, "%s",
                 json_text(answer, "challenge"));
}

static void hear_error(Player *player, const cJSON *answer)
{
    Pending request;
    Board *board;
    if (!take_request(player, answer, &request))
        return;
    if (strcmp(request.kind, "seek") == 0 || strcmp(request.kind, "unseek") == 0)
        player->seek_state = SEEK_NONE;
    if (strcmp(request.kind, "watch") == 0 && (board = player_board(player, request.game))) {
        board->asked = false;
        bool is_gone = strcmp(json_text(answer, "code"), "no_such_game") == 0;
        must(!is_gone || !board->known, "player %u: game %s is gone, they have heard of it",
             player->number, board->game);
        if (is_gone)
            board_clear(board);
    }
}

/* ---- what else is told ---- */

/* They do not know yet of a seek whose answer was lost with the connection, nor when it will end. */
static void hear_own_seeks(Player *player, const cJSON *seeks)
{
    const cJSON *item;
    bool lives = false;
    cJSON_ArrayForEach(item, seeks) lives |=
        cJSON_IsString(item) && strcmp(item->valuestring, player->seek) == 0;
    item = cJSON_GetArrayItem(seeks, 0);
    /* Or is it kept beside a game against the computer, of whose start they may not have heard? */
    lives = lives && player->seek_state != SEEK_NONE && !player->keeps;
    player->seek_state = cJSON_IsString(item) ? SEEK_OPEN : SEEK_NONE;
    if (lives || !cJSON_IsString(item))
        return;
    snprintf(player->seek, sizeof player->seek, "%s", item->valuestring);
    player->fallback = -1;
}

static void hear_welcome(Player *player, const cJSON *message)
{
    const cJSON *item;
    player->welcomed = true;
    player->overlooks = false;
    must(strcmp(json_text(cJSON_GetObjectItemCaseSensitive(message, "you"), "id"),
                player->person.id) == 0,
         "player %u is welcomed as somebody else", player->number);
    hear_own_seeks(player, cJSON_GetObjectItemCaseSensitive(message, "seeks"));
    player->seek_at = world_now();
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(message, "playing"))
    {
        Board *board = player_new_board(player, cJSON_IsString(item) ? item->valuestring : "");
        player->overlooks |= !board;
        if (board)
            board->mine = true;
    }
    for (int i = 0; i < BOARDS_MAX; i++)
        if (player->boards[i].game[0])
            player_watch(player, &player->boards[i]);
    send_again(player);
}

static void hear_start(Player *player, const cJSON *message)
{
    Board *board = player_new_board(player, json_text(message, "game"));
    if (player->seek[0] && strcmp(json_text(message, "seek"), player->seek) == 0)
        player->seek_state = SEEK_NONE;
    player->overlooks |= !board; /* they cannot follow more, until they come again */
    if (!board)
        return;
    board->mine = true;
    board->seat = strcmp(json_text(message, "color"), "white") == 0 ? WHITE : BLACK;
}

static bool is_me(const Player *player, const cJSON *message, const char *side)
{
    const cJSON *person = cJSON_GetObjectItemCaseSensitive(message, side);
    return strcmp(json_text(person, "id"), player->person.id) == 0;
}

static void hear_snapshot(Player *player, const cJSON *message, Sent sent)
{
    const char *game = json_text(message, "game");
    Board *board = player_board(player, game);
    int plies = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(message, "moves"));
    judge_snapshot(player->town->judge, game, (uint32_t)json_number(message, "seq"), plies, sent);
    if (!board)
        return;
    must(!board->known || json_number(message, "seq") >= board->seq,
         "player %u: the snapshot of game %s is older than what they have heard", player->number,
         game);
    if (is_me(player, message, "white") || is_me(player, message, "black")) {
        board->mine = true;
        board->seat = is_me(player, message, "white") ? WHITE : BLACK;
    }
    must(board_set(board, message), "player %u: the snapshot of game %s makes no sense",
         player->number, game);
}

static void check_clock(const Player *player, const cJSON *message)
{
    const cJSON *clock = cJSON_GetObjectItemCaseSensitive(message, "clock");
    must(json_number(clock, "white") >= 0 && json_number(clock, "black") >= 0,
         "player %u is told of a negative clock", player->number);
}

/* A rematch has begun: it is a game of theirs even before they hear that it has started. */
static void follow_rematch(Player *player, const char *next)
{
    Board *board = player_board(player, next);
    if (board)
        return;
    board = player_new_board(player, next);
    player->overlooks |= !board;
    if (!board)
        return;
    board->mine = true;
    player_watch(player, board);
}

static void hear_event(Player *player, const cJSON *message, const char *text, size_t length,
                       Sent sent)
{
    const char *game = json_text(message, "game");
    uint32_t seq = (uint32_t)json_number(message, "seq");
    Board *board = player_board(player, game);
    judge_event(player->town->judge, game, seq, text, length, sent);
    check_clock(player, message);
    if (!board || !board->known || board->left)
        return;
    must(board_event(board, message), "player %u: event %u of game %s does not follow %u",
         player->number, seq, game, board->seq);
    judge_board(player->town->judge, game, board->seq, board->moves, board->plies, &board->now);
    const char *next = json_text(message, "next");
    if (board->mine && next[0])
        follow_rematch(player, next);
}

static void hear_challenge(Player *player, const cJSON *message)
{
    const cJSON *from = cJSON_GetObjectItemCaseSensitive(message, "from");
    bool is_open = strcmp(json_text(message, "state"), "open") == 0;
    if (is_open && strcmp(json_text(from, "id"), player->person.id) != 0)
        snprintf(player->challenge, sizeof player->challenge, "%s",
                 json_text(message, "challenge"));
    else if (strcmp(player->challenge, json_text(message, "challenge")) == 0)
        player->challenge[0] = '\0';
}

static void hear(Player *player, const cJSON *message, const char *text, size_t length, Sent sent)
{
    const char *kind = json_text(message, "t");
    if (strcmp(kind, "welcome") == 0)
        hear_welcome(player, message);
    else if (strcmp(kind, "ok") == 0)
        hear_ok(player, message, sent);
    else if (strcmp(kind, "error") == 0)
        hear_error(player, message);
    else if (strcmp(kind, "start") == 0)
        hear_start(player, message);
    else if (strcmp(kind, "game") == 0)
        hear_snapshot(player, message, sent);
    else if (strcmp(kind, "rated") == 0)
        judge_rated(player->town->judge, json_text(message, "game"),
                    !cJSON_HasObjectItem(message, "reason"), sent);
    else if (strcmp(kind, "challenge") == 0)
        hear_challenge(player, message);
    else if (cJSON_HasObjectItem(message, "seq"))
        hear_event(player, message, text, length, sent);
}

/* Whether there is something to answer soon. */
static bool is_urgent(const Player *player)
{
    for (int i = 0; i < BOARDS_MAX; i++)
        if (board_is_turn(&player->boards[i]))
            return true;
    return false;
}

void player_heard(void *context, Socket *socket, const char *text, size_t length, Sent sent)
{
    Town *town = context;
    Player *player = socket_owner(socket);
    if (player->socket != socket)
        return;
    world_trace("player %u < %.*s", player->number, (int)length, text);
    cJSON *message = cJSON_ParseWithLength(text, length);
    must(message, "player %u: what they are told is no JSON", player->number);
    bool was_urgent = is_urgent(player);
    if (message)
        hear(player, message, text, length, sent);
    cJSON_Delete(message);
    if (!was_urgent && is_urgent(player))
        think_at(player, world_now() + random_about(&player->random, town->settings->think));
}

/* ---- what they do ---- */

/* Every request is answered in time, and every seek ends, when server, disk and connection are well. */
static void check_patience(Player *player)
{
    int64_t now = world_now(), well = machine_sick_at(player->town->machine);
    well = disk_sick_at() > well ? disk_sick_at() : well;
    if (socket_is_slow(player->socket) || !machine_is_up(player->town->machine))
        return;
    if (socket_late_until(player->socket) > well)
        well = socket_late_until(player->socket);
    for (size_t i = 0; i < player->request_count; i++) {
        int64_t since = player->requests[i].at > well ? player->requests[i].at : well;
        must(now - since < ANSWER_MOST, "player %u: request %u (%s) is not answered",
             player->number, player->requests[i].id, player->requests[i].kind);
    }
    int64_t since = player->seek_at > well ? player->seek_at : well;
    must(player->seek_state != SEEK_OPEN || player->fallback < 0 ||
             now - since < player->fallback * 1000 + SEEK_MOST,
         "player %u: the seek %s does not end", player->number, player->seek);
}

static bool is_playing(const Player *player)
{
    for (int i = 0; i < BOARDS_MAX; i++)
        if (player->boards[i].game[0] && player->boards[i].mine && !player->boards[i].over)
            return true;
    return false;
}

/* At the end they resign their games, and leave when none is in progress. */
static void finish(Player *player)
{
    for (int i = 0; i < BOARDS_MAX; i++) {
        const Board *board = &player->boards[i];
        if (board->game[0] && board->mine && board->known && !board->over)
            player_ask(player, "resign", ",\"game\":\"%s\"", board->game);
    }
    if (player->seek_state == SEEK_OPEN && player->request_count == 0)
        player_ask(player, "unseek", ",\"seek\":\"%s\"", player->seek);
    if (is_playing(player) || player->request_count || player->seek_state != SEEK_NONE)
        return;
    if (player->overlooks) {
        leave(player, false);
        return;
    }
    world_trace("player %u leaves for good", player->number);
    socket_drop(player->socket, false);
    player->socket = NULL;
    player->finished = true;
}

static void act(Player *player)
{
    const Town *town = player->town;
    const Settings *settings = town->settings;
    check_patience(player);
    if (!player->welcomed)
        return;
    if (town->ending)
        finish(player);
    else if ((settings->on[FAULT_drops] || settings->on[FAULT_silent]) &&
             random_once_in(&player->random, settings->drop_once_in))
        leave(player, settings->on[FAULT_silent] &&
                          (!settings->on[FAULT_drops] || random_once_in(&player->random, 2)));
    else
        player_acts(player, is_playing(player));
}

static void think(void *context, uint64_t number)
{
    Player *player = context;
    if (number != player->thought || player->finished)
        return;
    player->think_at = INT64_MAX;
    if (!player->socket)
        come(player);
    else
        act(player);
    int64_t pause = player->town->settings->think * (is_urgent(player) ? 1 : 4);
    pause = pause > 50000 ? pause : 50000;
    if (player->think_at == INT64_MAX)
        think_at(player, world_now() + random_about(&player->random, pause));
}

/* Never later than planned before. */
static void think_at(Player *player, int64_t at)
{
    if (player->finished || at >= player->think_at)
        return;
    player->think_at = at;
    world_at(at, think, player, ++player->thought);
}

/* ---- all of them ---- */

void town_begin(Town *town)
{
    const Settings *settings = town->settings;
    town->players = memory_array(settings->players, sizeof *town->players);
    memset(town->players, 0, settings->players * sizeof *town->players);
    for (uint32_t i = 0; i < settings->players; i++) {
        Player *player = &town->players[i];
        player->town = town;
        player->number = i;
        player->random = random_stream(settings->seed, 100 + i);
        player->think_at = INT64_MAX;
        player->wants_account = settings->on[FAULT_accounts] && random_below(&player->random, 3);
        new_guest(player);
        think_at(player, random_between(&player->random, 0, 3 * SECOND));
    }
}

void town_end(Town *town)
{
    for (uint32_t i = 0; i < town->settings->players; i++)
        for (int k = 0; k < BOARDS_MAX; k++)
            board_clear(&town->players[i].boards[k]);
    free(town->players);
    town->players = NULL;
}

bool town_is_empty(const Town *town)
{
    for (uint32_t i = 0; i < town->settings->players; i++)
        if (!town->players[i].finished)
            return false;
    return true;
}

void town_return(Town *town)
{
    for (uint32_t i = 0; i < town->settings->players; i++) {
        Player *player = &town->players[i];
        player->finished = false;
        think_at(player, world_now() + random_between(&player->random, 0, 3 * SECOND));
    }
}
