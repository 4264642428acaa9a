/* What those who watch a tournament are told, and players of their games. */
#include "crc32c.h"
#include "message_parts.h"
#include "running.h"
#include "scope.h"
#include "tell.h"

#include <string.h>

enum { TELL_EVERY = 1000 }; /* ms */

/* ---- which boards have changed ---- */

static void note_board(Running *running, uint32_t number)
{
    for (uint32_t i = 0; i < running->dirty_count; i++)
        if (running->dirty[i] == number)
            return;
    if (running->dirty_count < TOURNAMENT_BOARDS_TOLD)
        running->dirty[running->dirty_count++] = number;
    else
        running->is_dirtier = true;
}

void tell_note_board(Running *running, uint32_t board)
{
    if (running->listeners.count)
        note_board(running, board);
}

void tell_note_act(Running *running, const TourneyAct *act, uint32_t boards_before)
{
    const Tourney *tourney = running->tourney;
    if (!running->listeners.count)
        return;
    if (act->board)
        note_board(running, act->board);
    for (uint32_t i = boards_before; i < tourney->boards_count; i++)
        note_board(running, i + 1);
    const TourneyRound *round = tourney->round ? &tourney->rounds[tourney->round - 1] : NULL;
    for (uint32_t i = 0; act->kind == ACT_ROUND && round && i < round->count; i++)
        note_board(running, round->first + i + 1);
    bool ends = act->kind == ACT_FINISH || act->kind == ACT_CANCEL;
    for (uint32_t i = 0; ends && i < tourney->boards_count; i++)
        if (tourney->boards[i].state == STATE_LEFT)
            note_board(running, i + 1);
    running->is_dirtier |= act->kind == ACT_BOARDS || act->kind == ACT_UNPAIR;
}

/* ---- what has changed ---- */

static void print_instant(Text *text, const char *name, int64_t at)
{
    if (at)
        text_integer(text, name, at);
    else
        text_null(text, name);
}

/* The rows that are not as they were told, which are then taken as told. */
static void print_rows(Running *running, Text *text)
{
    const Standings *standings = running_standings(running);
    uint32_t count =
        standings->count < TOURNAMENT_ROWS_TOLD ? standings->count : TOURNAMENT_ROWS_TOLD;
    Text row;
    text_init(&row);
    text_open(text, "rows", '[');
    for (uint32_t i = 0; i < count; i++) {
        text_reset(&row);
        json_row(running, standings, &standings->rows[i], NULL, &row);
        uint32_t sum = crc32c(0, row.bytes, row.length);
        if (i < running->told_count && running->told[i] == sum)
            continue;
        running->told[i] = sum;
        json_row(running, standings, &standings->rows[i], NULL, text);
    }
    text_close(text, ']');
    text_clear(&row);
    running->told_count = count;
}

static void remember(Running *running)
{
    running->told_seq = running->tourney->seq;
    running->told_about = running->tourney->about_seq;
    running->told_no_pairing = running_has_no_pairing(running);
    running->dirty_count = 0;
    running->is_dirtier = false;
}

static void print_state(Running *running, Text *text)
{
    const Tourney *tourney = running->tourney;
    static const char *const STATUS[] = {"created", "started", "finished", "cancelled"};
    static const char *const ROUNDS[] = {"none", "paired", "playing", "over"};
    text_integer(text, "seq", tourney->seq);
    text_string(text, "status", STATUS[tourney->status]);
    text_bool(text, "paused", tourney->paused);
    text_integer(text, "round", tourney->round);
    text_string(text, "roundState", ROUNDS[tourney->round_state]);
    print_instant(text, "roundStartedAt",
                  tourney->round ? tourney->rounds[tourney->round - 1].started_at : 0);
    print_instant(text, "nextRoundAt", running_next_round_at(running));
    text_bool(text, "noPairing", running_has_no_pairing(running));
    print_instant(text, "endsAt", tourney_ends_at(tourney));
    print_instant(text, "startsAt", tourney->settings.starts_at);
    text_integer(text, "players", tourney_entrants(tourney));
    text_integer(text, "boardsLeft", tourney->boards_left);
    json_host(tourney, text);
}

/* The teams that are rivals, if they are not as they were told. */
static void print_teams(Running *running, Text *text)
{
    Text teams;
    if (!tourney_settings_has_teams(&running->tourney->settings))
        return;
    text_init(&teams);
    text_open(&teams, NULL, '{');
    json_teams(running, &teams);
    text_close(&teams, '}');
    uint32_t sum = crc32c(0, teams.bytes, teams.length);
    text_clear(&teams);
    if (sum == running->told_teams)
        return;
    running->told_teams = sum;
    json_teams(running, text);
}

static void print_update(Running *running, Text *text)
{
    const Tourney *tourney = running->tourney;
    message_begin(text, "tournament_update");
    text_string(text, "tournament", running->id.text);
    print_state(running, text);
    text_integer(text, "total", running_standings(running)->count);
    print_rows(running, text);
    print_teams(running, text);
    text_open(text, "boards", '[');
    for (uint32_t i = 0; i < running->dirty_count; i++) {
        const TourneyBoard *board = tourney_board(tourney, running->dirty[i]);
        if (board)
            json_board(running, board, text);
    }
    text_close(text, ']');
    if (running->is_dirtier || running->told_about != tourney->about_seq)
        text_bool(text, "changed", true);
    message_end(text);
}

void tell_changes(Tournaments *tournaments, Running *running)
{
    int64_t now = tournaments->time->wall;
    bool is_told = running->told_seq == running->tourney->seq && !running->dirty_count &&
                   running->told_no_pairing == running_has_no_pairing(running);
    if (is_told || !running->listeners.count)
        return;
    if (now < running->tell_at) {
        running_plan(tournaments, running, running->tell_at);
        return;
    }
    print_update(running, &tournaments->text);
    tell_listeners(tournaments->clients, &tournaments->text, &running->listeners, running->number);
    remember(running);
    running->tell_at = now + TELL_EVERY;
}

/* ---- a player's game ---- */

static void print_opponent(const TourneyPlayer *player, Text *text)
{
    text_open(text, "opponent", '{');
    text_string(text, "user", player->person.user[0] ? player->person.user : NULL);
    text_string(text, "name", player->person.name);
    print_instant(text, "rating", player->person.rating);
    text_close(text, '}');
}

void tell_game(Tournaments *tournaments, Running *running, const TourneyBoard *board)
{
    const Tourney *tourney = running->tourney;
    Text *text = &tournaments->text;
    for (int side = 0; side < 2; side++) {
        const TourneyPlayer *player =
            tourney_player(tourney, side ? board->pair.black : board->pair.white);
        const TourneyPlayer *opponent =
            tourney_player(tourney, side ? board->pair.white : board->pair.black);
        if (tourney_person_is_program(&player->person))
            continue;
        message_game(text, "tournament_game", &board->pair.game);
        text_string(text, "tournament", running->id.text);
        text_string(text, "name", tourney->settings.name);
        text_string(text, "format", format_word((Format)tourney->settings.format));
        text_integer(text, "round", board->round);
        text_integer(text, "board", board->number);
        text_string(text, "color", side ? "black" : "white");
        print_opponent(opponent, text);
        text_bool(text, "berserk",
                  tourney_settings_has_berserk(&tourney->settings) && !player->person.bot);
        if (tourney->settings.format == FORMAT_SIMUL && player->number == SIMUL_HOST)
            text_bool(text, "host", true);
        message_end(text);
        tell_person(tournaments->clients, text, player->person.user, SCOPES_PLAY, running->number);
    }
}
