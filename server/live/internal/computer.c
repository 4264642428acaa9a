#include "computer.h"

#include "apply.h"
#include "external_engine.h"
#include "lag.h"
#include "pace.h"
#include "scope.h"
#include "tell.h"

#include <sodium.h>

#include <string.h>

enum {
    RETRY = 500, /* the game is frozen */
    ENGINE_STRENGTH =
        2500, /* for an engine without a rating, so that it resigns and agrees to draws */
};

/* The same for the same game, even after a restart, and not predictable by its opponent. */
static uint64_t seed_of(const Live *live, const Game *game)
{
    uint64_t seed;
    unsigned char hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, (const unsigned char *)game->id.text, GAME_ID_LENGTH,
                     store_secret(live->store));
    memcpy(&seed, hash, sizeof seed);
    return seed ^ (uint64_t)room_line(game->room)->plies * UINT64_C(0x9e3779b97f4a7c15);
}

_Static_assert(crypto_shorthash_KEYBYTES <= STORE_SECRET_SIZE, "the secret is a key");

/* Levels are names for some ratings; full strength alone has no rating. */
static int strength_of(const Person *computer)
{
    if (computer->kind == PERSON_ENGINE)
        return computer->rating > 0 ? computer->rating : ENGINE_STRENGTH;
    return computer->rating > 0 ? computer->rating : skill_rating(computer->level);
}

_Static_assert((int)COMPUTER_LEAST == (int)SKILL_RATING_MIN &&
                   (int)COMPUTER_MOST == (int)SKILL_RATING_MAX,
               "the engine can play as every computer that the lobby makes");

static void ask(Live *live, Game *game, Color seat)
{
    const TimeControl control = time_control_of(&room_clock(game->room)->control, seat);
    uint32_t made = room_clock(game->room)->moves[seat];
    const Line *line = room_line(game->room);
    int64_t remaining = clock_remaining(room_clock(game->room), seat, live->time->now);
    uint64_t seed = seed_of(live, game);
    int64_t delay = live->options.hurry ? 0 : pace_delay(&control, line->plies, remaining, seed);
    int64_t think = pace_think_max(&control, made, remaining);
    Thinking *thinking = game->thinking;
    thinking->asked = true;
    thinking->ready = false;
    thinking->turn = room_turn(game->room);
    thinking->play_at = live->time->now + delay;
    const Person *computer = &game->seat[seat];
    Search search = {.game = game->id,
                     .turn = thinking->turn,
                     .rating = strength_of(computer),
                     .seed = seed,
                     .by = uv_hrtime() + (uint64_t)think * 1000000};
    if (computer->kind == PERSON_ENGINE)
        external_engine_ask(live, computer, &search, line);
    else
        searchers_ask(live->options.searchers, &search, line);
    live->options.metrics->searches_total++;
}

static void command(Live *live, Game *game, Color seat, CommandKind kind, uint32_t offer)
{
    Command what = {.kind = kind, .offer = offer};
    if (kind == CMD_REMATCH)
        what.next = store_draw_game_id(live->store);
    apply_command(live, game, seat, &what, 0, NULL);
}

static bool has_room_for(const Live *live, const Person *person)
{
    Client newest = {0};
    return !clients_next(live->clients, person->id, SCOPES_NONE, &newest) ||
           live_computer_has_room(live, &newest);
}

/* Accepts draws when it would not win, takebacks in casual games, and rematches always. */
static void answer_offers(Live *live, Game *game, Color seat)
{
    Color other = color_other(seat);
    uint32_t draw = room_offer(game->room, other, EV_DRAW_OFFER);
    uint32_t takeback = room_offer(game->room, other, EV_TAKEBACK_OFFER);
    uint32_t rematch = room_offer(game->room, other, EV_REMATCH_OFFER);
    if (draw) {
        bool fair = skill_accepts_draw(&game->thinking->mood, room_line(game->room));
        command(live, game, seat, fair ? CMD_DRAW : CMD_REFUSE, draw);
    } else if (takeback) {
        bool casual = !room_setup(game->room).rated;
        command(live, game, seat, casual ? CMD_TAKEBACK : CMD_REFUSE, takeback);
    } else if (rematch) {
        bool room = has_room_for(live, &game->seat[other]);
        command(live, game, seat, room ? CMD_REMATCH : CMD_REFUSE, rematch);
    }
}

