/* What is asked by HTTP: lists, tables, files. */
#include "array.h"
#include "memory.h"
#include "running.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NEWEST_BOARDS = 100 };

static Running *running_of(const Tournaments *tournaments, const Tourney *tourney)
{
    return running_find(tournaments, tourney->id.text);
}

/* ---- the calendar ---- */

/* Those that will start in that order, those without a start behind them; the others newest first. */
static int compare(const void *one, const void *other)
{
    const Tourney *a = (*(Running *const *)one)->tourney, *b = (*(Running *const *)other)->tourney;
    bool is_ahead = a->status == TOURNEY_CREATED;
    int64_t at = is_ahead ? a->settings.starts_at : a->over_at ? a->over_at : a->started_at;
    int64_t of = is_ahead ? b->settings.starts_at : b->over_at ? b->over_at : b->started_at;
    if (is_ahead && (!at || !of) && at != of)
        return at ? -1 : 1;
    if (at != of)
        return (at < of) == is_ahead ? -1 : 1;
    return strcmp(a->id.text, b->id.text);
}

static void print_status(Tournaments *tournaments, TourneyStatus status, const char *name,
                         const TournamentsListed *listed, Text *text)
{
    Running **list = NULL;
    size_t count = 0, size = 0;
    Running *running;
    for (size_t at = 0; (running = hash_table_next(&tournaments->running, &at));) {
        const Tourney *tourney = running->tourney;
        if (tourney->status != status ||
            (listed->format != FORMAT_COUNT && tourney->settings.format != listed->format))
            continue;
        list = array_reserve(list, &size, count + 1, sizeof(Running *));
        list[count++] = running;
    }
    if (count)
        qsort(list, count, sizeof(Running *), compare);
    text_open(text, name, '[');
    for (size_t i = 0; i < count && i < listed->most; i++)
        json_summary(list[i], text);
    text_close(text, ']');
    free(list);
}

void tournaments_print_list(Tournaments *tournaments, const TournamentsListed *listed, Text *text)
{
    static const char *const NAMES[] = {"created", "started", "finished"};
    text_open(text, NULL, '{');
    for (int i = 0; i < 3; i++)
        if (!listed->status || strcmp(listed->status, NAMES[i]) == 0)
            print_status(tournaments, (TourneyStatus)i, NAMES[i], listed, text);
    text_close(text, '}');
}

/* ---- one ---- */

void tournaments_print(Tournaments *tournaments, const Tourney *tourney, const Person *viewer,
                       Text *text)
{
    json_tournament(tournaments, running_of(tournaments, tourney), NULL, viewer, text);
}

void tournaments_print_players(Tournaments *tournaments, const Tourney *tourney,
                               const Person *viewer, Text *text)
{
    bool tells_birth = json_tells_birth(tourney, viewer);
    text_open(text, NULL, '{');
    text_open(text, "players", '[');
    for (uint32_t i = 0; i < tourney->players_count; i++)
        json_player(tournaments, tourney, &tourney->players[i], tells_birth, NULL, text);
    text_close(text, ']');
    text_close(text, '}');
}

void tournaments_print_standings(Tournaments *tournaments, const Tourney *tourney, uint32_t from,
                                 uint32_t count, Text *text)
{
    Running *running = running_of(tournaments, tourney);
    const Standings *standings = running_standings(running);
    text_open(text, NULL, '{');
    text_integer(text, "total", standings->count);
    text_open(text, "tiebreaks", '[');
    for (uint32_t i = 0; i < standings->tiebreaks_count; i++)
        text_string(text, NULL, standings->tiebreaks[i]);
    text_close(text, ']');
    text_open(text, "rows", '[');
    for (uint32_t i = from - 1; i < standings->count && i - (from - 1) < count; i++)
        json_row(running, standings, &standings->rows[i], NULL, text);
    text_close(text, ']');
    text_close(text, '}');
}

