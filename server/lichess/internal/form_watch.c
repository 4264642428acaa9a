/* Games for those who watch them. */
#include "fen.h"
#include "form_parts.h"
#include "game_json.h"

#include <string.h>

/* Board and side to move, which is all that boards read. */
static void print_board(Text *text, const Position *position)
{
    char fen[FEN_MAX];
    fen_print(position, fen);
    char *end = strchr(fen, ' ');
    if (end && (end = strchr(end + 1, ' ')))
        *end = '\0';
    text_string(text, "fen", fen);
}

static void print_watched_seat(Text *text, const char *name, const Person *person,
                               const FormPerson *about)
{
    char handle[PERSON_NAME_MAX + 1];
    text_open(text, name, '{');
    if (person->kind == PERSON_HUMAN) {
        text_open(text, "user", '{');
        text_string(text, "name", person->name);
        if (about->bot)
            text_string(text, "title", "BOT");
        text_string(text, "id", form_handle(person, handle));
        text_close(text, '}');
    } else {
        text_integer(text, "aiLevel", person->level);
        text_string(text, "name", person->name);
    }
    form_rating(text, person);
    text_close(text, '}');
}

void form_watched_game(Text *text, const FormGame *form)
{
    const HeardGame *game = form->game;
    text_open(text, NULL, '{');
    text_string(text, "id", game->id.text);
    form_variant(text, game->variant);
    text_string(text, "speed", form_speed(&game->control));
    text_string(text, "perf", form_perf_word(&game->control, game->variant));
    text_bool(text, "rated", game->rated);
    form_start(text, game);
    print_board(text, &game->now);
    text_string(text, "player", color_word(heard_game_turn(game)));
    text_integer(text, "turns", game->plies);
    text_integer(text, "startedAtTurn", 0);
    text_string(text, "source", form_source(game));
    form_status(text, game->status);
    text_integer(text, "createdAt", game->created);
    form_winner(text, game->winner);
    if (game->last[0])
        text_string(text, "lastMove", game->last);
    text_open(text, "players", '{');
    print_watched_seat(text, "white", &game->seat[WHITE], &form->person[WHITE]);
    print_watched_seat(text, "black", &game->seat[BLACK], &form->person[BLACK]);
    text_close(text, '}');
    text_close(text, '}');
}

static void print_watched(Text *text, const char *name, const HeardGame *game, int64_t now)
{
    text_open(text, name, '{');
    print_board(text, &game->now);
    if (game->last[0])
        text_string(text, "lm", game->last);
    if (game->control.timed) {
        text_integer(text, "wc", heard_game_left(game, WHITE, now) / 1000);
        text_integer(text, "bc", heard_game_left(game, BLACK, now) / 1000);
    }
    text_close(text, '}');
}

void form_watched_position(Text *text, const HeardGame *game, int64_t now)
{
    print_watched(text, NULL, game, now);
}

static void print_past(Text *text, const Position *position, const char *last)
{
    text_open(text, NULL, '{');
    print_board(text, position);
    if (last[0])
        text_string(text, "lm", last);
    text_close(text, '}');
}

uint32_t form_watched_past(Text *text, const HeardGame *game, uint32_t from, FormLine each,
                           void *context)
{
    Position position = game->start;
    char last[UCI_MAX] = "";
    const char *at = game->moves;
    for (uint32_t ply = 0; ply < game->plies; ply++) {
        Move move;
        if (ply >= from) {
            print_past(text, &position, last);
            if (!each(context, text))
                return ply + 1;
        }
        size_t length = strcspn(at, " ");
        if (length >= UCI_MAX || uci_parse(&position, at, length, &move) != NOTATION_OK)
            break;
        memcpy(last, at, length);
        last[length] = '\0';
        position_play(&position, move);
        at += length + (at[length] == ' ');
    }
    return game->plies;
}

/* ---- games, for those who follow many ---- */

static void print_followed_seat(Text *text, const char *name, const Person *person)
{
    char handle[PERSON_NAME_MAX + 1];
    text_open(text, name, '{');
    if (person->kind != PERSON_HUMAN)
        text_integer(text, "aiLevel", person->level);
    else
        text_string(text, "userId", form_handle(person, handle));
    if (person->rating)
        text_integer(text, "rating", person->rating);
    if (person->provisional)
        text_bool(text, "provisional", true);
    text_close(text, '}');
}

void form_followed_game(Text *text, const GameNews *news)
{
    text_open(text, NULL, '{');
    text_string(text, "id", news->id.text);
    text_bool(text, "rated", news->rated);
    text_string(text, "variant", variant_word(news->variant));
    text_string(text, "speed", form_speed(&news->control));
    text_string(text, "perf", form_perf_word(&news->control, news->variant));
    text_integer(text, "createdAt", news->made);
    text_integer(text, "status", form_status_number(news->status));
    text_string(text, "statusName", status_word(news->status));
    game_json_clock(&news->control, text);
    text_open(text, "players", '{');
    print_followed_seat(text, "white", &news->seat[WHITE]);
    print_followed_seat(text, "black", &news->seat[BLACK]);
    text_close(text, '}');
    form_winner(text, news->winner);
    text_close(text, '}');
}

/* ---- TV ---- */

static void print_star(Text *text, const Person *person, bool bot)
{
    char handle[PERSON_NAME_MAX + 1];
    text_open(text, "user", '{');
    text_string(text, "name", person->name);
    if (bot)
        text_string(text, "title", "BOT");
    text_string(text, "id",
                person->kind == PERSON_HUMAN ? form_handle(person, handle) : person->id);
    text_close(text, '}');
    if (person->rating)
        text_integer(text, "rating", person->rating);
    else
        text_null(text, "rating");
}

void form_channel(Text *text, const FormChannel *form)
{
    text_open(text, form->channel, '{');
    print_star(text, &form->news->seat[form->seat], form->bot);
    text_string(text, "gameId", form->news->id.text);
    text_string(text, "color", color_word(form->seat));
    text_close(text, '}');
}

static void print_featured_player(Text *text, const FormGame *form, Color seat)
{
    const HeardGame *game = form->game;
    text_open(text, NULL, '{');
    text_string(text, "color", color_word(seat));
    print_star(text, &game->seat[seat], form->person[seat].bot);
    if (game->control.timed)
        text_integer(text, "seconds", heard_game_left(game, seat, form->now) / 1000);
    text_close(text, '}');
}

void form_featured(Text *text, const FormGame *form)
{
    const HeardGame *game = form->game;
    text_open(text, NULL, '{');
    text_string(text, "t", "featured");
    text_open(text, "d", '{');
    text_string(text, "id", game->id.text);
    text_string(text, "orientation", color_word(form->seat));
    text_open(text, "players", '[');
    print_featured_player(text, form, WHITE);
    print_featured_player(text, form, BLACK);
    text_close(text, ']');
    print_board(text, &game->now);
    text_close(text, '}');
    text_close(text, '}');
}

void form_featured_position(Text *text, const HeardGame *game, int64_t now)
{
    text_open(text, NULL, '{');
    text_string(text, "t", "fen");
    print_watched(text, "d", game, now);
    text_close(text, '}');
}
