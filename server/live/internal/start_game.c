#include "start_game.h"

#include "arranged_games.h"
#include "fen.h"
#include "log.h"
#include "scope.h"
#include "tell.h"

#include <sodium.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

int32_t live_first_move(const TimeControl *control, Variant variant)
{
    if (!control->timed)
        return FIRST_MOVE_PATIENT;
    return time_control_first_move(control, variant == VARIANT_CHESS960);
}

static void draw_start(const NewGame *asked, Position *start)
{
    if (asked->start)
        *start = *asked->start;
    else if (asked->variant == VARIANT_CHESS960)
        position_start960(start, (int)randombytes_uniform(CHESS960_POSITIONS));
    else
        position_start(start);
}

static void put_player(Live *live, const Person *person, StoreSeat *seat)
{
    static const StoreSeatKind KINDS[] = {
        [PERSON_HUMAN] = STORE_SEAT_HUMAN,
        [PERSON_LEVEL] = STORE_SEAT_LEVEL,
        [PERSON_ENGINE] = STORE_SEAT_ENGINE,
    };
    *seat = (StoreSeat){
        .kind = KINDS[person->kind],
        .rating = person->rating,
        .level = person->level,
        .step = person->step,
    };
    if (person->kind == PERSON_ENGINE)
        snprintf(seat->engine, sizeof seat->engine, "%.*s", ENGINE_NAME_MAX, person->name);
    if (person->kind != PERSON_HUMAN)
        return;
    StorePlayer player = {
        .guest = person->guest, .balance = person->balance, .made = live->time->wall};
    memcpy(seat->player, person->id, sizeof person->id);
    memcpy(player.id, person->id, sizeof person->id);
    memcpy(player.name, person->name, sizeof person->name);
    store_put_player(live->store, &player);
}

_Static_assert((int)STORE_PLAYER_ID_MAX == (int)PERSON_ID_MAX &&
                   (int)STORE_NAME_MAX == (int)PERSON_NAME_MAX &&
                   (int)STORE_ENGINE_MAX == (int)ENGINE_NAME_MAX &&
                   (int)STORE_STEP_MAX == (int)ENGINE_STEP_MAX &&
                   (int)ENGINE_RATING_LEAST > (int)STORE_STEP_MAX,
               "the store keeps what a person is called");

static uint64_t put_game(Live *live, const GameId *id, const Person seat[2], const GameSetup *setup,
                         bool again)
{
    StoreGame game = {
        .id = *id,
        .variant = (int32_t)setup->variant,
        .control = setup->control,
        .rated = setup->rated,
        .again = again,
        .first_move = setup->first_move,
        .rules = setup->rules,
        .created = setup->created,
        .made = live->time->wall,
    };
    put_player(live, &seat[WHITE], &game.seat[WHITE]);
    put_player(live, &seat[BLACK], &game.seat[BLACK]);
    if (setup->variant != VARIANT_STANDARD)
        fen_print(&setup->start, game.fen);
    return store_put_game(live->store, &game);
}

_Static_assert((int)STORE_FEN_MAX + 1 >= (int)FEN_MAX, "every FEN can be stored");

static void seat_player(Live *live, Game *game, Color seat)
{
    bool present = true;
    if (game->seat[seat].kind == PERSON_HUMAN) {
        const Person *person = &game->seat[seat];
        Client client = {0};
        games_add_player(live, person, &game->id);
        while (clients_next(live->clients, person->id, SCOPES_PLAY, &client))
            games_listen(live, game, &client);
        present = clients_can_play(live->clients, person->id);
    }
    Events none = {0};
    game->present[seat] = present;
    room_presence(game->room, seat, present, live->time->now, &none);
    assert(none.count == 0); /* nothing can be paused yet */
}

static bool can_be_rated(const Person seat[2])
{
    for (Color color = WHITE; color <= BLACK; color++)
        if (seat[color].guest || seat[color].kind != PERSON_HUMAN)
            return false;
    return true;
}

