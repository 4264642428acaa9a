#include "beginning.h"

#include "fen.h"
#include "presence.h"
#include "rated.h"
#include "tell.h"

#include <sodium.h>

#include <assert.h>
#include <string.h>

int32_t first_move_limit(const TimeControl *control, Variant variant)
{
    if (!control->timed)
        return FIRST_MOVE_PATIENT;
    return time_control_first_move(control, variant == VARIANT_CHESS960);
}

static void draw_start(const Beginning *beginning, Position *start)
{
    if (beginning->start)
        *start = *beginning->start;
    else if (beginning->variant == VARIANT_CHESS960)
        position_start960(start, (int)randombytes_uniform(CHESS960_POSITIONS));
    else
        position_start(start);
}

static void put_player(Hall *hall, const Person *person, StoreSeat *seat)
{
    *seat = (StoreSeat){.level = person->level, .rating = person->rating};
    if (person->level > 0)
        return;
    StorePlayer player = {.guest = person->guest, .balance = person->balance, .made = hall->wall};
    memcpy(seat->player, person->id, sizeof person->id);
    memcpy(player.id, person->id, sizeof person->id);
    memcpy(player.name, person->name, sizeof person->name);
    store_put_player(hall->options.store, &player);
}

_Static_assert((int)STORE_PLAYER_ID_MAX == (int)PERSON_ID_MAX &&
                   (int)STORE_NAME_MAX == (int)PERSON_NAME_MAX,
               "the store keeps what a person is called");

static uint64_t put_game(Hall *hall, const GameId *id, const Person seat[2], const GameSetup *setup,
                         bool again)
{
    StoreGame game = {
        .id = *id,
        .variant = (int32_t)setup->variant,
        .control = setup->control,
        .rated = setup->rated,
        .again = again,
        .first_move = setup->first_move,
        .created = setup->created,
        .made = hall->wall,
    };
    put_player(hall, &seat[WHITE], &game.seat[WHITE]);
    put_player(hall, &seat[BLACK], &game.seat[BLACK]);
    if (setup->variant != VARIANT_STANDARD)
        fen_print(&setup->start, game.fen);
    return store_put_game(hall->options.store, &game);
}

_Static_assert((int)STORE_FEN_MAX + 1 >= (int)FEN_MAX, "every FEN can be stored");

static void seat_player(Hall *hall, Game *game, Color seat)
{
    bool present = true;
    if (game->seat[seat].level == 0) {
        Player *player = player_get(&hall->players, &game->seat[seat]);
        player_add_game(player, &game->id);
        for (Visitor *visitor = player->visitors; visitor; visitor = visitor->next)
            if (visitor_may(visitor, SCOPES_PLAY))
                hall_listen(hall, game, visitor);
        present = player_can_play(player);
    }
    Events none = {0};
    game->present[seat] = present;
    room_presence(game->room, seat, present, hall->now, &none);
    assert(none.count == 0); /* nothing can be paused yet */
}

static bool can_be_rated(const Person seat[2])
{
    for (Color color = WHITE; color <= BLACK; color++)
        if (seat[color].guest || seat[color].level > 0)
            return false;
    return true;
}

Game *begin_game(Hall *hall, const Beginning *beginning)
{
    Person seat[2] = {beginning->seat[WHITE], beginning->seat[BLACK]};
    for (Color color = WHITE; color <= BLACK; color++) {
        presence_refresh(hall, &seat[color]);
        rated_show(hall, &seat[color], &beginning->control, beginning->variant);
        rated_seat(hall, &seat[color], color);
    }
    GameId id = beginning->id ? *beginning->id : store_draw_game_id(hall->options.store);
    GameSetup setup = {
        .variant = beginning->variant,
        .control = beginning->control,
        .rated = beginning->rated && can_be_rated(seat),
        .first_move = beginning->first_move,
        .created = hall->now,
    };
    if (setup.control.days) /* as for any other move */
        setup.first_move = time_control_first_move(&setup.control, false);
    draw_start(beginning, &setup.start);
    Game *game = game_new(&id, seat, &setup);
    game->again = beginning->again;
    hall_note(hall, game, put_game(hall, &id, seat, &setup, beginning->again), 0);
    hall_add_game(hall, game);
    seat_player(hall, game, WHITE);
    seat_player(hall, game, BLACK);
    hall_touch(hall, game);
    hall->options.metrics->games_started_total++;
    return game;
}

void begin_telling(Hall *hall, Game *game, const Beginning *beginning)
{
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        const Player *player = player_find(&hall->players, game->seat[seat].id);
        if (game->seat[seat].level > 0)
            continue;
        print_start(&hall->text, &game->id, seat, &beginning->origin[seat]);
        tell_player(hall, player, SCOPES_PLAY, game->journal);
    }
    print_game(
        &hall->text,
        &(GameView){.id = &game->id, .room = game->room, .seat = game->seat, .axis = hall->now});
    tell_listeners(hall, &game->players, game->journal);
}

void pairing_beginning(const Pairing *pairing, Beginning *beginning)
{
    bool computer = pairing->seat[WHITE].level > 0 || pairing->seat[BLACK].level > 0;
    *beginning = (Beginning){
        .control = pairing->terms.control,
        .variant = pairing->terms.variant,
        .rated = pairing->terms.rated && !computer,
        .first_move = computer ? FIRST_MOVE_PATIENT
                               : first_move_limit(&pairing->terms.control, pairing->terms.variant),
        .seat = {pairing->seat[WHITE], pairing->seat[BLACK]},
    };
    for (Color seat = WHITE; seat <= BLACK; seat++)
        if (pairing->seek[seat].text[0])
            beginning->origin[seat].seek = &pairing->seek[seat];
}

void beginning_of_pairing(Hall *hall, const Pairing *pairing)
{
    Beginning beginning;
    pairing_beginning(pairing, &beginning);
    Game *game = begin_game(hall, &beginning);
    if (pairing->asks)
        game->kept = pairing->seek[pairing->seat[WHITE].level > 0 ? BLACK : WHITE];
    begin_telling(hall, game, &beginning);
}

void beginning_of_rematch(Hall *hall, const Game *before, const GameId *next)
{
    const GameSetup *setup = room_setup(before->room);
    /* Chess960: each position twice, once with either colour, then a new one, as on lichess.org. */
    bool again = setup->variant == VARIANT_CHESS960 && !before->again;
    Beginning beginning = {
        .id = next,
        .control = time_control_turned(&setup->control),
        .variant = setup->variant,
        .start = setup->variant == VARIANT_FROM_POSITION || again ? &setup->start : NULL,
        .again = again,
        .rated = setup->rated,
        .first_move = setup->first_move,
        .seat = {before->seat[BLACK], before->seat[WHITE]},
        .origin = {{.rematch = &before->id}, {.rematch = &before->id}},
    };
    Game *game = begin_game(hall, &beginning);
    begin_telling(hall, game, &beginning);
}
