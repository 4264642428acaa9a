#include "games.h"

#include "array.h"
#include "game_ids.h"
#include "memory.h"
#include "scope.h"
#include "tell.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Who plays games in progress, in memory or on disk. */
typedef struct {
    char id[PERSON_ID_MAX + 1]; /* the key */
    GameIds games;
} GamePlayer;

void games_init(Live *live, const SipKey *sip)
{
    hash_table_init(&live->games, offsetof(Game, id), sip);
    hash_table_init(&live->players, offsetof(GamePlayer, id), sip);
    timer_heap_init(&live->timers);
}

static void free_player(GamePlayer *player)
{
    game_ids_clear(&player->games);
    free(player);
}

void games_clear(Live *live)
{
    Game *game;
    GamePlayer *player;
    for (size_t at = 0; (player = hash_table_next(&live->players, &at));)
        free_player(player);
    for (size_t at = 0; (game = hash_table_next(&live->games, &at));) {
        timer_heap_set(&live->timers, &game->due, INT64_MAX);
        game_free(game);
    }
    hash_table_clear(&live->games);
    hash_table_clear(&live->players);
    timer_heap_clear(&live->timers);
    free(live->touched);
    free(live->notes);
}

Game *games_find(const Live *live, const GameId *id)
{
    return hash_table_find(&live->games, id->text);
}

/* When the time of the player to move runs out, wall clock; 0: it does not run. A turn counts as if it were on disk already. */
static int64_t turn_ends(const Live *live, const Game *game)
{
    const Clock *clock = room_clock(game->room);
    int64_t left, now = live->time->now, first_move = room_setup(game->room).first_move;
    RoomHalt halt = room_halt(game->room);
    if (game_is_over(game) || halt == ROOM_STOPPED || halt == ROOM_ADJOURNED)
        return 0;
    if (clock->running)
        left = clock_remaining(clock, clock->turn, now);
    else if (first_move && room_line(game->room)->plies < 2)
        left = first_move - (clock->since == CLOCK_PENDING ? 0 : now - clock->since);
    else
        return 0;
    return live->time->wall + left;
}

GameNews games_news(const Live *live, const Game *game)
{
    const GameSetup setup = room_setup(game->room);
    GameNews news = {
        .id = game->id,
        .seat = {game->seat[WHITE], game->seat[BLACK]},
        .variant = setup.variant,
        .control = setup.control,
        .rated = setup.rated,
        .made = live->time->wall - (live->time->now - setup.created),
        .status = room_status(game->room),
        .winner = room_winner(game->room),
        .plies = room_line(game->room)->plies,
        .turn_ends = turn_ends(live, game),
        .number = game->journal,
    };
    return news;
}

void games_touch(Live *live, Game *game)
{
    if (game->touched)
        return;
    game->touched = true;
    live->touched = array_reserve(live->touched, &live->touched_size, live->touched_count + 1,
                                  sizeof *live->touched);
    live->touched[live->touched_count++] = game->id;
}

bool games_is_frozen(const Live *live, const Game *game)
{
    return journal_is_failing(live->journal) && !journal_has(live->journal, game->journal);
}

bool games_flag_is_due(const Live *live, const Game *game)
{
    const Clock *clock = room_clock(game->room);
    return clock->running && !clock->control.days && room_deadline(game->room) <= live->time->now;
}

bool games_flag_is_uncertain(const Live *live, const Game *game)
{
    if (!games_flag_is_due(live, game))
        return false;
    int64_t late = live->time->now - room_deadline(game->room);
    const Person *mover = &game->seat[room_clock(game->room)->turn];
    return mover->kind == PERSON_HUMAN && clients_silence(live->clients, mover->id) > late;
}

void games_add(Live *live, Game *game)
{
    hash_table_put(&live->games, game);
    live->unfinished += !game_is_over(game);
}

void games_drop(Live *live, Game *game)
{
    const Listeners *lists[] = {&game->players, &game->watchers};
    for (int i = 0; i < 2; i++)
        for (uint32_t k = 0; k < lists[i]->count; k++)
            clients_remove_game(live->clients, lists[i]->at[k], &game->id);
    live->running -= game->running;
    live->unfinished -= !game_is_over(game);
    games_uncount_computer(live, game);
    ranking_forget(&live->ranking, game);
    timer_heap_set(&live->timers, &game->due, INT64_MAX);
    hash_table_remove(&live->games, game);
    game_free(game);
}