static GameSetup setup_of(const Live *live, const NewGame *asked, const Person seat[2])
{
    GameSetup setup = {
        .variant = asked->variant,
        .control = asked->control,
        .rated = asked->rated && !live->options.casual && can_be_rated(seat),
        .first_move = asked->first_move,
        .rules = asked->rules,
        .created = live->time->now,
    };
    if (setup.control.days) /* as for any other move */
        setup.first_move = time_control_first_move(&setup.control, false);
    draw_start(asked, &setup.start);
    return setup;
}

/* The person as they are now, with one more game of that colour: a seek may be older than its maker's name or
 * last game. */
static void take_seat(Live *live, Person *person, Color seat, Category category)
{
    clients_show(live->clients, person, category, live->time->wall);
    if (person->kind != PERSON_HUMAN)
        return;
    person_had(person, seat == WHITE);
    clients_set_balance(live->clients, person->id, person->balance);
    if (!person->guest)
        accounts_set_balance(live->options.accounts, person->id, person->balance);
}

BegunGame live_begin(Live *live, const NewGame *asked)
{
    Person seat[2] = {asked->seat[WHITE], asked->seat[BLACK]};
    Category category = category_of(&asked->control, asked->variant);
    for (Color color = WHITE; color <= BLACK; color++)
        take_seat(live, &seat[color], color, category);
    GameId id = asked->id ? *asked->id : store_draw_game_id(live->store);
    GameSetup setup = setup_of(live, asked, seat);
    Game *game = game_new(&id, seat, &setup);
    game->again = asked->again;
    games_note(live, game, put_game(live, &id, seat, &setup, asked->again), 0);
    live->happened =
        true; /* else a crash could leave the axis behind the game: its clocks would stand */
    games_add(live, game);
    seat_player(live, game, WHITE);
    seat_player(live, game, BLACK);
    games_touch(live, game);
    live->options.metrics->games_started_total++;
    log_debug("game %s begins: %s against %s", id.text, seat[WHITE].name, seat[BLACK].name);
    return (BegunGame){.id = id, .number = game->journal};
}

void live_announce(Live *live, const GameId *id, const NewGame *asked)
{
    const Game *game = games_find(live, id);
    assert(game);
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        if (game->seat[seat].kind != PERSON_HUMAN)
            continue;
        print_start(&live->text, id, seat, &asked->origin[seat]);
        tell_person(live->clients, &live->text, game->seat[seat].id, SCOPES_PLAY, game->journal);
    }
    games_print_snapshot(live, game, &live->text);
    tell_listeners(live->clients, &live->text, &game->players, game->journal);
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        games_print_muted(live, game, seat);
        tell_person(live->clients, &live->text, game->seat[seat].id, SCOPES_PLAY, game->journal);
        arranged_games_greet(live, game, seat, 0);
    }
    GameNews news = games_news(live, game);
    live->options.hooks.news(live->options.hooks.context, &news);
}

void start_rematch(Live *live, const Game *before, const GameId *next)
{
    const GameSetup setup = room_setup(before->room);
    /* Chess960: each position twice, once with either colour, then a new one, as on lichess.org. */
    bool again = setup.variant == VARIANT_CHESS960 && !before->again;
    NewGame asked = {
        .id = next,
        .control = time_control_turned(&setup.control),
        .variant = setup.variant,
        .start = setup.variant == VARIANT_FROM_POSITION || again ? &setup.start : NULL,
        .again = again,
        .rated = setup.rated,
        .rules = setup.rules,
        .first_move = setup.first_move,
        .seat = {before->seat[BLACK], before->seat[WHITE]},
        .origin = {{.rematch = &before->id}, {.rematch = &before->id}},
    };
    BegunGame begun = live_begin(live, &asked);
    live_announce(live, &begun.id, &asked);
}
