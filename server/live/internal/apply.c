#include "apply.h"

#include "conditional_moves.h"
#include "log.h"
#include "memory.h"
#include "start_game.h"
#include "tell.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static_assert((int)ROOM_EVENTS_MAX <= (int)STORE_EVENTS_MAX, "all events of a game can be stored");

/* ---- out of a room ---- */

static void journal(Live *live, Game *game, const Event *event)
{
    unsigned char bytes[EVENT_PACKED_MAX];
    size_t size = event_pack(event, bytes);
    game_note(game, event);
    uint64_t number = store_put_event(live->store, &game->id, event->seq, bytes, size);
    if (event->kind == EV_END)
        store_put_end(live->store, &game->id, event, live->time->wall);
    games_note(live, game, number, event->seq);
    live->happened = true;
}

/* Measures the lag of the side to move as its turn begins, since it will not be charged for it. */
static void ping_mover(Live *live, const Game *game)
{
    Color turn = position_turn(&room_line(game->room)->now), seat;
    Client client;
    for (uint32_t i = 0; i < game->players.count; i++)
        if (clients_find(live->clients, game->players.at[i], &client) &&
            game_seat_of(game, client.person.id, &seat) && seat == turn)
            clients_ping(live->clients, client.session);
}

static void tell(Live *live, Game *game, const Event *event)
{
    const GameSetup setup = room_setup(game->room);
    print_event(&live->text, &game->id, &setup, event);
    games_tell(live, game, game->journal);
    if (event->kind != EV_MOVE)
        return;
    live->options.metrics->moves_total++;
    /* Material and turn decide how long the game waits for a player who has left. */
    if (game->present[WHITE] != game->present[BLACK])
        games_crowd_changed(live, game);
    if (room_clock(game->room)->running)
        ping_mover(live, game);
}

/* To the journal, then to the listeners; in between, the request that caused it is answered by ok. */
static void publish(Live *live, Game *game, const Events *events, SessionId session,
                    const Request *request)
{
    for (int i = 0; i < events->count; i++)
        journal(live, game, &events->at[i]);
    /* The ok for a move that is sent again reveals something of the game, too, so it waits for the
     * game's newest batch. */
    if (request)
        tell_ok(live->clients, session, request, NULL, game->journal);
    for (int i = 0; i < events->count; i++)
        tell(live, game, &events->at[i]);
    if (events->count)
        games_touch(live, game);
}

/* ---- what events cause outside their room ---- */

/* A game that is being counted. */
typedef struct {
    Live *live;
    GameId game;
    Category category;
} Counted;

static void tell_rated(Live *live, Game *game, Category category, const RatedResult *rated)
{
    print_rated(&live->text,
                &(RatedNews){.game = &game->id, .category = category, .rated = *rated});
    games_tell(live, game, game->journal);
}

static void on_counted(void *context, const AccountsAnswer *answer)
{
    Counted *counted = context;
    Live *live = counted->live;
    FarmingVerdict verdict = answer->rated.verdict;
    Game *game = answer->error == ACCOUNTS_OK ? games_find(live, &counted->game) : NULL;
    journal_note(live->journal, answer->number);
    if (game && answer->number)
        games_note(live, game, answer->number, game->count);
    if (game && verdict != FARMING_NOT_PLAYED && verdict != FARMING_NO_ACCOUNT)
        tell_rated(live, game, counted->category, &answer->rated);
    free(counted);
}

static GameResult result_of(const Live *live, const Game *game, Category category, const Event *end)
{
    const Line *line = room_line(game->room);
    GameResult result = {
        .game = game->id,
        .category = category,
        .status = end->end.status,
        .winner = end->end.winner,
        .plies = line->plies,
        .lasted = end->at,
        .related = clients_share_address(live->clients, game->seat[WHITE].id, game->seat[BLACK].id),
    };
    for (Color seat = WHITE; seat <= BLACK; seat++)
        memcpy(result.player[seat], game->seat[seat].id, sizeof result.player[seat]);
    for (uint32_t ply = 0; ply < line->plies && ply < FARMING_OPENING; ply++)
        result.moves[ply] = line->moves[ply];
    return result;
}

/* Asked once, as the game ends; a game that is read back from the store does not end again. */
static void count(Live *live, const Game *game, const Event *end)
{
    const GameSetup setup = room_setup(game->room);
    Category category = category_of(&setup.control, setup.variant);
    if (!setup.rated || category == CATEGORY_COUNT)
        return;
    GameResult result = result_of(live, game, category, end);
    Counted *counted = memory_new(sizeof *counted);
    *counted = (Counted){live, game->id, category};
    accounts_count_game(live->options.accounts, &result, live->time->wall, on_counted, counted);
}

/* It is over: it may leave memory in a while, and is no longer among its players' unfinished
 * games. */
static void end(Live *live, Game *game, const Event *event)
{
    const LiveHooks *hooks = &live->options.hooks;
    Status status = event->end.status;
    GameNews news = games_news(live, game);
    count(live, game, event);
    hooks->news(hooks->context, &news);
    if (status == STATUS_ABORTED || status == STATUS_NOSTART)
        hooks->aborted(hooks->context, &game->seat[WHITE], &game->seat[BLACK]);
    live->options.metrics->games_ended_total++;
    log_debug("game %s has ended: %s", game->id.text, status_word(status));
    live->unfinished--;
    games_uncount_computer(live, game);
    game->drop_at = live->time->now + KEEP_FINISHED;
    for (Color seat = WHITE; seat <= BLACK; seat++)
        games_remove_player(live, game->seat[seat].id, &game->id);
}

