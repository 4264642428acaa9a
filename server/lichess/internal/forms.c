#include "forms.h"

#include "fen.h"
#include "game_json.h"
#include "message_parts.h"
#include "rating.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- words ---- */

static const char *const VARIANT_NAMES[] = {
    [VARIANT_STANDARD] = "Standard",
    [VARIANT_CHESS960] = "Chess960",
    [VARIANT_FROM_POSITION] = "From Position",
};
static const char *const VARIANT_SHORTS[] = {
    [VARIANT_STANDARD] = "Std",
    [VARIANT_CHESS960] = "960",
    [VARIANT_FROM_POSITION] = "FEN",
};

static void print_variant(Text *text, Variant variant)
{
    text_open(text, "variant", '{');
    text_string(text, "key", variant_word(variant));
    text_string(text, "name", VARIANT_NAMES[variant]);
    text_string(text, "short", VARIANT_SHORTS[variant]);
    text_close(text, '}');
}

static const char *speed_word(const TimeControl *control)
{
    return game_speed_word(time_control_speed(control));
}

/* A game from a position has no rating: it is called by its speed. */
static const char *perf_word(const TimeControl *control, Variant variant)
{
    Category category = category_of(control, variant);
    return category == CATEGORY_COUNT ? speed_word(control) : category_word(category);
}

/* "Blitz" */
static void print_perf(Text *text, const TimeControl *control, Variant variant)
{
    static const char ULTRA[] = "ultraBullet";
    char name[24];
    snprintf(name, sizeof name, "%s", perf_word(control, variant));
    name[0] = (char)toupper((unsigned char)name[0]);
    text_open(text, "perf", '{');
    text_string(text, "icon", "");
    text_string(text, "name", strcasecmp(name, ULTRA) == 0 ? "UltraBullet" : name);
    text_close(text, '}');
}

/* The numbers of lila's Status.scala. */
static int status_number(Status status)
{
    static const int NUMBERS[] = {
        [STATUS_CREATED] = 10, [STATUS_STARTED] = 20,   [STATUS_ABORTED] = 25,
        [STATUS_MATE] = 30,    [STATUS_RESIGN] = 31,    [STATUS_STALEMATE] = 32,
        [STATUS_TIMEOUT] = 33, [STATUS_OUTOFTIME] = 35, [STATUS_DRAW] = 34,
        [STATUS_NOSTART] = 37,
    };
    return NUMBERS[status];
}

static void print_status(Text *text, Status status)
{
    text_open(text, "status", '{');
    text_integer(text, "id", status_number(status));
    text_string(text, "name", status_word(status));
    text_close(text, '}');
}

static void print_winner(Text *text, Winner winner)
{
    if (winner != WINNER_NONE)
        text_string(text, "winner", color_word(winner == WINNER_WHITE ? WHITE : BLACK));
}

const char *form_handle(const Person *person, char handle[PERSON_NAME_MAX + 1])
{
    if (!person->guest)
        return name_handle(person->name, handle);
    snprintf(handle, PERSON_NAME_MAX + 1, "%s", person->id);
    return handle;
}

void form_full_id(const GameId *id, Color seat, char text[FULL_ID_LENGTH + 1])
{
    snprintf(text, FULL_ID_LENGTH + 1, "%s%s", id->text, seat == WHITE ? "whte" : "blck");
}

/* Where a game comes from, as far as its players show it. */
static const char *source_word(const HeardGame *game)
{
    bool is_people =
        game->seat[WHITE].kind == PERSON_HUMAN && game->seat[BLACK].kind == PERSON_HUMAN;
    return is_people ? "friend" : "ai";
}

/* ---- people ---- */

static void print_rating(Text *text, const Person *person)
{
    if (person->rating)
        text_integer(text, "rating", person->rating);
    else
        text_null(text, "rating");
    if (person->provisional)
        text_bool(text, "provisional", true);
}

static void print_title(Text *text, const FormPerson *about)
{
    if (about->bot)
        text_string(text, "title", "BOT");
    else
        text_null(text, "title");
}

/* Of a challenge. */
static void print_user(Text *text, const char *name, const Person *person, const FormPerson *about)
{
    char handle[PERSON_NAME_MAX + 1];
    text_open(text, name, '{');
    text_string(text, "id", form_handle(person, handle));
    text_string(text, "name", person->name);
    print_rating(text, person);
    print_title(text, about);
    if (about->online)
        text_bool(text, "online", true);
    text_close(text, '}');
}

