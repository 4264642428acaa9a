/* Games of boards: begun, found again after a restart, over. */
#include "log.h"
#include "memory.h"
#include "running.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Person person_of(const TourneyPlayer *player)
{
    const TourneyPerson *known = &player->person;
    if (known->kind == TOURNEY_COMPUTER)
        return person_computer(known->level);
    if (known->kind == TOURNEY_ENGINE)
        return person_engine(known->name);
    Person person = {.kind = PERSON_HUMAN,
                     .rating = known->rating,
                     .provisional = known->provisional,
                     .guest = known->kind == TOURNEY_GUEST};
    snprintf(person.id, sizeof person.id, "%s", known->user);
    snprintf(person.name, sizeof person.name, "%.*s", PERSON_NAME_MAX, known->name);
    return person;
}

static int32_t first_move_of(const TourneySettings *settings, const TimeControl *control)
{
    return settings->first_move ? settings->first_move * 1000
                                : live_first_move(control, (Variant)settings->variant);
}

static void begin(Tournaments *tournaments, Running *running, TourneyBoard *board)
{
    const Tourney *tourney = running->tourney;
    const TourneySettings *settings = &tourney->settings;
    GameId id = board->pair.game;
    TimeControl control = tourney_board_control(tourney, board);
    NewGame game = {
        .id = &id,
        .control = control,
        .variant = (Variant)settings->variant,
        .rated = settings->rated,
        .first_move = first_move_of(settings, &control),
        /* A simul's host looks at other boards meanwhile: that is not leaving. */
        .rules = settings->format == FORMAT_SIMUL ? RULE_NO_CLAIM_WIN : 0,
        .seat = {person_of(tourney_player(tourney, board->pair.white)),
                 person_of(tourney_player(tourney, board->pair.black))},
    };
    if (!store_keep_game_id(tournaments->options.store, &id)) {
        log_warning("tournament %s: no game can have the id %s", running->id.text, id.text);
        return;
    }
    BegunGame begun = live_begin(tournaments->live, &game);
    played_note(tournaments, running, board);
    live_announce(tournaments->live, &begun.id, &game);
    tell_game(tournaments, running, board);
}

void begin_games(Tournaments *tournaments, Running *running)
{
    const Tourney *tourney = running->tourney;
    if (running->seeking || running->must_seek)
        return;
    for (uint32_t i = tourney->boards_count; i-- > 0;) {
        TourneyBoard *board = &tourney->boards[i];
        if (board->round && board->round < tourney->round)
            break;
        if (board->state == STATE_PLAYING && board->pair.game.text[0] &&
            !played_find(tournaments, &board->pair.game))
            begin(tournaments, running, board);
    }
}

/* ---- after a restart ---- */

/* A game that is not in memory: has it begun, and is it over? */
typedef struct {
    Tournaments *tournaments;
    TourneyId id;
    uint32_t board;
} Sought;

static void take_end(Tournaments *tournaments, Running *running, const TourneyBoard *board,
                     Status status, Winner winner, uint32_t plies)
{
    static const BoardResult RESULTS[] = {
        [WINNER_NONE] = BOARD_DRAW, [WINNER_WHITE] = BOARD_WHITE, [WINNER_BLACK] = BOARD_BLACK};
    bool nobody_came = status == STATUS_ABORTED || status == STATUS_NOSTART;
    TourneyAct act = {
        .kind = ACT_RESULT, .board = board->number, .plies = plies, .by_play = !nobody_came};
    act.result = RESULTS[winner];
    if (nobody_came) {
        act.result = plies % 2 ? BOARD_FORFEIT_WHITE : BOARD_FORFEIT_BLACK;
        snprintf(act.reason, sizeof act.reason, "no first move in time");
    }
    uint32_t absent = plies % 2 ? board->pair.black : board->pair.white;
    running_apply(tournaments, running, &act, NULL);
    const Tourney *tourney = running->tourney;
    bool leaves = tourney->settings.format == FORMAT_ARENA ||
                  (tourney->settings.format == FORMAT_SWISS && !tourney->settings.pairing);
    const TourneyPlayer *player = tourney_player(tourney, absent);
    if (nobody_came && leaves && player->status == PLAYER_ACTIVE && !tourney_is_over(tourney)) {
        TourneyAct left = {.kind = ACT_WITHDRAW, .player = absent};
        snprintf(left.reason, sizeof left.reason, "did not come to a game");
        running_apply(tournaments, running, &left, NULL);
    }
}

static void sought(void *context, StoreError error, StoredGame *game)
{
    Sought *for_board = context;
    Tournaments *tournaments = for_board->tournaments;
    Running *running = running_find(tournaments, for_board->id.text);
    TourneyBoard *board = running ? tourney_board(running->tourney, for_board->board) : NULL;
    free(for_board);
    if (running) {
        running->seeking--;
        running_plan(tournaments, running, tournaments->time->wall);
    }
    bool matters = error == STORE_OK && board && board->state == STATE_PLAYING &&
                   !tournaments->is_stopped && !played_find(tournaments, &board->pair.game);
    if (matters && !game)
        begin(tournaments, running, board);
    else if (matters && game->game.ended) {
        uint32_t plies = 0;
        for (uint32_t i = 0; i < game->count; i++) {
            Event event;
            if (event_unpack(&event, game->events[i].bytes, game->events[i].size) &&
                event.kind == EV_MOVE)
                plies = event.move.ply;
        }
        take_end(tournaments, running, board, game->game.status, game->game.winner, plies);
    } else if (matters) {
        played_note(tournaments, running, board); /* it sleeps on disk */
    }
    if (game)
        stored_game_free(game);
}

void begin_again(Tournaments *tournaments, Running *running)
{
    const Tourney *tourney = running->tourney;
    running->must_seek = false;
    for (uint32_t i = 0; i < tourney->boards_count; i++) {
        const TourneyBoard *board = &tourney->boards[i];
        if (board->state != STATE_PLAYING || !board->pair.game.text[0] ||
            tourney_is_over(tourney) || played_find(tournaments, &board->pair.game))
            continue;
        if (live_has(tournaments->live, &board->pair.game)) {
            played_note(tournaments, running, board);
            continue;
        }
        Sought *context = memory_new(sizeof *context);
        *context = (Sought){tournaments, running->id, board->number};
        if (store_read_game(tournaments->options.store, &board->pair.game, sought, context)) {
            running->seeking++;
        } else {
            free(context);
            running->must_seek = true;
            return;
        }
    }
}

/* ---- over ---- */

void begin_take_news(Tournaments *tournaments)
{
    for (size_t i = 0; i < tournaments->news_count; i++) {
        const GameNews *news = &tournaments->news[i];
        const PlayedBoard *played = played_find(tournaments, &news->id);
        if (!played)
            continue;
        Running *running = played->of;
        const TourneyBoard *board = tourney_board(running->tourney, played->board);
        assert(board && board->state == STATE_PLAYING);
        take_end(tournaments, running, board, news->status, news->winner, news->plies);
    }
    tournaments->news_count = 0;
}