static void tell_rematch(Live *live, const Game *game, const Event *offer)
{
    const LiveHooks *hooks = &live->options.hooks;
    RematchNews news = {
        .game = games_news(live, game), .by = offer->by, .offer = offer->seq, .next = game->next};
    hooks->rematch(hooks->context, &news);
}

static void tell_turn(const Live *live, const Game *game, bool goes_on)
{
    const LiveHooks *hooks = &live->options.hooks;
    Color turn = position_turn(&room_line(game->room)->now);
    if (game_is_over(game))
        return;
    GameNews news = games_news(live, game);
    news.turn_goes_on = goes_on;
    hooks->turn(hooks->context, &news, turn);
}

/* Whether the event changes until when a turn lasts, and not whose it is. */
static bool changes_time(EventKind kind)
{
    return kind == EV_MORETIME || kind == EV_ADJUSTED || kind == EV_BERSERK || kind == EV_PAUSED ||
           kind == EV_RESUMED || kind == EV_STOPPED || kind == EV_SEALED;
}

static void follow(Live *live, Game *game, const Events *events)
{
    const LiveHooks *hooks = &live->options.hooks;
    for (int i = 0; i < events->count; i++) {
        const Event *event = &events->at[i];
        conditional_moves_follow(live, game, event);
        if (event->kind == EV_MOVE || event->kind == EV_TAKEBACK)
            tell_turn(live, game, false);
        else if (changes_time(event->kind))
            tell_turn(live, game, true);
        else if (event->kind == EV_END)
            end(live, game, event);
        else if (event->kind == EV_REMATCH_OFFER)
            tell_rematch(live, game, event);
        else if (event->kind == EV_REMATCH)
            start_rematch(live, game, &event->next);
        hooks->moved(hooks->context, &game->id, room_line(game->room)->plies, game_is_over(game));
    }
}

static void publish_and_follow(Live *live, Game *game, const Events *events)
{
    publish(live, game, events, 0, NULL);
    follow(live, game, events);
}

/* ---- into a room ---- */

/* Each of these lends the room this part's memory to search in. */
static Room *room_of(Live *live, Game *game)
{
    room_lend(game->room, live->helpmate);
    return game->room;
}

/* A flag falls when it does, however late that is noticed. While that is uncertain the game's time stops before it: what the
 * opponent asks for meanwhile is done as if they had asked then. */
static int64_t time_of(const Live *live, const Game *game)
{
    if (!games_flag_is_due(live, game))
        return live->time->now;
    return room_deadline(game->room) - (games_flag_is_uncertain(live, game) ? 1 : 0);
}

RoomError apply_command(Live *live, Game *game, Color seat, const Command *command,
                        SessionId session, const Request *request)
{
    Events events = {0};
    int64_t now = time_of(live, game);
    RoomError error = room_apply(room_of(live, game), seat, command, now, &events);
    if (error == ROOM_FULL && game_grow(game))
        error = room_apply(game->room, seat, command, now, &events);
    if (error == ROOM_OK) {
        publish(live, game, &events, session, request);
        follow(live, game, &events);
    } else if (request) {
        const char *why = error == ROOM_FULL ? "the game is too long" : room_error_text(error);
        Code code = error == ROOM_FULL ? CODE_NOT_NOW : code_of_room(error);
        /* It reveals the state of the game, so it is not sent before that is durable. */
        tell_error(live->clients, session, request, code, why, game->journal);
    }
    return error;
}

void apply_tick(Live *live, Game *game)
{
    Events events = {0};
    if (games_is_frozen(live, game))
        return;
    if (games_flag_is_uncertain(live, game)) {
        Color turn = position_turn(&room_line(game->room)->now);
        clients_ping_person(live->clients, game->seat[turn].id);
        return;
    }
    room_tick(room_of(live, game), time_of(live, game), &events);
    publish_and_follow(live, game, &events);
}

RoomError apply_arbiter(Live *live, Game *game, const ArbiterAct *act)
{
    Events events = {0};
    int64_t now = time_of(live, game);
    RoomError error = room_arbitrate(room_of(live, game), act, now, &events);
    if (error == ROOM_FULL && game_grow(game))
        error = room_arbitrate(room_of(live, game), act, now, &events);
    publish_and_follow(live, game, &events);
    return error;
}

void apply_start_clocks(Live *live, Game *game)
{
    Events events = {0};
    room_start_clocks(room_of(live, game), time_of(live, game), &events);
    publish_and_follow(live, game, &events);
}

void apply_call_off(Live *live, Game *game)
{
    Events events = {0};
    room_call_off(game->room, live->time->now, &events);
    publish_and_follow(live, game, &events);
}

void apply_presence(Live *live, Game *game, Color seat, bool present)
{
    Events events = {0};
    if (game->present[seat] == present)
        return;
    game->present[seat] = present;
    game->cut_off_until[seat] = 0;
    room_presence(game->room, seat, present, live->time->now, &events);
    games_crowd_changed(live, game);
    publish_and_follow(live, game, &events);
}

void apply_excuse(Live *live, Game *game, Color seat, int64_t lost)
{
    Events events = {0};
    if (games_is_frozen(live, game))
        return;
    room_excuse(room_of(live, game), seat, lost, live->time->now, &events);
    publish_and_follow(live, game, &events);
}

void apply_restart(Live *live, Game *game)
{
    Events events = {0};
    room_restart(room_of(live, game), live->time->now, &events);
    publish_and_follow(live, game, &events);
}