/* Of a game's stream. */
static void print_seat(Text *text, const char *name, const Person *person, const FormPerson *about)
{
    char handle[PERSON_NAME_MAX + 1];
    text_open(text, name, '{');
    if (person->kind == PERSON_HUMAN) {
        text_string(text, "id", form_handle(person, handle));
        text_string(text, "name", person->name);
        print_title(text, about);
    } else {
        text_integer(text, "aiLevel", person->level);
        text_string(text, "name", person->name);
    }
    print_rating(text, person);
    text_close(text, '}');
}

static void print_opponent(Text *text, const Person *person)
{
    char handle[PERSON_NAME_MAX + 1];
    text_open(text, "opponent", '{');
    text_string(text, "id", person->kind == PERSON_HUMAN ? form_handle(person, handle) : NULL);
    text_string(text, "username", person->name);
    print_rating(text, person);
    if (person->kind != PERSON_HUMAN)
        text_integer(text, "ai", person->level);
    text_close(text, '}');
}

/* ---- challenges ---- */

/* Minutes: 3, 0.5, 0.25 */
static void print_show(Text *text, const TimeControl *control)
{
    char minutes[24], show[48];
    int hundredths = (int)((int64_t)control->initial * 100 / 60000);
    if (hundredths % 100 == 0)
        snprintf(minutes, sizeof minutes, "%d", hundredths / 100);
    else
        snprintf(minutes, sizeof minutes, hundredths % 10 ? "%d.%02d" : "%d.%d", hundredths / 100,
                 hundredths % 10 ? hundredths % 100 : hundredths % 100 / 10);
    snprintf(show, sizeof show, "%s+%d", minutes, control->increment / 1000);
    text_string(text, "show", show);
}

static void print_control(Text *text, const TimeControl *control)
{
    text_open(text, "timeControl", '{');
    text_string(text, "type",
                !control->timed ? "unlimited"
                : control->days ? "correspondence"
                                : "clock");
    if (control->days) {
        text_integer(text, "daysPerTurn", control->days);
    } else if (control->timed) {
        text_integer(text, "limit", control->initial / 1000);
        text_integer(text, "increment", control->increment / 1000);
        print_show(text, control);
    }
    text_close(text, '}');
}

/* In words, as the bot of whoever declines would say it. */
static const char *decline_sentence(const char *reason)
{
    static const char *const SENTENCES[][2] = {
        {"later", "This is not the right time for me, please ask again later."},
        {"tooFast", "This time control is too fast for me, please challenge again with a slower "
                    "game."},
        {"tooSlow", "This time control is too slow for me, please challenge again with a faster "
                    "game."},
        {"timeControl", "I'm not accepting challenges with this time control."},
        {"rated", "Please send me a rated challenge instead."},
        {"casual", "Please send me a casual challenge instead."},
        {"standard", "I'm not accepting variant challenges right now."},
        {"variant", "I'm not willing to play this variant right now."},
        {"noBot", "I'm not accepting challenges from bots."},
        {"onlyBot", "I'm only accepting challenges from bots."},
    };
    for (size_t i = 0; i < sizeof SENTENCES / sizeof *SENTENCES; i++)
        if (strcmp(SENTENCES[i][0], reason) == 0)
            return SENTENCES[i][1];
    return "I'm not accepting challenges at the moment.";
}

static void print_reason(Text *text, const char *reason)
{
    char key[24];
    size_t i = 0;
    for (; reason[i] && i < sizeof key - 1; i++)
        key[i] = (char)tolower((unsigned char)reason[i]);
    key[i] = '\0';
    text_string(text, "declineReason", decline_sentence(reason));
    text_string(text, "declineReasonKey", key);
}

static void print_terms(Text *text, const Challenge *challenge)
{
    static const char *const WISHES[] = {
        [WISH_RANDOM] = "random", [WISH_WHITE] = "white", [WISH_BLACK] = "black"};
    const Terms *terms = &challenge->terms;
    char fen[FEN_MAX];
    print_variant(text, terms->variant);
    text_bool(text, "rated", terms->rated);
    text_string(text, "speed", speed_word(&terms->control));
    print_control(text, &terms->control);
    text_string(text, "color", WISHES[terms->color]);
    text_string(text, "finalColor", color_word(challenge_color(challenge)));
    print_perf(text, &terms->control, terms->variant);
    if (challenge->has_start) {
        fen_print(&challenge->start, fen);
        text_string(text, "initialFen", fen);
    }
}

/* The challenge's id is that of its game, with a secret behind it that is in the link. */
static void print_link(Text *text, const FormChallenge *form)
{
    char id[GAME_ID_LENGTH + 1], url[384];
    snprintf(id, sizeof id, "%.*s", GAME_ID_LENGTH, form->challenge->id.text);
    snprintf(url, sizeof url, "%s/challenge/%s", form->base, form->challenge->id.text);
    text_string(text, "id", id);
    text_string(text, "url", url);
}