/* ---- what is durable ---- */

static void grow_notes(Live *live)
{
    size_t size = live->notes_size ? 2 * live->notes_size : 64;
    Note *notes = memory_array(size, sizeof *notes);
    for (size_t i = 0; i < live->notes_count; i++)
        notes[i] = live->notes[(live->notes_head + i) % live->notes_size];
    free(live->notes);
    live->notes = notes;
    live->notes_size = size;
    live->notes_head = 0;
}

void games_note(Live *live, Game *game, uint64_t number, uint32_t seq)
{
    if (live->notes_count == live->notes_size)
        grow_notes(live);
    live->notes[(live->notes_head + live->notes_count++) % live->notes_size] =
        (Note){.number = number, .game = game->id, .seq = seq};
    game->journal = journal_note(live->journal, number);
}

void live_committed(Live *live, uint64_t number)
{
    while (live->notes_count && live->notes[live->notes_head].number <= number) {
        Note note = live->notes[live->notes_head];
        live->notes_head = (live->notes_head + 1) % live->notes_size;
        live->notes_count--;
        Game *game = games_find(live, &note.game);
        if (!game || note.seq == 0)
            continue;
        room_durable(game->room, note.seq, live->time->now);
        games_touch(live, game);
    }
}

/* ---- who listens ---- */

void games_listen(Live *live, Game *game, const Client *client)
{
    Color seat;
    /* A connection that may not play is a spectator of its person's games, and does not hear the
     * players' room. */
    bool is_player =
        game_seat_of(game, client->person.id, &seat) && client_may(client, SCOPES_PLAY);
    if (!listeners_add(is_player ? &game->players : &game->watchers, client->session))
        return;
    clients_add_game(live->clients, client->session, &game->id);
    if (is_player)
        games_count_computer(live, game, client);
    else
        games_crowd_changed(live, game);
}

void games_stop_listening(Live *live, Game *game, SessionId session)
{
    listeners_remove(&game->players, session);
    if (listeners_remove(&game->watchers, session))
        games_crowd_changed(live, game);
}

void games_crowd_changed(Live *live, Game *game)
{
    if (game->crowd_at == INT64_MAX)
        game->crowd_at = live->time->now + CROWD_AFTER;
    games_touch(live, game);
}

void games_tell(Live *live, const Game *game, uint64_t number)
{
    Packet *packet = tell_packet(&live->text);
    if (!packet)
        return;
    listeners_push(&game->players, live->clients, packet, number);
    listeners_push(&game->watchers, live->clients, packet, number);
    packet_release(packet);
}

void games_print_snapshot(const Live *live, const Game *game, Text *text)
{
    const LiveHooks *hooks = &live->options.hooks;
    GameTournament tournament;
    bool is_of_one = hooks->tournament && hooks->tournament(hooks->context, &game->id, &tournament);
    print_game(text, &(GameView){.id = &game->id,
                                 .room = game->room,
                                 .seat = game->seat,
                                 .axis = live->time->now,
                                 .tournament = is_of_one ? &tournament : NULL});
}

void games_tell_snapshot(Live *live, SessionId session, const Game *game)
{
    games_print_snapshot(live, game, &live->text);
    tell_session(live->clients, &live->text, session, game->journal);
}

void games_print_muted(Live *live, const Game *game, Color seat)
{
    const char *other = game->seat[color_other(seat)].id;
    if (clients_mutes(live->clients, game->seat[seat].id, other))
        print_mute(&live->text, other, true);
}

/* ---- who plays ---- */

static GamePlayer *find_player(const Live *live, const char *person)
{
    return hash_table_find(&live->players, person);
}

/* The person is known to the clients as long as they play. */
void games_add_player(Live *live, const Person *person, const GameId *id)
{
    GamePlayer *player = find_player(live, person->id);
    if (!player) {
        player = memory_new(sizeof *player);
        memcpy(player->id, person->id, sizeof person->id);
        hash_table_put(&live->players, player);
        clients_hold(live->clients, person);
    }
    game_ids_add(&player->games, id);
}

void games_remove_player(Live *live, const char *person, const GameId *id)
{
    GamePlayer *player = find_player(live, person);
    if (!player || !game_ids_remove(&player->games, id) || player->games.count > 0)
        return;
    clients_release(live->clients, person);
    hash_table_remove(&live->players, player);
    free_player(player);
}

