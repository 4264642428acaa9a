#include "inside.h"

#include "apply.h"
#include "challenging.h"
#include "computer.h"
#include "loading.h"
#include "memory.h"
#include "presence.h"
#include "rated.h"
#include "revive.h"
#include "seeking.h"
#include "showing.h"
#include "sleeping.h"
#include "tell.h"

#include <sodium.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the parts share (inside.h) ---- */

void hall_read_clocks(Hall *hall)
{
    uint64_t loop_now = uv_now(hall->options.loop);
    if (loop_now == hall->loop_now && hall->wall)
        return;
    /* While requests are refused because of the disk, no clock runs. */
    if (hall->wall && (hall->failing || store_is_behind(hall->options.store)))
        hall->loop_base += loop_now - hall->loop_now;
    uv_timeval64_t wall;
    uv_gettimeofday(&wall);
    hall->loop_now = loop_now;
    hall->now = hall->axis_base + (int64_t)(loop_now - hall->loop_base);
    hall->wall = wall.tv_sec * 1000 + wall.tv_usec / 1000;
}

Game *hall_game(const Hall *hall, const GameId *id)
{
    return catalog_find(&hall->games, id->text);
}

void hall_touch(Hall *hall, Game *game)
{
    if (game->touched)
        return;
    game->touched = true;
    if (hall->touched_count == hall->touched_size) {
        hall->touched_size = hall->touched_size ? 2 * hall->touched_size : 64;
        hall->touched = memory_resize(hall->touched, hall->touched_size, sizeof *hall->touched);
    }
    hall->touched[hall->touched_count++] = game->id;
}

bool hall_is_frozen(const Hall *hall, const Game *game)
{
    return hall->failing && game->journal > hall->committed;
}

bool hall_has_room_for(const Hall *hall, const Person *person)
{
    const Player *player = player_find(&hall->players, person->id);
    return !player || player->games_count < UNFINISHED_MAX;
}

void hall_add_game(Hall *hall, Game *game)
{
    catalog_put(&hall->games, game);
    hall->unfinished += !game_is_over(game);
}

void hall_drop_game(Hall *hall, Game *game)
{
    const Listeners *lists[] = {&game->players, &game->watchers};
    for (int i = 0; i < 2; i++)
        for (uint32_t k = 0; k < lists[i]->count; k++) {
            Visitor *visitor = session_owner(hall->options.sessions, lists[i]->at[k]);
            if (visitor)
                visitor_remove_game(visitor, &game->id);
        }
    hall->running -= game->running;
    hall->unfinished -= !game_is_over(game);
    computer_uncount(hall, game);
    agenda_set(&hall->agenda, &game->due, INT64_MAX);
    catalog_remove(&hall->games, game);
    game_free(game);
}

static void grow_notes(Hall *hall)
{
    size_t size = hall->notes_size ? 2 * hall->notes_size : 64;
    Note *notes = memory_array(size, sizeof *notes);
    for (size_t i = 0; i < hall->notes_count; i++)
        notes[i] = hall->notes[(hall->notes_head + i) % hall->notes_size];
    free(hall->notes);
    hall->notes = notes;
    hall->notes_size = size;
    hall->notes_head = 0;
}

void hall_note(Hall *hall, Game *game, uint64_t number, uint32_t seq)
{
    if (hall->notes_count == hall->notes_size)
        grow_notes(hall);
    hall->notes[(hall->notes_head + hall->notes_count++) % hall->notes_size] =
        (Note){.number = number, .game = game->id, .seq = seq};
    game->journal = hall->newest = number;
}

void hall_listen(Hall *hall, Game *game, Visitor *visitor)
{
    Color seat;
    /* Who may not play is a spectator of their own games, and does not hear the players' room. */
    bool is_player =
        game_seat_of(game, visitor->player->person.id, &seat) && visitor_may(visitor, SCOPES_PLAY);
    if (!listeners_add(is_player ? &game->players : &game->watchers, visitor->session))
        return;
    visitor_add_game(visitor, &game->id);
    if (is_player)
        computer_count(hall, game, visitor);
    else
        hall_crowd_changed(hall, game);
}

