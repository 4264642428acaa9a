/* Of local_game.h: the room, what happens in it, and the computer. */
#include "local_game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "local_state.h"
#include "memory.h"
#include "pace.h"
#include "pgn_reader.h"
#include "spoken_chess.h"
#include "wrapped_text.h"

/* ---- starting ---- */

LocalGame *local_game_new(const LocalSetup *setup, const BoardView *view, int64_t now, Text *out)
{
    LocalGame *game = memory_new(sizeof *game);
    game->setup = *setup;
    game->view = *view;
    game->view.flipped = view->flipped != (setup->side == LOCAL_BLACK);
    game->memory = memory_new(room_size(LINE_PLIES_MAX));
    game->clocks = memory_array(LINE_PLIES_MAX, sizeof *game->clocks);
    game->random = setup->seed;
    local_begin(game, now);
    local_greet(game, now, out);
    wrapped_say(out, local_columns(game),
                "Type a move, as e4 or e2e4, or \"help\" for the commands.");
    return game;
}

void local_game_free(LocalGame *game)
{
    free(game->memory);
    free(game->clocks);
    free(game);
}

/* ---- what happened ---- */

static const char *end_words(const Event *event)
{
    static const char *const REASONS[] = {
        [REASON_NONE] = "",
        [REASON_AGREEMENT] = "by agreement",
        [REASON_THREEFOLD] = "by threefold repetition",
        [REASON_FIVEFOLD] = "by fivefold repetition",
        [REASON_FIFTY] = "by the fifty-move rule",
        [REASON_SEVENTYFIVE] = "by the seventy-five-move rule",
        [REASON_INSUFFICIENT] = "since neither side can mate",
    };
    return REASONS[event->end.reason];
}

static void say_end(LocalGame *game, const Event *event, Text *out)
{
    unsigned columns = local_columns(game);
    bool white = event->end.winner == WINNER_WHITE;
    const char *winner = white ? "White" : "Black", *loser = white ? "Black" : "White";
    const char *result = pgn_result_text(local_result(game));
    Color flagged = room_clock(game->room)->turn;
    switch (event->end.status) {
    case STATUS_MATE: wrapped_say(out, columns, "Checkmate: %s wins. %s", winner, result); break;
    case STATUS_RESIGN:
        wrapped_say(out, columns, "%s resigns: %s wins. %s", loser, winner, result);
        break;
    case STATUS_STALEMATE: wrapped_say(out, columns, "Stalemate: a draw. %s", result); break;
    case STATUS_OUTOFTIME:
        if (event->end.winner == WINNER_NONE)
            wrapped_say(out, columns, "%s is out of time, but %s: a draw. %s",
                        spoken_color(flagged),
                        event->end.reason == REASON_AGREEMENT ? "a draw had been offered"
                                                              : "the other side cannot mate",
                        result);
        else
            wrapped_say(out, columns, "%s is out of time: %s wins. %s", loser, winner, result);
        break;
    case STATUS_ABORTED: wrapped_say(out, columns, "The game was aborted. *"); break;
    default: wrapped_say(out, columns, "A draw %s. %s", end_words(event), result);
    }
    wrapped_say(out, columns, "Type \"new\" for another game, \"save FILE\" to keep this one.");
}

static void say_move(LocalGame *game, const Event *event, int64_t now, Text *out)
{
    char words[SPOKEN_MOVE_MAX];
    const Line *line = room_line(game->room);
    Position before;
    line_position(line, line->plies - 1, &before);
    if (game->view.plain) {
        wrapped_say(out, local_columns(game), "%s: %s.", spoken_color(event->by),
                    spoken_move(&before, event->move.move, words));
        return;
    }
    bool answered = local_is_computer(game, color_other(event->by)) && !local_is_over(game);
    wrapped_say(out, local_columns(game), "%u%s %s", before.fullmove,
                event->by == WHITE ? "." : "...", event->move.san);
    if (!answered) /* the computer's reply follows, and the board with it */
        local_show(game, now, out);
}

static void note(LocalGame *game, const Event *event, int64_t now, Text *out)
{
    unsigned columns = local_columns(game);
    switch (event->kind) {
    case EV_MOVE:
        game->clocks[event->move.ply - 1] =
            game->setup.control.timed ? (int32_t)event->clock[event->by] : -1;
        local_forget_searches(game);
        say_move(game, event, now, out);
        break;
    case EV_DRAW_OFFER:
        if (local_is_computer(game, event->by))
            wrapped_say(out, columns, "The computer offers a draw: \"accept\" or \"decline\".");
        else if (game->setup.side == LOCAL_BOTH)
            wrapped_say(out, columns, "%s offers a draw: %s can \"accept\" or \"decline\".",
                        spoken_color(event->by), spoken_color(color_other(event->by)));
        break;
    case EV_REFUSED: wrapped_say(out, columns, "The draw was declined."); break;
    case EV_TAKEBACK:
        local_forget_searches(game);
        local_say_undone(game, now, out);
        break;
    case EV_END:
        local_forget_searches(game);
        say_end(game, event, out);
        break;
    default: break;
    }
}