void form_challenge(Text *text, const char *name, const FormChallenge *form)
{
    const Challenge *challenge = form->challenge;
    text_open(text, name, '{');
    print_link(text, form);
    text_string(text, "status", form->status);
    print_user(text, "challenger", &challenge->from, &form->from);
    if (challenge->link)
        text_null(text, "destUser");
    else
        print_user(text, "destUser", &challenge->to, &form->to);
    print_terms(text, challenge);
    if (form->reason)
        print_reason(text, form->reason);
    if (form->rematch_of)
        text_string(text, "rematchOf", form->rematch_of->text);
    text_close(text, '}');
}

static void print_compatible(Text *text)
{
    text_open(text, "compat", '{');
    text_bool(text, "bot", true);
    text_bool(text, "board", true);
    text_close(text, '}');
}

void form_challenge_event(Text *text, const char *type, const FormChallenge *form)
{
    text_open(text, NULL, '{');
    text_string(text, "type", type);
    form_challenge(text, "challenge", form);
    print_compatible(text);
    text_close(text, '}');
}

/* ---- games, for their players ---- */

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
    text_string(text, "source", source_word(game));
    print_status(text, game->status);
    print_variant(text, game->variant);
    text_string(text, "speed", speed_word(&game->control));
    text_string(text, "perf", perf_word(&game->control, game->variant));
    if (own->rating)
        text_integer(text, "rating", own->rating);
    text_bool(text, "rated", game->rated);
    print_opponent(text, &game->seat[color_other(form->seat)]);
    print_winner(text, game->winner);
    print_compatible(text);
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

static void print_start(Text *text, const HeardGame *game)
{
    char fen[FEN_MAX];
    fen_print(&game->start, fen);
    text_string(text, "initialFen", game->variant == VARIANT_STANDARD ? "startpos" : fen);
}

void form_game_full(Text *text, const FormGame *form)
{
    const HeardGame *game = form->game;
    text_open(text, NULL, '{');
    text_string(text, "type", "gameFull");
    text_string(text, "id", game->id.text);
    print_variant(text, game->variant);
    text_string(text, "speed", speed_word(&game->control));
    print_perf(text, &game->control, game->variant);
    text_bool(text, "rated", game->rated);
    text_integer(text, "createdAt", game->created);
    print_seat(text, "white", &game->seat[WHITE], &form->person[WHITE]);
    print_seat(text, "black", &game->seat[BLACK], &form->person[BLACK]);
    print_start(text, game);
    print_clock(text, game);
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
    if (heard_game_is_over(game) || game->plies >= 2 || !game->first_move)
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
    print_winner(text, game->winner);
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

/* ---- games, for those who watch ---- */

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
    print_rating(text, person);
    text_close(text, '}');
}

void form_watched_game(Text *text, const FormGame *form)
{
    const HeardGame *game = form->game;
    text_open(text, NULL, '{');
    text_string(text, "id", game->id.text);
    print_variant(text, game->variant);
    text_string(text, "speed", speed_word(&game->control));
    text_string(text, "perf", perf_word(&game->control, game->variant));
    text_bool(text, "rated", game->rated);
    print_start(text, game);
    print_board(text, &game->now);
    text_string(text, "player", color_word(heard_game_turn(game)));
    text_integer(text, "turns", game->plies);
    text_integer(text, "startedAtTurn", 0);
    text_string(text, "source", source_word(game));
    print_status(text, game->status);
    text_integer(text, "createdAt", game->created);
    print_winner(text, game->winner);
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

void form_watched_past(Text *text, const HeardGame *game, FormLine each, void *context)
{
    Position position = game->start;
    char last[UCI_MAX] = "";
    const char *at = game->moves;
    for (uint32_t ply = 0; ply < game->plies; ply++) {
        Move move;
        text_open(text, NULL, '{');
        print_board(text, &position);
        if (last[0])
            text_string(text, "lm", last);
        text_close(text, '}');
        each(context, text);
        size_t length = strcspn(at, " ");
        if (length >= UCI_MAX || uci_parse(&position, at, length, &move) != NOTATION_OK)
            return;
        memcpy(last, at, length);
        last[length] = '\0';
        position_play(&position, move);
        at += length + (at[length] == ' ');
    }
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
    text_string(text, "speed", speed_word(&news->control));
    text_string(text, "perf", perf_word(&news->control, news->variant));
    text_integer(text, "createdAt", news->made);
    text_integer(text, "status", status_number(news->status));
    text_string(text, "statusName", status_word(news->status));
    game_json_clock(&news->control, text);
    text_open(text, "players", '{');
    print_followed_seat(text, "white", &news->seat[WHITE]);
    print_followed_seat(text, "black", &news->seat[BLACK]);
    text_close(text, '}');
    print_winner(text, news->winner);
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
