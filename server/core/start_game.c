#include "start_game.h"

#include "fen.h"
#include "log.h"
#include "presence.h"
#include "rated.h"
#include "tell.h"

#include <sodium.h>

#include <assert.h>
#include <stdio.h>
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

static void put_player(Core *core, const Person *person, StoreSeat *seat)
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
        snprintf(seat->engine, sizeof seat->engine, "%s", person->name);
    if (person->kind != PERSON_HUMAN)
        return;
    StorePlayer player = {.guest = person->guest, .balance = person->balance, .made = core->wall};
    memcpy(seat->player, person->id, sizeof person->id);
    memcpy(player.id, person->id, sizeof person->id);
    memcpy(player.name, person->name, sizeof person->name);
    store_put_player(core->options.store, &player);
}

_Static_assert((int)STORE_PLAYER_ID_MAX == (int)PERSON_ID_MAX &&
                   (int)STORE_NAME_MAX == (int)PERSON_NAME_MAX &&
                   (int)STORE_ENGINE_MAX == (int)ENGINE_NAME_MAX &&
                   (int)STORE_STEP_MAX == (int)ENGINE_STEP_MAX &&
                   (int)ENGINE_RATING_LEAST > (int)STORE_STEP_MAX,
               "the store keeps what a person is called");

static uint64_t put_game(Core *core, const GameId *id, const Person seat[2], const GameSetup *setup,
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
        .made = core->wall,
    };
    put_player(core, &seat[WHITE], &game.seat[WHITE]);
    put_player(core, &seat[BLACK], &game.seat[BLACK]);
    if (setup->variant != VARIANT_STANDARD)
        fen_print(&setup->start, game.fen);
    return store_put_game(core->options.store, &game);
}

_Static_assert((int)STORE_FEN_MAX + 1 >= (int)FEN_MAX, "every FEN can be stored");

static void seat_player(Core *core, Game *game, Color seat)
{
    bool present = true;
    if (game->seat[seat].kind == PERSON_HUMAN) {
        Player *player = player_get(&core->players, &game->seat[seat]);
        player_add_game(player, &game->id);
        for (Visitor *visitor = player->visitors; visitor; visitor = visitor->next)
            if (visitor_may(visitor, SCOPES_PLAY))
                core_listen(core, game, visitor);
        present = player_can_play(player);
    }
    Events none = {0};
    game->present[seat] = present;
    room_presence(game->room, seat, present, core->now, &none);
    assert(none.count == 0); /* nothing can be paused yet */
}

static bool can_be_rated(const Person seat[2])
{
    for (Color color = WHITE; color <= BLACK; color++)
        if (seat[color].guest || seat[color].kind != PERSON_HUMAN)
            return false;
    return true;
}

Game *begin_game(Core *core, const Beginning *beginning)
{
    Person seat[2] = {beginning->seat[WHITE], beginning->seat[BLACK]};
    for (Color color = WHITE; color <= BLACK; color++) {
        presence_refresh(core, &seat[color]);
        rated_show(core, &seat[color], &beginning->control, beginning->variant);
        rated_seat(core, &seat[color], color);
    }
    GameId id = beginning->id ? *beginning->id : store_draw_game_id(core->options.store);
    GameSetup setup = {
        .variant = beginning->variant,
        .control = beginning->control,
        .rated = beginning->rated && can_be_rated(seat),
        .first_move = beginning->first_move,
        .created = core->now,
    };
    if (setup.control.days) /* as for any other move */
        setup.first_move = time_control_first_move(&setup.control, false);
    draw_start(beginning, &setup.start);
    Game *game = game_new(&id, seat, &setup);
    game->again = beginning->again;
    core_note(core, game, put_game(core, &id, seat, &setup, beginning->again), 0);
    core_add_game(core, game);
    seat_player(core, game, WHITE);
    seat_player(core, game, BLACK);
    core_touch(core, game);
    core->options.metrics->games_started_total++;
    log_debug("game %s begins: %s against %s", game->id.text, seat[WHITE].name, seat[BLACK].name);
    return game;
}

void start_game_telling(Core *core, Game *game, const Beginning *beginning)
{
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        const Player *player = player_find(&core->players, game->seat[seat].id);
        if (game->seat[seat].kind != PERSON_HUMAN)
            continue;
        print_start(&core->text, &game->id, seat, &beginning->origin[seat]);
        tell_player(core, player, SCOPES_PLAY, game->journal);
    }
    print_game(
        &core->text,
        &(GameView){.id = &game->id, .room = game->room, .seat = game->seat, .axis = core->now});
    tell_listeners(core, &game->players, game->journal);
}

void pairing_beginning(const Pairing *pairing, Beginning *beginning)
{
    bool computer =
        pairing->seat[WHITE].kind != PERSON_HUMAN || pairing->seat[BLACK].kind != PERSON_HUMAN;
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

void beginning_of_pairing(Core *core, const Pairing *pairing)
{
    Beginning beginning;
    pairing_beginning(pairing, &beginning);
    Game *game = begin_game(core, &beginning);
    if (pairing->asks)
        game->kept = pairing->seek[pairing->seat[WHITE].kind != PERSON_HUMAN ? BLACK : WHITE];
    start_game_telling(core, game, &beginning);
}

void beginning_of_rematch(Core *core, const Game *before, const GameId *next)
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
    Game *game = begin_game(core, &beginning);
    start_game_telling(core, game, &beginning);
}
