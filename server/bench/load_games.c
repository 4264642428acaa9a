#include "load_games.h"

#include "load_client.h"
#include "load_script.h"
#include "memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    UNDERWAY_MAX = 200, /* handshakes, and games that begin, at a time */
    PATIENCE = 120,     /* s without any answer, after which nothing is waited for any more */
    TOKEN_SIZE = 96,
    ID_SIZE = 16,
    PROBLEM_MAX = 256,
};

#define SECOND UINT64_C(1000000000)

/* What the computer thinks about: a middle game that takes as long as searches do. */
#define SEARCHED "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9"

typedef struct {
    char token[TOKEN_SIZE];
    char game[ID_SIZE]; /* against the computer; "" for none */
    bool welcomed, watching;
} Player;

typedef enum { NO_GAME, ASKED, STARTING, PLAYING, RESIGNED } GameState;

typedef struct {
    GameState state;
    char id[ID_SIZE];
    uint32_t script, ply; /* moves that were sent */
    uint64_t sent, due;   /* ns; 0: none is under way, or waits */
    unsigned started;     /* how many of the two know of it */
    uint32_t seen;        /* of spectators that have the newest move */
} LoadGame;

struct LoadGames {
    LoadClient *client;
    int port;
    Player *players;
    LoadGame *games;
    uint32_t player_count, game_count;
    uint32_t opened, welcomed, watching;
    uint32_t live, beginning,
        underway;      /* games that go on, those that begin, moves that nobody has yet */
    uint32_t searches; /* games against the computer that were begun */
    LoadScripts *scripts;
    uint32_t next_script, plies;
    bool playing, showing, echoing, resuming;
    uint32_t echo_bytes;
    uint64_t interval; /* ns */
    uint32_t *due;     /* a ring of games whose next move waits for its time, the next first */
    uint32_t due_first, due_count;
    bool many;           /* load_games_play_many: */
    uint32_t left, over; /* games that have not begun; that have ended */
    uint64_t pace,
        place; /* ns between two beginnings, and when the last one that is planned is due */
    uint64_t heard_at;
    LoadCounts counts;
    char problem[PROBLEM_MAX];
};

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
}

static void fail(LoadGames *load, const char *problem)
{
    if (!*load->problem)
        snprintf(load->problem, sizeof load->problem, "%s", problem);
}