GameId *live_games_of(const Live *live, const char *person, uint32_t *count)
{
    const GamePlayer *player = find_player(live, person);
    static const GameIds NONE = {.count = 0};
    const GameIds *games = player ? &player->games : &NONE;
    *count = games->count;
    return game_ids_copy(games);
}

static bool is_in_real_time(const Game *game)
{
    const Clock *clock = room_clock(game->room);
    GameSetup setup = room_setup(game->room);
    bool begins_soon = setup.first_move && setup.first_move < FIRST_MOVE_PATIENT;
    return setup.control.timed && !setup.control.days && room_halt(game->room) == ROOM_GOES_ON &&
           (clock->running || begins_soon || room_line(game->room)->plies >= 2);
}

bool live_is_busy(const Live *live, const char *person)
{
    const GamePlayer *player = find_player(live, person);
    for (uint32_t i = 0; player && i < player->games.count; i++) {
        const Game *game = games_find(live, game_ids_at(&player->games, i));
        if (game && !game_is_over(game) && is_in_real_time(game))
            return true;
    }
    return false;
}

bool live_plays(const Live *live, const char *person, const GameId *id)
{
    const GamePlayer *player = find_player(live, person);
    return player && game_ids_has(&player->games, id);
}

bool live_newest_game_of(const Live *live, const char *person, GameId *game)
{
    const GamePlayer *player = find_player(live, person);
    if (player)
        *game = *game_ids_at(&player->games, player->games.count - 1);
    return player != NULL;
}

uint64_t live_number_of(const Live *live, const char *person)
{
    const GamePlayer *player = find_player(live, person);
    uint64_t number = 0;
    for (uint32_t i = 0; player && i < player->games.count; i++) {
        const Game *game = games_find(live, game_ids_at(&player->games, i));
        if (game && game->journal > number)
            number = game->journal;
    }
    return number;
}

uint32_t live_room_for(const Live *live, const char *person)
{
    const GamePlayer *player = find_player(live, person);
    uint32_t count = player ? player->games.count : 0;
    return count < UNFINISHED_MAX ? UNFINISHED_MAX - count : 0;
}

bool live_has_room_for(const Live *live, const char *person)
{
    return live_room_for(live, person) > 0;
}

void live_person_changed(Live *live, const Person *person)
{
    Game *game;
    for (size_t at = 0; (game = hash_table_next(&live->games, &at));)
        for (Color seat = WHITE; seat <= BLACK; seat++)
            if (person_is(&game->seat[seat], person)) {
                memcpy(game->seat[seat].name, person->name, sizeof person->name);
                game->seat[seat].guest = person->guest;
            }
}

/* ---- games against the computer, by address ---- */

_Static_assert((int)GAME_ADDRESS_MAX == (int)CLIENT_ADDRESS_MAX, "a game keeps the address whole");

bool live_computer_has_room(const Live *live, const Client *client)
{
    const Bounds *bounds = live->options.bounds;
    return bounds_has_room(bounds, BOUND_ADDRESS_COMPUTER_GAMES, client->address) &&
           (!client->person.guest ||
            bounds_has_room(bounds, BOUND_COMPUTER_GAMES, client->address));
}

void games_count_computer(Live *live, Game *game, const Client *client)
{
    Color seat;
    if (!game_computer(game, &seat) || game->thinking->address[0] || game_is_over(game))
        return;
    Thinking *thinking = game->thinking;
    memcpy(thinking->address, client->address, sizeof thinking->address);
    thinking->is_guests = client->person.guest;
    if (thinking->address[0])
        bounds_force(live->options.bounds, BOUND_ADDRESS_COMPUTER_GAMES, thinking->address);
    if (thinking->address[0] && thinking->is_guests)
        bounds_force(live->options.bounds, BOUND_COMPUTER_GAMES, thinking->address);
}

void games_uncount_computer(Live *live, Game *game)
{
    Thinking *thinking = game->thinking;
    if (!thinking || !thinking->address[0])
        return;
    bounds_release(live->options.bounds, BOUND_ADDRESS_COMPUTER_GAMES, thinking->address);
    if (thinking->is_guests)
        bounds_release(live->options.bounds, BOUND_COMPUTER_GAMES, thinking->address);
    thinking->address[0] = '\0';
}

size_t live_count(const Live *live)
{
    return live->games.count;
}

size_t live_unfinished_count(const Live *live)
{
    return live->unfinished;
}
