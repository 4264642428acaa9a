/* Games for those who play them, and chat. */
#include "fen.h"
#include "form_parts.h"

/* Of a game's stream. */
static void print_seat(Text *text, const char *name, const Person *person, const FormPerson *about)
{
    char handle[PERSON_NAME_MAX + 1];
    text_open(text, name, '{');
    if (person->kind == PERSON_HUMAN) {
        text_string(text, "id", form_handle(person, handle));
        text_string(text, "name", person->name);
        form_title(text, about);
    } else {
        text_integer(text, "aiLevel", person->level);
        text_string(text, "name", person->name);
    }
    form_rating(text, person);
    text_close(text, '}');
}

static void print_opponent(Text *text, const Person *person)
{
    char handle[PERSON_NAME_MAX + 1];
    text_open(text, "opponent", '{');
    text_string(text, "id", person->kind == PERSON_HUMAN ? form_handle(person, handle) : NULL);
    text_string(text, "username", person->name);
    form_rating(text, person);
    if (person->kind != PERSON_HUMAN)
        text_integer(text, "ai", person->level);
    text_close(text, '}');
}

static void print_position(Text *text, const FormGame *form)
{
    char fen[FEN_MAX];
    const HeardGame *game = form->game;
    fen_print(&game->now, fen);
    text_string(text, "fen", fen);
    text_string(text, "color", color_word(form->seat));
    text_string(text, "lastMove", game->last);
    text_bool(text, "hasMoved", game->plies > (form->seat == position_turn(&game->start) ? 0 : 1));
    text_bool(text, "isMyTurn", !heard_game_is_over(game) && heard_game_turn(game) == form->seat);
    if (game->control.timed)
        text_integer(text, "secondsLeft", heard_game_left(game, form->seat, form->now) / 1000);
}

static void print_tournament(Text *text, const FormGame *form)
{
    if (form->arena)
        text_string(text, "tournamentId", form->arena);
    if (form->swiss)
        text_string(text, "swissId", form->swiss);
}

void form_game(Text *text, const char *name, const FormGame *form)
{
    const HeardGame *game = form->game;
    const Person *own = &game->seat[form->seat];
    char full[FULL_ID_LENGTH + 1];
    form_full_id(&game->id, form->seat, full);
    text_open(text, name, '{');
    text_string(text, "id", game->id.text);
    text_string(text, "fullId", full);
    text_string(text, "gameId", game->id.text);
    print_position(text, form);
    text_string(text, "source", form_source(game));
    form_status(text, game->status);
    form_variant(text, game->variant);
    text_string(text, "speed", form_speed(&game->control));
    text_string(text, "perf", form_perf_word(&game->control, game->variant));
    if (own->rating)
        text_integer(text, "rating", own->rating);
    text_bool(text, "rated", game->rated);
    print_opponent(text, &game->seat[color_other(form->seat)]);
    form_winner(text, game->winner);
    print_tournament(text, form);
    form_compatible(text);
    text_close(text, '}');
}

void form_game_event(Text *text, const char *type, const FormGame *form)
{
    text_open(text, NULL, '{');
    text_string(text, "type", type);
    form_game(text, "game", form);
    text_close(text, '}');
}

static void print_clock(Text *text, const HeardGame *game)
{
    if (!game->control.timed || game->control.days) {
        if (game->control.days)
            text_integer(text, "daysPerTurn", game->control.days);
        text_null(text, "clock");
        return;
    }
    text_open(text, "clock", '{');
    text_integer(text, "initial", game->control.initial);
    text_integer(text, "increment", game->control.increment);
    text_close(text, '}');
}

void form_game_full(Text *text, const FormGame *form)
{
    const HeardGame *game = form->game;
    text_open(text, NULL, '{');
    text_string(text, "type", "gameFull");
    text_string(text, "id", game->id.text);
    form_variant(text, game->variant);
    text_string(text, "speed", form_speed(&game->control));
    form_perf(text, &game->control, game->variant);
    text_bool(text, "rated", game->rated);
    text_integer(text, "createdAt", game->created);
    print_seat(text, "white", &game->seat[WHITE], &form->person[WHITE]);
    print_seat(text, "black", &game->seat[BLACK], &form->person[BLACK]);
    form_start(text, game);
    print_clock(text, game);
    print_tournament(text, form);
    form_game_state(text, "state", game, form->now);
    text_close(text, '}');
}

/* What is added after the next move; a delay gives no more than the move took, which programs take for the same. */
static int64_t bonus(const HeardGame *game, Color side)
{
    TimeControl own = time_control_of(&game->control, side);
    uint32_t made = game->plies / 2 + (game->plies % 2 && heard_game_turn(game) != side);
    return game->control.timed ? time_control_stage(&own, made).increment : 0;
}

/* How long the side to move still has for its first move. */
static void print_expiration(Text *text, const HeardGame *game, int64_t now)
{
    if (heard_game_is_over(game) || game->plies >= 2 || game->early || !game->first_move)
        return;
    text_open(text, "expiration", '{');
    text_integer(text, "idleMillis", now - game->moved_at);
    text_integer(text, "millisToMove", game->first_move);
    text_close(text, '}');
}

void form_game_state(Text *text, const char *name, const HeardGame *game, int64_t now)
{
    text_open(text, name, '{');
    text_string(text, "type", "gameState");
    text_string(text, "moves", game->plies ? game->moves : "");
    text_integer(text, "wtime", heard_game_left(game, WHITE, now));
    text_integer(text, "btime", heard_game_left(game, BLACK, now));
    text_integer(text, "winc", bonus(game, WHITE));
    text_integer(text, "binc", bonus(game, BLACK));
    text_string(text, "status", status_word(game->status));
    form_winner(text, game->winner);
    if (game->draw[WHITE])
        text_bool(text, "wdraw", true);
    if (game->draw[BLACK])
        text_bool(text, "bdraw", true);
    if (game->takeback[WHITE])
        text_bool(text, "wtakeback", true);
    if (game->takeback[BLACK])
        text_bool(text, "btakeback", true);
    print_expiration(text, game, now);
    text_close(text, '}');
}

void form_opponent_gone(Text *text, bool gone, int64_t claim_in)
{
    text_open(text, NULL, '{');
    text_string(text, "type", "opponentGone");
    text_bool(text, "gone", gone);
    if (gone && claim_in >= 0)
        text_integer(text, "claimWinInSeconds", (claim_in + 999) / 1000);
    text_close(text, '}');
}

void form_chat_line(Text *text, const FormChat *chat)
{
    text_open(text, NULL, '{');
    text_string(text, "type", "chatLine");
    text_string(text, "room", chat->room);
    text_string(text, "username", chat->name);
    text_string(text, "text", chat->words);
    text_close(text, '}');
}

void form_chat_entry(Text *text, const FormChat *chat)
{
    text_open(text, NULL, '{');
    text_string(text, "text", chat->words);
    text_string(text, "user", chat->name);
    text_close(text, '}');
}
