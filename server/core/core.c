#include "inside_core.h"

#include "apply.h"
#include "base62.h"
#include "challenging.h"
#include "computer.h"
#include "live_games.h"
#include "loading.h"
#include "memory.h"
#include "presence.h"
#include "rated.h"
#include "revive.h"
#include "seeking.h"
#include "sleeping.h"
#include "tell.h"
#include "wall_clock.h"

#include <sodium.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the parts share (inside_core.h) ---- */

void core_read_clocks(Core *core)
{
    uint64_t loop_now = uv_now(core->options.loop);
    if (loop_now == core->loop_now && core->wall)
        return;
    /* While requests are refused because of the disk, no clock runs. */
    if (core->wall && (core->failing || store_is_behind(core->options.store)))
        core->loop_base += loop_now - core->loop_now;
    core->loop_now = loop_now;
    core->now = core->axis_base + (int64_t)(loop_now - core->loop_base);
    core->wall = wall_clock();
}

Game *core_game(const Core *core, const GameId *id)
{
    return hash_table_find(&core->games, id->text);
}

void core_touch(Core *core, Game *game)
{
    if (game->touched)
        return;
    game->touched = true;
    if (core->touched_count == core->touched_size) {
        core->touched_size = core->touched_size ? 2 * core->touched_size : 64;
        core->touched = memory_resize(core->touched, core->touched_size, sizeof *core->touched);
    }
    core->touched[core->touched_count++] = game->id;
}

bool core_is_frozen(const Core *core, const Game *game)
{
    return core->failing && game->journal > core->committed;
}

bool core_has_room_for(const Core *core, const Person *person)
{
    const Player *player = player_find(&core->players, person->id);
    return !player || player->games_count < UNFINISHED_MAX;
}

void core_add_game(Core *core, Game *game)
{
    hash_table_put(&core->games, game);
    core->unfinished += !game_is_over(game);
}

void core_drop_game(Core *core, Game *game)
{
    const Listeners *lists[] = {&game->players, &game->watchers};
    for (int i = 0; i < 2; i++)
        for (uint32_t k = 0; k < lists[i]->count; k++) {
            Visitor *visitor = session_owner(core->options.sessions, lists[i]->at[k]);
            if (visitor)
                visitor_remove_game(visitor, &game->id);
        }
    core->running -= game->running;
    core->unfinished -= !game_is_over(game);
    computer_uncount(core, game);
    timer_heap_set(&core->timers, &game->due, INT64_MAX);
    hash_table_remove(&core->games, game);
    game_free(game);
}

static void grow_notes(Core *core)
{
    size_t size = core->notes_size ? 2 * core->notes_size : 64;
    Note *notes = memory_array(size, sizeof *notes);
    for (size_t i = 0; i < core->notes_count; i++)
        notes[i] = core->notes[(core->notes_head + i) % core->notes_size];
    free(core->notes);
    core->notes = notes;
    core->notes_size = size;
    core->notes_head = 0;
}

void core_note(Core *core, Game *game, uint64_t number, uint32_t seq)
{
    if (core->notes_count == core->notes_size)
        grow_notes(core);
    core->notes[(core->notes_head + core->notes_count++) % core->notes_size] =
        (Note){.number = number, .game = game->id, .seq = seq};
    game->journal = core->newest = number;
}

void core_listen(Core *core, Game *game, Visitor *visitor)
{
    Color seat;
    /* Who may not play is a spectator of their own games, and does not hear the players' room. */
    bool is_player =
        game_seat_of(game, visitor->player->person.id, &seat) && visitor_may(visitor, SCOPES_PLAY);
    if (!listeners_add(is_player ? &game->players : &game->watchers, visitor->session))
        return;
    visitor_add_game(visitor, &game->id);
    if (is_player)
        computer_count(core, game, visitor);
    else
        core_crowd_changed(core, game);
}

void core_crowd_changed(Core *core, Game *game)
{
    if (game->crowd_at == INT64_MAX)
        game->crowd_at = core->now + CROWD_AFTER;
    core_touch(core, game);
}

uint64_t core_chance(void)
{
    uint64_t chance;
    randombytes_buf(&chance, sizeof chance);
    return chance;
}

LobbyId core_draw_id(void)
{
    LobbyId id;
    base62_draw(id.text, LOBBY_ID_LENGTH);
    return id;
}

/* ---- what is due ---- */

/* Whether it may leave memory: over, on disk, and nobody listens any more or has for long enough. */
static bool can_drop(const Core *core, const Game *game)
{
    if (game->drop_at == INT64_MAX || game->journal > core->committed)
        return false;
    bool is_heard = game->players.count + game->watchers.count > 0;
    return core->now >= (is_heard ? game->drop_at + KEEP_HEARD : game->drop_at);
}

