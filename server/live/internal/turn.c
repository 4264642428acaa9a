/* What is done when: each game in which something has happened, or which is due, is looked at before the turn of the
 * loop ends. */
#include "apply.h"
#include "computer.h"
#include "conditional_replies.h"
#include "memory.h"
#include "stored_games.h"
#include "tell.h"

#include <stdlib.h>
#include <string.h>

enum {
    CLAIM_SOON = 10 * 60 * 1000, /* a claim further ahead is not shown */
    RESUME_LOOK = 60 * 1000,     /* how often the wall clock is looked at for an adjourned game */
};

/* ---- opening and closing ---- */

Live *live_new(const LiveOptions *options)
{
    Live *live = memory_new(sizeof *live);
    live->options = *options;
    if (live->options.keep_quiet == 0)
        live->options.keep_quiet = KEEP_QUIET;
    live->store = options->store;
    live->clients = options->clients;
    live->journal = options->journal;
    live->time = options->time;
    games_init(live, options->sip);
    stored_games_init(live, options->sip);
    text_init(&live->text);
    live->helpmate = memory_new(sizeof *live->helpmate);
    return live;
}

void live_free(Live *live)
{
    games_clear(live);
    stored_games_clear(live);
    listeners_clear(&live->best.listeners);
    listeners_clear(&live->best.late);
    text_clear(&live->text);
    free(live->helpmate);
    free(live);
}

/* ---- people come and go, games are called off ---- */

/* The person's seats in the games that they play: 'client' is NULL when they have left. */
static void set_presence(Live *live, const char *person, const Client *client)
{
    uint32_t count;
    GameId *games = live_games_of(live, person, &count); /* what comes of it may end one */
    for (uint32_t i = 0; i < count; i++) {
        Game *game = games_find(live, &games[i]);
        Color seat;
        if (!game || !game_seat_of(game, person, &seat))
            continue;
        if (client)
            games_count_computer(live, game, client);
        apply_presence(live, game, seat, client != NULL);
    }
    free(games);
}

void live_person_came(Live *live, const Client *client)
{
    set_presence(live, client->person.id, client);
}

void live_person_left(Live *live, const char *person)
{
    set_presence(live, person, NULL);
}

void live_person_cut_off(Live *live, const char *person, int64_t lost)
{
    uint32_t count;
    GameId *games = live_games_of(live, person, &count);
    for (uint32_t i = 0; i < count; i++) {
        Game *game = games_find(live, &games[i]);
        Color seat;
        if (!game || !game_seat_of(game, person, &seat))
            continue;
        if (!game->present[seat])
            game->cut_off_until[seat] = live->time->now + ROOM_PAUSE_MAX;
        apply_excuse(live, game, seat, lost);
    }
    free(games);
}

/* The turn has come to somebody who is cut off. */
static void wait_for_mover(Live *live, Game *game)
{
    Color turn = position_turn(&room_line(game->room)->now);
    if (game->cut_off_until[turn] > live->time->now)
        apply_excuse(live, game, turn, 0);
}

/* Whether the two seats are these players', or one of them is and the other one is the computer's. */
static bool are_players(const Game *game, const char *const *players, size_t count)
{
    bool has[2] = {false};
    for (size_t i = 0; i < count; i++) {
        Color seat;
        if (!game_seat_of(game, players[i], &seat))
            return false;
        has[seat] = true;
    }
    for (int seat = WHITE; seat <= BLACK; seat++)
        if (!has[seat] && game->seat[seat].kind == PERSON_HUMAN)
            return false;
    return true;
}

bool live_start_clocks(Live *live, const GameId *id, const char *const *players, size_t count,
                       uint64_t *number)
{
    Game *game = games_find(live, id);
    if (!game || game_is_over(game) || (players && !are_players(game, players, count)))
        return false;
    if (!games_is_frozen(live, game))
        apply_start_clocks(live, game);
    *number = game->journal;
    return true;
}

