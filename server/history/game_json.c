#include "game_json.h"

#include "game_opening.h"
#include "game_pgn.h"
#include "memory.h"
#include "person.h"
#include "replay.h"

#include <stdlib.h>
#include <string.h>

static const char *const VARIANTS[] = {"standard", "chess960", "fromPosition"};
static const char *const SPEEDS[] = {"ultraBullet", "bullet",    "blitz",
                                     "rapid",       "classical", "correspondence"};
enum { VARIANT_COUNT = sizeof VARIANTS / sizeof *VARIANTS };
enum { SPEED_COUNT = sizeof SPEEDS / sizeof *SPEEDS };

const char *game_variant_word(int32_t variant)
{
    return variant >= 0 && variant < VARIANT_COUNT ? VARIANTS[variant] : VARIANTS[0];
}

const char *game_speed_word(Speed speed)
{
    return SPEEDS[speed];
}

int game_speed_of_word(const char *word, size_t length)
{
    for (int speed = 0; speed < SPEED_COUNT; speed++)
        if (strlen(SPEEDS[speed]) == length && strncmp(SPEEDS[speed], word, length) == 0)
            return speed;
    return -1;
}

/* An account's id is its name in small letters, as on lichess; a guest has an id of their own. */
static void print_user(const StoreSeat *seat, Text *text)
{
    char handle[PERSON_NAME_MAX + 1];
    const char *id = seat->guest ? seat->player : name_handle(seat->name, handle);
    text_open(text, "user", '{');
    text_string(text, "name", seat->name);
    text_string(text, "id", id);
    text_close(text, '}');
}

static void print_seat(const char *color, const StoreSeat *seat, Text *text)
{
    text_open(text, color, '{');
    if (seat->player[0])
        print_user(seat, text);
    else if (seat->kind != STORE_SEAT_HUMAN)
        text_integer(text, "aiLevel", seat->kind == STORE_SEAT_LEVEL ? seat->level : 0);
    else if (seat->name[0])
        text_string(text, "name", seat->name);
    if (seat->engine[0])
        text_string(text, "name", seat->engine);
    if (seat->rating)
        text_integer(text, "rating", seat->rating);
    text_close(text, '}');
}

/* lichess has none: the other members of 'clock' are the other side's. */
static void print_odds(const TimeControl *control, Text *text)
{
    text_open(text, "odds", '{');
    text_string(text, "color", control->odds == TIME_ODDS_WHITE ? "white" : "black");
    text_integer(text, "initial", control->odds_initial / 1000);
    text_integer(text, "increment", control->odds_increment / 1000);
    text_close(text, '}');
}

/* lichess has none of these either. */
static void print_stages(const TimeControl *control, Text *text)
{
    text_integer(text, "moves", control->moves);
    text_open(text, "stages", '[');
    for (int i = 0; i < control->later_count; i++) {
        const ClockStage *stage = &control->later[i];
        text_open(text, NULL, '{');
        if (stage->moves)
            text_integer(text, "moves", stage->moves);
        text_integer(text, "initial", stage->initial / 1000);
        text_integer(text, "increment", stage->increment / 1000);
        text_close(text, '}');
    }
    text_close(text, ']');
}

void game_json_clock(const TimeControl *control, Text *text)
{
    if (control->days)
        text_integer(text, "daysPerTurn", control->days);
    if (!control->timed || control->days)
        return;
    text_open(text, "clock", '{');
    text_integer(text, "initial", control->initial / 1000);
    text_integer(text, "increment", control->increment / 1000);
    text_integer(text, "totalTime", (control->initial + INT64_C(40) * control->increment) / 1000);
    if (control->bonus != BONUS_FISCHER)
        text_string(text, "bonus", control->bonus == BONUS_DELAY ? "delay" : "bronstein");
    if (control->odds)
        print_odds(control, text);
    if (control->moves)
        print_stages(control, text);
    text_close(text, '}');
}

static void print_opening(const Opening *opening, Text *text)
{
    text_open(text, "opening", '{');
    text_string(text, "eco", opening->eco);
    text_string(text, "name", opening->name);
    if (opening->ply)
        text_integer(text, "ply", opening->ply);
    text_close(text, '}');
}