/* The move that was asked for is no longer wanted. */
static void forget(Live *live, Game *game)
{
    Thinking *thinking = game->thinking;
    if (thinking->asked && !thinking->ready)
        searchers_forget(live->options.searchers, &game->id);
    if (thinking->asked && !thinking->ready && live->options.engines)
        engines_forget(live->options.engines, &game->id);
    thinking->asked = thinking->ready = false;
}

void computer_look(Live *live, Game *game)
{
    Color seat;
    if (!game_computer(game, &seat) || games_is_frozen(live, game))
        return;
    answer_offers(live, game, seat);
    if (game_is_over(game)) {
        forget(live, game);
        return;
    }
    RoomHalt halt = room_halt(game->room);
    bool is_halted = halt == ROOM_STOPPED || halt == ROOM_ADJOURNED;
    bool is_turn = position_turn(&room_line(game->room)->now) == seat && !is_halted;
    bool is_asked = game->thinking->asked && game->thinking->turn == room_turn(game->room);
    if (!is_turn || !is_asked)
        forget(live, game);
    if (is_turn && !is_asked)
        ask(live, game, seat);
}

void live_answered(Live *live, const SearchAnswer *answer)
{
    Game *game = games_find(live, &answer->game);
    Color seat;
    if (!game)
        return;
    Thinking *thinking = game->thinking;
    live->options.metrics->searches_cut_total += answer->chosen.cut;
    if (!game_computer(game, &seat) || !thinking->asked || thinking->ready ||
        answer->turn != thinking->turn || answer->turn != room_turn(game->room))
        return;
    const Line *line = room_line(game->room);
    skill_remember(&thinking->mood, &answer->chosen);
    thinking->ready = true;
    thinking->move = answer->chosen.move;
    thinking->resigns = skill_resigns(&thinking->mood, line, strength_of(&game->seat[seat]));
    thinking->offers_draw = skill_offers_draw(&thinking->mood, line);
    games_touch(live, game);
}

void live_engine_trouble(Live *live, const GameId *id, const char *words, bool over)
{
    Color seat;
    Game *game = games_find(live, id);
    if (!game || !game_computer(game, &seat) || game_is_over(game))
        return;
    Chat chat = {.game = &game->id,
                 .from = &game->seat[seat],
                 .player = true,
                 .words = words,
                 .wall = live->time->wall};
    print_chat(&live->text, &chat);
    tell_listeners(live->clients, &live->text, &game->players, game->journal);
    if (over)
        apply_presence(live, game, seat, false);
    games_touch(live, game);
}

int64_t computer_due(const Game *game)
{
    const Thinking *thinking = game->thinking;
    return thinking && thinking->ready ? thinking->play_at : INT64_MAX;
}

static RoomError play(Live *live, Game *game, Color seat)
{
    const Thinking *thinking = game->thinking;
    if (thinking->resigns)
        return apply_command(live, game, seat, &(Command){.kind = CMD_RESIGN}, 0, NULL);
    Command move = {.kind = CMD_MOVE, .lag = LAG_COMPUTER};
    move.move.ply = room_line(game->room)->plies;
    move.move.turn = thinking->turn;
    move.move.move = thinking->move;
    move.move.draw = thinking->offers_draw;
    return apply_command(live, game, seat, &move, 0, NULL);
}

void computer_act(Live *live, Game *game)
{
    Thinking *thinking = game->thinking;
    Color seat;
    if (!game_computer(game, &seat) || !thinking->ready)
        return;
    if (thinking->turn != room_turn(game->room)) {
        thinking->asked = thinking->ready = false;
        return;
    }
    RoomError error = play(live, game, seat);
    if (error == ROOM_NOT_NOW || error == ROOM_TOO_FAST) {
        thinking->play_at = live->time->now + RETRY;
        return;
    }
    thinking->asked = thinking->ready = false;
    histogram_add(&live->options.metrics->late,
                  (double)(live->time->now - thinking->play_at) / 1000);
    if (error == ROOM_OK && thinking->offers_draw)
        skill_note_offer(&thinking->mood);
}