bool tournaments_print_teams(Tournaments *tournaments, const Tourney *tourney, Text *text)
{
    Running *running = running_of(tournaments, tourney);
    if (!tourney_settings_has_teams(&tourney->settings))
        return false;
    const TeamStandings *standings = running_teams(running);
    text_open(text, NULL, '{');
    text_open(text, "tiebreaks", '[');
    for (uint32_t i = 0; i < standings->tiebreaks_count; i++)
        text_string(text, NULL, standings->tiebreaks[i]);
    text_close(text, ']');
    json_teams(running, text);
    text_close(text, '}');
    return true;
}

bool tournaments_print_round(Tournaments *tournaments, const Tourney *tourney, uint32_t round,
                             Text *text)
{
    bool is_arena = tourney->settings.format == FORMAT_ARENA;
    if (round > tourney->round || (round == 0) != is_arena)
        return false;
    json_round(running_of(tournaments, tourney), round, NEWEST_BOARDS, NULL, text);
    return true;
}

void tournaments_print_crosstable(Tournaments *tournaments, const Tourney *tourney, Text *text)
{
    const Standings *standings = running_standings(running_of(tournaments, tourney));
    text_open(text, NULL, '{');
    text_open(text, "players", '[');
    for (uint32_t i = 0; i < standings->count; i++) {
        const Standing *row = &standings->rows[i];
        const TourneyPlayer *player = tourney_player(tourney, row->player);
        text_open(text, NULL, '{');
        text_integer(text, "player", row->player);
        text_integer(text, "tpn", player->tpn);
        text_integer(text, "rank", row->rank);
        text_string(text, "name", player->person.name);
        text_halves(text, "points", row->halves);
        text_close(text, '}');
    }
    text_close(text, ']');
    text_open(text, "cells", '[');
    for (uint32_t i = 0; i < tourney->boards_count; i++) {
        const TourneyBoard *board = &tourney->boards[i];
        if (board->state != STATE_OVER && board->state != STATE_PLAYING)
            continue;
        text_open(text, NULL, '{');
        text_integer(text, "board", board->number);
        text_integer(text, "round", board->round);
        text_integer(text, "white", board->pair.white);
        if (board->pair.black)
            text_integer(text, "black", board->pair.black);
        else
            text_null(text, "black");
        text_string(text, "result", board->result ? board_result_word(board->result) : NULL);
        text_close(text, '}');
    }
    text_close(text, ']');
    text_close(text, '}');
}

/* ---- files ---- */

static void append(Text *text, const char *word)
{
    text_append(text, word, strlen(word));
}

/* By what it begins with, which some spreadsheets also take in full width (OWASP, CSV Injection). */
static bool is_formula(const char *cell)
{
    static const char *const SIGNS[] = {"=",  "+",      "-",      "@",      "\t",    "\r",
                                        "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"};
    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++)
        if (strncmp(cell, SIGNS[i], strlen(SIGNS[i])) == 0)
            return true;
    return false;
}

/* RFC 4180; a cell that a spreadsheet would take for a formula gets an apostrophe. */
static void append_cell(Text *text, const char *cell)
{
    append(text, "\"");
    if (is_formula(cell))
        append(text, "'");
    for (; *cell; cell++) {
        if (*cell == '"')
            append(text, "\"");
        text_append(text, cell, 1);
    }
    append(text, "\"");
}

static void append_number(Text *text, int64_t hundredths)
{
    char number[32];
    int64_t size = hundredths < 0 ? -hundredths : hundredths;
    snprintf(number, sizeof number, ",%s%lld.%02d", hundredths < 0 ? "-" : "",
             (long long)(size / 100), (int)(size % 100));
    append(text, number);
}