static void print_terms(const StoreGame *game, Text *text)
{
    const char *speed = game_speed_word(time_control_speed(&game->control));
    text_string(text, "id", game->id.text);
    text_bool(text, "rated", game->rated);
    text_string(text, "variant", game_variant_word(game->variant));
    text_string(text, "speed", speed);
    text_string(text, "perf", speed);
    text_integer(text, "createdAt", game->made);
    text_integer(text, "lastMoveAt", game->ended ? game->ended : game->made);
    bool is_over = game->ended || game->imported; /* else nothing is stored of how it ended */
    text_string(text, "status", status_word(is_over ? game->status : STATUS_STARTED));
    if (game->imported)
        text_string(text, "source", "import");
    text_open(text, "players", '{');
    print_seat("white", &game->seat[WHITE], text);
    print_seat("black", &game->seat[BLACK], text);
    text_close(text, '}');
    if (game->fen[0])
        text_string(text, "initialFen", game->fen);
    if (game->winner != WINNER_NONE)
        text_string(text, "winner", game->winner == WINNER_WHITE ? "white" : "black");
    if (game->reason != REASON_NONE)
        text_string(text, "reason", reason_word(game->reason));
}

void game_json_head(const StoreGame *game, uint32_t key, Text *text)
{
    Opening opening;
    text_open(text, NULL, '{');
    print_terms(game, text);
    if (opening_of_key(key, &opening))
        print_opening(&opening, text);
    game_json_clock(&game->control, text);
    text_close(text, '}');
}

/* Of the moves that were not taken back. */
static void print_moves(const StoredGame *game, const Event *events, uint32_t plies, Text *text)
{
    uint32_t *where = memory_array(plies + 1, sizeof *where);
    char *all = memory_array(plies + 1, SAN_MAX + 1), *at = all;
    for (uint32_t i = 0; i < game->count; i++)
        if (events[i].kind == EV_MOVE && events[i].move.ply <= plies)
            where[events[i].move.ply - 1] = i;
    for (uint32_t ply = 0; ply < plies; ply++) {
        const char *san = events[where[ply]].move.san;
        size_t length = strlen(san);
        if (ply)
            *at++ = ' ';
        memcpy(at, san, length);
        at += length;
    }
    *at = '\0';
    text_string(text, "moves", all);
    free(all);
    free(where);
}

/* In hundredths of a second, as lichess has them. */
static void print_clocks(const StoredGame *game, const Event *events, uint32_t plies, Text *text)
{
    int64_t *clocks = memory_array(plies + 1, sizeof *clocks);
    for (uint32_t i = 0; i < game->count; i++)
        if (events[i].kind == EV_MOVE && events[i].move.ply <= plies)
            clocks[events[i].move.ply - 1] = events[i].clock[events[i].by];
    text_open(text, "clocks", '[');
    for (uint32_t ply = 0; ply < plies; ply++)
        text_integer(text, NULL, clocks[ply] / 10);
    text_close(text, ']');
    free(clocks);
}

static void print_pgn(const StoredGame *game, const GameShow *show, Text *text)
{
    Text pgn;
    text_init(&pgn);
    if (game_pgn_of(game, show, &pgn))
        text_string(text, "pgn", pgn.bytes);
    text_clear(&pgn);
}

bool game_json(const StoredGame *game, const GameShow *show, Text *text)
{
    void *memory;
    unsigned capacity;
    uint32_t bad_seq;
    Opening opening;
    Event *events = memory_array(game->count + 1, sizeof *events);
    Room *room = replay_room(game, &memory, &capacity, events, &bad_seq);
    if (!room) {
        free(events);
        return false;
    }
    uint32_t plies = room_line(room)->plies;
    text_open(text, NULL, '{');
    print_terms(&game->game, text);
    if (show->opening && game_opening(game, &opening))
        print_opening(&opening, text);
    if (show->moves)
        print_moves(game, events, plies, text);
    if (show->clocks && game->game.control.timed)
        print_clocks(game, events, plies, text);
    if (show->pgn)
        print_pgn(game, show, text);
    game_json_clock(&game->game.control, text);
    text_close(text, '}');
    free(memory);
    free(events);
    return true;
}