RoomError local_apply(LocalGame *game, Color seat, const Command *command, int64_t now, Text *out)
{
    Events events = {.count = 0};
    RoomError error = room_apply(game->room, seat, command, now, &events);
    room_durable(game->room, room_seq(game->room), now);
    for (int i = 0; i < events.count; i++)
        note(game, &events.at[i], now, out);
    return error;
}

void local_game_tick(LocalGame *game, int64_t now, Text *out)
{
    Events events = {.count = 0};
    room_tick(game->room, now, &events);
    for (int i = 0; i < events.count; i++)
        note(game, &events.at[i], now, out);
}

int64_t local_game_deadline(const LocalGame *game)
{
    return room_deadline(game->room);
}

bool local_game_clock_runs(const LocalGame *game)
{
    return room_clock(game->room)->running;
}

/* ---- the computer ---- */

bool local_game_search(LocalGame *game, int64_t now, LocalSearch *search)
{
    Color turn = position_turn(&room_line(game->room)->now);
    if (local_is_over(game))
        return false;
    if (local_is_computer(game, turn) && !game->asked) {
        game->asked = true;
        const Clock *clock = room_clock(game->room);
        *search =
            (LocalSearch){.number = game->number,
                          .rating = skill_rating(game->setup.level),
                          .seed = local_random(game),
                          .think_max = pace_think_max(&game->setup.control, clock->moves[turn],
                                                      clock_remaining(clock, turn, now))};
        return true;
    }
    if (game->wants_hint && !game->hint_asked) {
        game->hint_asked = true;
        *search = (LocalSearch){.hint = true,
                                .number = game->number,
                                .rating = SKILL_RATING_FULL,
                                .think_max = LOCAL_HINT_MAX};
        return true;
    }
    return false;
}

static void say_hint(LocalGame *game, Move move, Text *out)
{
    char san[SAN_MAX], words[SPOKEN_MOVE_MAX];
    const Position *pos = &room_line(game->room)->now;
    game->wants_hint = game->hint_asked = false;
    san_print(pos, move, san);
    wrapped_say(out, local_columns(game), "Hint: %s (%s).", san, spoken_move(pos, move, words));
}

static void act(LocalGame *game, const SkillMove *chosen, int64_t now, Text *out)
{
    const Line *line = room_line(game->room);
    Color seat = position_turn(&line->now);
    int rating = skill_rating(game->setup.level);
    skill_remember(&game->mood, chosen);
    if (skill_resigns(&game->mood, line, rating)) {
        local_apply(game, seat, &(Command){.kind = CMD_RESIGN}, now, out);
        return;
    }
    bool offers = skill_offers_draw(&game->mood, line);
    Command move = {.kind = CMD_MOVE,
                    .move = {.ply = line->plies, .move = chosen->move, .draw = offers}};
    if (local_apply(game, seat, &move, now, out) == ROOM_OK && offers)
        skill_note_offer(&game->mood);
}

void local_game_answer(LocalGame *game, const LocalSearch *search, const SkillMove *chosen,
                       int64_t now, Text *out)
{
    if (search->number != game->number || local_is_over(game) || chosen->move == MOVE_NONE)
        return;
    if (search->hint && game->hint_asked)
        say_hint(game, chosen->move, out);
    else if (!search->hint && game->asked)
        act(game, chosen, now, out);
}

bool local_game_is_waiting(const LocalGame *game)
{
    Color turn = position_turn(&room_line(game->room)->now);
    return !local_is_over(game) && (local_is_computer(game, turn) || game->wants_hint);
}

/* ---- what the terminal asks ---- */

const char *local_game_file(const LocalGame *game)
{
    return game->file;
}

const Line *local_game_position(const LocalGame *game)
{
    return room_line(game->room);
}

void local_game_resize(LocalGame *game, unsigned columns)
{
    game->view.columns = columns;
}

void local_game_prompt(const LocalGame *game, int64_t now, char out[LOCAL_PROMPT_MAX])
{
    char white[BOARD_VIEW_CLOCK_MAX], black[BOARD_VIEW_CLOCK_MAX];
    const Clock *clock = room_clock(game->room);
    Color turn = position_turn(&room_line(game->room)->now);
    if (game->view.plain || local_is_over(game)) {
        snprintf(out, LOCAL_PROMPT_MAX, "> ");
        return;
    }
    board_view_clock(clock_remaining(clock, WHITE, now), white);
    board_view_clock(clock_remaining(clock, BLACK, now), black);
    bool narrow = game->view.columns > 0 && game->view.columns < 40;
    if (!game->setup.control.timed)
        snprintf(out, LOCAL_PROMPT_MAX, "%s> ", narrow ? "" : spoken_color(turn));
    else if (narrow)
        snprintf(out, LOCAL_PROMPT_MAX, "%s> ", turn == WHITE ? white : black);
    else
        snprintf(out, LOCAL_PROMPT_MAX, "%s %s %s> ", white, black, spoken_color(turn));
}