void hall_crowd_changed(Hall *hall, Game *game)
{
    if (game->crowd_at == INT64_MAX)
        game->crowd_at = hall->now + CROWD_AFTER;
    hall_touch(hall, game);
}

uint64_t hall_chance(void)
{
    uint64_t chance;
    randombytes_buf(&chance, sizeof chance);
    return chance;
}

LobbyId hall_draw_id(void)
{
    static const char ALPHABET[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    LobbyId id = {0};
    for (int i = 0; i < LOBBY_ID_LENGTH; i++)
        id.text[i] = ALPHABET[randombytes_uniform(sizeof ALPHABET - 1)];
    return id;
}

/* ---- what is due ---- */

/* Whether it may leave memory: over, on disk, and nobody listens any more or has for long enough. */
static bool can_drop(const Hall *hall, const Game *game)
{
    if (game->drop_at == INT64_MAX || game->journal > hall->committed)
        return false;
    bool is_heard = game->players.count + game->watchers.count > 0;
    return hall->now >= (is_heard ? game->drop_at + KEEP_HEARD : game->drop_at);
}

static int64_t due_of(const Hall *hall, const Game *game)
{
    int64_t at = hall_is_frozen(hall, game) ? hall->now + FROZEN_RETRY : room_deadline(game->room);
    if (game->crowd_at < at)
        at = game->crowd_at;
    if (computer_due(game) < at)
        at = computer_due(game);
    if (game->sleep_at != INT64_MAX) {
        int64_t again = game->sleep_at > hall->now ? game->sleep_at : hall->now + FROZEN_RETRY;
        at = again < at ? again : at;
    }
    if (game->drop_at != INT64_MAX) {
        int64_t again = game->drop_at > hall->now ? game->drop_at : hall->now + KEEP_LOADED;
        at = again < at ? again : at;
    }
    return at;
}

/* Accounts by name, each once; guests are only counted. */
static void add_name(CrowdView *crowd, const Visitor *visitor)
{
    if (!visitor || visitor->player->person.guest)
        return;
    const char *name = visitor->player->person.name;
    for (uint32_t i = 0; i < crowd->names_count; i++)
        if (crowd->names[i] == name)
            return;
    crowd->names[crowd->names_count++] = name;
}

/* Of the one who is there, when the other is not: unless the flag comes first, or it is days away. */
static int64_t claim_in(const Hall *hall, const Game *game)
{
    if (game->present[WHITE] == game->present[BLACK])
        return -1;
    int64_t at = room_claim_at(game->room, game->present[WHITE] ? WHITE : BLACK);
    if (at > room_deadline(game->room) || at > hall->now + CLAIM_SOON)
        return -1;
    return at > hall->now ? at - hall->now : 0;
}

static void tell_crowd(Hall *hall, Game *game)
{
    game->crowd_at = INT64_MAX;
    CrowdView crowd = {.present = {game->present[WHITE], game->present[BLACK]},
                       .watchers = game->watchers.count,
                       .claim_in = claim_in(hall, game)};
    for (uint32_t i = 0; i < game->watchers.count && crowd.names_count < CROWD_SHOWN; i++)
        add_name(&crowd, session_owner(hall->options.sessions, game->watchers.at[i]));
    print_crowd(&hall->text, &game->id, &crowd);
    tell_game(hall, game, 0);
}

/* The game is due: everything that is, in the order in which it matters. */
static void serve(Hall *hall, Game *game)
{
    if (room_deadline(game->room) <= hall->now)
        apply_tick(hall, game);
    if (computer_due(game) <= hall->now && !hall_is_frozen(hall, game))
        computer_act(hall, game);
    if (game->crowd_at <= hall->now)
        tell_crowd(hall, game);
    if (can_drop(hall, game) && !game->touched)
        hall_drop_game(hall, game);
    else if (!sleeping_put(hall, game))
        hall_touch(hall, game);
}

static void settle(Hall *hall, Game *game)
{
    game->touched = false;
    computer_look(hall, game);
    bool running = room_clock(game->room)->running && !game_is_over(game);
    hall->running += (size_t)running - (size_t)game->running;
    game->running = running;
    sleeping_consider(hall, game);
    agenda_set(&hall->agenda, &game->due, due_of(hall, game));
}

/* Looking at a game may touch it, or another, again. */
static void settle_touched(Hall *hall)
{
    for (size_t i = 0; i < hall->touched_count; i++) {
        Game *game = hall_game(hall, &hall->touched[i]);
        if (game)
            settle(hall, game);
    }
    hall->touched_count = 0;
}

static void serve_due(Hall *hall)
{
    Due *due;
    while ((due = agenda_first(&hall->agenda)) && due->at <= hall->now) {
        Game *game = (Game *)((char *)due - offsetof(Game, due));
        agenda_set(&hall->agenda, due, INT64_MAX);
        serve(hall, game);
    }
}

/* The axis goes to disk with every event, so that it never is behind one, and else once a second while a
 * clock runs: a crash gives back no more than that. */
static void beat(Hall *hall)
{
    bool due = hall->running > 0 && hall->now >= hall->heartbeat_at;
    if (!due && !hall->happened)
        return;
    hall->newest = store_put_axis(hall->options.store, hall->now);
    hall->happened = false;
    hall->heartbeat_at = hall->now + HEARTBEAT;
}

/* One batch at a time is timed: the next begins when it is durable. */
static void flush(Hall *hall)
{
    if (hall->timed_number <= hall->committed && hall->newest > hall->committed) {
        hall->timed_number = hall->newest;
        hall->timed_at = uv_hrtime();
    }
    store_flush(hall->options.store);
    sessions_flush(hall->options.sessions);
}

void hall_turn(Hall *hall)
{
    hall_read_clocks(hall);
    settle_touched(hall); /* what came in may have made something due */
    serve_due(hall);
    seeking_tick(hall);
    showing_tick(hall);
    challenging_tick(hall);
    sleeping_tick(hall);
    settle_touched(hall);
    beat(hall);
    flush(hall);
}

int64_t hall_wait(Hall *hall)
{
    int64_t at = agenda_next(&hall->agenda);
    int64_t seeking = seeking_due(hall), challenging = challenging_due(hall);
    if (seeking < at)
        at = seeking;
    int64_t showing = showing_due(hall);
    if (showing < at)
        at = showing;
    if (challenging < at)
        at = challenging;
    if (sleeping_due(hall) < at)
        at = sleeping_due(hall);
    if (hall->running > 0 && hall->heartbeat_at < at)
        at = hall->heartbeat_at;
    if (at == INT64_MAX)
        return -1;
    return at > hall->now ? at - hall->now : 0;
}

/* ---- from the store and the searchers ---- */

void hall_committed(Hall *hall, uint64_t number)
{
    hall_read_clocks(hall);
    hall->committed = number;
    if (hall->timed_number && hall->timed_number <= number) {
        histogram_add(&hall->options.metrics->commit, (double)(uv_hrtime() - hall->timed_at) / 1e9);
        hall->timed_number = 0;
    }
    while (hall->notes_count && hall->notes[hall->notes_head].number <= number) {
        Note note = hall->notes[hall->notes_head];
        hall->notes_head = (hall->notes_head + 1) % hall->notes_size;
        hall->notes_count--;
        Game *game = hall_game(hall, &note.game);
        if (!game || note.seq == 0)
            continue;
        room_durable(game->room, note.seq, hall->now);
        hall_touch(hall, game);
    }
    sessions_committed(hall->options.sessions, number);
}

void hall_failing(Hall *hall, bool failing)
{
    hall_read_clocks(hall); /* what has passed until now passed as it was */
    if (failing)
        hall->options.metrics->commit_failures_total++;
    hall->failing = failing;
    sessions_let_overtake(hall->options.sessions, failing);
}

bool hall_is_failing(const Hall *hall)
{
    return hall->failing;
}

void hall_answered(Hall *hall, const SearchAnswer *answer)
{
    hall_read_clocks(hall);
    Game *game = hall_game(hall, &answer->game);
    if (game)
        computer_answered(hall, game, answer);
}

/* ---- opening and closing ---- */

Hall *hall_new(const HallOptions *options)
{
    Hall *hall = memory_new(sizeof *hall);
    hall->options = *options;
    if (hall->options.keep_quiet == 0)
        hall->options.keep_quiet = KEEP_QUIET;
    hall->axis_base = store_axis(options->store);
    hall->loop_base = uv_now(options->loop);
    hall_read_clocks(hall);
    randombytes_buf(hall->sip.bytes, sizeof hall->sip.bytes);
    catalog_init(&hall->games, offsetof(Game, id), &hall->sip);
    players_init(&hall->players, &hall->sip);
    loading_init(hall);
    agenda_init(&hall->agenda);
    hall->bounds = bounds_new(options->limits, options->bounds, &hall->sip);
    hall->lobby = lobby_new(&hall->sip);
    lobby_set_meet(hall->lobby, presence_may_meet, hall);
    lobby_set_bounds(hall->lobby, hall->bounds);
    hall->challenges = challenges_new(&hall->sip, hall->bounds);
    hall->ratings = ratings_new(&hall->sip);
    hall->recents = recents_new();
    hall->allowance = allowance_new(options->limits, hall_chance());
    if (options->rules)
        allowance_set_rules(hall->allowance, options->rules);
    text_init(&hall->text);
    hall->helpmate = memory_new(sizeof *hall->helpmate);
    return hall;
}

bool hall_load(Hall *hall, char *line)
{
    return rated_load(hall, line) && revive_all(hall, line);
}

void hall_free(Hall *hall)
{
    Game *game;
    Player *player;
    for (size_t at = 0; (player = catalog_next(&hall->players, &at));) {
        while (player->visitors)
            visitor_free(player->visitors);
        player_free(player);
    }
    for (size_t at = 0; (game = catalog_next(&hall->games, &at));) {
        agenda_set(&hall->agenda, &game->due, INT64_MAX);
        game_free(game);
    }
    catalog_clear(&hall->games);
    catalog_clear(&hall->players);
    loading_clear(hall);
    agenda_clear(&hall->agenda);
    listeners_clear(&hall->lobby_listeners);
    listeners_clear(&hall->live_listeners);
    lobby_free(hall->lobby);
    challenges_free(hall->challenges);
    bounds_free(hall->bounds);
    allowance_free(hall->allowance);
    ratings_free(hall->ratings);
    recents_free(hall->recents);
    text_clear(&hall->text);
    free(hall->helpmate);
    free(hall->touched);
    free(hall->notes);
    free(hall->watches);
    free(hall);
}

void hall_stop(Hall *hall)
{
    hall_read_clocks(hall);
    hall->newest = store_put_axis(hall->options.store, hall->now);
    store_flush(hall->options.store);
}

bool hall_is_durable(const Hall *hall)
{
    return hall->committed >= hall->newest;
}

void hall_count(const Hall *hall, MetricsNow *now)
{
    now->games = hall->games.count;
    now->games_live = hall->unfinished;
    now->seeks = lobby_count(hall->lobby);
    now->challenges = challenges_count(hall->challenges);
    now->searches_waiting = searchers_waiting(hall->options.searchers);
    now->backlog_bytes = store_backlog(hall->options.store);
}