static void say(LoadGames *load, uint32_t number, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void say(LoadGames *load, uint32_t number, const char *format, ...)
{
    char text[LOAD_TEXT_MAX];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    load_client_send(load->client, number, text, (size_t)length);
}

/* The text of a member, in a message of which it is known that it has simple ones. */
static bool read_text(const char *text, const char *member, char *out, size_t size)
{
    const char *begin = strstr(text, member);
    if (!begin)
        return false;
    begin += strlen(member);
    size_t length = strcspn(begin, "\"");
    if (length >= size)
        return false;
    memcpy(out, begin, length);
    out[length] = '\0';
    return true;
}

static uint32_t read_number(const char *text, const char *member)
{
    const char *begin = strstr(text, member);
    return begin ? (uint32_t)strtoul(begin + strlen(member), NULL, 10) : 0;
}

/* ---- games ---- */

static LoadGame *game_of(LoadGames *load, uint32_t player)
{
    return player / 2 < load->game_count ? &load->games[player / 2] : NULL;
}

static void ask_for_game(LoadGames *load, uint32_t number)
{
    LoadGame *game = &load->games[number];
    *game = (LoadGame){.state = ASKED, .script = load->next_script++};
    load->beginning++;
    say(load, 2 * number,
        "{\"t\":\"challenge\",\"id\":1,\"to\":\"link\",\"color\":\"white\","
        "\"clock\":{\"initial\":10800000,\"increment\":180000}}");
}

/* Its maker has the challenge's id. */
static void on_challenge_made(LoadGames *load, uint32_t player, const char *text)
{
    char id[ID_SIZE];
    if (read_text(text, "\"challenge\":\"", id, sizeof id))
        say(load, player ^ 1, "{\"t\":\"accept\",\"id\":2,\"challenge\":\"%s\"}", id);
}

static void send_move(LoadGames *load, uint32_t number)
{
    LoadGame *game = &load->games[number];
    uint32_t mover = 2 * number + (game->ply & 1);
    if (game->ply >= load->plies) {
        load->live--;
        say(load, 2 * number, "{\"t\":\"resign\",\"id\":3,\"game\":\"%s\"}", game->id);
        game->state = RESIGNED;
        if (!load->many)
            ask_for_game(load, number);
        return;
    }
    game->sent = now_ns();
    game->seen = 0;
    say(load, mover, "{\"t\":\"move\",\"id\":%u,\"game\":\"%s\",\"ply\":%u,\"uci\":\"%s\"}",
        game->ply + 10, game->id, game->ply,
        load_scripts_move(load->scripts, game->script, game->ply));
    game->ply++;
    load->underway++;
}

static void wait_for_turn(LoadGames *load, uint32_t number, uint64_t due)
{
    load->games[number].due = due;
    load->due[(load->due_first + load->due_count++) % load->game_count] = number;
}

static void plan_game(LoadGames *load, uint32_t number)
{
    uint64_t now = now_ns(), next = load->place + load->pace;
    load->place = next > now ? next : now;
    load->games[number].state = NO_GAME;
    wait_for_turn(load, number, load->place);
}

static void begin_planned(LoadGames *load, uint32_t number)
{
    if (!load->left)
        return;
    load->left--;
    ask_for_game(load, number);
}

static void send_due(LoadGames *load, uint64_t now)
{
    while (load->due_count) {
        uint32_t number = load->due[load->due_first];
        if (load->games[number].due > now)
            return;
        load->due_first = (load->due_first + 1) % load->game_count;
        load->due_count--;
        if (load->games[number].state == NO_GAME)
            begin_planned(load, number);
        else
            send_move(load, number);
    }
}

static void go_on(LoadGames *load, uint32_t number)
{
    LoadGame *game = &load->games[number];
    if (!load->playing || game->state != PLAYING)
        return;
    if (!load->interval)
        send_move(load, number);
    else
        wait_for_turn(load, number, (game->sent ? game->sent : now_ns()) + load->interval);
}

/* ---- against the computer ---- */

static void ask_for_search(LoadGames *load, uint32_t player)
{
    say(load, player,
        "{\"t\":\"challenge\",\"id\":7,\"to\":\"computer\",\"level\":13,\"color\":\"black\","
        "\"variant\":\"fromPosition\",\"fen\":\"%s\","
        "\"clock\":{\"initial\":10800000,\"increment\":180000}}",
        SEARCHED);
}

static void on_search_begun(LoadGames *load, uint32_t player, const char *text)
{
    if (read_text(text, "\"game\":\"", load->players[player].game, ID_SIZE))
        load->searches++;
}

/* Nobody moves in these games but the computer. */
static void on_searched(LoadGames *load, uint32_t player)
{
    Player *who = &load->players[player];
    if (!who->game[0])
        return;
    load->counts.searches++;
    say(load, player, "{\"t\":\"resign\",\"id\":8,\"game\":\"%s\"}", who->game);
    who->game[0] = '\0';
    ask_for_search(load, player);
}

static void on_start(LoadGames *load, uint32_t player, const char *text)
{
    LoadGame *game = game_of(load, player);
    if (!game)
        on_search_begun(load, player, text);
    if (!game || game->state < ASKED || game->state > STARTING)
        return;
    game->state = STARTING;
    if (!read_text(text, "\"game\":\"", game->id, sizeof game->id) || ++game->started < 2)
        return;
    game->state = PLAYING;
    load->beginning--;
    load->live++;
    load->counts.games++;
    go_on(load, player / 2);
}

static void on_seen(LoadGames *load, uint64_t now)
{
    LoadGame *game = &load->games[0];
    if (++game->seen < load->watching + 2)
        return;
    latency_add(&load->counts.latency, (now - game->sent) / 1000);
    load->counts.moves++;
    load->underway--;
}

static void on_move(LoadGames *load, uint32_t player, const char *text)
{
    LoadGame *game = game_of(load, player);
    if (load->showing) {
        on_seen(load, now_ns());
        return;
    }
    if (!game)
        on_searched(load, player);
    if (!game || game->state != PLAYING)
        return;
    uint32_t ply = read_number(text, "\"ply\":");
    if ((ply & 1) != (player & 1) || ply != game->ply)
        return; /* the mover's own; of a game that was */
    load->counts.moves++;
    load->underway--;
    if (game->sent)
        latency_add(&load->counts.latency, (now_ns() - game->sent) / 1000);
    go_on(load, player / 2);
}

/* Leaves it, as pages do. */
static void on_end(LoadGames *load, uint32_t player, const char *text)
{
    char id[ID_SIZE];
    if (!load->resuming && read_text(text, "\"game\":\"", id, sizeof id))
        say(load, player, "{\"t\":\"unwatch\",\"id\":6,\"game\":\"%s\"}", id);
    LoadGame *game = game_of(load, player);
    if (!load->many || !game || game->state != RESIGNED || player & 1)
        return;
    load->over++;
    plan_game(load, player / 2);
}

/* ---- what comes ---- */

static void on_welcome(LoadGames *load, uint32_t player, const char *text)
{
    Player *who = &load->players[player];
    char game[ID_SIZE];
    who->welcomed = true;
    load->welcomed++;
    if (!read_text(text, "\"token\":\"", who->token, sizeof who->token))
        fail(load, "the server gives no token");
    if (load->resuming && read_text(text, "\"playing\":[\"", game, sizeof game))
        say(load, player, "{\"t\":\"watch\",\"id\":4,\"game\":\"%s\"}", game);
}

/* A snapshot: of a game that was resumed, or that is watched. */
static void on_snapshot(LoadGames *load, uint32_t player)
{
    Player *who = &load->players[player];
    bool counts = load->resuming || player >= 2 * load->game_count;
    if (counts && !who->watching) {
        who->watching = true;
        load->watching++;
    }
}

static void on_received(void *context, uint32_t player, const char *text, size_t length)
{
    static const char KIND[] = "{\"t\":\"";
    LoadGames *load = context;
    if (load->echoing) {
        load->counts.answers++;
        load_client_send(load->client, player, text, length);
        return;
    }
    if (length < sizeof KIND || memcmp(text, KIND, sizeof KIND - 1) != 0)
        return;
    const char *kind = text + sizeof KIND - 1;
    if (strncmp(kind, "move\"", 5) == 0)
        on_move(load, player, text);
    else if (strncmp(kind, "ok\",\"id\":1,", 11) == 0)
        on_challenge_made(load, player, text);
    else if (strncmp(kind, "start\"", 6) == 0)
        on_start(load, player, text);
    else if (strncmp(kind, "welcome\"", 8) == 0)
        on_welcome(load, player, text);
    else if (strncmp(kind, "game\"", 5) == 0)
        on_snapshot(load, player);
    else if (strncmp(kind, "end\"", 4) == 0)
        on_end(load, player, text);
    else if (strncmp(kind, "error\"", 6) == 0)
        fail(load, text);
}

static void on_opened(void *context, uint32_t player)
{
    LoadGames *load = context;
    (void)player;
    load->opened++;
}

static void on_lost(void *context, uint32_t player)
{
    LoadGames *load = context;
    (void)player;
    fail(load, "a connection was refused or has ended");
}

/* ---- the beginning and the end ---- */

LoadGames *load_games_new(int port)
{
    LoadGames *load = memory_new(sizeof *load);
    LoadHooks hooks = {load, on_opened, on_received, on_lost};
    load->port = port;
    load->client = load_client_new(port, &hooks);
    load->scripts = load_scripts_new();
    load->plies = LOAD_SCRIPT_PLIES;
    if (load->client)
        return load;
    load_scripts_free(load->scripts);
    free(load);
    return NULL;
}

void load_games_free(LoadGames *load)
{
    if (!load)
        return;
    load_client_free(load->client);
    load_scripts_free(load->scripts);
    free(load->players);
    free(load->games);
    free(load->due);
    free(load);
}

void load_games_end(LoadGames *load)
{
    load_client_end(load->client);
}

const LoadCounts *load_games_counts(const LoadGames *load)
{
    return &load->counts;
}

void load_games_forget(LoadGames *load)
{
    load->counts = (LoadCounts){0};
}

const char *load_games_problem(const LoadGames *load)
{
    return load->problem;
}

/* ---- what is waited for ---- */

/* ms to the next move that is due, at most 100. */
static int wait_for_due(const LoadGames *load, uint64_t now)
{
    if (!load->due_count)
        return 100;
    uint64_t due = load->games[load->due[load->due_first]].due;
    uint64_t wait = due > now ? (due - now) / 1000000 : 0;
    return wait < 100 ? (int)wait : 100;
}

/* One turn of waiting for 'value' to become 'wanted'. False when it is over, one way or the other. */
static bool wait_on(LoadGames *load, uint32_t *seen, uint32_t value, uint32_t wanted)
{
    uint64_t now = now_ns();
    if (value != *seen || !load->heard_at)
        load->heard_at = now;
    *seen = value;
    if (now - load->heard_at > PATIENCE * SECOND)
        fail(load, "the server does not answer any more");
    if (*load->problem || value >= wanted)
        return false;
    load_client_turn(load->client, wait_for_due(load, now));
    return true;
}

bool load_games_connect(LoadGames *load, uint32_t connections)
{
    uint32_t seen = 0, count = load_client_count(load->client);
    load->players = memory_resize(load->players, connections, sizeof *load->players);
    memset(load->players + load->player_count, 0,
           (connections - load->player_count) * sizeof *load->players);
    load->player_count = connections;
    load->heard_at = 0;
    do {
        while (count < connections && count - load->opened < UNDERWAY_MAX && !*load->problem) {
            if (load_client_open(load->client, NULL) < 0)
                fail(load, "the system allows no more connections");
            count++;
        }
    } while (wait_on(load, &seen, load->opened, connections));
    return !*load->problem;
}

bool load_games_resume(LoadGames *load, const LoadGames *before)
{
    uint32_t seen = 0, count = 0, wanted = before->player_count;
    load->players = memory_array(wanted, sizeof *load->players);
    load->player_count = wanted;
    load->resuming = true;
    load->heard_at = 0;
    uint32_t players = 2 * before->game_count;
    do {
        while (count < wanted && count - load->welcomed < UNDERWAY_MAX && !*load->problem) {
            if (load_client_open(load->client, before->players[count].token) < 0)
                fail(load, "the system allows no more connections");
            count++;
        }
    } while (wait_on(load, &seen, load->welcomed + load->watching, wanted + players));
    return !*load->problem;
}

void load_games_shorten(LoadGames *load, uint32_t plies)
{
    load->plies = plies;
}

static void set_tables(LoadGames *load, uint32_t games)
{
    load->games = memory_array(games, sizeof *load->games);
    load->due = memory_array(games, sizeof *load->due);
    load->game_count = games;
    load->heard_at = 0;
}

bool load_games_begin(LoadGames *load, uint32_t games)
{
    uint32_t seen = 0, count = 0;
    set_tables(load, games);
    do {
        for (; count < games && load->beginning < UNDERWAY_MAX; count++)
            ask_for_game(load, count);
    } while (wait_on(load, &seen, load->live, games));
    return !*load->problem;
}

bool load_games_watch(LoadGames *load)
{
    uint32_t seen = 0, first = 2 * load->game_count, count = first;
    load->heard_at = 0;
    do {
        for (; count < load->player_count && count - first - load->watching < UNDERWAY_MAX; count++)
            say(load, count, "{\"t\":\"watch\",\"id\":5,\"game\":\"%s\"}", load->games[0].id);
    } while (wait_on(load, &seen, load->watching, load->player_count - first));
    return !*load->problem;
}

bool load_games_search(LoadGames *load)
{
    uint32_t seen = 0, first = 2 * load->game_count;
    load->heard_at = 0;
    for (uint32_t player = first; player < load->player_count; player++)
        ask_for_search(load, player);
    while (wait_on(load, &seen, load->searches, load->player_count - first))
        ;
    return !*load->problem;
}

static void run_until(LoadGames *load, uint64_t end)
{
    for (uint64_t now = now_ns(); now < end && !*load->problem; now = now_ns()) {
        send_due(load, now);
        load_client_turn(load->client, wait_for_due(load, now));
    }
}

/* What is under way is waited for, so that the next begins with every game at rest. */
static bool come_to_rest(LoadGames *load)
{
    uint32_t seen = 0;
    load->playing = false;
    load->due_count = 0;
    load->heard_at = 0;
    while (wait_on(load, &seen, load->live - load->underway, load->game_count))
        ;
    return !*load->problem;
}

bool load_games_play(LoadGames *load, uint32_t interval, uint32_t ms)
{
    uint64_t begun = now_ns();
    load->interval = interval * UINT64_C(1000000);
    load->playing = true;
    for (uint32_t i = 0; i < load->game_count; i++) {
        load->games[i].sent = 0;
        if (interval) /* spread evenly */
            wait_for_turn(load, i, begun + load->interval * i / load->game_count);
        else
            send_move(load, i);
    }
    run_until(load, begun + ms * UINT64_C(1000000));
    return come_to_rest(load);
}

bool load_games_play_many(LoadGames *load, uint32_t games, uint32_t each_second)
{
    uint32_t seen = 0;
    set_tables(load, load->player_count / 2);
    load->playing = load->many = true;
    load->left = games;
    load->pace = SECOND / each_second;
    for (uint32_t i = 0; i < load->game_count; i++)
        plan_game(load, i);
    do
        send_due(load, now_ns());
    while (wait_on(load, &seen, load->over, games));
    return !*load->problem;
}

bool load_games_show(LoadGames *load, uint32_t moves)
{
    load->showing = true;
    load->heard_at = 0;
    for (uint32_t i = 0; i < moves && !*load->problem; i++) {
        uint32_t seen = 0;
        send_move(load, 0);
        while (wait_on(load, &seen, load->games[0].seen, load->watching + 2))
            ;
    }
    load->showing = false;
    return !*load->problem;
}

bool load_games_echo(LoadGames *load, uint32_t bytes, uint32_t ms)
{
    char text[LOAD_TEXT_MAX];
    memset(text, 'x', sizeof text);
    load->echoing = true;
    for (uint32_t i = 0; i < load_client_count(load->client); i++)
        load_client_send(load->client, i, text, bytes);
    run_until(load, now_ns() + ms * UINT64_C(1000000));
    return !*load->problem;
}

bool load_games_idle(LoadGames *load, uint32_t ms)
{
    run_until(load, now_ns() + ms * UINT64_C(1000000));
    return !*load->problem;
}