void live_call_off(Live *live, const GameId *id)
{
    Game *game = games_find(live, id);
    if (game)
        apply_call_off(live, game);
}

bool live_offers_rematch(const Live *live, const GameId *id, uint32_t offer)
{
    const Game *game = games_find(live, id);
    return game && offer &&
           (room_offer(game->room, WHITE, EV_REMATCH_OFFER) == offer ||
            room_offer(game->room, BLACK, EV_REMATCH_OFFER) == offer);
}

bool live_has(const Live *live, const GameId *id)
{
    return games_find(live, id) != NULL;
}

bool live_arbitrate(Live *live, const GameId *id, const ArbiterAct *act, RoomError *error,
                    uint64_t *number)
{
    Game *game = games_find(live, id);
    if (!game)
        return false;
    *error = games_is_frozen(live, game) ? ROOM_NOT_NOW : apply_arbiter(live, game, act);
    *number = game->journal;
    return true;
}

void live_keep_awake(Live *live, const GameId *id, bool awake)
{
    Game *game = games_find(live, id);
    if (game)
        game->awake = awake;
}

/* ---- who is present ---- */

/* Accounts, each once; guests are only counted. */
static void add_account(Person *accounts, uint32_t *count, const Client *client)
{
    if (client->person.guest)
        return;
    for (uint32_t i = 0; i < *count; i++)
        if (person_is(&accounts[i], &client->person))
            return;
    accounts[(*count)++] = client->person;
}

/* When the player who is present can claim the game, if the other is not: unless the flag falls
 * first, or it is days away. */
static int64_t claim_in(const Live *live, const Game *game)
{
    if (game->present[WHITE] == game->present[BLACK])
        return -1;
    int64_t at = room_claim_at(game->room, game->present[WHITE] ? WHITE : BLACK);
    if (at > room_deadline(game->room) || at > live->time->now + CLAIM_SOON)
        return -1;
    return at > live->time->now ? at - live->time->now : 0;
}

static void tell_crowd(Live *live, Game *game)
{
    Person accounts[CROWD_SHOWN];
    Client client;
    game->crowd_at = INT64_MAX;
    CrowdView crowd = {.present = {game->present[WHITE], game->present[BLACK]},
                       .watchers = game->watchers.count,
                       .claim_in = claim_in(live, game)};
    for (uint32_t i = 0; i < game->watchers.count && crowd.names_count < CROWD_SHOWN; i++)
        if (clients_find(live->clients, game->watchers.at[i], &client))
            add_account(accounts, &crowd.names_count, &client);
    for (uint32_t i = 0; i < crowd.names_count; i++)
        crowd.names[i] = accounts[i].name;
    print_crowd(&live->text, &game->id, &crowd);
    games_tell(live, game, 0);
}

/* ---- what is due ---- */

/* Whether it may leave memory: it is over and on disk, and nobody listens any more, or nobody has
 * asked for it for long enough. */
static bool can_drop(const Live *live, const Game *game)
{
    if (game->drop_at == INT64_MAX || !journal_has(live->journal, game->journal))
        return false;
    bool is_heard = game->players.count + game->watchers.count > 0;
    return live->time->now >= (is_heard ? game->drop_at + KEEP_HEARD : game->drop_at);
}

/* When an adjourned game goes on; the wall clock may be set meanwhile, so it is looked at again then. */
static int64_t resume_due(const Live *live, const Game *game)
{
    int64_t until = room_resumes_at(game->room);
    if (room_halt(game->room) != ROOM_ADJOURNED || until == 0)
        return INT64_MAX;
    int64_t wait = until - live->time->wall;
    return live->time->now + (wait < 0 ? 0 : wait < RESUME_LOOK ? wait : RESUME_LOOK);
}

static bool is_resumed_now(const Live *live, const Game *game)
{
    return room_halt(game->room) == ROOM_ADJOURNED && room_resumes_at(game->room) != 0 &&
           room_resumes_at(game->room) <= live->time->wall;
}