static int64_t due_of(const Core *core, const Game *game)
{
    int64_t at = core_is_frozen(core, game) ? core->now + FROZEN_RETRY : room_deadline(game->room);
    if (game->crowd_at < at)
        at = game->crowd_at;
    if (computer_due(game) < at)
        at = computer_due(game);
    if (game->sleep_at != INT64_MAX) {
        int64_t again = game->sleep_at > core->now ? game->sleep_at : core->now + FROZEN_RETRY;
        at = again < at ? again : at;
    }
    if (game->drop_at != INT64_MAX) {
        int64_t again = game->drop_at > core->now ? game->drop_at : core->now + KEEP_LOADED;
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
static int64_t claim_in(const Core *core, const Game *game)
{
    if (game->present[WHITE] == game->present[BLACK])
        return -1;
    int64_t at = room_claim_at(game->room, game->present[WHITE] ? WHITE : BLACK);
    if (at > room_deadline(game->room) || at > core->now + CLAIM_SOON)
        return -1;
    return at > core->now ? at - core->now : 0;
}

static void tell_crowd(Core *core, Game *game)
{
    game->crowd_at = INT64_MAX;
    CrowdView crowd = {.present = {game->present[WHITE], game->present[BLACK]},
                       .watchers = game->watchers.count,
                       .claim_in = claim_in(core, game)};
    for (uint32_t i = 0; i < game->watchers.count && crowd.names_count < CROWD_SHOWN; i++)
        add_name(&crowd, session_owner(core->options.sessions, game->watchers.at[i]));
    print_crowd(&core->text, &game->id, &crowd);
    tell_game(core, game, 0);
}

/* The game is due: everything that is, in the order in which it matters. */
static void serve(Core *core, Game *game)
{
    if (room_deadline(game->room) <= core->now)
        apply_tick(core, game);
    if (computer_due(game) <= core->now && !core_is_frozen(core, game))
        computer_act(core, game);
    if (game->crowd_at <= core->now)
        tell_crowd(core, game);
    if (can_drop(core, game) && !game->touched)
        core_drop_game(core, game);
    else if (!sleeping_put(core, game))
        core_touch(core, game);
}

static void settle(Core *core, Game *game)
{
    game->touched = false;
    computer_look(core, game);
    bool running = room_clock(game->room)->running && !game_is_over(game);
    core->running += (size_t)running - (size_t)game->running;
    game->running = running;
    sleeping_consider(core, game);
    timer_heap_set(&core->timers, &game->due, due_of(core, game));
}

static int64_t touched_due(const Core *core)
{
    return core->touched_count ? core->now : INT64_MAX;
}

/* Looking at a game may touch it, or another, again. */
static void settle_touched(Core *core)
{
    for (size_t i = 0; i < core->touched_count; i++) {
        Game *game = core_game(core, &core->touched[i]);
        if (game)
            settle(core, game);
    }
    core->touched_count = 0;
}

static int64_t games_due(const Core *core)
{
    return timer_heap_next(&core->timers);
}

static void serve_due(Core *core)
{
    Timer *due;
    while ((due = timer_heap_first(&core->timers)) && due->at <= core->now) {
        Game *game = (Game *)((char *)due - offsetof(Game, due));
        timer_heap_set(&core->timers, due, INT64_MAX);
        serve(core, game);
    }
}

/* The axis goes to disk with every event, so that it never is behind one, and else once a second while a
 * clock runs: a crash gives back no more than that. */
static int64_t beat_due(const Core *core)
{
    if (core->happened)
        return core->now;
    return core->running > 0 ? core->heartbeat_at : INT64_MAX;
}

static void beat(Core *core)
{
    core->newest = store_put_axis(core->options.store, core->now);
    core->happened = false;
    core->heartbeat_at = core->now + HEARTBEAT;
}

/* One batch at a time is timed: the next begins when it is durable. */
static void flush(Core *core)
{
    if (core->timed_number <= core->committed && core->newest > core->committed) {
        core->timed_number = core->newest;
        core->timed_at = uv_hrtime();
    }
    store_flush(core->options.store);
    sessions_flush(core->options.sessions);
}

/* What is due when, and what is done then: in this order at the end of each turn. 'due' is an instant of core->now
 * (ms), INT64_MAX for never. */
static const struct {
    int64_t (*due)(const Core *core);
    void (*tick)(Core *core);
} DUTIES[] = {
    {touched_due, settle_touched}, /* what came in may have made something due */
    {games_due, serve_due},
    {seeking_due, seeking_tick},
    {live_games_due, live_games_tick},
    {challenging_due, challenging_tick},
    {sleeping_due, sleeping_tick},
    {touched_due, settle_touched},
    {beat_due, beat},
};

enum { DUTY_COUNT = sizeof DUTIES / sizeof *DUTIES };

void core_turn(Core *core)
{
    core_read_clocks(core);
    for (int i = 0; i < DUTY_COUNT; i++)
        if (DUTIES[i].due(core) <= core->now)
            DUTIES[i].tick(core);
    flush(core);
}

int64_t core_wait(Core *core)
{
    int64_t at = INT64_MAX;
    for (int i = 0; i < DUTY_COUNT; i++) {
        int64_t due = DUTIES[i].due(core);
        at = due < at ? due : at;
    }
    if (at == INT64_MAX)
        return -1;
    return at > core->now ? at - core->now : 0;
}

/* ---- from the store and the searchers ---- */

void core_committed(Core *core, uint64_t number)
{
    core_read_clocks(core);
    core->committed = number;
    if (core->timed_number && core->timed_number <= number) {
        histogram_add(&core->options.metrics->commit, (double)(uv_hrtime() - core->timed_at) / 1e9);
        core->timed_number = 0;
    }
    while (core->notes_count && core->notes[core->notes_head].number <= number) {
        Note note = core->notes[core->notes_head];
        core->notes_head = (core->notes_head + 1) % core->notes_size;
        core->notes_count--;
        Game *game = core_game(core, &note.game);
        if (!game || note.seq == 0)
            continue;
        room_durable(game->room, note.seq, core->now);
        core_touch(core, game);
    }
    sessions_committed(core->options.sessions, number);
}

void core_failing(Core *core, bool failing)
{
    core_read_clocks(core); /* what has passed until now passed as it was */
    if (failing)
        core->options.metrics->commit_failures_total++;
    core->failing = failing;
    sessions_let_overtake(core->options.sessions, failing);
}

bool core_is_failing(const Core *core)
{
    return core->failing;
}

void core_answered(Core *core, const SearchAnswer *answer)
{
    core_read_clocks(core);
    Game *game = core_game(core, &answer->game);
    if (game)
        computer_answered(core, game, answer);
}

/* ---- opening and closing ---- */

Core *core_new(const CoreOptions *options)
{
    Core *core = memory_new(sizeof *core);
    core->options = *options;
    if (core->options.keep_quiet == 0)
        core->options.keep_quiet = KEEP_QUIET;
    core->axis_base = store_axis(options->store);
    core->loop_base = uv_now(options->loop);
    core_read_clocks(core);
    randombytes_buf(core->sip.bytes, sizeof core->sip.bytes);
    hash_table_init(&core->games, offsetof(Game, id), &core->sip);
    players_init(&core->players, &core->sip);
    loading_init(core);
    timer_heap_init(&core->timers);
    core->bounds = bounds_new(options->limits, options->bounds, &core->sip);
    core->lobby = lobby_new(&core->sip);
    lobby_set_meet(core->lobby, presence_may_meet, core);
    lobby_set_bounds(core->lobby, core->bounds);
    core->challenges = challenges_new(&core->sip, core->bounds);
    core->ratings = ratings_new(&core->sip);
    core->recents = recents_new();
    core->limiter = rate_limiter_new(options->limits, core_chance());
    if (options->rules)
        rate_limiter_set_rules(core->limiter, options->rules);
    text_init(&core->text);
    core->helpmate = memory_new(sizeof *core->helpmate);
    return core;
}

bool core_load(Core *core, char *line)
{
    return rated_load(core, line) && revive_all(core, line);
}

void core_free(Core *core)
{
    Game *game;
    Player *player;
    for (size_t at = 0; (player = hash_table_next(&core->players, &at));) {
        while (player->visitors)
            visitor_free(player->visitors);
        player_free(player);
    }
    for (size_t at = 0; (game = hash_table_next(&core->games, &at));) {
        timer_heap_set(&core->timers, &game->due, INT64_MAX);
        game_free(game);
    }
    hash_table_clear(&core->games);
    hash_table_clear(&core->players);
    loading_clear(core);
    timer_heap_clear(&core->timers);
    listeners_clear(&core->lobby_listeners);
    listeners_clear(&core->live_listeners);
    lobby_free(core->lobby);
    challenges_free(core->challenges);
    bounds_free(core->bounds);
    rate_limiter_free(core->limiter);
    ratings_free(core->ratings);
    recents_free(core->recents);
    text_clear(&core->text);
    free(core->helpmate);
    free(core->touched);
    free(core->notes);
    free(core->watches);
    free(core);
}

void core_stop(Core *core)
{
    core_read_clocks(core);
    core->newest = store_put_axis(core->options.store, core->now);
    store_flush(core->options.store);
}

bool core_is_durable(const Core *core)
{
    return core->committed >= core->newest;
}

void core_count(const Core *core, MetricsNow *now)
{
    now->games = core->games.count;
    now->games_live = core->unfinished;
    now->seeks = lobby_count(core->lobby);
    now->challenges = challenges_count(core->challenges);
    now->searches_waiting = searchers_waiting(core->options.searchers);
    now->backlog_bytes = store_backlog(core->options.store);
}