void tournaments_print_csv(Tournaments *tournaments, const Tourney *tourney, Text *text)
{
    const Standings *standings = running_standings(running_of(tournaments, tourney));
    char cells[96];
    append(text, "rank,player,name,title,rating,federation,fideid,team,points");
    for (uint32_t i = 0; i < standings->tiebreaks_count; i++) {
        append(text, ",");
        append(text, standings->tiebreaks[i]);
    }
    append(text, ",games,performance\r\n");
    for (uint32_t i = 0; i < standings->count; i++) {
        const Standing *row = &standings->rows[i];
        const TourneyPerson *person = &tourney_player(tourney, row->player)->person;
        snprintf(cells, sizeof cells, "%u,%u,", row->rank, row->player);
        append(text, cells);
        append_cell(text, person->name);
        append(text, ",");
        append_cell(text, person->title);
        snprintf(cells, sizeof cells, ",%d,", person->rating);
        append(text, cells);
        append_cell(text, person->federation);
        append(text, ",");
        append_cell(text, person->fide_id);
        append(text, ",");
        append_cell(text, person->team);
        append_number(text, row->halves * INT64_C(50));
        for (uint32_t j = 0; j < standings->tiebreaks_count; j++)
            append_number(text, row->tiebreaks[j]);
        snprintf(cells, sizeof cells, ",%u,%d\r\n", row->games, row->performance);
        append(text, cells);
    }
}

GameId *tournaments_games(const Tourney *tourney, uint32_t round, size_t *count)
{
    GameId *games = memory_array(tourney->boards_count + 1, sizeof *games);
    *count = 0;
    for (uint32_t i = 0; i < tourney->boards_count; i++) {
        const TourneyBoard *board = &tourney->boards[i];
        if ((board->state == STATE_OVER || board->state == STATE_PLAYING) &&
            board->pair.game.text[0] && (!round || board->round == round))
            games[(*count)++] = board->pair.game;
    }
    return games;
}

static GameDelay delay_of(const Tournaments *tournaments, const Tourney *tourney)
{
    int32_t minutes = tourney->settings.delay_minutes;
    return (GameDelay){.plies = 2 * (uint32_t)tourney->settings.delay_moves,
                       .has_until = minutes != 0,
                       .until = tournaments->time->now - minutes * INT64_C(60000)};
}

GameDelay tournaments_delay(const Tournaments *tournaments, const GameId *game)
{
    const Running *running = played_in(tournaments, game);
    return running ? delay_of(tournaments, running->tourney) : (GameDelay){0};
}

/* One that has none counts for nothing. */
static uint32_t delayed_boards(const Tourney *tourney)
{
    bool is_delayed = tourney->settings.delay_moves || tourney->settings.delay_minutes;
    return is_delayed ? tourney->boards_count : 0;
}

GameDelays *tournaments_delays(const Tournaments *tournaments)
{
    const Running *running;
    size_t most = 0;
    for (size_t at = 0; (running = hash_table_next(&tournaments->running, &at));)
        most += delayed_boards(running->tourney);
    GameDelays *delays = game_delays_new(most);
    for (size_t at = 0; (running = hash_table_next(&tournaments->running, &at));) {
        GameDelay delay = delay_of(tournaments, running->tourney);
        for (uint32_t i = 0; i < delayed_boards(running->tourney); i++)
            if (running->tourney->boards[i].pair.game.text[0])
                delays->games[delays->count++] =
                    (DelayedGame){running->tourney->boards[i].pair.game, delay};
    }
    game_delays_sort(delays);
    return delays;
}

/* ---- the log ---- */

/* Whether the act has more, as it is stored, than is shown: what only organisers know, and what is a player's own. */
static bool has_secrets(const char *stored, bool tells_birth)
{
    return strstr(stored, "\"settings\"") ||
           (!tells_birth && (strstr(stored, "\"birth\"") || strstr(stored, "\"sex\"")));
}

void tournaments_print_log(Tournaments *tournaments, const Tourney *tourney, const Person *viewer,
                           uint32_t from, size_t most, Text *text)
{
    const Running *running = running_of(tournaments, tourney);
    bool tells_birth = json_tells_birth(tourney, viewer);
    for (uint32_t seq = from; seq <= tourney->seq && most--; seq++) {
        TourneyAct act;
        const char *stored = running->acts[seq - 1];
        if (has_secrets(stored, tells_birth) && tourney_act_parse(&act, stored, strlen(stored))) {
            Text plain;
            if (!tells_birth)
                act.person.birth[0] = act.person.sex[0] = '\0';
            text_init(&plain);
            tourney_act_print(&act, false, &plain);
            text_append(text, plain.bytes, plain.length);
            text_clear(&plain);
            tourney_act_clear(&act);
        } else {
            append(text, stored);
        }
        append(text, "\n");
    }
}