/* Of the room and of its computer; neither acts while the disk holds the game up, nor while the flag of the player to move may have
 * fallen. */
static int64_t next_event(const Live *live, const Game *game)
{
    if (games_is_frozen(live, game))
        return live->time->now + FROZEN_RETRY;
    if (games_flag_is_uncertain(live, game))
        return live->time->now + UNHEARD_RETRY;
    int64_t deadline = room_deadline(game->room), play = computer_due(game);
    int64_t resume = resume_due(live, game);
    deadline = resume < deadline ? resume : deadline;
    return play < deadline ? play : deadline;
}

static int64_t due_of(const Live *live, const Game *game)
{
    int64_t now = live->time->now;
    int64_t at = next_event(live, game);
    if (game->crowd_at < at)
        at = game->crowd_at;
    if (game->sleep_at != INT64_MAX) {
        int64_t again = game->sleep_at > now ? game->sleep_at : now + FROZEN_RETRY;
        at = again < at ? again : at;
    }
    if (game->drop_at != INT64_MAX) {
        int64_t again = game->drop_at > now ? game->drop_at : now + KEEP_LOADED;
        at = again < at ? again : at;
    }
    return at;
}

/* The game is due: everything that is, in the order in which it matters. */
static void serve(Live *live, Game *game)
{
    int64_t now = live->time->now;
    if (room_deadline(game->room) <= now)
        apply_tick(live, game);
    if (is_resumed_now(live, game) && !games_is_frozen(live, game))
        apply_arbiter(live, game, &(ArbiterAct){.kind = ARBITER_RESUME});
    if (computer_due(game) <= now && !games_is_frozen(live, game))
        computer_act(live, game);
    if (game->crowd_at <= now)
        tell_crowd(live, game);
    if (can_drop(live, game) && !game->touched)
        games_drop(live, game);
    else if (!stored_games_put(live, game))
        games_touch(live, game);
}

static void settle(Live *live, Game *game)
{
    game->touched = false;
    wait_for_mover(live, game);
    computer_look(live, game);
    conditional_replies_look(live, game);
    bool running = room_clock(game->room)->running && !game_is_over(game);
    live->running += (size_t)running - (size_t)game->running;
    game->running = running;
    ranking_look(&live->ranking, live->clients, game);
    stored_games_consider(live, game);
    timer_heap_set(&live->timers, &game->due, due_of(live, game));
}

/* Looking at a game may touch it, or another, again. */
static void settle_touched(Live *live)
{
    for (size_t i = 0; i < live->touched_count; i++) {
        Game *game = games_find(live, &live->touched[i]);
        if (game)
            settle(live, game);
    }
    live->touched_count = 0;
}

int64_t live_due(const Live *live)
{
    return live->touched_count ? live->time->now : timer_heap_next(&live->timers);
}

void live_tick(Live *live)
{
    Timer *due;
    settle_touched(live); /* what came in may have made something due */
    while ((due = timer_heap_first(&live->timers)) && due->at <= live->time->now) {
        Game *game = (Game *)((char *)due - offsetof(Game, due));
        timer_heap_set(&live->timers, due, INT64_MAX);
        serve(live, game);
    }
}

int64_t live_end_due(const Live *live)
{
    if (live->touched_count || live->happened)
        return live->time->now;
    return live->running > 0 ? live->heartbeat_at : INT64_MAX;
}

/* The axis goes to disk with every event and every new game, so that it is never behind one, and otherwise once a
 * second while a clock runs: a crash refunds no more than that. */
void live_end_tick(Live *live)
{
    settle_touched(live);
    bool beat = live->running > 0 && live->time->now >= live->heartbeat_at;
    if (!beat && !live->happened)
        return;
    journal_note(live->journal, store_put_axis(live->store, live->time->now));
    live->happened = false;
    live->heartbeat_at = live->time->now + HEARTBEAT;
}
